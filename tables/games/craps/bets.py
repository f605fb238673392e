"""The bets of article 6: on what each wins, what it pays, and by which clause.

A position has a text form: `pass_line`, `place:6`, `hop:2-4`. Amounts are minor units.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

Odds = tuple[int, int]
"""So many for so many staked, the stake not included."""
Dice = tuple[int, int]

POINTS: Final = (4, 5, 6, 8, 9, 10)
"""The totals that become the point (MC-CRAPS-20)."""
CRAPS: Final = frozenset({2, 3, 12})
NATURALS: Final = frozenset({7, 11})
EVENS: Final[Odds] = (1, 1)

TRUE_ODDS: Final[Mapping[int, Odds]] = {
    4: (2, 1),
    5: (3, 2),
    6: (6, 5),
    8: (6, 5),
    9: (3, 2),
    10: (2, 1),
}
"""For a number before the 7 (MC-CRAPS-77, MC-CRAPS-81, MC-CRAPS-90)."""
LAID_ODDS: Final[Mapping[int, Odds]] = {
    number: (least, most) for number, (most, least) in TRUE_ODDS.items()
}
"""For the 7 before a number (MC-CRAPS-80, MC-CRAPS-83, MC-CRAPS-95)."""
PLACE_ODDS: Final[Mapping[int, Odds]] = {
    4: (9, 5),
    5: (7, 5),
    6: (7, 6),
    8: (7, 6),
    9: (7, 5),
    10: (9, 5),
}
"""MC-CRAPS-88, read as so many to so many (A7)."""

Sort = Literal["line", "box", "odds", "number", "hard", "one_roll"]
"""How a bet runs: on the line, through the come boxes, behind another bet, on a number until it or
the 7 comes, on a double, or for one throw."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bet."""

    bet: str
    sort: Sort
    clause: str
    pays: Mapping[int, Odds]
    """By the total that wins, or by the number that the bet is on."""
    number: int = 0
    """The number that it always is on; 0 where it is chosen or comes by itself."""
    against: bool = False
    """It wins with the 7 and loses with its number."""
    chosen: tuple[int, ...] = ()
    """The numbers among which the player chooses."""
    behind: str = ""
    """The bet that odds lie behind."""
    stays: frozenset[int] = frozenset()
    """Totals on which a bet of one throw is neither won nor lost."""


def _one(bet: str, clause: str, pays: Mapping[int, Odds], stays: int = 0) -> Kind:
    return Kind(bet, "one_roll", clause, pays, stays=frozenset({stays} - {0}))


def _high(on: int) -> Mapping[int, Odds]:
    """Return what a horn with a double stake on one number pays (MC-CRAPS-66 to MC-CRAPS-69)."""
    rare, common = (2, 12), (3, 11)
    pays: dict[int, Odds] = {**dict.fromkeys(rare, (5, 1)), **dict.fromkeys(common, (2, 1))}
    pays[on] = (11, 1) if on in rare else (5, 1)
    return pays


_RARE: Final[Odds] = (29, 1)
_COMMON: Final[Odds] = (14, 1)
_ALL: Final[Mapping[int, Odds]] = dict.fromkeys(POINTS, EVENS)

KINDS: Final[Mapping[str, Kind]] = {
    kind.bet: kind
    for kind in (
        Kind("pass_line", "line", "MC-CRAPS-19", _ALL),
        Kind("dont_pass", "line", "MC-CRAPS-26", _ALL, against=True),
        Kind("come", "box", "MC-CRAPS-33", _ALL),
        Kind("dont_come", "box", "MC-CRAPS-36", _ALL, against=True),
        Kind("pass_odds", "odds", "MC-CRAPS-77", TRUE_ODDS, behind="pass_line"),
        Kind("dont_pass_odds", "odds", "MC-CRAPS-80", LAID_ODDS, against=True, behind="dont_pass"),
        Kind("come_odds", "odds", "MC-CRAPS-81", TRUE_ODDS, behind="come"),
        Kind("dont_come_odds", "odds", "MC-CRAPS-83", LAID_ODDS, against=True, behind="dont_come"),
        Kind("place", "number", "MC-CRAPS-88", PLACE_ODDS, chosen=POINTS),
        Kind("buy", "number", "MC-CRAPS-90", TRUE_ODDS, chosen=POINTS),
        Kind("lay", "number", "MC-CRAPS-95", LAID_ODDS, against=True, chosen=POINTS),
        Kind("big6", "number", "MC-CRAPS-43", {6: EVENS}, number=6),
        Kind("big8", "number", "MC-CRAPS-45", {8: EVENS}, number=8),
        Kind("hard4", "hard", "MC-CRAPS-52", {4: (7, 1)}, number=4),
        Kind("hard6", "hard", "MC-CRAPS-53", {6: (9, 1)}, number=6),
        Kind("hard8", "hard", "MC-CRAPS-53", {8: (9, 1)}, number=8),
        Kind("hard10", "hard", "MC-CRAPS-52", {10: (7, 1)}, number=10),
        _one("field", "MC-CRAPS-42",
             {2: (2, 1), 12: (2, 1), **dict.fromkeys((3, 4, 9, 10, 11), EVENS)}),
        _one("any_seven", "MC-CRAPS-54", {7: (4, 1)}),
        _one("eleven", "MC-CRAPS-55", {11: _COMMON}),
        _one("any_craps", "MC-CRAPS-56", dict.fromkeys((2, 3, 12), (7, 1))),
        _one("craps2", "MC-CRAPS-57", {2: _RARE}),
        _one("craps3", "MC-CRAPS-58", {3: _COMMON}),
        _one("craps12", "MC-CRAPS-59", {12: _RARE}),
        _one("horn", "MC-CRAPS-60",
             {2: (13, 2), 12: (13, 2), 3: (11, 4), 11: (11, 4)}),
        _one("seven_eleven", "MC-CRAPS-61", {7: (3, 2), 11: (13, 2)}),
        _one("craps_eleven", "MC-CRAPS-63",
             {2: (3, 1), 3: (3, 1), 12: (3, 1), 11: (13, 2)}),
        _one("three_way_craps", "MC-CRAPS-64", {3: (4, 1), 2: (9, 1), 12: (9, 1)}),
        _one("high_low", "MC-CRAPS-65", {2: (15, 1), 12: (15, 1)}),
        _one("horn_high_11", "MC-CRAPS-66", _high(11)),
        _one("horn_high_3", "MC-CRAPS-67", _high(3)),
        _one("horn_high_12", "MC-CRAPS-68", _high(12)),
        _one("horn_high_2", "MC-CRAPS-69", _high(2)),
        _one("world", "MC-CRAPS-70",
             {3: (2, 1), 11: (2, 1), 2: (5, 1), 12: (5, 1)}, stays=7),
        Kind("hop", "one_roll", "MC-CRAPS-98", {}),
    )
}  # fmt: skip
"""Every kind of bet, in the order in which they are told (MC-CRAPS-17)."""

PAIRS: Final[tuple[Dice, ...]] = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
ELSEWHERE: Final[frozenset[Dice]] = frozenset({(1, 1), (6, 6), (5, 6), (1, 2)})
"""Compositions that are bets of their own, and are not staked as compositions (MC-CRAPS-99)."""
HOPS: Final[tuple[Dice, ...]] = tuple(pair for pair in PAIRS if pair not in ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Position:
    """A place on the layout that takes stakes."""

    on: str
    """Its text form."""
    kind: Kind
    number: int = 0
    """The number that the bet is on; 0 where it has none, or not yet."""
    pair: Dice = (0, 0)
    """The two faces of a composition, the lower first."""


def _positions() -> Iterator[Position]:
    for bet, kind in KINDS.items():
        if bet == "hop":
            for pair in HOPS:
                yield Position(f"hop:{pair[0]}-{pair[1]}", kind, pair=pair)
        elif kind.chosen:
            for number in kind.chosen:
                yield Position(f"{bet}:{number}", kind, number)
        else:
            yield Position(bet, kind, kind.number)


LAYOUT: Final[Mapping[str, Position]] = {each.on: each for each in _positions()}
"""Every position by its text form."""


def no_number(on: str) -> bool:
    """Tell whether a text names a bet on a number, or a composition, that it does not have."""
    bet, _, chosen = on.partition(":")
    if bet == "hop":
        return chosen in {f"{low}-{high}" for low, high in ELSEWHERE}
    kind = KINDS.get(bet)
    return kind is not None and bool(kind.chosen) and chosen.isdecimal() and on not in LAYOUT


def hop_odds(pair: Dice) -> Odds:
    """Return what a composition pays (MC-CRAPS-98)."""
    return _RARE if pair[0] == pair[1] else _COMMON


def printed_layout() -> Mapping[str, object]:
    """Return as JSON what is printed on the layout: each kind of bet, on what it wins what."""
    return {
        "points": [*POINTS],
        "hops": [[*pair] for pair in HOPS],
        "kinds": {
            kind.bet: {
                "sort": kind.sort,
                "number": kind.number,
                "against": kind.against,
                "behind": kind.behind,
                "pays": {str(on): [*odds] for on, odds in kind.pays.items()},
            }
            for kind in KINDS.values()
        },
        "hop": {"pair": [*_COMMON], "double": [*_RARE]},
    }
