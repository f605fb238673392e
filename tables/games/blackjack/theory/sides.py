"""The side bets' edges: every deal of the real shoe counted, as exact fractions.

A bet is counted with the engine's own lines and odds, for a fresh shoe; the cards that other boxes
and the players' draws take do not change it, as nobody sees them before he stakes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import comb, perm
from typing import Final, assert_never

from tables.games.blackjack.points import (
    DEALER_RESULTS,
    QUEEN_OF_HEARTS,
    QUEENS_ODDS,
    aces_line,
    pair_line,
    queens_line,
    sevens_line,
    side_odds,
    three_cards_line,
)
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.terms import Combination, PayTable, SideTerms
from tables.games.blackjack.theory.dealer import RANKS, full_shoe, result_chances
from tables.games.core.cards import PACK, Card

OTHER: Final = Card("Kc")
"""Stands for every card that a jackpot does not ask for."""


@dataclass(frozen=True, slots=True)
class SideReturn:
    """What a side bet costs, and how often each of its lines is hit."""

    edge: Fraction
    """Expected loss per unit staked; for a jackpot, in the long run: all that its stakes feed the
    pots, and every seed, is paid out in the end."""
    lines: tuple[Fraction, ...]
    """The chance of each line of the pay table, from line 1."""
    pots: Mapping[str, Fraction] = field(default_factory=dict)
    """For a jackpot: each pot's chance to be won by one stake. At a pot of P a stake of s loses
    `fixed` less the chance x P / s, per unit."""
    fixed: Fraction | None = None
    """For a jackpot: the expected loss per unit staked if every pot were empty."""
    consolations: Fraction = Fraction(0)
    """At most this much more comes back per unit when all boxes of the layout play (AMB-46)."""

    @property
    def least(self) -> Fraction:
        """The house's edge in the worst case for it: consolations at a full table counted."""
        return self.edge - self.consolations


def side_returns(rules: Rules, only: str | None = None) -> dict[str, SideReturn]:
    """Return the edge of every side bet that the rules' text knows, by the names of stakes.

    Whether the table offers it is not asked. Split Aces is left out where the house has no pay
    table for it (MC-108). `only` is the one bet whose edge is wanted.
    """
    found: dict[str, SideReturn] = {}
    for terms in rules.side_bets:
        if only is not None and terms.key != only.partition(":")[0]:
            continue
        match terms.combination:
            case Combination.QUEENS:
                found[terms.key] = by_pay_table(rules)[rules.queen_of_hearts_pay_table]
            case Combination.THREE_CARDS | Combination.PAIR:
                found[terms.key] = _dealt(rules, terms)
            case Combination.DEALER_POINT:
                found |= _hyper(rules, terms)
            case Combination.SEVENS:
                found[terms.key] = _sevens(rules, terms)
            case Combination.ACES if rules.split_aces is None:
                pass
            case Combination.ACES:
                found[terms.key] = _aces(rules)
            case _:
                assert_never(terms.combination)
    return found


def by_pay_table(rules: Rules) -> dict[PayTable, SideReturn]:
    """Return the edges of the queens bet under each pay table, whichever the house has chosen."""
    lines = _queens_lines(rules)
    return {table: SideReturn(_edge(lines, QUEENS_ODDS[table]), lines) for table in PayTable}


def _edge(lines: tuple[Fraction, ...], odds: tuple[int, ...]) -> Fraction:
    """Return the loss per unit when line n pays `odds[n - 1]` to 1 and the rest loses."""
    return 1 - sum(
        (chance * (1 + to_one) for chance, to_one in zip(lines, odds, strict=True)), Fraction(0)
    )


@lru_cache(maxsize=64)
def _queens_lines(rules: Rules) -> tuple[Fraction, ...]:
    """Count the pairs that make 20; two queens of hearts go on to the dealer's two cards."""
    cards = rules.decks * len(PACK)
    ways = [0] * 6
    for pair in combinations_with_replacement(PACK, 2):
        line = queens_line(rules, pair, dealer_blackjack=False)
        ways[line] += _ways(pair, rules.decks)
    chances = [Fraction(count, comb(cards, 2)) for count in ways]
    assert ways[2] == _ways((QUEEN_OF_HEARTS, QUEEN_OF_HEARTS), rules.decks)
    # The two queens are gone when the dealer gets his ace and his ten.
    aces, tens = 4 * rules.decks, 16 * rules.decks - 2
    blackjack = Fraction(2 * aces * tens, perm(cards - 2, 2))
    chances[1], chances[2] = chances[2] * blackjack, chances[2] * (1 - blackjack)
    return tuple(chances[1:])


def _dealt(rules: Rules, terms: SideTerms) -> SideReturn:
    """Count the first two cards, and the dealer's first where the bet asks for it."""
    lines = _dealt_lines(terms.combination, rules.decks)
    assert len(lines) == len(terms.odds)
    return SideReturn(
        _edge(lines, tuple([side_odds(rules, terms, line + 1) for line in range(len(lines))])),
        lines,
    )


@cache
def _dealt_lines(combination: Combination, decks: int) -> tuple[Fraction, ...]:
    cards = 3 if combination is Combination.THREE_CARDS else 2
    ways: dict[int, int] = {}
    for hand in combinations_with_replacement(PACK, cards):
        line = (
            three_cards_line((hand[0], hand[1], hand[2]))
            if combination is Combination.THREE_CARDS
            else pair_line(hand)
        )
        ways[line] = ways.get(line, 0) + _ways(hand, decks)
    every = comb(decks * len(PACK), cards)
    assert sum(ways.values()) == every
    return tuple([Fraction(ways.get(line, 0), every) for line in range(1, max(ways) + 1)])


def _ways(hand: tuple[Card, ...], decks: int) -> int:
    """Return in how many ways the shoe holds these cards, in any order."""
    ways = 1
    for card in set(hand):
        ways *= comb(decks, hand.count(card))
    return ways


def _hyper(rules: Rules, terms: SideTerms) -> dict[str, SideReturn]:
    """Count the dealer's results: an open field makes him play his hand out (ENG-19)."""
    chances = _dealer_results(rules.decks, rules.dealer_hits_soft_17)
    return {
        f"{terms.key}:{result}": SideReturn(_edge((chance,), (odds,)), (chance,))
        for result, chance, odds in zip(DEALER_RESULTS, chances, terms.odds, strict=True)
    }


@cache
def _dealer_results(decks: int, hits_soft_17: bool) -> tuple[Fraction, ...]:
    """Return the chance of each of `DEALER_RESULTS` from a fresh shoe, whatever the up-card."""
    chances = [Fraction(0)] * len(DEALER_RESULTS)
    full = full_shoe(decks)
    for up in range(RANKS):
        shoe = (*full[:up], full[up] - 1, *full[up + 1 :])
        for index, chance in enumerate(result_chances(shoe, up, hits_soft_17)):
            chances[index] += Fraction(full[up], sum(full)) * chance
    assert sum(chances) == 1
    return tuple(chances)


def _drawn(
    wanted: tuple[Card, ...], cards: int, decks: int
) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Yield each sequence of wanted cards and `OTHER` with its chance."""
    every = decks * len(PACK)
    left = dict.fromkeys(wanted, decks) | {OTHER: every - decks * len(wanted)}
    for hand in product(left, repeat=cards):
        ways = 1
        for card in left:
            ways *= perm(left[card], hand.count(card))
        yield hand, Fraction(ways, perm(every, cards))


def _sevens(rules: Rules, terms: SideTerms) -> SideReturn:
    """Count JP1 as if two sevens always took a third card: it can return no more (AMB-44)."""
    lines = [Fraction(0)] * 6
    for hand, chance in _drawn(tuple([card for card in PACK if card[0] == "7"]), 3, rules.decks):
        lines[sevens_line(hand)] += chance
    kept = 1 if rules.jp1_stake_returned else 0
    back = sum(
        (chance * (odds + kept) for chance, odds in zip(lines[1:4], terms.odds, strict=True)),
        Fraction(0),
    )
    fed = Fraction(rules.jp1_contribution_total_bps, 10_000)
    seeds = (
        lines[4] * rules.jp1_seed_secondary_cents + lines[5] * rules.jp1_seed_main_cents
    ) / rules.jp1_stake_cents
    return SideReturn(
        edge=1 - back - fed - seeds,
        lines=tuple(lines[1:]),
        pots={"jp1_secondary": lines[4], "jp1_main": lines[5]},
        fixed=1 - back,
        consolations=(rules.layout_boxes - 1) * (lines[4] * 25 + lines[5] * 100),
    )


def _aces(rules: Rules) -> SideReturn:
    """Count the operator's Split Aces lines as if every pair of aces were split (ENG-21)."""
    table = rules.split_aces
    assert table is not None
    lines = [Fraction(0)] * (1 + len(table.pay_table))
    for hand, chance in _drawn(tuple([card for card in PACK if card[0] == "A"]), 4, rules.decks):
        lines[aces_line(rules, hand[:2], hand[2:])] += chance
    back = seeds = Fraction(0)
    won = Fraction(0)
    for line, chance in zip(table.pay_table, lines[1:], strict=True):
        if line.to_one is not None:
            back += chance * line.to_one
        else:
            share = Fraction(line.progressive_pct or 0, 100)
            won += chance * share
            seeds += chance * share * table.seed_cents / table.stake_cents
    fed = Fraction(table.contribution_bps, 10_000) if won else Fraction(0)
    return SideReturn(
        edge=1 - back - fed - seeds,
        lines=tuple(lines[1:]),
        pots={"split_aces": won},
        fixed=1 - back,
    )
