"""What a laboratory is given: raw output and shoes, made as those that are dealt (R4)."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from casino.rng.core import entropy
from casino.rng.core.shuffle import seed_size
from casino.rng.stats import source

ROOT = Path(__file__).resolve().parents[2]


def started(*command: str) -> bytes:
    """Return what a command of a process of its own writes."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, capture_output=True, check=True
    )
    return done.stdout


def test_raw_bytes_are_as_many_as_asked_and_new_each_time(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    given = [started("rng_raw", "--bytes", "70001")]
    for _ in range(2):
        call_command("rng_raw", "--bytes", "70001")
        given.append(capfdbinary.readouterr().out)
    assert [len(each) for each in given] == [70_001] * 3
    assert len({each[:32] for each in given}) == 3


def test_shoes_are_shoes(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rng_shoes", "--count", "3", "--packs", "2")
    lines = capsys.readouterr().out.splitlines()
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
