"""The course of a toss: which input is awaited, and which events follow from it."""

from typing import Final, assert_never

from tables.games.coin_toss.messages import (
    BetsClosed,
    CoinFell,
    Event,
    Opened,
    Side,
    Stake,
    Staked,
    TossStopped,
)
from tables.games.coin_toss.rules import Rules
from tables.games.coin_toss.state import Laid, State, evolve

from tables.games.core.course import Course, check_stake, not_awaited, opens_with_a_stake
from tables.games.core.money import Amount, BoxNo, Move, Place
from tables.games.core.protocol import (
    Awaiting,
    ClockExpired,
    Draw,
    DrawResult,
    DrawStopped,
    EngineInput,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
)

COIN: Final = Draw((2,))
SIDES: Final[tuple[Side, Side]] = ("heads", "tails")
NO_BOX: Final = BoxNo(0)
_Course = Course[Rules, State, Event]
opens_by_itself: Final = opens_with_a_stake


def opening_event(rules: Rules, carried: State | None, context: OpeningContext) -> Event:
    """Return the first event of a round; nothing stays over from the last."""
    return Opened()


def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the toss needs next (TOSS-03)."""
    match state.stage:
        case "betting" if state.stakes:
            return Players((), rules.betting_window_seconds, "bets")
        case "betting" | "closed":
            return Nobody()
        case "tossing":
            return COIN
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given: EngineInput[Stake]) -> _Course:
    """Return the course of what follows from the input."""
    course = _Course(rules, state, evolve)
    match given:
        case PlayerCommand():
            course.add(_staked(rules, state, given))
        case ClockExpired() if state.stage == "betting" and state.stakes:
            course.add(BetsClosed())
        case DrawResult() if state.stage == "tossing":
            side = SIDES[given.values[0]]
            moves = tuple(move for laid in state.stakes for move in _settled(rules, laid, side))
            course.add(CoinFell(side, moves))
        case DrawStopped() if state.stage == "tossing":
            course.add(TossStopped(given.by))
        case _:
            raise not_awaited()
    return course


def _staked(rules: Rules, state: State, asked: PlayerCommand[Stake]) -> Staked:
    """Return a stake as accepted (TOSS-01, TOSS-02)."""
    stake = asked.command
    if state.stage != "betting":
        raise Refused("betting_closed", clause="TOSS-03")
    check_stake(
        Refused,
        stake.amount,
        least=rules.table_min_cents,
        step=1,
        most=rules.table_max_cents,
        already_staked=state.on(asked.party, stake.on),
        clause="TOSS-02",
    )
    move = Move(stake.amount, Place.WALLET, Place.LAYOUT, asked.party, NO_BOX, "stake")
    return Staked(asked.party, stake.on, stake.amount, (move,))


def _settled(rules: Rules, laid: Laid, side: Side) -> tuple[Move, ...]:
    """Return the moves of a stake that has won or lost (TOSS-04, TOSS-05)."""
    if laid.on != side:
        return (Move(laid.amount, Place.LAYOUT, Place.FLOAT, laid.party, NO_BOX, "collect"),)
    back = Move(laid.amount, Place.LAYOUT, Place.WALLET, laid.party, NO_BOX, "return")
    won = Amount(laid.amount * rules.win_percent // 100)
    if won == 0:
        return (back,)
    return back, Move(won, Place.FLOAT, Place.WALLET, laid.party, NO_BOX, "pay")
