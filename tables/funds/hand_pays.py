"""The register of the wins that are paid by hand: owed, paid, and issued by cheque or transfer.

Rows only: what is owed and who may pay it is decided by the machine's engine, what the cage issues
by `machines.hand_pays` (MC-AUTO-44).
"""

from django.db.models import QuerySet, Sum

from casino.staff import work_changes
from tables.funds import complements
from tables.games.core.protocol import (
    ComplementPaid,
    HandPayMade,
    HandPayOwed,
    HandPayUndone,
    PaidByHand,
    Refused,
)
from tables.models import HandPay
from tables.rows.table_rows import TableRow


def record(table: TableRow, round_id: int, seq: int, done: PaidByHand) -> None:
    """Write what an event of this number does to what is paid by hand.

    Refuses `payment_issued` to annul a round whose payment has left the house.
    """
    match done:
        case HandPayOwed():
            _owe(table, round_id, seq, done)
        case HandPayMade():
            row = waiting_for_supervisor().filter(table_id=table.id).first()
            if row is None:
                # It was owed before the house kept this register.
                row = _owe(table, round_id, seq, HandPayOwed(done.party, done.amount))
            row.means, row.paid_round_id, row.paid_at = done.means, round_id, table.now
            row.paid_by_id = int(done.by)
            row.save(update_fields=["means", "paid_round", "paid_by", "paid_at"])
        case HandPayUndone():
            paid_here = HandPay.objects.filter(paid_round_id=round_id)
            if paid_here.filter(issued_at__isnull=False).exists():
                raise Refused("payment_issued")
            paid_here.update(means="", paid_round=None, paid_by=None, paid_at=None)
            HandPay.objects.filter(round_id=round_id).update(annulled_at=table.now)
            complements.reverse_lines(table, round_id)
        case ComplementPaid():
            complements.record_complement(table, round_id, done)


def _owe(table: TableRow, round_id: int, seq: int, win: HandPayOwed) -> HandPay:
    work_changes.note_change()
    return HandPay.objects.create(
        table_id=table.id,
        seq=seq,
        round_id=round_id,
        player_id=int(win.party),
        amount=win.amount,
        owed_at=table.now,
    )


def waiting_for_supervisor() -> QuerySet[HandPay]:
    """Return the wins that wait for the supervisor."""
    return HandPay.objects.filter(paid_at=None, annulled_at=None)


def waiting_for_issue() -> QuerySet[HandPay]:
    """Return what is paid by cheque or transfer and waits for the cage."""
    paid = HandPay.objects.filter(paid_at__isnull=False, issued_at=None)
    return paid.exclude(means=HandPay.Means.CASH)


def unissued_sum(currency: str) -> int:
    """Return what those of a currency come to, in minor units."""
    found = waiting_for_issue().filter(table__currency=currency).aggregate(sum=Sum("amount"))
    return int(found["sum"] or 0)
