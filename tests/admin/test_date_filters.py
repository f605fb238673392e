"""Lists from one day to another."""

from datetime import date, datetime, timedelta
from typing import Any, Final

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import BigAutoField, DateTimeField
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.backoffice.date_filters import DateRangeFilter
from casino.rng.models import Reading
from tables.models import FloorEvent, Round, Table
from tests.admin.office import MODELS, sign_in, url
from tests.floor import House

ROUNDS: Final = "/admin/tables/round/"


def numbers(client: Client, since: str = "", until: str = "", **more: str) -> list[int]:
    """Return the numbers of the rounds that opened from one day to another."""
    days = {"opened_at__from": since, "opened_at__until": until}
    page = client.get(ROUNDS, {**days, **more}, headers={"accept-language": "en"})
    assert page.status_code == 200
    return [each.number for each in page.context["cl"].result_list]


def opened(house: House, at: datetime) -> Round:
    """Write a round that opened at a time, the next of its table."""
    last = Round.objects.filter(table=house.table).order_by("-number").first()
    return Round.objects.create(
        table=house.table,
        number=last.number + 1 if last else 1,
        rules=house.table.rules,
        status=Round.Status.CLOSED,
        opened_at=at,
        closed_at=at,
    )


@pytest.fixture
def rounds(house: House) -> House:
    """A house with a round in each of five nights around midnight; the clock of Monaco."""
    Round.objects.exclude(pk__in=Table.objects.values("round")).delete()
    for hour in (
        "2026-10-24T21:59:59.999Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59.999Z",
        "2026-10-25T23:00:00Z", "2026-10-27T12:00:00Z",
    ):  # fmt: skip
        opened(house, datetime.fromisoformat(hour))
    return house


def test_both_days_are_of_the_range_in_the_time_of_the_house(rounds: House) -> None:
    """On the 25th clocks were put back: the day has 25 hours."""
    client = sign_in("reader")
    (first, second, third, fourth, fifth) = sorted(numbers(client))
    assert numbers(client, "2026-10-25", "2026-10-25") == [third, second]
    assert numbers(client, "2026-10-25") == [fifth, fourth, third, second]
    assert numbers(client, until="2026-10-24") == [first]
    assert numbers(client, "2026-10-26", "2026-10-27") == [fifth, fourth]
    assert numbers(client, "2026-10-28") == []
    assert numbers(client, "2026-10-25", "2026-10-25", status__exact="voided") == []
    assert numbers(client, "2026-10-25", q=f"{rounds.table.name} {third}") == [third]
    assert numbers(client, str(timezone.localdate() + timedelta(days=3))) == []


@pytest.mark.parametrize(
    ("since", "until", "says"),
    [
        ("2026-10-26", "2026-10-25", "The end is before the beginning"),
        ("2026-02-30", "", "Enter a valid date"),
        ("0001-01-01", "", "greater than or equal to"),
        ("", "9999-12-31", "less than or equal to"),
        ("\0", "x" * 99, "Enter a valid date"),
    ],
)
def test_a_range_that_makes_no_sense_finds_nothing_and_says_why(
    rounds: House, since: str, until: str, says: str
) -> None:
    client = sign_in("reader")
    days = {"opened_at__from": since, "opened_at__until": until}
    page = client.get(ROUNDS, days, headers={"accept-language": "en"})
    assert page.status_code == 200
    assert list(page.context["cl"].result_list) == []
    assert says in page.content.decode()


def test_the_form_keeps_what_else_is_asked_and_links_to_all_dates(rounds: House) -> None:
    page = sign_in("reader").get(
        ROUNDS,
        {"q": "x", "status__exact": "closed", "opened_at__from": "2026-10-25", "p": "1"},
        headers={"accept-language": "en"},
    )
    text = page.content.decode()
    form = text[text.index('class="dates"') :]
    form = form[: form.index("</form>")]
    assert 'value="2026-10-25"' in form
    assert 'name="q" value="x"' in form
    assert 'name="status__exact" value="closed"' in form
    assert 'name="p"' not in form
    assert 'href="?q=x&amp;status__exact=closed"' in form


def test_a_list_of_days_is_filtered_by_its_days(rounds: House) -> None:
    for day in (1, 2, 3):
        Reading.objects.create(
            day=date(2026, 11, day), statistic="x", sample=1, value=1, p=1, threshold=0
        )
    page = sign_in("reader").get(
        url(Reading, "changelist"), {"day__from": "2026-11-02", "day__until": "2026-11-02"}
    )
    assert [each.day for each in page.context["cl"].result_list] == [date(2026, 11, 2)]


def filtered() -> list[tuple[Any, str]]:
    """Return the lists with a range of days, and the field of each."""
    return [
        (model, each[0])
        for model in MODELS
        for each in admin.site.get_model_admin(model).list_filter
        if isinstance(each, tuple) and each[1] is DateRangeFilter
    ]


def test_every_list_with_days_reads_a_span_of_its_rows(house: House) -> None:
    """By number, where it is of times: the rows before and after are not read."""
    client, today = sign_in("superuser"), str(timezone.localdate())
    assert len(filtered()) >= 11
    for model, name in filtered():
        asked = {f"{name}__from": today, f"{name}__until": today}
        with CaptureQueriesContext(connection) as seen:
            assert client.get(url(model, "changelist"), asked).status_code == 200
        of_times = isinstance(model._meta.get_field(name), DateTimeField)
        if of_times and isinstance(model._meta.pk, BigAutoField):
            spans = [each["sql"] for each in seen if '"id" <= ' in each["sql"]]
            assert spans, model


def test_happenings_of_today_are_found(house: House) -> None:
    client = sign_in("reader")
    today = str(timezone.localdate())
    found = client.get(url(FloorEvent, "changelist"), {"at__from": today}).context["cl"]
    assert found.result_count > 0
    before = client.get(url(FloorEvent, "changelist"), {"at__until": "2026-01-01"}).context["cl"]
    assert before.result_count == 0
