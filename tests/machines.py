"""Machines that are worked at: who has their keys, and what is done with these."""

from typing import Any, Final
from uuid import uuid4

from django.contrib.auth.models import Permission

from casino.players.models import Player
from tables import tasks
from tables.incidents import services as incidents
from tables.machines import complaints, identities, interventions, keys, reliefs
from tables.machines.keys import KEYS, Key
from tables.models import KeyLoan, Relief
from tables.staff.authority import RUN_MACHINES
from tests.floor import House

_LOOKS: Final = ("view_keyloan", "view_machine", "view_relief", "view_sheetbundle")


def officer_with(name: str, *permissions: str) -> Player:
    """Return who may do this and nothing else, enrolled at first mention."""
    found = Player.objects.filter(username=name).first()
    if found is None:
        found = Player.objects.create_user(name, password="pass", is_staff=True)
        names = [each.partition(".")[2] for each in permissions]
        may = Permission.objects.filter(codename__in=names)
        # Whom the office lets do something reads what he does it with.
        looks = Permission.objects.filter(codename__in=_LOOKS)
        found.user_permissions.set(may | looks)
    return found


def order(house: House, what: str, reason: str = "why", **given: Any) -> None:
    """Give an order of the machines, each by the service that the office gives it by."""
    told: dict[str, Any] = {"operator": house.operator, "reason": reason, **given}
    match what:
        case "identify":
            identities.record_identity(
                house.table_id, **{"kind": "passport", "number": "12 ab-345", **told}
            )
        case "decide_complaint":
            complaints.decide_complaint(house.table_id, **{**told, "operator": supervisor()})
        case _:
            incidents.give_game_order(house.table_id, what=what, **told)


def equip(house: House) -> None:
    """Promise the next draw, as a worker does."""
    if house.table.draw_id is None:
        tasks.make_equipment(house.table_id, house.table.shoe_sequence)


def supervisor() -> Player:
    """Return the machines' supervisor."""
    return officer_with("sara", KEYS[Key.DEVICE].lends, RUN_MACHINES)


def mechanic(name: str = "max") -> Player:
    """Return a mechanic."""
    return officer_with(name, KEYS[Key.DEVICE].holds)


def lend_device(house: House, person: Player) -> KeyLoan:
    """Lend the key of a machine."""
    order, told = uuid4(), {"minutes": 60, "reason": "reel 2 stuck"}
    keys.lend_key(Key.DEVICE, house.table_id, person, operator=supervisor(), order=order, **told)
    return KeyLoan.objects.get(pk=order)


def open_device(house: House, reason: str = "reel 2 stuck") -> KeyLoan:
    """Open a machine as its mechanic, by a key that he is lent."""
    loan = lend_device(house, mechanic())
    equip(house)
    interventions.open_machine(house.table_id, operator=mechanic(), reason=reason)
    return loan


def close_device(house: House, reason: str = "reel 2 loose") -> None:
    """Sign the sheet, give the key back, and put the machine back in service."""
    interventions.sign_sheet(house.table_id, operator=mechanic(), reason=reason)
    (loan,) = KeyLoan.objects.filter(machine_id=house.table_id, key="device", returned_at=None)
    keys.return_key(loan.pk, operator=mechanic(), reason=reason)
    equip(house)
    interventions.put_back_in_service(house.table_id, operator=supervisor(), reason=reason)


def watcher() -> Player:
    """Return the sworn surveillance."""
    return officer_with("vera", reliefs.WATCH)


def cashier() -> Player:
    """Return the main cashier."""
    return officer_with("clea", KEYS[Key.LATCH].lends)


def attendant() -> Player:
    """Return who may be lent the cage's keys."""
    return officer_with("aldo", KEYS[Key.LATCH].holds, KEYS[Key.BASE].holds)


def accountant() -> Player:
    """Return general accounting."""
    return officer_with("ada", KEYS[Key.NOTE_BOX].holds)


def lend_for_relief(house: House, key: Key, reason: str) -> None:
    """Lend a key of the cage for the relief that goes on."""
    order, told = uuid4(), {"operator": cashier(), "reason": reason}
    reliefs.lend_key_for_relief(key, house.table_id, attendant(), 30, order=order, **told)


def take_key(house: House) -> None:
    """Take the key of a machine's note box, as general accounting."""
    order, told = uuid4(), {"operator": accountant(), "reason": "evening"}
    keys.take_note_box_key(house.table_id, 60, order=order, **told)


def relieve(house: House) -> Relief:
    """Relieve a machine that is open, in all its steps."""
    number = house.table_id
    reliefs.begin_relief(number, operator=supervisor(), reason="evening")
    reliefs.attend_relief(number, operator=watcher(), reason="seen")
    lend_for_relief(house, Key.LATCH, "evening")
    reliefs.exchange_note_box(number, operator=attendant(), reason="box 3")
    for loan in KeyLoan.objects.filter(returned_at=None, relief__isnull=False):
        keys.return_key(loan.pk, operator=attendant(), reason="seen")
    reliefs.close_relief(number, operator=supervisor(), reason="seen")
    return Relief.objects.latest("pk")
