"""What cards are worth: points, pairs, and the line of a side bet's pay table."""

from typing import Final

from tables.games.blackjack.rules import Couleur, PayTable, QueenPair, Rules
from tables.games.core.cards import Card, is_red

POINTS: Final = {**{str(pips): pips for pips in range(2, 10)}, "A": 1} | dict.fromkeys("TJQK", 10)

QUEEN_OF_HEARTS: Final = Card("Qh")

QUEENS_ODDS: Final = {PayTable.A: (1000, 125, 19, 9, 4), PayTable.B: (1000, 200, 25, 10, 4)}
"""Profit per unit staked for lines 1 to 5 (FR-2024-072 to 076)."""


def count(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """Return the best total and whether an ace counts eleven in it (ENG-02)."""
    total = 0
    ace = False
    for card in cards:
        points = POINTS[card[0]]
        total += points
        ace = ace or points == 1
    return (total + 10, True) if ace and total <= 11 else (total, False)


def is_21_in_two(cards: tuple[Card, ...]) -> bool:
    """Tell whether two cards make 21: a black-jack unless the hand was split (FR-2024-048, 063)."""
    return len(cards) == 2 and count(cards)[0] == 21


def same_value(cards: tuple[Card, ...]) -> bool:
    """Tell whether two cards are worth the same, and so form a pair to split (FR-2024-056)."""
    return POINTS[cards[0][0]] == POINTS[cards[1][0]]


def dealer_draws(rules: Rules, cards: tuple[Card, ...]) -> bool:
    """Tell whether the dealer must take a further card (FR-2024-036 to 038, ENG-10)."""
    total, soft = count(cards)
    return len(cards) < 2 or total < 17 or (total == 17 and soft and rules.dealer_hits_soft_17)


def dealer_result(cards: tuple[Card, ...]) -> str:
    """Return the point that the dealer announces once he stands (ENG-10)."""
    if is_21_in_two(cards):
        return "BJ"
    total = count(cards)[0]
    return "BUST" if total > 21 else str(total)


def queens_line(rules: Rules, cards: tuple[Card, ...], dealer_blackjack: bool) -> int:
    """Return the pay line of the dames de cœur bet, 1 to 5, or 0 when it lost (FR-2024-071 to 076).

    `cards` are the first two cards of the hand; only the best line counts (FR-2024-083).
    """
    first, second = cards
    if count(cards)[0] != 20:
        return 0
    if first == second == QUEEN_OF_HEARTS:
        return 1 if dealer_blackjack else 2
    if rules.queen_couleur is Couleur.SUIT:
        matched = first[1] == second[1]
    else:
        matched = is_red(first) == is_red(second)
    if first[0] == second[0] and (matched or rules.queen_pair_rule is QueenPair.SAME_RANK):
        return 3
    return 4 if matched else 5


def queens_wait(cards: tuple[Card, ...], dealer: Card) -> bool:
    """Tell whether the bonus waits for the dealer's second card (FR-2024-086, ENG-18)."""
    return cards == (QUEEN_OF_HEARTS, QUEEN_OF_HEARTS) and POINTS[dealer[0]] in (1, 10)


def queens_odds(rules: Rules, line: int) -> int:
    """Return the profit per unit staked of a pay line; 0 for a lost bet."""
    return QUEENS_ODDS[rules.queen_of_hearts_pay_table][line - 1] if line else 0
