"""A web process stands still past a clock's end: what had reached it before counts all the same."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from redis import Redis

from tables.games.core.money import BoxNo
from tables.realtime.late_commands import LONGEST
from tables.wire.floor_commands import Seal, Sit
from tables.wire.outgoing import ReceiptShown
from tests.house import House
from tests.house_console import expire_shoe_clock, open_waiting_table
from tests.load.client import Client
from tests.load.door import Door, KeyRing
from tests.rng.ceremony import hash_of

TAKE_OFFERS_BACK = "Shuffling.objects.filter(pk=table.id).update(offered=0, offers=[])"
"""Or who is offered the cut would have to decline first."""
FOUND = """
SELECT clock_timestamp() - t.due_at > make_interval(secs => %s), m.stage
  FROM tables_table t JOIN tables_shuffling m ON m.table_id = t.id WHERE t.id = %s"""
IN_TRANSACTIONS = """
SELECT count(*) FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL"""
WITHIN: Final = 300.0
"""Seconds until what a test waits for must have come."""


@pytest.mark.parametrize(
    ("reports", "answered"),
    [(True, "sealing, done"), pytest.param(False, "ended, refused", id="negative control")],
)
def test_a_seal_that_reached_a_web_process_in_time_counts(
    ceremonial_house: House, reports: bool, answered: str
) -> None:
    for attempt in range(20):
        began = time.monotonic()
        table = open_waiting_table(ceremonial_house)
        told = asyncio.run(_seal_past_the_end(ceremonial_house, table, reports, attempt))
        # A clock is held open for so long at the most, which a busy machine may take; there the
        # croupier may be as late.
        if told == answered or (reports and time.monotonic() - began < LONGEST):
            break
    assert told == answered


async def _seal_past_the_end(house: House, table: int, reports: bool, attempt: int) -> str:
    """Let a player seal while the web process stands still and the clock runs out.

    Returns whether the list was still open then, and what became of the seal. Without `reports` the
    croupier does not know of the process.
    """
    door = Door(house.base_url)
    cookie = await KeyRing(house.var / "players.json", door).cookie(
        f"grace-{reports}-{attempt}".lower()
    )
    async with Client(door, table, cookie) as bob:
        await bob.ready()
        await bob.ask(Sit(BoxNo(1)))
        frame = bob.frame
        async with asyncio.timeout(WITHIN):
            while not (frame.floor.shuffling and frame.floor.shuffling.stage == "sealing"):
                frame = await bob.changed(1)
        shoe = frame.floor.shuffling.shoe
        await asyncio.to_thread(_reported, house, table)
        with _standing_still(house):
            sealing = asyncio.create_task(bob.ask(Seal(BoxNo(1), shoe, hash_of(shoe, 1))))
            await asyncio.sleep(0.1)
            await asyncio.to_thread(_run_out, house, table, reports)
            seconds = 1 if reports else LONGEST - 2
            stage = await asyncio.to_thread(_stage_after, house, table, seconds)
        answer = await sealing
    refused = isinstance(answer, ReceiptShown) and answer.refused
    return f"{stage}, {'refused' if refused else 'done'}"


def _reported(house: House, table: int) -> None:
    """Wait until the web process has reported that it shows the table to players."""
    deadline = time.monotonic() + WITHIN
    with Redis.from_url(house.running_urls()["REDIS_URL"]) as asked:
        while not any(
            str(table) in json.loads(report)["tables"]
            for key in asked.keys("sabot:*:clocks")
            for report in asked.hvals(key)
        ):
            assert time.monotonic() < deadline
            time.sleep(0.02)


@contextmanager
def _standing_still(house: House) -> Iterator[None]:
    """Have the web process stand still at a moment at which it holds no lock in the database.

    Else whoever needs the table's row would wait for it. It is tried again until no transaction
    stays open.
    """
    web = house.pid("web")
    deadline = time.monotonic() + WITHIN
    try:
        while not _stopped_without_a_lock(house, web):
            os.kill(web, signal.SIGCONT)
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield
    finally:
        os.kill(web, signal.SIGCONT)


def _stopped_without_a_lock(house: House, web: int) -> bool:
    """Stop the web process; tell whether all transactions come to their end all the same."""
    os.kill(web, signal.SIGSTOP)
    deadline = time.monotonic() + WITHIN
    while not all(" T " in each.read_text() for each in Path(f"/proc/{web}/task").glob("*/stat")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    deadline = time.monotonic() + 2
    with house.connect() as database:
        while database.execute(IN_TRANSACTIONS).fetchone() != (0,):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
    return True


def _run_out(house: House, table: int, reports: bool) -> None:
    if not reports:
        with Redis.from_url(house.running_urls()["REDIS_URL"]) as asked:
            asked.delete(*asked.keys("sabot:*:clocks"))
    expire_shoe_clock(house, table, TAKE_OFFERS_BACK)


def _stage_after(house: House, table: int, seconds: float) -> str:
    """Return the stage so long after the end; `ended` once the list is closed."""
    deadline = time.monotonic() + WITHIN
    with house.connect() as database:
        while True:
            row = database.execute(FOUND, [seconds, table]).fetchone()
            if row is None or row[1] != "sealing":
                return "ended"
            if row[0]:
                return "sealing"
            assert time.monotonic() < deadline
            time.sleep(0.05)
