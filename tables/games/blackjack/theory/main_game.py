"""The main game's edge: every hand the player can hold, summed exactly over the finite shoe.

One row is one multiset of cards a hand can hold, out of one shoe: the fresh shoe less the dealer's
up-card, less the hand, less the cards that a split has taken beside it. For each row the dealer's
results are the products of `dealer.finished_hands`; standing, doubling and hitting follow from the
rows with one card more. So the edge of a given strategy is exact but for the rounding of double
precision and the terms that `splitting` leaves out, both of which `MainReturn.error` bounds.

The strategy is total-dependent: one letter for each total, with or without an ace that counts
eleven, and for each pair. It is improved cell by cell, each cell by the exact sum over all hands
that reach it, those of split pairs included, until no single cell can be improved.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tables.games.blackjack.points import DEALER_RESULTS
from tables.games.blackjack.terms import BlackjackTie, EvenMoneyTerms, Push21
from tables.games.blackjack.theory.dealer import RANKS, Counts, finished_hands, full_shoe
from tables.games.blackjack.theory.splitting import DEPTH, SplitTerms, split_terms
from tables.games.blackjack.theory.strategy import (
    HARD,
    SOFT,
    UPS,
    Letter,
    MainReturn,
    Strategy,
    name_of,
)
from tables.games.blackjack.theory.terms import MainTerms

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

ACE: Final = 0
TEN: Final = 9
BJ: Final = DEALER_RESULTS.index("BJ")
BUST: Final = DEALER_RESULTS.index("BUST")
ROUNDING: Final = 1e-9
"""Far more than double precision loses in these sums; the tests compare with exact fractions."""
LEAST_GAIN: Final = 1e-15
"""What double precision cannot tell from nothing."""
QUICK: Final = 12
CAREFUL: Final = 200
"""Steps in which a column settles; it has 98 cells."""
CLASSES: Final = 44
"""Hard totals 0 to 21, then soft totals 0 to 21."""
GRADES: Final = (*HARD, *[22 + total for total in SOFT])
"""The classes of a table's rows."""


def main_game(
    terms: MainTerms, strategy: Strategy | None = None, shoe: Counts | None = None
) -> MainReturn:
    """Return the edge of the best strategy under the terms, or of the strategy given.

    The edge is that of one box and a fresh shoe (or of what `shoe` says is left of one); as the
    strategy looks at its own hand only, burnt cards and other boxes do not change it.
    """
    full = shoe or full_shoe(terms.decks)
    rows = _Rows.of(terms, full)
    solved = [_Against(rows, full, up).solve(strategy) for up in range(RANKS)]
    columns = list(zip(*[each.letters for each in solved], strict=True))
    soft, pairs = len(HARD), len(HARD) + len(SOFT)
    return MainReturn(
        edge=-sum(each.value for each in solved),
        error=sum(each.error for each in solved) + ROUNDING,
        strategy=Strategy(
            hard=tuple(columns[:soft]),
            soft=tuple(columns[soft:pairs]),
            pairs=tuple(columns[pairs:]),
            even_money="".join(UPS[up] for up, each in enumerate(solved) if each.even_money),
        ),
        worth={
            hand: {action: tuple([each.worth[hand][action] for each in solved]) for action in first}
            for hand, first in solved[0].worth.items()
        },
    )


def _hands(hard: int = 0, least: int = 0, held: Counts = (0,) * RANKS) -> Iterator[Counts]:
    """Yield every multiset of ranks that counts at most 21 with each ace as one."""
    yield held
    for rank in range(least, min(RANKS, 21 - hard)):
        more = (*held[:rank], held[rank] + 1, *held[rank + 1 :])
        yield from _hands(hard + rank + 1, rank, more)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Every hand of two cards or more, and out of which shoe; the same for each up-card."""

    terms: MainTerms
    held: Ints
    """Cards of the hand, by rank."""
    gone: Ints
    """Cards missing in the shoe: the hand's, and those a split has taken beside it."""
    hard: Ints
    best: Ints
    """The total, an ace counting eleven where it can."""
    grade: Ints
    """The strategy's class: the hard total, or 22 more than the soft one."""
    child: Ints
    """The row with one card more of each rank; one past the last where it busts."""
    pair: Ints
    """The rank of the split pair that the hand grew from; -1 where nothing was split."""
    repeat: Ints
    """How many further cards of that rank the split has drawn."""
    two: Bools
    natural: Bools
    identical: Ints
    """The rank of a hand of two equal cards, else -1."""
    blocks: Mapping[tuple[int, int], tuple[int, int]]
    """The first row of a pair's hands after so many repeats, and the row behind the last."""
    splits: tuple[SplitTerms, ...]
    """How the value of each rank's split is summed."""

    @staticmethod
    def of(terms: MainTerms, full: Counts) -> "_Rows":
        hands = [
            hand
            for hand in _hands()
            if sum(hand) >= 2 and all(held <= left for held, left in zip(hand, full, strict=True))
        ]
        splits = tuple([_split_terms(terms, rank) for rank in range(RANKS)])
        origins = [(-1, 0)]
        origins += [(rank, again) for rank in range(RANKS) for again in splits[rank].repeats]
        kept: list[tuple[Counts, int, int]] = []
        blocks: dict[tuple[int, int], tuple[int, int]] = {}
        child: list[list[int]] = []
        for pair, repeat in origins:
            block = [
                hand
                for hand in hands
                if pair < 0 or (hand[pair] and (pair != ACE or sum(hand) == 2))
            ]
            place = {hand: len(kept) + number for number, hand in enumerate(block)}
            blocks[pair, repeat] = (len(kept), len(kept) + len(block))
            kept += [(hand, pair, repeat) for hand in block]
            child += [
                [
                    place.get((*hand[:rank], hand[rank] + 1, *hand[rank + 1 :]), -1)
                    for rank in range(RANKS)
                ]
                for hand in block
            ]
        held = np.array([hand for hand, _, _ in kept], dtype=np.int64)
        pair_of = np.array([pair for _, pair, _ in kept], dtype=np.int64)
        again = np.array([repeat for _, _, repeat in kept], dtype=np.int64)
        gone = held.copy()
        split = pair_of >= 0
        gone[split, pair_of[split]] += 1 + again[split]
        hard = held @ np.arange(1, RANKS + 1)
        soft = (held[:, ACE] > 0) & (hard <= 11)
        two = held.sum(axis=1) == 2
        doubles = (held == 2).any(axis=1) & two
        children = np.array(child, dtype=np.int64)
        children[children < 0] = len(kept)
        return _Rows(
            terms=terms,
            held=held,
            gone=gone,
            hard=hard,
            best=hard + 10 * soft,
            grade=hard + (10 + 22) * soft,
            child=children,
            pair=pair_of,
            repeat=again,
            two=two,
            natural=two & soft & (hard == 11) & ~split,
            identical=np.where(doubles, held.argmax(axis=1), -1),
            blocks=blocks,
            splits=splits,
        )


def _limit(terms: MainTerms, rank: int) -> int | None:
    return terms.max_ace_splits if rank == ACE else terms.max_splits


def _split_terms(terms: MainTerms, rank: int) -> SplitTerms:
    return split_terms(_limit(terms, rank), terms.resplit_first_hand_only)


@dataclass(frozen=True, slots=True)
class _Solved:
    """One column of the table, and what it is worth weighted with its up-card's chance."""

    value: float
    error: float
    letters: tuple[Letter, ...]
    """Hard rows, soft rows, pairs."""
    even_money: bool
    worth: Mapping[str, Mapping[str, float]]
    """What each action with each hand returns, see `Worth`."""


@dataclass(slots=True)
class _Policy:
    """The decisions of one column, by class and by the rank of a pair."""

    hit: Bools
    double: Bools
    surrender: Bools
    split: Bools
    surrender_pair: Bools
    spare_split: Bools
    """The pairs that are split where they may not be surrendered."""


@dataclass(frozen=True, slots=True)
class _Better:
    """What every cell should be, and what changing it alone would gain."""

    policy: _Policy
    gains: tuple[Floats, ...]
    """In the order of `_cells`."""


class _Against:
    """Everything that happens against one up-card."""

    def __init__(self, rows: _Rows, full: Counts, up: int) -> None:
        self.rows, self.up, self.terms = rows, up, rows.terms
        shoe = np.array(full, dtype=np.int64)
        self.chance = float(shoe[up] / shoe.sum())
        shoe[up] = max(shoe[up] - 1, 0)
        self.fresh = shoe
        # A row that the shoe does not have is reached with chance 0: any number does for it.
        self.left = np.maximum(shoe - rows.gone, 0)
        self.size = np.maximum(self.left.sum(axis=1), 1)
        self.next = self.left / self.size[:, None]
        self._stand()
        self._double()
        self._deals()
        self.may_surrender = rows.terms.surrender == "always" or (
            rows.terms.surrender == "not_against_ace" and up != ACE
        )

    # What each row returns when it takes no further decision, per unit of the initial stake.

    def _stand(self) -> None:
        rows, terms = self.rows, self.terms
        results = self._results()
        self.dealer = results
        points = np.zeros((len(rows.best), 5))
        for index, point in enumerate(range(17, 22)):
            points[:, index] = np.sign(rows.best - point)
        beaten = -np.ones(len(rows.best))
        common = (points * results[:, :5]).sum(axis=1) + results[:, BUST]
        is_21 = rows.best == 21
        if terms.beaten_21 is not None:
            kept = is_21 & ((rows.pair < 0) | (terms.beaten_21 is Push21.ANY))
            beaten[kept] = 0
        self.stand = common + beaten * results[:, BJ]
        doubled = np.where(is_21 & (terms.beaten_21 is Push21.ANY), 0.0, -1.0)
        self.stand_doubled = common + doubled * results[:, BJ]
        odds = terms.blackjack_odds[0] / terms.blackjack_odds[1]
        without = 1 - results[:, BJ]
        ten_and_ace = (rows.best == 21) & rows.two & (rows.pair >= 0)
        if terms.split_21_is_blackjack:
            lost = beaten * results[:, BJ]
            self.stand = np.where(ten_and_ace, odds * without + lost, self.stand)
        tied = odds if terms.blackjack_tie is BlackjackTie.PLAYER_WINS else 0.0
        natural = odds * without + tied * results[:, BJ]
        offered = terms.even_money is not EvenMoneyTerms.NONE and (
            self.up == ACE or (self.up == TEN and terms.even_money is EvenMoneyTerms.VS_ACE_OR_TEN)
        )
        self.waits = float(natural[rows.natural].max(initial=-1.0))
        self.even_money = offered and self.waits < 1
        self.stand = np.where(rows.natural, np.where(self.even_money, 1.0, natural), self.stand)

    def _results(self) -> Floats:
        """Return the chance of each of the dealer's results, for every row."""
        hands = finished_hands(self.up, self.terms.hits_soft_17)
        most = max(sum(hand.drawn) for hand in hands)
        # taken[rank][n]: the ways to draw n cards of the rank one after another.
        taken: list[list[Floats]] = []
        for rank in range(RANKS):
            ways = [np.ones(len(self.left))]
            for drawn in range(max(hand.drawn[rank] for hand in hands)):
                ways.append(ways[-1] * np.maximum(self.left[:, rank] - drawn, 0))
            taken.append(ways)
        orders = [np.ones(len(self.left))]
        for drawn in range(most):
            orders.append(orders[-1] / np.maximum(self.size - drawn, 1))
        chances = np.zeros((len(DEALER_RESULTS), len(self.left)))
        prefix = [np.ones(len(self.left))] * (RANKS + 1)
        before: Counts = (-1,) * RANKS
        # Sorted, neighbours share their first ranks: each product is made once.
        for hand in sorted(hands, key=lambda each: each.drawn):
            same = next(
                rank
                for rank in range(RANKS + 1)
                if rank == RANKS or hand.drawn[rank] != before[rank]
            )
            for rank in range(same, RANKS):
                drawn = hand.drawn[rank]
                prefix[rank + 1] = prefix[rank] * taken[rank][drawn] if drawn else prefix[rank]
            before = hand.drawn
            chances[hand.result] += prefix[RANKS] * orders[sum(hand.drawn)] * hand.orders
        return chances.T

    def _double(self) -> None:
        """Set what one card more returns, for twice the stake."""
        ends = np.append(self.stand_doubled, -1.0)
        self.double = 2 * (self.next * ends[self.rows.child]).sum(axis=1)

    def _deals(self) -> None:
        """Set the chance that each two-card hand is dealt, given the up-card."""
        rows, shoe = self.rows, self.fresh
        size = int(shoe.sum())
        self.dealt = np.zeros(len(rows.best))
        for row in np.flatnonzero(rows.two & (rows.pair < 0)):
            first, second = np.repeat(np.arange(RANKS), rows.held[row])
            ways = shoe[first] * (shoe[second] - (first == second)) * (2 - (first == second))
            self.dealt[row] = ways / (size * (size - 1))

    # Split pairs.

    def _repeats(self, rank: int) -> tuple[float, ...]:
        """Return the chances that the next k cards are all of a split pair's rank."""
        repeats = [1.0]
        left, size = int(self.fresh[rank]) - 2, int(self.fresh.sum()) - 2
        for drawn in range(4 * DEPTH):
            repeats.append(repeats[-1] * max(left - drawn, 0) / max(size - drawn, 1))
        return tuple(repeats)

    def _split_weights(self, splits: Sequence[SplitTerms]) -> Floats:
        """Return each split row's weight in the value of its pair's split, by terms of each."""
        rows = self.rows
        weights = np.zeros(len(rows.best))
        for (rank, repeat), (start, end) in rows.blocks.items():
            if rank < 0 or repeat not in splits[rank].repeats:
                continue
            terms, chance = splits[rank], self._repeats(rank)[repeat]
            size = int(self.fresh.sum()) - 2 - repeat
            for row in start + np.flatnonzero(rows.two[start:end]):
                same = rows.identical[row] == rank
                drawn = rank if same else int(np.flatnonzero(rows.held[row]).sum()) - rank
                # The second card comes out of the shoe that still has it.
                left = max(int(self.fresh[drawn]) - (2 + repeat if same else 0), 0)
                times = terms.kept[repeat] if same else terms.others[repeat]
                weights[row] = times * chance * left / size
        return weights

    # The strategy.

    def solve(self, strategy: Strategy | None) -> _Solved:
        """Return the best column, or the given strategy's."""
        weights = self._split_weights(self.rows.splits)
        if strategy is not None:
            return self._solved(self._policy_of(strategy), weights)
        best: _Solved | None = None
        for stand_from in (12, 17):
            solved = self._solved(self._settled(_start(stand_from), weights), weights)
            if best is None or solved.value > best.value:
                best = solved
        assert best is not None
        return best

    def _settled(self, policy: _Policy, weights: Floats) -> _Policy:
        """Return the column that no change of a single cell improves, reached from a first one."""
        for _ in range(QUICK):
            better = self._better(policy, weights)
            if not _changes(policy, better.policy):
                return policy
            policy = better.policy
        # Cells changed together may undo one another; one at a time, each step gains.
        for _ in range(CAREFUL):
            better = self._better(policy, weights)
            gains = [
                (better.gains[kind][cell], kind, cell)
                for kind, cell in _changes(policy, better.policy)
                if better.gains[kind][cell] > 0
            ]
            if not gains:
                return better.policy
            _, kind, cell = max(gains)
            _cells(policy)[kind][cell] = _cells(better.policy)[kind][cell]
        raise AssertionError("The strategy does not settle.")

    def _may_double(self) -> Bools:
        rows = self.rows
        split = rows.pair >= 0
        after = (
            split & (rows.pair != ACE) if self.terms.double_after_split else np.zeros_like(split)
        )
        allowed: Bools = rows.two & ~rows.natural & (~split | after)
        return allowed

    def _forced(self) -> Bools:
        """Return the rows that take no decision: a split ace has its one card."""
        forced: Bools = self.rows.natural | (self.rows.pair == ACE)
        return forced

    def _play(self, policy: _Policy) -> tuple[Floats, Floats]:
        """Return each row's value when it hits, and when it hits or stands by the policy."""
        rows = self.rows
        hits = policy.hit[rows.grade] & ~self._forced()
        hitting = np.full(len(rows.best), -1.0)
        playing = np.append(self.stand, -1.0)
        for hard in range(21, 1, -1):
            level = np.flatnonzero(rows.hard == hard)
            hitting[level] = (self.next[level] * playing[rows.child[level]]).sum(axis=1)
            playing[level] = np.where(hits[level], hitting[level], self.stand[level])
        return hitting, playing[:-1]

    def _first(self, policy: _Policy, playing: Floats) -> Floats:
        """Return each two-card row's value by its total, without surrender."""
        doubles = self._may_double() & policy.double[self.rows.grade]
        return np.where(doubles, self.double, playing)

    def _reached(self, policy: _Policy, started: Floats) -> Floats:
        """Return the weight with which each row must hit or stand; `started` is of two cards."""
        rows = self.rows
        reached = np.append(started, 0.0)
        hits = policy.hit[rows.grade] & ~self._forced()
        for hard in range(2, 22):
            level = np.flatnonzero((rows.hard == hard) & hits)
            passed = reached[level, None] * self.next[level]
            reached += np.bincount(
                rows.child[level].ravel(), passed.ravel(), minlength=len(reached)
            )
        return reached[:-1]

    def _decides(self, policy: _Policy, played: Floats) -> Floats:
        """Return the weight with which each row must hit or stand; `played` is of two cards."""
        doubles = self._may_double() & policy.double[self.rows.grade]
        return self._reached(policy, np.where(doubles, 0.0, played) * ~self._forced())

    def _pair_values(self, first: Floats, weights: Floats) -> Floats:
        values = weights * first
        split = self.rows.pair
        sums = np.bincount(split[split >= 0], values[split >= 0], minlength=RANKS)
        return sums.astype(np.float64)

    def _started(self, policy: _Policy, weights: Floats) -> tuple[Floats, Floats]:
        """Return the weights of the two-card rows that are played by their total.

        First those that may surrender, then all others.
        """
        rows = self.rows
        own = self.dealt.copy()
        pair_rows = np.flatnonzero((rows.identical >= 0) & (rows.pair < 0))
        dealt = np.zeros(RANKS)
        for row in pair_rows:
            rank = rows.identical[row]
            dealt[rank] = self.dealt[row]
            if policy.split[rank] or policy.surrender_pair[rank]:
                own[row] = 0.0
        splitting = np.where(policy.split, dealt, 0.0)
        after = np.where(rows.pair >= 0, weights * splitting[rows.pair], 0.0)
        return own, after

    def _better(self, policy: _Policy, weights: Floats) -> "_Better":
        """Return the column in which every cell is the best one beside the others as they are.

        A cell that no hand reaches is set as if every hand of its total were held, and gains 0.
        """
        rows = self.rows
        hitting, playing = self._play(policy)
        own, after = self._started(policy, weights)
        played = own * ~policy.surrender[rows.grade] + after
        free, may = ~self._forced(), self._may_double()
        reached = self._decides(policy, played)
        hit, hit_gain = self._cell(free, reached, hitting - self.stand)
        hit[[21, 22 + 21]] = False
        double, double_gain = self._cell(may, played, self.double - playing)
        first = self._first(policy, playing)
        original = rows.two & (rows.pair < 0) & ~rows.natural
        surrender, surrender_gain = policy.surrender, np.zeros(CLASSES)
        by_total = first
        if self.may_surrender:
            surrender_gain = _by_class(rows, np.where(original, own * (-0.5 - first), 0.0))
            surrender = surrender_gain > LEAST_GAIN
            by_total = np.where(policy.surrender[rows.grade], -0.5, first)
        pairs = self._pair_values(first, weights)
        split, gives_up, spare = (np.zeros(RANKS, dtype=bool) for _ in range(3))
        pair_gain = np.zeros(RANKS)
        for row in np.flatnonzero((rows.identical >= 0) & (rows.pair < 0)):
            rank = rows.identical[row]
            worth = pairs[rank] if self._splittable(rank) else -np.inf
            spare[rank] = worth > first[row] + LEAST_GAIN
            others = {"": by_total[row], "P": worth}
            if self.may_surrender:
                others["R"] = -0.5
            now = "P" if policy.split[rank] else "R" if policy.surrender_pair[rank] else ""
            chosen = max(others, key=lambda each: others[each] + LEAST_GAIN * (each == ""))
            split[rank], gives_up[rank] = chosen == "P", chosen == "R"
            pair_gain[rank] = self.dealt[row] * (others[chosen] - others[now])
        better = _Policy(hit, double, surrender, split, gives_up, spare)
        return _Better(
            better,
            (np.abs(hit_gain), np.abs(double_gain), np.abs(surrender_gain), pair_gain, pair_gain),
        )

    def _cell(self, rows: Bools, weight: Floats, more: Floats) -> tuple[Bools, Floats]:
        """Return where a decision is worth more than the other one, and by how much in all."""
        gain = _by_class(self.rows, np.where(rows, weight * more, 0.0))
        touched = _by_class(self.rows, np.where(rows, np.abs(weight), 0.0)) > 0
        idle = _by_class(self.rows, np.where(rows & (self.rows.pair < 0), more, 0.0))
        return np.where(touched, gain, idle) > LEAST_GAIN, np.where(touched, gain, 0.0)

    def _splittable(self, rank: int) -> bool:
        """Tell whether pairs of the rank are split; tens of unlike ranks never are, nor with them.

        Splitting tens loses against standing; where only identical ones may be split, the table
        leaves it out, and its edge stays that of the table.
        """
        if rank == TEN and self.terms.split_identical_only:
            return False
        limit = _limit(self.terms, rank)
        return limit is None or limit > 0

    def _solved(self, policy: _Policy, weights: Floats) -> _Solved:
        rows = self.rows
        _, playing = self._play(policy)
        first = self._first(policy, playing)
        split = self._pair_values(first, weights)
        original = rows.two & (rows.pair < 0)
        gives_up = self.may_surrender & policy.surrender[rows.grade] & ~rows.natural
        values = np.where(gives_up, -0.5, first)
        error = 0.0
        for row in np.flatnonzero(original & (rows.identical >= 0)):
            rank = int(rows.identical[row])
            if policy.split[rank]:
                values[row] = split[rank]
                left_out = rows.splits[rank].left_out(self._repeats(rank))
                error += float(self.dealt[row]) * left_out
            elif policy.surrender_pair[rank]:
                values[row] = -0.5
        value = float((self.dealt * np.where(original, values, 0.0)).sum())
        return _Solved(
            value * self.chance,
            error * self.chance,
            self._letters(policy),
            self.even_money,
            self._worth(policy, weights),
        )

    def _worth(self, policy: _Policy, weights: Floats) -> dict[str, dict[str, float]]:
        """Return what each action with each hand returns, where the strategy plays on after it.

        A mean over the hands of a total, each as often as it comes to that decision.
        """
        rows = self.rows
        hitting, playing = self._play(policy)
        own, after = self._started(policy, weights)
        decides = self._decides(policy, own * ~policy.surrender[rows.grade] + after)
        original, equal = rows.two & (rows.pair < 0) & ~rows.natural, rows.identical >= 0
        found = {}
        for grade in GRADES:
            total, soft = grade % 22, grade >= 22
            of_total = (rows.grade == grade) & ~self._forced()
            if not of_total.any():
                continue
            # Whatever the strategy never comes to is told as if every hand of its total were held.
            ways = np.where(of_total, decides, 0.0)
            ways = ways if ways.any() else (of_total & (rows.pair < 0)).astype(np.float64)
            name = name_of(total, soft, two=False)
            found[name] = {"stand": _mean(ways, self.stand), "hit": _mean(ways, hitting)}
            # A ten and an ace are dealt as a natural, and held as 21 where tens were split alone.
            two = of_total & rows.two & ~rows.natural & ~equal
            dealt = np.where(two & original, self.dealt, 0.0)
            dealt = dealt if dealt.any() else two.astype(np.float64)
            if dealt.any():
                found[name_of(total, soft, two=True)] = {
                    "stand": _mean(dealt, self.stand),
                    "hit": _mean(dealt, hitting),
                    "double": _mean(dealt, self.double),
                }
        # Who splits against the strategy plays on by it, so he does not split again.
        first, once = self._first(policy, playing), self._split_weights((split_terms(1),) * RANKS)
        again = self._pair_values(first, weights)
        split = np.where(policy.split, again, self._pair_values(first, once))
        for row in np.flatnonzero(original & equal):
            rank = int(rows.identical[row])
            found[f"{UPS[rank]},{UPS[rank]}"] = {
                "stand": float(self.stand[row]),
                "hit": float(hitting[row]),
                "double": float(self.double[row]),
                "split": float(split[rank]),
            }
        found["BJ"] = {"wait": self.waits}
        return found

    def _letters(self, policy: _Policy) -> tuple[Letter, ...]:
        by_total = [_letter(policy, grade) for grade in GRADES]
        pairs: list[Letter] = []
        for rank in range(RANKS):
            grade = 22 + 12 if rank == ACE else 2 * (rank + 1)
            plain = by_total[GRADES.index(grade)]
            if policy.split[rank]:
                pairs.append("P")
            elif policy.surrender_pair[rank]:
                stands = plain in ("S", "Ds", "Rs")
                pairs.append("Rp" if policy.spare_split[rank] else "Rs" if stands else "R")
            else:
                pairs.append(plain)
        return (*by_total, *pairs)

    def _policy_of(self, strategy: Strategy) -> _Policy:
        """Return this column of a strategy."""
        policy = _start(17)
        for grade, letter in [
            *[(total, row[self.up]) for total, row in zip(HARD, strategy.hard, strict=True)],
            *[(22 + total, row[self.up]) for total, row in zip(SOFT, strategy.soft, strict=True)],
        ]:
            policy.hit[grade] = letter in ("H", "D", "R")
            policy.double[grade] = letter in ("D", "Ds")
            policy.surrender[grade] = letter in ("R", "Rs")
        for rank, row in enumerate(strategy.pairs):
            policy.split[rank] = row[self.up] == "P"
            policy.surrender_pair[rank] = row[self.up] in ("R", "Rs", "Rp")
        self.even_money = UPS[self.up] in strategy.even_money
        return policy


def _start(stand_from: int) -> _Policy:
    """Return a column that hits below a total and on soft 17, and does nothing else."""
    totals = np.arange(CLASSES) % 22
    soft = np.arange(CLASSES) >= 22
    return _Policy(
        hit=np.where(soft, totals < 18, totals < stand_from),
        double=np.zeros(CLASSES, dtype=bool),
        surrender=np.zeros(CLASSES, dtype=bool),
        split=np.zeros(RANKS, dtype=bool),
        surrender_pair=np.zeros(RANKS, dtype=bool),
        spare_split=np.zeros(RANKS, dtype=bool),
    )


def _cells(policy: _Policy) -> list[Bools]:
    return [
        policy.hit, policy.double, policy.surrender, policy.split, policy.surrender_pair
    ]  # fmt: skip


def _changes(policy: _Policy, other: _Policy) -> list[tuple[int, int]]:
    """Return the kind and the number of each cell in which two columns differ."""
    pairs = zip(_cells(policy), _cells(other), strict=True)
    return [
        (kind, int(cell))
        for kind, (one, two) in enumerate(pairs)
        for cell in np.flatnonzero(one != two)
    ]


def _mean(weights: Floats, values: Floats) -> float:
    return float((weights * values).sum() / weights.sum())


def _by_class(rows: _Rows, values: Floats) -> Floats:
    return np.bincount(rows.grade, values, minlength=CLASSES).astype(np.float64)


def _letter(policy: _Policy, grade: int) -> Letter:
    if policy.surrender[grade]:
        return "R" if policy.hit[grade] else "Rs"
    if policy.double[grade]:
        return "D" if policy.hit[grade] else "Ds"
    return "H" if policy.hit[grade] else "S"
