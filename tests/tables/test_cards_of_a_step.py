"""Cards that a step opened leave the shoe when it is written, or not at all."""

from typing import Any

import pytest
from django.db import connection

from casino.rng import shoes
from casino.rng.models import Shoe
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.models import Receipt, RoundEvent
from tables.shoes import requests
from tests.floor import House
from tests.races.test_floor_races import at_once

HIT = bj.Hit(BoxNo(1))


@pytest.fixture
def hand(house: House) -> House:
    """Ann has five on box 1, to hit; the shoe stands behind three cards."""
    house.deal("2h 9s 3d 4c 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    return house


def position(house: House) -> int:
    shoe = house.table.shoe_id
    return Shoe.objects.values_list("position", flat=True).get(pk=shoe)


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Any) -> None:
    """Have something happen elsewhere once a step has opened its card, and before it is written."""
    usual = requests.open_next_cards

    def opened(*args: Any) -> Any:
        found = usual(*args)
        assert at_once(act) == [None]
        return found

    monkeypatch.setattr(requests, "open_next_cards", opened)


def test_a_shoe_that_is_retired_meanwhile_gives_no_card(
    hand: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the step is kept: neither the card, nor an event, nor a receipt."""
    before = position(hand), RoundEvent.objects.count(), Receipt.objects.count(), hand.table.seq

    def retire() -> None:
        assert hand.table.shoe_id
        shoes.retire_shoe(hand.table.shoe_id)

    meanwhile(monkeypatch, retire)
    with pytest.raises(shoes.ShoeFinished):
        hand.do("ann", HIT)
    after = position(hand), RoundEvent.objects.count(), Receipt.objects.count(), hand.table.seq
    assert after == before


def test_a_card_that_left_the_shoe_meanwhile_is_not_dealt_again(
    hand: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = RoundEvent.objects.count()

    def deal() -> None:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE rng_shoe SET position = position + 1")

    meanwhile(monkeypatch, deal)
    with pytest.raises(shoes.ShoeFinished):
        hand.do("ann", HIT)
    assert RoundEvent.objects.count() == before


@pytest.mark.clause("MC-PB-58")
def test_a_step_that_is_rolled_back_deals_the_same_card_again(
    hand: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    usual = requests.open_next_cards

    def crashing(*args: Any) -> Any:
        seen.append(usual(*args)[0])
        raise ZeroDivisionError

    before = position(hand)
    with monkeypatch.context() as patched:
        patched.setattr(requests, "open_next_cards", crashing)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                hand.do("ann", HIT)
    assert seen[0] == seen[1]
    assert position(hand) == before
    assert hand.do("ann", HIT) == ""
    assert position(hand) == before + 1
    assert hand.frame()["view"]["boxes"][0]["hands"][0]["cards"][-1] == seen[0].cards[0]
