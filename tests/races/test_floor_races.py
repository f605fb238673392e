"""Two people, one box; one command, two copies; one clock, two croupiers."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.db import IntegrityError, connections
from django.utils import timezone

from casino.ledger import services as ledger
from tables import tasks
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.models import Box, Receipt, RoundEvent, Table
from tables.operation import opening
from tables.rounds import commands, timer
from tables.rows import table_rows
from tables.seating import services as seating
from tests.floor import House, open_house

T = TypeVar("T")
START = 1_000_00


def at_once(*calls: Callable[[], T]) -> list[T | Exception]:
    """Run the calls in threads that start together; return results or exceptions in order."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | Exception:
        gate.wait(300)
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def sit(house: House, name: str, box: int) -> Callable[[], str]:
    player_id = house.player(name).pk

    def call() -> str:
        receipt = seating.sit_down(
            player_id=player_id, table_id=house.table_id, command_id=uuid4(), box=BoxNo(box)
        )
        return receipt.refused.code if receipt and receipt.refused else "seated"

    return call


def test_one_box_seats_one_of_eight(house: House) -> None:
    calls = [sit(house, f"guest{number}", 4) for number in range(8)]
    assert sorted(str(each) for each in at_once(*calls)) == ["box_taken"] * 7 + ["seated"]


def copies(house: House, count: int) -> list[Callable[[], Any]]:
    """Return the same stake command `count` times over."""
    if not Box.objects.filter(table_id=house.table_id, number=1, player__isnull=False).exists():
        house.sit("ann", 1)
    player_id, command_id = house.player("ann").pk, uuid4()
    stake = bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),))
    return [
        lambda: commands.carry_out(
            player_id=player_id, table_id=house.table_id, command_id=command_id, command=stake
        )
    ] * count


def test_copies_of_one_command_happen_once(house: House) -> None:
    answers = at_once(*copies(house, 8))
    receipts = [each for each in answers if each is not None]
    assert len(receipts) == 7
    assert {(each.seq, each.refused) for each in receipts} == {(house.table.seq, None)}
    assert RoundEvent.objects.filter(kind="blackjack.staked").count() == 1
    assert house.balance("ann") == START - 1000
    assert Receipt.objects.filter(code="", player=house.player("ann")).count() == 2


def test_without_the_lock_copies_collide(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: the test above rings when the table's lock is off.

    The unique receipts and event numbers keep the books right even then, but callers see errors.
    """
    commands = copies(house, 8)
    looked = threading.Barrier(len(commands), timeout=300)

    def begin(table_id: int, *command: Any) -> tuple[table_rows.TableRow, table_rows.Surroundings]:
        table = table_rows.read(table_id)
        around = table_rows.read_surroundings(table, *command)
        looked.wait()
        return table, around

    monkeypatch.setattr(table_rows, "lock_and_read", begin)
    assert any(isinstance(answer, IntegrityError) for answer in at_once(*commands))
    assert ledger.audit() == []


def test_two_croupiers_advance_a_table_once(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    Table.objects.filter(pk=house.table_id).update(due_at=timezone.now() - timedelta(seconds=1))
    answers = at_once(*[lambda: timer.handle_expired_clock(house.table_id)] * 6)
    assert answers.count(True) == 1
    assert answers.count(False) == 5
    assert RoundEvent.objects.filter(kind="blackjack.bets_closed").count() == 1


def test_two_workers_settle_side_bets_once(house: House) -> None:
    house.deal("Qh 9s Qh 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000, queens=100)
    house.do("ann", bj.Ready())
    round_id = house.table.round_id
    assert round_id is not None
    at_once(*[lambda: tasks.settle_side_bets(house.table_id, round_id)] * 6)
    assert RoundEvent.objects.filter(kind="blackjack.side_bet_settled").count() == 1
    assert house.balance("ann") == START - 1000 + 125 * 100


def test_a_wallet_is_not_spent_twice_at_two_tables(house: House) -> None:
    other = open_house("Seconde table")
    other.people = house.people
    house.sit("ann", 1)
    other.sit("ann", 1)
    big = 500_00

    def stake(at: House, amount: int) -> Callable[[], str]:
        return lambda: at.stake("ann", 1, amount)

    house.player("ann")
    assert at_once(stake(house, big), stake(other, big)) == ["", ""]
    assert house.balance("ann") == 0
    answers = at_once(stake(house, big + 100), stake(other, big + 100))
    assert set(answers) <= {"not_enough_chips", "above_max"}
    assert ledger.audit() == []


def test_many_players_at_once_keep_the_books(house: House) -> None:
    """Seven players stake, get ready, act and time out in threads; every round conserves."""
    names = [f"guest{number}" for number in range(1, 8)]
    for box, name in enumerate(names, start=1):
        house.sit(name, box)

    def play(name: str, box: int) -> None:
        for round_no in range(3):
            house.stake(name, box, 500 + 100 * box)
            house.do(name, bj.Ready())
            for _ in range(8):
                house.do(name, (bj.Hit, bj.Stand, bj.Double, bj.Split)[round_no % 2](BoxNo(box)))

    def call(name: str, box: int) -> Callable[[], None]:
        return lambda: play(name, box)

    errors = [
        each
        for each in at_once(*(call(name, box) for box, name in enumerate(names, start=1)))
        if isinstance(each, Exception)
    ]
    assert errors == []
    for _ in range(40):
        Table.objects.filter(pk=house.table_id, due_at__isnull=False).update(
            due_at=timezone.now() - timedelta(seconds=1)
        )
        if not timer.handle_expired_clock(house.table_id):
            break
    assert house.frame()["view"]["phase"] == "closed"
    assert ledger.balance(house.table.layout_account_id) == 0
    assert ledger.audit() == []
    total = sum(house.balance(name) for name in names)
    moved = ledger.balance(house.table.float_account_id) - opening.FLOAT
    assert total + moved == 7 * START
