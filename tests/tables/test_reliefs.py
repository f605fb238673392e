"""The note box of a machine: filled by notes, taken out at a relief, counted against its meter."""

from collections.abc import Callable
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.models import Player
from tables.cage import services as cage
from tables.games.automatic_games.messages import CashOut, Load
from tables.games.core.money import Amount
from tables.incidents import services as incidents
from tables.machines import keys, meters, reliefs
from tables.machines.keys import Key
from tables.models import KeyLoan, NoteBoxCount, Notice, Relief
from tables.revenue import session_results
from tables.rows import notices
from tests.floor import House, reused_house
from tests.machines import (
    accountant,
    attendant,
    cashier,
    lend_for_relief,
    officer_with,
    relieve,
    supervisor,
    take_key,
    watcher,
)
from tests.tables.test_interventions import told
from tests.tables.test_machine_files import refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def device() -> House:
    """A machine at which ann has credits of a note and of her card."""
    house = reused_house("device", "MC", game="automatic_games")
    house.sit("ann", 1)
    assert house.do("ann", Load(Amount(50_00), "note")) == ""
    assert house.do("ann", Load(Amount(5_00), "card")) == ""
    return house


def holds(code: str) -> int:
    return Account.objects.get(code=code).balance


def lend(device: House, key: Key) -> str:
    return told(lend_for_relief, device, key)


def count(
    relief: Relief, amount: int, by: Callable[[], Player] = accountant, *, coins: int = 0
) -> str:
    return told(reliefs.count_note_box, relief.pk, amount, coins, operator=by())


def load_coins(house: House, amount: int) -> None:
    assert house.do("ann", Load(Amount(amount), "coin")) == ""


def relieve_with_coins(house: House) -> Relief:
    """Relieve a machine into whose base coins fell."""
    number = house.table_id
    reliefs.begin_relief(number, operator=supervisor(), reason="evening")
    reliefs.attend_relief(number, operator=watcher(), reason="present")
    assert lend(house, Key.LATCH) == lend(house, Key.BASE) == ""
    assert told(reliefs.exchange_note_box, number, operator=attendant()) == ""
    for loan in KeyLoan.objects.filter(returned_at=None):
        keys.return_key(loan.pk, operator=attendant(), reason="seen")
    reliefs.close_relief(number, operator=supervisor(), reason="seen")
    return Relief.objects.latest("pk")


@pytest.fixture
def takes_coins() -> House:
    """A machine that takes coins and notes, at which ann plays."""
    house = reused_house("coins", "MC", game="automatic_games", accepts=["coin", "note"])
    house.sit("ann", 1)
    return house


def test_mc_auto_29_30_a_note_falls_into_the_box_and_only_a_relief_takes_it_out(
    device: House,
) -> None:
    box = f"note_box:{device.table_id}"
    assert (holds(box), holds(f"layout:{device.table_id}")) == (50_00, 55_00)
    # Credits that leave, and a round that is annulled, leave the notes where they are.
    before = device.balance("ann")
    incidents.void_round(device.table_id, operator=device.operator, reason="spilt drink")
    assert (holds(box), holds(f"layout:{device.table_id}")) == (50_00, 0)
    assert device.balance("ann") == before + 55_00
    assert meters.meter_differences(device.table_id) == []
    assert ledger.audit() == reliefs.audit_note_boxes() == []
    (session,) = session_results.last_sessions(device.table_id)
    assert (session.drop, session.changed, session.result) == (50_00, 50_00, 0)


def test_mc_auto_29_credits_of_a_note_are_played_and_cashed_out_like_any(device: House) -> None:
    before = device.balance("ann")
    assert device.do("ann", CashOut()) == ""
    assert device.balance("ann") == before + 55_00
    assert holds(f"note_box:{device.table_id}") == 50_00
    assert meters.meter_differences(device.table_id) == []
    assert session_results.last_sessions(device.table_id)[0].result == 0


def test_mc_auto_55_59_a_relief_is_directed_watched_and_done_with_the_cages_keys(
    device: House,
) -> None:
    number = device.table_id
    assert told(reliefs.begin_relief, number, operator=attendant()) == "not_qualified"
    assert lend(device, Key.LATCH) == "no_relief"
    assert told(reliefs.exchange_note_box, number, operator=attendant()) == "no_relief"
    assert told(reliefs.begin_relief, number, operator=supervisor()) == ""
    assert told(reliefs.begin_relief, number, operator=supervisor()) == "relief_goes_on"
    assert lend(device, Key.LATCH) == ""
    # The floor is open: nothing is taken out that surveillance does not see.
    assert told(reliefs.exchange_note_box, number, operator=attendant()) == "relief_unwatched"
    assert told(reliefs.attend_relief, number, operator=attendant()) == "not_qualified"
    assert told(reliefs.attend_relief, number, operator=watcher()) == ""
    assert told(reliefs.exchange_note_box, number, operator=supervisor()) == "no_key"
    assert told(reliefs.close_relief, number, operator=supervisor()) == "no_relief"
    assert told(reliefs.exchange_note_box, number, operator=attendant()) == ""
    assert told(reliefs.exchange_note_box, number, operator=attendant()) == "no_relief"
    assert told(reliefs.close_relief, number, operator=supervisor()) == "key_is_out"
    keys.return_key(KeyLoan.objects.get().pk, operator=attendant(), reason="back")
    assert told(reliefs.close_relief, number, operator=attendant()) == "not_qualified"
    assert told(reliefs.close_relief, number, operator=supervisor()) == ""
    relief = Relief.objects.get()
    assert (relief.begun_by, relief.attended_by) == (supervisor(), watcher())
    assert relief.amount == relief.told == 50_00
    assert relief.meters["note_in"] == relief.meters["note_box"] == 500
    assert (holds(f"note_box:{number}"), holds("note_boxes:PLAY")) == (0, 50_00)
    for change in ("amount = 0", "told = 0", "attended_by_id = NULL", "closed_at = NULL"):
        assert refused(f"UPDATE tables_relief SET {change}"), change  # noqa: S608
    assert refused("DELETE FROM tables_relief")
    # Play has gone on all the while.
    assert device.do("ann", Load(Amount(10_00), "note")) == ""
    assert relieve(device).told == 10_00


def test_mc_auto_59_nobody_watches_himself_and_a_closed_machine_needs_no_watch(
    device: House,
) -> None:
    number = device.table_id
    both = officer_with("bo", "tables.run_machines", reliefs.WATCH)
    reliefs.begin_relief(number, operator=both, reason="night")
    assert told(reliefs.attend_relief, number, operator=both) == "watches_himself"
    incidents.break_off_session(number, operator=device.operator, reason="night")
    assert lend(device, Key.LATCH) == ""
    assert told(reliefs.exchange_note_box, number, operator=attendant()) == ""


def test_mc_auto_59_who_takes_the_box_out_is_not_the_one_who_watches(device: House) -> None:
    number = device.table_id
    pat = officer_with("pat", reliefs.WATCH, keys.KEYS[Key.LATCH].holds)
    reliefs.begin_relief(number, operator=supervisor(), reason="evening")
    reliefs.attend_relief(number, operator=pat, reason="present")
    reliefs.lend_key_for_relief(
        Key.LATCH, number, pat, 30, operator=cashier(), reason="evening", order=uuid4()
    )
    assert told(reliefs.exchange_note_box, number, operator=pat) == "relief_unwatched"
    assert holds(f"note_box:{number}") == 50_00


def test_mc_auto_29_the_house_fills_a_float_that_is_short_of_the_credits_of_a_note(
    device: House,
) -> None:
    float_ = f"float:{device.table_id}"
    order = {"operator": device.operator, "reason": "empty", "order": uuid4()}
    cage.credit_float(device.table_id, holds(float_), **order)
    assert device.do("ann", Load(Amount(10_00), "note")) == ""
    assert (holds(float_), holds(f"note_box:{device.table_id}")) == (0, 60_00)
    assert session_results.last_sessions(device.table_id)[0].result == 0
    assert meters.meter_differences(device.table_id) == []


def test_mc_auto_35_where_coins_fell_the_key_of_the_base_is_wanted_too(takes_coins: House) -> None:
    house = takes_coins
    load_coins(house, 10_00)
    reliefs.begin_relief(house.table_id, operator=supervisor(), reason="evening")
    reliefs.attend_relief(house.table_id, operator=watcher(), reason="present")
    assert lend(house, Key.LATCH) == ""
    assert told(reliefs.exchange_note_box, house.table_id, operator=attendant()) == "no_key"
    assert lend(house, Key.BASE) == ""
    assert told(reliefs.exchange_note_box, house.table_id, operator=attendant()) == ""
    relief = Relief.objects.get()
    assert (relief.amount, relief.told, relief.coins) == (0, 0, 10_00)
    assert relief.meters["cash_box"] == 100
    assert refused("UPDATE tables_relief SET coins = 0")


def test_mc_auto_28_coins_are_counted_on_leaving_the_machine_and_again(takes_coins: House) -> None:
    load_coins(takes_coins, 10_00)
    first = relieve_with_coins(takes_coins)
    load_coins(takes_coins, 3_00)
    second = relieve_with_coins(takes_coins)
    assert (first.coins, second.coins) == (10_00, 3_00), "what fell since the relief before"
    take_key(takes_coins)
    assert count(first, 0, coins=10_00) == ""
    assert Notice.objects.count() == 0
    assert count(second, 0, coins=2_00) == ""
    found = Notice.objects.order_by("addressee").values_list("addressee", "person", "clause")
    assert list(found) == [
        ("machines", supervisor().pk, "MC-AUTO-28"),
        ("state_control", None, "MC-AUTO-28"),
    ]
    for fr, en in map(notices.notice_text, Notice.objects.all()):
        assert "2,00" in fr
        assert "3,00" in fr
        assert "coins of the base: counted 2.00, its meter 3.00" in en
    assert refused("UPDATE tables_noteboxcount SET coins = 1")
    assert ledger.audit() == reliefs.audit_note_boxes() == []


def test_mc_auto_28_a_relief_from_before_coins_were_counted_is_left_out(takes_coins: House) -> None:
    load_coins(takes_coins, 10_00)
    old = relieve_with_coins(takes_coins)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_relief DISABLE TRIGGER tables_relief_goes_forward")
        cursor.execute("UPDATE tables_relief SET coins = NULL")
        cursor.execute("ALTER TABLE tables_relief ENABLE TRIGGER tables_relief_goes_forward")
    load_coins(takes_coins, 3_00)
    assert relieve_with_coins(takes_coins).coins == 3_00
    take_key(takes_coins)
    assert count(Relief.objects.get(pk=old.pk), 0, coins=5_00) == ""
    assert Notice.objects.count() == 0, "nothing says what they should have been"


@pytest.mark.clause("MC-AUTO-36")
def test_mc_auto_28_a_box_is_counted_with_its_key_and_a_difference_is_reported(
    device: House,
) -> None:
    relief = relieve(device)
    assert count(relief, 50_00) == "no_key"
    assert count(relief, 50_00, attendant) == "no_key"
    take_key(device)
    assert count(relief, 50_00) == ""
    assert count(relief, 50_00) == "box_counted"
    assert holds("note_boxes:PLAY") == 0
    assert NoteBoxCount.objects.get().by == accountant()
    assert Notice.objects.count() == 0
    assert refused("UPDATE tables_noteboxcount SET amount = 1")
    # What is missing is no income: it stays owed to the count, and two have a notice of it.
    assert device.do("ann", Load(Amount(20_00), "note")) == ""
    short = relieve(device)
    assert count(short, 15_00) == ""
    assert holds("note_boxes:PLAY") == 5_00
    found = Notice.objects.order_by("addressee").values_list("addressee", "person", "clause")
    assert list(found) == [
        ("machines", supervisor().pk, "MC-AUTO-28"),
        ("state_control", None, "MC-AUTO-28"),
    ]
    for fr, en in map(notices.notice_text, Notice.objects.all()):
        assert "15,00" in fr
        assert "20,00" in fr
        assert "15.00" in en
        assert "20.00" in en
    assert ledger.audit() == reliefs.audit_note_boxes() == []


def test_mc_auto_28_a_meter_that_tells_less_than_the_box_holds_is_found(device: House) -> None:
    """The control: the two totals know nothing of each other."""
    box = Account.objects.get(code=f"note_box:{device.table_id}")
    source = Account.objects.get(code="capital:PLAY")
    with transaction.atomic():
        ledger.post(uuid4(), [ledger.Leg(source.pk, box.pk, 1_00, "load")], cause="test")
    found = {
        each.meter: each.moved - each.told for each in meters.meter_differences(device.table_id)
    }
    assert found == {"note box": 1_00}
    relief = relieve(device)
    assert (relief.amount, relief.told) == (51_00, 50_00)
    take_key(device)
    assert count(relief, 51_00) == ""
    assert Notice.objects.count() == 2
    with transaction.atomic():
        waits = Account.objects.get(code="note_boxes:PLAY")
        ledger.post(uuid4(), [ledger.Leg(source.pk, waits.pk, 1_00, "x")], cause="test")
    assert reliefs.audit_note_boxes() == [("note_boxes:PLAY", 0, 1_00)]
    with pytest.raises(CommandError, match="note_boxes:PLAY: 0 by reliefs"):
        call_command("audit_meters", stdout=StringIO())
