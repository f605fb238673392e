"""Whether a decision was the strategy's, and what it cost on average where it was not."""

from dataclasses import dataclass
from typing import Final

from tables.games.blackjack.legal import why_not_even_money
from tables.games.blackjack.messages import (
    CardCalled,
    Declined,
    Doubled,
    Event,
    HandSettled,
    HandSplit,
    Insured,
    Stood,
)
from tables.games.blackjack.points import POINTS, count, same_value
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Box, Hand, State
from tables.games.blackjack.theory.advice import advised
from tables.games.blackjack.theory.strategy import UPS, Strategy, Worth, name_of
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.price import JudgedDecision

SURRENDERED: Final = -0.5
"""What an abandoned hand returns."""
EVEN: Final = 1.0
"""What a natural returns that is paid 1 to 1."""


@dataclass(frozen=True, slots=True)
class Guide:
    """By what the decisions under a rule set are advised and judged."""

    strategy: Strategy
    worth: Worth
    insurance: float
    """What a unit of insurance loses."""


def advises(guide: Guide, rules: Rules, state: State, no: BoxNo) -> str | None:
    """Return the command that the guide's strategy gives the box now, see `advised`."""
    return advised(guide.strategy, rules, state, no)


def hands(state: State, party: Party) -> int:
    """Return how many hands a party was dealt; a split makes no second one."""
    return sum(box.party == party and bool(box.dealt) for box in state.boxes)


def judged(guide: Guide, rules: Rules, state: State, event: Event) -> JudgedDecision | None:
    """Return what a decision of a box's holder was worth; `state` is from before it.

    `None` of every other event, and where the clock decided for him.
    """
    match event:
        case CardCalled():
            return _played(guide, rules, state, event, "hit")
        case Stood(timed_out=False):
            return _played(guide, rules, state, event, "stand")
        case Doubled():
            return _played(guide, rules, state, event, "double")
        case HandSplit():
            return _played(guide, rules, state, event, "split")
        case HandSettled(result="surrender"):
            return _played(guide, rules, state, event, "surrender")
        case HandSettled(result="even_money") | Declined():
            return _answered(guide, rules, state, event)
        case Insured():
            box = state.box(event.box)
            if box is None or event.party != box.party:
                return None
            lost = guide.insurance * event.amount
            return _judged(state, box, "insurance", "insure", "decline", event.amount, lost)
        case _:
            return None


def _played(
    guide: Guide,
    rules: Rules,
    state: State,
    event: CardCalled | Stood | Doubled | HandSplit | HandSettled,
    action: str,
) -> JudgedDecision | None:
    """Judge what was done with a hand."""
    box = state.box(event.box)
    hand = box.hand(event.hand) if box else None
    if box is None or hand is None:
        return None
    if isinstance(event, HandSettled) and event.party != box.party:
        # A surrender is its holder's, and settles the stakes behind him too.
        return None
    command = advised(guide.strategy, rules, state, event.box)
    if command is None:
        return None
    best = command.removeprefix("blackjack.")
    lost = _return(guide, hand, best, action, state) - _return(guide, hand, action, best, state)
    return _judged(state, box, _name(hand), action, best, box.main, lost * box.main)


def _answered(
    guide: Guide, rules: Rules, state: State, event: HandSettled | Declined
) -> JudgedDecision | None:
    """Judge the answer to an offer of insurance, or to be paid 1 to 1 at once."""
    box = state.box(event.box)
    if box is None or event.party not in ("", box.party) or box.hands[0].result is not None:
        return None
    action = "even_money" if isinstance(event, HandSettled) else "decline"
    up = _up(state)
    if why_not_even_money(rules, state, box, box.holder) is not None:
        return _judged(state, box, "insurance", action, "decline", box.main, 0.0)
    best = "even_money" if up in guide.strategy.even_money else "decline"
    waits = guide.worth["BJ"]["wait"][UPS.index(up)]
    return _judged(state, box, "BJ", action, best, box.main, abs(EVEN - waits) * box.main)


def _judged(
    state: State, box: Box, hand: str, action: str, best: str, stake: Amount, lost: float
) -> JudgedDecision:
    """Return a decision; the strategy's own costs nothing, and none costs less than that.

    Where a pair, or two cards alone, would do as well by another action than all hands of their
    total do, the strategy plays them as these.
    """
    cost = 0.0 if action == best else max(0.0, lost)
    return JudgedDecision(box.no, box.party, hand, _up(state), action, best, stake, cost)


def _up(state: State) -> str:
    return UPS[POINTS[state.dealer[0][0]] - 1]


def _name(hand: Hand) -> str:
    if len(hand.cards) == 2 and same_value(hand.cards):
        rank = UPS[POINTS[hand.cards[0][0]] - 1]
        return f"{rank},{rank}"
    return name_of(*count(hand.cards), two=False)


def _return(guide: Guide, hand: Hand, action: str, instead: str, state: State) -> float:
    """Return what an action returns per unit of the stake, as it is compared with another."""
    if action == "surrender":
        return SURRENDERED
    name = _name(hand)
    if {action, instead} & {"double", "surrender"} and f"{name}/2" in guide.worth:
        name = f"{name}/2"
    return guide.worth[name][action][UPS.index(_up(state))]
