"""The published worked examples, played on the engine and compared exactly (section 1.5)."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tables.games.blackjack import BLACKJACK

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "examples" / "blackjack_examples.json").read_text()
)["examples"]

PLAYED = {
    "FR-2024": {"round": 126, "bet_check": 38, "procedure": 17},
    "FR-2007": {"round": 26, "bet_check": 8, "procedure": 4},
    "MC": {"round": 33, "bet_check": 7, "procedure": 9},
    "ON": {"round": 43, "bet_check": 6, "procedure": 14},
    "HOUSE": {"round": 21, "bet_check": 3, "procedure": 2},
}
"""How many examples the engine must reproduce, by rule book and kind."""


def cited(example: dict[str, Any]) -> list[str]:
    """Return the clauses that an example cites, at its own level and bet by bet."""
    bets_cited = [bet["clauses"] for bet in example["expected"].get("bets", ())]
    return sorted({*example.get("clauses", ()), *(each for bet in bets_cited for each in bet)})


def play(example: dict[str, Any]) -> Any:
    """Return what the engine makes of an example."""
    return BLACKJACK.play_example(example, {})


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(each, id=each["id"], marks=pytest.mark.clause(*cited(each)))
        for each in EXAMPLES
    ],
)
def test_example(example: dict[str, Any]) -> None:
    got = play(example)
    expected = example["expected"]
    if "error" in expected:
        assert got == expected
    for key in expected.keys() - {"bets"}:
        assert got.get(key) == expected[key], key
    assert bets(got) == bets(expected)


def bets(answer: dict[str, Any]) -> list[str]:
    """Return the bets without their clauses, in an order of their own: they are a set."""
    return sorted(
        json.dumps({key: bet[key] for key in bet if key != "clauses"}, sort_keys=True)
        for bet in answer.get("bets", ())
    )


def test_no_example_is_left_out() -> None:
    counted = Counter((example["rule_set"], example["kind"]) for example in EXAMPLES)
    assert counted == {
        (book, kind): count for book, kinds in PLAYED.items() for kind, count in kinds.items()
    }


def test_expected_is_never_read() -> None:
    for example in EXAMPLES:
        bare = {key: example[key] for key in example if key not in ("expected", "clauses", "why")}
        assert play(bare) == play(example)


def test_cards_or_decisions_left_over_are_told() -> None:
    example = EXAMPLES[0]
    with pytest.raises(ValueError, match="leaves"):
        play({**example, "shoe": [*example["shoe"], "2c"]})
    with pytest.raises(ValueError, match="leaves"):
        play({**example, "decisions": []})
    with pytest.raises(ValueError, match="empty"):
        play({**example, "shoe": example["shoe"][:-1]})


PROCEDURE = {"FR-2024-087", "FR-2024-138", "FR-2024-139", "FR-2024-142", "FR-2007-57", "FR-2007-85"}
"""Clauses that an example cites for the course of things; a settlement cites what it pays by."""


def test_the_clauses_of_a_settled_bet_are_among_those_of_the_example() -> None:
    """Not compared by the format; in the French books the engine cites one that the example does.

    Readings of the catalogue (AMB, ENG) are not cited by a round.
    """
    strange = []
    for example in EXAMPLES:
        if not example["rule_set"].startswith("FR"):
            continue
        given = {
            (bet["bet"], bet["box"], bet.get("hand"), bet["by"]): {
                clause for clause in bet["clauses"] if clause.startswith("FR")
            }
            - PROCEDURE
            for bet in example["expected"].get("bets", ())
        }
        for bet in play(example).get("bets", ()):
            cited = given[bet["bet"], bet["box"], bet.get("hand"), bet["by"]]
            if cited and not set(bet["clauses"]) & cited:
                strange.append((example["id"], bet["bet"], bet["clauses"], sorted(cited)))
    assert strange == []


KEPT_BY_THE_FLOOR = {"CHIPS_ONLY", "NO_SEATED_HOLDER", "BOX_NOT_VACANT"}
"""Who holds which box, and that only chips are staked, no engine is asked."""


def test_the_engine_itself_refuses_what_a_check_of_bets_must_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The format's order of faults only names the first; take it away and none is accepted."""
    monkeypatch.setattr("tables.games.blackjack.examples.check_first_fault", lambda *_: None)
    asked = Counter[str]()
    for example in EXAMPLES:
        expected = example["expected"]
        code = expected.get("error")
        if example["kind"] == "bet_check" and code not in KEPT_BY_THE_FLOOR:
            asked[str(code)] += 1
            assert play(example) == expected, example["id"]
    assert asked.total() == 56, asked
