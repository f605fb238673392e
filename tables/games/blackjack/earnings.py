"""What each event adds to the sums of the bets, with which their prices are compared."""

from typing import Final

from tables.games.blackjack import messages
from tables.games.core.money import Move, Place
from tables.games.core.protocol import BetResult

KINDS: Final = frozenset(
    {
        "blackjack.consolation_paid",
        "blackjack.doubled",
        "blackjack.hand_settled",
        "blackjack.hand_split",
        "blackjack.insurance_settled",
        "blackjack.jackpot_fed",
        "blackjack.pot_restarted",
        "blackjack.side_bet_settled",
    }
)
_PROGRESSIVE: Final = frozenset({"jp1", "split_aces"})


def bet_results(event: messages.Event) -> tuple[BetResult, ...]:
    """Return what an event adds to the sums of a bet.

    The main game is priced by its first stakes: what a hand was doubled or split with is taken off
    again. A progressive stake counts when it feeds its pots; what restarts a pot is its bet's cost.
    A stake that a passed over box gets back was never played.
    """
    won = _won(event.moves)
    match event:
        case messages.HandSettled():
            played = event.result != "void"
            return (BetResult("main", event.staked, won),) if played else ()
        case messages.Doubled() | messages.HandSplit():
            return (BetResult("main", -sum(move.amount for move in event.moves), 0),)
        case messages.InsuranceSettled():
            return (BetResult("insurance", event.staked, won),)
        case messages.JackpotFed():
            return (BetResult(event.bet, event.staked, won),)
        case messages.SideBetSettled():
            return _side(event, won)
        case messages.PotRestarted():
            bet = event.pot if event.pot in _PROGRESSIVE else "jp1"
            return (BetResult(bet, 0, won),)
        case messages.ConsolationPaid():
            return (BetResult("jp1", 0, won),)
        case _:
            return ()


def _side(event: messages.SideBetSettled, won: int) -> tuple[BetResult, ...]:
    # A lost stake brings nothing back: without a line only what was never played does.
    void = not event.line and event.returned
    if event.bet in _PROGRESSIVE:
        return (BetResult(event.bet, -event.staked if void else 0, won),)
    return () if void else (BetResult(event.bet, event.staked, won),)


def _won(moves: tuple[Move, ...]) -> int:
    """Return what these moves bring the float, below zero where they take from it."""
    float_ = Place.FLOAT
    return sum(move.amount * ((move.target is float_) - (move.source is float_)) for move in moves)
