"""The published worked examples of chemin de fer, played on the engine and compared exactly."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.games.chemin_de_fer import CHEMIN_DE_FER

FILE: dict[str, Any] = json.loads(
    (Path(__file__).parent / "examples" / "chemin_de_fer.json").read_text()
)
EXAMPLES: list[dict[str, Any]] = FILE["examples"]


def played(example: dict[str, Any]) -> dict[str, Any]:
    return dict(CHEMIN_DE_FER.play_example(example, FILE["default_options"]))


def named(example: dict[str, Any]) -> str:
    """Return the test's name: the example with the clauses that it illustrates."""
    return " ".join([example["id"], *example["clauses"]])


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(each, id=named(each), marks=pytest.mark.clause(*each["clauses"]))
        for each in EXAMPLES
    ],
)
def test_example(example: dict[str, Any]) -> None:
    got, expected = played(example), example["expected"]
    for ref, bet in expected["bets"].items():
        told = {key: value for key, value in got["bets"][ref].items() if key != "reason"}
        assert told == {key: value for key, value in bet.items() if key != "reason"}, ref
    for kind in ("decisions", "outcomes"):
        assert refused(got[kind]) == refused(expected[kind]), kind
    assert got["totals"] == expected["totals"]
    assert {key: got["table"][key] for key in expected["table"]} == expected["table"]


def refused(answers: dict[str, Any]) -> set[str]:
    return {ref for ref, answer in answers.items() if not answer["accepted"]}


def test_no_example_is_left_out() -> None:
    assert len({example["id"] for example in EXAMPLES}) == 67


def test_expected_is_never_read() -> None:
    for example in EXAMPLES:
        bare = {key: example[key] for key in example if key not in ("expected", "clauses", "title")}
        assert played(bare) == played(example)


def test_cards_left_over_or_missing_are_told() -> None:
    example = EXAMPLES[0]
    cards = example["outcomes"][0]["cards"]
    with pytest.raises(ValueError, match="over"):
        played({**example, "outcomes": [{"cards": [*cards, "2c"]}]})
    with pytest.raises(ValueError, match="enough"):
        played({**example, "outcomes": [{"cards": cards[:-1]}]})
    with pytest.raises(ValueError, match="no card"):
        played({**example, "outcomes": [{"cards": ["1h"]}]})
