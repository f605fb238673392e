"""Many at once. Every race has a control: without the guard, the same test sees the books break."""

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from typing import Protocol
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection, transaction

from casino.ledger.models import Account, JournalEntry
from casino.ledger.services import (
    EntryMismatch,
    Leg,
    Overdrawn,
    Posted,
    audit,
    balance,
    open_account,
    post,
)
from tests.ledger.together import PATIENCE, meanwhile, together

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 8


class Bookkeeper(Protocol):
    """Somebody who writes transfers down."""

    def post(self, legs: Sequence[Leg]) -> bool:
        """Move the legs, or return False when an account holds too little."""
        ...

    def balances(self) -> dict[int, int]: ...


class Ledger:
    """The ledger, with `purses` that hold 100 each and come out of a mint."""

    def __init__(self, purses: int) -> None:
        mint = open_account("mint:PLAY", "mint", "PLAY", unbounded=True)
        self.purses = [open_account(f"wallet:{n}", "wallet", "PLAY").pk for n in range(purses)]
        with transaction.atomic():
            post(uuid4(), [Leg(mint.pk, purse, 100, "grant") for purse in self.purses], cause="")

    def post(self, legs: Sequence[Leg]) -> bool:
        try:
            with transaction.atomic():
                post(uuid4(), legs, cause="test")
        except Overdrawn:
            return False
        return True

    def balances(self) -> dict[int, int]:
        return {purse: balance(purse) for purse in self.purses}


class Careless:
    """The control: reads, computes, and writes back what it computed, without a lock."""

    def __init__(self, purses: int, before_writing: threading.Barrier | None = None) -> None:
        self.purses = list(range(purses))
        self.before_writing = before_writing
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS careless")
            cursor.execute("CREATE TABLE careless (id int PRIMARY KEY, balance bigint)")
            cursor.execute("INSERT INTO careless SELECT n, 100 FROM generate_series(0, 9) AS n")

    def post(self, legs: Sequence[Leg]) -> bool:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT id, balance FROM careless")
            held = dict(cursor.fetchall())
            touched = sorted({account for leg in legs for account in (leg.debit, leg.credit)})
            for leg in legs:
                held[leg.debit] -= leg.amount
                held[leg.credit] += leg.amount
            if any(held[account] < 0 for account in touched):
                return False
            if self.before_writing:
                self.before_writing.wait(PATIENCE)
            else:
                time.sleep(0.001)
            for account in touched:
                cursor.execute(
                    "UPDATE careless SET balance = %s WHERE id = %s", [held[account], account]
                )
        return True

    def balances(self) -> dict[int, int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, balance FROM careless WHERE id < %s", [len(self.purses)])
            return dict(cursor.fetchall())


def broken_laws(keeper: Bookkeeper, purses: list[int]) -> set[str]:
    """Let threads play, keep a book beside them, and name the laws that the keeper broke."""

    def play(number: int) -> Counter[int]:
        chance = random.Random(number)
        moved: Counter[int] = Counter()
        for _ in range(40):
            legs = []
            for _ in range(chance.choice((1, 1, 2, 3))):
                debit, credit = chance.sample(purses, 2)
                legs.append(Leg(debit, credit, chance.randint(1, 60), "play"))
            if keeper.post(legs):
                for leg in legs:
                    moved[leg.debit] -= leg.amount
                    moved[leg.credit] += leg.amount
        return moved

    moved: Counter[int] = Counter(dict.fromkeys(purses, 100))
    for thread in together(THREADS, play):
        moved.update(thread)
    held = keeper.balances()
    broken = set()
    if sum(held.values()) != 100 * len(purses):
        broken.add("conservation")
    if held != dict(moved):
        broken.add("every accepted transfer counts")
    if min(moved.values()) < 0:
        broken.add("nobody spends what they do not have")
    return broken


def test_concurrent_play_breaks_no_law() -> None:
    ledger = Ledger(purses=4)
    assert broken_laws(ledger, ledger.purses) == set()
    assert audit() == []
    assert sum(account.balance for account in Account.objects.all()) == 0
    assert JournalEntry.objects.count() > THREADS


def test_control_the_same_play_without_a_lock_breaks_laws() -> None:
    careless = Careless(purses=4)
    assert "every accepted transfer counts" in broken_laws(careless, careless.purses)


def test_the_same_chips_are_staked_once() -> None:
    ledger = Ledger(purses=2)
    leg = Leg(ledger.purses[0], ledger.purses[1], 100, "stake")
    assert together(THREADS, lambda _: ledger.post([leg])).count(True) == 1
    assert list(ledger.balances().values()) == [0, 200]


def test_control_without_a_lock_the_same_chips_are_staked_by_all() -> None:
    careless = Careless(purses=2, before_writing=threading.Barrier(THREADS))
    assert together(THREADS, lambda _: careless.post([Leg(0, 1, 100, "stake")])) == [True] * THREADS


def test_the_same_entry_sent_at_once_happens_once() -> None:
    ledger = Ledger(purses=2)
    entry, leg = uuid4(), Leg(ledger.purses[0], ledger.purses[1], 10, "stake")

    def send(_: int) -> Posted:
        with transaction.atomic():
            return post(entry, [leg], cause="test")

    answers = together(THREADS, send)
    assert sorted(answer.already for answer in answers) == [False] + [True] * (THREADS - 1)
    assert list(ledger.balances().values()) == [90, 110]


def test_control_entries_with_ids_of_their_own_all_happen() -> None:
    ledger = Ledger(purses=2)
    leg = Leg(ledger.purses[0], ledger.purses[1], 10, "stake")
    assert together(THREADS, lambda _: ledger.post([leg])) == [True] * THREADS
    assert list(ledger.balances().values()) == [20, 180]


def post_meanwhile(entry: UUID, leg: Leg) -> str:
    try:
        return "already" if post(entry, [leg], cause="test").already else "posted"
    except Overdrawn:
        return "overdrawn"
    except EntryMismatch:
        return "mismatch"


@pytest.mark.parametrize(("commits", "expected"), [(True, "mismatch"), (False, "posted")])
def test_one_id_on_different_accounts_waits_for_whoever_came_first(
    commits: bool, expected: str
) -> None:
    a, b, c, d = Ledger(purses=4).purses
    entry = uuid4()
    with transaction.atomic():
        post(entry, [Leg(a, b, 10, "stake")], cause="test")
        other = meanwhile(lambda: post_meanwhile(entry, Leg(c, d, 10, "stake")))
        transaction.set_rollback(not commits)
    assert other.result(PATIENCE) == expected


@pytest.mark.parametrize(
    ("first", "commits", "expected"),
    [
        ("spends", True, "overdrawn"),
        ("spends", False, "posted"),
        ("receives", True, "posted"),
        ("receives", False, "overdrawn"),
        ("same entry", True, "already"),
        ("same entry", False, "posted"),
    ],
)
def test_a_posting_judges_the_balance_that_it_waited_for(
    first: str, commits: bool, expected: str
) -> None:
    ann, bob = Ledger(purses=2).purses
    wanted = 150 if first == "receives" else 100
    entry, leg = uuid4(), Leg(ann, bob, wanted, "stake")
    with transaction.atomic():
        match first:
            case "spends":
                post(uuid4(), [Leg(ann, bob, 60, "stake")], cause="test")
            case "receives":
                post(uuid4(), [Leg(bob, ann, 60, "pay")], cause="test")
            case _:
                post(entry, [leg], cause="test")
        other = meanwhile(lambda: post_meanwhile(entry, leg))
        transaction.set_rollback(not commits)
    assert other.result(PATIENCE) == expected
    assert audit() == []


def test_entries_that_cross_do_not_deadlock() -> None:
    ledger = Ledger(purses=2)
    a, b = ledger.purses

    def cross(number: int) -> list[bool]:
        there, back = Leg(a, b, 1, "there"), Leg(b, a, 1, "back")
        legs = [there, back] if number % 2 else [back, there]
        return [ledger.post(legs) for _ in range(50)]

    assert all(all(done) for done in together(THREADS, cross))


def test_control_locks_in_the_order_of_the_legs_do_deadlock() -> None:
    purses = Ledger(purses=2).purses
    both_hold_one = threading.Barrier(2)

    def lock(number: int) -> str:
        first, second = purses if number else purses[::-1]
        take = "SELECT FROM ledger_account WHERE id = %s FOR NO KEY UPDATE"
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL deadlock_timeout = '50ms'")
                cursor.execute(take, [first])
                both_hold_one.wait(PATIENCE)
                cursor.execute(take, [second])
        except OperationalError as error:
            return str(error).splitlines()[0]
        return "locked both"

    assert sorted(together(2, lock)) == ["deadlock detected", "locked both"]


def test_an_account_that_many_open_is_one() -> None:
    opened = together(THREADS, lambda _: open_account("float:1", "float", "PLAY").pk)
    assert len(set(opened)) == 1
    assert Account.objects.count() == 1


def test_a_new_foreign_key_to_an_account_does_not_wait_for_postings() -> None:
    """A posting locks the totals, not the key: sitting down must not queue behind a payout."""
    ann, bob = Ledger(purses=2).purses
    with transaction.atomic():
        post(uuid4(), [Leg(ann, bob, 10, "stake")], cause="test")

        def share(_: int) -> bool:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(
                    "SELECT FROM ledger_account WHERE id = %s FOR KEY SHARE NOWAIT", [ann]
                )
            return True

        assert together(1, share) == [True]
