"""A connected holder who does not stake loses his boxes to those who wait, and is told before."""

import pytest
from pytest_django import Settings

from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.models import Box, FloorEvent
from tables.projections import idle_boxes as found
from tables.seating import idlers
from tests.floor import House, open_house

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def full(house: House) -> House:
    """Ann and cat hold all the boxes, and bob waits."""
    house.sit("ann", 1, 2, 3, 4, 5, 6)
    house.sit("cat", 7)
    assert house.wish("bob") == ""
    return house


def idle(house: House) -> list[int]:
    """Return the boxes whose holders were told."""
    told: list[int] = house.frame()["floor"]["idle"]
    return told


def holders(house: House) -> dict[int, str]:
    return {each["box"]: each["name"] for each in house.frame()["floor"]["seats"]}


def play(house: House, name: str, box: int) -> None:
    """Play a round of one box to its end."""
    house.deal("Th 8h 9d Jd")
    assert house.stake(name, box, 1000) == ""
    assert house.do(name, bj.Ready()) == ""
    assert house.do(name, bj.Stand(BoxNo(box), "h")) == ""
    assert house.frame()["view"]["phase"] == "closed"


def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every moment be an occasion where nothing is played."""
    monkeypatch.setattr(found, "OCCASION", 0.0001)


def test_who_misses_rounds_is_told_and_loses_his_boxes_with_the_next(full: House) -> None:
    for _ in range(2):
        play(full, "cat", 7)
        assert idlers.warn_or_unseat_idlers() == 0
    play(full, "cat", 7)
    assert idlers.warn_or_unseat_idlers() == 1
    assert idle(full) == [1, 2, 3, 4, 5, 6]
    assert idlers.warn_or_unseat_idlers() == 0, "nobody is told twice"
    assert len(holders(full)) == 7
    play(full, "cat", 7)
    assert idlers.warn_or_unseat_idlers() == 1
    assert holders(full) == {7: "cat"}
    assert idle(full) == []
    left = FloorEvent.objects.filter(table_id=full.table_id, kind="leave")
    assert {(each.by, each.reason) for each in left} == {(None, "idle")}
    full.sit("bob", 1)
    assert full.frame()["floor"]["waiting"] == 0


def test_a_stake_is_a_sign_of_life_and_protects_the_boxes(
    full: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    quickly(monkeypatch)
    assert idlers.warn_or_unseat_idlers() == 1
    assert idle(full) == [1, 2, 3, 4, 5, 6, 7], "where nothing is played the time counts"
    assert full.stake("ann", 1, 1000) == ""
    assert idle(full) == [7]
    # A round is in play: its time is no occasion, and while her stake lies nothing is freed.
    assert idlers.warn_or_unseat_idlers() == 0
    monkeypatch.setattr(found, "OCCASION", 3600)
    full.deal("Th 8h 9d Jd")
    assert full.do("ann", bj.Ready()) == ""
    assert full.do("ann", bj.Stand(BoxNo(1), "h")) == ""
    assert idlers.warn_or_unseat_idlers() == 1
    assert holders(full) == dict.fromkeys(range(1, 7), "ann"), "cat was told, and missed it"


def test_one_holder_at_a_time_loses_his_boxes(full: House, monkeypatch: pytest.MonkeyPatch) -> None:
    quickly(monkeypatch)
    assert idlers.warn_or_unseat_idlers() == 1
    assert idlers.warn_or_unseat_idlers() == 1
    assert holders(full) == {7: "cat"}, "ann came first, and a box is free now"
    assert idlers.warn_or_unseat_idlers() == 0
    assert idle(full) == []


def test_nobody_is_asked_where_nobody_waits_or_a_box_is_free_or_the_house_says_never(
    house: House, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    quickly(monkeypatch)
    house.sit("ann", *range(1, 7))
    assert house.wish("bob") == ""
    assert idlers.warn_or_unseat_idlers() == 0, "box 7 is free"
    house.sit("ann", 7)
    assert house.wish("bob", wishes=False) == ""
    assert idlers.warn_or_unseat_idlers() == 0, "nobody waits"
    assert house.wish("bob") == ""
    settings.IDLE_ROUNDS = 0
    assert idlers.warn_or_unseat_idlers() == 0
    settings.IDLE_ROUNDS = 3
    assert idlers.warn_or_unseat_idlers() == 1


def test_where_whoever_sits_takes_part_nobody_is_idle(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    quickly(monkeypatch)
    bank = open_house("Banque", book="MC", game="chemin_de_fer")
    bank.people = house.people
    bank.sit("ann", 1)
    Box.objects.filter(table_id=bank.table_id, player=None).delete()
    assert bank.wish("bob") == ""
    assert idlers.warn_or_unseat_idlers() == 0
