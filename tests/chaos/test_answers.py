"""Redis dies while a socket lives: whoever gave a command that was carried out gets its receipt."""

import asyncio
import time

import psutil

from tables.games.core.money import BoxNo
from tables.live import floor_commands, outgoing
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
        assert house.process is not None
        supervisor = psutil.Process(house.process.pid)
        # Stopped, it does not start Redis again before the answer is there.
        supervisor.suspend()
        try:
            house.kill("redis")
            frames, asked_at = ann.tally.frames, time.monotonic()
            answer = await ann.ask(floor_commands.Sit(BoxNo(1)))
        finally:
            supervisor.resume()
        # On a busy machine it may come late, but not because the table was shown anew.
        assert time.monotonic() - asked_at < WITHIN or ann.tally.frames == frames
        assert isinstance(answer, outgoing.ReceiptShown)
        assert (answer.refused, answer.seq) == (None, seq + 1)
        assert ann.tally.reconnections == 0
