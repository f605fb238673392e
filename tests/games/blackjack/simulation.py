"""Rounds of the main game by the million: many shoes at once, each array step one card of each.

Not the engine: it knows hands only by their totals. It follows a strategy's table under the terms
that move the edge, and is what the exact sums are compared with.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tables.games.blackjack.terms import BlackjackTie, Push21
from tables.games.blackjack.theory.strategy import HARD, SOFT, UPS, Letter, Row, Strategy
from tables.games.blackjack.theory.terms import MainTerms

SHOES = 10_000
ROUNDS = 25
"""Rounds of one shoe: a fixed number, so that rich and poor shoes are dealt equally far."""
HANDS = 24
LETTERS: tuple[Letter, ...] = ("H", "S", "D", "Ds", "P", "R", "Rs", "Rp")
HIT, STAND, DOUBLE, DOUBLE_STAND, SPLIT, GIVE_UP, GIVE_UP_STAND, GIVE_UP_SPLIT = range(8)

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """What a number of independent shoes (or rounds) returned per unit staked."""

    rounds: int
    mean: float
    standard_error: float

    def deviations(self, edge: float) -> float:
        """Return how many standard errors lie between the sample and an edge."""
        return abs(self.mean + edge) / self.standard_error


def sample(sums: Floats, each: int) -> Sample:
    """Return the sample of independent sums of `each` rounds."""
    means = sums / each
    error = float(means.std(ddof=1)) / math.sqrt(len(means))
    return Sample(len(sums) * each, float(means.mean()), error)


def simulate_rounds(terms: MainTerms, strategy: Strategy, rounds: int, seed: int) -> Sample:
    """Return what at least so many rounds return; refuses `resplit_first_hand_only`."""
    assert not terms.resplit_first_hand_only
    chance = np.random.default_rng(seed)
    pack = np.repeat(np.arange(10, dtype=np.int8), [4 * terms.decks] * 9 + [16 * terms.decks])
    sums: list[Floats] = []
    while len(sums) * SHOES * ROUNDS < rounds:
        shoes = chance.permuted(np.broadcast_to(pack, (SHOES, len(pack))), axis=1)
        sums.append(_Tables(terms, strategy, shoes).dealt())
    return sample(np.concatenate(sums), ROUNDS)


def _coded(rows: tuple[Row, ...]) -> Ints:
    return np.array([[LETTERS.index(letter) for letter in row] for row in rows], dtype=np.int64)


class _Tables:
    """As many tables as shoes, all at the same point of the same round."""

    def __init__(self, terms: MainTerms, strategy: Strategy, shoes: npt.NDArray[np.int8]) -> None:
        self.terms, self.shoes = terms, shoes
        self.at = np.zeros(len(shoes), dtype=np.int64)
        self.every = np.arange(len(shoes))
        self.pairs = _coded(strategy.pairs)
        # One table by 22 times soft, plus the total.
        self.totals = np.full((44, 10), STAND)
        self.totals[HARD[0] : HARD[-1] + 1] = _coded(strategy.hard)
        self.totals[22 + SOFT[0] : 22 + SOFT[-1] + 1] = _coded(strategy.soft)
        self.even = np.array([up in strategy.even_money for up in UPS])
        shape = (HANDS, len(shoes))
        self.hard, self.cards = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        self.ace, self.split = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
        self.low = np.zeros(shape, dtype=np.int64)
        self.stake, self.given_up = np.ones(shape), np.zeros(shape, dtype=bool)

    def dealt(self) -> Floats:
        """Return what all rounds of each shoe returned together."""
        returned = np.zeros(len(self.shoes))
        for _ in range(ROUNDS):
            returned += self.round()
        return returned

    def draw(self, tables: Ints) -> Ints:
        cards = self.shoes[tables, self.at[tables]].astype(np.int64)
        self.at[tables] += 1
        return cards

    def round(self) -> Floats:
        """Play one round at every table; return its result per unit staked."""
        # Further slots are laid out by the split that fills them.
        for each in (self.hard, self.cards, self.ace, self.split, self.given_up):
            each[0] = 0
        self.stake[0] = 1
        self.hands = np.ones(len(self.shoes), dtype=np.int64)
        self.splits = np.zeros(len(self.shoes), dtype=np.int64)
        self.dealt_first = self.take(0, self.every)
        self.up = self.draw(self.every)
        self.take(0, self.every)
        for slot in range(HANDS):
            tables = np.flatnonzero(self.hands > slot)
            if not len(tables):
                break
            self.play(slot, tables)
        return self.settled()

    def take(self, slot: int, tables: Ints) -> Ints:
        card = self.draw(tables)
        self.hard[slot, tables] += card + 1
        self.ace[slot, tables] |= card == 0
        self.cards[slot, tables] += 1
        return card

    def best(self, slot: int, tables: Ints) -> tuple[Ints, npt.NDArray[np.bool_]]:
        hard = self.hard[slot, tables]
        soft = self.ace[slot, tables] & (hard <= 11)
        return hard + 10 * soft, soft

    def play(self, slot: int, tables: Ints) -> None:
        """Play the hands of one slot to their end."""
        single = tables[self.cards[slot, tables] == 1]
        self.take(slot, single)
        while len(tables):
            total, soft = self.best(slot, tables)
            still = total < 21
            tables, total, soft = tables[still], total[still], soft[still]
            up = self.up[tables]
            two = self.cards[slot, tables] == 2
            was_split = self.split[slot, tables]
            rank = self.first_card(slot, tables)
            pair = two & (self.hard[slot, tables] == 2 * (rank + 1))
            letter = self.totals[total + 22 * soft, up]
            of_pair = self.pairs[rank, up]
            limits = np.where(
                rank == 0, _cap(self.terms.max_ace_splits), _cap(self.terms.max_splits)
            )
            may_split = pair & (self.splits[tables] < limits) & (self.hands[tables] < HANDS)
            may_give_up = two & ~was_split & self._surrender(up)
            splits = may_split & ((of_pair == SPLIT) | ((of_pair == GIVE_UP_SPLIT) & ~may_give_up))
            gives_up = may_give_up & ~splits & ((letter >= GIVE_UP) | (pair & (of_pair >= GIVE_UP)))
            one_card = was_split & (rank == 0)
            may_double = two & (~was_split | self.terms.double_after_split) & ~one_card
            doubles = (
                may_double & ((letter == DOUBLE) | (letter == DOUBLE_STAND)) & ~splits & ~gives_up
            )
            hits = (letter == HIT) | (letter == DOUBLE) | (letter == GIVE_UP)
            hits &= ~splits & ~gives_up & ~doubles & ~one_card
            self.given_up[slot, tables[gives_up]] = True
            self.stake[slot, tables[doubles]] = 2.0
            self.take(slot, tables[doubles])
            self._split(slot, tables[splits], rank[splits])
            self.take(slot, tables[hits])
            tables = tables[hits | splits]

    def first_card(self, slot: int, tables: Ints) -> Ints:
        """Return the rank of the hand's first card; of a split hand, the pair's."""
        low = self.low[slot, tables]
        return low if slot else np.where(self.split[0, tables], low, self.dealt_first[tables])

    def _surrender(self, up: Ints) -> npt.NDArray[np.bool_]:
        match self.terms.surrender:
            case "always":
                return np.ones(len(up), dtype=bool)
            case "not_against_ace":
                return up != 0
            case _:
                return np.zeros(len(up), dtype=bool)

    def _split(self, slot: int, tables: Ints, rank: Ints) -> None:
        """Leave one card here, put the other into the next free slot, deal here."""
        free = self.hands[tables]
        for place in (np.full(len(tables), slot), free):
            self.hard[place, tables] = rank + 1
            self.ace[place, tables] = rank == 0
            self.cards[place, tables] = 1
            self.split[place, tables] = True
            self.stake[place, tables] = 1
            self.given_up[place, tables] = False
            self.low[place, tables] = rank
        self.hands[tables] += 1
        self.splits[tables] += 1
        self.take(slot, tables)

    def settled(self) -> Floats:
        """Let every dealer draw and compare."""
        hard, ace = self.up + 1, self.up == 0
        drawn, total = np.ones(len(self.up), dtype=np.int64), np.zeros(len(self.up), dtype=np.int64)
        tables = self.every
        while len(tables):
            card = self.draw(tables)
            hard[tables] += card + 1
            ace[tables] |= card == 0
            drawn[tables] += 1
            soft = ace[tables] & (hard[tables] <= 11)
            total[tables] = hard[tables] + 10 * soft
            more = total[tables] < 17
            if self.terms.hits_soft_17:
                more |= (total[tables] == 17) & soft
            tables = tables[more]
        blackjack = (total == 21) & (drawn == 2)
        returned = np.zeros(len(self.up))
        for slot in range(int(self.hands.max())):
            tables = np.flatnonzero(self.hands > slot)
            returned[tables] += self._compared(slot, tables, total[tables], blackjack[tables])
        return returned

    def _compared(
        self, slot: int, tables: Ints, dealer: Ints, blackjack: npt.NDArray[np.bool_]
    ) -> Floats:
        """Return what the hands of one slot bring."""
        terms, (own, _) = self.terms, self.best(slot, tables)
        odds = terms.blackjack_odds[0] / terms.blackjack_odds[1]
        split, stake = self.split[slot, tables], self.stake[slot, tables]
        result = np.where((own > dealer) | (dealer > 21), 1.0, np.where(own == dealer, 0.0, -1.0))
        two = (own == 21) & (self.cards[slot, tables] == 2)
        natural = two & ~split
        result = np.where(natural | (two & terms.split_21_is_blackjack), odds, result)
        pushes = np.zeros(len(own), dtype=bool)
        if terms.beaten_21 is not None:
            pushes = (own == 21) & ((~split & (stake == 1)) | (terms.beaten_21 is Push21.ANY))
        tied = odds if terms.blackjack_tie is BlackjackTie.PLAYER_WINS else 0.0
        beaten = np.where(natural, tied, np.where(pushes, 0.0, -1.0))
        result = np.where(blackjack, beaten, result)
        result = np.where(natural & self.even[self.up[tables]], 1.0, result)
        result = np.where(own > 21, -1.0, result) * stake
        return np.where(self.given_up[slot, tables], -0.5, result)


def _cap(limit: int | None) -> int:
    return HANDS if limit is None else limit
