"""Shoes over REST: the promise while they live, the proof once they are retired."""

from contextlib import suppress
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.rng import shoes
from casino.rng.models import Shoe
from casino.rng.verify import verify
from tables import tasks
from tables.games.blackjack import messages as bj
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tests.api.asking import code, every_page, get
from tests.floor import House


def live(house: House) -> Shoe:
    shoe_id = house.table.shoe_id
    assert shoe_id is not None
    return Shoe.objects.get(pk=shoe_id)


def test_a_live_shoe_shows_its_promise_and_no_seed(house: House, visitor: Client) -> None:
    shoe = live(house)
    shown = get(visitor, f"shoes/{shoe.pk}/")
    assert (shown["commitment"], shown["header"]) == (shoe.commitment, shoe.header)
    assert (shown["state"], shown["seed"], shown["position"]) == ("live", None, shoe.position)
    bundle = get(visitor, f"shoes/{shoe.pk}/bundle/")
    assert bundle["reveal"] is None


def test_a_retired_shoe_can_be_verified_from_its_downloaded_bundle(
    house: House, visitor: Client
) -> None:
    shoe = live(house)
    seed = shoes.retire_shoe(shoe.pk).seed
    assert get(visitor, f"shoes/{shoe.pk}/")["seed"] == seed
    answer = visitor.get(f"/api/shoes/{shoe.pk}/bundle/")
    name = f"table-{house.table_id}-shoe-{shoe.sequence}.json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.json() == shoes.bundle(shoe.pk)
    verify(answer.json())


def test_a_downloaded_bundle_tells_which_hand_got_which_card(house: House, visitor: Client) -> None:
    shoe = live(house)
    house.sit("ann", 3)
    house.stake("ann", 3, 1000)
    house.do("ann", bj.Ready())
    with suppress(Refused):
        # A natural ends the round by itself.
        incidents.void_round(house.table_id, operator=house.operator, reason="enough")
    tasks.reveal_shoe(str(shoe.pk))
    told = visitor.get(f"/api/shoes/{shoe.pk}/bundle/").json()
    assert told == shoes.bundle(shoe.pk)
    (dealt,) = told["reveal"]["deal"]
    assert (dealt["round"], dealt["hands"][:3]) == (1, ["box 3", "dealer", "box 3"])
    assert verify(told).deal == ((1, tuple(dealt["hands"])),)


def test_the_bundle_of_a_live_shoe_is_not_kept_by_caches(house: House, visitor: Client) -> None:
    shoe = live(house)
    assert "Cache-Control" not in visitor.get(f"/api/shoes/{shoe.pk}/bundle/")
    shoes.retire_shoe(shoe.pk)
    assert "immutable" in visitor.get(f"/api/shoes/{shoe.pk}/bundle/")["Cache-Control"]


def test_the_shoes_of_a_table_are_paged_newest_first_in_one_query(
    house: House, visitor: Client
) -> None:
    for _ in range(4):
        house.deal("Th 9s")
    path = f"shoes/?table={house.table_id}"
    with CaptureQueriesContext(connection) as seen:
        whole = get(visitor, path)
    assert len(seen) == 1
    assert [each["sequence"] for each in whole["results"]] == [5, 4, 3, 2, 1]
    assert whole["next"] is None
    for limit in (1, 2, 5):
        assert every_page(visitor, f"{path}&limit={limit}") == whole["results"]


@pytest.mark.parametrize("query", ["", "?table=", "?table=x", "?table=-1", "?table=1&limit=0"])
def test_shoes_are_asked_for_by_table(house: House, visitor: Client, query: str) -> None:
    assert code(get(visitor, f"shoes/{query}", 400)) == "invalid_parameter"


@pytest.mark.parametrize("tail", ["", "bundle/"])
def test_a_shoe_that_is_not_there_is_a_problem(house: House, visitor: Client, tail: str) -> None:
    assert code(get(visitor, f"shoes/{uuid4()}/{tail}", 404)) == "not_found"
