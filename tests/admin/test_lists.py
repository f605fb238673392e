"""Pages of the office stay cheap and obey the content security policy."""

import re
from datetime import datetime
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib import admin
from django.utils import timezone, translation

from casino.backoffice import access
from casino.backoffice.shortcuts import recent
from casino.i18n import moment
from casino.ledger.models import Account, JournalEntry, Transfer
from tables.models import ChatMessage, Round, RoundEvent, Table
from tests import campaign
from tests.admin.office import MODELS, queries, sign_in, url
from tests.floor import House


@pytest.mark.campaign
def test_a_list_costs_the_same_however_many_rows_it_shows(
    furnished: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # That somebody is still here is noted once a minute, on whatever page he reads then.
    monkeypatch.setattr(access, "_NOTED", settings.OFFICE_IDLE_MINUTES * 60)
    # A list that was the last to be opened is not noted again.
    monkeypatch.setattr(recent, "note_page", lambda *_: None)
    client = sign_in("superuser")
    lists = {
        model._meta.label: url(model, "changelist")
        for model in {*campaign.sample(2, MODELS), Table, Round}
    }
    # Each process reads a rule set once, when a table is first asked about.
    client.get(lists["tables.Table"])
    before = {label: queries(client, page) for label, page in lists.items()}
    for name, box in (("bob", 2), ("cid", 3)):
        furnished.sit(name, box)
        assert furnished.stake(name, box, 1000) == ""
        ChatMessage.objects.create(
            id=uuid4(),
            table_id=furnished.table_id,
            player=furnished.player(name),
            signal="hello",
            at=timezone.now(),
        )
    assert {label: queries(client, page) for label, page in lists.items()} == before


TERMS = ("round:1", "ann", "x", "-1", "9" * 40, "é%_'\"", "00000000-0000-0000-0000-0")


@pytest.mark.campaign
@pytest.mark.parametrize("model", MODELS, ids=lambda model: str(model._meta.label))
def test_a_search_finds_exactly_and_takes_any_text(furnished: House, model: type[Account]) -> None:
    client = sign_in("superuser")
    # In the short form each model is asked for one of them, its neighbours for others.
    for term in campaign.sample(len(TERMS), TERMS, MODELS.index(model)):
        assert client.get(url(model, "changelist"), {"q": term}).status_code == 200


def test_searches_by_what_an_operator_has_in_hand(furnished: House) -> None:
    client = sign_in("reader")
    round_ = Round.objects.earliest("id")
    found = client.get(url(JournalEntry, "changelist"), {"q": round_.reference}).context["cl"]
    entries = JournalEntry.objects.filter(reference=round_.reference)
    assert {each.pk for each in found.result_list} == {each.pk for each in entries} != set()
    code = f"float:{furnished.table_id}"
    found = client.get(url(Transfer, "changelist"), {"q": code}).context["cl"].result_list
    assert {code in (each.debit.code, each.credit.code) for each in found} == {True}
    found = client.get(url(RoundEvent, "changelist"), {"q": str(round_.pk)}).context["cl"]
    assert {each.round_id for each in found.result_list} == {round_.pk}


def test_the_office_bears_the_name_of_the_house(furnished: House) -> None:
    assert "Sabot – la maison" in sign_in("reader").get("/admin/").content.decode()
    assert admin.site.site_title.startswith("Sabot – ")


@pytest.mark.parametrize(
    ("at", "language", "written"),
    [
        ("2026-11-29T09:12:39.959+00:00", "fr", "29/11/2026 10:12:39"),
        ("2026-11-29T09:12:39.959+00:00", "en", "29 Nov 2026 10:12:39"),
        ("2026-10-25T00:30:00+00:00", "fr", "25/10/2026 02:30:00 +0200"),
        ("2026-10-25T01:30:00+00:00", "fr", "25/10/2026 02:30:00 +0100"),
    ],
)
def test_a_time_is_written_as_its_reader_writes_it(at: str, language: str, written: str) -> None:
    with translation.override(language):
        assert moment(datetime.fromisoformat(at)) == written


def test_the_milliseconds_of_an_event_are_shown_where_their_order_tells() -> None:
    with translation.override("fr"):
        shown = moment(datetime.fromisoformat("2026-11-29T09:12:39.959+00:00"), milliseconds=True)
    assert shown == "29/11/2026 10:12:39,959"


def test_every_choice_of_every_filter_is_answered(furnished: House, undrawn: None) -> None:
    """Also of the filters that are classes, or name how they compare."""
    client = sign_in("superuser")
    tried = 0
    for model in (each for each in MODELS if admin.site.get_model_admin(each).list_filter):
        page = url(model, "changelist")
        cl = client.get(page).context_data["cl"]  # type: ignore[attr-defined]
        for spec in cl.filter_specs:
            *_, choice = spec.choices(cl)
            assert client.get(page + choice["query_string"]).status_code == 200, (model, choice)
            tried += 1
    assert tried > 20


def test_each_cell_of_a_list_names_its_column_for_a_phone(furnished: House) -> None:
    page = sign_in("superuser").get("/admin/tables/table/").content.decode()
    body = page[page.index("<tbody>", page.index('id="result_list"')) :]
    first = body[: body.index("</tr>")]
    named = re.findall(r'<t[hd] data-label="([^"]+)"', first)
    assert named[:2] == ["Nom", "Règlement"]
    # All but the box that chooses the row.
    assert len(named) == len(re.findall("<t[hd]", first)) - 1
