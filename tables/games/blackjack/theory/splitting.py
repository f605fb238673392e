"""How often each hand of a split pair arises, so that its value can be summed exactly.

Split hands are dealt one after another out of one shoe, and whether a later hand exists depends on
what the earlier ones drew. But a strategy that looks at one hand at a time makes the draws
exchangeable: the second card of the j-th hand, its further cards and the dealer's are distributed
as the next cards of a fresh shoe, whatever the other hands took in between (the predictable
sampling theorem for exchangeable sequences). What matters of the earlier second cards is only
which of them were of the pair's rank again, and "was not" is "anything" less "was": every term is
a sum of values of one hand out of a shoe without k more cards of that rank.
"""

from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from math import comb
from typing import Final

DEPTH: Final = 9
"""Terms that are summed; what is left out is bounded by `SplitTerms.left_out`."""


@dataclass(frozen=True, slots=True)
class SplitTerms:
    """The split pair's value is the sum over k of P(k) x (others[k] A(k) + kept[k] B(k)).

    P(k) is the chance that the next k cards are all of the pair's rank; A(k) and B(k) are what one
    split hand returns, out of the shoe without those k, when its second card is of another rank,
    and when it is of the same rank and stays.
    """

    others: tuple[int, ...]
    kept: tuple[int, ...]

    left: tuple[int, ...] = ()
    """The magnitudes of the coefficients that are not summed, from k = `DEPTH`."""

    @property
    def repeats(self) -> tuple[int, ...]:
        """The k of the terms that are not nothing."""
        pairs = enumerate(zip(self.others, self.kept, strict=True))
        return tuple([repeat for repeat, counts in pairs if any(counts)])

    def left_out(self, repeats: tuple[float, ...]) -> float:
        """Return the most that the terms not summed can amount to; `repeats[k]` is P(k).

        A hand returns at most twice its stake, won or lost.
        """
        return sum(
            2 * size * chance for size, chance in zip(self.left, repeats[DEPTH:], strict=False)
        )


@cache
def split_terms(limit: int | None, first_hand_only: bool = False) -> SplitTerms:
    """Return the terms for at most `limit` splits of one original hand.

    Without a limit no pair stays, and each card of the pair's rank makes one hand two.
    `first_hand_only`: only the hand on the player's right may be split again (AMB-18). The two
    moments at which the second hand may get its card (AMB-23) lead to the same terms.
    """
    if limit is None:
        ends = [2 if first_hand_only else 2 ** (repeat + 1) for repeat in range(4 * DEPTH)]
        return SplitTerms(tuple(ends[:DEPTH]), (0,) * DEPTH, tuple(ends[DEPTH:]))
    others: dict[tuple[int, int], int] = {}
    kept: dict[tuple[int, int], int] = {}
    # (pairs' cards seen, other cards seen, hands that wait, splits, the next may be split) -> ways
    states = {(0, 0, 2, 1, True): 1}
    while states:
        following: dict[tuple[int, int, int, int, bool], int] = {}
        for (same, other, waiting, splits, first), ways in states.items():
            seen = (same, other)
            others[seen] = others.get(seen, 0) + ways
            after = [(same, other + 1, waiting - 1, splits, False)]
            if splits < limit and (first or not first_hand_only):
                after.append((same + 1, other, waiting + 1, splits + 1, first))
            else:
                kept[seen] = kept.get(seen, 0) + ways
                after.append((same + 1, other, waiting - 1, splits, False))
            for state in after:
                if state[2]:
                    following[state] = following.get(state, 0) + ways
        states = following
    ended, stayed = _by_repeats(others, limit), _by_repeats(kept, limit)
    left = zip_longest(ended[DEPTH:], stayed[DEPTH:], fillvalue=0)
    return SplitTerms(
        ended[:DEPTH], stayed[:DEPTH], tuple(abs(one) + abs(other) for one, other in left)
    )


def _by_repeats(counted: dict[tuple[int, int], int], limit: int) -> tuple[int, ...]:
    """Return the coefficients once "another rank" is written as "any" less "the same"."""
    terms = [0] * (2 * limit)
    for (same, other), ways in counted.items():
        for further in range(other + 1):
            terms[same + further] += (-1) ** further * comb(other, further) * ways
    return tuple(terms)
