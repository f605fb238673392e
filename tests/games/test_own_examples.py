"""Worked examples of our own: cases that the published ones do not have, in their formats."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.test_play_command import play

OWN = sorted((Path(__file__).parent / "examples" / "own").glob("*.json"))


@pytest.mark.parametrize("file", OWN, ids=[file.stem for file in OWN])
def test_every_example_is_played_and_comes_out_as_written(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    done = play(str(file), "--out", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    results: dict[str, Any] = json.loads(out.read_text())["results"]
    for example in json.loads(file.read_text())["examples"]:
        got, expected = results[example["id"]], example["expected"]
        if isinstance(expected["bets"], dict):
            for ref, bet in expected["bets"].items():
                assert {**got["bets"][ref], "reason": ""} == {**bet, "reason": ""}, ref
            for key in expected.keys() - {"bets", "table"}:
                assert got[key] == expected[key], (example["id"], key)
            assert expected["table"].items() <= got["table"].items()
        else:
            for key in expected:
                assert got[key] == expected[key], (example["id"], key)
