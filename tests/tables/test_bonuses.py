"""The dealer says how many bonuses of the queens are at stake, before any of them is settled."""

from typing import Any

import pytest

from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.models import RoundEvent
from tests.floor import House, open_house

pytestmark = pytest.mark.django_db(transaction=True)


def announced() -> list[int]:
    """Return the numbers that were announced in all rounds."""
    found = RoundEvent.objects.filter(kind="blackjack.bonuses_announced").order_by("seq")
    return [each.body["count"] for each in found]


def stake(house: House, name: str, box: int, bet: Any, *, standing: bool = False) -> None:
    queens = Amount(100 if bet == "queen_of_hearts" else 0)
    sides = (bj.SideAmount(bet, Amount(100)),) if bet and not queens else ()
    laid = bj.BoxStake(BoxNo(box), Amount(1000), queens, sides, standing)
    assert house.do(name, bj.Stake((laid,))) == ""


def ready(house: House, *names: str) -> None:
    for name in names:
        assert house.do(name, bj.Ready()) == ""


def test_fr_2024_081_the_bonuses_are_announced_once_the_dealer_has_his_first_card(
    house: House,
) -> None:
    # 20, 19 and 20; 20 of the box whose holder plays for no bonus.
    house.deal("Kh Kd Ah Qc 9s  Qh 9d 9h Td 8c")
    for box, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
        house.sit(name, box)
        stake(house, name, box, "queen_of_hearts" if name != "dan" else None)
    assert house.frame()["view"]["bonuses"] is None
    ready(house, "ann", "bob", "cat", "dan")
    frame = house.frame()["view"]
    assert (frame["phase"], frame["bonuses"]) == ("side_bets", 2)
    kinds = house.events()
    assert kinds[-1] == "blackjack.bonuses_announced"
    assert "blackjack.side_bet_settled" not in kinds, "nothing is collected or paid before"
    house.settle_side_bets()
    assert announced() == [2]
    assert house.frame()["view"]["bonuses"] == 2


def test_fr_2024_081_every_stake_with_a_hand_of_20_is_a_bonus(house: House) -> None:
    """A visitor's stake is one of its own, and so is the pair that waits for the second card."""
    house.deal("Qh As Qh")
    house.sit("ann", 1)
    assert house.welcome("ann", 1) == ""
    stake(house, "ann", 1, "queen_of_hearts")
    stake(house, "bob", 1, "queen_of_hearts", standing=True)
    ready(house, "ann", "bob")
    assert announced() == [2]


def test_fr_2024_081_no_bonus_is_announced_too_and_nothing_where_nobody_plays_for_one(
    house: House,
) -> None:
    house.deal("Kh 9s 9h 8c")
    house.sit("ann", 1)
    stake(house, "ann", 1, "queen_of_hearts")
    ready(house, "ann")
    house.settle_side_bets()
    assert announced() == [0]
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    house.deal("Kh 9s Qh 8c")
    stake(house, "ann", 1, None)
    ready(house, "ann")
    assert announced() == [0]
    assert house.frame()["view"]["bonuses"] is None


def test_fr_2007_79_lucky_ladies_are_announced(house: House) -> None:
    table = open_house(
        "2007",
        "FR-2007",
        table_min_cents=500,
        enabled_side_bets=["lucky_ladies"],
        queen_pair_rule="same_rank_same_couleur",
        min_boxes_when_alone=1,
    )
    table.deal("Kh 9s Ah Kc 9h 9d")
    table.sit("ann", 1)
    table.sit("bob", 2)
    for name, box in (("ann", 1), ("bob", 2)):
        stake(table, name, box, "lucky_ladies")
    ready(table, "ann", "bob")
    assert [box["hands"][0]["total"] for box in table.frame()["view"]["boxes"]] == [20, 18]
    assert announced() == [1]
