"""In a house of real processes a shoe is made with a player, and also when he is silent."""

import time
from pathlib import Path

import pytest

from tests import campaign
from tests.house import House, run_house
from tests.house_console import expire_shoe_clock, open_waiting_table, run_in_house

SIT = """
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from casino.players.models import Player
from tables.seating import services as seats
from tables.models import Box, Table
table = Table.objects.get(pk={table})
player = Player.objects.get(username="demo1")
assert seats.sit_down(player_id=player.pk, table_id=table.pk, command_id=uuid4(), box=2) is None
# Without a socket he would soon be away, and asked for nothing.
Box.objects.filter(table=table, player=player).update(seen_at=timezone.now() + timedelta(hours=1))
"""
CUT = """
from uuid import uuid4
from casino.players.models import Player
from casino.rng.models import Shoe
from tables.shoes import contributions as contributing
from tables.wire import floor_commands
from tables.models import Shuffling
from tests.rng.ceremony import hash_of, secret
making = Shuffling.objects.get(pk={table})
player = Player.objects.get(username="demo1")
shoe = making.shoe_id
if making.stage == "sealing":
    given = floor_commands.Cut(2, str(shoe), hash_of(shoe, 2, 111))
else:
    given = floor_commands.Open(2, str(shoe), secret(2).hex(), 111)
told = {{"player_id": player.pk, "table_id": {table}, "command_id": uuid4(), "given": given}}
print(contributing.contribute(**told))
"""


def stage(house: House, table_id: int) -> str:
    """Return how far the table's shoe has come, `ready` when it is on the table.

    While somebody is asked to cut it is `offered`.
    """
    with house.connect() as database:
        row = database.execute(
            "SELECT CASE WHEN m.offers <> '[]' THEN 'offered' WHEN m.stage IS NOT NULL THEN m.stage"
            " WHEN t.shoe_id IS NULL THEN 'ordered' ELSE 'ready' END"
            " FROM tables_table t LEFT JOIN tables_shuffling m ON m.table_id = t.id"
            " WHERE t.id = %s",
            [table_id],
        ).fetchone()
    assert row is not None
    return str(row[0])


def reaches(house: House, table_id: int, wanted: str) -> None:
    deadline = time.monotonic() + 300
    while (now := stage(house, table_id)) != wanted:
        assert time.monotonic() < deadline, now
        time.sleep(0.05)


def cut_by(house: House, table_id: int) -> tuple[int, int]:
    with house.connect() as database:
        row = database.execute(
            "SELECT s.cut_by, s.cut FROM tables_table t JOIN rng_shoe s ON s.id = t.shoe_id"
            " WHERE t.id = %s",
            [table_id],
        ).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


def seated(house: House) -> int:
    """Open a table, seat a player who says nothing, and return it."""
    table_id = open_waiting_table(house)
    run_in_house(house, SIT.format(table=table_id))
    return table_id


@pytest.mark.campaign
def test_the_clock_makes_the_shoe_of_a_silent_player(
    ceremonial_house: House, tmp_path: Path
) -> None:
    table_id = seated(ceremonial_house)
    # First he does not cut, then he does not seal.
    for silent in ("offered", "sealing"):
        reaches(ceremonial_house, table_id, silent)
        expire_shoe_clock(ceremonial_house, table_id)
    reaches(ceremonial_house, table_id, "ready")
    by, place = cut_by(ceremonial_house, table_id)
    assert by == 0
    assert place > 0, "the dealer cuts"
    if campaign.SOAK:
        # In a house whose own clocks are as short, nobody ends them.
        short = {"CUT_SECONDS": "2", "OPENING_SECONDS": "1"}
        with run_house(tmp_path, SHOE_CONTRIBUTIONS="full", **short) as house:
            table_id = seated(house)
            reaches(house, table_id, "ready")
            assert cut_by(house, table_id)[0] == 0


def test_a_players_cut_outlives_the_worker_that_was_to_log_it(ceremonial_house: House) -> None:
    house = ceremonial_house
    table_id = seated(house)
    reaches(house, table_id, "offered")
    house.kill("rng")
    assert run_in_house(house, CUT.format(table=table_id)).split()[-1] == "None"
    house.kill("croupier")
    reaches(house, table_id, "opening")
    house.kill("rng")
    assert run_in_house(house, CUT.format(table=table_id)).split()[-1] == "None"
    reaches(house, table_id, "ready")
    assert cut_by(house, table_id) == (2, 111)
