"""Wheels, bowls and dice: checked before a session and after it, and signed for.

Services of operators, under the table's lock. What was found and who signed is a `FloorEvent`, the
register of the table (MC-EQ-47), which nothing changes. A wheel is checked by maintenance
and signed for by an inspector, who is another person (MC-EQ-60). Five new dice of the stock are
allotted to each session, and checked and locked up after it, by the deputy director (MC-EQ-45,
MC-EQ-48, MC-EQ-49, MC-EQ-51).
"""

from collections import Counter
from typing import Final

from django.db import transaction

from casino.players.models import Player
from casino.rng.conformity import gate
from casino.rng.core import health
from casino.rng.models import Draw, Reading
from casino.rng.monitoring import watch
from tables.equipment import stock
from tables.games.core.protocol import AnyGame, Duty, Refused, SessionCheck
from tables.games.core.protocol import Draw as Falls
from tables.models import FloorEvent
from tables.projections import round_rows
from tables.projections.table_state import TableState
from tables.rows import equipment_registers, floor_events, rule_sets, table_rows
from tables.rows.equipment_registers import EquipmentNeed
from tables.rows.table_rows import TableRow
from tables.staff.services import MAY_SERVE

CHECK: Final = "tables.check_device"
"""The permission of maintenance."""
SIGN_FOR_DICE: Final = "tables.sign_for_dice"
"""The permission of a deputy director."""
IN_SESSION: Final = range(1, 6)
"""A session has five dice (MC-EQ-45)."""
FACES: Final = 6
RECENT: Final = 1000
"""Draws of the table that a check counts."""
_CHECKED, _SIGNED = "check_device", "sign_device"
_ALLOTTED, _EXAMINED = "allot_dice", "check_dice"
CHANGED: Final = "change_dice"
"""The dice of a session were examined, and others allotted."""
_OPENED: Final = "open"


def check_device(table_id: int, *, operator: Player, reason: str) -> None:
    """Check a closed table's device as maintenance: the generator, its ways to fall, what fell.

    Refuses `not_qualified`, `already_open`, `no_device` where the rules want none checked, and
    `generator_stopped` while nothing may be drawn.
    """
    _check_generator()
    with transaction.atomic(durable=True):
        table, game = lock_closed_table(table_id, operator, CHECK, SessionCheck.DEVICE)
        _, rules = rule_sets.game_and_rules(table.rules_key)
        falls = game.equipment(rules)
        assert isinstance(falls, Falls)
        (ways,) = falls.sides
        fallen = Draw.objects.filter(table=f"table:{table_id}", values__isnull=False)
        recent = fallen.order_by("-sequence").values_list("values", flat=True)[:RECENT]
        found = _frequency_text(Counter(value for values in recent for value in values or ()), ways)
        measured = Reading.objects.filter(
            statistic=watch.statistic_of_device(f"table:{table_id}", ways)
        )
        day = _measured_text(measured.order_by("-day").first())
        _write(table, _CHECKED, operator, f"{ways}: {found}{day}", reason)


def check_can_check_device(state: TableState, operator: Player) -> None:
    """Refuse what `check_device` refuses to maintenance."""
    check_closed(state, SessionCheck.DEVICE)
    _check_generator()


def _check_generator() -> None:
    try:
        gate.may_deal()
    except health.Broken:
        raise Refused("generator_stopped") from None


def check_where_wanted(table_id: int, *, operator: Player, reason: str) -> None:
    """Check a closed table's device (`check_device`); do nothing where its rules want no check."""
    try:
        check_device(table_id, operator=operator, reason=reason)
    except Refused as refused:
        if refused.code != "no_device":
            raise


def sign_check(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign the check of a device, as an inspector other than the one who made it.

    Refuses as `check_device` does, `not_checked` where none waits, and `checked_it`.
    """
    with transaction.atomic(durable=True):
        table, _ = lock_closed_table(
            table_id, operator, MAY_SERVE[Duty.INSPECTOR], SessionCheck.DEVICE
        )
        check_can_sign_check(TableState(table), operator)
        _write(table, _SIGNED, operator, "", reason)


def check_can_sign_check(state: TableState, operator: Player) -> None:
    """Refuse what `sign_check` refuses to an inspector."""
    check_closed(state, SessionCheck.DEVICE)
    last = _since_open(state)[:1]
    if [each.kind for each in last] != [_CHECKED]:
        raise Refused("not_checked")
    if last[0].by_id == operator.pk:
        raise Refused("checked_it")


def check_dice(table_id: int, *, operator: Player, reason: str) -> None:
    """Check the dice of the session that is over, as deputy director: each die's faces, counted.

    Refuses as `check_device` does, and `not_allotted` where no session's dice wait for it.
    """
    with transaction.atomic(durable=True):
        table, game = lock_closed_table(table_id, operator, SIGN_FOR_DICE, SessionCheck.DICE)
        check_can_check_dice(TableState(table), operator)
        _examine(table, game, operator, reason)


def check_can_check_dice(state: TableState, operator: Player) -> None:
    """Refuse what `check_dice` refuses to a deputy director."""
    check_closed(state, SessionCheck.DICE)
    if not _is_check_owed(state):
        raise Refused("not_allotted")


def check_device_for_session(state: TableState, operator: Player) -> None:
    """Refuse a session without its check: `device_unchecked`, `dice_unchecked`, `no_dice`.

    Also as `stock.check_in_stock` does. An operator who is qualified makes up for what is missing,
    see `sign_device_for_session`.
    """
    match state.needs.session_check:
        case SessionCheck.DEVICE:
            last = _since_open(state)[:1]
            if not last or last[0].kind not in (_CHECKED, _SIGNED):
                raise Refused("device_unchecked")
            inspects = operator.has_perm(MAY_SERVE[Duty.INSPECTOR])
            if last[0].kind == _CHECKED and (not inspects or last[0].by_id == operator.pk):
                raise Refused("device_unchecked")
        case SessionCheck.DICE:
            signs = operator.has_perm(SIGN_FOR_DICE)
            if _is_check_owed(state) and not signs:
                raise Refused("dice_unchecked")
            if not _are_dice_allotted(state):
                if not signs:
                    raise Refused("no_dice")
                stock.check_in_stock(EquipmentNeed(stock.DICE))
        case SessionCheck.CARDS | SessionCheck.NEW_CARDS | None:
            pass


def sign_device_for_session(table: TableRow, *, operator: Player, reason: str) -> None:
    """Sign the check of maintenance, or examine the last dice and allot others, where wanting.

    Assumes the lock, and that `check_device_for_session` has passed; refuses as `stock.allot_sets`
    does.
    """
    state = TableState(table)
    match state.needs.session_check:
        case SessionCheck.DEVICE:
            if _since_open(state)[0].kind == _CHECKED:
                _write(table, _SIGNED, operator, "", reason)
        case SessionCheck.DICE:
            if _is_check_owed(state):
                _examine(table, state.game, operator, reason)
            if not _are_dice_allotted(state):
                _allot(table, operator, reason)
        case SessionCheck.CARDS | SessionCheck.NEW_CARDS | None:
            pass


def allot_dice(table_id: int, *, operator: Player, reason: str) -> None:
    """Allot five new dice to the session that is to begin, as deputy director.

    Refuses as `check_device` and `stock.allot_sets` do, `dice_unchecked` while those of the last
    session are not checked, and `already_allotted`.
    """
    with transaction.atomic(durable=True):
        table, _ = lock_closed_table(table_id, operator, SIGN_FOR_DICE, SessionCheck.DICE)
        check_can_allot_dice(TableState(table), operator)
        _allot(table, operator, reason)


def check_can_allot_dice(state: TableState, operator: Player) -> None:
    """Refuse what `allot_dice` refuses to a deputy director."""
    check_closed(state, SessionCheck.DICE)
    if _is_check_owed(state):
        raise Refused("dice_unchecked")
    if _are_dice_allotted(state):
        raise Refused("already_allotted")
    stock.check_in_stock(EquipmentNeed(stock.DICE))


def change_dice(table_id: int, *, operator: Player, reason: str) -> None:
    """Examine the dice of a session and allot five others, as deputy director, between two throws.

    Refuses `not_qualified`, `no_device` where no dice are thrown, `table_closed`, `round_in_play`,
    and as `stock.allot_sets` does.
    """
    if not operator.has_perm(SIGN_FOR_DICE):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        state = TableState(table, around)
        check_can_change_dice(state, operator)
        _examine(table, state.game, operator, reason)
        _allot(table, operator, reason, CHANGED)


def check_can_change_dice(state: TableState, operator: Player) -> None:
    """Refuse what `change_dice` refuses to a deputy director."""
    if state.needs.session_check is not SessionCheck.DICE:
        raise Refused("no_device")
    state.check_not_closed()
    state.check_no_round()
    stock.check_in_stock(EquipmentNeed(stock.DICE))


def die_serial(dice: str, die: int) -> str:
    """Return the number on a die of a set, which no other die of the house has (MC-EQ-43)."""
    return f"{dice}-{die}"


def lock_closed_table(
    table_id: int, operator: Player, permission: str, *wanted: SessionCheck
) -> tuple[TableRow, AnyGame]:
    """Return a closed table, locked, and its game; refuses as `check_device` says.

    `no_device` only where something is `wanted` of its rules.
    """
    if not operator.has_perm(permission):
        raise Refused("not_qualified")
    state = TableState(table_rows.lock(table_id))
    check_closed(state, *wanted)
    return state.table, state.game


def check_closed(state: TableState, *wanted: SessionCheck) -> None:
    """Refuse `no_device` where none of this is wanted of the rules, and `already_open`."""
    if wanted and state.needs.session_check not in wanted:
        raise Refused("no_device")
    if state.table.status != "closed":
        raise Refused("already_open")


def _register(table_id: int) -> list[FloorEvent]:
    """Return what was checked, signed and opened at a table, the last first."""
    kinds = (_CHECKED, _SIGNED, _ALLOTTED, CHANGED, _EXAMINED, _OPENED)
    return [*FloorEvent.objects.filter(table_id=table_id, kind__in=kinds).order_by("-pk")]


def _since_open(state: TableState) -> list[FloorEvent]:
    """Return what was checked and signed since the last session began, the last first."""
    found = []
    for each in state.once(_register):
        if each.kind == _OPENED:
            break
        found.append(each)
    return found


def _are_dice_allotted(state: TableState) -> bool:
    """Tell whether dice lie ready for the session that is to begin."""
    return any(each.kind == _ALLOTTED for each in _since_open(state))


def _is_check_owed(state: TableState) -> bool:
    """Tell whether the dice of the last session have not been checked (MC-EQ-50)."""
    played = False
    for each in state.once(_register):
        if each.kind in (_ALLOTTED, CHANGED, _EXAMINED):
            return each.kind == CHANGED or (played and each.kind == _ALLOTTED)
        played = played or each.kind == _OPENED
    return False


def _allot(table: TableRow, operator: Player, reason: str, kind: str = _ALLOTTED) -> None:
    (dice,) = stock.allot_sets(EquipmentNeed(stock.DICE), table, operator=operator, reason=reason)
    serials = (
        f"{die_serial(dice.serial, IN_SESSION[0])} … {die_serial(dice.serial, IN_SESSION[-1])}"
    )
    _write(table, kind, operator, serials, reason)


def _examine(table: TableRow, game: AnyGame, operator: Player, reason: str) -> None:
    given = FloorEvent.objects.filter(table_id=table.id, kind__in=(_ALLOTTED, CHANGED))
    last = given.order_by("pk").last()
    assert last is not None
    faces: dict[int, Counter[int]] = {die: Counter() for die in IN_SESSION}
    for die, face in round_rows.dice_thrown_since(table.id, game, last.seq):
        faces[die][face - 1] += 1
    results = "; ".join(
        f"{die}: {_frequency_text(counted, FACES)}" for die, counted in faces.items()
    )
    (dice,) = stock.sets_in_service(equipment_registers.CATEGORIES[stock.DICE], table.id)
    _write(table, _EXAMINED, operator, f"{dice.serial}, {results}", reason)
    stock.lock_up_used_sets([dice], operator=operator, reason=reason)


def _frequency_text(counted: Counter[int], ways: int) -> str:
    """Return how often something fell, and the chi-square statistic of it where that is much."""
    total = counted.total()
    if not total:
        return "0"
    expected = total / ways
    statistic = sum((counted[value] - expected) ** 2 for value in range(ways)) / expected
    return f"{total}, χ² {statistic:.1f}"


def _measured_text(last: Reading | None) -> str:
    """Return what the house measured of the device on the last day on which it served, if any.

    Judged by itself and against the day’s threshold in `casino.rng.monitoring.watch`; `!` is its
    alarm.
    """
    if last is None or last.p is None:
        return ""
    return f", {last.day} n {last.sample} p {last.p:.2g}{' !' if last.alarming else ''}"


def _write(table: TableRow, kind: str, operator: Player, found: str, reason: str) -> None:
    note = f"{found}: {reason}" if found else reason
    floor_events.record(table, kind, by=operator.pk, reason=note[:200])
