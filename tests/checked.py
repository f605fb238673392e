"""Devices that are checked and signed for, and dice in stock: a test may open its tables."""

from django.contrib.auth.models import Permission

from casino.players.models import Player
from tables.floor import devices, stock
from tables.floor.duties import MAY_SERVE
from tables.games.core.protocol import Checked, Duty
from tables.models import EquipmentRegister, EquipmentSet, Table
from tables.records import registers, rulesets


def checked(table_id: int) -> None:
    """Have the device of a closed table checked and signed for, where its rules want that.

    Where they want dice or cards, have some in stock.
    """
    game, rules = rulesets.game_and_rules(Table.objects.get(pk=table_id).rules_id)
    match game.needs(rules).checked:
        case Checked.DEVICE:
            mechanic = _staff("mechanic", devices.CHECK)
            devices.check(table_id, operator=mechanic, reason="test")
            examiner = _staff("examiner", MAY_SERVE[Duty.INSPECTOR])
            devices.sign(table_id, operator=examiner, reason="test")
        case Checked.DICE:
            stocked(f"T{table_id}", 3)
        case Checked.CARDS:
            stocked(f"C{table_id}", 3, EquipmentSet.Kind.SIXAIN)
        case None:
            pass


def stocked(lot: str, count: int, kind: str = EquipmentSet.Kind.DICE) -> list[EquipmentSet]:
    """Receive so many sets of a maker's lot, into registers that are opened where they are not."""
    category = registers.CATEGORIES[kind]
    if not EquipmentRegister.objects.filter(category=category).exists():
        commissioner = _staff("commissioner", stock.OPEN)
        stock.open_register(category, operator=commissioner, reason="test")
    keeper = _staff("keeper", stock.KEEP)
    stock.receive(kind, lot=lot, count=count, purchase_order="P-1", operator=keeper, reason="test")
    return [*EquipmentSet.objects.filter(serial__startswith=f"{lot}/").order_by("pk")]


def _staff(name: str, permission: str) -> Player:
    """Return who may do this and nothing else, enrolled at first mention."""
    found = Player.objects.filter(username=name).first()
    if found is None:
        found = Player.objects.create_user(name, is_staff=True)
        codename = permission.partition(".")[2]
        found.user_permissions.set(Permission.objects.filter(codename=codename))
    return found
