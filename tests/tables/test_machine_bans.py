"""Excluded from the machines alone: at once, with a reason, and from no other table."""

from uuid import uuid4

import pytest

from tables.games.automatic_games.messages import CashOut, Load, Play
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.machines import exclusions
from tables.models import Box, FloorEvent, MachineBan
from tables.seating import services as seating
from tests.floor import House, open_house, reused_house
from tests.machines import officer_with
from tests.tables.test_interventions import told
from tests.tables.test_machine_files import refused

pytestmark = pytest.mark.django_db(transaction=True)


def sit(house: House, name: str) -> str:
    receipt = seating.sit_down(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(1),
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def test_mc_auto_48_who_is_excluded_from_the_machines_sits_at_none_and_keeps_his_credits() -> None:
    device = reused_house("device", "MC", game="automatic_games")
    device.sit("ann", 1)
    assert device.do("ann", Load(Amount(50_00))) == ""
    before = device.balance("ann")
    supervisor = officer_with("sara", exclusions.BAN)
    assert (
        told(exclusions.ban_from_machines, "ann", operator=officer_with("nobody"))
        == "not_qualified"
    )
    assert told(exclusions.ban_from_machines, "anna", operator=supervisor) == "no_such_player"
    assert told(exclusions.ban_from_machines, "nobody", operator=supervisor) == "no_such_player"
    for _ in range(2):
        assert told(exclusions.ban_from_machines, "Ann", operator=supervisor) == ""
    assert Box.objects.get(table_id=device.table_id).player is None
    left = FloorEvent.objects.get(table_id=device.table_id, kind="leave")
    assert (left.by, left.reason) == (supervisor, "because")
    assert device.do("ann", Play(Amount(1_00))) == "position_locked"
    assert sit(device, "ann") == "banned_from_machines"
    assert sit(device, "bob") == ""
    assert device.do("bob", CashOut()) == "position_locked", "the credits are hers"
    assert device.balance("ann") == before
    ban = MachineBan.objects.get()
    assert (ban.player.username, ban.by, ban.reason) == ("ann", supervisor, "because")
    assert refused("DELETE FROM tables_machineban")
    # Any other table is open to her.
    other = open_house("other")
    other.people = device.people
    assert sit(other, "ann") == ""


def test_mc_auto_48_who_sits_down_meanwhile_is_found_under_the_table_s_lock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device = reused_house("device", "MC", game="automatic_games")
    ann, real = device.player("ann"), MachineBan.objects.get_or_create

    def sits_before(**given: object) -> object:
        # She was let through just before the exclusion was written.
        device.sit("ann", 1)
        return real(**given)

    monkeypatch.setattr(MachineBan.objects, "get_or_create", sits_before)
    exclusions.ban_from_machines(ann.username, operator=device.operator, reason="orphans")
    assert Box.objects.get(table_id=device.table_id).player is None
    with pytest.raises(Refused, match="not_qualified"):
        exclusions.ban_from_machines(ann.username, operator=officer_with("nobody"), reason="x")
