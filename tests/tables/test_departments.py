"""Two hierarchies: who runs machines and who watches them answer to different departments."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction

from casino.players.models import Department, Player
from tables.machines.keys import KEYS
from tables.management.commands.seed_demo import Command
from tables.staff.groups import DEPARTMENTS, GROUPS
from tests.races.test_floor_races import at_once
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)
LOCK = "PERFORM FROM players_player WHERE id = NEW.player_id FOR NO KEY UPDATE;"


def groups() -> tuple[Group, Group]:
    """Return a group of each department."""
    made = []
    for name in ("machines", "casinos"):
        group = Group.objects.create(name=f"of {name}")
        Department.objects.create(group=group, name=name)
        made.append(group)
    return made[0], made[1]


def join(person: Player, group: Group) -> None:
    with transaction.atomic():
        person.groups.add(group)


def test_mc_auto_53_nobody_answers_to_two_departments_whoever_gives_the_groups() -> None:
    machines, casinos = groups()
    person, neither = employee("bo"), Group.objects.create(name="neither")
    join(person, machines)
    join(person, neither)
    for give in (
        lambda: join(person, casinos),
        lambda: Department.objects.create(group=neither, name="casinos"),
    ):
        with pytest.raises(DatabaseError, match="two departments"), transaction.atomic():
            give()
    person.groups.remove(machines)
    join(person, casinos)


@contextmanager
def unlocked() -> Iterator[None]:
    """Take the lock out of the law, and put it back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('players_departments_never_meet'::regproc)")
        (law,) = cursor.fetchone()
        assert LOCK in law
        cursor.execute(law.replace(LOCK, ""))
        try:
            yield
        finally:
            cursor.execute(law)


def joining(person: Player, group: Group, before_commit: Callable[[], object]) -> Callable[[], str]:
    def call() -> str:
        with transaction.atomic():
            person.groups.add(group)
            before_commit()
        return group.name

    return call


def test_mc_auto_53_of_two_departments_that_are_given_at_once_one_is_refused() -> None:
    person = employee("bo")
    answers = at_once(*(joining(person, each, lambda: None) for each in groups()))
    assert sum(isinstance(each, DatabaseError) for each in answers) == 1
    assert person.groups.count() == 1


def test_without_the_lock_two_departments_that_are_given_at_once_meet() -> None:
    """The negative control: each looks before the other has committed."""
    person, written = employee("bo"), threading.Barrier(2, timeout=300)
    with unlocked():
        answers = at_once(*(joining(person, each, written.wait) for each in groups()))
    assert sorted(map(str, answers)) == ["of casinos", "of machines"]
    assert person.groups.count() == 2


def test_mc_auto_52_53_the_demo_house_has_both_and_its_keys_are_in_no_group_together() -> None:
    for _ in range(2):
        Command()._staff()
    told = {(each.name, each.group.name) for each in Department.objects.select_related("group")}
    assert told == {
        (name, GROUPS[username][0]) for name, names in DEPARTMENTS.items() for username in names
    }
    # No account of the house may have keys of two keepings (MC-AUTO-34).
    for person in Player.objects.filter(username__in=GROUPS):
        keepings = {each.keeping for each in KEYS.values() if person.has_perm(each.holds)}
        assert len(keepings) <= 1, person
