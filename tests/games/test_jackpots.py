"""Progressive jackpots, whatever the hands: what goes into the pots comes out of them once."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import (
    ConsolationPaid,
    Event,
    JackpotPaid,
    PotRestarted,
)
from tables.games.blackjack.sides import shares
from tables.games.core.cards import Card
from tables.games.core.money import Amount, Move, Place
from tables.games.core.protocol import Approved, ClockExpired
from tests import campaign
from tests.games.blackjack.notation import Round, rules_with

SEVENS = st.sampled_from([Card(f"7{suit}") for suit in "cdhs"] * 3 + [Card("Kc"), Card("2d")])
ACES = st.sampled_from([Card(f"A{suit}") for suit in "cdhs"] * 3 + [Card("Kc"), Card("2d")])
SPLIT_ACES = {
    "stake_cents": 500,
    "seed_cents": 10_000,
    "contribution_bps": 4000,
    "pay_table": [
        {"id": "four", "aces": 4, "progressive_pct": 100},
        {"id": "three", "aces": 3, "progressive_pct": 30},
        {"id": "suited", "aces": 2, "suited": True, "progressive_pct": 10},
        {"id": "two", "aces": 2, "to_one": 20},
        {"id": "one", "aces": 1, "to_one": 1},
    ],
}
KINDS: dict[str, tuple[str, str, dict[str, Any], Any]] = {
    "jp1": ("FR-2024", "jp1", {"jp1_contribution_total_bps": 3333}, SEVENS),
    "split_aces": ("MC", "split_aces", {"split_aces": SPLIT_ACES}, ACES),
}


def played(kind: str, boxes: int, cards: list[Card]) -> Round:
    """Play a round of so many boxes, each with the bet, split or hit wherever that may be."""
    book, bet, options, _ = KINDS[kind]
    holders = {no: ("ann", "ben", "cat")[no % 3] for no in range(1, boxes + 1)}
    r = Round(rules_with(book, enabled_side_bets=[bet], **options), holders=holders)
    for no in holders:
        r.stake(no, 1000, **{bet: 500})
    r.ready()
    # Tens of spades at the end: every hand and the dealer come to an end.
    r.shoe = [*cards, *["Ts"] * 60]
    r.play("dealer")
    for _ in range(200):
        if r.over:
            return r
        offers = {
            (option.command, option.box, option.hand)
            for option in BLACKJACK.view(r.rules, r.state).options
        }
        no, _, rest = r.turn.partition("/")
        hand = rest.partition("/")[0]
        if r.turn == "insurance":
            r.give(ClockExpired())
        elif ("blackjack.split", int(no), hand) in offers and kind == "split_aces":
            r.play(f"{no}/{hand} split")
        elif ("blackjack.hit", int(no), hand) in offers and rest.endswith("/2"):
            r.play(f"{no}/{hand} hit")
        else:
            r.play(f"{no}/{hand} stand")
    raise AssertionError("The round does not end.")


def flow(events: list[Event], pot: str) -> int:
    """Return what the moves have left in a pot."""
    moves: list[Move] = [move for event in events for move in event.moves if move.pot == pot]
    return sum(
        move.amount * ((move.target is Place.JACKPOT) - (move.source is Place.JACKPOT))
        for move in moves
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.campaign
@campaign.examples(150, 5000)
@given(data=st.data())
def test_a_pot_is_paid_out_once_and_starts_again(kind: str, data: st.DataObject) -> None:
    boxes = data.draw(st.integers(1, 5))
    cards = data.draw(st.lists(KINDS[kind][3], min_size=2 * boxes + 1, max_size=30))
    before = data.draw(st.integers(0, 1_000_000))
    r = played(kind, boxes, cards)
    names = ("jp1_main", "jp1_secondary") if kind == "jp1" else ("split_aces",)
    pots = {pot: before + flow(r.events, pot) for pot in names}
    assert all(holds >= before for holds in pots.values())
    claimed = {claim.pot for claim in r.state.claims}
    if not claimed:
        return
    paid = BLACKJACK.decide(
        r.rules, r.state, Approved(tuple((pot, Amount(each)) for pot, each in pots.items()))
    )
    state = r.state
    for event in paid:
        state = BLACKJACK.evolve(state, event)
    assert (state.claims, state.consolations) == ((), ())
    assert BLACKJACK.is_over(state)
    for pot in names:
        restarted = [each for each in paid if isinstance(each, PotRestarted) and each.pot == pot]
        assert len(restarted) == (pot in claimed)
        left = pots[pot] + flow(list(paid), pot)
        assert left >= 0
        if restarted:
            assert left == restarted[0].amount
    won = Counter[str]()
    for each in paid:
        if isinstance(each, JackpotPaid):
            won[each.pot] += each.returned
    assert all(won[pot] <= pots[pot] for pot in won)
    if kind == "jp1":
        assert all(won[pot] == pots[pot] for pot in claimed)
    winners = {each.party for each in paid if isinstance(each, JackpotPaid)}
    consoled = {each.party for each in paid if isinstance(each, ConsolationPaid)}
    assert not winners & consoled
    if kind == "jp1":
        assert winners | consoled == set(r.holders.values())


def test_the_law_of_pots_meets_every_kind_of_win() -> None:
    main = played("jp1", 1, [Card(each) for each in ("7s", "2d", "7s", "7s")])
    assert [claim.pot for claim in main.state.claims] == ["jp1_main"]
    secondary = played("jp1", 1, [Card(each) for each in ("7h", "2d", "7d", "7h")])
    assert [claim.pot for claim in secondary.state.claims] == ["jp1_secondary"]
    four = played("split_aces", 1, [Card(each) for each in ("Ah", "2d", "As", "Ac", "Ad")])
    assert [claim.percent for claim in four.state.claims] == [100]


@pytest.mark.campaign
@campaign.examples(100, 10_000)
@given(st.integers(0, 10**9), st.integers(1, 20))
def test_shares_are_equal_to_a_cent_and_whole(amount: int, hands: int) -> None:
    """FR-2024-140, AMB-47."""
    each = shares(Amount(amount), hands)
    assert sum(each) == amount
    assert each == sorted(each, reverse=True)
    assert each[0] - each[-1] <= 1
