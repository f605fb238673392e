"""Devices that are checked and signed for, so that a test may open its tables."""

from django.contrib.auth.models import Permission

from casino.players.models import Player
from tables.floor import devices
from tables.floor.duties import MAY_SERVE
from tables.games.core.protocol import Checked, Duty
from tables.models import Table
from tables.records import rulesets


def checked(table_id: int) -> None:
    """Have the device of a closed table checked and signed for, where its rules want that."""
    game, rules = rulesets.game_and_rules(Table.objects.get(pk=table_id).rules_id)
    if game.needs(rules).checked is Checked.DEVICE:
        mechanic = _staff("mechanic", devices.CHECK)
        devices.check(table_id, operator=mechanic, reason="test")
        examiner = _staff("examiner", MAY_SERVE[Duty.INSPECTOR])
        devices.sign(table_id, operator=examiner, reason="test")


def _staff(name: str, permission: str) -> Player:
    """Return who may do this and nothing else, enrolled at first mention."""
    found = Player.objects.filter(username=name).first()
    if found is None:
        found = Player.objects.create_user(name, is_staff=True)
        codename = permission.partition(".")[2]
        found.user_permissions.set(Permission.objects.filter(codename=codename))
    return found
