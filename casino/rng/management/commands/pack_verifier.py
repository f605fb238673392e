"""`manage.py pack_verifier FILE`: the Python verifiers as one file, and its hash."""

import hashlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from casino.http import verifier


class Command(BaseCommand):
    """Write the file that `/verify/sabot-verify.pyz` serves; needs no database."""

    help = "Write the Python verifiers as one file that Python runs, and print its SHA-256."
    requires_system_checks = []  # noqa: RUF012 - Django's own declaration of the option

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=f"where it is written, e.g. {verifier.PROGRAM}")

    def handle(self, *args: Any, **options: Any) -> None:
        file = verifier.packed_verifier()
        options["file"].write_bytes(file)
        self.stdout.write(f"{hashlib.sha256(file).hexdigest()}  {options['file']}")
