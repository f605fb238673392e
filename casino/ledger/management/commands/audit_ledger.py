"""`manage.py audit_ledger`: one line; exit status 0 when the books are right, 1 when not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.ledger.services import audit


class Command(BaseCommand):
    help = "Recomputes every account from its transfers and reports differences."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print that the books agree, or fail with the faults in one line."""
        faults = audit()
        if faults:
            found = "; ".join(
                f"{fault.law} {fault.subject}: {fault.recorded}, transfers say {fault.recomputed}"
                for fault in faults
            )
            raise CommandError(f"ledger: {len(faults)} faults: {found}", returncode=1)
        self.stdout.write("ledger: the books agree with the transfers")
