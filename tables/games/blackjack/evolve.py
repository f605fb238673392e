"""The fold: what each event of a round changes. Total, and knows no rules."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, assert_never

from tables.games.blackjack.messages import (
    BetsClosed,
    BonusesAnnounced,
    CardCalled,
    CardDealt,
    CardDiscarded,
    CardExposed,
    CardRefused,
    ConsolationDue,
    ConsolationPaid,
    DealerDone,
    Declined,
    Doubled,
    EvenMoneyOffered,
    Event,
    HandSettled,
    HandSplit,
    IncidentRuled,
    IncidentSubmitted,
    InsuranceOffered,
    InsuranceSettled,
    Insured,
    JackpotClaimed,
    JackpotFed,
    JackpotPaid,
    Matched,
    Misdealing,
    Opened,
    PlayBegan,
    PotRestarted,
    Readied,
    RoundClosed,
    ShoeRefilled,
    SideBetHeld,
    SideBetSettled,
    Staked,
    Stood,
    StopCardOut,
)
from tables.games.blackjack.state import (
    Bettor,
    Box,
    Claim,
    Consolation,
    Hand,
    SideStake,
    State,
    Wager,
)
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Voided
from tables.games.core.values import changed, fast_replace

T = TypeVar("T")

if TYPE_CHECKING:
    # A type checker knows the fields of `replace`.
    from dataclasses import replace as box_with
    from dataclasses import replace as hand_with
    from dataclasses import replace as state_with
    from dataclasses import replace as wager_with
else:
    state_with, box_with = fast_replace(State), fast_replace(Box)
    hand_with, wager_with = fast_replace(Hand), fast_replace(Wager)

with_boxes: Callable[[State, tuple[Box, ...]], State] = fast_replace(State, "boxes")
with_hands: Callable[[Box, tuple[Hand, ...]], Box] = fast_replace(Box, "hands")
with_cards: Callable[[Hand, tuple[Card, ...], bool], Hand] = fast_replace(Hand, "cards", "calling")
with_dealt: Callable[[Box, tuple[Hand, ...], tuple[Card, ...]], Box]
with_dealt = fast_replace(Box, "hands", "dealt")
"""The changes that nearly every event makes."""


def evolve(state: State | None, event: Event) -> State:
    """Return the round after the event; an `Opened` begins it."""
    if state is None:
        return State(rounds_left=event.rounds_left) if isinstance(event, Opened) else State()
    match event:
        case CardDealt():
            after = _dealt(state, event)
            return after if state.exposed is None else _taken(after, event)
        case CardCalled():
            return _hand(state, event.box, event.hand, lambda hand: hand_with(hand, calling=True))
        case Stood():
            return _hand(state, event.box, event.hand, lambda hand: hand_with(hand, stood=True))
        case HandSettled():
            return _hand(state, event.box, event.hand, lambda hand: _settled(hand, event))
        case Doubled():
            return _hand(state, event.box, event.hand, lambda hand: _doubled(hand, event))
        case HandSplit():
            return _box(state, event.box, lambda box: _split(box, event))
        case Matched():
            return _hand(state, event.box, event.hand, lambda hand: _matched(hand, event))
        case Staked():
            return _staked(state, event)
        case Readied():
            return state_with(state, ready=state.ready | {event.party})
        case BetsClosed():
            return state_with(state, stage="dealing")
        case Misdealing():
            return _misdealt(state, event)
        case StopCardOut():
            return state_with(state, stop_card=True, stop_box=event.box)
        case CardExposed():
            return state_with(state, exposed=event.card)
        case CardRefused():
            return _refused(state, event.party)
        case IncidentSubmitted():
            return state_with(state, incident=event.what)
        case IncidentRuled():
            return state_with(state, incident=None)
        case CardDiscarded() | ShoeRefilled() | PotRestarted():
            return state
        case SideBetSettled():
            return _side(state, event.box, event.party, event.bet, lambda side: _paid(side, event))
        case BonusesAnnounced():
            return state_with(state, bonuses=event.count)
        case SideBetHeld():
            return _side(state, event.box, event.party, event.bet, _held)
        case InsuranceOffered() | EvenMoneyOffered():
            return _offered(state, event)
        case Insured():
            return _insured(state, event)
        case Declined():
            return _answered(state, event.box, event.party)
        case PlayBegan():
            return state_with(state, stage="play", unanswered=(), unanswered_behind=())
        case DealerDone():
            return state_with(state, dealer_result=event.result)
        case InsuranceSettled():
            return _insurance_paid(state, event)
        case JackpotFed() | JackpotClaimed() | JackpotPaid() | ConsolationDue() | ConsolationPaid():
            return _jackpot(state, event)
        case RoundClosed():
            return state_with(state, stage="closed", unanswered=(), unanswered_behind=())
        case Voided():
            return State(stage="closed", stop_card=state.stop_card, voided=True)
        case Opened():
            return State(rounds_left=event.rounds_left)
        case _:
            assert_never(event)


def _misdealt(state: State, event: Misdealing) -> State:
    boxes = tuple(
        [
            box_with(box, void=box.no in event.no_card, short=box.no in event.one_card)
            for box in state.boxes
        ]
    )
    return with_boxes(state, boxes)


def _held(side: SideStake) -> SideStake:
    return changed(side, state="held")


def _offered(state: State, event: InsuranceOffered | EvenMoneyOffered) -> State:
    behind = tuple((each.box, party) for each in event.behind for party in each.parties)
    return state_with(state, stage="insurance", unanswered=event.boxes, unanswered_behind=behind)


def _insured(state: State, event: Insured) -> State:
    insured = _bettor(
        state, event.box, event.party, lambda bettor: changed(bettor, insurance=event.amount)
    )
    return _answered(insured, event.box, event.party)


def _insurance_paid(state: State, event: InsuranceSettled) -> State:
    return _bettor(
        state,
        event.box,
        event.party,
        lambda bettor: changed(bettor, insurance_settled=True, insurance_returned=event.returned),
    )


def _jackpot(
    state: State,
    event: JackpotFed | JackpotClaimed | JackpotPaid | ConsolationDue | ConsolationPaid,
) -> State:
    match event:
        case JackpotFed():
            return _side(
                state, event.box, event.party, event.bet, lambda side: changed(side, state="fed")
            )
        case JackpotClaimed():
            claim = Claim(
                event.party,
                event.box,
                event.bet,
                event.line,
                event.pot,
                event.percent,
                event.supervised,
            )
            return _side(
                state_with(state, claims=(*state.claims, claim)),
                event.box,
                event.party,
                event.bet,
                lambda side: changed(side, state="claimed", line=event.line),
            )
        case JackpotPaid():
            left = tuple(
                [
                    each
                    for each in state.claims
                    if (each.party, each.box, each.bet) != (event.party, event.box, event.bet)
                ]
            )
            return _side(
                state_with(state, claims=left),
                event.box,
                event.party,
                event.bet,
                lambda side: changed(side, state="won", returned=event.returned),
            )
        case ConsolationDue():
            due = Consolation(event.party, event.box, event.amount)
            return state_with(state, consolations=(*state.consolations, due))
        case ConsolationPaid():
            paid = Consolation(event.party, event.box, event.returned)
            return state_with(
                state, consolations=tuple([each for each in state.consolations if each != paid])
            )
        case _:
            assert_never(event)


def _box(state: State, no: BoxNo, change: Callable[[Box], Box]) -> State:
    for nth, box in enumerate(state.boxes):
        if box.no == no:
            return with_boxes(state, _put(state.boxes, nth, change(box)))
    return state


def _hand(state: State, no: BoxNo, label: str, change: Callable[[Hand], Hand]) -> State:
    for nth, box in enumerate(state.boxes):
        if box.no == no:
            for which, hand in enumerate(box.hands):
                if hand.label == label:
                    after = with_hands(box, _put(box.hands, which, change(hand)))
                    return with_boxes(state, _put(state.boxes, nth, after))
    return state


def _put(row: tuple[T, ...], nth: int, value: T) -> tuple[T, ...]:
    """Return a row with another value at one place."""
    if len(row) == 1:
        return (value,)
    values = list(row)
    values[nth] = value
    return tuple(values)


def _bettor(state: State, no: BoxNo, party: Party, change: Callable[[Bettor], Bettor]) -> State:
    """Change one bettor of a box; events from before there were standing bettors name nobody."""
    return _box(
        state,
        no,
        lambda box: box_with(
            box,
            bettors=tuple(
                [
                    change(each) if each.party == (party or box.party) else each
                    for each in box.bettors
                ]
            ),
        ),
    )


def _side(
    state: State, no: BoxNo, party: Party, bet: str, change: Callable[[SideStake], SideStake]
) -> State:
    return _bettor(
        state,
        no,
        party,
        lambda bettor: changed(
            bettor,
            sides=tuple([change(side) if side.bet == bet else side for side in bettor.sides]),
        ),
    )


def _paid(side: SideStake, event: SideBetSettled) -> SideStake:
    if event.line:
        return changed(side, state="won", line=event.line, returned=event.returned)
    return changed(side, state="void" if event.returned else "lost", returned=event.returned)


def _dealt(state: State, event: CardDealt) -> State:
    card, no = event.card, event.box
    if no == 0:
        return state_with(state, dealer=(*state.dealer, card))
    for nth, box in enumerate(state.boxes):
        if box.no == no:
            hands = box.hands
            for which, hand in enumerate(hands):
                if hand.label == event.hand:
                    got = with_cards(hand, (*hand.cards, card), False)
                    hands = _put(hands, which, got)
            after = with_dealt(box, hands, (*box.dealt, card))
            return with_boxes(state, _put(state.boxes, nth, after))
    return state


def _taken(state: State, event: CardDealt) -> State:
    """Lift the exposed card off the table, if one lay there: whoever got a card got that one."""
    if state.exposed is None:
        return state
    behind_stop_card = state.stop_card and state.stop_box is None
    return state_with(
        state, exposed=None, stop_box=event.box if behind_stop_card else state.stop_box
    )


def _settled(hand: Hand, event: HandSettled) -> Hand:
    wagers = [
        wager_with(wager, result=event.result, returned=event.returned)
        if wager.party == event.party
        else wager
        for wager in hand.wagers
    ]
    return hand_with(hand, wagers=tuple(wagers))


def _matched(hand: Hand, event: Matched) -> Hand:
    others = [party for party in hand.matching if party != event.party]
    return hand_with(hand, matching=(*others, event.party) if event.matches else tuple(others))


def _doubled(hand: Hand, event: Doubled) -> Hand:
    added = {hand.wagers[0].party: event.added} | {each.party: each.added for each in event.joined}
    wagers = [
        wager_with(wager, stake=Amount(wager.stake + added.get(wager.party, 0)))
        for wager in hand.wagers
    ]
    return hand_with(hand, wagers=tuple(wagers), doubled=True, matching=())


def _split(box: Box, event: HandSplit) -> Box:
    """Replace hand X by `Xa` with the first card and `Xb` with the second (ENG-05, ENG-06).

    The stake of a standing bettor who does not match stays on `Xa` (ENG-17).
    """
    hands: list[Hand] = []
    for hand in box.hands:
        if hand.label == event.hand:
            second = (
                Wager(box.party, event.added),
                *[Wager(each.party, each.added) for each in event.joined],
            )
            hands += (
                Hand(f"{hand.label}a", hand.wagers, hand.cards[:1]),
                Hand(f"{hand.label}b", second, hand.cards[1:]),
            )
        else:
            hands.append(hand)
    return with_hands(box, tuple(hands))


def _refused(state: State, party: Party) -> State:
    """Close every hand of the party as it is, one that waits with a single card too (AMB-71)."""
    boxes = [
        box_with(
            box,
            hands=tuple([hand_with(hand, stood=True, calling=False) for hand in box.hands]),
        )
        if box.party == party and not box.void
        else box
        for box in state.boxes
    ]
    return with_boxes(state, tuple(boxes))


def _staked(state: State, event: Staked) -> State:
    """Put the bettor's new stakes in the place of the old ones; changing them withdraws Ready."""
    there = state.box(event.box)
    bettors = [each for each in there.bettors if each.party != event.party] if there else []
    if event.main:
        queens = event.queen_of_hearts
        sides = [SideStake("queen_of_hearts", queens)] if queens else []
        sides += [SideStake(each.bet, each.amount) for each in event.sides]
        bettor = Bettor(event.party, event.main, tuple(sides))
        if event.standing:
            known = [each.party for each in there.bettors] if there else []
            place = known.index(event.party) if event.party in known else len(bettors)
            bettors.insert(place, bettor)
        else:
            bettors.insert(0, bettor)
    boxes = [box for box in state.boxes if box.no != event.box]
    if bettors:
        wagers = tuple([Wager(each.party, each.main) for each in bettors])
        boxes.append(Box(event.box, tuple(bettors), (Hand("h", wagers),)))
        boxes.sort(key=lambda box: box.no)
    return state_with(
        state,
        boxes=tuple(boxes),
        ready=state.ready - {event.party},
        alone=state.alone if event.standing else event.alone,
    )


def _answered(state: State, no: BoxNo, party: Party) -> State:
    box = state.box(no)
    if box is None or party in ("", box.party):
        return state_with(state, unanswered=tuple(each for each in state.unanswered if each != no))
    return state_with(
        state,
        unanswered_behind=tuple(each for each in state.unanswered_behind if each != (no, party)),
    )
