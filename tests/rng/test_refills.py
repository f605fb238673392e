"""Refills: the cards of a shoe that ran out, shuffled again, committed and verified."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from casino.rng import verify
from casino.rng.core.commitment import cards_hash
from casino.rng.core.constants import SEGMENT_BYTES
from casino.rng.core.shuffle import packs_of
from casino.rng.models import Shoe
from casino.rng.shoes import (
    ShoeDiffers,
    Terms,
    bundle,
    make_refill,
    make_shoe,
    open_cards,
    promise_shoe,
    public,
    retire_shoe,
)
from tests.rng import mutations
from tests.rng.test_shoe_verifier import refusal

pytestmark = pytest.mark.django_db(transaction=True)


def ran_out(dealt: int, *, packs: int = 2) -> Shoe:
    shoe = make_shoe("table:1", 1, packs=packs, cards_behind=10, burn=5)
    with transaction.atomic():
        open_cards(shoe.id, dealt - 5)
    return shoe


def finished(cards: int) -> dict[str, Any]:
    shoe = make_refill("table:1", 2, ran_out=ran_out(104).pk, cards=cards)
    if cards > 1:
        with transaction.atomic():
            open_cards(shoe.id, cards // 2)
    retire_shoe(shoe.id)
    whole: dict[str, Any] = json.loads(json.dumps(bundle(shoe.id)))
    return whole


@pytest.mark.parametrize("cards", [1, 2, 51, 52, 53, 103, 104])
def test_a_refill_of_any_size_is_verified(cards: int) -> None:
    whole = finished(cards)
    assert refusal(whole) is None
    assert whole["header"]["packs"] == packs_of(cards)
    assert len(whole["reveal"]["order"]) == cards


def test_every_change_of_one_field_of_a_refill_is_refused() -> None:
    whole = finished(60)
    tried = 0
    for path, changed in mutations.mutations(whole):
        tried += 1
        assert refusal(changed) in verify.SENTENCES, path
    assert tried > 100


def test_other_cards_than_those_committed_are_named() -> None:
    whole = finished(60)
    order = whole["reveal"]["order"]
    order[0] = (order[0] + 1) % 52
    assert refusal(whole) == "cards"


def test_a_refill_holds_the_first_cards_of_the_shoe_and_no_other() -> None:
    old = ran_out(90)
    new = make_refill("table:1", 2, ran_out=old.pk, cards=70)
    first, second = retire_shoe(old.pk), retire_shoe(new.pk)
    assert first.order is not None
    assert second.order is not None
    assert sorted(bytes(second.order)) == sorted(bytes(first.order)[:70])
    assert bytes(second.order) != bytes(first.order)[:70]
    assert second.header["refills"] == str(old.pk)


def test_asking_again_gives_the_same_refill() -> None:
    old = ran_out(90)
    new = make_refill("table:1", 2, ran_out=old.pk, cards=70)
    assert make_refill("table:1", 2, ran_out=old.pk, cards=70) == new
    for cards, shoe in ((69, old.pk), (70, uuid4())):
        with pytest.raises(ShoeDiffers):
            make_refill("table:1", 2, ran_out=shoe, cards=cards)


@pytest.mark.parametrize(("table", "cards"), [("table:2", 70), ("table:1", 91), ("table:1", 0)])
def test_a_refill_that_cannot_be_is_refused(table: str, cards: int) -> None:
    old = ran_out(90)
    with pytest.raises(ValueError, match="no such refill"):
        make_refill(table, 2, ran_out=old.pk, cards=cards)


def test_the_public_face_of_a_refill_does_not_tell_which_cards_were_burnt() -> None:
    """The promise is blinded by the seed: trying all sets of cards against it finds nothing."""
    old = ran_out(90)
    new = make_refill("table:1", 2, ran_out=old.pk, cards=1)
    face = public(new)
    assert face["seed"] is None
    guesses = {cards_hash(bytes([guess]), b"") for guess in range(52)}
    assert face["header"]["cards"] not in guesses
    seed = bytes.fromhex(retire_shoe(new.pk).seed or "")
    assert face["header"]["cards"] in {cards_hash(bytes([guess]), seed) for guess in range(52)}


def test_the_database_knows_how_many_packs_cards_make() -> None:
    terms = Terms("blackjack", "a test's", 2, 52, 1, None, "none", beacon=False)
    promised = promise_shoe("table:1", 1, terms)
    copy = Shoe.objects.defer(None).get(pk=promised.pk)
    copy.pk, copy.sequence, copy.packs = uuid4(), 9, 3
    copy.sealed_seed = bytes(copy.sealed_seed) + bytes(SEGMENT_BYTES)
    with pytest.raises(IntegrityError, match="shoe_size"):
        copy.save(force_insert=True)
