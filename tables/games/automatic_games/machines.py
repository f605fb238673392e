"""The machines as data: reel strips, pay table, version; their hash and exact return follow."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import product
from math import prod
from typing import Any, Final

from tables.games.core.protocol import Draw
from tables.games.core.words import Words

Symbol = str
Line = tuple[Symbol, ...]
"""What stands on the pay line, reel by reel."""


@dataclass(frozen=True, slots=True)
class Award:
    """A line of the pay table: these symbols on the first reels, whatever stands on the others."""

    symbols: Line
    pays: int
    """What is credited, in stakes; the stake itself does not come back beside it."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A technical sheet (MC-AUTO-21). Each stop of a reel is as likely as the others."""

    key: str
    version: int
    """Counts up with every change of strips or pay table."""
    name: Words
    strips: tuple[tuple[Symbol, ...], ...]
    """By reel, from top to bottom; the strip goes round."""
    awards: tuple[Award, ...]
    """Best first: the first that fits is paid, and no other."""
    certified: Fraction
    """The return that the sheet states; published only where the computation finds the same."""

    @property
    def draw(self) -> Draw:
        """What is drawn for a game: the stop of each reel."""
        return Draw(tuple(len(strip) for strip in self.strips))

    @property
    def hash(self) -> str:
        """Name what strips and pay table are, in hexadecimal: nothing of them changes unseen."""
        return sha256(repr((self.key, self.version, self.strips, self.awards)).encode()).hexdigest()

    def line(self, stops: tuple[int, ...]) -> Line:
        """Return what stands on the pay line."""
        return tuple(strip[stop] for strip, stop in zip(self.strips, stops, strict=True))

    def pays(self, line: Line) -> int:
        """Return what a line pays, in stakes."""
        return next(
            (each.pays for each in self.awards if line[: len(each.symbols)] == each.symbols), 0
        )

    @property
    def theoretical_return(self) -> Fraction:
        """The exact return, of strips and pay table (MC-AUTO-14)."""
        return _theoretical_return(self)

    @property
    def most(self) -> int:
        """The most that a game pays, in stakes."""
        return max(each.pays for each in self.awards)

    def written(self) -> dict[str, Any]:
        """Return the sheet as plain JSON, with what follows from it."""
        exactly = self.theoretical_return
        return {
            "key": self.key,
            "version": self.version,
            "hash": self.hash,
            "strips": [list(strip) for strip in self.strips],
            "awards": [{"symbols": list(each.symbols), "pays": each.pays} for each in self.awards],
            "return": str(exactly),
        }


@cache
def _theoretical_return(machine: Machine) -> Fraction:
    """Weigh every line that can stand there by how many stops show it."""
    ways = prod(len(strip) for strip in machine.strips)
    return Fraction(sum(count * machine.pays(line) for line, count in lines(machine)), ways)


def lines(machine: Machine) -> Iterator[tuple[Line, int]]:
    """Yield every line that can stand there, with the number of ways in which it does."""
    weights = [Counter(strip) for strip in machine.strips]
    for line in product(*weights):
        yield line, prod(weight[symbol] for weight, symbol in zip(weights, line, strict=True))


def _strip(text: str) -> tuple[Symbol, ...]:
    names = {
        "7": "seven", "K": "crown", "B": "bell", "P": "plum", "O": "orange", "C": "cherry",
    }  # fmt: skip
    return tuple(names[letter] for letter in text)


CLASSIC: Final = Machine(
    key="three_crowns",
    version=1,
    name=Words("Trois couronnes", "Three crowns"),
    strips=(
        _strip("7BKPOBPBCOPBKOPB7OPCBOPKOBPOCOPO"),
        _strip("7BKOCPBOCPOBCKOCBPOCBPOCKBOCPBOC"),
        _strip("7OCPKBOCPOCOCPKOBCOPCOCPKOBCOPOC"),
    ),
    awards=(
        Award(("seven",) * 3, 500),
        Award(("crown",) * 3, 100),
        Award(("bell",) * 3, 40),
        Award(("plum",) * 3, 20),
        Award(("orange",) * 3, 10),
        Award(("cherry",) * 3, 10),
        Award(("cherry",) * 2, 5),
        Award(("cherry",), 2),
    ),
    certified=Fraction(7777, 8192),
)
MACHINES: Final[Mapping[str, Machine]] = {each.key: each for each in (CLASSIC,)}
