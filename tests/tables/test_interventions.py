"""A mechanic at a machine: his key, his sheet, and the day's sheets under seal."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tables.games.automatic_games.messages import CashOut, Load
from tables.games.core.money import Amount
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.machines import interventions, keys
from tables.models import BundleReceipt, Intervention, SheetBundle
from tables.rows import clock
from tests.floor import House, reused_house
from tests.machines import (
    close_device,
    equip,
    lend_device,
    mechanic,
    officer_with,
    open_device,
    supervisor,
)
from tests.tables.test_keys import unguarded
from tests.tables.test_machine_files import refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def device() -> House:
    """A machine at which ann has credits."""
    house = reused_house("device", "MC", game="automatic_games")
    house.sit("ann", 1)
    assert house.do("ann", Load(Amount(50_00))) == ""
    return house


def told(act: Callable[..., Any], *args: Any, **more: Any) -> str:
    """Do something; return the refusal's code, or an empty text."""
    try:
        act(*args, reason="because", **more)
    except Refused as refusal:
        return refusal.code
    return ""


def test_mc_auto_39_40_57_a_mechanic_opens_a_machine_with_its_key_and_signs_his_sheet(
    device: House,
) -> None:
    number = device.table_id
    for person in (mechanic(), device.operator):
        assert told(interventions.open_machine, number, operator=person) == "no_key"
    loan = lend_device(device, mechanic())
    assert told(interventions.open_machine, number, operator=mechanic("mia")) == "no_key"
    assert told(interventions.sign_sheet, number, operator=mechanic()) == "no_intervention"
    assert told(interventions.open_machine, number, operator=mechanic()) == ""
    assert told(interventions.open_machine, number, operator=mechanic()) == "intervention_open"
    # Nothing is played, and credits stay as they are, whoever runs tables.
    equip(device)
    assert device.do("ann", CashOut()) == "position_locked"
    for what in ("open_machine", "close_machine"):
        order = {"what": what, "operator": device.operator}
        assert told(incidents.give_game_order, number, **order) == "key_asked"
    assert (
        told(interventions.put_back_in_service, number, operator=supervisor()) == "sheet_unsigned"
    )
    assert told(interventions.sign_sheet, number, operator=mechanic("mia")) == "not_the_mechanic"
    assert told(interventions.sign_sheet, number, operator=mechanic()) == ""
    assert told(interventions.sign_sheet, number, operator=mechanic()) == "no_intervention"
    assert told(interventions.put_back_in_service, number, operator=mechanic()) == "not_qualified"
    assert told(interventions.put_back_in_service, number, operator=supervisor()) == "key_is_out"
    keys.return_key(loan.pk, operator=mechanic(), reason="done")
    equip(device)
    assert told(interventions.put_back_in_service, number, operator=supervisor()) == ""
    assert (
        told(interventions.put_back_in_service, number, operator=supervisor()) == "no_intervention"
    )
    equip(device)
    assert device.do("ann", CashOut()) == ""
    sheet = Intervention.objects.get()
    assert (sheet.machine_id, sheet.mechanic, sheet.done) == (number, mechanic(), "because")
    assert sheet.meters["card_in"] == sheet.meters_after["card_in"] == 500
    assert sheet.returned_by == supervisor()
    for change in ("reason = 'x'", "done = 'x'", "meters = '{}'", "returned_at = NULL"):
        assert refused(f"UPDATE tables_intervention SET {change}"), change  # noqa: S608
    assert refused("DELETE FROM tables_intervention")


def test_mc_auto_35_39_a_key_that_has_expired_opens_no_machine(device: House) -> None:
    lend_device(device, mechanic())
    unguarded(
        "UPDATE tables_keyloan SET lent_at = lent_at - interval '2 hours',"
        " expires_at = expires_at - interval '2 hours'"
    )
    assert told(interventions.open_machine, device.table_id, operator=mechanic()) == "key_expired"
    assert Intervention.objects.count() == 0


def test_mc_auto_39_a_device_that_was_open_before_the_upgrade_is_closed_by_an_order(
    device: House,
) -> None:
    open_device(device)
    unguarded("DELETE FROM tables_intervention")
    equip(device)
    order = {"what": "close_machine", "operator": device.operator}
    assert told(incidents.give_game_order, device.table_id, **order) == ""
    equip(device)
    assert device.do("ann", CashOut()) == ""


def test_mc_auto_41_the_days_sheets_are_sealed_and_the_management_signs_for_them(
    device: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    management = officer_with("mona", "tables.keep_machines")
    open_device(device)
    assert told(interventions.seal_sheets, operator=mechanic()) == "not_qualified"
    assert told(interventions.seal_sheets, operator=supervisor()) == "sheet_unsigned"
    close_device(device)
    assert told(interventions.seal_sheets, operator=supervisor()) == ""
    assert told(interventions.seal_sheets, operator=supervisor()) == "day_sealed"
    bundle = SheetBundle.objects.get()
    assert Intervention.objects.get().bundle == bundle
    assert interventions.is_whole(bundle)
    assert told(interventions.receive_bundle, bundle.pk, operator=supervisor()) == "not_qualified"
    assert told(interventions.receive_bundle, bundle.pk, operator=management) == ""
    assert told(interventions.receive_bundle, bundle.pk, operator=management) == "bundle_received"
    assert BundleReceipt.objects.get().by == management
    for change in ("UPDATE tables_sheetbundle SET body = ''", "DELETE FROM tables_bundlereceipt"):
        assert refused(change)
    # The next day has what came after.
    open_device(device, "reel 3")
    close_device(device)
    tomorrow = clock.database_now() + timedelta(days=1)
    monkeypatch.setattr(interventions.clock, "database_now", lambda: tomorrow)
    second = interventions.seal_sheets(operator=supervisor(), reason="night")
    assert [each.reason for each in second.sheets.all()] == ["reel 3"]
    # The control: a sheet that somebody changes round the database is found.
    unguarded("UPDATE tables_intervention SET done = 'nothing' WHERE reason = 'reel 3'")
    assert interventions.is_whole(bundle)
    assert not interventions.is_whole(second)
    assert told(interventions.receive_bundle, second.pk, operator=management) == "bundle_broken"
