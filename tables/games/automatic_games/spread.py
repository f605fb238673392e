"""How far what a game pays lies about its return, and how often it pays at all (MC-AUTO-21).

Exactly, from the strips and pay tables that the return is computed from. All in stakes of a game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod, sqrt

from tables.games.automatic_games import poker
from tables.games.automatic_games.machines import MIDDLE, Machine, Poker


@dataclass(frozen=True, slots=True)
class Spread:
    """What a technical sheet tells beside the return."""

    variance: Fraction
    """Of what a game pays, with the free games that it brings."""
    hits: Fraction
    """So many of all games pay something themselves."""

    @property
    def deviation(self) -> float:
        """The standard deviation, which the trade calls volatility."""
        return sqrt(self.variance)

    def to_json(self) -> dict[str, str]:
        """Return it as plain JSON, exact."""
        return {"variance": str(self.variance), "hits": str(self.hits)}


@cache
def spread(sheet: Machine | Poker) -> Spread:
    """Return the spread of a machine; of video poker under the best play.

    Nothing varies on a sheet whose best play nobody has counted, and none is published.
    """
    return _of_reels(sheet) if isinstance(sheet, Machine) else _of_cards(sheet)


def own_return(sheet: Machine | Poker) -> Fraction:
    """Return what a game pays on average, in stakes, without the free games that it brings."""
    return _moments(sheet).paid if isinstance(sheet, Machine) else sheet.theoretical_return


def most(sheet: Machine | Poker) -> Fraction:
    """Return what no game pays more than: the best award on every line, and the best scatters."""
    if isinstance(sheet, Poker):
        return Fraction(max(sheet.pays))
    scatters = max((each.pays for each in sheet.scattered), default=0)
    return Fraction(max(award.pays for award in sheet.awards) + scatters)


def _of_cards(sheet: Poker) -> Spread:
    ways = poker.BEST_PLAY.get(sheet.pays, ())
    squares = sum(pays**2 * often for pays, often in zip(sheet.pays, ways, strict=False))
    variance = Fraction(squares, poker.COUNTED) - sheet.theoretical_return**2
    return Spread(max(variance, Fraction(0)), Fraction(sum(ways), poker.COUNTED))


def _of_reels(machine: Machine) -> Spread:
    """Add the free games to what a game pays: each is a game, and may bring more.

    A game pays Y and brings N. A free game pays `free_pays` times Y and comes to G with those that
    it brings in turn, so Var G = Var(free_pays Y + E G N) + E N Var G: whatever a game brings is
    independent of what those pay. The game itself comes to Y and N times G.
    """
    moments = _moments(machine)
    brings, times = moments.free, machine.free_pays
    each = times * moments.paid / (1 - brings)
    free = moments.variance(times, each) / (1 - brings)
    return Spread(moments.variance(1, each) + brings * free, _hits(machine))


@dataclass(frozen=True, slots=True)
class _Moments:
    """Means of what one game pays and of how many free games it brings, their squares, product."""

    paid: Fraction
    free: Fraction
    paid_twice: Fraction
    free_twice: Fraction
    both: Fraction

    def variance(self, paid: int, free: Fraction) -> Fraction:
        """Return the variance of so many times the pay and so many times the free games."""
        return (
            paid**2 * (self.paid_twice - self.paid**2)
            + free**2 * (self.free_twice - self.free**2)
            + 2 * paid * free * (self.both - self.paid * self.free)
        )


@cache
def _moments(machine: Machine) -> _Moments:
    """Return the moments of a game: of each two lines together, and of each with the scatters."""
    lines, width = machine.pay_lines, len(machine.strips)
    brings = {each.count: each for each in machine.scattered}
    pays = {count: each.pays for count, each in brings.items()}
    free = {count: each.free for count, each in brings.items()}
    part, stops = len(lines), prod(len(strip) for strip in machine.strips)
    line = twice = line_pays = line_free = 0
    for number, rows in enumerate(lines):
        for paid, count, ways in _line_and_scatters(machine, rows):
            line += ways * paid
            twice += ways * paid**2
            line_pays += ways * paid * pays.get(count, 0)
            line_free += ways * paid * free.get(count, 0)
        twice += 2 * sum(_product(machine, rows, other) for other in lines[:number])
    # Beside any line every way of the scatters is told.
    scatters = Counter[int]()
    for _, count, ways in _line_and_scatters(machine, (MIDDLE,) * width):
        scatters[count] += ways

    def mean(*values: Mapping[int, int]) -> Fraction:
        found = sum(
            ways * prod(each.get(count, 0) for each in values) for count, ways in scatters.items()
        )
        return Fraction(found, stops)

    return _Moments(
        paid=Fraction(line, part * stops) + mean(pays),
        free=mean(free),
        paid_twice=Fraction(twice, part**2 * stops)
        + 2 * Fraction(line_pays, part * stops)
        + mean(pays, pays),
        free_twice=mean(free, free),
        both=Fraction(line_free, part * stops) + mean(pays, free),
    )


def _fitting(machine: Machine, reel: int, row: int) -> list[int]:
    """Return for each stop of a reel which awards its symbol leaves possible, as bits."""
    strip = machine.strips[reel]
    return [
        sum(
            1 << no
            for no, award in enumerate(machine.awards)
            if reel >= len(award.symbols)
            or machine.fits(strip[(stop + row) % len(strip)], award.symbols[reel])
        )
        for stop in range(len(strip))
    ]


def _seen(machine: Machine, reel: int) -> list[int]:
    """Return for each stop of a reel how many scatters stand in its window."""
    strip = machine.strips[reel]
    return [
        sum(
            strip[(stop + row) % len(strip)] == machine.scatter != ""
            for row in (MIDDLE - 1, MIDDLE, MIDDLE + 1)
        )
        for stop in range(len(strip))
    ]


def _paid(machine: Machine, left: int) -> int:
    """Return what the first of the awards that are left pays, in stakes of the line."""
    return machine.awards[(left & -left).bit_length() - 1].pays if left else 0


def _line_and_scatters(machine: Machine, rows: tuple[int, ...]) -> Iterable[tuple[int, int, int]]:
    """Return what a line pays, with how many scatters, in how many ways."""
    states = Counter({((1 << len(machine.awards)) - 1, 0): 1})
    for reel, row in enumerate(rows):
        stops = Counter(zip(_fitting(machine, reel, row), _seen(machine, reel), strict=True))
        after = Counter[tuple[int, int]]()
        for (left, count), ways in states.items():
            for (fits, seen), often in stops.items():
                after[left & fits, count + seen] += ways * often
        states = after
    return [(_paid(machine, left), count, ways) for (left, count), ways in states.items()]


def _product(machine: Machine, one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return what two lines pay, multiplied, over all stops; where one pays nothing it is 0."""
    every = (1 << len(machine.awards)) - 1
    states = Counter({(every, every): 1})
    for reel, rows in enumerate(zip(one, other, strict=True)):
        stops = Counter(zip(*(_fitting(machine, reel, row) for row in rows), strict=True))
        after = Counter[tuple[int, int]]()
        for (first, second), ways in states.items():
            for (fits_first, fits_second), often in stops.items():
                if (left := first & fits_first) and (beside := second & fits_second):
                    after[left, beside] += ways * often
        states = after
    return sum(
        ways * _paid(machine, first) * _paid(machine, second)
        for (first, second), ways in states.items()
    )


def _hits(machine: Machine) -> Fraction:
    """Return how likely a game pays something: an award of any line, or scatters.

    Stops are told apart as long as a line may still win; once one has, or none can, only how many
    scatters there are.
    """
    every = (1 << len(machine.awards)) - 1
    ended = [
        sum(1 << no for no, award in enumerate(machine.awards) if len(award.symbols) <= reel + 1)
        for reel in range(len(machine.strips))
    ]
    paying = {each.count for each in machine.scattered if each.pays}
    states = Counter({((every,) * machine.line_count, 0): 1})
    won = 0
    stops = [len(strip) for strip in machine.strips]
    for reel in range(len(stops)):
        rows = [_fitting(machine, reel, line[reel]) for line in machine.pay_lines]
        seen = _seen(machine, reel)
        shown = Counter(zip(zip(*rows, strict=True), seen, strict=True))
        after = Counter[tuple[tuple[int, ...], int]]()
        rest = prod(stops[reel + 1 :])
        for (left, count), ways in states.items():
            for (fits, here), often in shown.items():
                # Of lines that pay nothing any more none is left: the first reels end most games.
                still = tuple([each & fit for each, fit in zip(left, fits, strict=False)])
                if any(each & ended[reel] for each in still):
                    won += ways * often * rest
                else:
                    after[still if any(still) else (), count + here] += ways * often
        states = after
    won += sum(ways for (_, count), ways in states.items() if count in paying)
    return Fraction(won, prod(stops))
