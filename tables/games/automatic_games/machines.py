"""The machines as data: reels or cards, pay table, version; hash and exact return follow."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from math import prod
from typing import Any, Final

from tables.games.automatic_games import poker
from tables.games.core.cards import Card
from tables.games.core.money import Amount
from tables.games.core.protocol import Draw, TechnicalSheet
from tables.games.core.words import Words

Symbol = str
Line = tuple[Symbol, ...]
"""What stands on a pay line, reel by reel."""
MIDDLE: Final = 0
"""The middle row of the windows; the one above it is -1, the one below it 1."""


@dataclass(frozen=True, slots=True)
class Award:
    """A line of the pay table: these symbols on the first reels, whatever stands on the others."""

    symbols: Line
    pays: int
    """What is credited, in stakes of a line; the stake does not come back beside it."""


@dataclass(frozen=True, slots=True)
class Scattered:
    """What so many scatters bring, wherever in the windows they stand."""

    count: int
    pays: int
    """What is credited, in stakes of the game."""
    free: int
    """How many games follow that cost nothing."""


@dataclass(frozen=True, slots=True)
class Win:
    """An award of a game, as it stands there. Amounts are minor units."""

    line: int
    """The number of the pay line, from 1; 0 for scatters."""
    symbols: Line
    """What stood there, from the first reel on; of a hand of cards what it is called."""
    pays: int
    """In stakes of the line, for scatters of the game; free games multiply it."""
    amount: Amount


@dataclass(frozen=True, slots=True)
class Machine:
    """A technical sheet of reels (MC-AUTO-21). Each stop of one is as likely as the others."""

    key: str
    version: int
    """Counts up with every change of strips or pay table."""
    name: Words
    strips: tuple[tuple[Symbol, ...], ...]
    """By reel, from top to bottom; the strip goes round."""
    awards: tuple[Award, ...]
    """Best first: on each line the first that fits is paid, and no other."""
    certified: Fraction
    """The return that the sheet states; published only where the computation finds the same."""
    lines: tuple[tuple[int, ...], ...] = ()
    """The pay lines, each the row that counts on each reel; without any it is the middle one."""
    wild: Symbol = ""
    """Stands for every symbol of the pay table."""
    scatter: Symbol = ""
    """Counts wherever it stands, and on no line."""
    scattered: tuple[Scattered, ...] = ()
    free_pays: int = 1
    """A free game pays so many times what a game pays."""

    @property
    def draw(self) -> Draw:
        """What is drawn for a game: the stop of each reel."""
        return Draw(tuple(len(strip) for strip in self.strips))

    @property
    def hash(self) -> str:
        """Name what strips and pay table are, in hexadecimal: nothing of them changes unseen."""
        told: tuple[Any, ...] = (self.key, self.version, self.strips, self.awards)
        if self.lines:
            told += (self.lines, self.wild, self.scatter, self.scattered, self.free_pays)
        return sha256(repr(told).encode()).hexdigest()

    @property
    def filed(self) -> TechnicalSheet:
        """The technical sheet for the machine's file (MC-AUTO-09, MC-AUTO-14)."""
        return TechnicalSheet("reels", self.key, self.version, self.hash, self.certified)

    @property
    def pay_lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines on each of which a part of the stake lies, all parts alike."""
        return self.lines or ((MIDDLE,) * len(self.strips),)

    @property
    def line_count(self) -> int:
        """In how many parts a stake lies."""
        return len(self.pay_lines)

    def line(self, stops: tuple[int, ...], rows: tuple[int, ...] = ()) -> Line:
        """Return what stands on a pay line, by default the middle one."""
        rows = rows or (MIDDLE,) * len(self.strips)
        return tuple(
            strip[(stop + row) % len(strip)]
            for strip, stop, row in zip(self.strips, stops, rows, strict=True)
        )

    def fits(self, stands: Symbol, wanted: Symbol) -> bool:
        """Tell whether a symbol counts as one of the pay table."""
        return stands == wanted or (stands == self.wild != "")

    def pays(self, line: Line) -> int:
        """Return how many times its stake a line pays; 0 for nothing."""
        award = self._award(line)
        return award.pays if award else 0

    def _award(self, line: Line) -> Award | None:
        for each in self.awards:
            if all(map(self.fits, line, each.symbols)):
                return each
        return None

    def _scatters(self, stops: tuple[int, ...]) -> int:
        """Count the scatters in the windows."""
        rows = (MIDDLE - 1, MIDDLE, MIDDLE + 1)
        width = len(self.strips)
        return sum(self.line(stops, (row,) * width).count(self.scatter) for row in rows)

    def wins(self, stops: tuple[int, ...], stake: Amount, *, free: bool = False) -> tuple[Win, ...]:
        """Return every award of a game for a stake, line by line, scatters last.

        A free game pays for the stake of the game that brought it.
        """
        found: list[Win] = []
        part = stake // len(self.pay_lines)
        times = self.free_pays if free else 1
        for number, rows in enumerate(self.pay_lines, 1):
            line = self.line(stops, rows)
            if award := self._award(line):
                shown = line[: len(award.symbols)]
                found.append(Win(number, shown, award.pays, Amount(award.pays * times * part)))
        if (brought := self.brought(stops)) and brought.pays:
            shown = (self.scatter,) * brought.count
            found.append(Win(0, shown, brought.pays, Amount(brought.pays * times * stake)))
        return tuple(found)

    def brought(self, stops: tuple[int, ...]) -> Scattered | None:
        """Return what the scatters in the windows bring, if anything."""
        if not self.scatter:
            return None
        count = self._scatters(stops)
        return next((each for each in self.scattered if each.count == count), None)

    @property
    def theoretical_return(self) -> Fraction:
        """The exact return, of strips and pay table, free games included (MC-AUTO-14)."""
        return _theoretical_return(self)

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as plain JSON, with what follows from it."""
        return {
            "key": self.key,
            "version": self.version,
            "hash": self.hash,
            "strips": [list(strip) for strip in self.strips],
            "awards": [{"symbols": list(each.symbols), "pays": each.pays} for each in self.awards],
            "lines": [list(rows) for rows in self.pay_lines],
            "wild": self.wild,
            "scatter": self.scatter,
            "scattered": [
                {"count": each.count, "pays": each.pays, "free": each.free}
                for each in self.scattered
            ],
            "free_pays": self.free_pays,
            "return": str(self.theoretical_return),
        }


@dataclass(frozen=True, slots=True)
class Poker:
    """A technical sheet of video poker (MC-AUTO-21): five cards, some held, the others replaced."""

    key: str
    version: int
    """Counts up with every change of the pay table."""
    name: Words
    pays: tuple[int, ...]
    """What each of `poker.KINDS` is credited, in stakes; the stake does not come back beside it."""
    certified: Fraction
    """The return that the sheet states; published only where the computation finds the same."""

    @property
    def draw(self) -> Draw:
        """What is drawn for the deal, and again for the cards that replace others."""
        return Draw(poker.SIDES)

    @property
    def line_count(self) -> int:
        """A stake lies in one part."""
        return 1

    @property
    def hash(self) -> str:
        """Name what the pay table is, in hexadecimal: nothing of it changes unseen."""
        told = (self.key, self.version, poker.KINDS, self.pays)
        return sha256(repr(told).encode()).hexdigest()

    @property
    def filed(self) -> TechnicalSheet:
        """What the file of the machine takes from here (MC-AUTO-09, MC-AUTO-14)."""
        return TechnicalSheet("video_poker", self.key, self.version, self.hash, self.certified)

    @property
    def theoretical_return(self) -> Fraction:
        """The exact return to a player who always holds what pays most on average (MC-AUTO-14).

        0 for a pay table whose best play nobody has counted: no sheet states that.
        """
        ways = poker.BEST_PLAY.get(self.pays, ())
        paid = sum(pays * often for pays, often in zip(self.pays, ways, strict=False))
        return Fraction(paid, poker.COUNTED)

    def wins(self, cards: tuple[Card, ...], stake: Amount) -> tuple[Win, ...]:
        """Return what a hand is paid for a stake, if anything."""
        if not (kind := poker.kind_of(cards)):
            return ()
        pays = self.pays[poker.KINDS.index(kind)]
        return (Win(1, (kind,), pays, Amount(pays * stake)),)

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as plain JSON, with its hash and theoretical return; it has no reels."""
        awards = zip(poker.KINDS, self.pays, strict=True)
        return {
            "key": self.key,
            "version": self.version,
            "hash": self.hash,
            "awards": [{"symbols": [kind], "pays": pays} for kind, pays in awards],
            "return": str(self.theoretical_return),
        }


@cache
def _theoretical_return(machine: Machine) -> Fraction:
    """Add up what lines and scatters pay, and what the free games do that follow.

    A free game may bring others: of `free` that a game brings on average come free, free², …
    more, and each pays as a game does, so many times.
    """
    line = _line_return(machine)
    scattered = _scattered_ways(machine)
    brings = {each.count: each for each in machine.scattered}
    paid = [brings[count].pays * chance for count, chance in scattered.items() if count in brings]
    frees = [brings[count].free * chance for count, chance in scattered.items() if count in brings]
    game, free = line + sum(paid, Fraction(0)), sum(frees, Fraction(0))
    if free >= 1:
        raise ValueError("the free games of this machine never end")
    return game * (1 + machine.free_pays * free / (1 - free))


def _line_return(machine: Machine) -> Fraction:
    """Return what a line pays on average, reel by reel: which awards may it still be?

    Every row of a reel shows each of its symbols equally often, so all lines return the same.
    """
    ways: Counter[tuple[Award, ...]] = Counter({machine.awards: 1})
    for reel, strip in enumerate(machine.strips):
        after: Counter[tuple[Award, ...]] = Counter()
        for symbol, stops in Counter(strip).items():
            for still, count in ways.items():
                left = tuple(
                    each
                    for each in still
                    if reel >= len(each.symbols) or machine.fits(symbol, each.symbols[reel])
                )
                after[left] += count * stops
        ways = after
    paid = sum(count * still[0].pays for still, count in ways.items() if still)
    return Fraction(paid, prod(len(strip) for strip in machine.strips))


def _scattered_ways(machine: Machine) -> dict[int, Fraction]:
    """Return how likely each number of scatters is, reel by reel."""
    chances = {0: Fraction(1)}
    for strip in machine.strips:
        seen = Counter(
            [strip[stop - 1], strip[stop], strip[(stop + 1) % len(strip)]].count(machine.scatter)
            for stop in range(len(strip))
        )
        after: dict[int, Fraction] = {}
        for before, chance in chances.items():
            for here, stops in seen.items():
                found = after.get(before + here, Fraction(0))
                after[before + here] = found + chance * Fraction(stops, len(strip))
        chances = after
    return chances


def _strip(text: str) -> tuple[Symbol, ...]:
    names = {
        "7": "seven", "K": "crown", "B": "bell", "P": "plum", "O": "orange", "C": "cherry",
        "W": "joker", "S": "star",
    }  # fmt: skip
    return tuple(names[letter] for letter in text)


def _in_a_row(pays: Mapping[Symbol, tuple[int, ...]]) -> tuple[Award, ...]:
    """Return the awards for three, four and five of a symbol from the first reel on, best first."""
    awards = [
        Award((symbol,) * count, paid)
        for symbol, row in pays.items()
        for count, paid in enumerate(row, 3)
    ]
    return tuple(sorted(awards, key=lambda each: -each.pays))


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
FIVE: Final = Machine(
    key="five_stars",
    version=1,
    name=Words("Cinq étoiles", "Five stars"),
    strips=(
        _strip("BPKCOSCOBCOPKCPOOKBCPOC7WCOBPC"),
        _strip("7WPBOPKCPCBSOCPOPWOCKOPCBOC7BK"),
        _strip("PBCPOCBPCOSPBKOWCOBP7KOKCOWCOK"),
        _strip("BWPO7CPOBCOKCBSPOBCWKPOCB7COPK"),
        _strip("BOPKOPBKCBWCOCKCPO7SOCBPCOPCOP"),
    ),
    awards=_in_a_row(
        {
            "seven": (40, 200, 1000),
            "crown": (20, 60, 250),
            "bell": (12, 30, 100),
            "plum": (8, 20, 60),
            "orange": (5, 12, 40),
            "cherry": (3, 8, 20),
        }
    ),
    lines=(
        (0, 0, 0, 0, 0),
        (-1, -1, -1, -1, -1),
        (1, 1, 1, 1, 1),
        (-1, 0, 1, 0, -1),
        (1, 0, -1, 0, 1),
        (0, -1, -1, -1, 0),
        (0, 1, 1, 1, 0),
        (-1, -1, 0, 1, 1),
        (1, 1, 0, -1, -1),
        (0, -1, 0, 1, 0),
    ),
    wild="joker",
    scatter="star",
    scattered=(Scattered(3, 2, 10), Scattered(4, 10, 15), Scattered(5, 100, 20)),
    free_pays=2,
    certified=Fraction(2808644467, 2955042000),
)
JACKS: Final = Poker(
    key="jacks_or_better",
    version=1,
    name=Words("Valets ou mieux", "Jacks or better"),
    pays=(800, 50, 25, 9, 6, 4, 3, 2, 1),
    certified=Fraction(1653526326983, 1661102543100),
)
MACHINES: Final[Mapping[str, Machine | Poker]] = {each.key: each for each in (CLASSIC, FIVE, JACKS)}
