"""The log's verifier on the facts of shoes and draws: what a house could sign, and is refused.

Every forged log here has right hashes, numbers and signatures: only what it says is wrong.
"""

import json
from typing import Any

import pytest
from django.db import transaction

from casino.rng import draws, shoes, verify_log
from tests.rng.ceremony import contributed, seal, shuffled, terms
from tests.rng.test_log import Rows, own_keys, refusal, rewritten, rows, signed_anew

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["own_keys"]


def played() -> Rows:
    """A shoe that three boxes contributed to, of which one cut; a void one; a draw of two boxes."""
    shoe = shuffled(seats={1: None, 3: 150, 4: None}, withheld=(4,))
    with transaction.atomic():
        shoes.open_cards(shoe.id, 5)
    shoes.retire_shoe(shoe.id)
    given_up = shoes.promise_shoe("table:1", 2, terms())
    seal(given_up.id, 2)
    shoes.void_shoe(given_up.id, "Panne")
    draw = draws.prepare_draw("table:4", 1, (37,), contributions="full")
    contributed(draw.id, {1: None, 2: None}, draw=True)
    draws.make_draw(draw.id, "round:1")
    draws.reveal_draw(draw.id)
    return rows()


def kinds(whole: Rows) -> list[str]:
    return [json.loads(row["entry"])["kind"] for row in whole]


def test_a_log_of_everything_is_right() -> None:
    whole = played()
    assert kinds(whole) == [
        "keys",
        *("commitment", "contributions", "opened", "order", "reveal"),
        *("commitment", "void", "reveal"),
        *("commitment", "contributions", "opened", "reveal"),
    ]
    found = verify_log.verify(whole, closed=True)
    assert (len(found.commitments), len(found.revealed)) == (3, 3)
    assert refusal(signed_anew(whole)) is None


UNASKED = {"randomness": "0" * 64, "round": 1, "signature": "0" * 96}


def test_no_fact_of_a_shoe_or_draw_can_be_another() -> None:
    whole = played()
    facts = [json.loads(row["entry"])["facts"] for row in whole]
    late = facts[3]["at"] + 3_600_000
    swapped = facts[2]["hashes"][::-1]
    wrong: list[tuple[int, dict[str, Any], str]] = [
        (2, {"cutter": 0}, "cut"),
        (2, {"cutter": 2}, "cut"),
        (2, {"hashes": swapped}, "seats"),
        (2, {"hashes": facts[2]["hashes"][:2]}, "seats"),
        (
            2,
            {"hashes": [{**each, "hash": "0" * 64} for each in facts[2]["hashes"]]},
            "contribution",
        ),
        (2, {"beacon_round": 40_000_000}, "beacon"),
        (2, {"at": late}, "times"),
        (2, {"more": 1}, "malformed"),
        (3, {"at": facts[2]["at"] - 1}, "times"),
        (3, {"by": 0, "cut": 0}, "cut"),
        (3, {"cut": 151}, "contribution"),
        (3, {"cut": 209}, "cut"),
        (3, {"withheld": []}, "seats"),
        (3, {"withheld": [1, 4]}, "seats"),
        (3, {"opened": facts[3]["opened"][::-1]}, "seats"),
        (4, {"by": 0}, "cut"),
        (4, {"cut": 151}, "cut"),
        (4, {"root": "x"}, "malformed"),
        (4, {"beacon": UNASKED}, "beacon"),
        (5, {"seed": "00" * 448}, "reveal"),
        (7, {"at": late}, "times"),
        (12, {"beacon": UNASKED}, "beacon"),
        (12, {"request": None}, "malformed"),
        (12, {"seed": "00" * 128}, "reveal"),
    ]
    for at, other, code in wrong:
        forged = [*whole[:at], rewritten(whole[at], **other), *whole[at + 1 :]]
        assert refusal(signed_anew(forged)) == code, (at, other)


def test_no_entry_of_a_shoe_or_draw_is_left_out_or_out_of_place() -> None:
    whole = played()
    for at, code in (
        (1, "uncommitted"),
        (2, "log_order"),
        (3, "log_order"),
        (4, "log_order"),
        (6, "uncommitted"),
        (7, "log_order"),
        (9, "uncommitted"),
        (10, "log_order"),
        (11, "log_order"),
    ):
        assert refusal(signed_anew(whole[:at] + whole[at + 1 :])) == code, at
    for at in (2, 3, 4, 7, 10, 11):
        forged = [*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]]
        assert refusal(signed_anew(forged)) == "log_order", at


def test_a_house_that_closed_has_revealed_every_promise() -> None:
    whole = played()
    for at in (5, 8, 12):
        forged = signed_anew(whole[:at] + whole[at + 1 :])
        verify_log.verify(forged)
        with pytest.raises(verify_log.Wrong, match="open"):
            verify_log.verify(forged, closed=True)
