"""What a class below `GameCommand`, `GameEvent` or `GameView` becomes, and who sees what of it."""

from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from typing import Any, Literal, get_args, get_type_hints

import pytest

from tables.games import GAMES
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import EVERYBODY, Audience, Voided, redact_stakes
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


class Staked(GameEvent, kind="toss.staked"):
    party: Party
    laid: tuple[int, ...]
    held: int = 0
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    party: Party
    staked: Amount


class Settled(GameEvent, kind="toss.settled"):
    settled: tuple[Result, ...]
    moves: tuple[Move, ...] = ()


ANN, BEN = Party("ann"), Party("ben")
MOVE = Move(Amount(5), Place.LAYOUT, Place.WALLET, ANN, BoxNo(0), "return")


def test_stakes_results_and_their_moves_are_cut_from_what_others_see() -> None:
    staked = Staked(ANN, (1, 2), 3, (MOVE,))
    settled = Settled((Result(ANN, Amount(5)), Result(BEN, Amount(6))), (MOVE,))
    assert redact_stakes(staked, Audience(ANN)) == staked
    assert redact_stakes(staked, Audience(BEN)) == Staked(ANN, (), 3, ())
    assert redact_stakes(settled, Audience(BEN)) == Settled(settled.settled[1:], ())
    assert redact_stakes(settled, EVERYBODY) == Settled((), ())
    assert redact_stakes(Voided("error", (MOVE,)), EVERYBODY) == Voided("error", ())
    assert redact_stakes(Opened(7), EVERYBODY) == Opened(7)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_lists_that_name_whose_stakes_they_are_bear_a_name_that_is_cut(game: Any) -> None:
    events = get_args(game.wire.events) if game.wire.own is not None else ()
    for made in events:
        (kind,) = [each.default for each in fields(made) if each.name == "kind"]
        for each in fields(made):
            (item, *_) = (*get_args(each.type), None)
            known = set(names(item)) if is_dataclass(item) else set()
            owned = "party" in known and known & {"amount", "staked", "laid"}
            # At chemin de fer claims lie open; moves are cut with the lists.
            if owned and each.name != "moves" and not str(kind).startswith("chemin_de_fer."):
                assert each.name in ("settled", "held"), made
