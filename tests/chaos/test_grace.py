"""A web process stands still past a clock's end: what had reached it before counts all the same."""

import asyncio
import os
import signal
import time

import pytest
from redis import Redis

from tables.games.core.money import BoxNo
from tables.live.floor_commands import Seal, Sit
from tables.live.outgoing import ReceiptShown
from tests.backstage import behind, open_waiting_table
from tests.house import House
from tests.load.client import Client
from tests.load.door import Door, KeyRing
from tests.rng.ceremony import hash_of

RUN_OUT = """
from datetime import timedelta
from django.db import transaction
from tables.models import Shuffling, Table
from tables.records import rows
from tables.showing import acts
with transaction.atomic(durable=True):
    table = rows.lock({table})
    Shuffling.objects.filter(pk=table.id).update(offered=0, offers=[])
    Table.objects.filter(pk=table.id).update(due_at=table.now, window_ms=1)
    acts.show(rows.lock(table.id), "shuffle")
"""
FOUND = """
SELECT clock_timestamp() - t.due_at > interval '1 second', m.stage
  FROM tables_table t JOIN tables_shuffling m ON m.table_id = t.id WHERE t.id = %s"""


@pytest.mark.parametrize(
    ("reports", "answered"),
    [(True, "sealing, done"), pytest.param(False, "ended, refused", id="negative control")],
)
def test_a_seal_that_reached_a_web_process_in_time_counts(
    ceremonial_house: House, reports: bool, answered: str
) -> None:
    table = open_waiting_table(ceremonial_house)
    assert asyncio.run(_seal_past_the_end(ceremonial_house, table, reports)) == answered


async def _seal_past_the_end(house: House, table: int, reports: bool) -> str:
    """Let a player seal while the web process stands still and the clock runs out.

    Returns whether the list was still open then, and what became of the seal. Without `reports` the
    croupier does not know of the process.
    """
    door = Door(house.base_url)
    cookie = await KeyRing(house.var / "players.json", door).cookie(f"grace-{reports}".lower())
    async with Client(door, table, cookie) as bob:
        await bob.ready()
        await bob.ask(Sit(BoxNo(1)))
        frame = bob.frame
        async with asyncio.timeout(60):
            while not (frame.floor.shuffling and frame.floor.shuffling.stage == "sealing"):
                frame = await bob.changed(1)
        shoe = frame.floor.shuffling.shoe
        web = house.pid("web")
        os.kill(web, signal.SIGSTOP)
        try:
            sealing = asyncio.create_task(bob.ask(Seal(BoxNo(1), shoe, hash_of(shoe, 1))))
            await asyncio.sleep(0.1)
            await asyncio.to_thread(_run_out, house, table, reports)
            stage = await asyncio.to_thread(_stage_after, house, table)
        finally:
            os.kill(web, signal.SIGCONT)
        answer = await sealing
    refused = isinstance(answer, ReceiptShown) and answer.refused
    return f"{stage}, {'refused' if refused else 'done'}"


def _run_out(house: House, table: int, reports: bool) -> None:
    if not reports:
        with Redis.from_url(house.running_urls()["REDIS_URL"]) as asked:
            asked.delete(*asked.keys("sabot:*:clocks"))
    behind(house, RUN_OUT.format(table=table))


def _stage_after(house: House, table: int) -> str:
    """Return the stage a second after the end; `ended` once the list is closed."""
    deadline = time.monotonic() + 60
    with house.connect() as database:
        while True:
            row = database.execute(FOUND, [table]).fetchone()
            if row is None or row[1] != "sealing":
                return "ended"
            if row[0]:
                return "sealing"
            assert time.monotonic() < deadline
            time.sleep(0.05)
