"""The recount itself: it agrees with an honest round and rings when the ledger moved otherwise."""

from uuid import uuid4

import pytest
from django.db import transaction

from casino.ledger import services as ledger
from casino.players.services import wallet_of
from tables.funds import postings
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.models import Pot, Round
from tests.chaos.recount import recount
from tests.floor import House
from tests.jackpots import approve, jp1_house, win
from tests.tables.conftest import house

__all__ = ["house"]


def test_a_transfer_beside_the_events_is_found(
    house: House,
    capsys: pytest.CaptureFixture[str],
) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Stand(BoxNo(1)))
    recount()
    assert capsys.readouterr().out == "1 rounds agree\n"
    round_ = Round.objects.get()
    wallet = wallet_of(house.player("ann").pk).account_id
    with transaction.atomic():
        legs = [ledger.Leg(postings.capital_account("PLAY"), wallet, 5, "gift")]
        ledger.post(uuid4(), legs, cause="gift", reference=round_.reference)
    recount()
    assert f"round {round_.pk}: events" in capsys.readouterr().out


def test_chips_that_leave_a_pot_beside_the_events_are_found(
    house: House,
    capsys: pytest.CaptureFixture[str],
) -> None:
    jp1 = jp1_house()
    win(jp1)
    approve()
    win(jp1)
    recount()
    assert capsys.readouterr().out == "2 rounds agree\n"
    pot = Pot.objects.get(name="jp1_main")
    with transaction.atomic():
        legs = [ledger.Leg(pot.account_id, postings.capital_account("PLAY"), 5, "theft")]
        ledger.post(uuid4(), legs, cause="theft")
    recount()
    assert f"pot {pot}: events" in capsys.readouterr().out
