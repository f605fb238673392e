"""Mutants: the list fits the code, the runner tells what a test finds, and tests find them all."""

from pathlib import Path

import pytest

from tests import campaign
from tests.mutants.campaign import Copy, run
from tests.mutants.listed import ROOT, mutants

ALL = [*mutants()]


def test_each_mutant_changes_one_place_of_its_file_and_names_tests_that_are_there() -> None:
    for each in ALL:
        assert each.mutated != (ROOT / each.file).read_text(encoding="utf-8"), each.name
        compile(each.mutated, each.file, "exec")
        assert [name for name in each.tests if not (ROOT / name).is_file()] == [], each.name
        assert each.tests
    assert len(set(ALL)) == len(ALL)


def test_the_runner_tells_what_tests_find_from_what_they_miss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (tmp_path / "double.py").write_text("def double(n): return 2 * n\n")
    (tmp_path / "test_double.py").write_text(
        "from double import double\ndef test_double(): assert double(2) == 4\n"
    )
    copy = Copy(tmp_path, tmp_path / "log")
    try:
        assert copy.run(["test_double.py"]) == 0
        for instead, fate in (
            ("3 * n", "killed"), ("n ** 2", "survived"), ("2 * n)", "broken"),
        ):  # fmt: skip
            mutated = f"def double(n): return {instead}\n"
            assert copy.fate("double.py", mutated, ["test_double.py"]) == fate
        looping = "def double(n):\n    while True: pass\n"
        (tmp_path / "double.py").write_text(looping)
        assert copy.run(["test_double.py"], seconds=2) is None
    finally:
        copy.close()


def test_the_tests_of_a_mutant_know_of_no_campaign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At their full length they would take days, and those of one mutant minutes."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("SABOT_SOAK", "7")
    (tmp_path / "test_short.py").write_text(
        "import os\ndef test_short(): assert 'SABOT_SOAK' not in os.environ\n"
    )
    copy = Copy(tmp_path, tmp_path / "log")
    try:
        assert copy.run(["test_short.py"]) == 0
    finally:
        copy.close()


if campaign.SOAK:
    # The short form is the runner's, above: a mutant costs a few seconds, all of them an hour.
    @pytest.mark.campaign
    def test_every_mutant_is_found(servers_at_hand: None) -> None:
        fates = run(ALL)
        assert [each.name for each in ALL if fates[each] in ("survived", "broken")] == []
