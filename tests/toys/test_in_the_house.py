"""The toy games in a house that has them: floor, office and API. Collected in a grown tree."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from tables.games.coin_toss.messages import Stake as Toss
from tables.games.high_card.messages import Ready, Stake

from tables import tasks
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import Round, Table
from tables.rounds import timer
from tests.admin.office import sign_in
from tests.api.asking import get
from tests.api.test_schema import check
from tests.floor import House, open_house
from tests.stacked_shoes import promise_draw, stack_shoe

pytestmark = pytest.mark.django_db(transaction=True)


def no_more_bets(house: House) -> None:
    Table.objects.filter(pk=house.table_id).update(due_at=timezone.now() - timedelta(seconds=1))
    assert timer.handle_expired_clock(house.table_id)


def toss(house: House, side: int) -> None:
    """Let the coin fall on this side, 0 for heads."""
    promise_draw(house.table_id, side)
    no_more_bets(house)
    round_id = house.table.round_id
    assert round_id is not None
    tasks.make_draw(house.table_id, round_id)


@pytest.mark.clause("TOSS-01", "TOSS-03", "TOSS-04", "TOSS-05")
def test_a_coin_falls_and_pays_who_staked_on_it() -> None:
    house = open_house(game="coin_toss", book="TOSS")
    start = house.balance("ann")
    assert house.do("ann", Toss("heads", Amount(1000))) == ""
    assert house.do("ben", Toss("tails", Amount(300))) == ""
    toss(house, 0)
    assert house.frame()["view"]["side"] == "heads"
    assert (house.balance("ann"), house.balance("ben")) == (start + 950, start - 300)


@pytest.mark.clause("TOSS-02")
def test_a_stake_keeps_to_the_bounds_of_the_table() -> None:
    house = open_house(game="coin_toss", book="TOSS", table_max_cents=1000)
    assert house.do("ann", Toss("heads", Amount(99))) == "below_min"
    assert house.do("ann", Toss("heads", Amount(600))) == ""
    assert house.do("ann", Toss("heads", Amount(600))) == "above_max"
    assert house.do("ann", Toss("tails", Amount(600))) == ""


def test_a_toss_is_stopped_and_tossed_again() -> None:
    house = open_house(game="coin_toss", book="TOSS")
    assert house.do("ann", Toss("heads", Amount(1000))) == ""
    no_more_bets(house)
    incidents.stop_draw(house.table_id, operator=house.operator, reason="it rolled away")
    assert house.frame()["view"]["phase"] == "tossing"
    with pytest.raises(Refused, match="no_draw"):
        incidents.stop_draw(house.table_id, operator=house.operator, reason="again")


@pytest.mark.clause("HIGH-01", "HIGH-02", "HIGH-03", "HIGH-04", "HIGH-05", "HIGH-06")
def test_the_higher_card_wins() -> None:
    house = open_house(game="high_card", book="HIGH", packs=6)
    start = house.balance("ann")
    house.sit("ann", 1, 2)
    house.sit("ben", 3)
    stack_shoe(house.table_id, "Kh 9s 5c 9d", cards_behind=16)
    assert house.do("ann", Stake(BoxNo(3), Amount(100))) == "not_your_box"
    assert house.do("ann", Stake(BoxNo(1), Amount(99))) == "below_min"
    assert house.do("ann", Stake(BoxNo(1), Amount(500))) == ""
    assert house.do("ann", Stake(BoxNo(2), Amount(200))) == ""
    assert house.do("ben", Stake(BoxNo(3), Amount(100))) == ""
    assert house.do("ann", Ready()) == ""
    assert house.do("ben", Ready()) == ""
    view = house.frame()["view"]
    assert [box["won"] for box in view["boxes"]] == [True, False, False]
    assert (house.balance("ann"), house.balance("ben")) == (start + 300, start - 100)


GAMES = {"coin_toss": "TOSS", "high_card": "HIGH"}
each_toy = pytest.mark.parametrize("game", GAMES)


def played(game: str) -> House:
    """Return a house with a round of the game in play, in which ann has staked."""
    house = open_house(game=game, book=GAMES[game], name=f"Toy {game}")
    if game == "high_card":
        house.sit("ann", 1)
        assert house.do("ann", Stake(BoxNo(1), Amount(500))) == ""
    else:
        assert house.do("ann", Toss("heads", Amount(500))) == ""
    return house


@each_toy
def test_a_round_is_annulled_and_told(game: str) -> None:
    house = played(game)
    start = house.balance("ann")
    incidents.void_round(house.table_id, operator=house.operator, reason="a fire alarm")
    assert house.balance("ann") == start + 500
    round_ = Round.objects.get()
    assert (round_.status, round_.result) == ("voided", "void")
    page = sign_in("superuser").get(f"/admin/tables/round/{round_.pk}/change/")
    told = page.content.decode()
    assert "a fire alarm" in told
    assert "ann" in told
    assert re.search(r"5[.,]00", told)


@each_toy
def test_the_api_answers_within_its_schema(game: str) -> None:
    house = played(game)
    round_id = house.table.round_id
    visitor = Client()
    check("/api/rounds/{round_id}/", get(visitor, f"rounds/{round_id}/"))
    (table,) = get(visitor, "tables/")
    check("/api/tables/", [table])
    assert (table["minimum"], table["maximum"]) == (100, 100_00)
    key = table["rules"]
    rules = get(visitor, f"rule-sets/{key}/")
    check("/api/rule-sets/{key}/", rules)
    assert rules["house_edge"]["bets"][0]["edge"] > 0
