"""The stock of dice and cards: received, moved between depots, withdrawn, destroyed.

Services of the card keeper, the games management, an inspector and the state's authorities, each
with a name and a reason. What they do is an entry of the register (MC-EQ-04, MC-EQ-06, MC-EQ-44),
under its lock. A set is in one place at a time: a depot, or the table that it serves (MC-EQ-12,
MC-EQ-51). A used or withdrawn one is destroyed before an inspector, once the state's control has
had its notice (MC-EQ-15, MC-EQ-52).
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.timezone import localtime

from casino.players.models import Player
from tables.games.core.protocol import Duty, Refused
from tables.models import (
    EquipmentEndorsement,
    EquipmentEntry,
    EquipmentRegister,
    EquipmentSet,
    Notice,
)
from tables.rows import clock, equipment_registers, notices
from tables.rows.equipment_registers import MAIN_DEPOT, PACKS, EquipmentNeed, Movement, State
from tables.rows.table_rows import TableRow
from tables.staff.services import MAY_SERVE

KEEP: Final = "tables.keep_stock"
"""The permission of a card keeper."""
DESTROY: Final = "tables.destroy_equipment"
"""The permission of the games management."""
OPEN: Final = "tables.open_register"
"""The permission of the Government Commissioner."""
ENDORSE: Final = "tables.endorse_register"
"""The permission of the state's control."""
ANNEXES: Final = range(1, 10)
DEPOTS: Final = (MAIN_DEPOT, *(f"annex_depot:{number}" for number in ANNEXES))
READY: Final = (State.CHECKED, State.NEW)
"""The states in which cards may serve a session."""
MOST: Final = 200
"""Sets that one act receives."""
DICE: Final = EquipmentSet.Kind.DICE
CARDS: Final = EquipmentRegister.Category.CARDS


def open_register(category: str, *, operator: Player, reason: str) -> None:
    """Open the register of a category as the Government Commissioner (MC-EQ-05).

    Refuses `not_qualified` and `register_open`.
    """
    _may(operator, OPEN)
    _, opened = EquipmentRegister.objects.get_or_create(
        category=category,
        defaults={"opened_by": operator, "reason": reason, "opened_at": clock.database_now()},
    )
    if not opened:
        raise Refused("register_open")


def receive_sets(
    kind: str,
    *,
    lot: str,
    count: int,
    purchase_order: str,
    operator: Player,
    reason: str,
    colours: int = 1,
) -> None:
    """Receive so many sets of a maker's lot into the main depot (MC-EQ-04).

    Numbered `lot/1` and on; `colours` is how many the backs of a set have. Refuses
    `not_qualified`, `no_register`, `too_many_sets`, and `received_already` where one of the numbers
    is in the register.
    """
    _may(operator, KEEP)
    if not 0 < count <= MOST:
        raise Refused("too_many_sets", most=MOST)
    with transaction.atomic(durable=True):
        register = equipment_registers.lock_register(equipment_registers.CATEGORIES[kind])
        serials = [f"{lot}/{number}" for number in range(1, count + 1)]
        known = EquipmentSet.objects.filter(serial__in=serials).order_by("pk").first()
        if known is not None:
            raise Refused("received_already", set=known.serial)
        sets = EquipmentSet.objects.bulk_create(
            EquipmentSet(
                register=register,
                kind=kind,
                serial=serial,
                purchase_order=purchase_order,
                colours=colours,
                state=State.NEW,
            )
            for serial in serials
        )
        equipment_registers.record_movement(
            sets, Movement.RECEIVED, target=MAIN_DEPOT, by=operator.pk, reason=reason
        )


def top_up_stock(
    wanted: EquipmentNeed, *, lot: str, purchase_order: str, operator: Player, reason: str
) -> None:
    """Receive what is wanting until so many sets are ready, in a maker's lot for each receipt.

    Refuses as `receive_sets` does.
    """
    for _ in range(-(-wanted.count // MOST)):
        wanting = wanted.count - ready_sets(wanted).count()
        if wanting <= 0:
            return
        known = EquipmentSet.objects.filter(kind=wanted.kind).count()
        receive_sets(
            wanted.kind,
            lot=f"{lot}-{known}" if known else lot,
            count=min(wanting, MOST),
            colours=wanted.colours or 1,
            purchase_order=purchase_order,
            operator=operator,
            reason=reason,
        )


class ReadySets:
    """How many sets of the stock may serve a session, counted once for many tables; reads only."""

    def __init__(self) -> None:
        found = EquipmentSet.objects.filter(state__in=READY).values("kind", "colours", "state")
        self._left = {
            (each["state"] == State.NEW, each["kind"], each["colours"]): each["count"]
            for each in found.annotate(count=Count("pk")).order_by()
        }

    def take(self, wanted: EquipmentNeed) -> bool:
        """Set aside what a session takes, those that have served first; False for too few."""
        fit = [
            (new, kind, colours)
            for new, kind, colours in sorted(self._left)
            if kind == wanted.kind and wanted.colours in (0, colours) and new >= wanted.new
        ]
        if sum(self._left[each] for each in fit) < wanted.count:
            return False
        wanting = wanted.count
        for each in fit:
            taken = min(wanting, self._left[each])
            self._left[each] -= taken
            wanting -= taken
        return True


def ready_sets(wanted: EquipmentNeed) -> QuerySet[EquipmentSet]:
    """Return the sets of a kind that may serve a session, those that have served one first."""
    found = EquipmentSet.objects.filter(
        kind=wanted.kind, state__in=[State.NEW] if wanted.new else READY
    )
    if wanted.colours:
        found = found.filter(colours=wanted.colours)
    # "checked" comes before "new".
    return found.order_by("state", "pk")


def move_sets(set_ids: Collection[int], depot: str, *, operator: Player, reason: str) -> None:
    """Move sets to another depot (MC-EQ-07).

    Refuses `not_qualified`, `not_in_depot` for what is in service or gone, and `main_depot_only`
    for what was withdrawn (MC-EQ-39).
    """
    _may(operator, KEEP)
    assert depot in DEPOTS
    with transaction.atomic(durable=True):
        sets = equipment_registers.lock_sets(set_ids)
        check_can_move_sets(sets, operator)
        equipment_registers.record_movement(
            sets, Movement.MOVED, target=depot, by=operator.pk, reason=reason
        )


def check_can_move_sets(sets: Collection[EquipmentSet], operator: Player) -> None:
    """Refuse what `move_sets` does, to a card keeper."""
    _check_in_depots(sets)
    for each in sets:
        if each.state == State.WITHDRAWN:
            raise Refused("main_depot_only", set=each.serial)


def withdraw_sets(set_ids: Collection[int], *, operator: Player, reason: str) -> None:
    """Withdraw worn or damaged sets to the main depot: they serve no more (MC-EQ-39).

    Refuses `not_qualified`, `not_in_depot`, and `withdrawn_already`.
    """
    _may(operator, KEEP)
    with transaction.atomic(durable=True):
        sets = equipment_registers.lock_sets(set_ids)
        check_can_withdraw_sets(sets, operator)
        equipment_registers.record_movement(
            sets, Movement.WITHDRAWN, target=MAIN_DEPOT, by=operator.pk, reason=reason
        )


def check_can_withdraw_sets(sets: Collection[EquipmentSet], operator: Player) -> None:
    """Refuse what `withdraw_sets` does, to a card keeper."""
    _check_in_depots(sets)
    for each in sets:
        if each.state == State.WITHDRAWN:
            raise Refused("withdrawn_already", set=each.serial)


def announce_destruction(set_ids: Collection[int], *, operator: Player, reason: str) -> None:
    """Announce a destruction as the games management: the state's control has a notice of it.

    What was counted would serve again: from now on it does not, and lies in the main depot.
    Refuses `not_qualified`, `not_in_depot`, `not_worn` for what is new, and `announced_already`.
    """
    _may(operator, DESTROY)
    with transaction.atomic(durable=True):
        sets = equipment_registers.lock_sets(set_ids)
        check_can_announce_destruction(sets, operator)
        equipment_registers.record_movement(
            sets, Movement.ANNOUNCED, target=MAIN_DEPOT, by=operator.pk, reason=reason
        )
        _tell_control(uuid4(), sets, operator, reason)


def check_can_announce_destruction(sets: Collection[EquipmentSet], operator: Player) -> None:
    """Refuse what `announce_destruction` does, to the games management."""
    _check_in_depots(sets)
    for each in sets:
        if each.state == State.NEW:
            raise Refused("not_worn", set=each.serial)
        last = each.entries.order_by("number").last()
        if last is not None and last.movement == Movement.ANNOUNCED:
            raise Refused("announced_already", set=each.serial)


def record_destruction(
    set_ids: Collection[int], *, operator: Player, reason: str, control: str = ""
) -> None:
    """Record, as the inspector who attended, that sets were destroyed.

    `control` names the agent of the state's control who attended, if one did. Refuses
    `not_qualified`, `not_in_depot`, `not_announced`, `announced_it` to the one who announced it,
    and `notice_runs` until the control has had its notice for `DESTRUCTION_NOTICE_HOURS`.
    """
    _may(operator, MAY_SERVE[Duty.INSPECTOR])
    with transaction.atomic(durable=True):
        sets = equipment_registers.lock_sets(set_ids)
        check_can_record_destruction(sets, operator)
        equipment_registers.record_movement(
            sets,
            Movement.DESTROYED,
            target="",
            by=operator.pk,
            reason=reason,
            control=control,
        )


def check_can_record_destruction(sets: Collection[EquipmentSet], operator: Player) -> None:
    """Refuse what `record_destruction` does, to an inspector."""
    _check_in_depots(sets)
    for each in sets:
        announced = each.entries.filter(movement=Movement.ANNOUNCED).order_by("number").last()
        if announced is None:
            raise Refused("not_announced", set=each.serial)
        if announced.by_id == operator.pk:
            raise Refused("announced_it")
        earliest = announced.at + _notice()
        if clock.database_now() < earliest:
            raise Refused("notice_runs", earliest=int(earliest.timestamp() * 1000))


def endorse_register(register_id: int, *, operator: Player, reason: str) -> None:
    """Endorse a register up to its last entry, as the state's control (MC-EQ-08).

    Refuses `not_qualified`, `register_broken` where an entry does not follow the one before, and
    `nothing_to_endorse` where he has seen the last.
    """
    _may(operator, ENDORSE)
    with transaction.atomic(durable=True):
        register = EquipmentRegister.objects.select_for_update().get(pk=register_id)
        EquipmentEndorsement.objects.create(
            register=register,
            up_to=number_to_endorse(register),
            by=operator,
            reason=reason,
            at=clock.database_now(),
        )


def number_to_endorse(register: EquipmentRegister) -> int:
    """Return up to which entry a register is to be endorsed; refuses as `endorse_register` does."""
    broken = equipment_registers.first_broken_entry(register)
    if broken is not None:
        raise Refused("register_broken", number=broken)
    last = EquipmentEntry.objects.filter(register=register).order_by("number").last()
    seen = register.endorsements.order_by("up_to").last()
    if last is None or (seen is not None and seen.up_to == last.number):
        raise Refused("nothing_to_endorse")
    return last.number


def allot_sets(
    wanted: EquipmentNeed, table: TableRow, *, operator: Player, reason: str
) -> list[EquipmentSet]:
    """Put the oldest sets of a kind in service at a table, and return them (MC-EQ-38, MC-EQ-45).

    What was counted after a session serves again, before what is new, unless new ones are wanted
    (MC-012). Assumes the table's lock. Refuses `no_register`, `no_dice_in_stock` and
    `no_cards_in_stock`.
    """
    equipment_registers.lock_register(equipment_registers.CATEGORIES[wanted.kind])
    sets = _found_in_stock(wanted)
    place = equipment_registers.table_place(table.id)
    equipment_registers.record_movement(
        sets, Movement.ALLOTTED, target=place, by=operator.pk, reason=reason
    )
    return sets


def check_in_stock(wanted: EquipmentNeed, released: Collection[EquipmentSet] = ()) -> None:
    """Refuse as `allot_sets` does; `released` are sets that serve again before it is called."""
    register = equipment_registers.CATEGORIES[wanted.kind]
    if not EquipmentRegister.objects.filter(category=register).exists():
        raise Refused("no_register")
    fit = 0 if wanted.new else sum(_is_of(each, wanted) for each in released)
    if fit < wanted.count:
        _found_in_stock(wanted, wanted.count - fit)


def _is_of(each: EquipmentSet, wanted: EquipmentNeed) -> bool:
    return each.kind == wanted.kind and wanted.colours in (0, each.colours)


def _found_in_stock(wanted: EquipmentNeed, count: int | None = None) -> list[EquipmentSet]:
    """Return so many ready sets, by default those that are wanted, or refuse."""
    count = wanted.count if count is None else count
    sets = [*ready_sets(wanted)[:count]]
    if len(sets) < count:
        if wanted.kind == DICE:
            raise Refused("no_dice_in_stock")
        raise Refused("no_cards_in_stock", count=wanted.count, packs=PACKS[wanted.kind])
    return sets


def sets_in_service(category: str, table_id: int) -> list[EquipmentSet]:
    """Return the sets of a category that are in service at a table."""
    place = equipment_registers.table_place(table_id)
    found = EquipmentSet.objects.filter(place=place, state=State.IN_SERVICE)
    return [*found.filter(register__category=category).order_by("pk")]


def lock_up_used_sets(used: Sequence[EquipmentSet], *, operator: Player, reason: str) -> None:
    """Lock the sets of a session that is over up in the main depot (MC-EQ-33, MC-EQ-51).

    Assumes the lock of the table that they served.
    """
    _enter(used, Movement.RETURNED, MAIN_DEPOT, operator, reason)


def release_counted_sets(counted: Sequence[EquipmentSet], *, operator: Player, reason: str) -> None:
    """Record that used sets were counted and found whole: they may serve again (MC-EQ-34).

    Assumes the lock of the table that they served.
    """
    _enter(counted, Movement.COUNTED, None, operator, reason)


def set_aside_for_examination(
    sets: Sequence[EquipmentSet], *, operator: Player, reason: str
) -> None:
    """Withdraw sets to the main depot, where they are examined (MC-EQ-39).

    Assumes the lock of the table that they served.
    """
    _enter(sets, Movement.WITHDRAWN, MAIN_DEPOT, operator, reason)


def _enter(
    sets: Sequence[EquipmentSet],
    movement: Movement,
    target: str | None,
    operator: Player,
    reason: str,
) -> None:
    equipment_registers.lock_sets([each.pk for each in sets])
    equipment_registers.record_movement(
        sets, movement, target=target, by=operator.pk, reason=reason
    )


def _may(operator: Player, permission: str) -> None:
    if not operator.has_perm(permission):
        raise Refused("not_qualified")


def _check_in_depots(sets: Collection[EquipmentSet]) -> None:
    for each in sets:
        if each.place not in DEPOTS:
            raise Refused("not_in_depot", set=each.serial)


def _tell_control(
    order: UUID, sets: Collection[EquipmentSet], operator: Player, reason: str
) -> None:
    """Write the notices that a destruction owes to the state's control, one for each clause."""
    at = clock.database_now()
    for clause, own in (
        ("MC-EQ-52", [each.serial for each in sets if each.kind == DICE]),
        ("MC-EQ-15", [each.serial for each in sets if each.kind != DICE]),
    ):
        if own:
            notices.write(
                f"destruction:{order}:{clause}",
                Notice.Kind.DESTRUCTION,
                addressee=Notice.Addressee.STATE_CONTROL,
                clause=clause,
                detail={
                    "sets": ", ".join(own),
                    "earliest": f"{localtime(at + _notice()):%Y-%m-%d %H:%M}",
                    "reason": reason,
                },
                by=operator.pk,
                at=at,
            )


def _notice() -> timedelta:
    return timedelta(hours=settings.DESTRUCTION_NOTICE_HOURS)
