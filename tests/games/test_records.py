"""A round's events, written as a worked example and played anew, pay what the round paid."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.games.core.money import Place
from tables.games.core.protocol import Fact
from tables.games.examples import FORMATS
from tests.games.conduct import CONDUCT, Tape
from tests.games.test_laws import law, often, walk


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
    example = FORMATS[key].of_round(book, options, events, {})
    if example is None:
        return None
    result = FORMATS[key].play({"id": "again", **example})
    assert "error" not in result, (result, example)
    return dict(result["totals"])


@law
@often
@given(data=st.data())
def test_a_round_played_anew_pays_the_same(key: str, book: str, data: st.DataObject) -> None:
    options = data.draw(CONDUCT[key].books[book], label="options")
    # The conduct says that no seat is vacant, whoever sits: no example can say that of seven seats.
    options.pop("standing_play_when_seats_vacant", None)
    if options.get("layout_boxes") == 1:
        # The conduct lets others be seated at a table of one box.
        options.pop("min_boxes_when_alone", None)
    tape = data.draw(st.binary(min_size=60, max_size=400), label="tape")
    walked = walk(key, book, options, Tape(tape))
    if walked.game.over(walked.end):
        again = played_anew(key, book, options, walked.events)
        assert again is None or again == totals(walked.events)
