"""What would tell an undealt card in the office or the API is found: planted leaks, each in turn.

That no page holds one is seen where every page is fetched, in `test_every_page`.
"""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.rng import shoes
from casino.rng.admin import ShoeAdmin
from casino.rng.models import Shoe
from casino.rng.seal import Seal
from tables.games.core.cards import PACK
from tables.models import Table
from tests.admin.office import sign_in
from tests.admin.secret import secret_of
from tests.floor import House


@pytest.mark.parametrize(
    ("shown", "found"),
    [(lambda shoe: str(shoe), False), (lambda shoe: str(len(shoe.sealed_seed)), True)],
    ids=["a relation is followed", "the control: the column is read"],
)
def test_a_page_that_reads_a_sealed_column_would_be_found(
    shown: Callable[[Any], str], found: bool, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control of the queries; a relation goes through the careful manager, too."""
    client = sign_in("superuser")
    pages_of_tables = type(admin.site._registry[Table])
    monkeypatch.setattr(pages_of_tables, "shoe_link", lambda self, table: shown(table.shoe))
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/admin/tables/table/{house.table_id}/change/")
    assert any('FROM "rng_shoe"' in query["sql"] for query in asked)
    assert any("sealed" in query["sql"] for query in asked) is found


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
