"""`manage.py rotate_log_key`: put a new key in force by an entry that the old key signs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rng import keys
from casino.rng.log import tree


class Command(BaseCommand):
    """Rotate the key of checkpoints, or with --use of receipts or conformity reports."""

    help = (
        "Put a new key in force. Where the environment names the secrets, add the new one "
        "behind a comma first, everywhere; else it is made in var/keys."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--use", choices=keys.USES, default="log")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = tree.rotate(options["use"])
        except keys.KeyMissing as error:
            raise CommandError(f"Rien n'a changé. Nothing was changed. {error}") from None
        self.stdout.write(
            f"Clé en vigueur / key in force: {found.use} {found.public}, "
            f"inscription / entry {found.since}."
        )
