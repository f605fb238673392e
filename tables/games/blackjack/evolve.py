"""The fold: what each event of a round changes. Total, and knows no rules."""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from tables.games.blackjack.messages import (
    BetsClosed,
    CardCalled,
    CardDealt,
    DealerDone,
    Declined,
    Doubled,
    Event,
    HandSettled,
    HandSplit,
    InsuranceOffered,
    InsuranceSettled,
    Insured,
    Opened,
    PlayBegan,
    Readied,
    RoundClosed,
    SideBetHeld,
    SideBetSettled,
    Staked,
    Stood,
    StopCardOut,
)
from tables.games.blackjack.state import Box, Hand, SideStake, State
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Voided


def evolve(state: State | None, event: Event) -> State:
    """Return the round after the event; an `Opened` begins it."""
    if state is None or isinstance(event, Opened):
        return State()
    match event:
        case CardDealt(box=0):
            return replace(state, dealer=(*state.dealer, event.card))
        case CardDealt():
            return _hand(
                state,
                event.box,
                event.hand,
                lambda hand: replace(hand, cards=(*hand.cards, event.card), calling=False),
            )
        case CardCalled():
            return _hand(state, event.box, event.hand, lambda hand: replace(hand, calling=True))
        case Stood():
            return _hand(state, event.box, event.hand, lambda hand: replace(hand, stood=True))
        case Doubled():
            return _hand(
                state,
                event.box,
                event.hand,
                lambda hand: replace(hand, doubled=True, stake=Amount(hand.stake + event.added)),
            )
        case HandSplit():
            return _box(state, event.box, lambda box: _split(box, event))
        case HandSettled():
            return _hand(
                state,
                event.box,
                event.hand,
                lambda hand: replace(hand, result=event.result, returned=event.returned),
            )
        case Staked():
            return _staked(state, event)
        case Readied():
            return replace(state, ready=state.ready | {event.party})
        case BetsClosed():
            return replace(state, stage="dealing")
        case StopCardOut():
            return replace(state, stop_card=True)
        case SideBetSettled():
            return _side(
                state,
                event.box,
                event.bet,
                lambda side: replace(
                    side,
                    state="won" if event.line else "lost",
                    line=event.line,
                    returned=event.returned,
                ),
            )
        case SideBetHeld():
            return _side(state, event.box, event.bet, lambda side: replace(side, state="held"))
        case InsuranceOffered():
            return replace(state, stage="insurance", unanswered=event.boxes)
        case Insured():
            insured = _box(state, event.box, lambda box: replace(box, insurance=event.amount))
            return _answered(insured, event.box)
        case Declined():
            return _answered(state, event.box)
        case PlayBegan():
            return replace(state, stage="play", unanswered=())
        case DealerDone():
            return replace(state, dealer_result=event.result)
        case InsuranceSettled():
            return _box(
                state,
                event.box,
                lambda box: replace(box, insurance_settled=True, insurance_returned=event.returned),
            )
        case RoundClosed():
            return replace(state, stage="closed", unanswered=())
        case Voided():
            return State(stage="closed", stop_card=state.stop_card, voided=True)
        case _:
            assert_never(event)


def _box(state: State, no: BoxNo, change: Callable[[Box], Box]) -> State:
    return replace(
        state, boxes=tuple([change(box) if box.no == no else box for box in state.boxes])
    )


def _hand(state: State, no: BoxNo, label: str, change: Callable[[Hand], Hand]) -> State:
    return _box(
        state,
        no,
        lambda box: replace(
            box, hands=tuple([change(hand) if hand.label == label else hand for hand in box.hands])
        ),
    )


def _side(state: State, no: BoxNo, bet: str, change: Callable[[SideStake], SideStake]) -> State:
    return _box(
        state,
        no,
        lambda box: replace(
            box, sides=tuple([change(side) if side.bet == bet else side for side in box.sides])
        ),
    )


def _split(box: Box, event: HandSplit) -> Box:
    """Replace hand X by `Xa` with the first card and `Xb` with the second (ENG-05, ENG-06)."""
    hands: list[Hand] = []
    for hand in box.hands:
        if hand.label == event.hand:
            hands += (
                Hand(f"{hand.label}a", hand.stake, hand.cards[:1]),
                Hand(f"{hand.label}b", event.added, hand.cards[1:]),
            )
        else:
            hands.append(hand)
    return replace(box, hands=tuple(hands))


def _staked(state: State, event: Staked) -> State:
    """Put the box's new stakes in the place of the old ones; changing them withdraws Ready."""
    boxes = [box for box in state.boxes if box.no != event.box]
    if event.main:
        queens = event.queen_of_hearts
        sides = (SideStake("queen_of_hearts", queens),) if queens else ()
        boxes.append(Box(event.box, event.party, event.main, (Hand("h", event.main),), sides))
        boxes.sort(key=lambda box: box.no)
    return replace(state, boxes=tuple(boxes), ready=state.ready - {event.party}, alone=event.alone)


def _answered(state: State, no: BoxNo) -> State:
    return replace(state, unanswered=tuple(each for each in state.unanswered if each != no))
