"""One hostile player is kept to his share; `make load` times the others."""

import asyncio

from tables.sockets import base_consumer
from tests import campaign
from tests.house import House
from tests.house_console import open_table
from tests.load.hostile import Timed, attack


@campaign.soak_only
def test_a_hostile_player_leaves_another_table_alone(house: House) -> None:
    tables = (open_table(house), open_table(house))
    wanted = {f"closed {base_consumer.TOO_MANY}", "too_fast", "body answered 413"}
    players = house.var / "players.json"
    # He does not give way here: on a busy machine he would hardly come to attack.
    timed = asyncio.run(
        attack(house.base_url, 25, tables, players, seconds=4, meets=wanted, nice=0)
    )
    assert wanted <= timed.seen.keys()
    assert timed.unanswered == 0
    assert len(timed.attacked) > 4


def test_the_promise_is_95_in_100_below_a_tenth_of_a_second() -> None:
    quick = (5.0,) * 99
    assert Timed(quick, (*quick, 400.0), 0, {}).holds
    assert not Timed(quick, (*quick, *(150.0,) * 10), 0, {}).holds
    assert not Timed(quick, quick, 1, {}).holds
