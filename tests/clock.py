"""The house's clock in the tests' own process, standing still, and refusals at one moment."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings


class StandingClock:
    """Shows the time at which it was stopped, until a test moves it forward.

    Real time may pass the end of a minute, an hour or a day meanwhile. The clock of the database
    runs on.
    """

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def forward(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StandingClock:
    """Stop the clock of this process for one test."""
    stopped = StandingClock(timezone.now())
    monkeypatch.setattr(timezone, "now", stopped)
    return stopped


@pytest.fixture
def noon(settings: Settings) -> None:
    """Let the house lie where it is noon: no day begins, and no month, shortly before now."""
    set_house_hour(settings, 12)


def set_house_hour(settings: Settings, hour: int) -> None:
    """Set TIME_ZONE so that it is this hour at the house now."""
    ahead = (hour - timezone.now().astimezone(UTC).hour + 12) % 24 - 12
    # West of Greenwich is positive in these names.
    settings.TIME_ZONE = f"Etc/GMT{-ahead:+}"


def align_refusal_times() -> None:
    """Date all refusals back to the first one: a minute may have turned since."""
    with transaction.atomic(), connection.cursor() as cursor:
        # A table is not altered while keys wait to be checked.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE tables_receipt DISABLE TRIGGER tables_receipt_is_kept")
        cursor.execute(
            "UPDATE tables_receipt SET at = (SELECT min(at) FROM tables_receipt WHERE code <> '')"
            " WHERE code <> ''"
        )
        cursor.execute("ALTER TABLE tables_receipt ENABLE TRIGGER tables_receipt_is_kept")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
