"""The course of a round: which input is awaited, and which events follow from it."""

from dataclasses import replace
from typing import Final, assert_never

from tables.games.automatic_games import account, messages, poker, staff
from tables.games.automatic_games.machines import Poker, Win
from tables.games.automatic_games.rules import Rules
from tables.games.automatic_games.state import State, evolve
from tables.games.core import protocol
from tables.games.core.cards import Card
from tables.games.core.course import Course, not_awaited
from tables.games.core.money import Amount, Move, Place

_Course = Course[Rules, State, messages.Event]


CLOSING_SECONDS: Final = 5
"""How long the last round of a session is seen before credits go back to their owner; ours."""
FREE_SECONDS: Final = 3
"""How long after a game the free one that it has brought begins by itself; ours."""
LAST_HOLD_SECONDS: Final = 60
"""How long the end of a session waits for what a player holds; ours."""


def opening_event(
    rules: Rules, carried: State | None, context: protocol.OpeningContext
) -> messages.Opened:
    """Return the first event of a round: the position is as the last one left it.

    The stake of a hand that waits is credit again where new rules know no cards.
    """
    found = carried.now if carried else messages.EMPTY
    if found.hand and not isinstance(rules.sheet, Poker):
        back = found.hand_stake
        found = replace(
            found,
            balance=Amount(found.balance + back),
            meters=found.meters.more(annulled_in=back, annulled_played=back),
            hand=(),
            hand_stake=Amount(0),
        )
    return messages.Opened(found, last=context.rounds_left is not None)


def opens_by_itself(rules: Rules, state: State | None, context: protocol.OpeningContext) -> bool:
    """Tell whether something there is to be played (`is_to_be_played`)."""
    return state is not None and is_to_be_played(state)


def is_to_be_played(state: State) -> bool:
    """Tell whether credits lie there that can be played: their clock runs in the next round.

    Or free games are left, which are played by themselves. In an open device credits are frozen,
    and no clock runs (MC-AUTO-39), but a game that is paid for is played: its cards are held.
    """
    return needs_another_round(state) or bool(state.now.balance and state.now.in_service)


def needs_another_round(state: State) -> bool:
    """Tell whether the next round is one though no more were announced.

    A hand is held and replaced in it, or a free game comes.
    """
    now = state.now
    return bool(now.hand) or (bool(now.free) and now.in_service and not now.owed)


def awaiting(rules: Rules, state: State) -> protocol.Awaiting:
    """Return what the round needs next."""
    match state.stage:
        case "spinning":
            return rules.sheet.draw
        case "holding":
            seconds = LAST_HOLD_SECONDS if state.last else rules.orphan_after_minutes * 60
            return protocol.Players((account.SEAT,), seconds, f"hold/{state.now.meters.games}")
        case "betting" if account.is_free_game_due(state):
            # Not sooner than the pace floor lets a player begin one, in whole seconds.
            seconds = max(FREE_SECONDS, -(-rules.pace_ms // 1000))
            return protocol.Players((), seconds, f"free/{state.now.free}")
        case "betting" if state.last:
            return protocol.Players((), CLOSING_SECONDS, "closing")
        case "betting" if is_to_be_played(state):
            turn = f"credits/{state.touched}"
            return protocol.Players((account.SEAT,), rules.orphan_after_minutes * 60, turn)
        case "betting" | "closed":
            return protocol.Nobody()
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given: protocol.EngineInput[messages.Command]) -> _Course:
    """Return the course of what follows from the input.

    Refuses `not_awaited` for an input of the house that nothing waits for.
    """
    course = _Course(rules, state, evolve)
    match given:
        case protocol.PlayerCommand():
            _asked(course, given)
        case protocol.DrawResult(values) if state.stage == "spinning" and _is_drawn(rules, values):
            _fell(course, values)
        case protocol.DrawStopped(by) if state.stage == "spinning":
            course.add(messages.SpinStopped(by))
        case protocol.ClockExpired() if state.stage == "holding":
            course.add(messages.Held(state.player, poker.ALL, timed_out=True))
        case protocol.ClockExpired() if state.stage == "betting" and account.is_free_game_due(
            state
        ):
            course.add(account.play_free_game(state))
        case protocol.ClockExpired() if isinstance(awaiting(rules, state), protocol.Players):
            if state.now.balance:
                course.add(account.return_credits(state))
            course.add(messages.RoundClosed())
        case protocol.OperatorAction() if state.stage != "closed":
            course.add(*staff.apply_action(rules, state, given))
            _rest(course)
        case protocol.SessionEnded(by) if state.stage != "closed":
            course.add(broken_off(state, by))
        case _:
            raise not_awaited()
    return course


def _asked(course: _Course, asked: protocol.PlayerCommand[messages.Command]) -> None:
    """Do what a player asks; refuses `position_locked` to whoever does not sit there (A11)."""
    rules, state, party = course.rules, course.state, asked.party
    if account.SEAT not in asked.boxes:
        raise protocol.Refused("position_locked", clause="MC-AUTO-47")
    refused = messages.Load | messages.InsertTicket | messages.Play
    if state.last and isinstance(asked.command, refused):
        raise protocol.Refused("session_ended")
    match asked.command:
        case messages.Load(amount, medium):
            course.add(account.load_credits(rules, state, party, medium, amount))
        case messages.InsertTicket():
            course.add(
                account.redeem_ticket(rules, state, party, asked.ticket), messages.RoundClosed()
            )
        case messages.Play(amount):
            course.add(account.play_game(rules, state, party, amount))
        case messages.Hold(positions):
            course.add(account.hold_cards(state, party, positions))
        case messages.CashOut(amount, medium):
            course.add(account.cash_out(rules, state, party, medium, amount))
            if medium == "ticket":
                course.add(messages.RoundClosed())
            else:
                _rest(course)
        case messages.Complain(game):
            course.add(staff.file_complaint(state, party, game))
            _rest(course)
        case _:
            assert_never(asked.command)


def _is_drawn(rules: Rules, values: tuple[int, ...]) -> bool:
    return len(values) == len(rules.sheet.draw.sides)


def _fell(course: _Course, values: tuple[int, ...]) -> None:
    """Let the reels stand, deal the five cards of a game, or give those that replace others."""
    sheet, state = course.rules.sheet, course.state
    if isinstance(sheet, Poker):
        if state.now.hand:
            cards = poker.redrawn(state.now.hand, state.held, values)
            end_game(course, wins=sheet.wins(cards, state.stake), cards=cards)
        else:
            course.add(messages.Dealt(state.player, poker.dealt(values)), messages.RoundClosed())
        return
    brought = sheet.brought(values)
    wins = sheet.wins(values, state.pays_for, free=state.free)
    end_game(course, stops=values, wins=wins, brought=brought.free if brought else 0)


def end_game(
    course: _Course,
    due: Amount | None = None,
    paid: Amount | None = None,
    stops: tuple[int, ...] = (),
    wins: tuple[Win, ...] = (),
    brought: int = 0,
    cards: tuple[Card, ...] = (),
) -> None:
    """End a game: credit what the machine pays, or owe it (MC-AUTO-17, 18, A2, A3).

    `due` is what the pay table awards, by default the wins; `paid` differs from it only where a
    device failed. `brought` is the number of free games that follow.
    """
    rules, state = course.rules, course.state
    due = Amount(sum(each.amount for each in wins)) if due is None else due
    paid = due if paid is None else paid
    by_hand = paid > rules.by_hand_above
    party, moves = state.player, list[Move]()
    if state.stake:
        collected = Move(state.stake, Place.LAYOUT, Place.FLOAT, party, account.SEAT, "collect")
        moves.append(collected)
    if paid and not by_hand:
        moves.append(Move(paid, Place.FLOAT, Place.LAYOUT, party, account.SEAT, "pay"))
    course.add(
        messages.GameEnded(party, due, paid, by_hand, stops, wins, brought, cards, tuple(moves))
    )
    _rest(course)


def _rest(course: _Course) -> None:
    """End the round once its game is over, or no credits are left that can be played.

    What is owed, contested or open stays with the position, and is dealt with between rounds.
    """
    state = course.state
    if state.stage != "betting":
        return
    # In the last round credits still go back to their owner, once no free game is left.
    if (
        (state.ended and needs_another_round(state))
        if state.last
        else (state.ended or not is_to_be_played(state))
    ):
        course.add(messages.RoundClosed())


def broken_off(state: State, by: str) -> messages.SessionBroken:
    """Return all credits to their owner; a stake that waits comes back, a win stays owed (A6)."""
    amount = Amount(state.now.balance + state.stake)
    moves: tuple[Move, ...] = ()
    if amount:
        moves = (Move(amount, Place.LAYOUT, Place.WALLET, state.holder, account.SEAT, "return"),)
    return messages.SessionBroken(by, state.holder, amount, moves)
