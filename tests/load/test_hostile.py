"""One hostile player is kept to his share, at all web processes; `make load` times the others."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tables.doors import admission
from tables.doors import socket as consumers
from tests.backstage import open_table
from tests.house import House, another_web
from tests.load.door import Door, KeyRing
from tests.load.hostile import Timed, attack


def test_a_hostile_player_leaves_another_table_alone(house: House) -> None:
    tables = (open_table(house), open_table(house))
    wanted = {f"closed {consumers.TOO_MANY}", "too_fast", "body answered 413"}
    players = house.var / "players.json"
    # He does not give way here: on a busy machine he would hardly come to attack.
    timed = asyncio.run(
        attack(house.base_url, 25, tables, players, seconds=4, meets=wanted, nice=0)
    )
    assert wanted <= timed.seen.keys()
    assert timed.unanswered == 0
    assert len(timed.attacked) > 4


def test_a_players_sockets_are_counted_over_two_web_processes(house: House) -> None:
    with (
        another_web(house, SOCKETS_PER_PLAYER="3") as here,
        another_web(house, SOCKETS_PER_PLAYER="3") as there,
    ):
        asyncio.run(_three_and_no_more(house, here, there))


async def _three_and_no_more(house: House, here: str, there: str) -> None:
    table = (await Door(house.base_url).tables())[0]["id"]
    cookie = await KeyRing(house.var / "players.json", Door(house.base_url)).cookie("load-three")

    async def opened(stack: AsyncExitStack, address: str) -> ClientConnection:
        return await stack.enter_async_context(
            connect(
                Door(address).socket(table),
                origin=Origin(address),
                additional_headers={"Cookie": cookie or ""},
                proxy=None,
                open_timeout=60,
            )
        )

    async def answered(address: str) -> str | int | None:
        """Return the first text that one socket more is sent, or the code that closes it."""
        async with AsyncExitStack() as stack:
            line = await opened(stack, address)
            try:
                return str(await line.recv())
            except ConnectionClosed:
                return line.close_code

    async def comes_to(address: str, wanted: Callable[[str | int | None], bool]) -> None:
        """Try again until the answer is the wanted one.

        A process whose question Redis does not answer in time counts its own sockets for a moment;
        whoever was turned away is not looked at again for a while.
        """
        for _ in range(30):
            if wanted(await answered(address)):
                return
            await asyncio.sleep(admission.AWAY)
        raise AssertionError(f"{address} went on to answer otherwise")

    async with AsyncExitStack() as stack:
        lines = [await opened(stack, address) for address in (here, there, here)]
        for line in lines:
            await line.recv()
        for address in (here, there):
            await comes_to(address, lambda answer: answer == consumers.TOO_MANY)
        await lines[0].close()
        await comes_to(there, lambda answer: '"welcome"' in str(answer))


def test_the_promise_is_95_in_100_below_a_tenth_of_a_second() -> None:
    quick = (5.0,) * 99
    assert Timed(quick, (*quick, 400.0), 0, {}).holds
    assert not Timed(quick, (*quick, *(150.0,) * 10), 0, {}).holds
    assert not Timed(quick, quick, 1, {}).holds
