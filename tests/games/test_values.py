"""Changed copies of frozen values, and what is worked out of them once."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.state import State
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.terms import MainTerms
from tables.games.core.cards import PACK
from tables.games.core.money import BoxNo
from tables.games.core.protocol import Game, Setting
from tables.games.core.values import changed, worked_out_once
from tests.games.dealt import Counted, one_round


def test_a_changed_copy_is_what_replace_makes() -> None:
    state = State(stage="play", dealer_result="17", stop_card=True)
    assert changed(state, stage="closed", alone=True) == replace(state, stage="closed", alone=True)
    assert changed(state) == state
    assert changed(state) is not state
    assert state.stage == "play"


def test_a_copy_is_as_frozen_as_its_original() -> None:
    with pytest.raises(AttributeError):
        changed(State()).stage = "play"  # type: ignore[misc]


def test_what_is_worked_out_once_is_asked_again_for_other_values_though_they_are_equal() -> None:
    asked: list[tuple[State, State]] = []

    @worked_out_once
    def same(one: State, other: State) -> bool:
        asked.append((one, other))
        return one is other

    one, other = State(), State()
    assert one == other
    assert [same(one, other), same(one, other), same(one, one), same(other, one)] == [
        False,
        False,
        True,
        False,
    ]
    assert len(asked) == 3


@pytest.mark.parametrize("book", sorted(BLACKJACK.books))
def test_the_state_of_a_step_is_the_fold_of_its_events(book: str) -> None:
    """The engine's own step against the protocol's, which decides and folds anew."""
    rules = BLACKJACK.books[book].rules
    stored = known(MainTerms.of(BLACKJACK.books["MC"].rules))
    assert stored is not None
    shoe, chance = list(PACK) * rules.decks, Random(book)
    for _ in range(5):
        given: list[Any] = []
        cards = chance.sample(shoe, 200)
        one_round(rules, stored.strategy, cards, (BoxNo(1), BoxNo(2)), Counted(), given)
        state = BLACKJACK.evolve(State(), BLACKJACK.opening(rules, None, Setting()))
        for each in given:
            after = BLACKJACK.step(rules, state, each)
            assert after == Game.step(BLACKJACK, rules, state, each)
            state = after[1]
        assert BLACKJACK.over(state)
