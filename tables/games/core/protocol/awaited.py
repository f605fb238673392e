"""What a round waits for."""

from dataclasses import dataclass

from tables.games.core.money import BoxNo
from tables.games.core.protocol.given import Draw
from tables.games.core.values import fast_init


@fast_init
@dataclass(frozen=True, slots=True)
class Players:
    """Awaits commands; after `seconds` the input is `Expired`."""

    boxes: tuple[BoxNo, ...]
    """The boxes that may act now."""
    seconds: int
    turn: str
    """Names the decision; the clock restarts only when this changes."""


@fast_init
@dataclass(frozen=True, slots=True)
class Cards:
    """Awaits `count` cards of the shoe at once."""

    count: int


@dataclass(frozen=True, slots=True)
class SideBets:
    """Awaits the settlement worker."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The round is over and the shoe is finished: a fresh one must be made (stop card)."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """Awaits nothing: the table rests until a first stake, or the round is over."""


Awaiting = Players | Cards | Draw | SideBets | Shuffle | Nobody
