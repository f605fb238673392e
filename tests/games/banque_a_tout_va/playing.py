"""A table of banque à tout va as a test writes it down: the bank, who stakes, who speaks, cards."""

from typing import Any, Final, Self

from tables.games.banque_a_tout_va import BANQUE_A_TOUT_VA as GAME
from tables.games.banque_a_tout_va.messages import (
    Command,
    Event,
    LeaveBank,
    NoCard,
    PutUp,
    Ready,
    Side,
    Stake,
    TakeCard,
    Wager,
)
from tables.games.banque_a_tout_va.rules import BETS, Bet
from tables.games.banque_a_tout_va.state import State
from tables.games.core.money import Amount
from tables.games.core.protocol import OpeningContext
from tests.games.baccara.playing import Playing, seats_of

BANKER: Final = "7"
"""Whom the games management has approved."""
RIGHT_WINS: Final = "4h Th 2c 3d 2d 4c Ks"
"""Right has 7, left 2 and draws nothing, the banker 6: one wins, one loses."""


class Coups(Playing[State, Command, Event]):
    """One table of two seats a tableau; `ann` and `bob` are right, `leo` and `lou` left."""

    game = GAME

    def __init__(self, people: str = "ann bob leo lou", **options: Any) -> None:
        given = {"seats": 2, "banker_account": int(BANKER), **options}
        super().__init__(OpeningContext(seats_of(people)), **given)

    def stake(self, name: str, **bets: int) -> Self:
        return self.say(name, staking(**bets))

    def ready(self, *names: str) -> Self:
        for name in names:
            self.say(name, Ready())
        return self

    def bank(self, amount: int) -> Self:
        return self.say(BANKER, PutUp(Amount(amount)))

    def leave(self) -> Self:
        return self.say(BANKER, LeaveBank())

    def card(self, name: str, hand: Side) -> Self:
        return self.say(name, TakeCard(hand))

    def no(self, name: str, hand: Side) -> Self:
        return self.say(name, NoCard(hand))

    def cards(self, text: str, *, stop_at: int | None = None) -> Self:
        return self.draw(text, stop_card=stop_at is not None, stop_at=stop_at or 0)

    def dealt(self, text: str, *, stop_at: int | None = None) -> Self:
        """Close the bets and deal six cards; the banker lets the clock deal."""
        self.clock()
        if self.state.stage == "deal":
            self.clock()
        return self.cards(" ".join(text.split()[:6]), stop_at=stop_at)

    def coup(self, text: str, *, stop_at: int | None = None) -> Self:
        """Play a coup to its end; nobody says a word."""
        return self.dealt(text, stop_at=stop_at).play_out(" ".join(text.split()[6:]))


def last_round(coups: Coups) -> list[Event]:
    """Return the events of the last coup that was opened."""
    kinds = [event.kind for event in coups.events]
    return coups.events[len(kinds) - kinds[::-1].index("banque_a_tout_va.opened") - 1 :]


def staking(**bets: int) -> Stake:
    """Return the command that lays these amounts: on `right`, on `left`, or à `cheval`."""
    names: dict[str, Bet] = dict(zip(("right", "left", "cheval"), BETS, strict=True))
    return Stake(tuple(Wager(bet, names[bet], Amount(stake)) for bet, stake in bets.items()))
