"""How many SQL statements, and round trips, a command costs: each is paid by every player."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tests.floor import House
from tests.jackpots import bet, jp1_house


@pytest.fixture(autouse=True)
def cards_at_once() -> None:
    """Read as many cards at once as the house does, in the campaign too."""


@contextmanager
def statements(limit: int, *, apart: bool = False) -> Iterator[CaptureQueriesContext]:
    """Fail when the block needs another number of statements.

    Each is one round trip, as the protocol itself tells it, and there is no other: BEGIN goes with
    the first, and COMMIT with the last, or by itself where `apart`.
    """
    with CaptureQueriesContext(connection) as captured, traced() as trace:
        yield captured
    said = [query["sql"] for query in captured if query["sql"] not in ("BEGIN", "COMMIT")]
    assert len(said) == limit, "\n\n".join(said)
    assert trace.count("ReadyForQuery") == limit + apart, "".join(trace)


@contextmanager
def traced(*, prepares: bool = False) -> Iterator[list[str]]:
    """Collect the messages that this thread's connection exchanges with the server."""
    told: list[str] = []
    connection.ensure_connection()
    wire = connection.connection
    assert wire is not None
    # Preparing a statement that comes often is a round trip once; other tests decide when.
    threshold = wire.prepare_threshold
    if not prepares:
        wire.prepare_threshold = None
    with tempfile.TemporaryFile("w+") as file:
        wire.pgconn.trace(file.fileno())
        try:
            yield told
        finally:
            wire.pgconn.untrace()
            wire.prepare_threshold = threshold
        file.seek(0)
        told += file.read().split()


def test_a_hit_is_two_statements(house: House) -> None:
    house.deal("2h 9s 3d 4c 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    with statements(2):  # begin, write
        assert house.do("ann", bj.Hit(BoxNo(1))) == ""


def test_a_stake_is_two_statements(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    with statements(2):  # begin, write
        assert house.stake("ann", 1, 1500) == ""


def test_sitting_down_is_two_statements(house: House) -> None:
    house.sit("ann", 1)
    house.player("bob")
    with statements(2):  # begin, act
        house.sit("bob", 2)
    assert [seat["box"] for seat in house.frame()["floor"]["seats"]] == [1, 2]


def test_seven_boxes_staked_at_once_are_two_statements(house: House) -> None:
    house.sit("ann", 1, 2, 3, 4, 5, 6, 7)
    house.stake("ann", 1, 1000)
    bets = tuple(bj.BoxStake(BoxNo(box), Amount(1000)) for box in range(1, 8))
    with statements(2):
        assert house.do("ann", bj.Stake(bets)) == ""


@pytest.mark.parametrize("boxes", [1, 7])
def test_settling_costs_the_same_for_one_box_and_for_seven(house: House, boxes: int) -> None:
    """G14: at most 6 statements, constant in boxes. The dealer here draws two cards."""
    held = range(1, boxes + 1)
    house.deal(
        " ".join(["Th"] * min(boxes, 6) + ["Ts"] * (boxes - min(boxes, 6)))
        + " 9s "
        + " ".join(["9d"] * min(boxes, 6) + ["9c"] * (boxes - min(boxes, 6)))
        + " 2c 8c"
    )
    house.sit("ann", *held)
    bets = tuple(bj.BoxStake(BoxNo(box), Amount(1000)) for box in held)
    house.do("ann", bj.Stake(bets))
    house.do("ann", bj.Ready())
    for box in held[:-1]:
        house.do("ann", bj.Stand(BoxNo(box)))
    with statements(2):  # begin, write
        assert house.do("ann", bj.Stand(BoxNo(held[-1]))) == ""
    assert house.frame()["view"]["phase"] == "closed"


def test_a_hit_at_a_table_that_plays_for_a_jackpot_is_one_more(house: House) -> None:
    jp1 = jp1_house()
    jp1.people = house.people
    jp1.deal("2h 9s 3d 4c 8c")
    jp1.sit("ann", 1)
    bet(jp1, "ann", 1)
    jp1.do("ann", bj.Ready())
    with statements(3, apart=True):  # begin, write, what the pots hold
        assert jp1.do("ann", bj.Hit(BoxNo(1))) == ""
