"""Processes die at random moments of rounds; every round ends rightly and the books balance."""

import asyncio
import time
from random import Random

import pytest

from tests import campaign
from tests.house import House
from tests.house_console import open_table, run_in_house
from tests.load.client import Tally
from tests.load.door import Door, KeyRing
from tests.load.play import Temper
from tests.load.run import Plan, run

pytestmark = pytest.mark.campaign

KILLS = campaign.length(5, 60)
VICTIMS = ("web.1", "web.2", "croupier", "settlement", "rng.1")
"""Both web processes first: all players may sit in either, and a death in the last round may come
after their last message."""
EAGER = Temper(think=(0.05, 0.3), insures=0.3, rest=0.05)
ENDS_WITHIN = 300.0
"""Seconds in which a round must be over after a death: its clocks, a restart, a busy machine."""
PLAYS_FOR = KILLS * ENDS_WITHIN
"""Seconds after which players go home though processes die still: longer than all deaths take."""


def test_deaths_at_random_moments(mortal_house: House) -> None:
    house = mortal_house
    table_id = open_table(house, betting_seconds=5, decision_seconds=3)
    tally = asyncio.run(_play_among_the_dying(house, table_id))
    assert (tally.reordered, tally.unanswered, tally.errors) == (0, 0, [])
    assert tally.reconnections > 0, "no browser ever noticed a death"
    _let_the_last_round_end(house, table_id)
    counted = run_in_house(house, "from tests.chaos.recount import recount; recount()").splitlines()
    assert len(counted) == 1, "\n".join(counted)
    assert int(counted[0].split()[0]) >= KILLS // 2
    house.manage("audit_ledger")
    assert house.process is not None
    assert house.process.poll() is None, "the supervisor died too"
    # The last to die may be a web process that is not back yet.
    house.recover()


async def _play_among_the_dying(house: House, table_id: int) -> Tally:
    door, enough = Door(house.base_url), asyncio.Event()
    plan = Plan(players=5, tables=(table_id,), seconds=PLAYS_FOR, temper=EAGER)
    keys = KeyRing(house.var / "players.json", door)
    playing = asyncio.create_task(run(plan, door, keys, enough))
    try:
        await asyncio.to_thread(_kill, house, table_id, playing)
    finally:
        enough.set()
        tally, _ = await playing
    return tally


def _kill(house: House, table_id: int, playing: "asyncio.Task[tuple[Tally, float]]") -> None:
    chance = Random(campaign.seed(20241101))
    for number in range(KILLS):
        round_id = _wait_for_a_round(house, table_id)
        time.sleep(chance.uniform(0, 2.5))
        assert not playing.done(), playing.exception()
        house.kill(VICTIMS[number] if number < len(VICTIMS) else chance.choice(VICTIMS))
        _wait_until_over(house, round_id)


def _wait_for_a_round(house: House, table_id: int) -> int:
    """Return the id of the round in play, once there is one."""
    deadline = time.monotonic() + ENDS_WITHIN
    with house.connect() as database:
        while time.monotonic() < deadline:
            row = database.execute(
                "SELECT id FROM tables_round WHERE table_id = %s AND status = 'running'",
                [table_id],
            ).fetchone()
            if row:
                return int(row[0])
            time.sleep(0.05)
    raise AssertionError(f"nobody plays any more:\n{house.log.read_text()[-4000:]}")


def _wait_until_over(house: House, round_id: int) -> None:
    deadline = time.monotonic() + ENDS_WITHIN
    with house.connect() as database:
        while time.monotonic() < deadline:
            row = database.execute(
                "SELECT status FROM tables_round WHERE id = %s", [round_id]
            ).fetchone()
            if row != ("running",):
                return
            time.sleep(0.1)
    raise AssertionError(f"round {round_id} hangs:\n{house.log.read_text()[-4000:]}")


def _let_the_last_round_end(house: House, table_id: int) -> None:
    with house.connect() as database:
        row = database.execute(
            "SELECT id FROM tables_round WHERE table_id = %s AND status = 'running'", [table_id]
        ).fetchone()
    if row:
        _wait_until_over(house, int(row[0]))
