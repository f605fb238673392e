"""A round over sockets by each channel layer that CHANNEL_LAYERS may name.

A layer that tells a group's message before its subscription is confirmed, or hands it over between
threads, may lose a frame: whoever waits for it is sent the receipt, and the hub heals the table.
"""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from tests.floor import House
from tests.realtime.layers import KINDS, configured
from tests.tables.test_socket import Browser, browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test"]

pytestmark = pytest.mark.asyncio


@pytest.fixture(params=KINDS)
def exchanged(request: pytest.FixtureRequest, settings: Settings) -> None:
    settings.CHANNEL_LAYERS = configured(request.param)


async def shown(browser: Browser, seq: int) -> dict[str, Any]:
    """Return the frame that shows the table as of a number, or later."""
    while (frame := await browser.hear("frame"))["seq"] < seq:
        pass
    return frame


async def carried_out(browser: Browser, command: dict[str, Any]) -> dict[str, Any]:
    """Give a command; return the frame that shows what became of it."""
    cause = await browser.say(command)
    while True:
        message = await browser.next()
        if message["type"] == "receipt" and message["cause"] == cause:
            assert message["refused"] is None
            return await shown(browser, message["seq"])
        if message["type"] == "frame":
            assert message["seq"] >= browser.seq
            browser.seq = message["seq"]
            if message["cause"] == cause:
                return message


async def test_a_round_is_played_and_watched(
    exchanged: None, browse: Callable[..., Any], house: House
) -> None:
    await sync_to_async(house.deal)("Th 9s Td 8c 4c")
    async with browse("ann") as ann, browse("bob") as bob:
        await carried_out(ann, {"kind": "table.sit", "box": 1})
        bet = {"box": 1, "main": 1000, "queen_of_hearts": 0}
        await carried_out(ann, {"kind": "blackjack.stake", "bets": [bet]})
        dealt = await carried_out(ann, {"kind": "blackjack.ready"})
        assert dealt["view"]["phase"] == "play"
        over = await carried_out(ann, {"kind": "blackjack.hit", "box": 1, "hand": "h"})
        assert over["view"]["phase"] == "closed"
        watched = await shown(bob, over["seq"])
        assert watched["view"] == over["view"]
