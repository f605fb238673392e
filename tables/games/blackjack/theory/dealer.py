"""The dealer's finished hands, as multisets of ranks with the number of orders they come in.

A hand's probability depends only on which ranks were drawn: so the tens of thousands of orders in
which a dealer can finish are a few hundred products for each up-card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm
from typing import Final

from tables.games.blackjack.points import DEALER_RESULTS

RANKS: Final = 10
"""Ranks by value: index 0 is the ace, 9 every card worth ten."""

Counts = tuple[int, ...]
"""How many cards of each of the ten ranks."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The cards a dealer drew to his up-card, in any order, and where they left him."""

    drawn: Counts
    orders: int
    """In how many orders these cards finish the hand."""
    result: int
    """Index in `DEALER_RESULTS`."""


def full_shoe(decks: int) -> Counts:
    """Return the cards of a fresh shoe by rank."""
    return (4 * decks,) * 9 + (16 * decks,)


@cache
def finished_hands(up: int, hits_soft_17: bool) -> tuple[Finished, ...]:
    """Return every way a dealer's hand ends after the up-card of this rank (ENG-10), no hole card.

    The shoe's size does not limit them: a hand with more aces than are left has probability 0.
    """
    orders: dict[tuple[Counts, int], int] = {}
    drawn = [0] * RANKS

    def draw(hard: int, aces: int, cards: int) -> None:
        soft = aces > 0 and hard <= 11
        total = hard + 10 if soft else hard
        if cards > 1 and (total > 17 or (total == 17 and not (soft and hits_soft_17))):
            key = (tuple(drawn), _result(total, cards))
            orders[key] = orders.get(key, 0) + 1
            return
        for rank in range(RANKS):
            drawn[rank] += 1
            draw(hard + rank + 1, aces + (rank == 0), cards + 1)
            drawn[rank] -= 1

    draw(up + 1, int(up == 0), 1)
    return tuple(Finished(cards, count, result) for (cards, result), count in orders.items())


def _result(total: int, cards: int) -> int:
    if total == 21 and cards == 2:
        return DEALER_RESULTS.index("BJ")
    return DEALER_RESULTS.index("BUST" if total > 21 else str(total))


def result_chances(shoe: Counts, up: int, hits_soft_17: bool) -> tuple[Fraction, ...]:
    """Return the exact chance of each of `DEALER_RESULTS` when this shoe deals to the up-card.

    `shoe` is what is left: the up-card is not in it.
    """
    left = sum(shoe)
    ways: dict[tuple[int, int], int] = {}
    for hand in finished_hands(up, hits_soft_17):
        count = hand.orders
        for rank, taken in _taken(hand.drawn):
            count *= perm(shoe[rank], taken)
        key = (hand.result, sum(hand.drawn))
        ways[key] = ways.get(key, 0) + count
    chances = [Fraction(0)] * len(DEALER_RESULTS)
    for (result, cards), count in ways.items():
        if count:
            chances[result] += Fraction(count, perm(left, cards))
    return tuple(chances)


def _taken(drawn: Counts) -> Iterator[tuple[int, int]]:
    return ((rank, taken) for rank, taken in enumerate(drawn) if taken)
