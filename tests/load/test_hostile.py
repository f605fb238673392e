"""One hostile player is kept to his share, at all web processes; `make load` times the others."""

import asyncio
from contextlib import AsyncExitStack, suppress

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
    met: set[str] = set()
    for _ in range(5):
        # On a busy machine one attack, which gives way to everybody, may not come far.
        players = house.var / "players.json"
        timed = asyncio.run(attack(house.base_url, 40, tables, players, seconds=4))
        assert timed.unanswered == 0
        assert len(timed.attacked) > 4
        met |= timed.seen.keys()
        if wanted <= met:
            break
    assert wanted <= met


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
            )
        )

    async def closed(line: ClientConnection) -> int | None:
        with suppress(ConnectionClosed):
            async with asyncio.timeout(5):
                async for _ in line:
                    pass
        return line.close_code

    async with AsyncExitStack() as stack:
        lines = [await opened(stack, address) for address in (here, there, here)]
        for line in lines:
            await line.recv()
        for address in (here, there):
            assert await closed(await opened(stack, address)) == consumers.TOO_MANY
        await lines[0].close()
        # Whoever was turned away is not looked at again for a while.
        await asyncio.sleep(admission.PENANCE + 0.5)
        assert '"welcome"' in str(await (await opened(stack, there)).recv())


def test_the_promise_is_95_in_100_below_a_tenth_of_a_second() -> None:
    quick = (5.0,) * 99
    assert Timed(quick, (*quick, 400.0), 0, {}).holds
    assert not Timed(quick, (*quick, *(150.0,) * 10), 0, {}).holds
    assert not Timed(quick, quick, 1, {}).holds
