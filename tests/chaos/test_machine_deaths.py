"""Processes die while reels turn: a game that was paid for ends once, as it was drawn."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import psycopg
import pytest

from tests import campaign
from tests.chaos.test_kill import EAGER, ENDS_WITHIN
from tests.house import House
from tests.house_console import open_for_draws, run_in_house
from tests.load.door import Door, KeyRing
from tests.load.run import Plan, run

pytestmark = pytest.mark.campaign

KILLS = campaign.length(2, 60)
PLAYS_FOR = KILLS * ENDS_WITHIN
"""Seconds after which the player goes home though processes die still."""
VICTIMS = ("rng.1", "web.1", "croupier", "web.2", "settlement")
PLAYED, ENDED = "automatic_games.played", "automatic_games.game_ended"
_LOOK = """
from tables.models import Round
from tables.projections import round_rows as rounds
ended = 0
for round_ in Round.objects.filter(table_id={table_id}).exclude(status="running").order_by("pk"):
    told = rounds.round_events(round_.pk, 0, 1_000_000)
    games = [each for each in told if each.kind == {ended!r}]
    played = [each for each in told if each.kind == {played!r}]
    assert len(games) == len(played) <= 1, round_.pk
    if games:
        assert list(games[0].stops) == round_.draw.values, round_.pk
        assert round_.draw.request == f"round:{{round_.pk}}"
        ended += 1
print(ended)
"""
"""A round has a game that was paid for and ended as its own draw fell, once, or none at all."""


def test_a_game_that_was_paid_for_ends_once_whoever_dies(mortal_house: House) -> None:
    house = mortal_house
    # A win that is paid by hand would end the play.
    options = {"hand_pay_threshold_cents": 10**9, "id_threshold_cents": 10**9, "pace_floor_ms": 0}
    table_id = open_for_draws(house, "automatic_games", **options)
    asyncio.run(_play_among_the_dying(house, table_id))
    ended = int(
        run_in_house(house, _LOOK.format(table_id=table_id, played=PLAYED, ended=ENDED)).split()[-1]
    )
    assert ended >= KILLS
    house.manage("audit_meters")
    house.manage("audit_ledger")
    house.recover()


async def _play_among_the_dying(house: House, table_id: int) -> None:
    door, enough = Door(house.base_url), asyncio.Event()
    # Who sits a round out alone at a machine waits for ever: nobody else begins the next.
    temper = replace(EAGER, rest=0)
    plan = Plan(players=1, tables=(table_id,), seconds=PLAYS_FOR, temper=temper)
    keys = KeyRing(house.var / "players.json", door)
    playing = asyncio.create_task(run(plan, door, keys, enough))
    try:
        await asyncio.to_thread(_kill, house, table_id)
    finally:
        enough.set()
        tally, _ = await playing
    assert (tally.reordered, tally.unanswered, tally.errors) == (0, 0, [])


def _kill(house: House, table_id: int) -> None:
    chance = Random(campaign.seed(20260917))
    with house.connect() as database:
        for number in range(KILLS):
            _wait(house, lambda: _count(database, table_id, PLAYED) > _ended(database, table_id))
            time.sleep(chance.uniform(0, 0.02))
            ended = _ended(database, table_id)
            house.kill(VICTIMS[number] if number < len(VICTIMS) else chance.choice(VICTIMS))
            # The game goes on, and another after it.
            _wait(house, partial(_more, database, table_id, ended + 1))


def _more(database: "psycopg.Connection[tuple[object, ...]]", table_id: int, than: int) -> bool:
    return _ended(database, table_id) > than


def _ended(database: "psycopg.Connection[tuple[object, ...]]", table_id: int) -> int:
    return _count(database, table_id, ENDED)


def _count(database: "psycopg.Connection[tuple[object, ...]]", table_id: int, kind: str) -> int:
    found = database.execute(
        "SELECT count(*) FROM tables_roundevent WHERE table_id = %s AND kind = %s",
        [table_id, kind],
    ).fetchone()
    assert found is not None
    return int(str(found[0]))


def _wait(house: House, holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + ENDS_WITHIN
    while time.monotonic() < deadline:
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError(f"nobody plays any more:\n{house.log.read_text()[-4000:]}")
