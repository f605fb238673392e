"""Every bet and decision of an example is answered, at every game: taken, or refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from tables.games import GAMES
from tables.games.core.examples import PHASES
from tests import campaign
from tests.games.worked_examples import FOLDER, ExampleFile

WORKED = {
    key: ExampleFile(game) for key, game in GAMES.items() if (FOLDER / f"{key}.json").exists()
}
every_game = pytest.mark.parametrize("key", WORKED)
Example = dict[str, Any]


def with_bets(key: str) -> Iterator[tuple[Example, Example]]:
    """Yield examples of a game with bets, and what comes of each."""
    for example in WORKED[key].examples:
        if example["bets"]:
            yield example, WORKED[key].play(example)


def answers(result: Example, *beside: str) -> Example:
    """Return what a result says of all but these bets and decisions."""
    return {
        kind: {ref: each for ref, each in told.items() if ref not in beside}
        for kind, told in result.items()
    }


def test_every_game_of_monaco_has_examples() -> None:
    of_monaco = {key for key, game in GAMES.items() if "MC" in game.books}
    assert WORKED.keys() == of_monaco - {"blackjack"}


@every_game
def test_a_bet_after_rien_ne_va_plus_is_refused_and_changes_nothing(key: str) -> None:
    for example, result in with_bets(key):
        for at in range(len(example["outcomes"]) + 1):
            late = {**example["bets"][0], "ref": "late", "phase": "closed", "at": at}
            got = WORKED[key].play({**example, "bets": [*example["bets"], late]})
            assert got["bets"]["late"]["state"] == "rejected", (example["id"], at)
            assert answers(got, "late") == answers(result), (example["id"], at)


@every_game
def test_so_it_is_where_nobody_has_staked(key: str) -> None:
    """What falls is void: cards that were drawn by what players said do not come otherwise."""
    for example, result in with_bets(key):
        if not example["outcomes"]:
            continue
        outcome = {**example["outcomes"][0], "void": True}
        late = {**example["bets"][0], "ref": "late", "phase": "closed", "at": 0}
        # For a banker who is silent the clock puts up a bank, which no bet of the example is.
        bank = [bet for bet in example["bets"] if bet["bet"] == "bank"][:1]
        if key == "chemin_de_fer" and (
            not bank or result["bets"][bank[0]["ref"]]["state"] == "rejected"
        ):
            continue
        alone = {**example, "bets": [*bank, late], "decisions": [], "outcomes": [outcome]}
        got = WORKED[key].play(alone)
        assert got["bets"]["late"]["state"] == "rejected", example["id"]
        paid = sum(total["paid"] for total in got["totals"].values())
        assert paid == sum(got["bets"][bet["ref"]]["paid"] for bet in bank), example["id"]


@pytest.mark.campaign
@every_game
def test_a_decision_of_a_stranger_is_refused_in_every_phase(key: str) -> None:
    """At a machine whoever comes may put money in, and its staff decide by their names."""
    examples = list(with_bets(key))
    actions = {each["action"] for example, _ in examples for each in example["decisions"]}
    if key == "automatic_games":
        actions = {"cash_out", "hand_pay"}
    for example, result in campaign.sample(15, examples):
        ref = example["bets"][0]["ref"]
        for action in sorted(actions):
            for phase in PHASES:
                for at in range(len(example["outcomes"]) + 1):
                    said = {
                        "ref": "strange",
                        "player": "stranger",
                        "action": action,
                        "phase": phase,
                        "at": at,
                        "bet": ref,
                        "amount": 100,
                        "hand": "banker",
                        "value": True,
                    }
                    got = WORKED[key].play({**example, "decisions": [*example["decisions"], said]})
                    where = (example["id"], action, phase, at)
                    assert "strange" in got["decisions"], where
                    assert answers(got, "strange") == answers(result), where


@pytest.mark.parametrize("key", ["punto_banco"])
def test_a_decision_of_somebody_to_whom_nothing_is_offered_is_refused(key: str) -> None:
    bet = {"ref": "b", "player": "anna", "bet": "punto", "stake": 1000}
    refused = {"ref": "d", "action": "refuse_bank", "at": 1}
    for player, taken in (("anna", False), ("bob", True), ("cleo", False), ("zoe", False)):
        got = WORKED[key].play(
            {
                "players": ["anna", "bob", "cleo"],
                "bets": [bet],
                "decisions": [{**refused, "player": player}],
                "outcomes": [{"cards": ["9h", "4c", "Td", "2s"]}],
            }
        )
        assert ("d" not in got["decisions"]) is taken, player
        assert got["table"]["banker_seat"] == (3 if taken else 2)


def test_a_decision_of_another_phase_breaks_the_format() -> None:
    said = {"ref": "d", "player": "anna", "action": "remove", "bet": "b", "phase": "closed"}
    with pytest.raises(ValueError, match="phases"):
        WORKED["craps"].play({"players": ["anna"], "bets": [], "decisions": [said], "outcomes": []})


def test_the_last_totals_stay_while_stakes_for_the_next_coup_lie_there() -> None:
    rows = {"cards": ["Th", "9c", "5d", "7s", "Kc", "Qd", "Js", "Td"]}
    bets = [
        {"ref": f"b{at}", "player": "anna", "bet": "red", "stake": 1000, "at": at} for at in (0, 1)
    ]
    played = {"players": ["anna"], "bets": bets[:1], "decisions": [], "outcomes": [rows]}
    table = WORKED["trente_et_quarante"].play(played)["table"]
    assert (table["row_black"], table["row_red"]) == (31, 40)
    again = WORKED["trente_et_quarante"].play({**played, "bets": bets})
    assert again["bets"]["b1"]["state"] == "open"
    assert again["table"] == table
