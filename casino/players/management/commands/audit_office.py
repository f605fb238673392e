"""`manage.py audit_office`: one line; exit status 0 when the trail of the office is whole."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.players import trail


class Command(BaseCommand):
    help = "Hashes the trail of the office anew, and prints its head."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print how many acts there are and the last hash, or fail with those that do not fit."""
        found = trail.audit()
        if found.broken:
            told = ", ".join(map(str, found.broken[:20]))
            raise CommandError(f"office: {len(found.broken)} acts do not fit: {told}", returncode=1)
        self.stdout.write(f"office: {found.acts} acts, each follows the one before; {found.head}")
