"""What cards and choices decide of each bet, and the chips that move for it."""

from collections.abc import Iterator
from typing import Final

from tables.games.bataille.messages import Result, Settled
from tables.games.bataille.rules import Rules
from tables.games.bataille.state import Box, State
from tables.games.core.cards import Card
from tables.games.core.money import Amount, Move, Place

RANKS: Final = "23456789TJQKA"
NONE: Final = Amount(0)


def compared(card: Card, dealer: Card) -> int:
    """Return 1 where a card is higher than the bank's, 0 where it is equal, else -1 (BAT-07)."""
    mine, its = RANKS.index(card[0]), RANKS.index(dealer[0])
    return (mine > its) - (mine < its)


def first_cards(rules: Rules, state: State) -> Iterator[Settled]:
    """Yield what the first cards decide: stakes, and bets on a tie (BAT-08, BAT-09)."""
    for box in state.boxes:
        outcome = compared(box.cards[0], state.dealer[0])
        if outcome:
            result: Result = "win" if outcome > 0 else "lose"
            back = Amount(box.amount * (1 + outcome))
            yield Settled(box.box, box.party, "main", result, box.amount, NONE, back)
        if box.tie:
            back = NONE if outcome else Amount(box.tie * (1 + rules.tie_to_one))
            result = "lose" if outcome else "win"
            yield Settled(box.box, box.party, "tie", result, box.tie, NONE, back)


def given_up(box: Box) -> Settled:
    """Return what comes of a box that gives up: half of its stake goes back (BAT-11)."""
    half = Amount(box.amount // 2)
    return Settled(box.box, box.party, "main", "gave_up", box.amount, NONE, half)


def battles(rules: Rules, state: State) -> Iterator[Settled]:
    """Yield what the second cards decide (BAT-14, BAT-15)."""
    for box in state.undecided(at_battle=True):
        outcome = compared(box.cards[1], state.dealer[1])
        results: tuple[Result, ...] = ("battle_tie", "battle_win", "battle_lose")
        bonus = box.amount if outcome == 0 and rules.battle_tie_bonus else 0
        back = Amount(0 if outcome < 0 else box.amount + 2 * box.added + bonus)
        won = results[outcome]
        yield Settled(box.box, box.party, "main", won, box.amount, box.added, back)


def moves(settled: Settled) -> Iterator[Move]:
    """Yield the moves of a bet: the part that goes back, the part that is lost, winnings."""
    first, added, back = settled.staked, settled.added, settled.returned
    for amount, source, target, why in (
        (min(first, back), Place.LAYOUT, Place.WALLET, "return"),
        (first - min(first, back), Place.LAYOUT, Place.FLOAT, "collect"),
        (added if back else 0, Place.LAYOUT, Place.WALLET, "battle_return"),
        (0 if back else added, Place.LAYOUT, Place.FLOAT, "battle_collect"),
        (max(0, back - first - added), Place.FLOAT, Place.WALLET, "pay"),
    ):
        if amount:
            yield Move(Amount(amount), source, target, settled.party, settled.box, why)
