"""`manage.py audit_takings`: one line; exit status 0 when all agrees, 1 when not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.revenue import earnings, takings


class Command(BaseCommand):
    help = "Counts what the tables took again from the ledger, and compares it with what is kept."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print that they agree, or fail with every difference in one line."""
        rows, found = takings.audit_takings()
        uneven = earnings.audit_earnings()
        if found:
            differences = "; ".join(
                f"table {each.table_id}, {each.what}: {each.kept}, the ledger says {each.recounted}"
                for each in found
            )
            raise CommandError(f"takings: {len(found)} differ: {differences}", returncode=1)
        if uneven:
            differences = "; ".join(
                f"table {each.table_id}, {each.rules}: {each.bets}, its takings {each.takings}"
                for each in uneven
            )
            raise CommandError(f"bets: {len(uneven)} tables differ: {differences}", returncode=1)
        self.stdout.write(f"takings: {rows} rows agree with the ledger")
