"""What a laboratory is given: raw output and shoes, made as those that are dealt (R4)."""

import subprocess
import sys
from pathlib import Path

import pytest

from casino.rng.core import entropy
from casino.rng.core.shuffle import seed_size
from casino.rng.stats import source

ROOT = Path(__file__).resolve().parents[2]


def told(*command: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, capture_output=True, check=True
    )
    return done.stdout


def test_raw_bytes_are_as_many_as_asked_and_new_each_time() -> None:
    first, second = told("rng_raw", "--bytes", "70001"), told("rng_raw", "--bytes", "70001")
    assert len(first) == len(second) == 70_001
    assert first[:32] != second[:32]


def test_shoes_are_shoes() -> None:
    lines = told("rng_shoes", "--count", "3", "--packs", "2").decode().splitlines()
    assert [sorted(map(int, line.split())) for line in lines] == [list(range(104))] * 3
    assert len(set(lines)) == 3


def test_they_take_the_kernels_entropy_as_a_shoe_does(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    good = entropy.draw

    def counted(count: int) -> bytes:
        asked.append(count)
        return good(count)

    monkeypatch.setattr(entropy, "draw", counted)
    next(source.raw(source.fresh()))
    assert seed_size(6) in asked
