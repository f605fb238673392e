"""The charts of a report: revenue and drop beside the period before, hold beside what is expected.

The table under them has the same figures.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from django.utils.formats import date_format

from casino.drawing.charts import Band, Chart, Point
from casino.i18n import Words, both, money
from tables.office.figures import format_number, format_share
from tables.revenue.admin.report_columns import label, written
from tables.revenue.reports import By, Report, ReportQuery, Row, Sums, last_days, won_by_day

IN_TIME: Final = ("day", "hour")
"""Reports whose charts go from left to right."""
DROPS: Final = ("day", "hour", "table", "game")
"""Reports that tell of drop, fills and credits: they are a table's, of no bet or person."""
REVENUE: Final = Words("Produit brut", "Gross gaming revenue")
LOST: Final = Words("Perdu par les joueurs", "Lost by the players")
DROP: Final = Words("Change", "Drop")
HOLD: Final = Words("Retenue", "Hold")
BARS: Final = Words(
    "Barres : la période choisie ; traits : autant de jours avant.",
    "Bars: the chosen period; lines: as many days before.",
)
DOTS: Final = Words("Ronds : réalisée.", "Dots: realised.")
PRICES: Final = Words("En or : selon les prix des paris.", "In gold: by the prices of the bets.")
BANDS: Final = Words(
    "En gris : jusqu’où le hasard seul la mène 19 fois sur 20, d’après les coups joués. Un rond"
    " hors du gris une fois sur 20 est normal ; plus souvent, ou du même côté période après"
    " période, regardez le jeu.",
    "In grey: how far chance alone takes it 19 times out of 20, by the rounds that were played. One"
    " dot in 20 outside the grey is normal; more often, or on the same side period after period,"
    " look at the game.",
)
WEEK: Final = 7
"""Days of the chart on the opening page."""


def charts(by: By, found: Report) -> Iterator[tuple[Chart, str]]:
    """Yield the charts of a report, currency by currency, each with what its marks mean."""
    for total in found.totals:
        rows = _in_order(by, [row for row in found.rows if row.currency == total.currency])
        many = f" ({total.currency})" if total.currency else ""
        suffix = total.currency.lower() or "all"
        title = (LOST if by == "player" else REVENUE).text() + many
        yield _of_money(by, rows, f"won-{suffix}", title, lambda sums: sums.won), BARS.text()
        if by in DROPS:
            title = DROP.text() + many
            yield _of_money(by, rows, f"drop-{suffix}", title, lambda sums: sums.drop), BARS.text()
        if by != "player":
            chart = _of_hold(by, rows, f"hold-{suffix}", HOLD.text() + many)
            yield chart, chart.description


def _in_order(by: By, rows: list[Row]) -> list[Row]:
    """Return rows as they are drawn: time without gaps, from left to right."""
    known = {row.label: row for row in rows}
    if by == "hour":
        labels = [str(hour) for hour in range(24)]
    elif by == "day":
        first, last = (date.fromisoformat(each) for each in (min(known), max(known)))
        labels = [str(day) for day in _days(ReportQuery(first, last))]
    else:
        return rows
    return [known.get(each) or Row(each, "", Sums()) for each in labels]


def takings_of_the_week() -> Iterator[Chart]:
    """Yield a small chart of the last days' revenue for each currency, beside the days before."""
    wanted = last_days(WEEK)
    now, then = won_by_day(wanted), won_by_day(wanted.before())
    for currency in sorted(now):
        points = [
            Point(
                date_format(day, "D j"),
                now[currency].get(day, 0),
                then.get(currency, {}).get(before, 0),
            )
            for day, before in zip(_days(wanted), _days(wanted.before()), strict=True)
        ]
        many = f" ({currency})" if len(now) > 1 else ""
        title = both("Produit brut, 7 jours", "Gross gaming revenue, 7 days") + many
        yield replace(
            _money_chart(f"week-{currency.lower()}", title, points, in_time=True),
            description=both(
                "Barres : les 7 derniers jours ; traits : les 7 jours avant.",
                "Bars: the last 7 days; lines: the 7 days before.",
            ),
            height=96,
        )


def _days(wanted: ReportQuery) -> list[date]:
    first = wanted.since.toordinal()
    return [date.fromordinal(first + each) for each in range(wanted.days)]


def _name(by: By, row: Row) -> str:
    """Return the name of a row as it fits under a chart."""
    match by:
        case "hour":
            return both(f"{row.label} h", f"{row.label}:00")
        case "day":
            return date_format(date.fromisoformat(row.label), both("j/m", "j M"))
        case _:
            return written(label(by, row))


def _of_money(
    by: By, rows: list[Row], name: str, title: str, figure: Callable[[Sums], int]
) -> Chart:
    points = [
        Point(_name(by, row), figure(row.sums), figure(row.before) if row.before else None)
        for row in rows
    ]
    return _money_chart(name, title, points, in_time=by in IN_TIME)


def _money_chart(name: str, title: str, points: list[Point], *, in_time: bool) -> Chart:
    def step(minor: float) -> str:
        whole, rest = divmod(round(minor), 100)
        return money(round(minor)) if rest else format_number(whole)

    return Chart(
        *(f"chart-{name}", title, BARS.text(), points, lambda minor: money(round(minor))),
        in_time=in_time,
        unit=100,
        written_step=step,
    )


def _of_hold(by: By, rows: list[Row], name: str, title: str) -> Chart:
    points = [_hold(_name(by, row), row) for row in rows]
    meaning = DOTS.text()
    if any(each.expected for each in points):
        meaning += f" {PRICES.text()}"
    if any(each.chance for each in points):
        meaning += f" {BANDS.text()}"
    return Chart(
        *(f"chart-{name}", title, meaning, points, format_share),
        in_time=by in IN_TIME,
        shape="dot",
        unit=0.01,
        written_step=_share_step,
    )


def _share_step(part: float) -> str:
    """Return a step of a scale in per cent, without decimals that are nothing."""
    text = f"{100 * part:.10g}"
    return both(f"{text.replace('.', ',')}\N{NO-BREAK SPACE}%", f"{text}%")


def _hold(name: str, row: Row) -> Point:
    """Return the hold of a row beside what the prices want, and how far chance takes it."""
    staked, span = row.sums.staked, row.expected
    if not staked or span is None:
        return Point(name, row.sums.hold)
    expected, chance = Band(span.least / staked, span.most / staked), None
    if row.chance is not None:
        chance = Band((span.least - row.chance) / staked, (span.most + row.chance) / staked)
    return Point(name, row.sums.hold, expected=expected, chance=chance)
