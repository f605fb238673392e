"""The course of a coup: which input is awaited, and which events follow from it."""

from typing import Any, assert_never

from tables.games.baccara.options import BankerDraws
from tables.games.baccara.points import must_ponte_draw
from tables.games.baccara.seats import NO_SEAT, NOBODY, SeatTaken, seated_persons, seats_after
from tables.games.baccara.stakes import accept_wagers, check_ready, stake_moves, total
from tables.games.banque_a_tout_va import last_coup, messages, settle
from tables.games.banque_a_tout_va.rules import TABLEAUX, Bet, Rules, Tableau, refusal
from tables.games.banque_a_tout_va.state import State, evolve
from tables.games.chemin_de_fer import messages as at_chemin
from tables.games.chemin_de_fer import play as chemin
from tables.games.chemin_de_fer.rules import refusal as refusal_at_chemin
from tables.games.core import protocol
from tables.games.core.course import Course, all_ready, check_stake, not_awaited
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.options import MOST_MONEY
from tables.games.core.values import copy_as

_Course = Course[Rules, State, messages.Event]


def opening_event(
    rules: Rules, carried: State | None, context: protocol.OpeningContext
) -> messages.CoupOpened:
    """Return the event that opens a coup, with all that the coups before it have left."""
    seats = seated_persons(context.seats)
    if carried is None:
        return messages.CoupOpened(seats=seats, rounds_left=context.rounds_left)
    fresh = context.fresh_shoe
    return copy_as(
        messages.CoupOpened,
        carried,
        seats=seats,
        right=carried.right_seat,
        left=carried.left_seat,
        passes=tuple([each for each in TABLEAUX if each in carried.passes]),
        # A session has so many shoes; the next one begins another (MC-BTV-02).
        shoe=carried.shoe % rules.shoes_per_session + 1 if fresh else carried.shoe,
        rest=None if fresh else carried.rest,
        last="" if fresh else settle.last_coup_kind(rules, carried),
        results=() if fresh else carried.results,
        rounds_left=context.rounds_left,
        chemin_de_fer=settle.banker_may_continue(carried) and not fresh,
    )


def opens_by_itself(rules: Rules, state: State | None, context: protocol.OpeningContext) -> bool:
    """Tell whether the last coups are announced and must be dealt, or one is the banker's to play.

    Of the shoe and of the session.
    """
    if state is not None and settle.banker_may_continue(state):
        return True
    if state is not None and settle.is_shoe_over(state) and not context.fresh_shoe:
        return False
    return bool(context.rounds_left)


def bankers_seat(rules: Rules, context: protocol.OpeningContext) -> BoxNo | None:
    """Return where the approved banker sits: without his consent no ponte cuts (MC-BTV-13).

    The house, where it has the bank, consents by offering the cut.
    """
    return next((seat for seat, party in context.seats if party == rules.approved), None)


def awaiting(rules: Rules, state: State) -> protocol.Awaiting:
    """Return what the coup needs next."""
    match state.stage:
        case "closed":
            return (
                protocol.Shuffle()
                if settle.is_shoe_over(state) and not settle.banker_may_continue(state)
                else protocol.Nobody()
            )
        case "betting":
            if state.idle:
                return protocol.Nobody()
            return protocol.Players((), rules.betting_window_seconds, "bets")
        case "deal" | "banker" | "offer":
            seat = state.seat_of(state.banker)
            return protocol.Players((seat,) if seat else (), rules.decision_seconds, state.stage)
        case "dealing":
            return protocol.Cards(6)
        case "right" | "left":
            seat = state.seat_of(state.hand(state.stage).holder)
            return protocol.Players((seat,) if seat else (), rules.decision_seconds, state.stage)
        case "third":
            return protocol.Cards(1)
        case "turn" | "drawn":
            return protocol.Nobody()
        case "chemin_de_fer":
            assert state.chemin is not None
            return chemin.awaiting(last_coup.rules_of(rules), state.chemin)
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given: protocol.EngineInput[messages.Command]) -> _Course:
    """Return the course of what follows from the input, as far as no further input is needed.

    Refuses a command that the rules do not allow now, and `not_awaited` for cards, a clock or
    another input that nothing waits for.
    """
    course = _Course(rules, state, evolve)
    if state.stage == "chemin_de_fer" and _is_of_chemin(given):
        _last_coup(course, given)
        return course
    match given:
        case protocol.PlayerCommand():
            course.add(_asked(rules, state, given))
        case protocol.ClockExpired():
            course.add(_expired(rules, state))
        case protocol.Drawn():
            course.add(_drawn(rules, state, given))
            if state.stage == "dealing":
                _show_naturals(course)
        case protocol.Seated():
            seats = seated_persons(given.seats)
            if seats != state.seats and state.stage != "closed":
                course.add(messages.SeatsChanged(seats))
        case protocol.SessionEnded() if state.stage != "closed" or state.on_layout:
            course.add(settle.broken_off(state, given.by))
        case _:
            raise not_awaited()
    _carry_on(course)
    return course


def _is_of_chemin(given: protocol.EngineInput[messages.Command]) -> bool:
    """Tell whether an input is one that the last coup answers as at chemin de fer."""
    if isinstance(given, protocol.PlayerCommand):
        return isinstance(given.command, messages.LastCoupCommand)
    return not isinstance(given, protocol.SessionEnded)


def _last_coup(course: _Course, given: protocol.EngineInput[Any]) -> None:
    """Add what follows as at chemin de fer; then the banker has his chips back (MC-BTV-38)."""
    rules, coup = course.rules, course.state.chemin
    assert coup is not None
    for event in chemin.decide(last_coup.rules_of(rules), coup, given).events:
        match event:
            case at_chemin.SeatsChanged():
                course.add(messages.SeatsChanged(event.seats))
            case at_chemin.HandPassed():
                if ends := settle.shoe_ends(rules, course.state):
                    course.add(ends)
                course.add(settle.bank_left(course.state, "shoe"))
            case at_chemin.CoupClosed():
                course.add(messages.CoupClosed())
            case _:
                assert isinstance(event, messages.LastCoupEvent), event
                course.add(event)


def _asked(
    rules: Rules, state: State, asked: protocol.PlayerCommand[messages.Command]
) -> messages.Event:
    command, party = asked.command, asked.party
    match command:
        case messages.Stake():
            return _staked(rules, state, party, command)
        case messages.Ready():
            check_ready(refusal, state, party)
            return messages.Readied(party)
        case messages.PutUp():
            return _put_up(rules, state, party, command.amount)
        case messages.LeaveBank():
            return _leaves(state, party)
        case messages.DealCards():
            if state.stage != "deal":
                raise not_awaited()
            if party != state.banker:
                raise refusal("not_owner")
            return messages.DealBegan("holder")
        case messages.TakeCard() | messages.NoCard():
            return _spoken(
                rules, state, party, command.hand, isinstance(command, messages.TakeCard)
            )
        case messages.PlayCheminDeFer():
            if state.stage != "offer":
                raise not_awaited()
            if party != state.banker:
                raise refusal("not_owner")
            return messages.CheminDeFerBegan(state.bank)
        case _:
            # What is said at chemin de fer, while no such coup is played.
            raise not_awaited()


def _expired(rules: Rules, state: State) -> messages.Event:
    """Apply the default of the time-out table."""
    match state.stage:
        case "betting":
            return messages.CoupClosed() if state.idle else _close(rules, state)
        case "deal":
            return messages.DealBegan("clock")
        case "offer":
            return settle.bank_left(state, "shoe")
        case "right" | "left" | "banker":
            return messages.HandSpoke(state.stage, by_default(rules, state, state.stage), "clock")
        case _:
            raise not_awaited()


def limit(rules: Rules, state: State) -> Amount | None:
    """Return the most that all stakes of the coup may come to; `None` without a limit.

    A banker who is a player covers what he has put up: one to one, whatever falls.
    """
    limits = [state.bank] if state.banker else []
    if rules.bank_limit_cents is not None:
        limits.append(Amount(rules.bank_limit_cents))
    return min(limits, default=None)


def _staked(rules: Rules, state: State, party: Party, command: messages.Stake) -> messages.Staked:
    """Return a party's stakes as accepted, seated or standing (MC-BTV-20).

    Stakes that would bring the total of the coup above the bank's limit are refused whole, in the
    order in which they come.
    """
    if state.last not in ("", "announced"):
        raise refusal("session_ended")
    if state.stage != "betting":
        raise refusal("betting_closed")
    if party == state.banker:
        raise refusal("banker_stakes")
    laid = accept_wagers(refusal, rules, command.wagers)
    before, after, most = state.staked_by(party), total(laid), limit(rules, state)
    if most is not None and after > before and state.staked - before + after > most:
        raise refusal("above_max", maximum=most)
    return messages.Staked(party, laid, after, stake_moves(refusal, state, party, laid))


def _put_up(rules: Rules, state: State, party: Party, amount: Amount) -> messages.BankPutUp:
    """Return the bank with a banker's chips; he takes it only while nobody plays the house."""
    if rules.approved is None or party != rules.approved:
        raise refusal("not_approved")
    if state.stage != "betting":
        raise refusal("betting_closed")
    if state.last not in ("", "announced"):
        raise refusal("session_ended")
    if state.stakes and not state.banker:
        raise refusal("bank_in_play")
    check_stake(
        refusal,
        amount,
        least=rules.table_min_cents,
        step=rules.stake_increment_cents,
        most=MOST_MONEY,
        already_staked=state.bank,
    )
    move = Move(amount, Place.WALLET, Place.BANK, party, state.seat_of(party), "bank")
    return messages.BankPutUp(party, amount, Amount(state.bank + amount), (move,))


def _leaves(state: State, party: Party) -> messages.Event:
    if not state.banker or party != state.banker:
        raise refusal("not_owner")
    if state.stage == "chemin_de_fer":
        raise refusal_at_chemin("must_play")
    if state.leaving:
        raise not_awaited()
    if state.stage == "offer" or (state.stage == "betting" and not state.stakes):
        return settle.bank_left(state, "asked")
    return messages.BankLeaves(party)


def must_draw(rules: Rules, state: State, side: messages.Side) -> bool | None:
    """Tell what the rules make a hand do; `None` where it is free (MC-BTV-25 to MC-BTV-27, A1)."""
    if side != "banker":
        return must_ponte_draw(state.hand(side).point)
    if state.banker and rules.banker_draw_rule is BankerDraws.FREE:
        return None
    return settle.table_draws(rules, state)


def by_default(rules: Rules, state: State, side: messages.Side) -> bool:
    """Tell whether a hand draws by itself: by the rule, not on 5; the banker by his table (A2)."""
    if side == "banker":
        return settle.table_draws(rules, state)
    return bool(must_ponte_draw(state.hand(side).point))


def _spoken(
    rules: Rules, state: State, party: Party, side: messages.Side, draws: bool
) -> messages.HandSpoke:
    hand = state.hand(side)
    if state.stage != side:
        seen = state.bankers.cards and any(
            each.natural for each in (hand, state.bankers) if each.shown
        )
        raise refusal("natural" if seen else "not_awaited")
    if not hand.holder or party != hand.holder:
        raise refusal("not_owner")
    forced = must_draw(rules, state, side)
    if forced is not None and forced is not draws:
        raise refusal("forced_draw" if forced else "forced_stand")
    return messages.HandSpoke(side, draws, "holder")


def _close(rules: Rules, state: State) -> messages.BetsClosed:
    """Return *rien ne va plus*, with the holders of the hands."""
    right, left = (_holder(rules, state, tableau) for tableau in TABLEAUX)
    return messages.BetsClosed(right.party, right.seat, left.party, left.seat)


def _holder(rules: Rules, state: State, tableau: Tableau) -> SeatTaken:
    """Return who has the hand of a tableau (MC-BTV-16, A7).

    Whoever had it, until it loses; then the next seated player of the tableau with a stake. The
    croupier, where there is none, or nothing lies on the tableau (A8).
    """
    bets: tuple[Bet, Bet] = (
        ("tableau_right", "a_cheval") if tableau == "right" else ("tableau_left", "a_cheval")
    )
    if not any(state.on(bet) for bet in bets):
        return SeatTaken(NO_SEAT, NOBODY)
    seat = state.right_seat if tableau == "right" else state.left_seat
    from_ = seat if tableau in state.passes else BoxNo(max(seat - 1, 0))
    for each in seats_after(state.seats, from_):
        if each.party in state.stakes and rules.tableau_of(each.seat) == tableau:
            return each
    return SeatTaken(NO_SEAT, NOBODY)


def _drawn(rules: Rules, state: State, drawn: protocol.Drawn) -> messages.Event:
    """Put the cards where they belong: right, left, banker, and again; then third cards."""
    if awaiting(rules, state) != protocol.Cards(len(drawn.cards)):
        raise not_awaited()
    rest = state.rest
    if rest is not None:
        rest -= len(drawn.cards)
    elif drawn.stop_card:
        rest = rules.stop_card_before_last - (len(drawn.cards) - drawn.stop_at)
    if state.stage == "dealing":
        cards = drawn.cards
        return messages.CardsDealt(cards[::3], cards[1::3], cards[2::3], state.coup + 1, rest)
    side: messages.Side = "right" if state.right.asks else "left" if state.left.asks else "banker"
    return messages.ThirdCard(side, drawn.cards[0], rest)


def _carry_on(course: _Course) -> None:
    """Add all events that need no further input."""
    rules = course.rules
    state = course.state
    if state.stage == "betting":
        # A party that is done may have taken its stakes back.
        if all_ready(state.stakes.keys() | state.ready, state.ready):
            course.add(_close(rules, state))
        return
    if state.stage == "offer" and not state.banker:
        course.add(messages.CoupClosed())
    while course.state.stage in ("right", "left"):
        state = course.state
        side: Tableau = "right" if state.stage == "right" else "left"
        hand = state.hand(side)
        if state.seat_of(hand.holder):
            return
        # The croupier plays it by the rule; so does the clock for whoever has left.
        by: messages.By = "clock" if hand.holder else "dealer"
        course.add(messages.HandSpoke(side, by_default(rules, state, side), by))
    if course.state.stage == "turn":
        course.add(_show(course.state, "banker"))
    state = course.state
    if state.stage == "banker":
        if settle.all_tableaux_decided(rules, state):
            _settle(course)
        elif not state.banker:
            course.add(messages.HandSpoke("banker", settle.table_draws(rules, state), "dealer"))
    if course.state.stage == "drawn":
        _settle(course)


def _show(state: State, side: messages.Side) -> messages.HandShown:
    hand = state.hand(side)
    return messages.HandShown(side, hand.cards, hand.point)


def _show_naturals(course: _Course) -> None:
    """Show 8 and 9 at once; the banker's too: then nobody speaks (MC-BTV-24)."""
    state = course.state
    if state.bankers.natural:
        course.add(_show(state, "banker"))
        return
    for side in TABLEAUX:
        if course.state.hand(side).natural:
            course.add(_show(course.state, side))


def _settle(course: _Course) -> None:
    """Turn up all cards, announce, collect and pay; then say what comes next (MC-BTV-31)."""
    rules = course.rules
    for side in TABLEAUX:
        if not course.state.hand(side).shown or len(course.state.hand(side).cards) == 3:
            course.add(_show(course.state, side))
    if len(course.state.bankers.cards) == 3:
        course.add(_show(course.state, "banker"))
    course.add(settle.announce_coup(rules, course.state))
    if settled := settle.settled_stakes(course.state):
        course.add(settled)
    if ends := settle.shoe_ends(rules, course.state):
        course.add(ends)
    if why := settle.why_bank_leaves(rules, course.state):
        course.add(settle.bank_left(course.state, why))
    course.add(messages.CoupClosed())
