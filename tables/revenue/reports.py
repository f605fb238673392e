"""What the house took, by table, game, day or player, from sums that are kept of each day.

Reads `Takings` and `BetEarnings`, and `Played` by player: a few rows for each day, so a report
costs the same however many rounds there were. Nothing here looks at a round or a transfer. Practice
chips are no money: no report knows the tables where they are played for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from typing import Any, Final, Literal

from django.db.models import Count, F, QuerySet, Sum
from django.utils import timezone

from casino.players.models import Played, Player
from tables.models import BetEarnings, Takings
from tables.revenue.earnings import GAMES_COUNTED, BetEdges
from tables.rules import returns

By = Literal["table", "game", "bet", "day", "player"]
GROUPS: Final[Mapping[By, str]] = {
    "table": "table__name",
    "game": "rules__game",
    "day": "day",
}
"""What a row of a report is about, but for players: the field that names it."""
LONGEST: Final = timedelta(days=400)
"""The most that one report tells of."""
ROWS: Final = 1000


@dataclass(frozen=True, slots=True)
class ReportQuery:
    """Which days a report tells of, both among them, and at which tables."""

    since: date
    until: date
    table: int | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Sums:
    """What was played and taken; amounts are minor units of one currency."""

    rounds: int = 0
    voided: int = 0
    staked: int = 0
    paid: int = 0
    won: int = 0
    """The gross gaming revenue; of a player, what he lost."""
    drop: int = 0

    @property
    def hold(self) -> float | None:
        """What of each unit that was staked the house has kept; None where nothing was staked."""
        return self.won / self.staked if self.staked else None

    def __add__(self, other: "Sums") -> "Sums":
        # Thousands are added up for a report of a year: written out, it takes a fifth of the time.
        return Sums(
            self.rounds + other.rounds,
            self.voided + other.voided,
            self.staked + other.staked,
            self.paid + other.paid,
            self.won + other.won,
            self.drop + other.drop,
        )


@dataclass(frozen=True, slots=True)
class Span:
    """A figure that is known exactly, or to lie between two."""

    least: float
    most: float

    def __add__(self, other: "Span") -> "Span":
        return Span(self.least + other.least, self.most + other.most)

    def part_of(self, amount: float) -> "Span":
        """Return this part of an amount."""
        return Span(self.least * amount, self.most * amount)


NOTHING: Final = Span(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a report."""

    label: str
    """The table's or player's name, the game's key, the bet's name behind it and a colon, or the
    day as ISO 8601 has it."""
    currency: str
    sums: Sums
    expected: Span | None = None
    """What the prices of the bets let the house win, in minor units; None where a price is not
    known. Exact of games that tell their bets apart, of the rounds that are over; of the others
    between what the bets on offer let it win of all that was staked."""


@dataclass(frozen=True, slots=True)
class Report:
    """The lines of a report, and what they come to in each currency."""

    rows: tuple[Row, ...]
    totals: tuple[Row, ...]
    cut: bool
    """There would be more than ROWS lines."""


_SUMS: Final = tuple(Sum(each.name) for each in fields(Sums))
"""In the order of `Sums`."""


def build_report(by: By, wanted: ReportQuery) -> Report:
    """Return a report, the largest revenue first, of days the last first."""
    match by:
        case "player":
            return _by_player(wanted)
        case "bet":
            return _by_bet(wanted)
        case _:
            return _by_takings(GROUPS[by], wanted)


def _by_takings(field: str, wanted: ReportQuery) -> Report:
    # What no round moved has no game.
    kept = takings_in(wanted).filter(**{f"{field}__isnull": False}).order_by()
    expected = _expected(field, kept, wanted)
    summed = kept.values_list(F(field), "table__currency").annotate(*_SUMS)
    rows = [
        Row(str(label), currency, Sums(*map(int, figures)), expected.sum_of((label, currency)))
        for label, currency, *figures in summed
    ]
    rows = [row for row in rows if row.sums != Sums()]
    if field == "day":
        rows.sort(key=lambda row: row.label, reverse=True)
    else:
        rows.sort(key=lambda row: (row.currency, -row.sums.won, row.label))
    return _report_of(rows)


def _expected(field: str, kept: QuerySet[Takings], wanted: ReportQuery) -> "Expected":
    """Return what the prices let the house win, by label and currency.

    Thousands of rows for a year, of which nothing is read but what was staked.
    """
    others = kept.exclude(rules__game__in=GAMES_COUNTED)
    staked_at = others.values_list(F(field), "table__currency", "rules_id")
    rates, found = Rates(), Expected()
    for label, currency, ruled, staked in staked_at.annotate(stakes=Sum("staked")):
        if staked:
            rate = rates.cost_of(ruled)
            found.add((label, currency), rate and rate.part_of(int(staked)))
    edges = BetEdges()
    based = earnings_in(wanted).values_list(F(field), "table__currency", "rules_id", "bet")
    for label, currency, ruled, bet, base in based.order_by().annotate(Sum("base")):
        edge = edges.by_bet(ruled).get(bet)
        found.add((label, currency), None if edge is None else Span(edge, edge).part_of(int(base)))
    return found


def _by_bet(wanted: ReportQuery) -> Report:
    edges, expected = BetEdges(), Expected()
    sums: dict[tuple[str, str], Sums] = {}
    based = earnings_in(wanted).values_list("rules__game", "bet", "table__currency", "rules_id")
    for game, bet, currency, ruled, base, won in based.order_by().annotate(Sum("base"), Sum("won")):
        key = (f"{game}:{bet}", currency)
        sums[key] = sums.get(key, Sums()) + Sums(staked=int(base), won=int(won))
        edge = edges.by_bet(ruled).get(bet)
        expected.add(key, None if edge is None else Span(edge, edge).part_of(int(base)))
    rows = [Row(*key, each, expected.sum_of(key)) for key, each in sums.items()]
    return _report_of(sorted(rows, key=lambda row: (row.currency, -row.sums.won, row.label)))


class Expected:
    """What the house is expected to win, by label and currency."""

    def __init__(self) -> None:
        self._found: dict[tuple[Any, str], Span | None] = {}

    def add(self, key: tuple[Any, str], more: Span | None) -> None:
        """Add to what is known; with something unknown, the sum is."""
        before = self._found.get(key, NOTHING)
        self._found[key] = None if before is None or more is None else before + more

    def sum_of(self, key: tuple[Any, str]) -> Span | None:
        """Return the sum of a key; None where a part of it is unknown."""
        return self._found.get(key, NOTHING)


def _by_player(wanted: ReportQuery) -> Report:
    # By their numbers: to look up a name for each day of each player took half of the time.
    found = list(
        Played.objects.filter(day__gte=wanted.since, day__lte=wanted.until)
        .values_list("player_id")
        .annotate(days=Count("day"), stakes=Sum("staked"), came=Sum("net"))
        .order_by("came", "player_id")[: ROWS + 1]
    )
    ids = [player for player, *_ in found]
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "username"))
    rows = [
        Row(
            names[player],
            "",
            Sums(rounds=days, staked=int(staked), paid=int(staked + net), won=-int(net)),
        )
        for player, days, staked, net in found
    ]
    return _report_of(rows)


def _report_of(rows: Sequence[Row]) -> Report:
    totals: dict[str, Row] = {}
    for row in rows:
        before = totals.get(row.currency, Row("", row.currency, Sums(), NOTHING))
        both = (before.expected, row.expected)
        expected = None if both[0] is None or both[1] is None else both[0] + both[1]
        totals[row.currency] = Row("", row.currency, before.sums + row.sums, expected)
    return Report(tuple(rows[:ROWS]), tuple(totals.values()), len(rows) > ROWS)


def takings_in(wanted: ReportQuery) -> QuerySet[Takings]:
    """Return the kept sums that a report is made of."""
    found = Takings.objects.filter(
        day__gte=wanted.since, day__lte=wanted.until, table__practice=False
    )
    if wanted.table is not None:
        found = found.filter(table=wanted.table)
    return found.filter(rules__game=wanted.game) if wanted.game else found


def earnings_in(wanted: ReportQuery) -> QuerySet[BetEarnings]:
    """Return the kept sums of bets that a report is made of."""
    found = BetEarnings.objects.filter(
        day__gte=wanted.since, day__lte=wanted.until, table__practice=False
    )
    if wanted.table is not None:
        found = found.filter(table=wanted.table)
    return found.filter(rules__game=wanted.game) if wanted.game else found


class Rates:
    """What of each unit that is staked the house expects to keep, by rule set, looked up once."""

    def __init__(self) -> None:
        self._known: dict[str, Span | None] = {}

    def cost_of(self, rules_key: str | None) -> Span | None:
        """Return between what the bets on offer cost of their stakes; None where that is unknown.

        A price of something else than the stake is unknown.
        """
        if rules_key is None:
            return None
        if rules_key not in self._known:
            self._known[rules_key] = _span(rules_key)
        return self._known[rules_key]


def _span(rules_key: str) -> Span | None:
    prices = [each for each in returns.prices_by_key(rules_key) if each.offered]
    if not prices or any(each.unit != "stake" for each in prices):
        return None
    edges = [float(each.edge) for each in prices]
    return Span(min(edges), max(edges))


def house_today() -> ReportQuery:
    """Return the day that it is in the house."""
    day = timezone.localdate()
    return ReportQuery(day, day)


def last_days(days: int) -> ReportQuery:
    """Return so many days, today among them."""
    day = timezone.localdate()
    return ReportQuery(day - timedelta(days=days - 1), day)


def totals_by_currency(wanted: ReportQuery) -> dict[str, Sums]:
    """Return what the house took in some days, by currency."""
    found = takings_in(wanted).values_list("table__currency").annotate(*_SUMS).order_by()
    return {currency: Sums(*map(int, figures)) for currency, *figures in found}
