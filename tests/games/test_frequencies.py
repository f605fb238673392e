"""Exact frequencies with six packs, counted with the engine's own evaluation: no sampling."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from tables.games.blackjack.points import is_21_in_two, queens_line, queens_odds
from tables.games.blackjack.rules import Rules
from tables.games.core.cards import PACK, Card
from tests.games.notation import rules_with

PACKS = 6
CARDS = PACKS * len(PACK)


def pairs(*gone: Card) -> Iterator[tuple[tuple[Card, Card], int]]:
    """Yield ordered pairs of cards with the number of ways to draw them after `gone`."""
    left = {card: PACKS - gone.count(card) for card in PACK}
    for first, second in product(PACK, repeat=2):
        yield (first, second), left[first] * (left[second] - (first == second))


def queens_edge(rules: Rules) -> Fraction:
    """Return the bank's share of a stake on dames de cœur."""
    ways = CARDS * (CARDS - 1)
    later = (CARDS - 2) * (CARDS - 3)
    returned = Fraction(0)
    for cards, count in pairs():
        line = queens_line(rules, cards, dealer_blackjack=False)
        if line == 2:
            for dealer, weight in pairs(*cards):
                line = queens_line(rules, cards, is_21_in_two(dealer))
                share = Fraction(count * weight, ways * later)
                returned += share * (1 + queens_odds(rules, line))
        elif line:
            returned += Fraction(count, ways) * (1 + queens_odds(rules, line))
    return 1 - returned


def test_a_natural_has_4_7489_percent() -> None:
    naturals = sum(count for cards, count in pairs() if is_21_in_two(cards))
    share = Fraction(naturals, CARDS * (CARDS - 1))
    assert share == Fraction(2 * 24 * 96, 312 * 311)
    assert round(float(share) * 100, 4) == 4.7489


@pytest.mark.parametrize(("table", "percent"), [("A", 24.709), ("B", 17.639)])
def test_the_banks_edge_on_dames_de_coeur(table: str, percent: float) -> None:
    rules = rules_with(queen_of_hearts_pay_table=table)
    assert round(float(queens_edge(rules)) * 100, 3) == percent


def test_read_as_red_and_black_table_b_favours_the_player() -> None:
    """AMB-01: why « couleur » is read as suit."""
    rules = rules_with(queen_of_hearts_pay_table="B", queen_couleur="colour")
    assert round(float(queens_edge(rules)) * 100, 1) == -7.3
