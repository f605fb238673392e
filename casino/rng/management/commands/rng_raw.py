"""`manage.py rng_raw`: raw output of the generator, before scaling, for a laboratory."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

BLOCK = 65_536


class Command(BaseCommand):
    """Write bytes as shuffles of six-pack shoes draw them, from fresh entropy (R4)."""

    help = "Write raw output of the generator, production seeding, to standard output."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--bytes", type=int, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        from casino.rng.stats import source

        size = options["bytes"]
        if size < 1:
            raise CommandError("--bytes : au moins 1 / at least 1")
        whole, rest = divmod(size, BLOCK)
        stream = source.raw(source.fresh())
        for block in source.in_blocks(stream, BLOCK, whole):
            sys.stdout.buffer.write(block)
        for block in source.in_blocks(stream, rest, 1 if rest else 0):
            sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()
