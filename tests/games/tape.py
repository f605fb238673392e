"""Arbitrary bytes as choices, and what the laws must know of a game to play it with them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from tables.games.core.cards import Card
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import Drawn, Fact, Option

T = TypeVar("T")


@dataclass
class Tape:
    """Arbitrary bytes read as choices; an exhausted tape always chooses the first."""

    bytes: bytes
    position: int = field(default=0)

    @property
    def over(self) -> bool:
        return self.position >= len(self.bytes)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        if self.over:
            return 0
        self.position += 1
        return self.bytes[self.position - 1] % bound

    def choose(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]


class Conduct(Protocol):
    """What the laws must know of a game: how to play it at random, and what to count in it."""

    books: Mapping[str, st.SearchStrategy[dict[str, Any]]]
    """House options worth trying, by rule book."""
    parties: Sequence[Party]
    """Who plays, where nobody holds a box."""

    standing: bool
    """Whether a party without a box may stake for itself."""
    face_down: bool
    """Whether cards lie face down until they are shown; the game has a secrecy law of its own."""

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Any:
        """Return any command at all, sensible or not, that the party might give."""
        ...

    def wager(self, tape: Tape, shown: Any, holders: Mapping[BoxNo, Party], party: Party) -> Any:
        """Return stakes that the view's limits allow, mostly."""
        ...

    def of_option(self, option: Option) -> Any:
        """Return the command that a button sends."""
        ...

    def disguised(self, given: Any) -> Any:
        """Return an input that differs only in what nobody but its giver may know."""
        ...

    def played(self, events: Iterable[Fact]) -> int:
        """Return what the bets of a round that is over are priced by, minor units.

        By default what was collected or given back, but for what a session that is broken off
        gives back.
        """
        return ended_stakes(events, "collect", "return")

    def waiting(self, state: Any) -> int:
        """Return the chips that may lie there although nobody acts, minor units."""
        return 0

    def shows_results(self, event: Fact) -> bool:
        """Return whether everybody reads of everybody what an event settles."""
        return False

    def hands(self, state: Any) -> Mapping[str, Sequence[Card]]:
        """Return the cards of each hand, by the name that it has in a deal; of some, or of none."""
        return {}

    def dealt(self, given: Drawn) -> Sequence[Card]:
        """Return which of the cards that were drawn leave the shoe."""
        return given.cards


def ended_stakes(events: Iterable[Fact], *ends: str) -> int:
    """Return the chips that moved for one of these reasons, minor units."""
    return sum(
        move.amount
        for event in events
        if not event.kind.endswith(".session_broken")
        for move in event.moves
        if move.why in ends
    )
