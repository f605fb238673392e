"""How far a test goes: a short form in `make test`, the whole campaign in `make soak`.

A campaign is seeded anew each time; `make soak SEED=…` runs one again. The short form is the same
in every run.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice, product
from typing import Any, Final, TypeVar, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

T = TypeVar("T")

SOAK: Final = os.environ.get("SABOT_SOAK", "")
"""The campaign's seed, a number; empty in the short form."""


def soak_only(test: T) -> T | None:
    """Mark a test that has no short form: it is one in `make soak`, and none elsewhere."""
    return cast("T", pytest.mark.campaign(test)) if SOAK else None


def length(short: int, campaign: int) -> int:
    """Return how many of something a test makes."""
    return campaign if SOAK else short


def seed(fixed: int) -> int:
    """Return what chance is seeded with: this number, or another in each campaign."""
    return fixed + int(SOAK or 0)


def sample(many: int, each: Iterable[T], first: int = 0) -> list[T]:
    """Return one of so many, from this one on; in a campaign all."""
    return list(islice(each, *((0, None, 1) if SOAK else (first % many, None, many))))


def combinations(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return each value of every axis with some value of the others; in a campaign with all."""
    if SOAK:
        return list(product(*axes))
    rows = max(map(len, axes))
    return list(islice(zip(*map(cycle, axes), strict=True), rows))


def examples(short: int, campaign: int) -> settings:
    """Return the settings by which Hypothesis tries a law so many times."""
    return settings(
        max_examples=length(short, campaign),
        derandomize=not SOAK,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def draw_examples(count: int, draw: Callable[[st.DataObject], T]) -> list[T]:
    """Return what is made of so many draws of Hypothesis, the same in every run.

    For laws that are all tried on them: to draw costs more than to try most laws.
    """
    made: list[T] = []

    @examples(count, count)
    @given(data=st.data())
    def one(data: st.DataObject) -> None:
        made.append(draw(data))

    one()
    return made
