"""Days of limits and reports at every change of clocks, of every zone that the house may name."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

from casino.embedded import prepare
from casino.players.days import start_of_day

FIRST, LAST = datetime(2005, 1, 1, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC)
STEP = timedelta(days=14)
"""No clocks are changed there and back within it."""
A_DAY = timedelta(days=1)


def changes(zone: ZoneInfo) -> Iterator[datetime]:
    """Yield the first moment of each change of a zone's clocks."""
    low, before = FIRST, FIRST.astimezone(zone).utcoffset()
    while low < LAST:
        high = low + STEP
        after = high.astimezone(zone).utcoffset()
        if before != after:
            old, new = low, high
            while new - old > timedelta(seconds=1):
                middle = (old + (new - old) / 2).replace(microsecond=0)
                if middle.astimezone(zone).utcoffset() == before:
                    old = middle
                else:
                    new = middle
            yield new
        low, before = high, after


@cache
def near_midnight() -> tuple[tuple[str, datetime, date], ...]:
    """Return each zone, change and day that begins within hours of it; one zone for equal ones."""
    found, known = [], set()
    for name in sorted(available_timezones()):
        zone = ZoneInfo(name)
        at = tuple(changes(zone))
        whole = (at, tuple(each.astimezone(zone).utcoffset() for each in (FIRST, *at)))
        if whole in known:
            continue
        known.add(whole)
        for change in at:
            shown = {
                (change + each).astimezone(zone).date()
                for each in (-timedelta(seconds=1), timedelta(), 3 * timedelta(hours=1))
            }
            if len(shown) > 1 or (change - timedelta(hours=2)).astimezone(zone).date() not in shown:
                found += [(name, change, each) for each in sorted(shown)]
    return tuple(found)


def test_every_moment_is_in_one_day_that_has_begun() -> None:
    assert len(near_midnight()) > 300
    for name, change, day in near_midnight():
        zone = ZoneInfo(name)
        with timezone.override(zone):
            first, following = start_of_day(day), start_of_day(day + A_DAY)
        assert first <= following, "days follow each other"
        for seconds in (-7201, -3601, -1, 0, 1, 3599, 7199):
            moment = change + timedelta(seconds=seconds)
            shown = moment.astimezone(zone).date()
            if shown == day:
                assert first <= moment, (name, change, day, "a day begins in the future")
            if first <= moment < following:
                # Clocks may be put back over midnight: the day goes on that has begun.
                assert shown <= day, (name, change, day)
            if moment < first:
                assert shown < day, (name, change, day, "it began before")


@pytest.mark.django_db
def test_the_database_begins_every_day_at_the_same_moment() -> None:
    """But where its list of zones is of another year than Python's."""
    asked = near_midnight()
    around = [timedelta(hours=each) for each in (-25, -3, 0, 3)]
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT players_begins(day, zone), ARRAY(
                   SELECT (at + hours) AT TIME ZONE zone FROM unnest(%s::interval[]) AS hours)
                 FROM unnest(%s::text[], %s::timestamptz[], %s::timestamp[])
                      WITH ORDINALITY AS asked (zone, at, day, nth)
                WHERE zone IN (SELECT name FROM pg_timezone_names) ORDER BY nth""",
            [around, *(list(each) for each in zip(*asked, strict=True))],
        )
        rows = cursor.fetchall()
        cursor.execute("SELECT name FROM pg_timezone_names")
        known = {name for (name,) in cursor.fetchall()}
    wrong, compared = [], 0
    for (name, at, day), (found, clocks) in zip(
        [each for each in asked if each[0] in known], rows, strict=True
    ):
        zone = ZoneInfo(name)
        if clocks != [(at + each).astimezone(zone).replace(tzinfo=None) for each in around]:
            continue
        compared += 1
        with timezone.override(zone):
            if start_of_day(day) != found:
                wrong.append((name, at, day, start_of_day(day), found))
    assert wrong == []
    assert compared > 0.9 * len(asked)


@pytest.mark.django_db
def test_a_zone_that_the_database_does_not_know_is_named(
    settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.TIME_ZONE = "Mars/Olympus"
    with pytest.raises(SystemExit):
        prepare.main([])
    assert capsys.readouterr().out == (
        "TIME_ZONE=Mars/Olympus is unknown to this PostgreSQL: name another.\n"
    )
