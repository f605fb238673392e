"""The course of a round: which input is awaited, and which events follow from it."""

from typing import assert_never

from tables.games.blackjack import betting, dealing, settle, sides
from tables.games.blackjack.asking import apply_command
from tables.games.blackjack.dealing import DEALER
from tables.games.blackjack.evolve import evolve
from tables.games.blackjack.legal import (
    all_options,
    are_sole_player_stakes_refused,
    hand_to_decide,
    is_even_money_offered,
    is_insurance_offered,
    next_card_for,
    on_turn,
    standing_options,
    why_not_even_money,
    why_not_insure,
)
from tables.games.blackjack.messages import (
    BetsClosed,
    Bettors,
    BonusesAnnounced,
    CardDealt,
    Command,
    DealerDone,
    EvenMoneyOffered,
    Event,
    IncidentRuled,
    InsuranceOffered,
    Opened,
    PlayBegan,
    RoundClosed,
    Stood,
)
from tables.games.blackjack.points import count, dealer_draws, dealer_result
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.shoe import cutting_order
from tables.games.blackjack.state import Stage, State
from tables.games.blackjack.terms import NextCutter, Shuffling
from tables.games.core.cards import Card
from tables.games.core.course import Course, not_awaited
from tables.games.core.money import BoxNo
from tables.games.core.protocol import (
    Approved,
    Awaiting,
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    Misdealt,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    Ruled,
    SettleSideBets,
    Shuffle,
    SideBets,
)
from tables.games.core.values import cache_last

_Course = Course[Rules, State, Event]


def opening_event(rules: Rules, carried: State | None, context: OpeningContext) -> Event:
    """Return the first event of a round; nothing stays over from the last."""
    return Opened(rounds_left=context.rounds_left or None)


def opens_by_itself(rules: Rules, state: State | None, context: OpeningContext) -> bool:
    """Tell whether the last rounds are announced, which are dealt to those who sit."""
    return bool(context.rounds_left and context.seats)


@cache_last
def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the round needs next."""
    if state.incident is not None and state.stage != "closed":
        return Players((), rules.decision_seconds, "incident")
    match state.stage:
        case "closed":
            return Shuffle() if _shoe_finished(rules, state) else Nobody()
        case "betting":
            if not state.boxes and not state.rounds_left:
                return Nobody()
            everyone = tuple(BoxNo(no) for no in range(1, rules.layout_boxes + 1))
            return Players(everyone, rules.betting_seconds, "bets")
        case "dealing":
            missing = dealing.missing_count(state)
            return Cards(missing) if missing else SideBets()
        case "insurance":
            boxes = {*state.unanswered, *[no for no, _ in state.unanswered_behind]}
            return Players(tuple(sorted(boxes)), rules.decision_seconds, "insurance")
        case "play":
            turn = hand_to_decide(rules, state)
            if turn is None:
                return SideBets() if state.dealer_result else Cards(1)
            box, hand = turn
            others = {option.box for option in all_options(rules, state)}
            others |= {option.box for _, option in standing_options(rules, state)}
            name = f"{box.no}/{hand.label}/{len(hand.cards)}"
            return Players((box.no, *sorted(others - {box.no})), rules.decision_seconds, name)
        case _:
            assert_never(state.stage)


def _shoe_finished(rules: Rules, state: State) -> bool:
    """Tell whether the cards are shuffled before the next round (FR-2024-012, MC-039)."""
    dealt = state.voided or state.dealer_result is not None
    return state.stop_card or (dealt and rules.shuffling is Shuffling.CONTINUOUS)


def cutter(rules: Rules, state: State) -> BoxNo | None:
    """Return the box whose player cuts next, where the stop card decides it (ON-28, ON-29)."""
    if not state.stop_card or rules.next_cutter is NextCutter.ANY_PLAYER or not state.boxes:
        return None
    return state.stop_box or state.boxes[-1].no


def cutters(rules: Rules, state: State | None, context: OpeningContext) -> tuple[BoxNo, ...]:
    """Return the boxes to which the cut of a fresh shoe is offered, in their order.

    In Ontario the first to arrive begins, then the box before which the cut card lay, or the last
    box where that was in the dealer's hand or nobody drew it, or where the shuffle was ordered
    (ON-27 to ON-33). By the other texts "a player" cuts, and none comes before another: all are
    asked at once (FR-2024-007, MC-030).
    """
    occupied = [box for box, _ in context.seats]
    if rules.next_cutter is NextCutter.ANY_PLAYER:
        return tuple(sorted(occupied))
    if context.reshuffle_ordered:
        order = cutting_order(occupied, "requested_reshuffle")
    elif state is None or not state.stop_card:
        order = cutting_order(occupied, "game_start", next(iter(context.boxes_by_arrival), None))
    elif state.stop_box is not None:
        order = cutting_order(occupied, "cut_card_at_box", state.stop_box)
    else:
        order = cutting_order(occupied, "cut_card_in_dealer_hand")
    return tuple([BoxNo(no) for no in order])


def decide(rules: Rules, state: State, given: EngineInput[Command]) -> _Course:
    """Return the course of what follows from the input, as far as no further input is needed.

    Refuses a command as ENG-26 and ENG-27 order its faults, and `not_awaited` for cards, a clock
    or a settlement that nothing waits for.
    """
    course: _Course = Course(rules, state, evolve)
    if state.incident is not None and not isinstance(given, ClockExpired | Ruled | Approved):
        raise rules.refusal("incident_pending")
    match given:
        case PlayerCommand():
            course.add(*apply_command(rules, state, given))
        case Drawn():
            _drawn(course, given)
        case ClockExpired():
            course.add(*_expired(rules, state))
        case SettleSideBets():
            if not isinstance(awaiting(rules, state), SideBets):
                raise not_awaited()
            if state.stage == "dealing":
                course.add(*sides.settle_after_deal(rules, state))
            else:
                course.add(*sides.settle_progressive(rules, state))
        case Misdealt():
            course.add(*dealing.note_passed_over_boxes(rules, state, given))
        case Ruled():
            if state.incident is None:
                raise not_awaited()
            course.add(IncidentRuled(given.by))
        case Approved():
            paid = sides.pay_claims(rules, state, dict(given.pots))
            if state.stage != "closed" or not paid:
                raise not_awaited()
            course.add(*paid)
        case _:
            raise not_awaited()
    _carry_on(course, state.stage)
    return course


def _expired(rules: Rules, state: State) -> list[Event]:
    """Apply the default: no further bets, no insurance, no further card, the usual procedure."""
    if state.incident is not None and state.stage != "closed":
        return [IncidentRuled("")]
    match state.stage:
        case "betting":
            if are_sole_player_stakes_refused(rules, state, state.alone):
                return [*betting.return_stakes(state), RoundClosed()]
            return [BetsClosed()] if state.boxes else [RoundClosed()]
        case "insurance":
            return [PlayBegan()]
        case "play" if turn := hand_to_decide(rules, state):
            return [Stood(turn[0].no, turn[1].label, timed_out=True)]
        case _:
            raise not_awaited()


def _drawn(course: _Course, drawn: Drawn) -> None:
    """Lay the cards where they belong; a hand above 21 is collected at once (FR-2024-034)."""
    rules, state = course.rules, course.state
    events = dealing.place_cards(rules, state, awaiting(rules, state), drawn)
    course.add(*events)
    if state.stage == "play":
        for event in events:
            if isinstance(event, CardDealt) and event.box != DEALER:
                _bust(course, event.box, event.hand)


def _take_exposed(course: _Course, card: Card) -> None:
    """Deal the exposed card to the hand to which the next card is due."""
    target = next_card_for(course.rules, course.state)
    course.add(CardDealt(*(target or (DEALER, "d")), card))
    if target is not None:
        _bust(course, *target)


def _bust(course: _Course, no: BoxNo, label: str) -> None:
    box = course.state.box(no)
    assert box is not None, "A card was dealt to a box that is not there."
    hand = box.hand(label)
    assert hand is not None, "A card was dealt to a hand that is not there."
    if count(hand.cards)[0] > 21:
        course.add(*settle.collect_bust(course.rules, box, hand))


def _carry_on(course: _Course, began: Stage) -> None:
    """Add all that needs no further input: the next stage, the dealer's point, the settlement.

    `began` is the stage in which the input came.
    """
    rules = course.rules
    if course.state.incident is not None:
        return
    if course.state.stage == "betting" and betting.may_close(rules, course.state):
        course.add(BetsClosed())
    if began == "betting" and course.state.stage == "dealing":
        course.add(*sides.collect_progressive_stakes(rules, course.state))
    if course.state.stage == "dealing":
        _after_deal(course)
    state = course.state
    if state.stage == "insurance" and not _answer_awaited(rules, state):
        course.add(PlayBegan())
    if course.state.stage != "play":
        return
    while course.state.exposed and awaiting(rules, course.state) == Cards(1):
        if on_turn(rules, course.state) is None and not _dealer_must_draw(course):
            break
        _take_exposed(course, course.state.exposed)
    if on_turn(rules, course.state) is None:
        _end(course)


def _answer_awaited(rules: Rules, state: State) -> bool:
    """Tell whether an open offer has not been answered."""
    return any(
        why_not_insure(rules, state, box, bettor) is None
        or why_not_even_money(rules, state, box, bettor) is None
        for box in state.boxes
        for bettor in box.bettors
        if (box.no, bettor.party) in state.unanswered_behind
        or (bettor is box.holder and box.no in state.unanswered)
    )


def _dealer_must_draw(course: _Course) -> bool:
    state = course.state
    return settle.must_dealer_draw(state) and dealer_draws(course.rules, state.dealer)


def _end(course: _Course) -> None:
    """Announce the dealer's point, settle, and close once no jackpot waits for its settlement."""
    rules, state = course.rules, course.state
    if state.dealer_result is None:
        depends = settle.must_dealer_draw(state)
        if depends and dealer_draws(rules, state.dealer):
            return
        course.add(DealerDone(dealer_result(state.dealer) if depends else "NOT_DRAWN"))
        course.add(*settle.return_void_boxes(rules, course.state))
        if depends:
            course.add(*settle.end_of_round(rules, course.state))
    if not sides.due_after_round(rules, course.state):
        course.add(RoundClosed())


def _after_deal(course: _Course) -> None:
    """Offer insurance or even money, or begin the play, once the deal's side bets are settled."""
    state, rules = course.state, course.rules
    if dealing.missing_count(state):
        return
    if state.bonuses is None and (number := sides.bonuses(rules, state)) is not None:
        course.add(BonusesAnnounced(number))
    if sides.due_after_deal(rules, state):
        return
    ace = state.dealer[0][0] == "A"
    may_answer = is_insurance_offered if ace else is_even_money_offered
    boxes: list[BoxNo] = []
    behind: list[Bettors] = []
    for box in state.boxes:
        answering = [bettor for bettor in box.bettors if may_answer(rules, state, box, bettor)]
        if box.holder in answering:
            boxes.append(box.no)
        if parties := tuple([each.party for each in answering if each is not box.holder]):
            behind.append(Bettors(box.no, parties))
    if not boxes and not behind:
        course.add(PlayBegan())
    elif ace:
        course.add(InsuranceOffered(tuple(boxes), tuple(behind)))
    else:
        course.add(EvenMoneyOffered(tuple(boxes), tuple(behind)))
