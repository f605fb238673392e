"""A hand of a coup, whose cards may be passed to a player: what lies there, and what it counts."""

from dataclasses import dataclass
from typing import Final

from tables.games.baccara.points import is_natural, point
from tables.games.baccara.seats import NOBODY
from tables.games.core.cards import Card, rank
from tables.games.core.money import Party


@dataclass(frozen=True, slots=True)
class Hand:
    """Its cards, who has them, and what was said of them."""

    cards: tuple[Card, ...] = ()
    holder: Party = NOBODY
    """To whom they were passed, and who looks at them; empty for the dealer."""
    shown: bool = False
    """Whether everybody sees the first two."""
    draws: bool | None = None
    """« Carte » or « non », once it was said."""

    @property
    def point(self) -> int:
        """Return the point of all its cards."""
        return point(self.cards)

    @property
    def natural(self) -> bool:
        """Tell whether the first two make 8 or 9."""
        return is_natural(self.cards[:2])

    @property
    def asks(self) -> bool:
        """Tell whether it waits for its third card."""
        return bool(self.draws) and len(self.cards) == 2

    @property
    def pair(self) -> bool:
        """Tell whether the first two are of one rank (MC-PB-73)."""
        return len(self.cards) > 1 and rank(self.cards[0]) == rank(self.cards[1])

    def held_by(self, party: Party) -> bool:
        """Tell whether its cards lie face down before this party."""
        return bool(party and self.holder == party and self.cards and not self.shown)


NO_CARDS: Final = Hand()
"""Before the deal."""
