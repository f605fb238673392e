"""Many cut or seal at once; a worker dies at each step of making a shoe, and it is asked again."""

import signal
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from casino.rng import shoes, verify
from casino.rng.log.models import LogEntry
from casino.rng.models import Contribution, Shoe
from tables import tasks
from tables.games.core.money import BoxNo
from tables.models import Shuffling
from tables.rows import table_rows
from tables.shoes import contributions
from tables.wire import floor_commands
from tests.floor import House, open_house
from tests.races.test_floor_races import at_once
from tests.rng.ceremony import hash_of, secret
from tests.rng.conftest import Start, house_process, nursery

__all__ = ["house_process", "nursery"]


@pytest.fixture
def table(settings: Settings, house: House) -> House:
    """A table whose first shoe is promised, and nobody is seated."""
    settings.SHOE_CONTRIBUTIONS = "full"
    return open_house("Table de coupe")


def shoe_of(house: House) -> UUID:
    return Shuffling.objects.get(pk=house.table_id).shoe_id


def giving(house: House, name: str, given: floor_commands.Contribution) -> Callable[[], str]:
    """Return a player's part, to be given from another thread."""
    player_id = house.player(name).pk

    def call() -> str:
        receipt = contributions.contribute(
            player_id=player_id, table_id=house.table_id, command_id=uuid4(), given=given
        )
        return receipt.refused.code if receipt and receipt.refused else "done"

    return call


def sealed(house: House) -> int:
    return len(Shuffling.objects.get(pk=house.table_id).sealed)


def test_of_many_cuts_at_once_one_is_taken(table: House) -> None:
    table.sit("ann", 1)
    shoe = shoe_of(table)
    cuts = [
        giving(table, "ann", floor_commands.Cut(BoxNo(1), str(shoe), hash_of(shoe, 1, place)))
        for place in range(100, 106)
    ]
    answers = sorted(str(each) for each in at_once(*cuts))
    assert answers.count("done") == 1
    assert set(answers) <= {"done", "already_sealed", "seal_closed"}
    assert Contribution.objects.filter(shoe=shoe).count() == sealed(table) == 1


def sealing(house: House) -> list[Callable[[], str]]:
    """Return the seals of three players, while a fourth is asked to cut."""
    for box, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
        house.sit(name, box)
    shoe = shoe_of(house)
    return [
        giving(house, name, floor_commands.Seal(BoxNo(box), str(shoe), hash_of(shoe, box)))
        for box, name in enumerate(("bob", "cat", "dan"), start=2)
    ]


def test_of_many_who_seal_at_once_all_are_kept(table: House) -> None:
    assert at_once(*sealing(table)) == ["done"] * 3
    assert sealed(table) == 3


def test_without_the_lock_seals_are_forgotten(
    table: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: the test above rings when the table's lock is off."""
    calls = sealing(table)
    looked = threading.Barrier(len(calls), timeout=300)

    def begin(table_id: int, *command: Any) -> tuple[table_rows.TableRow, table_rows.Surroundings]:
        row = table_rows.read(table_id)
        around = table_rows.read_surroundings(row, *command)
        looked.wait()
        return row, around

    monkeypatch.setattr(table_rows, "lock_and_read", begin)
    at_once(*calls)
    assert sealed(table) < 3


DIE = """
from casino.rng import contributions
from casino.rng.conformity import gate
from casino.rng import shoes
from tables import tasks
from tables.shoes import shuffling
from tables.rounds import delivery
import time
def stop(*args, **kwargs):
    print("here", flush=True)
    time.sleep(600)
gate.check(gate.Why.START)
{fault} = stop
{work}
"""


def die(start: Start, fault: str, work: str) -> None:
    """Let a worker do its work up to a place, and kill it there."""
    process = start(DIE.format(fault=fault, work=work))
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


@pytest.fixture
def through_deaths(table: House, house_process: Start) -> tuple[House, list[str]]:
    """A shoe that was made while its worker died in each step, and its roots on the way."""
    table_id, sequence = table.table_id, table.table.shoe_sequence
    promised = Shoe.objects.get(pk=shoe_of(table)).commitment
    Shuffling.objects.all().delete()
    make = f"tasks.make_equipment({table_id}, {sequence})"
    die(house_process, "shuffling.begin_shuffle", make)
    tasks.make_equipment(table_id, sequence)
    shoe = shoe_of(table)
    assert Shoe.objects.get(pk=shoe).commitment == promised, "the promise is the first one"
    table.sit("ann", 1)
    cut = floor_commands.Cut(BoxNo(1), str(shoe), hash_of(shoe, 1, 99))
    assert giving(table, "ann", cut)() == "done"
    close = f"tasks.close_contributions({table_id}, '{shoe}')"
    die(house_process, "contributions.tree.append", close)
    die(house_process, "shuffling.continue_after_hashes_logged", close)
    tasks.close_contributions(table_id, str(shoe))
    opening = floor_commands.Open(BoxNo(1), str(shoe), secret(1).hex(), 99)
    assert giving(table, "ann", opening)() == "done"
    roots = []
    shuffle = f"tasks.shuffle_shoe({table_id}, '{shoe}')"
    for fault in ("contributions.tree.append", "shoes.shuffle_shoe", "shoes.commit_order"):
        die(house_process, fault, shuffle)
        assert Shoe.objects.get(pk=shoe).root is None
    die(house_process, "delivery.put_shuffled_shoe", shuffle)
    roots.append(Shoe.objects.get(pk=shoe).root or "")
    tasks.shuffle_shoe(table_id, str(shoe))
    roots.append(Shoe.objects.get(pk=shoe).root or "")
    return table, roots


def test_kill_9_in_each_step_then_again_makes_the_same_shoe(
    through_deaths: tuple[House, list[str]],
) -> None:
    table, roots = through_deaths
    shoe_id = table.table.shoe_id
    assert shoe_id is not None
    assert roots[0]
    assert roots[0] == roots[1]
    assert Shoe.objects.filter(table=f"table:{table.table_id}").count() == 1
    kinds = LogEntry.objects.filter(subject=f"shoe:{shoe_id}").order_by("index")
    told = list(kinds.values_list("kind", flat=True))
    assert told == ["commitment", "contributions", "opened", "order"], "each once"
    assert table.stake("ann", 1, 1000) == ""
    shoes.retire_shoe(shoe_id)
    assert verify.verify(shoes.bundle(shoe_id)).cut == 99
