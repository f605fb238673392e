"""Shoes to which players contributed: promised, closed, opened, shuffled, cut, proved, revealed."""

import base64
import hashlib
import json
from typing import Any

import pytest
from django.db import transaction

from casino.rng import shoes
from casino.rng.log.models import LogEntry
from casino.rng.models import Shoe
from casino.rng.shoes import Opening
from tests.rng.ceremony import shuffled, terms

pytestmark = pytest.mark.django_db(transaction=True)


def promised(sequence: int = 1, **changes: object) -> Shoe:
    return shoes.promise_shoe("table:1", sequence, terms(**changes))


def dealt(shoe: Shoe, count: int) -> shoes.OpenedCards:
    with transaction.atomic():
        return shoes.open_cards(shoe.id, count)


def entries(shoe: Shoe) -> dict[str, dict[str, Any]]:
    found = LogEntry.objects.filter(subject=f"shoe:{shoe.id}").order_by("index")
    return {each.kind: json.loads(each.body)["facts"] for each in found}


def proves(opening: Opening, root: str, size: int, cut: int) -> bool:
    """Check an opening from the page alone: RFC 6962's climb, with no code of the generator's."""
    raw = base64.b64decode(opening.proof)
    salt, path = raw[:32], [raw[at : at + 32] for at in range(32, len(raw), 32)]
    number = (opening.place + cut) % size
    hashed = hashlib.sha256(b"\0" + number.to_bytes(4, "big") + bytes([opening.face]) + salt)
    node, at, last = hashed.digest(), number, size - 1
    for sibling in path:
        if at % 2 or at == last:
            node = hashlib.sha256(b"\1" + sibling + node).digest()
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
        else:
            node = hashlib.sha256(b"\1" + node + sibling).digest()
        at, last = at // 2, last // 2
    return node.hex() == root


def test_the_whole_life_of_a_shoe() -> None:
    shoe = shuffled()
    assert (shoe.state, shoe.cut, shoe.cut_by, shoe.position) == ("live", 150, 3, 5)
    opened = dealt(shoe, 20)
    assert [each.place for each in opened.openings] == list(range(5, 25))
    assert tuple(each.face for each in opened.openings) == opened.faces
    assert shoe.root
    assert all(proves(each, shoe.root, 312, 150) for each in opened.openings)
    retired = shoes.retire_shoe(shoe.id)
    assert opened.faces == tuple(retired.order or b"")[5:25]
    assert list(entries(shoe)) == ["commitment", "contributions", "opened", "order", "reveal"]


def test_an_opening_proves_nothing_else() -> None:
    shoe = shuffled()
    first, second = dealt(shoe, 2).openings
    assert shoe.root
    swapped = Opening(first.place, first.face, second.proof)
    other = Opening(first.place, (first.face + 1) % 52, first.proof)
    moved = Opening(first.place + 1, first.face, first.proof)
    for wrong in (swapped, other, moved):
        assert not proves(wrong, shoe.root, 312, 150)
    assert not proves(first, shoe.root, 312, 151)
    assert not proves(first, "0" * 64, 312, 150)


@pytest.mark.parametrize("packs", [1, 2, 3, 5, 6, 7, 8])
def test_every_card_of_every_size_of_shoe_is_proved(packs: int) -> None:
    shoe = shuffled(packs=packs, cut=(1, 51), burn=0, cards_behind=0, seats={2: 7})
    assert shoe.root
    found = dealt(shoe, packs * 52).openings
    assert all(proves(each, shoe.root, packs * 52, 7) for each in found)
    assert shoes.openings(shoe.id, 0, packs * 52) == found
