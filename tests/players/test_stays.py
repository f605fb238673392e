"""A player's stay and the reality check: true figures, asked for in time, kept as acknowledged."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.players.models import Played, Player, RealityCheck, Stay
from casino.responsible_gaming import limits
from tests.players.limits import stayed
from tests.profiles import profile

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Player:
    return Player.objects.create(username="ann")


def test_who_is_at_no_table_is_asked_nothing(ann: Player) -> None:
    sitting = limits.current_stay(ann.pk)
    assert (sitting.began_at, sitting.staked, sitting.due) == (None, 0, False)
    limits.acknowledge_reality_check(ann)
    assert not RealityCheck.objects.exists()


def test_what_was_played_before_is_not_of_this_stay(ann: Player) -> None:
    Played.objects.create(player=ann, day=timezone.localdate(), staked=500, net=-200)
    limits.extend_stays([ann.pk])
    Played.objects.filter(player=ann).update(staked=700, net=-150)
    sitting = limits.current_stay(ann.pk)
    assert (sitting.staked, sitting.net) == (200, 50)


def test_the_check_is_due_each_so_many_minutes_and_is_kept_once(ann: Player) -> None:
    stayed(ann, 3500)
    assert not limits.current_stay(ann.pk).due
    limits.acknowledge_reality_check(ann)
    assert not RealityCheck.objects.exists(), "nothing was shown yet"
    Stay.objects.filter(player=ann).update(began_at=timezone.now() - timedelta(seconds=3601))
    assert limits.current_stay(ann.pk).due
    Played.objects.create(player=ann, day=timezone.localdate(), staked=90, net=-40)
    after = limits.acknowledge_reality_check(ann)
    assert not after.due
    assert after.check_at is not None
    assert after.check_at - timezone.now() > timedelta(minutes=59)
    limits.acknowledge_reality_check(ann)
    (kept,) = RealityCheck.objects.all()
    assert (kept.staked, kept.net) == (90, -40)
    assert kept.seconds >= 3601
    with (
        pytest.raises(DatabaseError, match="what was said stays"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM players_realitycheck")


def test_the_interval_is_a_setting_and_may_be_never(ann: Player, settings: LazySettings) -> None:
    stayed(ann, 700)
    settings.REALITY_CHECK_MINUTES = 10
    assert limits.current_stay(ann.pk).due
    settings.REALITY_CHECK_MINUTES = 0
    assert limits.current_stay(ann.pk).check_at is None
    assert not limits.current_stay(ann.pk).due


@pytest.mark.parametrize(("house", "licence"), [(60, 10), (10, 60), (0, 10), (10, 0)])
def test_of_the_house_and_its_licence_who_asks_sooner_is_followed(
    ann: Player, settings: LazySettings, house: int, licence: int
) -> None:
    settings.REALITY_CHECK_MINUTES = house
    settings.PROFILE = profile(reality_check_minutes=licence)
    stayed(ann, 300)
    assert not limits.current_stay(ann.pk).due
    Stay.objects.filter(player=ann).update(began_at=timezone.now() - timedelta(seconds=601))
    assert limits.current_stay(ann.pk).due


def test_a_stay_that_is_over_is_not_gone_on_with(ann: Player) -> None:
    stayed(ann, 7200)
    gone = timezone.now() - limits.BREAK - timedelta(seconds=1)
    Stay.objects.filter(player=ann).update(seen_at=gone)
    assert limits.current_stay(ann.pk).began_at is None
