"""The house's clock in the tests' own process, standing still."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone


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
