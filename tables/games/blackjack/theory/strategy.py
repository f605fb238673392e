"""A total-dependent basic strategy: one letter for each hand the player can see at a glance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

Letter = Literal["H", "S", "D", "Ds", "P", "R", "Rs", "Rp"]
"""Hit; stand; double, else hit; double, else stand; split; surrender, else hit, stand or split."""

UPS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""The dealer's up-cards by rank; `T` is every card worth ten."""
COLUMNS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""Ranks in the order of a printed table: 2 to ten, then the ace."""
HARD: Final = tuple(range(4, 22))
"""The hard totals of a table's rows."""
SOFT: Final = tuple(range(12, 22))
"""The soft totals of a table's rows."""

Row = tuple[Letter, ...]
"""One letter for each up-card, by rank."""
Worth = Mapping[str, Mapping[str, tuple[float, ...]]]
"""What each action returns on average, per unit of the hand's stake: by hand, action and up-card.

Hands are named as `name_of` does, `8,8` is a pair as it is dealt, `BJ` a natural that waits.
"""


def name_of(total: int, soft: bool, *, two: bool) -> str:
    """Return the name of a hand by its total: `h16`, `s18`; of two cards alone `h16/2`.

    Only those may be doubled or surrendered. To hit or to stand is one decision for all hands of a
    total.
    """
    return f"{'s' if soft else 'h'}{total}{'/2' if two else ''}"


def written_worth(worth: Worth) -> str:
    """Return one line for each action with a hand, against A, 2 ... 9, ten, in millionths."""
    return "\n".join(
        f"{hand} {action} " + " ".join(str(round(each * MILLION)) for each in values)
        for hand, actions in worth.items()
        for action, values in actions.items()
    )


def read_worth(text: str) -> Worth:
    """Return what `written_worth` wrote."""
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    for line in text.strip().splitlines():
        hand, action, *values = line.split()
        assert len(values) == len(UPS), line
        found.setdefault(hand, {})[action] = tuple([int(each) / MILLION for each in values])
    return found


MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Strategy:
    """What to do with a hand, by its total, its ace and the dealer's up-card."""

    hard: tuple[Row, ...]
    """By hard total from 4."""
    soft: tuple[Row, ...]
    """By soft total from 12."""
    pairs: tuple[Row, ...]
    """By the rank of the pair; a pair that is not split is played as its total."""
    even_money: str = ""
    """The up-cards against which a black-jack asks to be paid 1 to 1."""

    @staticmethod
    def read(text: str) -> "Strategy":
        """Return the strategy that `written` wrote."""
        lines = [line.split() for line in text.strip().splitlines()]
        even = lines.pop()[1:]
        rows = [cast("Row", tuple(line[1:])) for line in lines]
        assert all(len(row) == len(UPS) and set(row) <= set(get_args(Letter)) for row in rows)
        assert len(rows) == len(HARD) + len(SOFT) + len(UPS)
        soft, pairs = len(HARD), len(HARD) + len(SOFT)
        return Strategy(
            tuple(rows[:soft]), tuple(rows[soft:pairs]), tuple(rows[pairs:]), "".join(even)
        )

    @staticmethod
    def from_shown(
        shown: Mapping[str, Mapping[str, Mapping[str, Letter]]], even_money: str
    ) -> "Strategy":
        """Return the strategy that `shown` showed; a database may have reordered it."""

        def rows(table: str, names: Sequence[str]) -> tuple[Row, ...]:
            return tuple(tuple(shown[table][name][up] for up in UPS) for name in names)

        return Strategy(
            rows("hard", [str(total) for total in HARD]),
            rows("soft", [str(total) for total in SOFT]),
            rows("pairs", [f"{rank},{rank}" for rank in UPS]),
            even_money,
        )

    def written(self) -> str:
        """Return one line for each row: its name, then its letters against A, 2 ... 9, ten."""
        named = [
            *[(f"h{total}", row) for total, row in zip(HARD, self.hard, strict=True)],
            *[(f"s{total}", row) for total, row in zip(SOFT, self.soft, strict=True)],
            *[(f"p{rank}", row) for rank, row in zip(UPS, self.pairs, strict=True)],
        ]
        lines = [f"{name:<4}" + " ".join(f"{letter:<2}" for letter in row) for name, row in named]
        return "\n".join(line.rstrip() for line in [*lines, f"even {self.even_money}"])

    def on_total(self, total: int, soft: bool, up: int) -> Letter:
        """Return the letter for a hand by its total, as for any that is not split.

        `up` is the index of the dealer's up-card in `UPS`.
        """
        return self.soft[total - SOFT[0]][up] if soft else self.hard[total - HARD[0]][up]

    def shown(self) -> dict[str, dict[str, dict[str, Letter]]]:
        """Return the table as names of rows and columns, for a page or a file."""
        return {
            "hard": _named([str(total) for total in HARD], self.hard),
            "soft": _named([str(total) for total in SOFT], self.soft),
            "pairs": _named([f"{rank},{rank}" for rank in UPS], self.pairs),
        }


@dataclass(frozen=True, slots=True)
class MainReturn:
    """What the main game costs who plays it by a strategy."""

    edge: float
    """Expected loss per unit of the initial stake; doubles, splits and surrenders are in it."""
    error: float
    """The edge is at most this far from the strategy's true one."""
    strategy: Strategy
    worth: Worth
    """What each action returns where the strategy plays on after it."""


def _named(names: Sequence[str], rows: Sequence[Row]) -> dict[str, dict[str, Letter]]:
    columns: Mapping[int, str] = dict(enumerate(UPS))
    return {
        name: {columns[rank]: row[rank] for rank in COLUMNS}
        for name, row in zip(names, rows, strict=True)
    }
