"""The reports of the office: by hour and croupier, beside the days before, with their charts."""

import csv
import re
from collections import defaultdict
from dataclasses import astuple, fields
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Final
from uuid import uuid4
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from casino.drawing.charts import Band, Chart, Point, scale_steps
from casino.drawing.pdf import Column, Heading, Paper
from casino.players.models import Player
from tables.cage import services as cage
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.models import (
    BetEarnings,
    EarningsCounted,
    HourlyEarnings,
    HourlyTakings,
    Round,
    Table,
)
from tables.revenue import earnings, reports, takings
from tables.rules import returns
from tests.admin.test_home import REPORT, lines, person
from tests.api.asking import lose, win
from tests.floor import House, open_house
from tests.players.cage import bring
from tests.tables.test_drops import change, holds

_BY_HOUR = """
SELECT extract(hour FROM entry.at AT TIME ZONE 'Europe/Paris')::int, round.responsible_id,
       sum(CASE WHEN transfer.credit_id = gaming.float_account_id THEN transfer.amount
                ELSE -transfer.amount END)::bigint
  FROM ledger_transfer AS transfer
  JOIN ledger_journalentry AS entry ON entry.id = transfer.entry_id
  JOIN tables_table AS gaming
    ON gaming.float_account_id IN (transfer.debit_id, transfer.credit_id)
  JOIN tables_round AS round ON entry.reference = 'round:' || round.id
 GROUP BY 1, 2"""
"""What the rounds brought the float, written for this test alone."""


_STAKED_BY_HOUR: Final = """
SELECT extract(hour FROM settled.at AT TIME ZONE 'Europe/Paris')::int::text,
       coalesce(person.username, ''), round.rules_id, sum(transfer.amount)::bigint
  FROM ledger_transfer AS transfer
  JOIN ledger_journalentry AS entry ON entry.id = transfer.entry_id
  JOIN tables_round AS round ON entry.reference = 'round:' || round.id
  JOIN tables_roundevent AS settled
    ON settled.round_id = round.id AND settled.kind = 'blackjack.hand_settled'
  LEFT JOIN players_player AS person ON person.id = round.responsible_id
 WHERE transfer.why = 'stake'
 GROUP BY 1, 2, 3"""
"""First stakes, written for this test alone: what doubles them is told as `double`."""


def move(round_id: int, back: timedelta, responsible: Player | None = None) -> None:
    """Have a round been played earlier, and somebody have answered for it."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE ledger_journalentry SET at = at - %s WHERE reference = %s",
            [back, f"round:{round_id}"],
        )
        cursor.execute(
            "UPDATE tables_roundevent SET at = at - %s WHERE round_id = %s", [back, round_id]
        )
        cursor.execute(
            "UPDATE tables_round SET closed_at = closed_at - %s, responsible_id = %s WHERE id = %s",
            [back, responsible and responsible.pk, round_id],
        )
        cursor.execute("UPDATE players_played SET day = day - %s", [back.days])
        cursor.execute("SET session_replication_role = DEFAULT")


@pytest.fixture
def house(house: House) -> House:
    """The house, whose floats were filled just now: a day or an hour without rounds has a row."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE ledger_journalentry SET at = clock_timestamp()")
        cursor.execute("SET session_replication_role = DEFAULT")
    return house


def count() -> None:
    takings.count_takings()
    earnings.count_ended_rounds()


@pytest.fixture
def adele() -> Client:
    """Somebody who may read every report."""
    return person("adele", "view_takings", "view_played", "view_assignment")


def test_hours_and_croupiers_come_to_what_the_ledger_says_of_them(
    house: House, adele: Client
) -> None:
    chiefs = [Player.objects.create_user(name, is_staff=True) for name in ("cleo", "cyrus")]
    for nth, chief in enumerate((*chiefs, chiefs[0], None)):
        round_id = lose(house, "ann", stake=1000 * (nth + 1))
        move(round_id, timedelta(hours=5 * nth), chief)
    win(house, "ann")
    count()
    with connection.cursor() as cursor:
        cursor.execute(_BY_HOUR)
        told = cursor.fetchall()
    hours: dict[str, int] = defaultdict(int)
    people: dict[str, int] = defaultdict(int)
    names = dict(Player.objects.values_list("pk", "username"))
    for hour, responsible, won in told:
        hours[str(hour)] += won
        people[names.get(responsible, "")] += won
    since = str(timezone.localdate() - timedelta(days=2))
    found = {
        line["hour"]: int(line["won"])
        for line in lines(adele, by="hour", since=since)
        if line["rounds"] != "0"
    }
    assert found == hours
    found = {line["croupier"]: int(line["won"]) for line in lines(adele, by="croupier")}
    assert found == people
    assert people == {"cleo": 40_00, "cyrus": 20_00, "": 30_00}
    assert HourlyTakings.objects.filter(rules=None).exists(), "what no round moved is kept too"


def double(house: House, name: str) -> int:
    """Let a player lose two stakes with 11 doubled to 13 against 19; return the round's id."""
    house.deal("5h 9s 6d Tc 2d")
    assert house.stake(name, 1, 10_00) == ""
    assert house.do(name, bj.Ready()) == ""
    assert house.do(name, bj.Double(BoxNo(1))) == ""
    return Round.objects.latest("id").pk


def test_the_theoretical_win_of_hours_and_croupiers_is_price_times_first_stake(
    house: House, adele: Client
) -> None:
    other = open_house("Table 2", "MC", table_min_cents=100)
    chiefs = [Player.objects.create_user(name, is_staff=True) for name in ("cleo", "cyrus")]
    played = [
        *(lose(house, "ann", stake=1000 + 700 * nth) for nth in range(3)),
        *(lose(other, "bob", stake=3700), win(other, "bob", stake=100), double(house, "ann")),
    ]
    for nth, (round_id, chief) in enumerate(zip(played, (*chiefs, None) * 2, strict=True)):
        move(round_id, timedelta(hours=5 * (nth % 4)), chief)
    count()
    with connection.cursor() as cursor:
        cursor.execute(_STAKED_BY_HOUR)
        told = cursor.fetchall()
    edges = {
        rules: next(each.edge for each in returns.prices_by_key(rules) if each.bet == "main")
        for _, _, rules, _ in told
    }
    assert len(set(edges.values())) == 2, "the tables cost something else"
    since = str(timezone.localdate() - timedelta(days=2))
    for nth, by in enumerate(("hour", "croupier")):
        expected: dict[str, Fraction] = defaultdict(Fraction)
        for row in told:
            expected[row[nth]] += Fraction(edges[row[2]]) * row[3]
        found = [each for each in lines(adele, by=by, since=since) if each["rounds"] != "0"]
        assert {each[by]: each["expected_least"] for each in found} == {
            key: str(round(each)) for key, each in expected.items()
        }, by
        assert all(each["expected_least"] == each["expected_most"] for each in found)
        assert all(int(each["chance"]) > 0 for each in found)
        assert len(found) > 2


def test_without_all_hours_of_the_past_no_theoretical_win_is_told(
    house: House, adele: Client
) -> None:
    lose(house, "ann")
    count()
    (whole,) = lines(adele, by="croupier")
    HourlyEarnings.objects.all().delete()
    EarningsCounted.objects.update(round_by_hour=0, seq_by_hour=0)
    (line,) = lines(adele, by="croupier")
    assert (line["won"], line["expected_least"], line["chance"]) == ("1000", "", "")
    count()
    assert lines(adele, by="croupier") == [whole]
    HourlyEarnings.objects.update(expected=None, squares=None)
    assert lines(adele, by="croupier") == [line], "nor where a price is not known"


def test_fills_credits_and_drop_come_to_what_the_float_holds(house: House, adele: Client) -> None:
    """Closing float is opening float, fills, less credits and chips for cash, and what was won."""
    by = {"operator": house.operator, "reason": "test"}
    figures = ("won", "drop", "fills", "credits")

    def told(by: str, **asked: str) -> list[int]:
        count()
        rows = lines(adele, by=by, **asked)
        return [sum(int(row[name]) for row in rows) for name in figures]

    opened = told("table")
    opening = holds(f"float:{house.table_id}")
    bring(house.player("ann"), 50_00)
    assert change(house, "ann", 40_00) == ""
    cage.fill_float(house.table_id, 123_45, **by, order=uuid4())
    cage.credit_float(house.table_id, 30_00, **by, order=uuid4())
    lose(house, "ann", stake=25_00)
    win(house, "ann")
    closing = holds(f"float:{house.table_id}")
    only: list[dict[str, str]] = [{}, {"table": str(house.table_id)}, {"game": "blackjack"}]
    for report, some in (
        ("day", only),
        ("hour", only[:1]),
        ("table", only[:1]),
        ("game", only[:1]),
    ):
        for asked in some:
            now = [
                after - before for after, before in zip(told(report, **asked), opened, strict=True)
            ]
            assert now == [15_00, 40_00, 123_45, 30_00], (report, asked)
            won, drop, fills, credited = now
            assert won == closing - opening + drop - fills + credited
    today = str(timezone.localdate())
    asked = {"by": "table", "since": today, "until": today}
    answer = adele.get(REPORT, {**asked, "format": "pdf"}, headers={"accept-language": "fr"})
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    for said in ("Approvisionné", "Repris", "30,00", "Produit brut = encaisse et cagnotte"):
        assert said in text
    head, row, *_ = sheet(adele.get(REPORT, {**asked, "format": "xlsx"}).content)
    assert row[[name for _, name in head].index("Credits")] == ("n", "30")


def test_every_figure_is_added_up() -> None:
    one = reports.Sums(*range(1, 1 + len(fields(reports.Sums))))
    assert astuple(one + one) == tuple(2 * each for each in astuple(one))


def test_who_answered_for_a_table_is_read_by_whoever_may_read_it(house: House) -> None:
    page = person("anne", "view_takings").get(REPORT, {"by": "croupier"})
    assert not page.context["form"].is_valid()


def test_a_report_stands_beside_as_many_days_before(house: House, adele: Client) -> None:
    today = timezone.localdate()
    move(lose(house, "ann"), timedelta(days=3))
    lose(house, "ann", stake=15_00)
    count()
    since = str(today - timedelta(days=2))
    for by in ("table", "game", "bet", "player"):
        (line,) = lines(adele, by=by, since=since)
        assert (line["won"], line["won_before"], line["change"]) == ("1500", "1000", "500"), by
    (day,) = lines(adele, by="day", since=since)
    assert (day["day"], day["won_before"]) == (str(today), "1000"), "three days before"
    yesterday = str(today - timedelta(days=1))
    (quiet,) = lines(adele, by="table", since=since, until=yesterday)
    assert (quiet["won"], quiet["won_before"]) == ("0", "1000"), "it played before only"
    shown = adele.get(REPORT, {"since": since}).context["figures"]
    assert [(each.value, each.note) for each in shown[:1]] == [("15.00", "before: 10.00")]


def test_the_part_of_chance_is_told_of_bets_whose_rounds_are_known(
    house: House, adele: Client
) -> None:
    win(house, "ann")
    lose(house, "bob", 2, 20_00)
    count()
    edge = next(
        float(each.edge)
        for each in returns.prices_by_key(house.table.rules_id)
        if each.bet == "main"
    )
    squares = (-10_00 - edge * 10_00) ** 2 + (20_00 - edge * 20_00) ** 2
    for by in ("day", "table", "game", "bet", "croupier"):
        (line,) = lines(adele, by=by)
        assert int(line["chance"]) == round(reports.BAND * squares**0.5), by
    BetEarnings.objects.update(squares=None)
    lose(house, "ann")
    count()
    (line,) = lines(adele, by="bet")
    assert line["chance"] == "", "of some of these rounds it is not known"


def test_a_page_draws_its_charts_and_styles_nothing_inline(house: House, adele: Client) -> None:
    lose(house, "ann")
    count()
    for by in ("day", "hour", "table", "game", "bet", "croupier", "player"):
        page = adele.get(REPORT, {"by": by})
        drawn = page.context["charts"]
        assert drawn, by
        for _, drawing, _ in drawn:
            root = ElementTree.fromstring(drawing)  # noqa: S314
            assert root.find("title") is not None
            assert root.find("desc") is not None
            assert not [each for each in root.iter() if "style" in each.attrib]
        assert "style=" not in page.content.decode().partition("report-title")[2]
    blocks = {name: shown for name, _, shown in adele.get("/admin/").context["blocks"]}
    (week,) = blocks["takings"].charts
    assert week.points[-1].value == 10_00
    assert len(week.points) == 7


amounts = st.integers(-(10**12), 10**12).map(lambda cents: cents / 100)


@given(amounts, amounts)
def test_a_scale_has_few_round_steps_and_holds_both_ends(one: float, other: float) -> None:
    steps = scale_steps(min(one, other), max(one, other))
    low, high = min(one, other, 0.0), max(one, other, 0.0)
    width = steps[1] - steps[0]
    assert 2 <= len(steps) <= 7
    assert 0.0 in steps
    assert steps[0] <= low + 1e-6 * width
    assert steps[-1] >= high - 1e-6 * width


def test_what_a_chart_draws_is_inside_of_it_and_names_are_escaped() -> None:
    points = [
        Point("<b>&", -250.0, 1000.0),
        Point("a", 2400.0, None, Band(100.0, 200.0), Band(-50.0, 350.0)),
    ]
    for in_time in (True, False):
        for shape in ("bar", "dot"):
            chart = Chart("c", "T", "D", points, str, in_time=in_time, shape=shape, unit=100)  # type: ignore[arg-type]
            root = ElementTree.fromstring(chart.svg)  # noqa: S314
            for each in root.iter("rect"):
                if in_time:
                    top, high = float(each.attrib["y"]), float(each.attrib["height"])
                    assert 0 <= top <= top + high <= 181
            assert "&lt;b&gt;&amp;" in chart.svg
    assert Chart("c", "T", "D", [Point("a", 0.0)], str, in_time=True).svg == ""


def test_csv_for_people_reads_as_they_write(house: House, adele: Client) -> None:
    lose(house, "ann")
    count()
    day = timezone.localdate()
    for language, mark, first, amount in (
        ("fr", ";", f"{day:%d/%m/%Y}", "10,00"),
        ("en", ",", f"{day.day} {day:%b} {day.year}", "10.00"),
    ):
        text = adele.get(
            REPORT, {"format": "csv"}, headers={"accept-language": language}
        ).content.decode()
        assert text.startswith("\ufeff")
        head, row = csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=mark)
        assert head[0] == {"fr": "Jour", "en": "Day"}[language]
        assert (row[0], row[3]) == (first, amount)


def test_csv_for_programs_is_the_same_in_every_language(house: House, adele: Client) -> None:
    lose(house, "ann")
    count()
    for by in ("day", "hour", "game", "bet"):
        answers = [
            adele.get(
                REPORT, {"by": by, "format": "data"}, headers={"accept-language": language}
            ).content
            for language in ("fr", "en")
        ]
        assert answers[0] == answers[1]
        assert b'"' not in answers[0]
    assert Round.objects.count() == 1


_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheet(content: bytes) -> list[list[tuple[str, str]]]:
    """Return the cells of a workbook's rows: the sort of each, and what it holds."""
    with ZipFile(BytesIO(content)) as book:
        assert not [name for name in book.namelist() if "sharedStrings" in name]
        root = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314
    return [
        [
            (each.get("t", "n"), "".join(text.text or "" for text in each.iter() if text.text))
            for each in row.iter(f"{_SHEET}c")
        ]
        for row in root.iter(f"{_SHEET}row")
    ]


def test_a_workbook_has_numbers_and_days_as_values_and_no_formula(
    house: House, adele: Client
) -> None:
    lose(house, "ann")
    count()
    answer = adele.get(REPORT, {"format": "xlsx"}, headers={"accept-language": "fr"})
    assert answer["Content-Disposition"].endswith('.xlsx"')
    head, row = sheet(answer.content)
    assert head[0] == ("inlineStr", "Jour")
    serial = (timezone.localdate() - date(1899, 12, 30)).days
    assert row[0] == ("n", str(serial)), "a day is a number of days to a spreadsheet"
    assert row[3] == ("n", "10")
    Table.objects.filter(pk=house.table_id).update(name="=1+1")
    _, row = sheet(adele.get(REPORT, {"format": "xlsx", "by": "table"}).content)
    assert row[0] == ("inlineStr", "=1+1")


def test_the_result_of_a_day_has_places_to_sign(house: House, adele: Client) -> None:
    lose(house, "ann")
    count()
    today = str(timezone.localdate())
    asked = {"by": "table", "since": today, "until": today, "format": "pdf"}
    answer = adele.get(REPORT, asked, headers={"accept-language": "fr"})
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    for said in ("Résultat du", "Pour la comptabilité", "Nom, date et signature", "10,00"):
        assert said in text


def test_signatures_have_room_below_the_last_row() -> None:
    signed = Heading("T", [], [], signatures=[("Who", "What")])
    pages = []
    for rows in range(30, 60):
        drawn = Paper([Column("a", 1)], "en")
        drawn.add_rows([f"row {nth}"] for nth in range(rows))
        content = b"".join(drawn.draw(signed, none="-", page="{page}/{pages}"))
        found = [page.extract_text() for page in PdfReader(BytesIO(content)).pages]
        assert ["Who" in text for text in found] == [False] * (len(found) - 1) + [True]
        rows_below = [len(re.findall(r"row \d+", text)) for text in found]
        assert sum(rows_below) == rows
        pages.append(rows_below[-1])
    assert 0 in pages, "where the last row leaves no room they stand on a page of their own"
    assert max(pages) < 40
