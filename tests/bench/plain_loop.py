"""The main game in plain Python, as fast as it goes without arrays: what simulation is measured by.

Lists and tuples only; nothing is validated. Checked against the exact edge like the others.
"""

from random import Random

import numpy as np

from tables.games.blackjack.theory.strategy import HARD, SOFT, Row, Strategy
from tables.games.blackjack.theory.terms import MainTerms
from tests.games.blackjack.simulation import ROUNDS, Sample, sample


def plain_loop(terms: MainTerms, strategy: Strategy, rounds: int, chance: Random) -> Sample:
    """Return what about so many rounds return; refuses surrender and limits of other kinds."""
    assert terms.surrender == "none"
    assert terms.max_splits is not None
    assert terms.beaten_21 is None
    assert not strategy.even_money
    assert not terms.resplit_first_hand_only
    shoe = [rank for rank in range(10) for _ in range((16 if rank == 9 else 4) * terms.decks)]
    hard = {total: strategy.hard[total - HARD[0]] for total in HARD}
    soft = {total: strategy.soft[total - SOFT[0]] for total in SOFT}
    sums = []
    for _ in range(max(rounds // ROUNDS, 2)):
        chance.shuffle(shoe)
        sums.append(_shoe(terms, strategy, hard, soft, shoe))
    return sample(np.array(sums), ROUNDS)


def _shoe(
    terms: MainTerms,
    strategy: Strategy,
    hard: dict[int, Row],
    soft: dict[int, Row],
    shoe: list[int],
) -> float:
    pairs, hits_soft_17 = strategy.pairs, terms.hits_soft_17
    limits = [terms.max_ace_splits or 0] + [terms.max_splits or 0] * 9
    after_split = terms.double_after_split
    at, won = 0, 0.0
    for _ in range(ROUNDS):
        first, up, second = shoe[at], shoe[at + 1], shoe[at + 2]
        at += 3
        waiting = [(first, second)]
        splits = 0
        natural = False
        done = []
        while waiting:
            one, two = waiting.pop()
            if two < 0:
                two = shoe[at]
                at += 1
            total = one + two + 2
            ace = one == 0 or two == 0
            if not splits and total == 11 and ace:
                natural = True
                break
            if one == two and splits < limits[one] and pairs[one][up] == "P":
                splits += 1
                waiting.append((one, -1))
                waiting.append((one, -1))
                continue
            if splits and one == 0:
                done.append((total + 10 if total <= 11 else total, 1))
                continue
            may_double = not splits or after_split
            stake = 1
            while True:
                if ace and total <= 11:
                    best = total + 10
                    letter = soft[best][up]
                elif total >= 21:
                    best = total
                    break
                else:
                    best = total
                    letter = hard[best][up]
                if letter == "S" or (letter == "Ds" and not may_double):
                    break
                total += shoe[at] + 1
                ace = ace or shoe[at] == 0
                at += 1
                if may_double and letter in ("D", "Ds"):
                    stake = 2
                    best = total + 10 if ace and total <= 11 else total
                    break
                may_double = False
            if best > 21:
                won -= stake
            else:
                done.append((best, stake))
        if not natural and not done:
            continue
        total, ace, cards = up + 1, up == 0, 1
        while True:
            card = shoe[at]
            at += 1
            cards += 1
            total += card + 1
            ace = ace or card == 0
            best = total + 10 if ace and total <= 11 else total
            if best > 17 or (best == 17 and not (hits_soft_17 and best != total)):
                break
        blackjack = cards == 2 and best == 21
        if natural:
            won += 0 if blackjack else 1.5
            continue
        for own, stake in done:
            if blackjack:
                won -= stake
            elif best > 21 or own > best:
                won += stake
            elif own < best:
                won -= stake
    return won
