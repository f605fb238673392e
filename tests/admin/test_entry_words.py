"""Entries of the ledger, events of rounds and machines are called by words in both languages."""

import re
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from django.db.models import Model
from django.test import Client
from django.utils import translation

from casino.backoffice.labels import reference_names
from casino.ledger import account_names
from casino.ledger.models import JournalEntry
from tables.models import Jackpot, Machine, Pot, Round, RoundEvent
from tables.office.floor_event_words import floor_event_reason
from tests.admin.office import queries, sign_in, url
from tests.api.asking import win
from tests.floor import House

ROOT: Final = Path(__file__).parents[2]
CAUSE: Final = re.compile(r'cause="(\w+)"')


def listed(client: Client, model: type[Model], language: str, **asked: str) -> str:
    """Return the rows of a list as somebody reads them."""
    page = client.get(url(model, "changelist"), asked, headers={"accept-language": language})
    text = page.content.decode()
    return unescape(text[text.index('id="result_list"') :])


def test_every_cause_that_the_code_posts_by_has_words(house: House) -> None:
    found = {
        cause
        for folder in ("casino", "tables")
        for path in (ROOT / folder).rglob("*.py")
        if "rng" not in path.parts
        for cause in CAUSE.findall(path.read_text(encoding="utf-8"))
    }
    assert {"grant", "seed", "dispute", "relief"} <= found
    wordless = {each for each in found if "<code>" in account_names.cause_label(each)}
    assert wordless == set()


def test_the_entries_of_a_house_are_told_by_game_and_purpose(furnished: House) -> None:
    causes = {*JournalEntry.objects.values_list("cause", flat=True)}
    assert {each for each in causes if "<code>" in account_names.cause_label(each)} == set()
    round_ = Round.objects.exclude(result="").earliest("id")
    client = sign_in("superuser")
    for language, told in (
        ("en", "Blackjack: Stake returned, Winnings"),
        ("fr", "Black-jack : Mise rendue, Gain"),
    ):
        text = listed(client, JournalEntry, language, q=round_.reference)
        assert told in text
        assert round_.table.name in text
        assert round_.reference not in text


def test_names_of_what_records_refer_to_cost_a_query_for_each_kind(furnished: House) -> None:
    round_, jackpot = Round.objects.earliest("id"), Jackpot.objects.earliest("id")
    ann = furnished.player("ann")
    asked = [f"table:{furnished.table_id}", f"round:{round_.pk}", f"player:{ann.pk}"]
    with translation.override("en"):
        assert reference_names([*asked, f"jackpot:{jackpot.pk}", "table:0", "unknown:1", ""]) == {
            asked[0]: furnished.table.name,
            asked[1]: f"{round_.table.name}, round {round_.number}",
            asked[2]: "ann",
            f"jackpot:{jackpot.pk}": f"jackpot {jackpot.name}",
            "table:0": "table:0",
            "unknown:1": "unknown:1",
            "": "",
        }


def test_a_list_of_events_tells_what_happened_and_costs_the_same(house: House) -> None:
    client, page = sign_in("superuser"), url(RoundEvent, "changelist")
    win(house, "ann")
    client.get(page)
    before = queries(client, page)
    win(house, "bob", 2)
    assert queries(client, page) == before
    text = client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "ann" in text
    assert "blackjack." not in text


def test_a_machine_and_its_pots_are_called_by_their_names(furnished: House) -> None:
    assert Machine.objects.earliest("pk").sheet.startswith("three_crowns/")
    client = sign_in("superuser")
    assert "Trois couronnes, version 1" in listed(client, Machine, "fr")
    assert "Three crowns, version 1" in listed(client, Machine, "en")
    assert "Secondary" in listed(client, Pot, "en")


@pytest.mark.parametrize(
    ("kind", "reason", "fr", "en"),
    [
        ("order", "open_machine: stuck", "Ouvrir l’appareil : stuck", "Open the device: stuck"),
        ("order", "no code", "no code", "no code"),
        ("write", "complete_n:17", "Complète du 17", "Complete of 17"),
        ("change", "5000", "50,00", "50.00"),
        ("fill", "5000", "5000", "5000"),
        ("leave", "cannot stake", "n’a plus de quoi miser", "cannot stake any more"),
    ],
)
def test_the_reason_of_what_happened_has_no_code(kind: str, reason: str, fr: str, en: str) -> None:
    for language, told in (("fr", fr), ("en", en)):
        with translation.override(language):
            assert floor_event_reason(kind, reason) == told
