"""What the house took, by hour, day, table, game, bet, croupier or player, from sums that are kept.

Reads `Takings` and `BetEarnings`, `HourlyTakings` and `HourlyEarnings` by hour and croupier, and
`Played` by player: a few rows for each day, so a report costs the same however many rounds there
were. Nothing here looks at a round or a transfer. Practice chips are no money: no report knows the
tables where they are played for.

Of each table and day, and of any together, to the last unit:

    won = closing float and levy - opening - fills + credits + what the float gave for cash

The last is the drop, but where a changer gives the chips for it. `audit_takings` holds it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from math import hypot, inf, sqrt
from typing import Any, Final, Literal, TypeVar

from django.db.models import Count, F, QuerySet, Sum, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from casino.players.models import Played, Player
from tables.models import BetEarnings, HourlyEarnings, HourlyTakings, Takings
from tables.revenue.earnings import GAMES_COUNTED, BetEdges, counting_by_hour
from tables.rows.rule_sets import game_name
from tables.rules import returns

By = Literal["hour", "day", "table", "game", "bet", "croupier", "player"]
GROUPS: Final[Mapping[By, str]] = {
    "table": "table__name",
    # A table plays one game for ever: cash and chips that no round moved are its game's too.
    "game": "table__rules__game",
    "day": "day",
    "hour": "hour",
    "croupier": "responsible_id",
}
"""What a row of a report is about, but for bets and players: the field that tells it."""
LONGEST: Final = timedelta(days=400)
"""The most that one report tells of."""
ROWS: Final = 1000
BAND: Final = 1.96
"""Standard deviations between which 19 of 20 sums of many rounds lie."""


@dataclass(frozen=True, slots=True)
class ReportQuery:
    """Which days a report tells of, both among them, and at which tables."""

    since: date
    until: date
    table: int | None = None
    game: str = ""

    @property
    def days(self) -> int:
        """How many days it tells of."""
        return (self.until - self.since).days + 1

    def before(self) -> "ReportQuery":
        """Return the same of as many days, which end where these begin."""
        length = timedelta(days=self.days)
        return replace(self, since=self.since - length, until=self.until - length)


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
    fills: int = 0
    """What came from the house to the float."""
    credits: int = 0
    """What went from float and levy back to the house."""

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
            self.fills + other.fills,
            self.credits + other.credits,
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
    """The table's, player's or croupier's name, the game's key, the bet's name behind it and a
    colon, the day as ISO 8601 has it, or the hour from 0 to 23. Empty for the total, and where
    nobody had to answer for a round."""
    currency: str
    sums: Sums
    expected: Span | None = None
    """What the prices of the bets let the house win, in minor units; None where a price is not
    known. Exact of games that tell their bets apart, of the rounds that are over; of the others
    between what the bets on offer let it win of all that was staked."""
    deviation: float | None = None
    """How far chance makes the revenue differ from what is expected: at most one standard
    deviation, in minor units; None where that is not known of all that was played."""
    before: Sums | None = None
    """What it was in as many days before; None where that was not asked for."""

    @property
    def chance(self) -> float | None:
        """How far from what is expected 19 of 20 results lie at most, in minor units."""
        return None if self.deviation is None else BAND * self.deviation


@dataclass(frozen=True, slots=True)
class Report:
    """The lines of a report, and what they come to in each currency."""

    rows: tuple[Row, ...]
    totals: tuple[Row, ...]
    cut: bool
    """There would be more than ROWS lines."""


_SUMS: Final = tuple(Sum(each.name) for each in fields(Sums))
"""In the order of `Sums`."""
_VARIANCE: Final = Sum(Coalesce("squares", Value(inf)))
_EXPECTED: Final = Sum(Coalesce("expected", Value(inf)))
"""Infinite, as the variance, where that of a part is not known."""
Key = tuple[Any, str]
"""What a row is about, as the database has it (of a croupier his number), and its currency."""
S = TypeVar("S", Takings, HourlyTakings, BetEarnings, HourlyEarnings)


def build_report(by: By, wanted: ReportQuery, *, priced: bool = True) -> Report:
    """Return a report, the largest revenue first, of days the last first.

    What is expected costs more than the rest: it may be left out (`priced`).
    """
    match by:
        case "player":
            return _by_player(wanted)
        case "bet":
            return _by_bet(wanted)
        case "hour" | "croupier":
            return _by_hours(by, wanted, priced=priced)
        case _:
            return _by_takings(by, wanted, priced=priced)


def compared_report(by: By, wanted: ReportQuery) -> Report:
    """Return a report whose rows know what they were in as many days before.

    The first day stands beside the first of the days before. Players have no total of before: of
    those who played then, only who plays now is told.
    """
    found, then = build_report(by, wanted), wanted.before()
    if by == "player":
        earlier = _by_player(then, [row.label for row in found.rows])
    else:
        earlier = build_report(by, then, priced=False)
    later = timedelta(days=wanted.days) if by == "day" else None
    known = {
        (str(date.fromisoformat(row.label) + later) if later else row.label, row.currency): row.sums
        for row in earlier.rows
    }
    rows = [replace(row, before=known.pop((row.label, row.currency), Sums())) for row in found.rows]
    if by != "player":
        rows += [Row(*key, Sums(), NOTHING, before=sums) for key, sums in known.items()]
    report = _report_of(_sorted(by, rows))
    totals = {row.currency: row.sums for row in earlier.totals}
    return replace(
        report,
        totals=tuple(
            replace(row, before=None if by == "player" else totals.get(row.currency, Sums()))
            for row in report.totals
        ),
        cut=found.cut or report.cut,
    )


def _by_takings(by: By, wanted: ReportQuery, *, priced: bool) -> Report:
    grouped = takings_in(wanted).order_by().values_list(F(GROUPS[by]), "table__currency")
    sums = {
        (group, currency): Sums(*map(int, figures))
        for group, currency, *figures in grouped.annotate(*_SUMS)
    }
    return _summed(by, sums, _expected(by, wanted) if priced else Expected())


def _by_hours(by: By, wanted: ReportQuery, *, priced: bool) -> Report:
    """Return what the hours of the day came to, or those who answered for the rounds.

    A hundred thousand rows for a year: they are read once, for the sums and for what was staked.
    """
    kept = _in(HourlyTakings.objects.all(), wanted).order_by()
    if by == "croupier":
        kept = kept.filter(rules__isnull=False)
    grouped = kept.values_list(F(GROUPS[by]), "table__currency", "rules_id")
    sums: defaultdict[Key, Sums] = defaultdict(Sums)
    staked: list[tuple[Key, str, int]] = []
    for group, currency, rules_key, *figures in grouped.annotate(*_SUMS):
        part = Sums(*map(int, figures))
        sums[group, currency] += part
        if part.staked and game_name(rules_key) not in GAMES_COUNTED:
            staked.append(((group, currency), rules_key, part.staked))
    report = _summed(by, sums, _expected_by_hour(by, wanted, staked) if priced else Expected())
    return _without_theory(report) if priced and _counts_past_hours(wanted) else report


def _summed(by: By, sums: Mapping[Key, Sums], expected: "Expected") -> Report:
    names: dict[Any, str] = {}
    if by == "croupier":
        people = Player.objects.filter(pk__in={person for person, _ in sums if person is not None})
        names = {None: "", **dict(people.values_list("pk", "username"))}
    rows = [
        Row(
            *(names.get(key[0], str(key[0])), key[1], each),
            *(expected.sum_of(key), expected.deviation_of(key)),
        )
        for key, each in sums.items()
        if each != Sums()
    ]
    return _report_of(_sorted(by, rows))


def _counts_past_hours(wanted: ReportQuery) -> bool:
    """Tell whether bets of these tables are still to be counted by hour, as after an upgrade."""
    behind = counting_by_hour()
    return (behind if wanted.table is None else behind.filter(table=wanted.table)).exists()


def _without_theory(report: Report) -> Report:
    """Return a report that says of nothing what was expected."""
    rows, totals = (
        tuple(replace(row, expected=None, deviation=None) for row in each)
        for each in (report.rows, report.totals)
    )
    return replace(report, rows=rows, totals=totals)


def _sorted(by: By, rows: list[Row]) -> list[Row]:
    """Return rows in the order of a report."""
    match by:
        case "day":
            return sorted(rows, key=lambda row: row.label, reverse=True)
        case "hour":
            return sorted(rows, key=lambda row: (row.currency, int(row.label)))
        case _:
            return sorted(rows, key=lambda row: (row.currency, -row.sums.won, row.label))


def _expected(by: By, wanted: ReportQuery) -> "Expected":
    """Return what the prices let the house win.

    Thousands of rows for a year, of which nothing is read but what was staked.
    """
    others = takings_in(wanted).exclude(rules__game__in=GAMES_COUNTED).order_by()
    grouped = others.values_list(F(GROUPS[by]), "table__currency", "rules_id")
    found = _expected_of_others(
        ((group, currency), rules_key, int(staked))
        for group, currency, rules_key, staked in grouped.annotate(stakes=Sum("staked"))
        if staked
    )
    edges = BetEdges()
    based = earnings_in(wanted).values_list(
        F(GROUPS[by]), "table__currency", "rules_id", "rules__game", "bet"
    )
    for group, currency, ruled, game, bet, base, squares in based.order_by().annotate(
        Sum("base"), variance=_VARIANCE
    ):
        edge = edges.by_bet(ruled).get(bet)
        found.add((group, currency), None if edge is None else Span(edge, edge).part_of(int(base)))
        found.add_variance((group, currency), (game, bet), squares)
    return found


def _expected_by_hour(
    by: By, wanted: ReportQuery, staked: Iterable[tuple[Key, str, int]]
) -> "Expected":
    """Return the same of hours, whose sums have the prices of all bets in them."""
    found = _expected_of_others(staked)
    earned = _in(HourlyEarnings.objects.all(), wanted).order_by()
    grouped = earned.values_list(F(GROUPS[by]), "table__currency")
    for group, currency, amount, squares in grouped.annotate(amount=_EXPECTED, variance=_VARIANCE):
        found.add((group, currency), None if amount == inf else Span(amount, amount))
        found.add_variance((group, currency), ("", ""), squares)
    return found


def _expected_of_others(staked: Iterable[tuple[Key, str, int]]) -> "Expected":
    """Return what is expected of games whose bets are not counted apart, of what was staked."""
    rates, found = Rates(), Expected()
    for key, rules_key, amount in staked:
        rate = rates.cost_of(rules_key)
        found.add(key, rate and rate.part_of(amount))
        found.add_variance(key, ("", ""), inf)
    return found


def _by_bet(wanted: ReportQuery) -> Report:
    edges, expected = BetEdges(), Expected()
    sums: dict[tuple[str, str], Sums] = {}
    based = earnings_in(wanted).values_list("rules__game", "bet", "table__currency", "rules_id")
    for game, bet, currency, ruled, base, won, squares in based.order_by().annotate(
        Sum("base"), Sum("won"), variance=_VARIANCE
    ):
        key = (f"{game}:{bet}", currency)
        sums[key] = sums.get(key, Sums()) + Sums(staked=int(base), won=int(won))
        edge = edges.by_bet(ruled).get(bet)
        expected.add(key, None if edge is None else Span(edge, edge).part_of(int(base)))
        expected.add_variance(key, (game, bet), squares)
    rows = [
        Row(*key, each, expected.sum_of(key), expected.deviation_of(key))
        for key, each in sums.items()
    ]
    return _report_of(_sorted("bet", rows))


class Expected:
    """What the house is expected to win, by what a row is about."""

    def __init__(self) -> None:
        self._found: dict[Key, Span | None] = {}
        self._squares: defaultdict[Key, dict[tuple[str, str], float]]
        self._squares = defaultdict(dict)

    def add(self, key: Key, more: Span | None) -> None:
        """Add to what is known; with something unknown, the sum is."""
        before = self._found.get(key, NOTHING)
        self._found[key] = None if before is None or more is None else before + more

    def sum_of(self, key: Key) -> Span | None:
        """Return the sum of a key; None where a part of it is unknown."""
        return self._found.get(key, NOTHING)

    def add_variance(self, key: Key, bet: tuple[str, str], squares: float) -> None:
        """Add to the variance of a bet, named by its game and itself; infinite: not known."""
        self._squares[key][bet] = self._squares[key].get(bet, 0.0) + squares

    def deviation_of(self, key: Key) -> float | None:
        """Return the most that the standard deviation of a key may be; None where it is unknown.

        The bets of a game meet the same cards: their deviations are added up, as if they always won
        and lost together. Games have nothing to do with each other.
        """
        by_game: defaultdict[str, float] = defaultdict(float)
        for (game, _), squares in self._squares.get(key, {}).items():
            by_game[game] += sqrt(squares)
        found = hypot(*by_game.values())
        return found if by_game and found < inf else None


def _by_player(wanted: ReportQuery, names_only: Iterable[str] | None = None) -> Report:
    # By their numbers: to look up a name for each day of each player took half of the time.
    played = Played.objects.filter(day__gte=wanted.since, day__lte=wanted.until)
    if names_only is not None:
        played = played.filter(player__username__in=list(names_only))
    found = list(
        played.values_list("player_id")
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
        before = totals.get(row.currency, Row("", row.currency, Sums(), NOTHING, 0.0))
        both = (before.expected, row.expected)
        expected = None if both[0] is None or both[1] is None else both[0] + both[1]
        parts = (before.deviation, row.deviation)
        apart = None if parts[0] is None or parts[1] is None else hypot(parts[0], parts[1])
        totals[row.currency] = Row("", row.currency, before.sums + row.sums, expected, apart)
    return Report(tuple(rows[:ROWS]), tuple(totals.values()), len(rows) > ROWS)


def takings_in(wanted: ReportQuery) -> QuerySet[Takings]:
    """Return the kept sums that a report is made of."""
    return _in(Takings.objects.all(), wanted)


def earnings_in(wanted: ReportQuery) -> QuerySet[BetEarnings]:
    """Return the kept sums of bets that a report is made of."""
    return _in(BetEarnings.objects.all(), wanted)


def _in(kept: QuerySet[S], wanted: ReportQuery) -> QuerySet[S]:
    """Return those of some sums that a report is made of."""
    found = kept.filter(day__gte=wanted.since, day__lte=wanted.until, table__practice=False)
    if wanted.table is not None:
        found = found.filter(table=wanted.table)
    return found.filter(**{GROUPS["game"]: wanted.game}) if wanted.game else found


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


def won_by_day(wanted: ReportQuery) -> dict[str, dict[date, int]]:
    """Return the gross gaming revenue of each day, by currency."""
    found: dict[str, dict[date, int]] = defaultdict(dict)
    rows = takings_in(wanted).values_list("table__currency", "day").annotate(Sum("won"))
    for currency, day, won in rows.order_by():
        found[currency][day] = int(won)
    return dict(found)
