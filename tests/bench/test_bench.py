"""The bench tells what breaks in it; a campaign runs each of its parts in their shortest form."""

import os
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests import campaign
from tests.bench import parts
from tests.bench.__main__ import SECTIONS, Outcome, main
from tests.bench.commands import Statement, described
from tests.bench.figures import Figure
from tests.bench.house import ROOT, NotOpen, house


@campaign.soak_only
@pytest.mark.parametrize("names", parts.TOGETHER, ids=" ".join)
def test_every_part_measures_every_goal_of_its_own(
    servers_at_hand: None, tmp_path: Path, names: tuple[str, ...]
) -> None:
    parts.check(names, tmp_path)


def test_a_test_runs_each_part() -> None:
    assert sorted(name for names in parts.TOGETHER for name in names) == sorted(SECTIONS)


if campaign.SOAK:

    @pytest.mark.campaign
    def test_the_profile_takes_apart_every_sort_of_step(
        servers_at_hand: None, tmp_path: Path
    ) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.profile", "--shortest"],
            cwd=ROOT,
            env={**os.environ, "SABOT_VAR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=3600,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        told = (tmp_path / "profile.md").read_text()
        for sort in ("hit", "settlement", "stake at a wheel"):
            assert f"**{sort}**, " in told
        assert "| tables_begin | 1.00 |" in told
        assert "| tables_roundevent | insert " in told, "the write-ahead log is read"


def test_a_part_that_breaks_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> list[Figure]:
        raise ValueError("too many values to unpack")

    outcome = Outcome()
    outcome.attempt("contention", broken)
    outcome.attempt("queue", lambda: [Figure("G15", "delay() to start, p50", 2.5)])
    outcome.attempt("stall", list)
    capsys.readouterr()
    assert [failure.split(":")[0] for failure in outcome.failures] == [
        "contention could not be measured",
        "stall did not measure G7",
    ]


def test_a_part_that_there_is_not_is_answered_with_the_parts_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "--only", "queue", "shoe"])
    assert main() == 1
    (sentence,) = capsys.readouterr().out.splitlines()
    assert sentence == f"The bench has no part shoe. Its parts: {', '.join(SECTIONS)}."


def test_a_port_that_is_taken_is_told_in_a_sentence(
    servers_at_hand: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("tests.bench.house.free_port", lambda: port)
        with house(tmp_path) as built, pytest.raises(NotOpen, match=f"port {port} .*in use"):
            built.web("daphne", "builtins:print")


@pytest.mark.django_db
def test_a_replayed_statement_follows_the_functions_own_arguments() -> None:
    known = described(Statement("SELECT outcome FROM tables_write(...)", []))
    sent = replace(known, params=list(known.names))
    changed = sent.with_arguments(p_amounts=[1])
    assert [new for old, new in zip(known.names, changed, strict=True) if old != new] == [[1]]
    with pytest.raises(AssertionError, match="has no"):
        sent.with_arguments(p_unknown=1)
