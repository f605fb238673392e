"""Chips and plaques by their face values: how an amount is counted out, and what pieces come to.

A ledger knows amounts. People write, hand over and count pieces: so many of each value.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tables.games.core.protocol import Refused

FACE_VALUES: Final = (
    *(1_000_000, 500_000, 100_000),
    *(50_000, 10_000, 2_500, 1_000, 500, 100),
    *(50, 10, 1),
)
"""Minor units, the greatest first: plaques, chips, and what a payment below a chip's worth leaves
in a float."""
MOST: Final = 1_000_000
"""Pieces of one value; nobody counts so many."""

Pieces = Sequence[Sequence[int]]
"""As rows keep them: pairs of a face value and how many, the greatest value first."""


def validated_pieces(counts: Mapping[int, int]) -> list[list[int]]:
    """Return pieces as rows keep them; refuses `bad_pieces`: another value, or too many of one."""
    if not set(counts) <= {*FACE_VALUES} or not all(0 <= each <= MOST for each in counts.values()):
        raise Refused("bad_pieces")
    return [[value, counts[value]] for value in FACE_VALUES if counts.get(value)]


def total_value(pieces: Pieces) -> int:
    """Return what pieces come to, minor units."""
    return sum(value * count for value, count in pieces)


def fewest_pieces(amount: int) -> list[list[int]]:
    """Return the fewest pieces that an amount of minor units, 0 or more, is counted out in."""
    pieces = []
    for value in FACE_VALUES:
        count, amount = divmod(amount, value)
        if count:
            pieces.append([value, count])
    return pieces
