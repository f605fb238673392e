"""A table of punto banco as a test writes it down: who stakes, who turns, the cards."""

from typing import Any, Self

from tables.games.core.money import Amount
from tables.games.core.protocol import OpeningContext
from tables.games.punto_banco import PUNTO_BANCO as GAME
from tables.games.punto_banco.messages import (
    Command,
    Event,
    Ready,
    RefuseBank,
    Side,
    Stake,
    TurnCards,
    Wager,
)
from tables.games.punto_banco.rules import Bet
from tables.games.punto_banco.state import State
from tests.games.baccara.playing import Playing, seats_of

PUNTO_WINS = "9h 4c Td 2s"
"""A natural 9 against 6."""
BANCO_WINS = "Th 4c Td 5s"
TIE = "9h 4c Td 5s"


class Coups(Playing[State, Command, Event]):
    """One table; `ann` has seat 1 and is the banker."""

    game = GAME

    def __init__(self, people: str = "ann bob cat", *, fresh: bool = False, **options: Any) -> None:
        super().__init__(OpeningContext(seats_of(people), fresh, resumes=fresh), **options)

    def stake(self, name: str, **bets: int) -> Self:
        return self.say(name, staking(**bets))

    def ready(self, *names: str) -> Self:
        for name in names:
            self.say(name, Ready())
        return self

    def turn(self, name: str, hand: Side) -> Self:
        return self.say(name, TurnCards(hand))

    def pass_bank(self, name: str) -> Self:
        return self.say(name, RefuseBank())

    def cards(self, text: str, *, stop: bool = False) -> Self:
        return self.draw(text, stop_card=stop)

    def coup(self, text: str, *, stop: bool = False) -> Self:
        """Close the bets and play a coup to its end; whoever has cards leaves them to the clock."""
        return self.clock().play_out(text, stop_card=stop)


def staking(**bets: int) -> Stake:
    """Return the command that lays these amounts, by bet."""
    names: dict[str, Bet] = {bet: bet for bet in GAME.amend("MC", {}).bets}
    return Stake(tuple(Wager(bet, names[bet], Amount(stake)) for bet, stake in bets.items()))
