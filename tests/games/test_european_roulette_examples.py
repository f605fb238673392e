"""The published worked examples of European roulette, played on the engine, compared exactly."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.games.european_roulette import EUROPEAN_ROULETTE

FILE: dict[str, Any] = json.loads(
    (Path(__file__).parent / "examples" / "european_roulette.json").read_text()
)
EXAMPLES: list[dict[str, Any]] = FILE["examples"]


def play(example: dict[str, Any]) -> dict[str, Any]:
    return dict(EUROPEAN_ROULETTE.play_example(example, FILE["default_options"]))


def without_reasons(told: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return results without the reasons of refusals, which are advisory."""
    return {
        key: {name: each for name, each in one.items() if name != "reason"}
        for key, one in told.items()
    }


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(
            each,
            id=f"{each['id']}-{'-'.join(each['clauses'])}",
            marks=pytest.mark.clause(*each["clauses"]),
        )
        for each in EXAMPLES
    ],
)
def test_example(example: dict[str, Any]) -> None:
    got, expected = play(example), example["expected"]
    for part in ("bets", "decisions", "outcomes"):
        assert without_reasons(got[part]) == without_reasons(expected[part])
    assert got["totals"] == expected["totals"]
    assert expected["table"].items() <= got["table"].items()


def test_no_example_is_left_out() -> None:
    assert [each["id"] for each in EXAMPLES] == [f"EROU-{no:03}" for no in range(1, 53)]


def test_reasons_are_those_of_the_examples() -> None:
    """They are advisory; ours agree nevertheless."""
    for example in EXAMPLES:
        got, expected = play(example), example["expected"]
        for part in ("bets", "decisions"):
            for ref, told in expected[part].items():
                assert got[part][ref].get("reason") == told.get("reason"), (example["id"], ref)


def test_expected_is_never_read() -> None:
    for example in EXAMPLES:
        bare = {key: each for key, each in example.items() if key not in ("expected", "clauses")}
        assert play(bare) == play(example)


def test_an_example_that_breaks_the_format_is_told() -> None:
    example = EXAMPLES[0]
    with pytest.raises(ValueError, match="no number"):
        play({**example, "outcomes": [{"number": "37"}]})
    with pytest.raises(ValueError, match="no number"):
        play({**example, "outcomes": [{"number": 17}]})
    with pytest.raises(ValueError, match="step"):
        play({**example, "bets": [{**example["bets"][0], "at": 2}]})
    with pytest.raises(ValueError, match="same ref"):
        play({**example, "bets": example["bets"] * 2})
    with pytest.raises(ValueError, match="no amount"):
        play({**example, "bets": [{**example["bets"][0], "stake": 10.5}]})


def test_a_decision_that_roulette_does_not_know_is_refused_alone() -> None:
    example = EXAMPLES[0]
    decision = {"ref": "d1", "at": 0, "player": "anna", "action": "hit", "bet": "b1"}
    got = play({**example, "decisions": [{**decision, "phase": "open"}]})
    assert got["decisions"] == {"d1": {"accepted": False, "reason": "not_awaited"}}
    assert got["bets"] == play(example)["bets"]
