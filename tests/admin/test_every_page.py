"""Every page of the office and the API in a furnished house, fetched once and looked at twice."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import Opened
from tables.models import Round
from tables.reading import round_record
from tests.admin.office import CARD, api_pages, every_page, sign_in
from tests.floor import House
from tests.kept_open import undone

ICON = re.compile(r"<svg.*?</svg>", re.DOTALL)
"""Its path is written in letters and figures that look like cards."""
PROOF = re.compile(r"[0-9A-Za-z+/]{40,}={0,2}")
"""A hash or a signature in base 64 may hold what looks like a card between two signs."""


@dataclass(frozen=True)
class Seen:
    """A page, as somebody who may see everything saw it."""

    address: str
    status: int
    policy: str
    """Its content security policy."""
    text: str


@pytest.fixture(scope="module")
def seen(furnished_once: House, django_db_blocker: DjangoDbBlocker) -> list[Seen]:
    """Every page of the office and of the API."""
    found = []
    with undone(django_db_blocker):
        client = sign_in("superuser")
        for address in [*every_page(furnished_once), *api_pages(furnished_once)]:
            answer = client.get(address)
            assert answer.status_code in (200, 302, 403, 404), (address, answer.status_code)
            policy = answer["Content-Security-Policy"]
            found.append(Seen(address, answer.status_code, policy, answer.content.decode()))
    return found


@pytest.mark.campaign
def test_no_page_shows_a_card_of_a_face_that_has_not_been_dealt(seen: list[Seen], db: None) -> None:
    dealt = {"Th", "9s", "9d", "8c", "7s"}
    cards = {}
    for page in seen:
        found = CARD.findall(PROOF.sub("", ICON.sub("", page.text)))
        cards |= dict.fromkeys(found, page.address)
    assert cards.keys() == dealt, f"cards of the finished rounds, and no other: {cards}"


def test_what_an_engine_keeps_face_down_stays_so_in_the_record(
    furnished: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with hidden cards shows its record as somebody without a box saw it."""
    round_id = Round.objects.earliest("id").pk

    class HalfHidden:
        """Blackjack, if the dealer's cards lay face down."""

        private = True
        wire = BLACKJACK.wire

        def seen(self, event: Any) -> Any:
            hidden = event.kind == "blackjack.card_dealt" and event.box == 0
            return Opened() if hidden else event

    monkeypatch.setattr(round_record, "GAMES", {"blackjack": HalfHidden()})
    record = round_record.round_shown(round_id, None)
    assert record is not None
    cards = [each.body["card"] for each in record.events if "card" in each.body]
    assert cards == ["Th", "9d"]


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


@pytest.mark.campaign
def test_no_page_has_anything_inline(seen: list[Seen], db: None) -> None:
    shown = [page for page in seen if page.status == 200]
    assert len(shown) > 100
    for page in shown:
        assert "unsafe-inline" not in page.policy
        assert inline(page.text) == [], page.address


@pytest.mark.parametrize(
    "bad",
    ["<style>a{}</style>", "<script>1</script>", "<p style='x'>", "<a onclick='x()'>",
     "<script src='//cdn.example/x.js'></script>"],
)  # fmt: skip
def test_something_inline_would_be_found(bad: str) -> None:
    assert inline(f"<html>{bad}</html>")
