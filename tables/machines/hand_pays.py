"""What the supervisor has paid by cheque or transfer, issued at the cage (MC-AUTO-44)."""

from typing import Final
from uuid import UUID, uuid5

from django.db import connection, transaction

from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Player
from tables.funds import accounts, hand_pays
from tables.games.core.protocol import Refused
from tables.models import HandPay
from tables.rows import clock

ISSUE: Final = "tables.issue_payment"
"""The permission to issue cheques and transfers."""
_ENTRIES: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d09")
"""Namespace of the entry ids: uuid5 of the hand-pay, so that no money moves twice."""


def is_waiting_for_issue(win: HandPay) -> bool:
    """Tell whether a cheque or a transfer of a win is still to be issued."""
    return hand_pays.waiting_for_issue().filter(pk=win.pk).exists()


def issue_payment(hand_pay_id: int, reference: str, *, operator: Player, reason: str) -> None:
    """Issue the cheque or the transfer of a win, once, under its number: it leaves the house.

    Refuses `not_cashier` without the permission, `own_payment` to who is paid or has paid it by
    hand, `nothing_to_issue` where it is not paid so, or issued, and `number_used` for the number of
    another cheque or transfer.
    """
    if not operator.has_perm(ISSUE):
        raise Refused("not_cashier")
    with transaction.atomic(durable=True):
        row = HandPay.objects.select_for_update(no_key=True, of=("self",)).get(pk=hand_pay_id)
        if operator.pk in (row.player_id, row.paid_by_id):
            raise Refused("own_payment")
        if not is_waiting_for_issue(row):
            raise Refused("nothing_to_issue")
        _check_number_unused(row.means, reference)
        row.reference, row.issued_by, row.issued_at = reference, operator, clock.database_now()
        row.issue_reason = reason
        row.save(update_fields=["reference", "issued_by", "issued_at", "issue_reason"])
        currency = row.table.currency
        left = ledger.open_account(f"issued:{currency}", Kind.ISSUED, currency).pk
        ledger.post(
            uuid5(_ENTRIES, str(row.pk)),
            [ledger.Leg(accounts.payments_account(currency), left, row.amount, "issue_payment")],
            cause="issue_payment",
            reference=f"hand_pay:{row.pk}",
            operator=str(operator.pk),
        )


def _check_number_unused(means: str, reference: str) -> None:
    """Refuse `number_used`, one cashier after the other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('tables.issue_payment', 0))")
    used = HandPay.objects.filter(means=means, reference__iexact=reference).first()
    if used is not None:
        raise Refused("number_used", win=used.pk)
