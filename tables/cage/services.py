"""Chips between the house and a table's float, by one person's order.

Where the text wants a voucher nobody orders it alone: see `tables.cage.vouchers`.
"""

from typing import Literal
from uuid import UUID

from django.db import transaction

from casino.ledger import services as ledger
from casino.players.models import Player
from tables.cage import vouchers
from tables.funds import postings
from tables.games.core.protocol import Refused
from tables.projections.table_state import TableState
from tables.rows import floor_events, rule_sets, table_rows
from tables.staff import authority


def fill_float(table_id: int, amount: int, *, operator: Player, reason: str, order: UUID) -> None:
    """Bring chips from the house to the float, once per `order`; `amount` in minor units.

    Refuses `not_qualified`, `voucher_wanted`, `no_amount`, and `above_ceiling` as
    `vouchers.check_ceiling` does.
    """
    _supply(table_id, amount, "fill", operator, reason, order)


def credit_float(table_id: int, amount: int, *, operator: Player, reason: str, order: UUID) -> None:
    """Take chips from the float back to the house, once per `order`; raises `ledger.Overdrawn`.

    Refuses `not_qualified`, `voucher_wanted` and `no_amount`.
    """
    _supply(table_id, amount, "credit", operator, reason, order)


def check_can_supply(state: TableState, operator: Player) -> None:
    """Refuse what `fill_float` and `credit_float` refuse to an operator, whatever the amount."""
    if rule_sets.are_vouchers_required(state.table.rules_key):
        raise Refused("voucher_wanted", clause="MC-CHIPS-14")


def give_first_float(table_id: int, amount: int, *, operator: Player, order: UUID) -> None:
    """Give a new table its first float, once per `order` (MC-CHIPS-08)."""
    reason = "opening float"
    _supply(table_id, amount, "fill", operator, reason, order, first=True)


def _supply(
    table_id: int,
    amount: int,
    kind: Literal["fill", "credit"],
    operator: Player,
    reason: str,
    order: UUID,
    *,
    first: bool = False,
) -> None:
    if amount <= 0:
        raise Refused("no_amount")
    with transaction.atomic():
        table = table_rows.lock(table_id)
        if not first:
            authority.check_authority(authority.OPERATOR, operator, table)
            check_can_supply(TableState(table), operator)
        house = postings.capital_account(table.currency)
        source, target = (
            (house, table.float_account) if kind == "fill" else (table.float_account, house)
        )
        posted = ledger.post(
            order,
            [ledger.Leg(source, target, amount, kind)],
            cause=kind,
            reference=f"table:{table_id}",
            operator=str(operator.pk),
        )
        if not posted.already:
            if kind == "fill":
                vouchers.check_ceiling(table.float_account)
            floor_events.record(table, kind, by=operator.pk, reason=reason)
