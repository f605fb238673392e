"""The course of a round: which input is awaited, and which events follow from it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from tables.games.blackjack import betting, settle
from tables.games.blackjack.evolve import evolve
from tables.games.blackjack.legal import (
    all_options,
    insurance_of,
    is_closed,
    next_card_for,
    on_turn,
    stakes_of_sole_player_refused,
    to_decide,
    why_not_double,
    why_not_hit,
    why_not_insure,
    why_not_split,
    why_not_surrender,
)
from tables.games.blackjack.messages import (
    BetsClosed,
    CardCalled,
    CardDealt,
    Command,
    DealerDone,
    Decline,
    Declined,
    Double,
    Doubled,
    EvenMoney,
    Event,
    HandSplit,
    Hit,
    InsuranceOffered,
    Insure,
    Insured,
    PlayBegan,
    Ready,
    RoundClosed,
    Split,
    Stake,
    Stand,
    Stood,
    StopCardOut,
    Surrender,
)
from tables.games.blackjack.points import count, dealer_draws, dealer_result
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Box, Hand, State
from tables.games.core.money import Amount, BoxNo, Move, Place, Why
from tables.games.core.protocol import (
    Asked,
    Awaiting,
    Cards,
    Drawn,
    Expired,
    Nobody,
    Players,
    SettleSideBets,
    Shuffle,
    SideBets,
)

DEALER = BoxNo(0)


@dataclass(slots=True)
class _Telling:
    """The events told so far in answer to one input, and the state that they lead to."""

    rules: Rules
    state: State
    events: list[Event] = field(default_factory=list)

    def tell(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def tell_all(self, events: Iterable[Event]) -> None:
        self.tell(*events)


def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the round needs next."""
    match state.stage:
        case "closed":
            return Shuffle() if state.stop_card else Nobody()
        case "betting":
            if not state.boxes:
                return Nobody()
            everyone = tuple(BoxNo(no) for no in range(1, rules.layout_boxes + 1))
            return Players(everyone, rules.betting_seconds, "bets")
        case "dealing":
            missing = len(_deal_order(state)) - _dealt(state)
            return Cards(missing) if missing else SideBets()
        case "insurance":
            return Players(state.unanswered, rules.decision_seconds, "insurance")
        case "play":
            turn = to_decide(rules, state)
            if turn is None:
                return Cards(1)
            box, hand = turn
            others = {option.box for option in all_options(rules, state)} - {box.no}
            name = f"{box.no}/{hand.label}/{len(hand.cards)}"
            return Players((box.no, *sorted(others)), rules.decision_seconds, name)
        case _:
            assert_never(state.stage)


def decide(
    rules: Rules, state: State, given: Asked[Command] | Drawn | Expired | SettleSideBets
) -> tuple[Event, ...]:
    """Return what follows from the input, as far as no further input is needed.

    Refuses a command as ENG-26 and ENG-27 order its faults, and `not_awaited` for cards, a clock
    or a settlement that nothing waits for.
    """
    telling = _Telling(rules, state)
    match given:
        case Asked():
            telling.tell_all(_asked(rules, state, given))
        case Drawn():
            _drawn(telling, given)
        case Expired():
            telling.tell_all(_expired(rules, state))
        case SettleSideBets():
            if not isinstance(awaiting(rules, state), SideBets):
                raise rules.refusal("not_awaited")
            telling.tell_all(settle.side_bets(rules, state))
        case _:
            assert_never(given)
    _carry_on(telling)
    return tuple(telling.events)


# --- one input ------------------------------------------------------------------------------------


def _asked(rules: Rules, state: State, given: Asked[Command]) -> list[Event]:
    match given.command:
        case Stake() as stake:
            return betting.stakes(rules, state, given, stake)
        case Ready():
            return betting.ready(rules, state, given)
        case Hit() | Stand() | Double() | Split() as move:
            box, hand = _hand_on_turn(rules, state, given, move.box, move.hand)
            return [_moved(rules, box, hand, move)]
        case Surrender() as wish:
            return [_surrendered(rules, state, given, wish)]
        case Insure() as wish:
            box = _own_box(rules, state, given, wish.box)
            if code := why_not_insure(rules, state, box):
                raise rules.refusal(code, box=box.no)
            amount = insurance_of(rules, box)
            if wish.amount is not None and wish.amount != amount:
                raise rules.refusal("insurance_amount", box=box.no, amount=amount)
            moves = _laid(box, amount, "insurance")
            return [Insured(box.party, box.no, amount, moves)]
        case Decline() as wish:
            box = _own_box(rules, state, given, wish.box)
            if box.no not in state.unanswered:
                raise rules.refusal(
                    why_not_insure(rules, state, box) or "insurance_closed", box=box.no
                )
            return [Declined(box.no)]
        case EvenMoney() as wish:
            box = _own_box(rules, state, given, wish.box)
            raise rules.refusal("even_money_not_available", box=box.no)
        case _:
            assert_never(given.command)


def _moved(rules: Rules, box: Box, hand: Hand, move: Hit | Stand | Double | Split) -> Event:
    """Return the decision of the hand on turn as an event, or refuse it (ENG-27)."""
    match move:
        case Hit():
            code = why_not_hit(hand)
            event: Event = CardCalled(box.no, hand.label)
        case Stand():
            code = None
            event = Stood(box.no, hand.label)
        case Double():
            code = why_not_double(rules, hand)
            event = Doubled(box.no, hand.label, box.main, _laid(box, box.main, "double"))
        case Split():
            code = why_not_split(rules, box, hand)
            event = HandSplit(box.no, hand.label, box.main, _laid(box, box.main, "split"))
        case _:
            assert_never(move)
    if code is not None:
        raise rules.refusal(code, box=box.no, hand=hand.label)
    return event


def _surrendered(rules: Rules, state: State, given: Asked[Command], wish: Surrender) -> Event:
    box = _own_box(rules, state, given, wish.box)
    labels = [hand.label for hand in box.hands]
    # A label that was split is too late, not unknown (AMB-66).
    if not any(label.startswith(wish.hand) for label in labels) or not wish.hand:
        raise rules.refusal("no_such_hand", box=box.no, hand=wish.hand)
    if code := why_not_surrender(rules, state, box):
        raise rules.refusal(code, box=box.no, hand=wish.hand)
    return settle.surrender(rules, box, box.hands[0])


def _expired(rules: Rules, state: State) -> list[Event]:
    """Apply the default: no further bets, no insurance, no further card."""
    match state.stage:
        case "betting":
            if stakes_of_sole_player_refused(rules, state, state.alone):
                return [*betting.taken_back(state), RoundClosed()]
            return [BetsClosed()] if state.boxes else [RoundClosed()]
        case "insurance":
            return [PlayBegan()]
        case "play" if turn := to_decide(rules, state):
            return [Stood(turn[0].no, turn[1].label, timed_out=True)]
        case _:
            raise rules.refusal("not_awaited")


def _drawn(telling: _Telling, drawn: Drawn) -> None:
    """Lay the cards where they belong; a hand above 21 is collected at once (FR-2024-034)."""
    rules, state = telling.rules, telling.state
    due = awaiting(rules, state)
    if not isinstance(due, Cards) or len(drawn.cards) != due.count:
        raise rules.refusal("not_awaited")
    if drawn.stop_card and not state.stop_card:
        telling.tell(StopCardOut())
    if state.stage == "dealing":
        places = _deal_order(state)[_dealt(state) :]
        telling.tell_all(
            CardDealt(no, label, card)
            for (no, label), card in zip(places, drawn.cards, strict=True)
        )
        return
    (card,) = drawn.cards
    target = next_card_for(rules, state)
    if target is None:
        telling.tell(CardDealt(DEALER, "d", card))
        return
    telling.tell(CardDealt(*target, card))
    box, hand = _hand(telling.state, *target)
    if count(hand.cards)[0] > 21:
        telling.tell(settle.bust(box, hand, rules))


# --- what follows by itself -----------------------------------------------------------------------


def _carry_on(telling: _Telling) -> None:
    """Tell all that needs no further input: the next stage, the dealer's point, the settlement."""
    rules = telling.rules
    if telling.state.stage == "betting" and betting.may_close(rules, telling.state):
        telling.tell(BetsClosed())
    if telling.state.stage == "dealing":
        _after_deal(telling)
    if telling.state.stage == "insurance" and not telling.state.unanswered:
        telling.tell(PlayBegan())
    state = telling.state
    if state.stage != "play" or on_turn(rules, state) is not None:
        return
    if not settle.depends_on_dealer(state):
        telling.tell(DealerDone("NOT_DRAWN"), RoundClosed())
    elif not dealer_draws(rules, state.dealer):
        telling.tell(DealerDone(dealer_result(state.dealer)))
        telling.tell_all(settle.end_of_round(rules, telling.state))
        telling.tell(RoundClosed())


def _after_deal(telling: _Telling) -> None:
    """Offer insurance against an ace, or begin the play, once the deal's side bets are settled."""
    state, rules = telling.state, telling.rules
    if _dealt(state) < len(_deal_order(state)) or settle.side_bets_due(state):
        return
    insurable = tuple(box.no for box in state.boxes if insurance_of(rules, box))
    if state.dealer[0][0] == "A" and insurable:
        telling.tell(InsuranceOffered(insurable))
    else:
        telling.tell(PlayBegan())


def _deal_order(state: State) -> list[tuple[BoxNo, str]]:
    """Return the places of the deal: each box, the dealer, each box again (ENG-03)."""
    turn = [(box.no, "h") for box in state.boxes]
    return [*turn, (DEALER, "d"), *turn]


def _dealt(state: State) -> int:
    return sum(len(box.hands[0].cards) for box in state.boxes) + len(state.dealer)


# --- whose hand -----------------------------------------------------------------------------------


def _own_box(rules: Rules, state: State, given: Asked[Command], no: BoxNo) -> Box:
    """Return a box in play on which the party has a stake, or refuse."""
    if no not in given.boxes:
        raise rules.refusal("not_your_box", box=no)
    box = state.box(no)
    if box is None or box.party != given.party or not box.hands[0].cards:
        raise rules.refusal("no_such_hand", box=no)
    return box


def _hand_on_turn(
    rules: Rules, state: State, given: Asked[Command], no: BoxNo, label: str
) -> tuple[Box, Hand]:
    """Return the named hand if it decides now, or refuse (ENG-27)."""
    box = _own_box(rules, state, given, no)
    hand = next((hand for hand in box.hands if hand.label == label), None)
    if hand is None:
        raise rules.refusal("no_such_hand", box=no, hand=label)
    if state.stage == "closed" or is_closed(rules, box, hand):
        raise rules.refusal("hand_closed", box=no, hand=label)
    if to_decide(rules, state) != (box, hand):
        raise rules.refusal("out_of_turn", box=no, hand=label)
    return box, hand


def _hand(state: State, no: BoxNo, label: str) -> tuple[Box, Hand]:
    for box in state.boxes:
        for hand in box.hands:
            if box.no == no and hand.label == label:
                return box, hand
    raise AssertionError("A card was dealt to a hand that is not there.")


def _laid(box: Box, amount: Amount, why: Why) -> tuple[Move, ...]:
    return (Move(amount, Place.WALLET, Place.LAYOUT, box.party, box.no, why),)
