"""`manage.py audit_machines`: one line; exit status 0 when the files are whole, 1 when not."""

import re
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rng.verify.texts import unmarked
from casino.rng.verify.verdicts import sentence
from casino.rng.verify.words import Wrong
from tables.machines import machine_files
from tables.models import MachineEntry


def _lines(file: Path) -> list[str]:
    """Return the entries of a copy, a line each; the last line end may be missing, or doubled."""
    try:
        text = unmarked(file.read_bytes(), file).decode()
    except Wrong as wrong:
        raise CommandError(sentence(wrong.code, "en", **wrong.detail)) from None
    except (OSError, ValueError):
        raise CommandError(f"{file} cannot be read") from None
    return [line for line in re.split("\r?\n", text) if line]


class Command(BaseCommand):
    help = "Hash the files of bases and machines anew, or check the signed copy in a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="the secretariat's signed copy")

    def handle(self, *_args: Any, file: Path | None, **_options: Any) -> None:
        """Print how many entries there are, or fail with the first that does not follow."""
        if file is not None:
            lines = _lines(file)
            broken, count = machine_files.first_broken_copy(lines), len(lines)
        else:
            broken, count = machine_files.first_broken_entry(), MachineEntry.objects.count()
        if broken is not None:
            raise CommandError(f"machines: broken at entry {broken}", returncode=1)
        self.stdout.write(f"machines: {count} entries follow each other, each signed")
