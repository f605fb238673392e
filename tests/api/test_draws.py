"""Draws over REST: the promise before they fall, what fell, the proof once they are revealed."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.rng import draws
from casino.rng.models import Draw
from casino.rng.verify import verify_draw
from tests.api.asking import code, every_page, get

pytestmark = pytest.mark.django_db(transaction=True)


def promised(sequence: int = 1) -> Draw:
    return draws.prepare_draw("table:7", sequence, (37,))


def revealed(draw_id: UUID) -> Draw:
    draws.make_draw(draw_id, f"draw:{draw_id}")
    return draws.reveal_draw(draw_id)


def test_a_draw_shows_its_promise_then_what_fell_then_its_seed(visitor: Client) -> None:
    draw = promised()
    path = f"draws/{draw.pk}/"
    shown = get(visitor, path)
    assert (shown["commitment"], shown["header"]) == (draw.commitment, draw.header)
    assert [shown[name] for name in ("state", "sides", "values", "request", "seed")] == [
        "committed",
        [37],
        None,
        None,
        None,
    ]
    assert get(visitor, f"{path}bundle/")["reveal"] is None
    values = draws.make_draw(draw.pk, "round:5").values
    shown = get(visitor, path)
    assert (shown["state"], shown["values"]) == ("drawn", values)
    assert (shown["request"], shown["seed"]) == ("round:5", None)
    assert get(visitor, f"{path}bundle/")["reveal"] is None
    seed = draws.reveal_draw(draw.pk).seed
    assert get(visitor, path)["seed"] == seed


def test_a_revealed_draw_can_be_verified_from_its_downloaded_bundle(visitor: Client) -> None:
    draw = revealed(promised(3).pk)
    answer = visitor.get(f"/api/draws/{draw.pk}/bundle/")
    assert answer["Content-Disposition"] == 'attachment; filename="table-7-draw-3.json"'
    assert answer.json() == draws.bundle(draw.pk)
    assert verify_draw(answer.json()).values == tuple(draw.values)


def test_a_withdrawn_draw_can_be_verified_from_its_downloaded_bundle(visitor: Client) -> None:
    draw = draws.withdraw_draw(promised().pk)
    answer = visitor.get(f"/api/draws/{draw.pk}/bundle/")
    assert answer.json() == draws.bundle(draw.pk)
    assert verify_draw(answer.json()).values is None


def test_only_a_bundle_that_will_not_change_is_kept_by_caches(visitor: Client) -> None:
    path = f"/api/draws/{promised().pk}/bundle/"
    assert "Cache-Control" not in visitor.get(path)
    revealed(promised().pk)
    assert "immutable" in visitor.get(path)["Cache-Control"]


def test_the_draws_of_a_table_are_paged_newest_first_in_one_query(visitor: Client) -> None:
    for sequence in range(1, 6):
        promised(sequence)
    draws.prepare_draw("table:8", 1, (37,))
    with CaptureQueriesContext(connection) as seen:
        whole = get(visitor, "draws/?table=7")
    assert len(seen) == 1
    assert "sealed" not in seen[0]["sql"]
    assert [each["sequence"] for each in whole["results"]] == [5, 4, 3, 2, 1]
    assert whole["next"] is None
    for limit in (1, 2, 5):
        assert every_page(visitor, f"draws/?table=7&limit={limit}") == whole["results"]


@pytest.mark.parametrize("query", ["", "?table=", "?table=x", "?table=-1", "?table=1&limit=0"])
def test_draws_are_asked_for_by_table(visitor: Client, query: str) -> None:
    assert code(get(visitor, f"draws/{query}", 400)) == "invalid_parameter"


@pytest.mark.parametrize("tail", ["", "bundle/"])
def test_a_draw_that_is_not_there_is_a_problem(visitor: Client, tail: str) -> None:
    assert code(get(visitor, f"draws/{uuid4()}/{tail}", 404)) == "not_found"
