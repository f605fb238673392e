"""The registers of equipment: the only writer of their entries, and of where each set is.

Whoever writes holds the register's row, so that its numbers have no gap and each entry hashes the
one before. It is locked after a table, and before nothing.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from casino.rng.core.canonical import Json, canonical_json
from tables.games.core.protocol import CARDS_OF_STOCK, AnyGame, Refused, SessionCheck, Shoe
from tables.models import EquipmentEntry, EquipmentRegister, EquipmentSet
from tables.rows import clock

Movement = EquipmentEntry.Movement
State = EquipmentSet.State

MAIN_DEPOT: Final = "main_depot"
BEGINNING: Final = "0" * 64
"""What stands for a hash before the first entry."""
CATEGORIES: Final[Mapping[str, str]] = {
    kind: EquipmentRegister.Category.DICE
    if kind == EquipmentSet.Kind.DICE
    else EquipmentRegister.Category.CARDS
    for kind in EquipmentSet.Kind.values
}
"""In which register a kind of set stands."""
PACKS: Final[Mapping[str, int]] = {
    EquipmentSet.Kind.SIXAIN: 6,
    EquipmentSet.Kind.HUITAIN: 8,
    EquipmentSet.Kind.PACK: 1,
}
"""How many packs a set of cards is (MC-002, MC-EQ-02)."""
_BECOMES: Final[Mapping[str, State]] = {
    Movement.RECEIVED: State.NEW,
    Movement.ALLOTTED: State.IN_SERVICE,
    Movement.RETURNED: State.USED,
    Movement.COUNTED: State.CHECKED,
    Movement.WITHDRAWN: State.WITHDRAWN,
    Movement.ANNOUNCED: State.WITHDRAWN,
    Movement.DESTROYED: State.DESTROYED,
}
"""The state that a movement leaves a set in; by the others it keeps its own."""


@dataclass(frozen=True, slots=True)
class EquipmentNeed:
    """What a session takes from the stock."""

    kind: str
    count: int = 1
    colours: int = 0
    """In how many colours the backs of a set are; 0 for any."""
    new: bool = True
    """None of it has served in a session before."""

    def is_met_by(self, taken: "EquipmentNeed | None") -> bool:
        """Tell whether the equipment that was taken meets this need."""
        if taken is None or (self.kind, self.count) != (taken.kind, taken.count):
            return False
        return self.colours in (0, taken.colours) and self.new <= taken.new


def cards_needed(game: AnyGame, rules: Any) -> EquipmentNeed | None:
    """Return the cards that a session by these rules takes; `None` where it takes none.

    Six packs are a sixain, eight a huitain (MC-002); any other number is taken pack by pack.
    """
    checked, device = game.needs(rules).session_check, game.equipment(rules)
    if checked not in CARDS_OF_STOCK:
        return None
    assert isinstance(device, Shoe)
    kind, packs = next((kind, packs) for kind, packs in PACKS.items() if not device.packs % packs)
    colours = len({*device.backs}) if packs > 1 else 1
    return EquipmentNeed(
        kind,
        device.packs // packs,
        colours=colours if colours > 1 else 0,
        new=checked is SessionCheck.NEW_CARDS,
    )


def table_place(table_id: int) -> str:
    """Return the place of what is in service at a table."""
    return f"table:{table_id}"


def lock_register(category: str) -> EquipmentRegister:
    """Return a register with its lock; refuses `no_register` where none was opened."""
    found = EquipmentRegister.objects.select_for_update().filter(category=category).first()
    if found is None:
        raise Refused("no_register")
    return found


def lock_sets(set_ids: Collection[int]) -> list[EquipmentSet]:
    """Return these sets, each with the lock of its register; refuses `no_such_set`."""
    wanted = EquipmentSet.objects.filter(pk__in=set_ids)
    registers = {*wanted.values_list("register_id", flat=True)}
    # The row is locked, and what it says is read after.
    list(EquipmentRegister.objects.select_for_update().filter(pk__in=registers).order_by("pk"))
    found = list(wanted.order_by("pk"))
    if not found or len(found) < len({*set_ids}):
        raise Refused("no_such_set")
    return found


def record_movement(
    sets: Sequence[EquipmentSet],
    movement: Movement,
    *,
    target: str | None,
    by: int,
    reason: str,
    control: str = "",
) -> None:
    """Write a movement of these sets, an entry each, and where they are now.

    Without a `target` each stays where it is. Assumes the locks of their registers.
    """
    at = clock.database_now()
    for register_id, own in _by_register(sets).items():
        last = EquipmentEntry.objects.filter(register_id=register_id).order_by("-number").first()
        number, before = (last.number, last.hash) if last else (0, BEGINNING)
        entries = []
        for each in own:
            number += 1
            entry = EquipmentEntry(
                register_id=register_id,
                number=number,
                set=each,
                movement=movement,
                origin=each.place,
                target=each.place if target is None else target,
                by_id=by,
                control=control,
                reason=reason[:200],
                at=at,
            )
            before = entry.hash = _hash(entry, before)
            entries.append(entry)
        EquipmentEntry.objects.bulk_create(entries)
    for each in sets:
        each.place = each.place if target is None else target
        each.state = _BECOMES.get(movement, State(each.state))
    EquipmentSet.objects.bulk_update(sets, ["place", "state"])


def first_broken_entry(register: EquipmentRegister) -> int | None:
    """Return the number that an entry should have which does not follow the one before it."""
    before = BEGINNING
    entries = EquipmentEntry.objects.filter(register=register).select_related("set")
    for number, entry in enumerate(entries.order_by("number").iterator(), 1):
        if entry.number != number or entry.hash != _hash(entry, before):
            return number
        before = entry.hash
    return None


def _by_register(sets: Iterable[EquipmentSet]) -> dict[int, list[EquipmentSet]]:
    found: dict[int, list[EquipmentSet]] = {}
    for each in sets:
        found.setdefault(each.register_id, []).append(each)
    return found


def _hash(entry: EquipmentEntry, before: str) -> str:
    fields: dict[str, Json] = {
        "before": before,
        "number": entry.number,
        "kind": str(entry.set.kind),
        "serial": entry.set.serial,
        "order": entry.set.purchase_order,
        "movement": str(entry.movement),
        "origin": entry.origin,
        "target": entry.target,
        "by": entry.by_id,
        "control": entry.control,
        "reason": entry.reason,
        "at": entry.at.isoformat(),
    }
    return hashlib.sha256(canonical_json(fields)).hexdigest()
