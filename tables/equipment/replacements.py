"""Cards and dice that are changed in the middle of a session, because somebody asks for it.

A player or a member of the staff asks, and says why; the card keeper brings other cards, the deputy
director other dice. Each is a `FloorEvent` of the table, so who asked and why stays on record.
"""

from typing import Final
from uuid import UUID

from django.db import transaction

from casino.players.models import Player
from tables.equipment import card_sets, devices, stock
from tables.games.core.protocol import Exchange, Refused
from tables.models import FloorEvent
from tables.projections import floor_acts
from tables.projections.table_state import TableState
from tables.rows import answers, equipment_registers, floor_events, table_rows
from tables.rows.equipment_registers import EquipmentNeed
from tables.staff import authority
from tables.staff.authority import Authority
from tables.wire import floor_commands, outgoing
from tables.wire.handlers import Handlers

ASKING: Final = Authority(responsible=True, inspector=True)
"""Who of the staff asks for other cards or dice."""
_ASKED, _CARDS = "ask_change", "change_cards"
_CHANGED: Final = (_CARDS, devices.CHANGED, "open")
"""What ends that somebody waits: he may ask again."""


def request_replacement(
    *, player_id: int, table_id: int, command_id: UUID, reason: str
) -> outgoing.ReceiptShown | None:
    """Ask as a player that the cards, dice or wheel be changed; see `answers.answer_once`.

    Refuses `table_closed`, `nothing_to_change` at a machine, and `asked_already` until something
    was changed.
    """
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, _ = answer.begin()
        _check_requested(TableState(table), player_id)
        floor_acts.record_and_publish(table, _ASKED, by=player_id, reason=reason, cause=command_id)
    return answer.receipt


def request_replacement_as_staff(table_id: int, *, operator: Player, reason: str) -> None:
    """Request a replacement as staff; refuses `not_qualified`, as `request_replacement` does."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(ASKING, operator, table)
        check_can_request_replacement(TableState(table), operator)
        floor_events.record(table, _ASKED, by=operator.pk, reason=reason)


def check_can_request_replacement(state: TableState, operator: Player) -> None:
    """Refuse what `request_replacement_as_staff` refuses to staff of this table."""
    _check_requested(state, operator.pk)


def change_cards(table_id: int, *, operator: Player, reason: str) -> None:
    """Bring other cards to an open table, as card keeper: the next shoe is made of them.

    Those of the shoe that is dealt stay at the table until the session is over, and are put away
    and counted with the others. Refuses `not_qualified`, `no_device` where no cards come from the
    stock, `table_closed`, `cards_changed` where other cards wait for the next shoe already, and as
    `stock.allot_sets` does.
    """
    if not operator.has_perm(stock.KEEP):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        wanted = _changeable(TableState(table))
        cards = stock.allot_sets(wanted, table, operator=operator, reason=reason)
        note = f"{card_sets.set_numbers(cards)}: {reason}"
        floor_events.record(table, _CARDS, by=operator.pk, reason=note[:200])


def check_can_change_cards(state: TableState, operator: Player) -> None:
    """Refuse what `change_cards` refuses to a card keeper."""
    stock.check_in_stock(_changeable(state))


def _changeable(state: TableState) -> EquipmentNeed:
    """Return the cards that an open table wants of the stock, or refuse as `change_cards` does."""
    wanted = equipment_registers.cards_needed(state.game, state.rules)
    if wanted is None:
        raise Refused("no_device")
    state.check_not_closed()
    shoes = FloorEvent.objects.filter(table_id=state.table.id, kind__in=(_CARDS, "shoe"))
    last = shoes.order_by("-pk").first()
    if last is not None and last.kind == _CARDS:
        raise Refused("cards_changed")
    return wanted


def _check_requested(state: TableState, person_id: int) -> None:
    if state.needs.exchange is Exchange.ROAMING:
        raise Refused("nothing_to_change")
    state.check_not_closed()
    table = state.table
    found = FloorEvent.objects.filter(table_id=table.id, kind__in=(_ASKED, *_CHANGED))
    for each in found.order_by("-pk"):
        if each.kind in _CHANGED:
            return
        if each.by_id == person_id:
            raise Refused("asked_already")


COMMANDS: Final[Handlers] = {
    floor_commands.AskChange: lambda command, **asked: request_replacement(
        **asked, reason=command.reason
    ),
}
"""Who carries out a command of this subject."""
