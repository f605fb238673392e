"""A round's events, written as a worked example and played anew, pay what the round paid."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games import GAMES
from tables.games.blackjack import BLACKJACK
from tables.games.core.cards import Card
from tables.games.core.money import Amount, Place, reversal
from tables.games.core.protocol import Approved, Fact, Voided
from tests import campaign
from tests.games.conduct import CONDUCT, Tape
from tests.games.test_jackpots import KINDS, flow, played
from tests.games.test_laws import walk

law = pytest.mark.parametrize(("key", "book"), [("blackjack", book) for book in BLACKJACK.books])


def totals(events: Sequence[Fact]) -> dict[str, dict[str, int]]:
    """Return what the parties staked and got back, stakes taken back before the deal left out."""
    staked, returned = Counter[str](), Counter[str]()
    for move in (move for event in events for move in event.moves):
        if move.source is Place.WALLET:
            staked[move.party] += move.amount
        elif move.why == "take_back":
            staked[move.party] -= move.amount
        elif move.target is Place.WALLET:
            returned[move.party] += move.amount
    return {
        party: {"staked": staked[party], "returned": returned[party]}
        for party in staked
        if staked[party] or returned[party]
    }


def played_anew(
    key: str, book: str, options: dict[str, Any], events: Sequence[Fact]
) -> dict[str, Any] | None:
    """Return the totals of the example that the events make, or `None` when they make none."""
    example = GAMES[key].round_conversion.example(book, options, events, {})
    if example is None:
        return None
    result = GAMES[key].play_example({"id": "again", **example}, {})
    assert "error" not in result, (result, example)
    return dict(result["totals"])


def chosen(key: str, book: str, data: st.DataObject) -> dict[str, Any]:
    """Draw house options that an example can say everything of."""
    options = data.draw(CONDUCT[key].books[book], label="options")
    # The conduct says that no seat is vacant, whoever sits, and seats others at a table of one box.
    options.pop("standing_play_when_seats_vacant", None)
    if options.get("layout_boxes") == 1:
        options.pop("min_boxes_when_alone", None)
    return options


@law
@pytest.mark.campaign
@campaign.examples(40, 5000)
@given(data=st.data())
def test_a_round_played_anew_pays_the_same(key: str, book: str, data: st.DataObject) -> None:
    options = chosen(key, book, data)
    tape = data.draw(st.binary(min_size=200, max_size=400), label="tape")
    walked = walk(key, book, options, Tape(tape))
    if walked.game.is_over(walked.end):
        again = played_anew(key, book, options, walked.events)
        assert again is None or again == totals(walked.events)


@law
@pytest.mark.campaign
def test_hundreds_of_rounds_played_anew_pay_the_same(key: str, book: str) -> None:
    tapes, examples = Random(f"{key} {book}"), 0
    sides = [terms.key for terms in GAMES[key].books[book].rules.side_bets]
    options = {"enabled_side_bets": sides} if sides else {}
    done = Counter[str]()
    rounds = campaign.length(120, 300)
    for _ in range(rounds):
        walked = walk(key, book, options, Tape(tapes.randbytes(300)))
        example = GAMES[key].round_conversion.example(book, options, walked.events, {})
        if not walked.game.is_over(walked.end) or example is None:
            continue
        examples += 1
        done.update(decision["do"] for decision in example["decisions"])
        done.update(item["tag"] for item in example["shoe"] if "tag" in item)
        done["standing"] += any(len(box["bets"]) > 1 for box in example["boxes"])
        assert played_anew(key, book, options, walked.events) == totals(walked.events)
    # What the rounds must hold for this to say anything.
    assert examples > rounds * 2 // 3
    assert {"hit", "stand", "double", "split", "insure", "face_up_in_shoe"} <= done.keys(), done


@pytest.mark.parametrize(
    ("kind", "cards", "pot"),
    [
        ("jp1", "7s 2d 7s 7s", "main"),
        ("jp1", "7h 2d 7d 7h", "secondary"),
        ("split_aces", "Ah 2d As Ac Ad", "progressive"),
    ],
)
def test_a_jackpot_is_paid_again_from_what_the_events_say(kind: str, cards: str, pot: str) -> None:
    book, _, options, _ = KINDS[kind]
    r = played(kind, 1, [Card(each) for each in cards.split()])
    (claim,) = r.state.claims
    held = Amount(1_234_567 + flow(r.events, claim.pot))
    paid = BLACKJACK.decide(r.rules, r.state, Approved(((claim.pot, held),)))
    events = [*r.events, *paid]
    example = GAMES["blackjack"].round_conversion.example(book, options, events, {})
    assert example is not None
    assert example["jackpots_before"] == {pot: 1_234_567}
    assert played_anew("blackjack", book, options, events) == totals(events)
    assert totals(events) != totals(r.events)


def test_an_annulled_round_makes_no_example() -> None:
    r = played("jp1", 1, [Card(each) for each in ("7s", "2d", "7s", "7s")])
    voided = Voided("fire", reversal(tuple(move for event in r.events for move in event.moves)))
    assert (
        GAMES["blackjack"].round_conversion.example("FR-2024", {}, [*r.events, voided], {}) is None
    )
    assert GAMES["blackjack"].round_conversion.example("FR-2024", {}, r.events, {}) is not None
