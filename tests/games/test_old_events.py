"""Events are for ever: bodies from before a field was added read and fold as they always did."""

import json
from typing import Any

import pytest

from tables import wire
from tables.games.blackjack import BLACKJACK
from tables.games.core.protocol import Fact

WALLET = {"source": "wallet", "target": "layout", "party": "7", "box": 3, "why": "stake"}
ROUND: list[dict[str, Any]] = [
    {"kind": "blackjack.opened", "moves": []},
    {
        "kind": "blackjack.staked",
        "party": "7",
        "box": 3,
        "main": 1000,
        "queen_of_hearts": 100,
        "moves": [{"amount": 1000, **WALLET}, {"amount": 100, **WALLET}],
    },
    {"kind": "blackjack.readied", "party": "7", "moves": []},
    {"kind": "blackjack.bets_closed", "moves": []},
    *[
        {"kind": "blackjack.card_dealt", "box": box, "hand": hand, "card": card, "moves": []}
        for box, hand, card in ((3, "h", "Qh"), (0, "d", "As"), (3, "h", "Qh"))
    ],
    {"kind": "blackjack.side_bet_held", "box": 3, "bet": "queen_of_hearts", "moves": []},
    {"kind": "blackjack.insurance_offered", "boxes": [3], "moves": []},
    {"kind": "blackjack.declined", "box": 3, "moves": []},
    {"kind": "blackjack.play_began", "moves": []},
    {"kind": "blackjack.hand_split", "box": 3, "hand": "h", "added": 1000, "moves": []},
    {"kind": "blackjack.card_dealt", "box": 3, "hand": "ha", "card": "5c", "moves": []},
    {"kind": "blackjack.doubled", "box": 3, "hand": "ha", "added": 1000, "moves": []},
    {"kind": "blackjack.stop_card_out", "moves": []},
    {
        "kind": "blackjack.side_bet_settled",
        "party": "7",
        "box": 3,
        "bet": "queen_of_hearts",
        "line": 2,
        "staked": 100,
        "returned": 12600,
        "moves": [],
    },
    {
        "kind": "blackjack.insurance_settled",
        "party": "7",
        "box": 3,
        "staked": 500,
        "returned": 0,
        "moves": [],
    },
]
"""A round as it was stored before there were standing bettors, pots and other side bets."""


def read(body: dict[str, Any]) -> Fact:
    return wire.decode_event(json.dumps(body))


def test_a_round_of_old_folds_to_what_it_was() -> None:
    state: Any = None
    for body in ROUND:
        state = BLACKJACK.evolve(state, read(body))  # type: ignore[arg-type]
    (box,) = state.boxes
    assert (box.party, box.main) == ("7", 1000)
    assert [(hand.label, hand.stake, hand.cards) for hand in box.hands] == [
        ("ha", 2000, ("Qh", "5c")),
        ("hb", 1000, ("Qh",)),
    ]
    (side,) = box.holder.sides
    assert (side.stake, side.state, side.returned) == (100, "won", 12600)
    assert state.unanswered == ()
    assert state.stop_card
    rules = BLACKJACK.books["FR-2024"].rules
    assert BLACKJACK.view(rules, state).boxes[0].staked == 3100


@pytest.mark.parametrize("body", ROUND, ids=lambda body: body["kind"])
def test_what_was_stored_is_still_told_the_same(body: dict[str, Any]) -> None:
    told = json.loads(wire.encode_event(read(body)))
    for name, value in body.items():
        if name != "moves":
            assert told[name] == value
