"""What cards are worth: points, pairs, and the line of a side bet's pay table."""

from functools import lru_cache
from typing import Final, assert_never

from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import Combination, Couleur, PayTable, QueenPair, SideTerms
from tables.games.core.cards import RANKS, Card, is_red

POINTS: Final = {**{str(pips): pips for pips in range(2, 10)}, "A": 1} | dict.fromkeys("TJQK", 10)

QUEEN_OF_HEARTS: Final = Card("Qh")

QUEENS_ODDS: Final = {PayTable.A: (1000, 125, 19, 9, 4), PayTable.B: (1000, 200, 25, 10, 4)}
"""Profit per unit staked for lines 1 to 5 (FR-2024-072 to 076)."""

DEALER_RESULTS: Final = ("17", "18", "19", "20", "21", "BJ", "BUST")
"""The fields of hyper black jack, which are its lines 1 to 7 (FR-2024-095)."""

_HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS, 1)}


@lru_cache(maxsize=512)
def count(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """Return the best total and whether an ace counts eleven in it (ENG-02).

    A hand is counted several times between two of its cards.
    """
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
    """Tell whether the dealer must take a further card (FR-2024-036 to 038, ON-76, ENG-10)."""
    total, soft = count(cards)
    return len(cards) < 2 or total < 17 or (total == 17 and soft and rules.dealer_hits_soft_17)


def dealer_result(cards: tuple[Card, ...]) -> str:
    """Return the point that the dealer announces once he stands (ENG-10)."""
    if is_21_in_two(cards):
        return "BJ"
    total = count(cards)[0]
    return "BUST" if total > 21 else str(total)


def deal_line(rules: Rules, terms: SideTerms, cards: tuple[Card, ...], dealer: Card) -> int:
    """Return the line that a bet decided by the deal has won, 0 when it lost (ENG-18).

    `cards` are the first two cards of the hand; only the best line counts (FR-2024-083, 120).
    """
    match terms.combination:
        case Combination.QUEENS:
            return queens_line(rules, cards, dealer_blackjack=False)
        case Combination.THREE_CARDS:
            return three_cards_line((cards[0], cards[1], dealer))
        case Combination.PAIR:
            return pair_line(cards)
        case Combination.DEALER_POINT | Combination.SEVENS | Combination.ACES:
            raise AssertionError("The deal does not decide this bet.")
        case _:
            assert_never(terms.combination)


def side_odds(rules: Rules, terms: SideTerms, line: int) -> int:
    """Return the profit per unit staked of a pay line; 0 for a lost bet."""
    if not line:
        return 0
    if terms.combination is Combination.QUEENS:
        return queens_odds(rules, line)
    return terms.odds[line - 1]


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


def three_cards_line(cards: tuple[Card, Card, Card]) -> int:
    """Return 1 for a straight flush, 2 three of a kind, 3 a straight, 4 a flush, 0 for none.

    An ace is below the two or above the king, and never between them (AMB-05); three cards of one
    rank and suit are three of a kind (AMB-08) (FR-2024-116 to 120, MC-101).
    """
    one_suit = cards[0][1] == cards[1][1] == cards[2][1]
    low, middle, high = sorted(_HEIGHT[card[0]] for card in cards)
    straight = (middle - low, high - middle) == (1, 1) or (low, middle, high) == (1, 12, 13)
    if straight and one_suit:
        return 1
    if low == high:
        return 2
    if straight:
        return 3
    return 4 if one_suit else 0


def pair_line(cards: tuple[Card, ...]) -> int:
    """Return 1 for a perfect pair, 2 for a coloured, 3 for a mixed one, or 0 (MC-094 to 097)."""
    first, second = cards
    if first[0] != second[0]:
        return 0
    if first[1] == second[1]:
        return 1
    return 2 if is_red(first) == is_red(second) else 3


def sevens_line(cards: tuple[Card, ...]) -> int:
    """Return the JP1 line of up to three cards, 1 to 5, or 0 (FR-2024-130 to 136, AMB-44).

    One or two sevens count among the first two cards only; 4 is the secondary jackpot (one
    colour), 5 the main one (one suit).
    """
    sevens = sum(card[0] == "7" for card in cards[:2])
    if sevens < 2 or len(cards) < 3 or cards[2][0] != "7":
        return sevens
    if len({card[1] for card in cards}) == 1:
        return 5
    return 4 if len({is_red(card) for card in cards}) == 1 else 3


def aces_line(rules: Rules, first: tuple[Card, ...], drawn: tuple[Card, ...]) -> int:
    """Return the line of the operator's Split Aces table that is hit, from 1, or 0 (ENG-21).

    `drawn` are the cards that two split aces received.
    """
    if rules.split_aces is None:
        return 0
    both = all(card[0] == "A" for card in first)
    aces = sum(card[0] == "A" for card in (*first, *(drawn if both else ())))
    suited = both and first[0][1] == first[1][1]
    for number, line in enumerate(rules.split_aces.pay_table, 1):
        if line.aces == aces and line.suited in (None, suited):
            return number
    return 0
