"""The published worked examples of banque à tout va, played on the engine and compared exactly."""

from typing import Any

import pytest

from tables.games.banque_a_tout_va import BANQUE_A_TOUT_VA
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(BANQUE_A_TOUT_VA)
played = WORKED.play


@WORKED.each
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
    WORKED.check_ids("BTV", 37)


def test_cards_left_over_or_missing_are_told() -> None:
    example = WORKED.examples[0]
    cards = example["outcomes"][0]["cards"]
    with pytest.raises(ValueError, match="over"):
        played({**example, "outcomes": [{"cards": [*cards, "2c"]}]})
    with pytest.raises(ValueError, match="enough"):
        played({**example, "outcomes": [{"cards": cards[:-1]}]})
    with pytest.raises(ValueError, match="no card"):
        played({**example, "outcomes": [{"cards": ["1h"]}]})
