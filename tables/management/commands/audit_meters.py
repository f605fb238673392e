"""`manage.py audit_meters`: one line; exit status 0 when meters and ledger agree, 1 when not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.reading import meters


class Command(BaseCommand):
    help = "Holds the meters of every table that has some against the ledger."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print that they agree, or fail with every difference in one line."""
        tables, found = meters.audit()
        if found:
            told = "; ".join(
                f"{f'table {each.table_id}' if each.table_id else 'the house'}, {each.meter}: "
                f"{each.told}, the ledger moved {each.moved}"
                for each in found
            )
            raise CommandError(f"meters: {len(found)} differ: {told}", returncode=1)
        self.stdout.write(f"meters: those of {tables} tables agree with the ledger")
