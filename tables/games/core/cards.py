"""Playing cards as text: rank then suit, `Kh`, `7d`, ten is `T` (ENG-02)."""

from typing import Final, Literal, NewType

Card = NewType("Card", str)
"""Two characters: rank of RANKS, suit of SUITS."""

Suit = Literal["c", "d", "h", "s"]

Back = Literal["red", "blue"]
"""The colour of a pack's backs."""
RED: Final[Back] = "red"
BLUE: Final[Back] = "blue"

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
PACK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The factory order of one pack: suit by suit, ace to king; index 0..51."""


def rank(card: Card) -> str:
    """Return the rank, one of RANKS."""
    return card[0]


def suit(card: Card) -> str:
    """Return the suit, one of SUITS."""
    return card[1]


def is_red(card: Card) -> bool:
    """Tell whether the card is a diamond or a heart (ENG-02)."""
    return card[1] in "dh"
