"""The published worked examples of trente et quarante, played on the engine, compared exactly."""

from typing import Any

import pytest

from tables.games.trente_et_quarante import TRENTE_ET_QUARANTE
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(TRENTE_ET_QUARANTE)
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
    WORKED.check_ids("TQ", 36)


def test_reasons_are_those_of_the_examples() -> None:
    """They are advisory; ours agree nevertheless."""
    for example in WORKED.examples:
        got, expected = play(example), example["expected"]
        for part in ("bets", "decisions"):
            for ref, told in expected[part].items():
                assert got[part][ref].get("reason") == told.get("reason"), (example["id"], ref)


def test_an_example_that_breaks_the_format_is_told() -> None:
    example = WORKED.examples[0]
    cards = example["outcomes"][0]["cards"]
    with pytest.raises(ValueError, match="no card"):
        play({**example, "outcomes": [{"cards": ["1h", *cards]}]})
    with pytest.raises(ValueError, match="before the last card"):
        play({**example, "outcomes": [{"cards": [*cards, "2h"]}]})
    with pytest.raises(ValueError, match="not complete"):
        play({**example, "outcomes": [{"cards": cards[:-1]}]})


def table(*outcomes: dict[str, Any], bets: Any, decisions: Any = ()) -> dict[str, Any]:
    """Return what an example of anna's makes."""
    return play(
        {
            "id": "own",
            "players": ["anna"],
            "bets": [{"player": "anna", "stake": 1000, "at": 0, **each} for each in bets],
            "decisions": [{"player": "anna", **each} for each in decisions],
            "outcomes": list(outcomes),
        }
    )


REFAIT = {"cards": ["Th", "9c", "5d", "7s", "Kc", "Qd", "Js", "Ac"]}
NULL = {"cards": ["Th", "Ts", "9d", "5c", "Kc", "Qd", "9s", "5h"]}
BLACK = {"cards": ["Ts", "Td", "Kh", "Ac", "Kc", "Qd", "9s", "3c"]}
LAST = {"last_of_session": True}


@pytest.mark.clause("MC-TQ-36", "MC-TQ-37")
@pytest.mark.parametrize("coup", [NULL, {**NULL, "stop_card": True}, {"cards": [], "void": True}])
def test_the_last_coup_leaves_nobody_in_prison(coup: dict[str, Any]) -> None:
    """Null by equality or annulled, a prisoner is repaid what he would have had to accept (A4)."""
    got = table(
        REFAIT,
        REFAIT,
        {**coup, **LAST},
        bets=[{"ref": "b", "bet": "red"}],
        decisions=[
            {"ref": "d1", "at": 1, "action": "prison", "bet": "b"},
            {"ref": "d2", "at": 2, "action": "prison", "bet": "b"},
        ],
    )
    assert got["bets"]["b"] == {
        "state": "half",
        "paid": 1000,
        "returned": 250,
        "on_layout": 0,
        "settled_at": 2,
    }


@pytest.mark.clause("MC-TQ-14", "MC-TQ-37")
def test_a_choice_outlives_the_coup_that_is_annulled_after_it() -> None:
    got = table(
        REFAIT,
        {"cards": ["2h"], "void": True},
        BLACK,
        bets=[{"ref": "b", "bet": "black"}, {"ref": "c", "bet": "red"}],
        decisions=[{"ref": "d", "at": 1, "action": "prison", "bet": "b"}],
    )
    # Who says nothing takes his half at that rien ne va plus, though the coup counts for nothing.
    assert [got["bets"][ref]["settled_at"] for ref in "bc"] == [2, 1]
    assert [got["bets"][ref]["state"] for ref in "bc"] == ["released", "half"]


@pytest.mark.clause("MC-TQ-39", "MC-TQ-41")
def test_a_premium_follows_its_stake_up_and_down() -> None:
    got = table(
        REFAIT,
        bets=[{"ref": "b", "bet": "red", "stake": 10050, "insured": True}],
        decisions=[
            {
                "ref": "d1",
                "at": 0,
                "phase": "open",
                "action": "increase",
                "amount": 9999,
                "bet": "b",
            },
            {"ref": "d2", "at": 0, "phase": "open", "action": "reduce", "amount": 5000, "bet": "b"},
            {"ref": "d3", "at": 0, "phase": "open", "action": "reduce", "amount": 5050, "bet": "b"},
        ],
    )
    # 100 at first, 200 for 200.49, 150 for 150.49; below the threshold it is refused.
    assert got["decisions"] == {"d3": {"accepted": False, "reason": "insurance_below_threshold"}}
    assert got["bets"]["b"]["paid"] - got["bets"]["b"]["returned"] == 150
    assert got["table"]["insurance_income"] == 150


@pytest.mark.clause("MC-TQ-14")
def test_no_coup_is_dealt_between_the_stop_card_and_the_next_shoe() -> None:
    got = table({**BLACK, "stop_card": True}, BLACK, bets=[{"ref": "b", "bet": "black"}])
    assert got["outcomes"] == {"1": {"accepted": False, "reason": "session_ended"}}
    assert got["table"]["game_over"] is True
