"""A house on servers of its operator: behind a pooler, and with Sentinels."""

import asyncio
import shutil
from pathlib import Path

import pytest

from tests import campaign
from tests.embedded.conftest import eventually
from tests.house import FORKS, House, fresh_database, open_folder, own_port, seeded_database
from tests.load.door import Door, KeyRing
from tests.load.play import Temper
from tests.load.run import Plan, run, tables_of
from tests.poolers import pooled
from tests.sentinels import PASSWORD, guarded_redis

EAGER = Temper(think=(0.1, 0.3), rest=0.0)
STAKES = 40


@campaign.soak_only
@pytest.mark.usefixtures("servers_at_hand")
def test_a_house_plays_behind_a_pooler_and_through_a_failover(tmp_path: Path) -> None:
    template, keys = seeded_database()
    with (
        open_folder() as folder,
        fresh_database(template) as url,
        pooled(url, folder, default_pool_size="10") as pooler,
        guarded_redis(tmp_path) as redis,
    ):
        shutil.copytree(keys, tmp_path / "var" / "keys")
        given = f"{pooler}?prepare_threshold=none"
        house = House(tmp_path / "var", own_port(), given, redis.url, forked=FORKS)
        try:
            house.open()
            opened = house.manage("open_tables", "1", "--prefix", "Own")
            tables = tables_of(opened)
            played(house, tables)
            before = {name: house.pid(name) for name in (*house.webs, *house.rngs, "croupier")}
            redis.kill_primary()
            eventually(lambda: house.health()[0] == 200)
            played(house, tables)
            assert {name: house.pid(name) for name in before} == before
            assert house.manage("doctor").count(": ok") == 6
        finally:
            house.stop()
        log = house.log.read_text()
        assert "prepared statement" not in log
        assert PASSWORD not in log


def played(house: House, tables: tuple[int, ...]) -> None:
    """Let four play until STAKES were accepted, and see that nothing was lost."""
    door = Door(house.base_url)
    plan = Plan(players=4, tables=tables, seconds=300, temper=EAGER, arrive=1.0, stakes=STAKES)
    tally, _ = asyncio.run(run(plan, door, KeyRing(house.var / "players.json", door)))
    assert tally.errors == []
    assert (tally.lost, tally.reordered, tally.unanswered) == (0, 0, 0)
    assert tally.commands > STAKES
