"""Which back the card at each place of a shoe has: half of them one colour, half the other.

A back comes from the place and from the shoe's commitment, which everybody knows before the first
stake, never from the card that lies there: whoever sees backs learns nothing of faces.
"""

import functools
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from tables.games.core.cards import Back

LETTERS: Final[dict[Back, str]] = {"red": "r", "blue": "b"}
_DOMAIN: Final = b"sabot backs\0"


def backs_of_places(packs: Sequence[Back], commitment: str, first: int, until: int) -> str:
    """Return a letter of `LETTERS` for each place from `first` on, before `until`.

    `packs` are the backs of the shoe's packs: all alike, or as many of one colour as of the other.
    Of every two neighbours in the shoe one has each colour; which one, a bit of a hash says.
    """
    return _whole(tuple(packs), commitment)[first:until]


@functools.lru_cache(1024)
def _whole(packs: tuple[Back, ...], commitment: str) -> str:
    """Return the letters of a whole shoe: each frame shows a few of them."""
    places = range(52 * len(packs))
    colours = sorted(set(packs))
    if len(colours) == 1:
        return LETTERS[colours[0]] * len(places)
    one, other = colours
    assert packs.count(one) == packs.count(other)
    bits = int.from_bytes(sha256(_DOMAIN + bytes.fromhex(commitment)).digest(), "big")
    # 312 cards are 156 pairs; a longer shoe begins again.
    swapped = [bits >> (place // 2 % 256) & 1 for place in places]
    return "".join(
        LETTERS[other if (place + swap) % 2 else one]
        for place, swap in zip(places, swapped, strict=True)
    )
