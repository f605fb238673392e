"""`manage.py audit_machines`: one line; exit status 0 when the files are whole, 1 when not."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.models import MachineEntry
from tables.records import machine_files


class Command(BaseCommand):
    help = "Hash the files of bases and machines anew, or check the signed copy in a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="the secretariat's signed copy")

    def handle(self, *_args: Any, file: Path | None, **_options: Any) -> None:
        """Print how many entries there are, or fail with the first that does not follow."""
        if file is not None:
            lines = file.read_text(encoding="utf-8").splitlines()
            broken, count = machine_files.broken_copy(lines), len(lines)
        else:
            broken, count = machine_files.first_broken(), MachineEntry.objects.count()
        if broken is not None:
            raise CommandError(f"machines: broken at entry {broken}", returncode=1)
        self.stdout.write(f"machines: {count} entries follow each other, each signed")
