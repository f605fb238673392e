"""The cards of a session: signed out of the stock before it, given back and put in order after it.

Services of operators, under the table's lock, for games whose sessions want cards of the stock
(`CARDS_OF_STOCK`). A card keeper checks them and signs for them (MC-012, MC-BTV-07, MC-EQ-18);
after the session an inspector sees them back into the main depot (MC-022, MC-EQ-33), and the card
keeper counts them and puts them in order (MC-023, MC-EQ-34). Each is a `FloorEvent` of the table,
and what moves the cards an entry of their register.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef

from casino.players.models import Player
from casino.rng.models import Shoe
from tables.equipment import card_incidents, stock
from tables.equipment.devices import check_closed, lock_closed_table
from tables.games.core.protocol import CARDS_OF_STOCK, Duty, Refused
from tables.games.core.protocol import Shoe as Cards
from tables.incidents import services as incidents
from tables.models import EquipmentEntry, EquipmentSet, FloorEvent, Round
from tables.projections.table_state import TableState
from tables.rows import equipment_registers, floor_events, rule_sets, table_rows
from tables.rows.equipment_registers import EquipmentNeed, Movement, State
from tables.rows.table_rows import TableRow
from tables.staff import authority
from tables.staff.authority import OPERATE, Authority
from tables.staff.services import MAY_SERVE

REPORTING: Final = Authority((OPERATE, stock.KEEP), responsible=True, inspector=True)
"""Who reports a card."""
_TAKEN, _RETURNED, _COUNTED = "take_cards", "return_cards", "count_cards"
_VERIFIED: Final = "verify_cards"
_OPENED: Final = "open"
FACES: Final = 52


def sign_out_cards(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign cards out for the session that is to begin, as card keeper.

    Refuses `not_qualified`, `already_open`, `no_device` where the rules want no cards of the stock,
    `cards_unchecked` while those of the last session are not given back and counted, unless one of
    their shoes is not revealed yet, `cards_taken` where some lie there already, and as
    `stock.allot_sets` does.
    """
    with transaction.atomic(durable=True):
        table, _ = lock_closed_table(table_id, operator, stock.KEEP, *CARDS_OF_STOCK)
        check_can_sign_out_cards(TableState(table), operator)
        _take(table, _cards_needed(table), operator, reason)


def check_can_sign_out_cards(state: TableState, operator: Player) -> None:
    """Refuse what `sign_out_cards` refuses to a card keeper."""
    check_closed(state, *CARDS_OF_STOCK)
    lie = state.once(_lying)
    if lie and not state.once(_played):
        raise Refused("cards_taken")
    if lie or _countable(state.once(_used)):
        raise Refused("cards_unchecked")
    stock.check_in_stock(_cards_needed(state.table))


def return_cards(table_id: int, *, operator: Player, reason: str) -> None:
    """See the cards of a session that is over back into the main depot, as inspector.

    Refuses `not_qualified`, `no_device` where there are no cards, `already_open`, and `no_cards`
    where none lie there.
    """
    if not operator.has_perm(MAY_SERVE[Duty.INSPECTOR]):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        state = TableState(table)
        check_can_return_cards(state, operator)
        _give_back(table, state.once(_lying), operator, reason)


def check_can_return_cards(state: TableState, operator: Player) -> None:
    """Refuse what `return_cards` refuses to an inspector."""
    state.check_has_cards()
    check_closed(state)
    if not state.once(_lying):
        raise Refused("no_cards")


def count_cards(table_id: int, *, operator: Player, reason: str) -> None:
    """Count the cards that were given back and put them in order, as card keeper.

    What was dealt from them, the session's shoes, must be whole packs: otherwise they are
    withdrawn, to be examined (MC-EQ-39), and an incident is filed (MC-EQ-36). Refuses
    `not_qualified`, `no_device` where there are no cards, `already_open`, `not_given_back`, and
    `shoe_hidden` while one of the shoes is not revealed.
    """
    if not operator.has_perm(stock.KEEP):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        state = TableState(table)
        check_can_count_cards(state, operator)
        for each in state.once(_used):
            if each.differs:
                found = f"{each.differs}, {each.summary}: {reason}"
                _set_aside(table, each.sets, each.differs, operator, found)
            else:
                _count(table, each, operator, reason)


def check_can_count_cards(state: TableState, operator: Player) -> None:
    """Refuse what `count_cards` refuses to a card keeper."""
    state.check_has_cards()
    check_closed(state)
    used = state.once(_used)
    if not used:
        raise Refused("not_given_back")
    for each in used:
        if each.hidden is not None:
            raise Refused("shoe_hidden", shoe=each.hidden)


def report_cards(table_id: int, *, what: str, operator: Player, reason: str) -> None:
    """File that a card of a table is missing, extra, marked or foreign (MC-EQ-36, MC-EQ-37).

    `what` is one of `card_incidents.CLAUSES`. The table closes, as `incidents.break_off_session`
    says, and its cards are withdrawn, to be examined. Refuses `not_qualified`, and `no_device`
    where there are no cards.
    """
    assert what in card_incidents.CLAUSES
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(REPORTING, operator, table)
        check_can_report_cards(TableState(table), operator)
        inspector_id = card_incidents.inspector_of(table)
        if table.status != "closed":
            incidents.end_session(table_id, operator=operator, reason=reason)
            table = table_rows.lock(table_id)
        lie = stock.sets_in_service(stock.CARDS, table_id)
        used = [each for session in _used(table_id) for each in session.sets]
        _set_aside(table, [*lie, *used], what, operator, reason, inspector_id)


def check_can_report_cards(state: TableState, operator: Player) -> None:
    """Refuse what `report_cards` refuses to whoever may report a card of this table."""
    state.check_has_cards()
    if state.table.status != "closed":
        incidents.check_can_break_off_session(state, operator)


def check_cards_for_session(state: TableState, operator: Player) -> None:
    """Refuse a session without cards: `cards_unchecked`, `no_cards`, as `stock.allot_sets` does.

    Whoever opens a table signs for what is wanting, if he is qualified (`sign_cards_for_session`).
    Refuses `cards_differ` where the count is for the card keeper, who files what he finds.
    """
    wanted = equipment_registers.cards_needed(state.game, state.rules)
    if wanted is None or _are_ready(state, wanted):
        return
    lie, used = state.once(_lying), state.once(_used)
    if lie:
        if not operator.has_perm(MAY_SERVE[Duty.INSPECTOR]):
            raise Refused("cards_unchecked")
        used = [*used, _used_now(state.table, lie)]
    to_count = _countable(used)
    if not operator.has_perm(stock.KEEP):
        raise Refused("cards_unchecked" if to_count else "no_cards")
    if any(each.differs for each in to_count):
        raise Refused("cards_differ")
    stock.check_in_stock(wanted, [one for each in to_count for one in each.sets])


def sign_cards_for_session(table: TableRow, *, operator: Player, reason: str) -> None:
    """Give cards back, count and take them, where wanting, as whoever opens the table.

    As inspector for those that are given back, as card keeper for the count and for those that are
    taken. Cards of which a shoe is not revealed yet are counted later, and serve nowhere until
    then. Assumes the lock, and that `check_cards_for_session` has passed; refuses as
    `stock.allot_sets` does.
    """
    state = TableState(table)
    wanted = equipment_registers.cards_needed(state.game, state.rules)
    if wanted is None or _are_ready(state, wanted):
        return
    if lie := state.once(_lying):
        _give_back(table, lie, operator, reason)
    for each in _countable(_used(table.id)):
        _count(table, each, operator, reason)
    _take(table, wanted, operator, reason)


def record_verification(table: TableRow, *, operator: Player, reason: str) -> None:
    """Record that the cards of a session are counted and verified before its first shuffle.

    Whoever opens the table signs for it, before the players, to whom the page shows the cards
    (FR-2024-005, MC-029, MC-EQ-17, MC-EQ-19, ON-22). Assumes the lock.
    """
    game, rules = rule_sets.game_and_rules(table.rules_key)
    device = game.equipment(rules)
    if isinstance(device, Cards):
        _write(table, _VERIFIED, operator, f"{device.packs} × {FACES}", reason)


@dataclass(frozen=True, slots=True)
class _Used:
    """The sets of a session that is over, and the shoes that were dealt from them."""

    sets: Sequence[EquipmentSet]
    shoes: Sequence[Shoe]

    @property
    def hidden(self) -> int | None:
        """The number of a shoe that is not revealed."""
        return next((each.sequence for each in self.shoes if each.order is None), None)

    @property
    def differs(self) -> str:
        """What is wrong with the cards of a shoe; empty where all were whole packs."""
        return next(filter(None, map(_wrong, self.shoes)), "")

    @property
    def summary(self) -> str:
        """The shoes that were no whole packs, or how many were counted."""
        wrong = [str(each.sequence) for each in self.shoes if _wrong(each)]
        return f"≠ {', '.join(wrong)}" if wrong else f"{len(self.shoes)} ="


def _wrong(shoe: Shoe) -> str:
    """Return what is wrong with the cards of a shoe that is revealed; empty for whole packs."""
    dealt, whole = Counter(bytes(shoe.order or b"")), Counter([*range(FACES)] * shoe.packs)
    if whole - dealt:
        return "card_missing"
    return "card_extra" if dealt - whole else ""


def _used(table_id: int) -> list[_Used]:
    """Return what was given back from a table and is not counted, the first session first."""
    place = equipment_registers.table_place(table_id)
    back = EquipmentEntry.objects.filter(
        movement=Movement.RETURNED,
        origin=place,
        set__state=State.USED,
        register__category=stock.CARDS,
    )
    entries = back.select_related("set").order_by("number")
    found = []
    for returned, own in groupby(entries, key=lambda entry: entry.at):
        sets = [entry.set for entry in own]
        found.append(_session_of(table_id, sets, returned))
    return found


def _used_now(table: TableRow, lie: Sequence[EquipmentSet]) -> _Used:
    """Return what would be given back now."""
    return _session_of(table.id, lie, table.now)


def _session_of(table_id: int, sets: Sequence[EquipmentSet], until: datetime) -> _Used:
    place = equipment_registers.table_place(table_id)
    taken = EquipmentEntry.objects.filter(
        set__in=sets, movement=Movement.ALLOTTED, target=place, at__lt=until
    )
    last = {entry.set_id: entry.at for entry in taken.order_by("number")}
    return _Used(sets, _shoes(table_id, min(last.values()), until))


def _countable(used: Sequence[_Used]) -> list[_Used]:
    """Return what can be counted: the shoes that were dealt from it are revealed."""
    return [each for each in used if each.hidden is None]


def _lying(table_id: int) -> list[EquipmentSet]:
    return stock.sets_in_service(stock.CARDS, table_id)


def _are_ready(state: TableState, wanted: EquipmentNeed) -> bool:
    """Tell whether what lies at a table is what its next session wants."""
    return _fit(state.once(_lying), wanted) and not state.once(_played)


def _shoes(table_id: int, since: datetime, until: datetime) -> list[Shoe]:
    """Return the shoes that were made at a table in this time and dealt from."""
    made = Shoe.objects.filter(
        Exists(Round.objects.filter(shoe=OuterRef("pk"))),
        table=f"table:{table_id}",
        created_at__range=(since, until),
    )
    # A refill is what was dealt of a shoe before, and no whole packs.
    return [*made.exclude(header__has_key="refills").order_by("sequence")]


def _played(table_id: int) -> bool:
    """Tell whether a session began since cards were taken."""
    acts = FloorEvent.objects.filter(table_id=table_id, kind__in=(_TAKEN, _OPENED))
    last = acts.order_by("-pk").first()
    return last is not None and last.kind == _OPENED


def _fit(sets: Sequence[EquipmentSet], wanted: EquipmentNeed) -> bool:
    """Tell whether the cards that were taken are those that the rules want now."""
    colours = {0, *(each.colours for each in sets)}
    kinds = [each.kind for each in sets]
    return kinds == [wanted.kind] * wanted.count and wanted.colours in colours


def _cards_needed(table: TableRow) -> EquipmentNeed:
    wanted = equipment_registers.cards_needed(*rule_sets.game_and_rules(table.rules_key))
    assert wanted is not None
    return wanted


def _take(table: TableRow, wanted: EquipmentNeed, operator: Player, reason: str) -> None:
    cards = stock.allot_sets(wanted, table, operator=operator, reason=reason)
    _write(table, _TAKEN, operator, set_numbers(cards), reason)


def _give_back(
    table: TableRow, cards: Sequence[EquipmentSet], operator: Player, reason: str
) -> None:
    stock.lock_up_used_sets(cards, operator=operator, reason=reason)
    _write(table, _RETURNED, operator, set_numbers(cards), reason)


def _count(table: TableRow, used: _Used, operator: Player, reason: str) -> None:
    stock.release_counted_sets(used.sets, operator=operator, reason=reason)
    _write(table, _COUNTED, operator, used.summary, reason)


def _set_aside(
    table: TableRow,
    cards: Sequence[EquipmentSet],
    what: str,
    operator: Player,
    reason: str,
    inspector_id: int | None = None,
) -> None:
    """Withdraw cards, and file what was found."""
    if cards:
        stock.set_aside_for_examination(cards, operator=operator, reason=reason)
        _write(table, _COUNTED, operator, f"≠ {set_numbers(cards)}", reason)
    card_incidents.file_card_incident(
        table, what, inspector_id=inspector_id, operator=operator, reason=reason
    )


def set_numbers(cards: Sequence[EquipmentSet]) -> str:
    """Return the numbers of sets."""
    return ", ".join(each.serial for each in cards)


def _write(table: TableRow, kind: str, operator: Player, found: str, reason: str) -> None:
    floor_events.record(table, kind, by=operator.pk, reason=f"{found}: {reason}"[:200])
