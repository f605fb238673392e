"""Pages of the office stay cheap and obey the content security policy."""

import re
from html.parser import HTMLParser

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import office
from casino.ledger.models import Account, JournalEntry, Transfer
from tables.models import Round, RoundEvent
from tests.admin.office import MODELS, every_page, furnish, sign_in, url
from tests.api.asking import lose, win
from tests.floor import House


def queries(client: Client, page: str) -> int:
    """Return how many queries a page takes."""
    with CaptureQueriesContext(connection) as seen:
        assert client.get(page).status_code == 200, page
    return len(seen)


def test_a_list_costs_the_same_however_many_rows_it_shows(house: House) -> None:
    furnish(house)
    client = sign_in("superuser")
    lists = {model._meta.label: url(model, "changelist") for model in MODELS}
    before = {label: queries(client, page) for label, page in lists.items()}
    for name, box in (("bob", 2), ("cid", 3)):
        house.sit(name, box)
        assert house.stake(name, box, 1000) == ""
    assert {label: queries(client, page) for label, page in lists.items()} == before


def test_the_page_of_a_round_costs_the_same_however_long_it_was(house: House) -> None:
    client = sign_in("superuser")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    queries(client, url(Round, "change", Round.objects.latest("id")))  # Django learns its models.
    short = queries(client, url(Round, "change", Round.objects.latest("id")))
    for box, name in enumerate(("bob", "cid", "dan"), 2):
        house.sit(name, box)
        assert house.stake(name, box, 1000) == ""
    assert queries(client, url(Round, "change", Round.objects.latest("id"))) == short


def test_a_list_counts_no_more_rows_than_it_pages_through(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    win(house, "ann")
    monkeypatch.setattr(office, "COUNTED", 3)
    assert RoundEvent.objects.count() > 3
    with CaptureQueriesContext(connection) as seen:
        page = sign_in("reader").get(url(RoundEvent, "changelist"))
    assert page.context["cl"].result_count == 3
    assert not [each for each in seen if "COUNT(" in each["sql"] and "roundevent" in each["sql"]]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: str(model._meta.label))
def test_a_search_finds_exactly_and_takes_any_text(house: House, model: type[Account]) -> None:
    furnish(house)
    client = sign_in("superuser")
    for term in ("round:1", "ann", "x", "-1", "9" * 40, "é%_'\"", "00000000-0000-0000-0000-0"):
        assert client.get(url(model, "changelist"), {"q": term}).status_code == 200


def test_searches_by_what_an_operator_has_in_hand(house: House) -> None:
    furnish(house)
    client = sign_in("reader")
    round_ = Round.objects.earliest("id")
    found = client.get(url(JournalEntry, "changelist"), {"q": round_.reference}).context["cl"]
    entries = JournalEntry.objects.filter(reference=round_.reference)
    assert {each.pk for each in found.result_list} == {each.pk for each in entries} != set()
    code = f"float:{house.table_id}"
    found = client.get(url(Transfer, "changelist"), {"q": code}).context["cl"].result_list
    assert {code in (each.debit.code, each.credit.code) for each in found} == {True}
    found = client.get(url(RoundEvent, "changelist"), {"q": str(round_.pk)}).context["cl"]
    assert {each.round_id for each in found.result_list} == {round_.pk}


def test_the_page_of_an_account_shows_its_postings_with_running_balance(house: House) -> None:
    lose(house, "ann")
    account = Account.objects.get(code=f"wallet:{house.player('ann').pk}")
    page = sign_in("reader").get(url(Account, "change", account), headers={"accept-language": "en"})
    text = page.content.decode()
    assert "<td>-10.00</td><td>990.00</td>" in text
    assert "<td>1,000.00</td><td>1,000.00</td>" in text


class Inline(HTMLParser):
    """Finds what a strict content security policy would block."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note inline styles, inline scripts, handlers and foreign addresses."""
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given and not is_json(given)):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.found.append(f"<{tag} {name}={value}>")
            if name in ("src", "action") and re.match(r"(https?:)?//", value or ""):
                self.found.append(f"<{tag} {name}={value}>")


def is_json(given: dict[str, str | None]) -> bool:
    return given.get("type") == "application/json"


def inline(text: str) -> list[str]:
    """Return what the policy would block in a page."""
    parser = Inline()
    parser.feed(text)
    return parser.found


def test_no_page_has_anything_inline(house: House) -> None:
    furnish(house)
    client = sign_in("superuser")
    for address in every_page(house):
        answer = client.get(address)
        if answer.status_code == 200:
            assert "unsafe-inline" not in answer["Content-Security-Policy"]
            assert inline(answer.content.decode()) == [], address


@pytest.mark.parametrize(
    "bad",
    ["<style>a{}</style>", "<script>1</script>", "<p style='x'>", "<a onclick='x()'>",
     "<script src='//cdn.example/x.js'></script>"],
)  # fmt: skip
def test_something_inline_would_be_found(bad: str) -> None:
    assert inline(f"<html>{bad}</html>")


def test_the_office_bears_the_name_of_the_house(house: House) -> None:
    assert "Sabot - la maison" in sign_in("reader").get("/admin/").content.decode()
    assert admin.site.site_title == "Sabot - la maison"
