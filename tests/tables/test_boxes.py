"""A box that somebody holds beside his own is due to whoever wishes to play (HOUSE-22)."""

import json
from typing import Any
from uuid import uuid4

import pytest

from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.models import FloorEvent
from tables.seating import services as seating
from tests.floor import House, open_house, reuse_beside

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def maison(house: House) -> House:
    """A table by the house's own rules; ann sits at all seven boxes, at the fourth first."""

    def opened() -> House:
        table = open_house("Maison", "HOUSE", table_min_cents=100)
        table.sit("ann", 4, 1, 2, 3, 5, 6, 7)
        return table

    return reuse_beside(house, "maison", opened)


def sit(house: House, name: str, box: int) -> str:
    """Ask for a box; return the refusal's code, or an empty text."""
    receipt = seating.sit_down(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(box),
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def stake(house: House, name: str, *boxes: int) -> str:
    bets = tuple(bj.BoxStake(BoxNo(box), Amount(1000)) for box in boxes)
    return house.do(name, bj.Stake(bets))


def holders(house: House) -> dict[int, str]:
    return {each["box"]: each["name"] for each in house.frame()["floor"]["seats"]}


def yielding(house: House) -> dict[int, Any]:
    """Return the boxes that yield, and the names of those to whom they are due."""
    names = {str(each.pk): name for name, each in house.people.items()}
    shown = house.frame()["floor"]["yielding"]
    return {each["box"]: names.get(each["due_to"]) for each in shown}


def test_house_22_who_waits_gets_a_box_though_one_player_holds_them_all(maison: House) -> None:
    assert yielding(maison) == dict.fromkeys((1, 2, 3, 5, 6, 7))
    assert maison.wish("bob") == ""
    assert yielding(maison) == {**dict.fromkeys((1, 2, 3, 5, 6)), 7: "bob"}
    # Ann plays six boxes, which is the most that one may (HOUSE-21), but not the one that is due.
    assert stake(maison, "ann", 2, 3, 4, 5, 6, 7) == "box_not_vacant"
    assert stake(maison, "ann", 1, 2, 3, 4, 5, 6) == ""
    assert sit(maison, "bob", 3) == "box_in_play"
    assert sit(maison, "bob", 7) == ""
    assert holders(maison) == {**dict.fromkeys(range(1, 7), "ann"), 7: "bob"}
    assert maison.frame()["floor"]["waiting"] == 0
    assert stake(maison, "bob", 7) == ""
    left = FloorEvent.objects.get(table_id=maison.table_id, kind="leave")
    assert (left.box, left.by, left.reason) == (7, None, "yields")


def test_house_22_chips_that_lie_stay_until_the_round_is_over(maison: House) -> None:
    assert stake(maison, "ann", 3, 4, 5, 6, 7) == ""
    assert maison.wish("bob") == ""
    assert sit(maison, "bob", 7) == "box_in_play"
    # What she takes back she does not lay again: the box is due to bob by now.
    assert maison.do("ann", bj.Stake((bj.BoxStake(BoxNo(7), Amount(0)),))) == ""
    assert stake(maison, "ann", 7) == "box_not_vacant"
    assert stake(maison, "ann", 4, 6) == ""
    assert sit(maison, "bob", 7) == ""


def test_house_22_nobody_gives_up_the_box_of_his_own_seat(maison: House) -> None:
    assert sit(maison, "bob", 4) == "box_taken"
    # A box that nobody has claimed goes to whoever comes and sits there.
    assert sit(maison, "bob", 2) == ""
    # He has a box now: another's is no more due to him than to its holder.
    assert sit(maison, "bob", 3) == "box_taken"
    assert holders(maison)[4] == "ann"


def test_house_22_boxes_are_due_in_the_order_of_waiting_and_only_while_none_is_free(
    maison: House,
) -> None:
    for name in ("bob", "cat"):
        assert maison.wish(name) == ""
    assert yielding(maison) == {**dict.fromkeys((1, 2, 3, 5)), 7: "bob", 6: "cat"}
    assert sit(maison, "cat", 7) == "box_taken"
    seating.leave_box(
        player_id=maison.player("ann").pk,
        table_id=maison.table_id,
        command_id=uuid4(),
        box=BoxNo(7),
    )
    # Bob has a free box before him, so cat is the only one who has none.
    assert yielding(maison) == {**dict.fromkeys((1, 2, 3, 5)), 6: "cat"}
    assert maison.wish("cat", wishes=False) == ""
    assert set(yielding(maison).values()) == {None}


def test_only_the_house_rules_let_boxes_yield(house: House) -> None:
    house.sit("ann", *range(1, 8))
    assert house.wish("bob") == ""
    assert yielding(house) == {}
    assert sit(house, "bob", 7) == "box_taken"
    assert stake(house, "ann", *range(1, 8)) == ""


def test_what_is_shown_of_seats_is_what_a_newcomer_reads(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sits, leaves, welcomes or waits is shown without being read again."""
    told: list[dict[str, Any]] = []

    def note(table_id: int, text: str, *args: Any, **named: Any) -> None:
        told.append(json.loads(text)["floor"])

    monkeypatch.setattr("tables.realtime.publish.frame", note)
    house.sit("dan", 7)
    for act in (
        lambda: house.sit("ann", 5),
        lambda: house.sit("ann", 2),
        lambda: house.wish("bob", wishes=True),
        lambda: house.wish("cat", wishes=True),
        lambda: house.welcome("ann", 5),
        lambda: house.sit("bob", 1),
        lambda: house.wish("cat", wishes=False),
        lambda: house.welcome("ann", 5, welcomes=False),
        lambda: leave(house, "ann", 5),
    ):
        told.clear()
        act()
        assert told == [house.frame()["floor"]]


def test_a_box_that_is_not_there_is_refused(house: House) -> None:
    house.sit("ann", 1)
    seq = house.table.seq
    for box in (-1, 0, 8, 2**15, 2**40):
        assert sit(house, "bob", box) == "box_out_of_range"
    assert house.table.seq == seq


def leave(house: House, name: str, box: int) -> None:
    receipt = seating.leave_box(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(box),
    )
    assert receipt is None, receipt
