"""The published worked examples of European roulette, played on the engine, compared exactly."""

from typing import Any

import pytest

from tables.games.european_roulette import EUROPEAN_ROULETTE
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(EUROPEAN_ROULETTE)
play = WORKED.play


def without_reasons(told: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return results without the reasons of refusals, which are advisory."""
    return {
        key: {name: each for name, each in one.items() if name != "reason"}
        for key, one in told.items()
    }


@WORKED.each
def test_example(example: dict[str, Any]) -> None:
    got, expected = play(example), example["expected"]
    for part in ("bets", "decisions", "outcomes"):
        assert without_reasons(got[part]) == without_reasons(expected[part])
    assert got["totals"] == expected["totals"]
    assert expected["table"].items() <= got["table"].items()


def test_no_example_is_left_out() -> None:
    WORKED.check_ids("EROU", 52)


def test_reasons_are_those_of_the_examples() -> None:
    """They are advisory; ours agree nevertheless."""
    for example in WORKED.examples:
        got, expected = play(example), example["expected"]
        for part in ("bets", "decisions"):
            for ref, told in expected[part].items():
                assert got[part][ref].get("reason") == told.get("reason"), (example["id"], ref)


def test_an_example_that_breaks_the_format_is_told() -> None:
    example = WORKED.examples[0]
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
    example = WORKED.examples[0]
    decision = {"ref": "d1", "at": 0, "player": "anna", "action": "hit", "bet": "b1"}
    got = play({**example, "decisions": [{**decision, "phase": "open"}]})
    assert got["decisions"] == {"d1": {"accepted": False, "reason": "not_awaited"}}
    assert got["bets"] == play(example)["bets"]
