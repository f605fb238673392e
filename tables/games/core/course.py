"""The course of a round, as every engine runs it: what follows from one input, in order."""

from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tables.games.core.money import Party
from tables.games.core.protocol import OpeningContext, Refused

R = TypeVar("R")
S = TypeVar("S")
E = TypeVar("E")


@dataclass(slots=True)
class Course(Generic[R, S, E]):
    """The events so far in answer to one input, and the state that they lead to."""

    rules: R
    state: S
    evolve: Callable[[S, E], S]
    events: list[E] = field(default_factory=list)

    def add(self, *events: E) -> None:
        """Add events, in this order."""
        self.events += events
        for event in events:
            self.state = self.evolve(self.state, event)


def opens_with_a_stake(rules: object, state: object, context: OpeningContext) -> bool:
    """Return false: the `opens_by_itself` of a game whose rounds open with the first stake."""
    return False


def not_awaited() -> Refused:
    """Return the refusal of an input that nothing waits for.

    The last case of an engine's `decide`: a new kind of input changes only the games that use it.
    """
    return Refused("not_awaited")


def all_ready(awaited: Set[Party], ready: Set[Party]) -> bool:
    """Tell whether bets close before their time: every awaited party is done."""
    return bool(awaited) and awaited <= ready


def check_stake(
    refusal: Callable[..., Refused],
    amount: int,
    *,
    least: int,
    step: int,
    most: int | None,
    already_staked: int = 0,
    **detail: int | str,
) -> None:
    """Refuse a stake below the minimum, off the step, or above the maximum (COMMON-8).

    `already_staked` lies there and counts towards the maximum; amounts are minor units.
    `refusal` makes the game's refusal of a code and its details.
    """
    if amount < least:
        raise refusal("below_min", minimum=least, **detail)
    if amount % step:
        raise refusal("bad_increment", step=step, **detail)
    if most is not None and already_staked + amount > most:
        raise refusal("above_max", maximum=most, **detail)
