"""Redis dies while a socket lives: whoever gave a command that was carried out gets its receipt."""

import asyncio
import time

from tables.games.core.money import BoxNo
from tables.live import wire
from tests.backstage import open_table
from tests.house import House
from tests.load.client import Client
from tests.load.door import Door, KeyRing

WITHIN = 4.0
"""Seconds until the answer; the table is shown anew after five at the earliest."""


def test_a_command_is_answered_though_redis_dies_under_it(mortal_house: House) -> None:
    asyncio.run(_sit_without_redis(mortal_house, open_table(mortal_house)))


async def _sit_without_redis(house: House, table_id: int) -> None:
    door = Door(house.base_url)
    cookie = await KeyRing(house.var / "players.json", door).cookie("ann")
    async with Client(door, table_id, cookie) as ann:
        seq = (await ann.ready()).seq
        house.kill("redis")
        await asyncio.sleep(0.05)
        asked_at = time.monotonic()
        answer = await ann.ask(wire.Sit(BoxNo(1)))
        assert time.monotonic() - asked_at < WITHIN
        assert isinstance(answer, wire.ReceiptShown)
        assert (answer.refused, answer.seq) == (None, seq + 1)
        assert ann.tally.reconnections == 0
