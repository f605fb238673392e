"""The estimates of entropy find what is known of made samples, and the jitter has what we claim."""

import hashlib
import random

import pytest

from casino.rng.core import jitter
from casino.rng.stats import noise, page, report

EVEN = hashlib.shake_256(b"an even source").digest(6_000)


def made(sure: float) -> bytes:
    """Samples that are 0 with this chance, and else any other, whatever came before."""
    chance = random.Random(7)
    return bytes(0 if chance.random() < sure else chance.randrange(1, 256) for _ in range(6_000))


def sticky(sure: float) -> bytes:
    """Samples that repeat the one before with this chance."""
    chance, taken = random.Random(7), [0]
    for _ in range(5_999):
        taken.append(taken[-1] if chance.random() < sure else chance.randrange(256))
    return bytes(taken)


@pytest.mark.parametrize(
    ("samples", "least", "most"),
    [
        (EVEN, 6.0, 8.0),
        (made(0.5), 0.9, 1.0),
        (made(0.8), 0.27, 0.33),
        (sticky(0.9), 0.12, 0.16),
        (b"ab" * 3_000, 0.0, 0.01),
        (bytes(range(250)) * 24, 0.0, 0.1),
        (bytes(6_000), 0.0, 0.0),
    ],
    ids=["even", "half", "biased", "sticky", "alternating", "counting", "stuck"],
)
def test_the_lowest_estimate_is_what_is_known(samples: bytes, least: float, most: float) -> None:
    found = {name: estimate(samples) for name, estimate in noise.ESTIMATES.items()}
    assert least <= min(found.values()) <= most, found


@pytest.mark.parametrize("samples", [b"ab" * 3_000, bytes(range(250)) * 24])
def test_the_commonest_value_alone_would_not_see_a_pattern(samples: bytes) -> None:
    assert noise.most_common_value(samples) > 0.9


def test_this_processor_has_what_is_claimed_of_it() -> None:
    found = noise.measured(5_000)
    assert found["passed"], found
    assert set(found["estimates"]) == set(noise.ESTIMATES)


def test_a_processor_without_jitter_fails_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter(range(0, 10**9, 700))
    monkeypatch.setattr(jitter, "clock", lambda: next(told))
    assert not noise.measured(5_000)["passed"]


def test_a_report_fails_with_its_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    good = {"passed": True}
    monkeypatch.setattr(report.battery, "run", lambda _plan, _tell: good)
    monkeypatch.setattr(report, "_opinions", lambda _plan: {})
    for passed in (True, False):
        heard = {"estimates": {"6.3.1": "2"}, "samples": 9, "claimed": 1.0, "passed": passed}
        monkeypatch.setattr(report.noise, "measured", lambda _samples, heard=heard: heard)
        assert report.make("quick", lambda _what, _share: None)["passed"] is passed


def test_the_page_shows_it() -> None:
    text = page._noise({"estimates": {"6.3.1": "7.1"}, "samples": 50_000, "claimed": "1"})
    assert "50000" in text
    assert "7.1 bit" in text
