"""A house that lives at the time of the recorded round of the beacon."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from casino.rng import contributions
from casino.rng.log import tree
from tests.relay import AT, relay


class Clock:
    """The house's clock, set before the recorded round."""

    def __init__(self) -> None:
        self.ms = AT - 8_500

    def __call__(self) -> datetime:
        self.ms += 1
        return contributions.EPOCH + timedelta(milliseconds=self.ms)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[Clock]:
    """Let the house live at the time of the recorded round, with a relay that tells it."""
    settings.BEACON = "quicknet"
    settings.BEACON_WAIT = 60
    settings.BEACON_FALLBACK = "no_beacon"
    told = Clock()
    monkeypatch.setattr(contributions, "now", told)
    written = tree._text

    def _text(origin: str, size: int, root: bytes, previous: bytes, at: datetime) -> str:
        """A checkpoint of that time: locks count by their checkpoint's."""
        return written(origin, size, root, previous, told())

    monkeypatch.setattr(tree, "_text", _text)
    with relay() as honest:
        settings.BEACON_URLS = [honest.url]
        yield told
