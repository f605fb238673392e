"""The columns of a report: the same on the page and in every file; on paper what is signed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from casino.backoffice.dashboard import Column
from casino.http.downloads import Money, Share
from casino.i18n import Words, both, day, money
from tables.games import GAMES
from tables.office.figures import format_number, format_share, format_span
from tables.revenue.admin.earnings import bet_label
from tables.revenue.reports import By, Row, Span

BY: Final[dict[By, Words]] = {
    "day": Words("jour", "day"),
    "hour": Words("heure", "hour"),
    "table": Words("table", "table"),
    "game": Words("jeu", "game"),
    "bet": Words("pari", "bet"),
    "croupier": Words("croupier", "croupier"),
    "player": Words("joueur", "player"),
}
"""What a report may be by, as the page names it."""

Value = str | int | Money | Share | Span | date | None
"""What a column says of a row; a span is of minor units."""


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column of a report."""

    key: str
    """Its name in files for programs, which never changes."""
    heading: Words
    value: Callable[[Row], Value]
    number: bool = True
    share: int = 10
    """Of the width of paper, beside the others; 0: it is not there."""


def _difference(row: Row) -> Money | None:
    return Money(row.sums.won - round(row.expected.least)) if row.expected else None


def _change(row: Row) -> Money | None:
    """Return by how much the revenue grew: a part of a day that lost money would say nothing."""
    return None if row.before is None else Money(row.sums.won - row.before.won)


def _share(part: float | None) -> Share | None:
    return None if part is None else Share(part)


def _expected(row: Row) -> Span | None:
    return row.expected if row.sums.staked else None


def _price(row: Row) -> Share | None:
    known = row.expected is not None and row.label and row.sums.staked > 0
    return Share(row.expected.least / row.sums.staked) if row.expected and known else None


_ROUNDS: Final = ReportColumn(
    "rounds", Words("Coups", "Rounds"), lambda row: row.sums.rounds, share=7
)
_DAYS: Final = ReportColumn("days", Words("Jours", "Days"), lambda row: row.sums.rounds)
_VOIDED: Final = ReportColumn(
    "voided", Words("Annulés", "Voided"), lambda row: row.sums.voided, share=7
)
_STAKED: Final = ReportColumn("staked", Words("Misé", "Staked"), lambda row: Money(row.sums.staked))
_PAID: Final = ReportColumn("paid", Words("Payé", "Paid"), lambda row: Money(row.sums.paid))
_WON: Final = ReportColumn(
    "won", Words("Produit brut", "Gross gaming revenue"), lambda row: Money(row.sums.won)
)
_LOST: Final = ReportColumn(
    "won", Words("Perdu par lui", "Lost by him"), lambda row: Money(row.sums.won)
)
_BEFORE: Final = ReportColumn(
    "won_before",
    Words("Période d’avant", "Period before"),
    lambda row: Money(row.before.won) if row.before else None,
    share=0,
)
_CHANGE: Final = ReportColumn("change", Words("Évolution", "Change"), _change, share=0)
_HOLD: Final = ReportColumn(
    "hold", Words("Retenue", "Hold"), lambda row: _share(row.sums.hold), share=9
)
_EXPECTED: Final = ReportColumn(
    "expected", Words("Gain théorique", "Theoretical win"), _expected, share=12
)
_CHANCE: Final = ReportColumn(
    "chance",
    Words("Part du hasard (±)", "Due to chance (±)"),
    lambda row: None if row.chance is None else Money(round(row.chance)),
)
_DROP: Final = ReportColumn("drop", Words("Change", "Drop"), lambda row: Money(row.sums.drop))
_FILLS: Final = ReportColumn(
    "fills", Words("Approvisionné", "Fills"), lambda row: Money(row.sums.fills), share=11
)
_CREDITS: Final = ReportColumn(
    "credits", Words("Repris", "Credits"), lambda row: Money(row.sums.credits)
)
_CURRENCY: Final = ReportColumn(
    "currency", Words("Monnaie", "Currency"), lambda row: row.currency, number=False, share=8
)
_BASE: Final = ReportColumn(
    "base",
    Words("Assiette", "Base"),
    # In the total the bases, of different sorts, are none.
    lambda row: Money(row.sums.staked) if row.label else None,
)
_BET_HOLD: Final = ReportColumn(
    "hold",
    Words("Retenue", "Hold"),
    lambda row: _share(row.sums.hold) if row.label else None,
)
_PRICE: Final = ReportColumn("price", Words("Prix", "Price"), _price)
_DIFFERENCE: Final = ReportColumn("difference", Words("Écart", "Difference"), _difference)

_OF_ROUNDS: Final = (_ROUNDS, _VOIDED, _STAKED, _PAID, _WON, _BEFORE, _CHANGE, _HOLD)
_THEORY: Final = (_EXPECTED, _CHANCE)
_CASH_AND_CHIPS: Final = (_DROP, _FILLS, _CREDITS)
_OF_TABLES: Final = (*_OF_ROUNDS, *_THEORY, *_CASH_AND_CHIPS, _CURRENCY)
_COLUMNS: Final[dict[By, tuple[ReportColumn, ...]]] = {
    "day": _OF_TABLES,
    "table": _OF_TABLES,
    "hour": _OF_TABLES,
    "game": _OF_TABLES,
    # Nobody answers for what no round moves.
    "croupier": (*_OF_ROUNDS, *_THEORY, _CURRENCY),
    "player": (_DAYS, _STAKED, _PAID, _LOST, _BEFORE, _CHANGE, _HOLD),
    "bet": (
        *(_BASE, _WON, _BEFORE, _CHANGE, _BET_HOLD, _PRICE, _EXPECTED, _DIFFERENCE),
        *(_CHANCE, _CURRENCY),
    ),
}


def label(by: By, row: Row) -> str | date:
    """Return what a row is about, as people read it."""
    match by:
        case "game":
            return both(*GAMES[row.label].wording.name)
        case "bet":
            game, _, bet = row.label.partition(":")
            return bet_label(game, bet)
        case "day":
            return date.fromisoformat(row.label)
        case "hour":
            hour = int(row.label)
            return both(f"{hour} h à {hour + 1} h", f"{hour}:00 to {hour + 1}:00")
        case "croupier":
            return row.label or both("personne", "nobody")
        case _:
            return row.label


def columns_of(by: By) -> Sequence[ReportColumn]:
    """Return the columns of a report, the first of which names its rows."""
    words = BY[by]
    heading = Words(words.fr.capitalize(), words.en.capitalize())
    named = ReportColumn(by, heading, lambda row: label(by, row), number=False, share=16)
    return (named, *_COLUMNS[by])


def heads(by: By) -> list[Column]:
    """Return the heads of a report's table on its page."""
    return [Column(each.heading.text(), number=each.number) for each in columns_of(by)]


def cells(by: By, row: Row, *, total: bool = False) -> list[str]:
    """Return a line of a report's table, as people read it."""
    name = both("Total", "Total") if total else written(label(by, row))
    return [name, *(written(each.value(row)) for each in _COLUMNS[by])]


def written(value: Value) -> str:
    """Return a value in the language of the request; a dash for None."""
    match value:
        case None:
            return "-"
        case str():
            return value
        case Money(minor):
            return money(minor)
        case Share(part):
            return format_share(part)
        case Span(least, most):
            return format_span(lambda amount: money(round(amount)), least, most)
        case date():
            return day(value)
        case _:
            return format_number(value)
