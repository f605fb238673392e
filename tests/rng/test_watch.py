"""The daily figures: fair days are quiet, a planted bias rings, a day is measured once (R26)."""

import datetime
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import pytest
from django.test import Client
from django.urls import reverse

from casino.players.models import Player
from casino.rng import draws, shoes, tasks
from casino.rng.core.fall import Fallen
from casino.rng.core.fall import fall as fair_fall
from casino.rng.core.shuffle import Shuffled
from casino.rng.core.shuffle import shuffle_cards as fair_shuffle
from casino.rng.log.models import LogEntry
from casino.rng.models import Reading
from casino.rng.monitoring import watch
from tables.operation.croupier import Croupier
from tests import campaign
from tests.clock import StandingClock, clock

__all__ = ["clock"]

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")
DAY = datetime.timedelta(days=1)
SHOES, SPINS = 12, 190
"""Just enough for each figure to be judged."""


@pytest.fixture
def today(clock: StandingClock) -> datetime.date:
    """The day of a clock that stands still: it does not end during the test."""
    return clock.at.astimezone(datetime.UTC).date()


@pytest.fixture
def tomorrow(
    today: datetime.date, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> datetime.datetime:
    """Let today be over, for the watch; what the test makes is of today, at whatever hour."""
    began = datetime.datetime.combine(today, datetime.time(), datetime.UTC)
    monkeypatch.setattr(watch, "_hours", lambda _: (began, began + 2 * DAY))
    clock.at = began + 1.5 * DAY
    return clock.at


@pytest.fixture
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the same cards and numbers come in every run: of all fair days a few are alarming."""
    for module, name in ((shoes, "shuffle_cards"), (draws, "fall")):
        monkeypatch.setattr(module, name, _the_same(getattr(module, name)))


def _the_same(made: Callable[..., T]) -> Callable[[bytes, bytes, Any, bytes], T]:
    chance = Random(20241101)

    def again(seed: bytes, header: bytes, of: Any, mix: bytes) -> T:
        return made(chance.randbytes(len(seed)), bytes(len(header)), of, bytes(len(mix)))

    return again


def a_day() -> None:
    """Deal shoes and draw numbers as the house does, all revealed."""
    for number in range(1, SHOES + 1):
        made = shoes.make_shoe("table:1", number, packs=6, cards_behind=60, burn=5)
        shoes.retire_shoe(made.pk)
    for number in range(1, SPINS + 1):
        draw = draws.prepare_draw("table:2", number, (37,))
        draws.make_draw(draw.pk, f"round:{number}")
        draws.reveal_draw(draw.pk)


def alarms(readings: list[Reading]) -> set[str]:
    return {reading.statistic for reading in readings if reading.alarming}


@pytest.mark.usefixtures("same_chance")
def test_a_fair_day_is_quiet(tomorrow: datetime.datetime, today: datetime.date) -> None:
    a_day()
    readings = watch.measure_day(today)
    assert alarms(readings) == set()
    assert {reading.statistic for reading in readings} == {
        "shoes: faces of the first half",
        "shoes: tens, court cards and aces of the first half",
        "shoes: neighbours of one rank",
        "shoes: neighbours of one suit",
        "draws: 37 ways",
        "table:2: 37 ways",
        "draws: the same twice in a row",
    }
    judged = [reading for reading in readings if reading.p is not None]
    assert len(judged) == 7
    assert {reading.threshold for reading in readings} == {2.7e-5 / 7}
    assert not LogEntry.objects.filter(kind="monitoring").exists()


@pytest.mark.clause("MC-EQ-35")
def test_a_planted_bias_rings(
    tomorrow: datetime.datetime, today: datetime.date, monkeypatch: pytest.MonkeyPatch
) -> None:
    def high_first(seed: bytes, header: bytes, faces: bytes, mix: bytes) -> Shuffled:
        """Move the tens and court cards of the last half forward, now and then."""
        cards = list(fair_shuffle(seed, header, faces, mix).cards)
        for back in range(len(cards) - 1, 200, -2):
            front = len(cards) - 1 - back
            if faces[cards[back]] % 13 >= 9 > faces[cards[front]] % 13:
                cards[front], cards[back] = cards[back], cards[front]
        return Shuffled(tuple(cards), 0, faces)

    def leaning(seed: bytes, header: bytes, sides: tuple[int, ...], mix: bytes) -> Fallen:
        """Let one number in five be 17."""
        fallen = fair_fall(seed, header, sides, mix)
        return Fallen((17,), 0) if seed[0] < 51 else fallen

    monkeypatch.setattr(shoes, "shuffle_cards", _the_same(high_first))
    monkeypatch.setattr(draws, "fall", _the_same(leaning))
    a_day()
    readings = watch.measure_day(today)
    assert {watch.HIGH, "draws: 37 ways", "table:2: 37 ways"} <= alarms(readings)
    logged = LogEntry.objects.filter(kind="monitoring", subject=f"day:{today}")
    assert logged.count() == len(alarms(readings))


@campaign.soak_only
@pytest.mark.clause("MC-EQ-60")
def test_a_wheel_that_leans_rings_though_another_hides_it_in_their_sum(
    tomorrow: datetime.datetime, today: datetime.date, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two lean against each other: all wheels of their kind together look fair."""
    asked = iter(range(2 * SPINS))

    def leaning(*_: Any) -> Fallen:
        spin = next(asked)
        low = spin < SPINS
        return Fallen(((spin % 18) + (0 if low else 18) + (spin % 37 == 0),), 0)

    monkeypatch.setattr(draws, "fall", leaning)
    for table in ("table:2", "table:3"):
        for number in range(1, SPINS + 1):
            draw = draws.prepare_draw(table, number, (37,))
            draws.make_draw(draw.pk, f"round:{number}")
            draws.reveal_draw(draw.pk)
    found = alarms(watch.measure_day(today))
    assert {"table:2: 37 ways", "table:3: 37 ways"} <= found
    assert "draws: 37 ways" not in found


def test_a_day_is_measured_once(today: datetime.date) -> None:
    first = watch.measure_day(today - DAY)
    tasks.watch_day((today - DAY).isoformat())
    assert list(Reading.objects.order_by("pk")) == first
    assert all(reading.p is None for reading in first)
    assert watch.next_day_to_measure() is None


def test_a_day_that_is_not_over_is_refused(today: datetime.date) -> None:
    with pytest.raises(ValueError, match="not over"):
        watch.measure_day(today)


def test_days_that_were_missed_are_owed_one_by_one(today: datetime.date) -> None:
    assert watch.next_day_to_measure() == today - DAY
    watch.measure_day(today - 3 * DAY)
    assert watch.next_day_to_measure() == today - 2 * DAY


def test_the_croupier_has_it_done_daily(
    today: datetime.date, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, ...]] = []

    def sends(name: str) -> Callable[..., None]:
        return lambda *args: sent.append((name, *map(str, args)))

    monkeypatch.setattr(tasks.check, "delay", sends("check"))
    monkeypatch.setattr(tasks.watch_day, "delay", sends("watch"))
    croupier = Croupier()
    croupier._watch_chance(1000.0)
    assert sent == [("check", "daily"), ("watch", (today - DAY).isoformat())]
    croupier._watch_chance(1030.0)
    assert len(sent) == 2
    watch.measure_day(today - DAY)
    croupier._watch_chance(1100.0)
    assert len(sent) == 2


def test_the_office_shows_the_figures_french_first(
    tomorrow: datetime.datetime, today: datetime.date
) -> None:
    Reading.objects.create(
        day=today - DAY, statistic="draws: 37 ways", sample=900, value=99.5, p=1e-9, threshold=1e-5
    )
    Reading.objects.create(
        day=today - DAY, statistic="draws: 6 ways", sample=3, value=None, p=None, threshold=1e-5
    )
    client = Client()
    client.force_login(Player.objects.create_superuser("the.boss", password="pass"))
    page = reverse("admin:rng_reading_changelist")
    french = client.get(page).content.decode()
    assert "ALARME : à examiner" in french
    assert "trop peu" in french
    english = client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "ALARM: look into it" in english
    assert "1e-09" in english
