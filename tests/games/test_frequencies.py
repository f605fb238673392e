"""Exact frequencies with six packs, counted with the engine's own evaluation: no sampling."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.points import (
    deal_line,
    dealer_draws,
    dealer_result,
    is_21_in_two,
    queens_line,
    queens_odds,
    sevens_line,
    side_odds,
)
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


@pytest.mark.parametrize(("table", "percent"), [("A", -2.00), ("B", -19.76)])
def test_lucky_ladies_read_literally_favour_the_player(table: str, percent: float) -> None:
    """AMB-02: why the operator must choose."""
    rules = rules_with("FR-2007", queen_of_hearts_pay_table=table)
    assert round(float(queens_edge(rules)) * 100, 2) == percent
    matched = rules_with(
        "FR-2007", queen_of_hearts_pay_table=table, queen_pair_rule="same_rank_same_couleur"
    )
    assert queens_edge(matched) == queens_edge(rules_with(queen_of_hearts_pay_table=table))


def deal_edge(rules: Rules, bet: str, count: int) -> Fraction:
    """Return the bank's share of a bet on `count` cards whose order does not matter."""
    terms = rules.side(bet)
    assert terms is not None
    returned = 0
    for cards in combinations_with_replacement(PACK, count):
        line = deal_line(rules, terms, cards[:2], cards[-1])
        if line:
            ways = 1
            for card in set(cards):
                ways *= comb(PACKS, cards.count(card))
            returned += ways * (1 + side_odds(rules, terms, line))
    return 1 - Fraction(returned, comb(CARDS, count))


@pytest.mark.parametrize(
    ("book", "bet", "count", "percent"),
    [
        ("FR-2024", "two_plus_one", 3, 13.39),
        ("MC", "twenty_one_plus_three", 3, 3.239),
        ("MC", "perfect_pairs", 2, 6.109),
    ],
)
def test_the_banks_edge_on_the_first_cards(book: str, bet: str, count: int, percent: float) -> None:
    edge = float(deal_edge(BLACKJACK.books[book].rules, bet, count)) * 100
    assert round(edge, 3 if percent != 13.39 else 2) == percent


def test_the_fixed_lines_of_jp1_return_between_42_7_and_49_6_percent() -> None:
    """AMB-62: without and with a third card, before jackpots and consolations."""
    rules = BLACKJACK.books["FR-2024"].rules
    terms = rules.side("jp1")
    assert terms is not None
    ranks = [*[Card(f"7{suit}") for suit in "cdhs"], Card("Kc")]
    left = dict.fromkeys(ranks[:4], PACKS) | {ranks[4]: CARDS - 24}
    returned = {2: Fraction(0), 3: Fraction(0)}
    for count in returned:
        for cards in product(ranks, repeat=count):
            ways, gone = 1, dict.fromkeys(ranks, 0)
            for card in cards:
                ways *= left[card] - gone[card]
                gone[card] += 1
            line = sevens_line(cards)
            total = CARDS * (CARDS - 1) * (CARDS - 2 if count == 3 else 1)
            if 0 < line < 4:
                returned[count] += Fraction(ways * terms.odds[line - 1], total)
    assert {count: round(float(each) * 100, 1) for count, each in returned.items()} == {
        2: 42.7,
        3: 49.6,
    }


@pytest.mark.parametrize(("book", "soft_17_stands"), [("FR-2024", True), ("ON", False)])
def test_the_dealers_points_add_up_to_certainty(book: str, soft_17_stands: bool) -> None:
    """ENG-10: every hand of the dealer ends in exactly one of seven results; Ontario draws more."""
    rules = BLACKJACK.books[book].rules
    shoe = dict.fromkeys("A23456789", 24) | {"T": 96}
    chances: dict[str, Fraction] = {}

    def draw(cards: tuple[Card, ...], chance: Fraction, left: int) -> None:
        if not dealer_draws(rules, cards):
            result = dealer_result(cards)
            chances[result] = chances.get(result, Fraction(0)) + chance
            return
        for rank, count in shoe.items():
            if count:
                shoe[rank] -= 1
                draw((*cards, Card(f"{rank}s")), chance * Fraction(count, left), left - 1)
                shoe[rank] += 1

    draw((), Fraction(1), CARDS)
    assert set(chances) == {"17", "18", "19", "20", "21", "BJ", "BUST"}
    assert sum(chances.values()) == 1
    assert chances["BJ"] == Fraction(2 * 24 * 96, 312 * 311)
    assert (float(chances["17"]) > 0.14) == soft_17_stands
