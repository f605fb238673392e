"""What a person may do with a table now, in groups, and why not the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from casino.players.models import Player
from tables.dashboard.table_actions import TABLE_ACTIONS, Group, TableAction
from tables.games.core.protocol import Refused
from tables.projections.table_state import TableState
from tables.rows import table_rows

NOT_HERE: Final = frozenset({
    "no_changer_here", "no_device", "no_levy", "no_reshuffle", "no_such_order", "no_voucher_here",
    "nothing_to_change", "voucher_wanted",
})  # fmt: skip
"""Refusals by the rules of a table, whatever its state: such an order is not offered there."""
NEXT: Final = (
    "open_table", "rule_incident", "decide_cards", "decide_complaint", "see_identity",
    "sign_opening", "count_drop", "sign_float", "count_float", "return_cards", "count_cards",
    "take_cards", "check_dice", "allot_dice", "sign_device", "check_device", "drain_table",
    "close_table",
)  # fmt: skip
"""The orders that the state of a table calls for where it allows them, the first step first."""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """An order that a table's rules know and a person may give there."""

    name: str
    """Of `TABLE_ACTIONS`."""
    action: TableAction
    refused: Refused | None
    """Why not now, as its service would refuse it."""


def table_orders(person: Player, table_id: int) -> list[TableOrder]:
    """Return the orders that a person may give at a table, in the order of `TABLE_ACTIONS`.

    Reads each fact of the table once, without a lock: the service of an order checks it again.
    """
    state = TableState(*table_rows.read_snapshot(table_id))
    rules_key = state.table.rules_key
    found = []
    for name, action in TABLE_ACTIONS.items():
        if not action.fits(rules_key):
            continue
        if not action.by.allows(person, table_id, rules_key, state.on_duty):
            continue
        refused = _refusal(action, state, person)
        if refused is None or refused.code not in NOT_HERE:
            found.append(TableOrder(name, action, refused))
    return found


def next_orders(orders: Sequence[TableOrder]) -> list[TableOrder]:
    """Return those of some orders that the state of the table calls for, the next step first."""
    due = [each for each in orders if each.refused is None and each.name in NEXT]
    return sorted(due, key=lambda each: NEXT.index(each.name))


def by_group(orders: Sequence[TableOrder]) -> list[tuple[Group, list[TableOrder]]]:
    """Return orders by their group, in the order of `Group`."""
    groups = list(Group)
    ordered = sorted(orders, key=lambda each: groups.index(each.action.group))
    return [(group, [*own]) for group, own in groupby(ordered, lambda each: each.action.group)]


def _refusal(action: TableAction, state: TableState, person: Player) -> Refused | None:
    try:
        action.check(state, person)
    except Refused as refused:
        return refused
    return None
