"""`manage.py audit_cash`: one line; exit status 0 when cage and ledger agree, 1 when not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.cashier import services as cashier


class Command(BaseCommand):
    help = "Holds what the cage has decided against the ledger's cash."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print that they agree, or fail with every difference in one line."""
        if found := cashier.audit_cage():
            differences = "; ".join(
                f"{each.account}: {each.decided} decided, the ledger has {each.ledger}"
                for each in found
            )
            raise CommandError(f"cash: {len(found)} differ: {differences}", returncode=1)
        self.stdout.write("cash: what the cage has decided agrees with the ledger")
