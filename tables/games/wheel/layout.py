"""The layout of a roulette: every position on which chips may lie, and the pockets it covers.

A position has a text form, which is its name everywhere: `straight:17`, `split:0-3`, `dozen:2`,
`red`. A pocket is a number from 0, where 0 is the zero and 37 the double zero, of which the text
form is `00`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

RED: Final = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
NUMBERS: Final = range(1, 37)
DOUBLE_ZERO: Final = 37

EUROPEAN_WHEEL: Final = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20,
    14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)  # fmt: skip
"""The pockets in the order in which they follow each other on the cylinder."""

CHANCES: Final[Mapping[str, frozenset[int]]] = {
    "red": RED,
    "black": frozenset(NUMBERS) - RED,
    "odd": frozenset(range(1, 37, 2)),
    "even": frozenset(range(2, 37, 2)),
    "high": frozenset(range(19, 37)),
    "low": frozenset(range(1, 19)),
}
"""The even chances; no zero is in any of them."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place on the layout that takes stakes."""

    on: str
    """Its text form, e.g. `split:0-3`."""
    bet: str
    """The kind of bet, e.g. `split`."""
    pockets: frozenset[int]
    """What it wins on."""
    odds: tuple[int, int]
    """What it pays, the stake not included: so many for so many staked."""
    clause: str
    """The clause that grants the bet."""

    @property
    def even(self) -> bool:
        """Tell whether it is an even chance."""
        return self.bet in CHANCES

    def win(self, stake: int) -> int:
        """Return what it pays beside the stake, rounded down to the minor unit (COMMON-R1)."""
        return stake * self.odds[0] // self.odds[1]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a kind of bet pays, and by which clause."""

    odds: tuple[int, int]
    clause: str


def name_of(pocket: int) -> str:
    """Return what a pocket is called."""
    return "00" if pocket == DOUBLE_ZERO else str(pocket)


def text(bet: str, selection: Iterable[int | str] = ()) -> str:
    """Return the text form of a bet and its selection: `split` and 0, 3 are `split:0-3`."""
    chosen = "-".join(str(each) for each in selection)
    return f"{bet}:{chosen}" if chosen else bet


def _row(row: int) -> tuple[int, ...]:
    return (3 * row + 1, 3 * row + 2, 3 * row + 3)


def _column(column: int) -> tuple[int, ...]:
    return tuple(range(column, 37, 3))


def _dozen(dozen: int) -> tuple[int, ...]:
    return tuple(range(12 * dozen - 11, 12 * dozen + 1))


def _inside() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the bets on numbers from 1 to 36."""
    for number in NUMBERS:
        yield "straight", (number,)
        if number % 3:
            yield "split", (number, number + 1)
        if number < 34:
            yield "split", (number, number + 3)
            if number % 3:
                yield "corner", (number, number + 1, number + 3, number + 4)
    for row in range(12):
        yield "street", _row(row)
        if row < 11:
            yield "six_line", (*_row(row), *_row(row + 1))


def positions(
    terms: Mapping[str, Terms], zero: Iterable[tuple[str, tuple[int, ...]]]
) -> Mapping[str, Position]:
    """Return every position of a layout by its text form: the bets that have terms.

    `zero` are the bets that include a zero, which differ from layout to layout.
    """
    laid: list[tuple[str, Sequence[int | str], Sequence[int]]] = [
        (bet, [name_of(each) for each in pockets], pockets) for bet, pockets in (*_inside(), *zero)
    ]
    for each in (1, 2, 3):
        laid.append(("dozen", (each,), _dozen(each)))
        laid.append(("column", (each,), _column(each)))
    for pair in ((1, 2), (2, 3), (1, 3)):
        laid.append(("double_dozen", pair, _dozen(pair[0]) + _dozen(pair[1])))
        laid.append(("double_column", pair, _column(pair[0]) + _column(pair[1])))
    laid += [(chance, (), tuple(pockets)) for chance, pockets in CHANCES.items()]
    return {
        text(bet, chosen): Position(
            text(bet, chosen), bet, frozenset(pockets), terms[bet].odds, terms[bet].clause
        )
        for bet, chosen, pockets in laid
        if bet in terms
    }
