"""Readers of worked examples: what a bet costs and brings is what the engine moves."""

from collections.abc import Iterable
from typing import Any

import pytest

from tables.games import GAMES
from tables.games.core.examples import Wallets
from tables.games.core.money import Move, Place
from tests.games.worked_examples import FOLDER, ExampleFile

OWN_FORMAT = "blackjack"
"""Its reader sums up moves, and nothing else."""
IN_CREDITS = "automatic_games"
"""Its bets are of a machine's credits; money is compared with its meters."""
WITH_EXAMPLES = {key for key in GAMES if (FOLDER / f"{key}.json").exists()}


@pytest.mark.parametrize("key", sorted(WITH_EXAMPLES - {OWN_FORMAT, IN_CREDITS}))
@pytest.mark.parametrize("why", ["stake", "take_back", "pay"])
def test_an_example_fails_where_the_engine_moves_another_amount(
    key: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One minor unit more for every move of a kind: no example that has one is played as before."""
    usual = Wallets.follow
    moved: list[Move] = []

    def follow(self: Wallets, moves: Iterable[Move]) -> None:
        moves = tuple(moves)
        usual(self, moves)
        for move in moves:
            if move.why == why and Place.WALLET in (move.source, move.target):
                self.net[move.party] += 1
                moved.append(move)

    monkeypatch.setattr(Wallets, "follow", follow)
    worked = ExampleFile(GAMES[key])
    passed = []
    for example in worked.examples:
        moved.clear()
        right = played(worked, example) == example["expected"]["totals"]
        if right and any(move.party in example["players"] for move in moved):
            passed.append(example["id"])
    assert passed == []


def played(worked: ExampleFile, example: dict[str, Any]) -> Any:
    """Return what an example's players paid and got; none where the reader finds a difference."""
    try:
        return worked.play(example)["totals"]
    except ValueError:
        return None
