"""No page of the office and no answer of the API holds an undealt card, or what would tell one.

Every page of the house is fetched while a shoe lives, and searched. The negative controls plant a
leak in each place and see that the search finds it.
"""

import base64
import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from casino.rng import shoes
from casino.rng.admin import ShoeAdmin
from casino.rng.models import Contribution, Draw, Shoe
from casino.rng.seal import Seal, SeedSeal
from tables.games.blackjack.messages import Ready
from tables.games.core.cards import PACK
from tables.models import Table
from tests.admin.office import (
    CARD,
    api_pages,
    every_page,
    furnish_office,
    sign_in,
    win_jackpots,
)
from tests.floor import House, open_house
from tests.kept_open import for_a_module, undone

pytestmark = pytest.mark.campaign

CARDS_TOGETHER = 5
FACES_TOGETHER = 7
"""Neighbours of the undealt order that stand together on a page by no accident."""
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Secret:
    """Everything of a live shoe or a draw's seed that nobody may see, as a page might write it."""

    texts: tuple[str, ...]
    faces: tuple[int, ...]
    """The undealt order."""

    def found_in(self, page: str) -> str:
        """Return what leaked; empty when nothing did."""
        shown = (page, _bare(page), _bare(html.unescape(page)))
        for text in self.texts:
            if any(text in each or _bare(text) in each for each in shown):
                return f"the sealed bytes or the seed, as {text[:24]}"
        cards = [PACK[face] for face in self.faces]
        if _runs(CARDS_TOGETHER, CARD.findall(page), cards):
            return "undealt cards"
        numbers = [int(each) for each in NUMBER.findall(page) if len(each) < 3]
        if _runs(FACES_TOGETHER, numbers, self.faces):
            return "undealt faces"
        return ""


def _bare(text: str) -> str:
    """Undo what JSON and Python do to quotes and backslashes, which may be part of a seed."""
    return re.sub(r"\\+(?=[\\'\"])", "", text)


def _runs(length: int, seen: Sequence[Any], order: Sequence[Any]) -> bool:
    """Tell whether so many neighbours of the order are neighbours in what was seen."""
    windows = {tuple(order[at : at + length]) for at in range(len(order) - length + 1)}
    return any(tuple(seen[at : at + length]) in windows for at in range(len(seen)))


def written(secret: bytes) -> Iterator[str]:
    """Give the ways in which a page might write bytes."""
    yield secret.hex()
    yield secret.hex()[:32]
    yield base64.b64encode(secret[:48]).decode()
    yield base64.urlsafe_b64encode(secret[:48]).decode()
    yield repr(secret[:32])[2:-1]
    yield str(int.from_bytes(secret[:32]))


def secret_of(house: House) -> Secret:
    """Return what the table's live shoe hides."""
    shoe = Shoe._base_manager.get(pk=house.table.shoe_id)
    assert (shoe.state, shoe.seed) == ("live", None)
    seal = Seal(settings.SHOE_KEY, shoe.pk, shoe.root)
    seed, order = bytes(shoe.sealed_seed), bytes(shoe.sealed_order or b"")
    each = len(order) // shoe.size
    undealt = order[shoe.position * each :]
    texts = {*written(seal.open_seed(seed)), *written(seed), *written(order), *written(undealt)}
    texts |= {settings.SHOE_KEY}
    unpublished = Contribution.objects.filter(shoe__opened_at=None).exclude(secret=None)
    for contribution in unpublished:
        texts |= {*written(bytes.fromhex(contribution.secret or ""))}
    for draw in Draw._base_manager.filter(seed=None):
        sealed = bytes(draw.sealed_seed)
        texts |= {*written(SeedSeal(settings.SHOE_KEY, draw.pk).open_seed(sealed))}
        texts |= {*written(sealed)}
    return Secret(tuple(texts), seal.open_cards(shoe.position, undealt))


@pytest.fixture(scope="module")
def house_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A house that plays from a shoe which it made, seed and all; who wins is not known."""
    with for_a_module(django_db_blocker):
        house = open_house()
        house.sit("ann", 1, 2)
        for box in (1, 2):
            assert house.stake("ann", box, 1000) == ""
        assert house.do("ann", Ready()) == ""
        assert "blackjack.card_dealt" in house.events()
        win_jackpots(house)
        assert house.wish("will") == ""
        furnish_office(house)
        with django_db_blocker.block():
            yield house


def pages(house: House, client: Client) -> Iterator[tuple[str, str]]:
    """Give every page of the office and the API, with its text."""
    for address in [*every_page(house), *api_pages(house)]:
        answer = client.get(address)
        assert answer.status_code in (200, 302, 403, 404), (address, answer.status_code)
        yield address, answer.content.decode()


@dataclass(frozen=True)
class Visit:
    """What somebody who may see everything saw while a shoe lived."""

    secret: Secret
    pages: tuple[tuple[str, str], ...]
    """Every address, with the text of its page."""
    queries: tuple[str, ...]
    """What the pages asked of the database."""


@pytest.fixture(scope="module")
def visit(house_once: House, django_db_blocker: DjangoDbBlocker) -> Visit:
    """Every page of the house, fetched once."""
    with undone(django_db_blocker):
        client, secret = sign_in("superuser"), secret_of(house_once)
        with CaptureQueriesContext(connection) as asked:
            seen = tuple(pages(house_once, client))
    return Visit(secret, seen, tuple(each["sql"] for each in asked))


def test_no_page_tells_what_a_live_shoe_hides(visit: Visit, db: None) -> None:
    found = {address: visit.secret.found_in(text) for address, text in visit.pages}
    assert {address: leak for address, leak in found.items() if leak} == {}


def test_no_query_of_a_page_reads_a_sealed_column(visit: Visit, db: None) -> None:
    assert [each for each in visit.queries if re.search("sealed_(seed|order)", each)] == []
    assert len(visit.queries) > 100


def test_a_page_that_follows_a_relation_to_the_shoe_would_be_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control of the queries: a relation does not go through the careful manager."""
    client = sign_in("superuser")
    pages_of_tables = type(admin.site._registry[Table])
    monkeypatch.setattr(pages_of_tables, "shoe_link", lambda self, table: str(table.shoe))
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/admin/tables/table/{house.table_id}/change/")
    assert any("sealed" in query["sql"] for query in asked)


def _planted(shoe: Shoe) -> dict[str, str]:
    """Return the ways in which a careless line might show a secret."""
    sealed = Shoe._base_manager.get(pk=shoe.pk)
    seal = Seal(settings.SHOE_KEY, shoe.pk, shoe.root)
    order = bytes(sealed.sealed_order or b"")
    each = len(order) // sealed.size
    faces = seal.open_cards(sealed.position, order[sealed.position * each :])
    seed = seal.open_seed(bytes(sealed.sealed_seed))
    return {
        "seed in hex": seed.hex(),
        "seed in base64": base64.b64encode(seed).decode(),
        "seed as Python": repr(seed),
        "sealed order": order.hex(),
        "sealed seed": base64.b64encode(bytes(sealed.sealed_seed)).decode(),
        "order as JSON": json.dumps(faces),
        "next cards": " ".join(PACK[face] for face in faces[:5]),
        "next cards in JSON": json.dumps([PACK[face] for face in faces[:5]]),
        "key": settings.SHOE_KEY,
    }


@pytest.mark.parametrize(
    "what",
    ["seed in hex", "seed in base64", "seed as Python", "sealed order", "sealed seed",
     "order as JSON", "next cards", "next cards in JSON", "key"],
)  # fmt: skip
def test_a_planted_leak_in_the_office_and_in_the_api_is_found(
    house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """The negative control of the search."""
    shoe = Shoe.objects.get(pk=house.table.shoe_id)
    text = _planted(shoe)[what]
    client, secret = sign_in("superuser"), secret_of(house)
    office, api = f"/admin/rng/shoe/{shoe.pk}/change/", f"/api/shoes/{shoe.pk}/"
    for address in (office, api):
        assert secret.found_in(client.get(address).content.decode()) == ""
    monkeypatch.setattr(ShoeAdmin, "promise", lambda self, shoe: text)
    public = shoes.public
    monkeypatch.setattr(shoes, "public", lambda shoe: {**public(shoe), "header": {"note": text}})
    for address in (office, api):
        assert secret.found_in(client.get(address).content.decode()) != ""


def test_a_seed_is_shown_once_the_shoe_is_retired(house: House) -> None:
    shoe_id = house.table.shoe_id
    assert shoe_id is not None
    seed = shoes.retire_shoe(shoe_id).seed
    assert seed is not None
    page = sign_in("superuser").get(f"/admin/rng/shoe/{shoe_id}/change/").content.decode()
    assert seed in page
