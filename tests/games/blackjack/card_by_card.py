"""The main game played card by card over a small shoe: slow, plain, and sure.

It knows nothing of multisets, exchangeable draws or inclusion and exclusion: it deals every card
that can come, in the order of the table, and adds up. The product's sums must agree with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from tables.games.blackjack.terms import BlackjackTie, Push21
from tables.games.blackjack.theory.strategy import UPS, Letter, Strategy
from tables.games.blackjack.theory.terms import MainTerms

Shoe = tuple[int, ...]
"""Cards left by rank, index 0 the ace."""


@dataclass(frozen=True)
class Held:
    """A hand on the layout."""

    cards: tuple[int, ...]
    """Ranks, in the order they came."""
    split: bool = False
    right: bool = True
    """Whether every split before it left it on the player's right (AMB-18)."""
    stake: float = 1.0

    @property
    def best(self) -> tuple[int, bool]:
        hard = sum(rank + 1 for rank in self.cards)
        soft = 0 in self.cards and hard <= 11
        return (hard + 10, True) if soft else (hard, False)


@dataclass
class Dealing:
    """One rule set, one strategy, one small shoe."""

    terms: MainTerms
    strategy: Strategy
    both_first: bool = False
    up: int = 0
    seen: dict[object, float] = field(default_factory=dict)

    def edge(self, shoe: Shoe) -> float:
        """Return the house's edge: minus what all rounds return on average."""
        return -sum(chance * self.against(left, up) for up, chance, left in draws(shoe))

    def against(self, shoe: Shoe, up: int) -> float:
        self.up, self.seen = up, {}
        return sum(
            one * two * self.play(after, (Held((first, second)),), (), 0)
            for first, one, left in draws(shoe)
            for second, two, after in draws(left)
        )

    def play(
        self, shoe: Shoe, waiting: tuple[Held, ...], done: tuple[Held, ...], splits: int
    ) -> float:
        """Return what the round will bring from here on."""
        key = (shoe, waiting, tuple(sorted((h.best[0], h.stake, h.split) for h in done)), splits)
        if key not in self.seen:
            self.seen[key] = self._play(shoe, waiting, done, splits)
        return self.seen[key]

    def _play(
        self, shoe: Shoe, waiting: tuple[Held, ...], done: tuple[Held, ...], splits: int
    ) -> float:
        if not waiting:
            return self.settled(shoe, done)
        hand, *others = waiting
        rest = tuple(others)
        if len(hand.cards) < 2:
            return sum(
                chance * self.play(left, (with_card(hand, card), *rest), done, splits)
                for card, chance, left in draws(shoe)
            )
        total, soft = hand.best
        if total > 21:
            return -hand.stake + self.play(shoe, rest, done, splits)
        if not hand.split and hand.cards in ((0, 9), (9, 0)):
            return self.natural(shoe)
        ace = hand.split and hand.cards[0] == 0
        letter = self.letter(hand, total, soft, splits)
        if letter == "R":
            return -0.5
        if letter == "P":
            right, left = (
                Held(hand.cards[:1], True, hand.right),
                Held(hand.cards[1:], True, False),
            )
            if not self.both_first:
                return self.play(shoe, (right, left, *rest), done, splits + 1)
            return sum(
                one
                * two
                * self.play(
                    after, (with_card(right, a), with_card(left, b), *rest), done, splits + 1
                )
                for a, one, after_one in draws(shoe)
                for b, two, after in draws(after_one)
            )
        if letter == "S" or ace:
            return self.play(shoe, rest, (*done, hand), splits)
        value = 0.0
        for card, chance, left in draws(shoe):
            more = with_card(hand, card)
            if letter == "D":
                more = replace(more, stake=2.0)
                if more.best[0] > 21:
                    value += chance * (-2.0 + self.play(left, rest, done, splits))
                else:
                    value += chance * self.play(left, rest, (*done, more), splits)
            else:
                value += chance * self.play(left, (more, *rest), done, splits)
        return value

    def letter(self, hand: Held, total: int, soft: bool, splits: int) -> Letter:
        """Return the decision: H, S, D, P or R."""
        terms = self.terms
        two = len(hand.cards) == 2
        may_double = two and (not hand.split or terms.double_after_split)
        gives_up = (
            two
            and not hand.split
            and (terms.surrender == "always" or (terms.surrender != "none" and self.up != 0))
        )
        if two and hand.cards[0] == hand.cards[1]:
            rank = hand.cards[0]
            letter = self.strategy.pairs[rank][self.up]
            limit = terms.max_ace_splits if rank == 0 else terms.max_splits
            chained = hand.right or not terms.resplit_first_hand_only
            if letter == "P" and (limit is None or splits < limit) and chained:
                return "P"
            if letter[0] == "R" and gives_up:
                return "R"
        letter = self.strategy.on_total(total, soft, self.up)
        if letter[0] == "R":
            return "R" if gives_up else "S" if letter == "Rs" else "H"
        if letter[0] == "D":
            return "D" if may_double else "S" if letter == "Ds" else "H"
        return letter

    def natural(self, shoe: Shoe) -> float:
        if UPS[self.up] in self.strategy.even_money:
            return 1.0
        results = dealer(shoe, self.up, self.terms.hits_soft_17)
        odds = self.terms.blackjack_odds[0] / self.terms.blackjack_odds[1]
        tied = odds if self.terms.blackjack_tie is BlackjackTie.PLAYER_WINS else 0.0
        return odds * (1 - results["BJ"]) + tied * results["BJ"]

    def settled(self, shoe: Shoe, done: tuple[Held, ...]) -> float:
        if not done:
            return 0.0
        results = dealer(shoe, self.up, self.terms.hits_soft_17)
        return sum(
            chance * self.compared(hand, result)
            for result, chance in results.items()
            for hand in done
        )

    def compared(self, hand: Held, result: str) -> float:
        total = hand.best[0]
        if result == "BJ":
            push = self.terms.beaten_21
            plain = not hand.split and hand.stake == 1
            kept = total == 21 and push is not None and (push is Push21.ANY or plain)
            return 0.0 if kept else -hand.stake
        if self.terms.split_21_is_blackjack and hand.split and len(hand.cards) == 2 and total == 21:
            return hand.stake * self.terms.blackjack_odds[0] / self.terms.blackjack_odds[1]
        if result == "BUST" or total > int(result):
            return hand.stake
        return 0.0 if total == int(result) else -hand.stake


def with_card(hand: Held, card: int) -> Held:
    return replace(hand, cards=(*hand.cards, card))


def draws(shoe: Shoe) -> list[tuple[int, float, Shoe]]:
    """Return each rank that can come next, its chance, and what is left."""
    every = sum(shoe)
    assert every, "The shoe ran out: it is too small for this comparison."
    return [
        (rank, count / every, (*shoe[:rank], count - 1, *shoe[rank + 1 :]))
        for rank, count in enumerate(shoe)
        if count
    ]


@cache
def dealer(shoe: Shoe, up: int, hits_soft_17: bool) -> Mapping[str, float]:
    """Return the chances of the dealer's results, card by card."""
    found: dict[str, float] = {}

    def draw(left: Shoe, cards: tuple[int, ...], chance: float) -> None:
        total, soft = Held(cards).best
        if len(cards) > 1 and (total > 17 or (total == 17 and not (soft and hits_soft_17))):
            bj = len(cards) == 2 and total == 21
            name = "BJ" if bj else "BUST" if total > 21 else str(total)
            found[name] = found.get(name, 0.0) + chance
            return
        for card, share, after in draws(left):
            draw(after, (*cards, card), chance * share)

    draw(shoe, (up,), 1.0)
    return {"BJ": 0.0} | found
