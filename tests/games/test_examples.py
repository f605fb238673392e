"""The published worked examples, played on the engine and compared exactly (section 1.5)."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tables.games.blackjack.examples import NotDealt, play

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "examples" / "blackjack_examples.json").read_text()
)["examples"]

PLAYED = {"round": 87, "bet_check": 19, "procedure": 12}
"""How many examples the engine must reproduce, by kind."""

LEFT_OUT = {
    "rule set ON": 63,
    "rule set MC": 49,
    "rule set FR-2007": 38,
    "rule set HOUSE": 26,
    "side bet jp1": 22,
    "standing bettors": 19,
    "side bet hyper": 9,
    "side bet two_plus_one": 7,
    "procedure deck_check": 2,
    "side bet perfect_pairs": 1,
    "procedure jackpot_share": 1,
    "two holders of one box": 1,
    "a floor with cash": 1,
}
"""How many examples need something that is not dealt, by the reason that the player gives."""


def reason(example: dict[str, Any]) -> str | None:
    try:
        play(example)
    except NotDealt as not_dealt:
        return str(not_dealt)
    return None


IN_SCOPE = [example for example in EXAMPLES if reason(example) is None]


@pytest.mark.parametrize("example", IN_SCOPE, ids=lambda example: example["id"])
def test_example(example: dict[str, Any]) -> None:
    got = play(example)
    expected = example["expected"]
    for key in expected.keys() - {"bets"}:
        assert got.get(key) == expected[key], key
    assert bets(got) == bets(expected)


def bets(answer: dict[str, Any]) -> list[str]:
    """Return the bets without their clauses, in an order of their own: they are a set."""
    return sorted(
        json.dumps({key: bet[key] for key in bet if key != "clauses"}, sort_keys=True)
        for bet in answer.get("bets", ())
    )


def test_every_example_is_played_or_left_out_for_a_known_reason() -> None:
    assert Counter(example["kind"] for example in IN_SCOPE) == PLAYED
    reasons = Counter(reason(example) for example in EXAMPLES)
    del reasons[None]
    assert reasons == LEFT_OUT
    assert len(EXAMPLES) == sum(PLAYED.values()) + sum(LEFT_OUT.values())


def test_cards_or_decisions_left_over_are_told() -> None:
    example = IN_SCOPE[0]
    with pytest.raises(ValueError, match="leaves"):
        play({**example, "shoe": [*example["shoe"], "2c"]})
    with pytest.raises(ValueError, match="leaves"):
        play({**example, "decisions": []})


def test_the_clauses_of_a_settled_hand_are_those_of_the_example() -> None:
    """Not compared by the format; here every clause that the engine cites must be among them."""
    strange = []
    for example in IN_SCOPE:
        for bet in play(example).get("bets", ()):
            if bet["bet"] != "main":
                continue
            given = next(
                each
                for each in example["expected"]["bets"]
                if (each["bet"], each["box"], each.get("hand")) == ("main", bet["box"], bet["hand"])
            )
            if not set(bet["clauses"]) & set(given["clauses"]):
                strange.append((example["id"], bet["hand"], bet["clauses"], given["clauses"]))
    assert strange == []
