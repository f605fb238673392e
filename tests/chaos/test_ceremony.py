"""In a house of real processes a shoe is made with a player, and also when he is silent."""

import time
from pathlib import Path

from tests.backstage import behind
from tests.house import House, opened

SIT = """
from uuid import uuid4
from casino.players.models import Player
from tables.floor import seats
from tables.models import Table
table = Table.objects.filter(rules__game="blackjack").first()
player = Player.objects.get(username="demo1")
assert seats.sit(player_id=player.pk, table_id=table.pk, command_id=uuid4(), box=2) is None
print(table.pk)
"""
CUT = """
from uuid import uuid4
from casino.players.models import Player
from casino.rng.models import Shoe
from tables.equipment import contributing
from tables.live import floor_commands
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
    """Return how far the table's shoe has come, `ready` when it is on the table."""
    with house.connect() as database:
        row = database.execute(
            "SELECT coalesce(m.stage, CASE WHEN t.shoe_id IS NULL THEN 'ordered' ELSE 'ready' END)"
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


def test_the_clock_makes_the_shoe_of_a_silent_player(tmp_path: Path) -> None:
    with opened(tmp_path, SHOE_CONTRIBUTIONS="full", CUT_SECONDS="2", OPENING_SECONDS="1") as house:
        table_id = int(behind(house, SIT).split()[-1])
        reaches(house, table_id, "ready")
        by, place = cut_by(house, table_id)
        assert by == 0
        assert place > 0, "the dealer cuts"


def test_a_players_cut_outlives_the_worker_that_was_to_log_it(ceremonial_house: House) -> None:
    house = ceremonial_house
    table_id = int(behind(house, SIT).split()[-1])
    reaches(house, table_id, "sealing")
    house.kill("rng")
    assert behind(house, CUT.format(table=table_id)).split()[-1] == "None"
    house.kill("croupier")
    reaches(house, table_id, "opening")
    house.kill("rng")
    assert behind(house, CUT.format(table=table_id)).split()[-1] == "None"
    reaches(house, table_id, "ready")
    assert cut_by(house, table_id) == (2, 111)
