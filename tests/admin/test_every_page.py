"""Every page of the office and the API while a shoe lives: fetched once, looked at several times.

None holds an undealt card, or what would tell one; none shows what a strict policy would block.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from tables.games import GAMES
from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import Opened, Ready
from tables.games.core.protocol import Audience
from tables.history import round_record
from tables.models import Round
from tests.admin.office import (
    CARD,
    api_pages,
    every_page,
    furnish_office,
    sign_in,
    win_jackpots,
)
from tests.admin.secret import Secret, secret_of
from tests.admin.test_languages import UNREAD, foreign
from tests.api.asking import win
from tests.floor import House, open_house
from tests.module_house import rolled_back

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
    language: str


@dataclass(frozen=True)
class Visit:
    """What somebody who may see everything saw while a shoe lived."""

    secret: Secret
    on_the_table: frozenset[str]
    """The cards of the round in play."""
    pages: tuple[Seen, ...]
    queries: tuple[str, ...]
    """What the pages asked of the database."""


@pytest.fixture(scope="module")
def visit(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Visit:
    """Every page of a house that plays from a shoe which it made, seed and all, fetched once.

    Another table has finished a round of which the cards are known, and two jackpots were won.
    """
    with rolled_back(django_db_blocker):
        first = open_house("Première table")
        win(first, "ann")
        house = open_house()
        house.people = first.people
        house.sit("ann", 1, 2)
        for box in (1, 2):
            assert house.stake("ann", box, 1000) == ""
        assert house.do("ann", Ready()) == ""
        cards = frozenset(CARD.findall(json.dumps(house.frame())))
        assert cards
        win_jackpots(house)
        assert house.wish("will") == ""
        furnish_office(house)
        client, secret = sign_in("superuser"), secret_of(house)
        with CaptureQueriesContext(connection) as asked:
            seen = tuple(fetched(house, client))
    return Visit(secret, cards, seen, tuple(each["sql"] for each in asked))


def fetched(house: House, client: Client) -> Iterator[Seen]:
    """Give every page of the office and the API, every other one in English."""
    for number, address in enumerate([*every_page(house), *api_pages(house)]):
        language = ("fr", "en")[number % 2]
        answer = client.get(address, headers={"accept-language": language})
        assert answer.status_code in (200, 302, 403, 404), (address, answer.status_code)
        policy = answer["Content-Security-Policy"]
        yield Seen(address, answer.status_code, policy, answer.content.decode(), language)


@pytest.mark.campaign
def test_no_page_tells_what_a_live_shoe_hides(visit: Visit, db: None) -> None:
    found = {page.address: visit.secret.found_in(page.text) for page in visit.pages}
    assert {address: leak for address, leak in found.items() if leak} == {}


@pytest.mark.campaign
def test_no_query_of_a_page_reads_a_sealed_column(visit: Visit, db: None) -> None:
    assert [each for each in visit.queries if re.search("sealed_(seed|order)", each)] == []
    assert len(visit.queries) > 100


@pytest.mark.campaign
def test_no_page_shows_a_card_of_a_face_that_has_not_been_dealt(visit: Visit, db: None) -> None:
    dealt = {"Th", "9s", "9d", "8c", "7s"}
    cards = {}
    for page in visit.pages:
        found = CARD.findall(PROOF.sub("", ICON.sub("", page.text)))
        cards |= dict.fromkeys(found, page.address)
    assert dealt <= cards.keys(), "those of the finished rounds"
    assert cards.keys() <= dealt | visit.on_the_table, f"and no other: {cards}"


def test_what_an_engine_keeps_face_down_stays_so_in_the_record(
    furnished: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with hidden cards shows its record as somebody without a box saw it."""
    round_id = Round.objects.earliest("id").pk

    class HalfHidden:
        """Blackjack, if the dealer's cards lay face down."""

        has_private_views = True
        wire = BLACKJACK.wire

        def redact(self, event: Any, audience: Audience) -> Any:
            hidden = event.kind == "blackjack.card_dealt" and event.box == 0
            return Opened() if hidden else event

    monkeypatch.setattr(round_record, "GAMES", {"blackjack": HalfHidden()})
    record = round_record.round_shown(round_id, None)
    assert record is not None
    cards = [each.body["card"] for each in record.events if "card" in each.body]
    assert cards == ["Th", "9d"]


@pytest.mark.campaign
def test_no_page_has_a_word_of_the_other_language(visit: Visit, db: None) -> None:
    found = {
        page.address: words
        for page in visit.pages
        if page.address.startswith("/admin/") and page.status == 200
        # A signed file is read by programs.
        if not page.address.endswith(".json")
        if (words := foreign(page.text, page.language))
    }
    assert found == {}


KEY: Final = re.compile(
    rf"(?<![\w@/])(?:[A-Za-z0-9]+_\w+|(?:{'|'.join(GAMES)})\.\w+"
    r"|(?:table|round|player|float|wallet|shoe|draw):\d+|[A-Z]{2}(?:-\w+)?/\w+)"
)
"""What is a key, a kind or a code, and no word: `three_crowns`, `blackjack.opened`, `round:12`."""
EXAMPLES: Final = frozenset(
    {"wallet:17", "round:12", "table:3", "player:17", "FR-2024/maison", "FR-2024/house"}
)
"""Of what can be searched or entered, in the words beside a field."""


class Prose(HTMLParser):
    """Reads what a page says in words: neither codes and records, nor what a form sends."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what stands for pictures, and skip what is no prose."""
        self._depth += tag in UNREAD
        self.said += [value for name, value in attrs if name in ("alt", "aria-label") and value]

    def handle_endtag(self, tag: str) -> None:
        """Read on."""
        self._depth -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self._depth:
            self.said.append(data)


def keys_in(text: str) -> set[str]:
    """Return what a page of the office says that is a key or a code, and no word."""
    prose = Prose()
    _, found, content = text.partition('<div id="content"')
    prose.feed(found + content if found else text)
    return {*KEY.findall(" ".join(prose.said))} - EXAMPLES | {"True", "False"} & {*prose.said}


@pytest.mark.campaign
def test_no_page_has_a_key_where_a_word_is_read(visit: Visit, db: None) -> None:
    found = {
        page.address: keys
        for page in visit.pages
        if page.address.startswith("/admin/") and page.status == 200
        if "<html" in page.text
        if (keys := keys_in(page.text))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<td>blackjack.hand_settled</td>", {"blackjack.hand_settled"}),
        ("<td>three_crowns</td><td>MC-TQ/demo</td>", {"three_crowns", "MC-TQ/demo"}),
        ("<td>round:12</td><td>table:34</td>", {"table:34"}),
        ('<img src="x" alt="True">', {"True"}),
        ("<td><code>jp1_main</code></td><p>FR-2024/maison</p><p>16:00</p>", set()),
    ],
)
def test_a_key_in_a_page_is_found(text: str, found: set[str]) -> None:
    assert keys_in(text) == found


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
def test_no_page_has_anything_inline(visit: Visit, db: None) -> None:
    shown = [page for page in visit.pages if page.status == 200]
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
