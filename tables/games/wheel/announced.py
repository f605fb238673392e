"""Announced bets: their names, and the ordinary stakes that each stands for.

An announcement has a text form too: `tiers_du_cylindre`, `voisins_n:17`, `finales_n:7`,
`complete_n:17`, or in writing `custom:red=5,split:0-3=1`, chips behind each position.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tables.games.wheel.layout import Position, text

Chips = tuple[tuple[str, int], ...]
"""Positions, and how many chips of one unit lie on each."""


def _chips(written: str) -> Chips:
    return tuple((on, int(chips)) for on, chips in (each.split("=") for each in written.split()))


NAMED: Final[Mapping[str, Chips]] = {
    "voisins_du_zero": _chips(
        "street:0-2-3=2 split:4-7=1 split:12-15=1 split:18-21=1 split:19-22=1 split:32-35=1 "
        "corner:25-26-28-29=2"
    ),
    "tiers_du_cylindre": _chips(
        "split:5-8=1 split:10-11=1 split:13-16=1 split:23-24=1 split:27-30=1 split:33-36=1"
    ),
    "orphelins_cheval": _chips(
        "straight:1=1 split:6-9=1 split:14-17=1 split:17-20=1 split:31-34=1"
    ),
    "orphelins_plein": tuple((text("straight", (n,)), 1) for n in (1, 6, 9, 14, 17, 20, 31, 34)),
    "jeu_zero": _chips("split:0-3=1 split:12-15=1 split:32-35=1 straight:26=1"),
}
"""The series of the cylinder that have a name of their own."""
NEIGHBOURS: Final = 2
"""Pockets on either side that a number and its neighbours take."""
SIMPLE: Final = (*NAMED, "voisins_n", "finales_n")
"""The kinds that are taken by word of mouth."""
COMPLEX: Final = ("complete_n", "custom")
"""The kinds that must be written and endorsed."""
_MOST_CHIPS: Final = 9999
"""Behind one position of a written announcement."""
_INSIDE: Final = frozenset({"straight", "split", "street", "corner", "six_line"})


def kind_of(bet: str) -> str:
    """Return the kind of an announcement: `voisins_n` of `voisins_n:17`."""
    return bet.partition(":")[0]


def expand(bet: str, wheel: Sequence[int], laid: Mapping[str, Position]) -> Chips | None:
    """Return what an announcement stands for, or `None` when there is no such announcement.

    `wheel` is the order of the pockets, `laid` the positions of the table's layout.
    """
    kind, _, rest = bet.partition(":")
    if kind in NAMED:
        return None if rest else NAMED[kind]
    if kind == "custom":
        return _written(rest, laid)
    number = _number(rest)
    if number is None:
        return None
    if kind == "finales_n" and number <= 9:
        return tuple((text("straight", (n,)), 1) for n in range(number, 37, 10))
    if number not in wheel:
        return None
    if kind == "voisins_n":
        at = wheel.index(number)
        near = [wheel[(at + step) % len(wheel)] for step in range(-NEIGHBOURS, NEIGHBOURS + 1)]
        return tuple((text("straight", (n,)), 1) for n in near)
    if kind == "complete_n":
        return tuple(
            (each.on, 1) for each in laid.values() if each.bet in _INSIDE and number in each.pockets
        )
    return None


def _written(rest: str, laid: Mapping[str, Position]) -> Chips | None:
    found: dict[str, int] = {}
    for part in rest.split(","):
        on, _, chips = part.partition("=")
        count = _number(chips)
        if not count or on not in laid or on in found:
            return None
        found[on] = count
    return tuple(found.items())


def _number(written: str) -> int | None:
    """Return a number in its one written form, up to four digits, or `None`."""
    if not (written.isascii() and written.isdecimal() and len(written) <= len(str(_MOST_CHIPS))):
        return None
    return int(written) if str(int(written)) == written else None
