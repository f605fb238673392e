"""`manage.py reconcile_payments [DAY]`: one line; exit status 0 when all agrees, 1 when not."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.cashier import reconciliation


class Command(BaseCommand):
    help = "Holds what each means of payment has of a day against requests and ledger."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The day, yesterday by default."""
        parser.add_argument("day", nargs="?", type=date.fromisoformat, help="2026-11-25")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print that they agree, or fail with every difference in one line."""
        day = options["day"] or reconciliation.yesterday()
        done = reconciliation.reconcile(day)
        problems = [
            f"{each.means} {each.payment}: {each.of}, here {each.ours or 'nothing'},"
            f" there {each.theirs or 'nothing'}"
            for each in done.differences
        ]
        problems += [f"{each} did not answer" for each in done.unreached]
        if problems:
            raise CommandError(
                f"payments of {day}: {len(problems)} differ: {'; '.join(problems)}", returncode=1
            )
        self.stdout.write(f"payments of {day}: {done.payments} agree with requests and ledger")
