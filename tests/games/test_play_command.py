"""`manage.py play`: files of worked examples, played without a database."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[2]
EXAMPLES = Path(__file__).parent / "examples" / "blackjack_examples.json"


@dataclass(frozen=True)
class Done:
    """What a command wrote, and the code it ended with."""

    returncode: int
    stdout: str
    stderr: str


def play(*words: str) -> Done:
    """Run the command in this process, in a test that may not ask a database."""
    out, err = StringIO(), StringIO()
    try:
        call_command("play", *words, stdout=out, stderr=err)
    except CommandError as error:
        return Done(error.returncode, out.getvalue(), f"{err.getvalue()}CommandError: {error}")
    return Done(0, out.getvalue(), err.getvalue())


def started(*words: str) -> "subprocess.CompletedProcess[str]":
    """Start the command where no server is known."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL")
    }
    return subprocess.run(
        [sys.executable, "manage.py", "play", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of a thousand examples without their results."""
    written = json.loads(EXAMPLES.read_text())["examples"]
    examples = [
        {**{key: each[key] for key in each if key != "expected"}, "id": f"{each['id']}/{copy}"}
        for copy in range(3)
        for each in written
    ]
    path = tmp_path / "many.json"
    path.write_text(json.dumps({"format": "blackjack-examples/1", "examples": examples}))
    return path


def test_a_file_is_played_and_its_results_written(many: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    done = started(str(many), "--out", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    results: dict[str, Any] = json.loads(out.read_text())["results"]
    written = {each["id"]: each for each in json.loads(EXAMPLES.read_text())["examples"]}
    assert len(results) == 3 * len(written)
    for name, result in results.items():
        expected = written[name.split("/")[0]]["expected"]
        for key in expected.keys() - {"bets"}:
            assert result[key] == expected[key]


def test_without_out_the_results_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    example = {"id": "a", "kind": "procedure", "rule_set": "MC", "options": {}, "op": "burn"}
    path.write_text(json.dumps({"examples": [{**example, "input": {"occasion": "new_shoe"}}]}))
    done = play(str(path))
    assert json.loads(done.stdout) == {"results": {"a": {"burn": 5}}}


def test_a_broken_example_is_told_and_keeps_no_other_from_being_played(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    sound = json.loads(EXAMPLES.read_text())["examples"][0]
    path.write_text(json.dumps({"examples": [{**sound, "id": "broken", "shoe": []}, sound]}))
    done = play(str(path))
    assert list(json.loads(done.stdout)["results"]) == [sound["id"]]
    assert "broken" in done.stderr


def test_a_file_without_examples_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text("[]")
    done = play(str(path))
    assert done.returncode == 1
    assert "holds no examples" in done.stderr
