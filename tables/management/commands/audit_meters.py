"""`manage.py audit_meters`: one line; exit status 0 when all agrees, 1 when not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.machines import meters, observed_return, reliefs


class Command(BaseCommand):
    help = "Holds meters against the ledger, and what devices returned against their sheets."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print that they agree, or fail with every difference in one line."""
        tables, found = meters.audit_meters()
        differences = [
            f"{f'table {each.table_id}' if each.table_id else 'the house'}, {each.meter}: "
            f"{each.told}, the ledger moved {each.moved}"
            for each in found
        ]
        differences += [
            f"{account}: {expected} by reliefs and counts, the ledger says {moved}"
            for account, expected, moved in reliefs.audit_note_boxes()
        ]
        differences += [
            f"table {each.table_id} returned {each.realised:.4f} in {each.games} games, its sheet "
            f"says {each.theoretical:.4f}"
            for each in observed_return.unexpected_returns()
        ]
        if differences:
            raise CommandError(
                f"meters: {len(differences)} differ: {'; '.join(differences)}", returncode=1
            )
        self.stdout.write(f"meters: those of {tables} tables agree with the ledger")
