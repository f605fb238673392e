"""The way of a hit, from the socket to the ledger: few modules, and none that it comes back to."""

import asyncio
import sys
from itertools import groupby
from types import FrameType
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from casino.ledger import services as ledger
from casino.process import fair_threads
from tests.floor import House
from tests.tables.test_socket import browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test"]

MOST = 8
"""Modules of the house and its tables; engines are called, and call nothing."""
HIT = {"kind": "blackjack.hit", "box": 1, "hand": "h"}


def ours(frame: FrameType | None) -> list[str]:
    """Return our modules on a call stack, outermost first, each stay once."""
    names: list[str] = []
    while frame is not None:
        name: str = frame.f_globals["__name__"]
        if name.partition(".")[0] in ("casino", "tables") and not name.startswith("tables.games."):
            names.append(name)
        frame = frame.f_back
    return [name for name, _ in groupby(reversed(names))]


@pytest.fixture
def stays(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The ways of all that is posted: through the loop to a thread, and in it to the ledger."""
    found: list[list[str]] = []
    asked: dict[Any, list[str]] = {}
    begun, draft = fair_threads._start, ledger.Draft

    def in_loop(function: Any, *args: Any, **kwargs: Any) -> "asyncio.Future[Any]":
        # From where the socket's own coroutine begins: what carries it there is the server's.
        way = ours(sys._getframe(1))
        socket = "tables.sockets.consumer"
        way = way[way.index(socket) :] if socket in way else way

        def in_thread() -> Any:
            asked["way"] = way
            return function(*args, **kwargs)

        return begun(in_thread)

    def drafting(*args: Any, **kwargs: Any) -> Any:
        # What is posted before anybody asked, a gift to who is enrolled, has no way.
        way = [*asked.get("way", ()), *ours(sys._getframe(1)), ledger.__name__]
        found.append([name for name, _ in groupby(way)])
        return draft(*args, **kwargs)

    monkeypatch.setattr(fair_threads, "_start", in_loop)
    monkeypatch.setattr(ledger, "Draft", drafting)
    return found


@pytest.mark.asyncio
async def test_a_hit_crosses_eight_modules_at_most_and_comes_back_to_none(
    browse: Any, house: House, stays: list[list[str]]
) -> None:
    await sync_to_async(house.deal)("Th 9s Td 8c 4c")
    async with browse("ann") as ann:
        await ann.done({"kind": "table.sit", "box": 1})
        bet = {"box": 1, "main": 1000, "queen_of_hearts": 0}
        await ann.done({"kind": "blackjack.stake", "bets": [bet]})
        await ann.done({"kind": "blackjack.ready"})
        stays.clear()
        told = await ann.done(HIT)
    assert told["view"]["phase"] == "closed", "the third card busts: the stake goes to the float"
    (way,) = stays
    print("\n" + "\n".join(way))  # noqa: T201
    assert way[0] == "tables.sockets.consumer"
    assert way[-1] == ledger.__name__
    assert len(way) == len(set(way)), "it comes back to a module that it left"
    assert len(way) <= MOST
