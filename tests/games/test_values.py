"""Changed copies of frozen values, and what is worked out of them once."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace
from random import Random
from typing import Any

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import CardDealt
from tables.games.blackjack.state import State
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.terms import MainTerms
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import Game, OpeningContext
from tables.games.core.values import cache_last, cache_results, changed, fast_init, fast_replace
from tests.games.blackjack.engine_dealing import DealCounts, play_round


def test_a_changed_copy_is_what_replace_makes() -> None:
    state = State(stage="play", dealer_result="17", stop_card=True)
    assert changed(state, stage="closed", alone=True) == replace(state, stage="closed", alone=True)
    assert changed(state) == state
    assert changed(state) is not state
    assert state.stage == "play"


def test_a_copy_is_as_frozen_as_its_original() -> None:
    with pytest.raises(AttributeError):
        changed(State()).stage = "play"  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Plain:
    kind: str
    value: int = 3


@fast_init
@dataclass(frozen=True, slots=True)
class Quick:
    kind: str
    value: int = 3


def test_what_is_made_quickly_is_what_the_dataclass_makes() -> None:
    assert repr(Quick("a")) == repr(Plain("a")).replace("Plain", "Quick")
    assert Quick("a") == Quick(kind="a", value=3) != Quick("a", 4)
    assert len({Quick("a"), Quick("a"), Quick("b")}) == 2
    assert type(Quick("a")) is type(replace(Quick("a"), value=5)) is Quick
    match Quick("a", 5):
        case Quick(kind, value):
            assert (kind, value) == ("a", 5)
    for wrong in ((), ("a", 1, 2)):
        with pytest.raises(TypeError):
            Quick(*wrong)


@pytest.mark.parametrize("made", [Quick("a", 5), changed(Quick("a"), value=5)])
def test_what_is_made_quickly_is_frozen(made: Quick) -> None:
    with pytest.raises(FrozenInstanceError):
        made.value = 6  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.value
    assert made == Quick("a", 5)
    assert hash(made) == hash(Quick("a", 5))


def _pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - we have just written it


def test_what_is_made_quickly_is_copied_and_pickled() -> None:
    made = CardDealt(BoxNo(1), "h", PACK[0])
    assert copy.copy(made) == copy.deepcopy(made) == _pickled(made) == made


def test_a_move_made_quickly_still_refuses_what_moves_nothing() -> None:
    with pytest.raises(AssertionError, match="leave out a move of 0"):
        Move(Amount(0), Place.WALLET, Place.LAYOUT, Party("ann"), BoxNo(1), "stake")
    with pytest.raises(AssertionError, match="a pot is named"):
        Move(Amount(1), Place.LAYOUT, Place.JACKPOT, Party("ann"), BoxNo(1), "contribution")


def test_what_changes_one_class_is_changed() -> None:
    """A field may have any name, those of the code that is written for it too."""
    assert fast_replace(Quick)(Quick("a"), kind="b") == changed(Quick("a"), kind="b") == Quick("b")
    assert fast_replace(Plain)(Plain("a"), value=9) == Plain("a", 9)
    assert fast_replace(Plain, "value")(Plain("a", 1), 9) == Plain("a", 9)
    assert fast_replace(Plain, "value", "kind")(Plain("a", 1), 9, "b") == Plain("b", 9)


def test_what_is_worked_out_once_is_asked_again_for_other_values_though_they_are_equal() -> None:
    asked: list[tuple[State, State]] = []

    @cache_last
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


def test_so_many_answers_are_kept_each_for_its_own_values() -> None:
    asked: list[State] = []

    @cache_results(2)
    def stage(state: State) -> str:
        asked.append(state)
        return f"{state.stage} {len(asked)}"

    one, other = State(), State()
    assert one == other
    assert [stage(one), stage(other), stage(one), stage(other)] == [
        "betting 1",
        "betting 2",
        "betting 1",
        "betting 2",
    ]
    # A third takes the place of both, and one whose values are gone is nobody else's answer.
    answers = {stage(State(stage="play")) for _ in range(50)}
    assert len(answers) == 50
    assert stage(one) == "betting 53"


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
        play_round(rules, stored.strategy, cards, (BoxNo(1), BoxNo(2)), DealCounts(), given)
        state = BLACKJACK.evolve(State(), BLACKJACK.opening_event(rules, None, OpeningContext()))
        for each in given:
            after = BLACKJACK.step(rules, state, each)
            assert after == Game.step(BLACKJACK, rules, state, each)
            state = after[1]
            # Of a copy nothing is known yet: each of its boxes is looked at anew.
            assert BLACKJACK.view(rules, state) == BLACKJACK.view(rules, copy.deepcopy(state))
        assert BLACKJACK.is_over(state)
