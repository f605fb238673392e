"""How arbitrary players behave at each game, for the laws."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tables.games import GAMES
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Approved,
    ClockExpired,
    Drawn,
    DrawResult,
    DrawStopped,
    EngineInput,
    Misdealt,
    PlayerCommand,
    Ruled,
    SessionEnded,
    SettleSideBets,
    Tag,
)
from tests.games.plain_conduct import PlainConduct
from tests.games.tape import Conduct, Tape


def _of(key: str) -> Conduct:
    """Return the `CONDUCT` of `tests.games.<key>.conduct`, or plain conduct."""
    name = f"tests.games.{key}"
    if find_spec(name) is None or find_spec(f"{name}.conduct") is None:
        return PlainConduct(GAMES[key])
    own: Conduct = import_module(f"{name}.conduct").CONDUCT
    return own


CONDUCT: Mapping[str, Conduct] = {key: _of(key) for key in GAMES}
"""A game whose states plain conduct would seldom reach has its own."""

PLAYS_TOO: Mapping[str, str] = {
    key: own.plays_too for key, own in CONDUCT.items() if hasattr(own, "plays_too")
}
"""A game -> another that it plays too, by its own text, and so says what that one says."""

# Some games live on pairs, aces, sevens and queens of hearts; a plain pack shows them too seldom.
_RICH = (*PACK, *["Ah", "As", *["Qh"] * 10, "7s", "7s", "7s", "8c", "8d", "8h", "Tc"] * 2)


def random_draw(tape: Tape, sides: Sequence[int]) -> DrawResult:
    """Return a draw of the tape's choice, zeros often among them; never once the tape is over."""
    if tape.over:
        return DrawResult(tuple(min(1, each - 1) for each in sides))
    return DrawResult(tuple(0 if not tape.below(3) else tape.below(each) for each in sides))


def random_cards(tape: Tape, count: int) -> Drawn:
    """Return cards of the tape's choice, now and then with the stop card or a mishap among them."""
    cards = [Card(tape.choose(_RICH)) for _ in range(count)]
    tags: list[Tag | None] = [None] * count
    mishap = tape.below(24)
    if mishap >= 20:
        place = tape.below(count)
        tag: Tag = ("face_up_in_shoe", "burn_after_refill", "error_unexposed", "error_exposed")[
            mishap - 20
        ]
        if mishap < 22:
            cards.insert(place, PACK[0])
            tags.insert(place, tag)
        else:
            tags[place] = tag
    stop = tape.below(16) == 15
    return Drawn(tuple(cards), stop, tape.below(count) if stop else 0, tuple(tags))


STRAYS: Sequence[EngineInput[Any]] = (
    ClockExpired(),
    SettleSideBets(),
    Drawn((PACK[0],)),
    Drawn(PACK[:3]),
    Drawn(()),
    Drawn((PACK[11],), tags=("error_exposed",)),
    Misdealt(no_card=frozenset({BoxNo(1)})),
    Misdealt(one_card=frozenset({BoxNo(2)})),
    Ruled("director"),
    Approved((("jp1_main", Amount(1_000_000)),)),
    DrawResult((0,)),
    DrawStopped("chief"),
    SessionEnded("director"),
)
"""Inputs that nobody may be waiting for."""


def command_input(
    holders: Mapping[BoxNo, Party], party: Party, command: Any, alone: bool = False
) -> PlayerCommand[Any]:
    """Return the command as the floor would pass it; every holder lets others stand behind him."""
    held = frozenset(no for no, holder in holders.items() if holder == party)
    behind = frozenset(holders) if party != "stranger" else frozenset[BoxNo]()
    return PlayerCommand(party, held, command, alone, behind, seats_vacant=False)
