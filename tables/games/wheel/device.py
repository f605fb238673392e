"""A device from which one number falls, and the table before it: what one wheel has of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tables.games.core.protocol import Draw
from tables.games.wheel.layout import Position

MOST: Final = 10_000_000
"""The maximum where the house sets none (COMMON-14), in minor units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """By which clauses of its text a table offers and refuses; empty where there is none."""

    combination: str
    """Which bets exist."""
    closed: str
    """Nothing is staked after rien ne va plus."""
    ready: str
    """Who has staked may say so."""
    half: str = ""
    prison: str = ""
    last: str = ""
    """At the last spin the half must be taken."""
    announced: str = ""
    written: str = ""
    endorsed: str = ""
    inspected: str = ""


@dataclass(frozen=True, kw_only=True)
class Device:
    """What falls from it, where stakes lie, and in which order they are paid."""

    game: str
    """The game's key, which the commands that are offered begin with."""
    numbers: tuple[int, ...]
    """What may fall, each as likely as the others, in the order of the draw's values."""
    names: tuple[str, ...]
    """What they are called in examples and results, in the same order; several may be alike."""
    called: str = "number"
    """Under which word an example has what fell."""
    layout: Mapping[str, Position]
    """Every position by its text form, those included that an option may close."""
    chances: tuple[str, ...]
    """The positions that are announced with a number that they win on, in this order."""
    payment: tuple[str, ...]
    """The kinds of bets in the order in which they are paid."""
    by_player: bool = False
    """A player is paid all his bets, in that order, before the next player is; otherwise all
    players are paid one kind before the next."""
    clauses: Clauses

    @cached_property
    def draw(self) -> Draw:
        """What must be drawn."""
        return Draw((len(self.numbers),))

    def chances_of(self, number: int) -> tuple[str, ...]:
        """Return the chances that win with a number and are announced with it, such as `red`."""
        return tuple(on for on in self.chances if number in self.layout[on].pockets)

    def name_of(self, number: int) -> str:
        """Return what a number is called in examples."""
        return self.names[self.numbers.index(number)]

    def tallied(self, tally: tuple[int, ...], number: int) -> tuple[int, ...]:
        """Return how often each number has come, with one more."""
        return tuple(
            count + (each == number) for each, count in zip(self.numbers, tally, strict=True)
        )
