"""What a class below `GameCommand`, `GameEvent` or `GameView` becomes."""

from dataclasses import FrozenInstanceError, dataclass, fields, replace
from typing import Any, Literal, get_args, get_type_hints

import pytest

from tables.games import GAMES
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Move
from tables.games.core.values import copy_as


@dataclass(frozen=True, slots=True)
class Carried:
    number: int = 0
    words: tuple[str, ...] | frozenset[str] = ()


class Opened(GameEvent, Carried, kind="toss.opened"):
    words: tuple[str, ...] = ()


class Toss(GameCommand, kind="toss.toss"):
    number: int


@dataclass(frozen=True, slots=True)
class State(Carried):
    words: frozenset[str] = frozenset()
    stage: Literal["open", "closed"] = "open"


def names(kind: Any) -> list[str]:
    return [each.name for each in fields(kind)]


def test_moves_and_kind_come_last_and_the_fields_of_a_base_first() -> None:
    assert names(Opened) == ["number", "words", "moves", "kind"]
    assert names(Toss) == ["number", "kind"]
    assert get_type_hints(Opened)["kind"] == Literal["toss.opened"]
    assert Opened().kind == "toss.opened"
    assert Opened().moves == ()


def test_a_message_is_frozen_and_slotted_and_equals_its_like() -> None:
    tossed: Any = Toss(3)
    assert tossed == Toss(number=3) != Toss(4)
    assert not hasattr(tossed, "__dict__")
    assert replace(tossed, number=4) == Toss(4)
    with pytest.raises(FrozenInstanceError):
        tossed.number = 4


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_message_of_a_game_is_a_plain_class_with_one_kind(game: Any) -> None:
    for made in {*get_args(game.wire.events), *get_args(game.wire.commands)}:
        assert type(made) is type, "a class of another type is matched more slowly"
        (kind,) = [each.default for each in fields(made) if each.name == "kind"]
        assert get_args(get_type_hints(made)["kind"]) == (kind,)


def test_a_copy_has_what_both_classes_have_and_what_it_is_given() -> None:
    opened = Opened(7, ("one",), (), "toss.opened")  # type: ignore[call-arg]
    state = copy_as(State, opened, words=frozenset(opened.words))
    assert state == State(7, frozenset({"one"}))
    assert copy_as(Opened, state, words=("two",)) == Opened(7, ("two",))
