"""What a page is shown first is of one moment, whatever is dealt while it is read."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections

from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.rows import table_rows
from tables.seating import snapshots
from tests.floor import House

TWO_COUPS = "Th 9s 9d 8c Tc 9h 9c 8d"


def coup(house: House) -> None:
    """Play a round to its end."""
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""


def read_while(house: House, other: Callable[[], None]) -> dict[str, Any]:
    """Return what a visitor is shown where something else happens after the first statement."""
    left = [other]

    def meanwhile(execute: Any, *statement: Any) -> Any:
        result = execute(*statement)
        if left:
            with ThreadPoolExecutor(1) as pool:
                pool.submit(left.pop()).result()
                pool.submit(connections.close_all).result()
        return result

    with connection.execute_wrapper(meanwhile):
        return house.frame()


def cards(frame: dict[str, Any]) -> int:
    hands = [hand["cards"] for box in frame["view"]["boxes"] for hand in box["hands"]]
    return sum(map(len, hands)) + len(frame["view"]["dealer"]["cards"])


def test_a_page_is_shown_the_proofs_of_its_round_while_the_next_is_dealt(house: House) -> None:
    house.deal(TWO_COUPS)
    house.sit("ann", 1)
    coup(house)
    frame = read_while(house, lambda: coup(house))
    assert frame["floor"]["round"] == 1
    assert len(frame["floor"]["openings"]) == cards(frame)
    assert house.frame()["floor"]["round"] == 2


def test_control_of_two_moments_it_would_be_shown_those_of_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def apart(table_id: int) -> tuple[table_rows.TableRow, table_rows.Surroundings]:
        row = table_rows.read(table_id)
        return row, table_rows.read_surroundings(row)

    monkeypatch.setattr(table_rows, "read_snapshot", apart)
    house.deal(TWO_COUPS)
    house.sit("ann", 1)
    coup(house)
    frame = read_while(house, lambda: coup(house))
    assert frame["floor"]["round"] == 1
    assert len(frame["floor"]["openings"]) > cards(frame)
    assert snapshots.snapshot(house.table_id).seq > frame["seq"]
