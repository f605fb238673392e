"""A player's limits as he sets them: lower at once, higher later, and nothing said is changed."""

from collections.abc import Iterator
from concurrent.futures import Future
from datetime import timedelta

import pytest
from django.conf import LazySettings, settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.players.models import Played, Player
from casino.responsible_gaming import limits
from casino.responsible_gaming.limits import Counts, LimitRefused, set_limit
from tests.clock import noon
from tests.ledger.together import meanwhile
from tests.players.limits import limit, said, standing, stayed

__all__ = ["noon"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann() -> Player:
    return Player.objects.create(username="ann")


def counted(player: Player, staked: int, net: int | None = None, *, judged: bool = True) -> str:
    """Count a stake as a step does; return the kind of the limit that forbids it, or nothing."""
    counts = Counts([player.pk], [staked], [-staked if net is None else net], [staked], judged)
    try:
        with transaction.atomic():
            limits.count_stakes(counts)
    except DatabaseError as error:
        barred = limits.Barred.from_database_error(error.__cause__)
        if barred is None:
            raise
        return barred.kind
    return ""


def days_pass(player: Player, hours: float) -> None:
    """Move what a player has said into the past."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE players_limit DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE players_limit SET effective_from = effective_from - %s::interval"
            " WHERE player_id = %s",
            [str(timedelta(hours=hours)), player.pk],
        )
        cursor.execute("ALTER TABLE players_limit ENABLE TRIGGER USER")


def test_lower_is_at_once_and_higher_waits(ann: Player) -> None:
    limit(ann, "stake", 100_00)
    assert standing(ann, "stake").amount == 100_00
    limit(ann, "stake", 50_00)
    assert standing(ann, "stake").amount == 50_00
    limit(ann, "stake", 80_00)
    stands = standing(ann, "stake")
    assert (stands.amount, stands.coming) == (50_00, 80_00)
    assert stands.coming_at is not None
    wait = stands.coming_at - timezone.now()
    assert timedelta(hours=23) < wait <= timedelta(hours=settings.LIMIT_COOLING_OFF_HOURS)
    days_pass(ann, 25)
    stands = standing(ann, "stake")
    assert (stands.amount, stands.coming_at) == (80_00, None)
    assert said(ann) == [(None, 100_00), (100_00, 50_00), (50_00, 80_00)]


def test_to_lift_a_limit_waits_too_and_can_be_taken_back(ann: Player) -> None:
    limit(ann, "loss", 20_00, "month")
    limit(ann, "loss", None, "month")
    stands = standing(ann, "loss", "month")
    assert (stands.amount, stands.coming) == (20_00, None)
    assert stands.coming_at is not None
    limit(ann, "loss", 20_00, "month")
    assert standing(ann, "loss", "month").coming_at is None
    days_pass(ann, 25)
    assert standing(ann, "loss", "month").amount == 20_00
    limit(ann, "loss", 20_00, "month")
    assert len(said(ann)) == 3, "what is said already is not said again"


def test_a_lower_limit_outlasts_a_rise_that_was_to_come(ann: Player) -> None:
    limit(ann, "stake", 50_00)
    limit(ann, "stake", 90_00)
    limit(ann, "stake", 30_00)
    days_pass(ann, 25)
    assert standing(ann, "stake").amount == 30_00


def test_the_cooling_off_is_a_setting(ann: Player, settings: LazySettings) -> None:
    settings.LIMIT_COOLING_OFF_HOURS = 72
    limit(ann, "stake", 50_00)
    limit(ann, "stake", 60_00)
    days_pass(ann, 71)
    assert standing(ann, "stake").amount == 50_00


def test_what_is_no_limit_is_refused(ann: Player) -> None:
    for kind, period, amount, code in (
        ("patience", "day", 1, "limit_unknown"),
        ("stake", "year", 1, "limit_unknown"),
        ("stake", "day", -1, "limit_amount"),
        ("stake", "day", limits.MOST + 1, "limit_amount"),
    ):
        with pytest.raises(LimitRefused, match=code):
            set_limit(ann, kind, period, amount)
    assert said(ann) == []


def test_what_was_said_of_a_limit_stays(ann: Player) -> None:
    limit(ann, "stake", 50_00)
    for change in (
        "UPDATE players_limit SET amount = NULL",
        "DELETE FROM players_limit",
    ):
        with (
            pytest.raises(DatabaseError, match="what was said stays"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(change)


def test_stakes_count_to_the_limit_and_not_beyond(ann: Player) -> None:
    limit(ann, "stake", 100_00)
    assert counted(ann, 60_00) == ""
    assert counted(ann, 40_01) == "stake"
    assert counted(ann, 40_00) == ""
    stands = standing(ann, "stake")
    assert (stands.used, stands.left) == (100_00, 0)
    assert counted(ann, 1) == "stake"


def test_what_is_won_counts_against_losses_and_not_against_stakes(ann: Player) -> None:
    limit(ann, "loss", 50_00)
    assert counted(ann, 50_00) == ""
    assert counted(ann, 1) == "loss"
    assert counted(ann, 0, 80_00) == "", "winnings are never refused"
    assert counted(ann, 80_00) == ""
    assert standing(ann, "loss").used == 50_00


def test_what_is_left_of_a_limit_is_neither_more_than_it_nor_less_than_nothing(
    ann: Player,
) -> None:
    limit(ann, "loss", 50_00)
    assert counted(ann, 0, 80_00) == ""
    stands = standing(ann, "loss")
    assert (stands.used, stands.left) == (-80_00, 50_00), "what was won is no larger limit"
    limit(ann, "stake", 100_00)
    assert counted(ann, 60_00) == ""
    limit(ann, "stake", 50_00)
    assert standing(ann, "stake").left == 0
    barred = limits.Barred(ann.pk, "stake", "day", 50_00, 60_00, 0)
    assert barred.left == 0


def test_nothing_but_new_stakes_is_judged(ann: Player) -> None:
    limit(ann, "stake", 0)
    limit(ann, "loss", 0, "week")
    assert counted(ann, 10) in ("stake", "loss")
    assert counted(ann, 0, -10) == "", "a step that asks nothing new"
    assert counted(ann, 10, judged=False) == ""


def test_days_weeks_and_months_begin_anew(ann: Player) -> None:
    long_ago = timezone.localdate() - timedelta(days=32)
    Played.objects.create(player=ann, day=long_ago, staked=999_00, net=-999_00)
    for period in limits.PERIODS:
        limit(ann, "stake", 100_00, period)
        assert standing(ann, "stake", period).used == 0
    assert counted(ann, 100_00) == ""
    today = timezone.localdate()
    begin = {"day": today, "week": today - timedelta(days=today.weekday())}
    begin["month"] = today.replace(day=1)
    for period, first in begin.items():
        assert standing(ann, "stake", period).used == 100_00
        Played.objects.filter(player=ann).delete()
        Played.objects.create(player=ann, day=first, staked=7, net=0)
        before = first - timedelta(days=1)
        Played.objects.create(player=ann, day=before, staked=5, net=0)
        assert standing(ann, "stake", period).used == 7
        Played.objects.filter(player=ann).delete()
        assert counted(ann, 100_00, judged=False) == ""


@pytest.mark.usefixtures("noon")
def test_time_at_the_tables_is_counted_once(ann: Player) -> None:
    limit(ann, "time", 3600, "month")
    stayed(ann, 1800)
    stayed(ann, 1200)
    assert 1800 <= standing(ann, "time", "month").used < 3000, "two that overlap are one"
    assert counted(ann, 5) == ""
    limit(ann, "time", 1700, "month")
    assert counted(ann, 5) == "time"
    assert counted(ann, 0, 100) == ""


def test_a_stay_goes_on_while_its_player_is_seen(ann: Player) -> None:
    limits.extend_stays([ann.pk])
    limits.extend_stays([ann.pk])
    assert ann.stays.count() == 1
    gone = timezone.now() - limits.BREAK - timedelta(seconds=1)
    ann.stays.update(began_at=gone, seen_at=gone)
    limits.extend_stays([ann.pk])
    assert ann.stays.count() == 2


def test_who_is_at_the_tables_is_noted_now_and_then(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[list[int]] = []
    monkeypatch.setattr(limits, "extend_stays", lambda players: noted.append([*players]))
    monkeypatch.setattr(limits, "_noted", float("-inf"))
    limits.record_presence([])
    for _ in range(3):
        limits.record_presence([ann.pk])
    assert noted == [[ann.pk]], "nobody is none, and once is enough for a while"
    monkeypatch.setattr(limits, "SEEN_EACH", 0.0)
    limits.record_presence([ann.pk])
    assert len(noted) == 2


def two_at_once(ann: Player) -> tuple[str, str]:
    """Have two transactions stake 60 of a limit of 100 at the same moment; return what each met."""
    limit(ann, "stake", 100)
    other: Future[str]
    with transaction.atomic():
        limits.count_stakes(Counts([ann.pk], [60], [-60], [60], True))
        other = meanwhile(lambda: counted(ann, 60))
    return "", other.result(300)


def test_two_tables_do_not_pass_a_limit_together(ann: Player) -> None:
    assert two_at_once(ann) == ("", "stake")
    assert Played.objects.get(player=ann).staked == 60


@pytest.fixture
def unlocked() -> Iterator[None]:
    """Counting as it would be without the player's lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('players_count'::regproc)")
        (kept,) = cursor.fetchone() or ("",)
        lock = "PERFORM pg_advisory_xact_lock("
        assert lock in kept
        cursor.execute(kept.replace(lock, "PERFORM ("))
    yield
    with connection.cursor() as cursor:
        cursor.execute(kept)


def test_control_without_the_lock_both_pass(ann: Player, unlocked: None) -> None:
    assert two_at_once(ann) == ("", "")
    assert Played.objects.get(player=ann).staked == 120


def test_two_changes_of_a_limit_at_the_same_moment_come_one_after_the_other(ann: Player) -> None:
    """Each is compared with what the other has said."""
    with transaction.atomic():
        set_limit(ann, "stake", "day", 50_00)
        other = meanwhile(lambda: set_limit(ann, "stake", "day", 40_00))
    assert other.result(300).amount == 40_00
    assert standing(ann, "stake").amount == 40_00
