"""For whom an event is projected: everybody, one party, or the office."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from tables.games.core.money import Party


class Owned(Protocol):
    """A stake, its result or a move, which names whose it is."""

    @property
    def party(self) -> Party: ...


O = TypeVar("O", bound=Owned)  # noqa: E741
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Audience:
    """What of a round its reader may know; each game's `seen` projects an event for one.

    What happened and its totals everybody may know.
    """

    party: Party | None = None
    """Whose own stakes, results and moves are shown; `None` for nobody's."""
    stakes: bool = False
    """Everybody's stakes, results and moves are shown."""
    face_down: bool = False
    """Cards that lie face down are shown."""

    def owns(self, party: Party) -> bool:
        """Tell whether this reader may know what is a party's own."""
        return self.stakes or party == self.party

    def of(self, party: Party, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return a list that is a party's own, or nothing of it."""
        return items if self.owns(party) else ()

    def own(self, items: Iterable[O]) -> tuple[O, ...]:
        """Return those of a list that this reader may know, each by whose it is."""
        if self.party is None and not self.stakes:
            return ()
        return tuple(each for each in items if self.owns(each.party))


EVERYBODY: Final = Audience()
"""The others at the table, and strangers: they are shown nobody's own."""
OFFICE: Final = Audience(stakes=True)
"""The office, while a round is played."""
OFFICE_AFTERWARDS: Final = Audience(stakes=True, face_down=True)
"""The office, once a round is over: it reads the event as it is recorded."""
