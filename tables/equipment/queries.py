"""What the registers of equipment come to, day by day."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils.timezone import localdate

from tables.models import EquipmentRegister


@dataclass(frozen=True, slots=True)
class RegisterDay:
    """The movements of a day at one place, in sets, and what it held in the evening."""

    day: date
    place: str
    came: int
    went: int
    holds: int


def daily_statement(register: EquipmentRegister) -> list[RegisterDay]:
    """Return the side account of a register: its days with movements, the last first (MC-EQ-07)."""
    return [*_days(register)][::-1]


def _days(register: EquipmentRegister) -> Iterator[RegisterDay]:
    held = Counter[str]()
    moved = register.entries.order_by("number").values_list("at", "origin", "target")
    for day, entries in groupby(moved.iterator(), key=lambda entry: localdate(entry[0])):
        came, went = Counter[str](), Counter[str]()
        for _, origin, target in entries:
            if origin != target:
                went[origin] += 1
                came[target] += 1
        held.update(came)
        held.subtract(went)
        for place in sorted({*came, *went} - {""}, reverse=True):
            yield RegisterDay(day, place, came[place], went[place], held[place])
