"""Cash beside the tables: stakes are chips, and the cage waits while winners are paid."""

import pytest

from casino.cashier.services import TO_CASH, TO_CHIPS
from casino.ledger import services as ledger
from tests.floor import House
from tests.players.cage import bring, change, has
from tests.tables.test_banque_a_tout_va import lay, opened, put_up
from tests.tables.test_craps import Rail

pytestmark = pytest.mark.django_db(transaction=True)

START = 1_000_00


@pytest.mark.clause("MC-CHIPS-01")
def test_a_stake_comes_out_of_the_chips_and_never_out_of_the_cash(house: House) -> None:
    house.sit("ann", 1)
    ann = house.player("ann")
    house.empty("ann")
    bring(ann, 50_00)
    assert house.stake("ann", 1, 10_00) == "not_enough_chips"
    assert change(ann, TO_CHIPS, 30_00) == ""
    assert house.stake("ann", 1, 20_00) == ""
    assert has(ann) == (20_00, 0, 10_00)
    assert change(ann, TO_CASH, 10_01) == "chips_short", "what lies on the layout is not in hand"
    assert change(ann, TO_CASH, 10_00) == ""
    assert house.stake("ann", 1, 0) == ""
    assert has(ann) == (30_00, 0, 20_00)
    assert ledger.audit() == []


@pytest.mark.clause("MC-CRAPS-04", "MC-CHIPS-10", "MC-CHIPS-13", "MC-113")
def test_a_player_is_served_at_any_time_but_while_his_throw_is_settled() -> None:
    rail = Rail(betting_window_seconds=300)
    ann, bob = rail.house.player("ann"), rail.house.player("bob")
    bring(ann, 50_00)
    assert change(ann, TO_CHIPS, 10_00) == ""
    assert rail.stake("ann", pass_line=5_00) == ""
    assert change(ann, TO_CHIPS, 10_00) == "", "bets are open"
    while rail.view()["phase"] != "falling":
        rail.due()
    assert change(ann, TO_CHIPS, 10_00) == change(ann, TO_CASH, 10_00) == "exchange_closed"
    assert has(ann) == (30_00, 0, START + 15_00)
    assert change(bob, TO_CASH, 10_00) == "", "no stake of his is settled"
    rail.fall(4, 4)
    assert change(ann, TO_CHIPS, 10_00) == "", "her stake lies there still, and the throw is over"
    assert has(ann) == (20_00, 0, START + 25_00)
    assert ledger.audit() == []


@pytest.mark.clause("MC-BTV-06")
def test_the_desk_exchanges_while_a_session_goes_on() -> None:
    here = opened()
    ann = here.player("ann")
    assert put_up(here, 200_00) == ""
    bring(ann, 50_00)
    assert change(ann, TO_CHIPS, 50_00) == ""
    assert lay(here, "ann", right=START // 10) == ""
    assert change(ann, TO_CASH, 20_00) == ""
    assert has(ann) == (20_00, 0, START + 30_00 - START // 10)
    assert ledger.audit() == []
