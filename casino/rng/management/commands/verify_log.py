"""`manage.py verify_log [FILE_OR_ADDRESS]`: the independent verifier of the log as a command."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rng.verify import log as verify_log


class Command(BaseCommand):
    """Verify the whole log from a dump or from a house's address; needs no database."""

    help = "Verify the whole log: exit 0 when right, 1 when not, 2 for wrong usage."
    requires_system_checks = []  # noqa: RUF012 - Django's own declaration of the option

    def add_arguments(self, parser: CommandParser) -> None:
        verify_log.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        right, answer = verify_log.report(
            options["source"],
            options["lang"],
            pinned=options["key"],
            origin=options["origin"],
            witnesses=options["witness"],
            since=options["since"],
            closed=options["closed"],
            receipt=options["receipt"],
        )
        if not right:
            raise CommandError(answer, returncode=1)
        self.stdout.write(answer)
