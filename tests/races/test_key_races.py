"""Two keepers lend to one person at once: two keys that the decree separates never meet."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from casino.players.models import Player
from tables.machines import keys
from tables.machines.keys import KEYS, Key
from tables.models import KeyLoan, Machine
from tests.floor import reused_house
from tests.races.test_floor_races import at_once
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)
LOCK = "PERFORM FROM players_player WHERE id = NEW.holder_id FOR NO KEY UPDATE;"


def lending(key: Key, person: Player, before_commit: Callable[[], object]) -> Callable[[], str]:
    """Return how a key of machine 1 is lent without a service, to anybody."""
    at = keys.clock.database_now()

    def call() -> str:
        with transaction.atomic():
            KeyLoan.objects.create(
                id=uuid4(),
                key=key,
                keeping=KEYS[key].keeping,
                machine_id=kept(),
                lent_by=person,
                holder=person,
                purpose="why",
                lent_at=at,
                expires_at=at + keys.LONGEST,
            )
            before_commit()
        return str(key)

    return call


def kept() -> int:
    return Machine.objects.values_list("pk", flat=True).get()


@contextmanager
def unlocked() -> Iterator[None]:
    """Take the lock out of the law, and put it back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('tables_keys_never_meet'::regproc)")
        (law,) = cursor.fetchone()
        assert LOCK in law
        cursor.execute(law.replace(LOCK, ""))
        try:
            yield
        finally:
            cursor.execute(law)


def in_hand(person: Player) -> list[str]:
    return sorted(KeyLoan.objects.filter(holder=person).values_list("key", flat=True))


def test_mc_auto_34_of_two_keys_that_are_lent_at_once_one_stays_in_its_keeping() -> None:
    reused_house("device", "MC", game="automatic_games")
    person = employee("both")
    answers = at_once(*(lending(key, person, lambda: None) for key in (Key.DEVICE, Key.NOTE_BOX)))
    assert sum(isinstance(each, DatabaseError) for each in answers) == 1
    assert len(in_hand(person)) == 1


def test_without_the_lock_two_keys_that_are_lent_at_once_meet() -> None:
    """The negative control: each looks before the other has committed."""
    reused_house("device", "MC", game="automatic_games")
    person, written = employee("both"), threading.Barrier(2, timeout=300)
    with unlocked():
        answers = at_once(
            *(lending(key, person, written.wait) for key in (Key.DEVICE, Key.NOTE_BOX))
        )
    assert sorted(map(str, answers)) == ["device", "note_box"]
    assert in_hand(person) == ["device", "note_box"]
