"""`manage.py rng_shoes`: shuffled shoes for a laboratory."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rng.core.constants import MAX_PACKS


class Command(BaseCommand):
    """Write a shoe a line, the numbers of its cards from 0; modulo 52 is the face (R4)."""

    help = (
        "Write shuffled shoes that are never dealt, production functions and seeding. A card's "
        "number modulo 52 is its face: suits c, d, h, s, each from ace to king."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--count", type=int, required=True)
        parser.add_argument("--packs", type=int, default=6)

    def handle(self, *args: Any, **options: Any) -> None:
        from casino.rng.stats import source

        if options["count"] < 1 or not 1 <= options["packs"] <= MAX_PACKS:
            raise CommandError(f"--count >= 1, --packs 1..{MAX_PACKS}")
        for chunk in source.shoes(source.fresh(), options["packs"], options["count"]):
            for shoe in chunk:
                self.stdout.write(" ".join(map(str, shoe)))
