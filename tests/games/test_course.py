"""What every engine takes from the kit: inputs that no game wants, and what a stake may be."""

from dataclasses import dataclass
from typing import Any

import pytest

from tables.games import GAMES
from tables.games.core.course import all_ready, check_stake
from tables.games.core.money import Party
from tables.games.core.protocol import OpeningContext, Refused

BOOKS = [(game, book) for game in GAMES for book in GAMES[game].books]
ANN, BEN = Party("ann"), Party("ben")


@dataclass(frozen=True, slots=True)
class Unheard:
    """An input of a kind that no game knows."""


@pytest.mark.parametrize(("key", "book"), BOOKS)
def test_an_input_that_no_game_wants_touches_no_game(key: str, book: str) -> None:
    game, unheard = GAMES[key], Unheard()
    given: Any = unheard
    rules = game.amend(book, {})
    opened = game.evolve(None, game.opening_event(rules, None, OpeningContext()))
    with pytest.raises(Refused, match="not_awaited"):
        game.decide(rules, opened, given)


def test_bets_close_when_all_who_are_awaited_want_no_more() -> None:
    assert all_ready({ANN, BEN}, {ANN, BEN})
    assert not all_ready({ANN, BEN}, {ANN})
    assert not all_ready(set(), {ANN}), "there is nobody to wait for"


@pytest.mark.parametrize(
    ("amount", "code", "detail"),
    [
        (99, "below_min", {"minimum": 100}),
        (125, "bad_increment", {"step": 50}),
        (550, "above_max", {"maximum": 500}),
        (450, "above_max", {"maximum": 500}),
        (400, "", {}),
    ],
)
def test_common_8_a_stake_lies_within_its_limits(
    amount: int, code: str, detail: dict[str, int]
) -> None:
    if not code:
        check_stake(Refused, amount, least=100, step=50, most=500, already_staked=100)
        return
    with pytest.raises(Refused, match=code) as refused:
        check_stake(Refused, amount, least=100, step=50, most=500, already_staked=100, box=3)
    assert refused.value.detail == {**detail, "box": 3}
