"""A table of punto banco as a test writes it down: who stakes, who turns, the cards."""

from typing import Any

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    OpeningContext,
    PlayerCommand,
    Refused,
    Seated,
)
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

PUNTO_WINS = "9h 4c Td 2s"
"""A natural 9 against 6."""
BANCO_WINS = "Th 4c Td 5s"
TIE = "9h 4c Td 5s"


class Coups:
    """One table; `ann` has seat 1 and is the banker."""

    def __init__(self, people: str = "ann bob cat", *, fresh: bool = False, **options: Any) -> None:
        self.rules = GAME.amend("MC", options)
        self.seats = seats_of(people)
        self.events: list[Event] = []
        self.state: State
        setting = OpeningContext(self.seats, fresh, resumes=fresh)
        self._follow(GAME.opening_event(self.rules, None, setting))

    def _follow(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            state = None if event.kind == "punto_banco.opened" else self.state
            self.state = GAME.evolve(state, event)

    def give(self, given: EngineInput[Command]) -> "Coups":
        self._follow(*GAME.decide(self.rules, self.state, given))
        return self

    def say(self, name: str, *commands: Command) -> "Coups":
        held = frozenset(seat for seat, party in self.seats if party == name)
        for command in commands:
            self.give(PlayerCommand(Party(name), held, command))
        return self

    def refused(self, name: str, command: Command) -> str:
        before = self.state
        try:
            self.say(name, command)
        except Refused as refused:
            assert self.state == before
            return refused.code
        raise AssertionError(f"{command} was not refused.")

    def stake(self, name: str, **bets: int) -> "Coups":
        return self.say(name, staking(**bets))

    def ready(self, *names: str) -> "Coups":
        return self.say(names[0], *[Ready()] * len(names)) if len(names) == 1 else self._all(names)

    def _all(self, names: tuple[str, ...]) -> "Coups":
        for name in names:
            self.say(name, Ready())
        return self

    def turn(self, name: str, hand: Side) -> "Coups":
        return self.say(name, TurnCards(hand))

    def pass_bank(self, name: str) -> "Coups":
        return self.say(name, RefuseBank())

    def clock(self) -> "Coups":
        return self.give(ClockExpired())

    def cards(self, text: str, *, stop: bool = False) -> "Coups":
        """Draw for the engine what it asks for, until these are out."""
        left = [Card(card) for card in text.split()]
        while left:
            wanted = GAME.awaiting(self.rules, self.state)
            assert isinstance(wanted, Cards), wanted
            self.give(Drawn(tuple(left[: wanted.count]), stop_card=stop))
            del left[: wanted.count]
        return self

    def sit(self, people: str) -> "Coups":
        self.seats = seats_of(people)
        return self.give(Seated(self.seats))

    def coup(self, text: str, *, stop: bool = False) -> "Coups":
        """Close the bets and play a coup to its end; whoever has cards leaves them to the clock."""
        self.clock()
        left = text.split()
        while not GAME.is_over(self.state):
            wanted = GAME.awaiting(self.rules, self.state)
            if isinstance(wanted, Cards):
                self.cards(" ".join(left[: wanted.count]), stop=stop)
                del left[: wanted.count]
            else:
                self.clock()
        assert left == []
        return self

    def reopen(
        self, *, fresh: bool = False, resumes: bool = False, left: int | None = None
    ) -> "Coups":
        setting = OpeningContext(self.seats, fresh, left, resumes=resumes)
        self._follow(GAME.opening_event(self.rules, self.state, setting))
        return self

    def told(self, kind: str) -> list[Any]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if event.kind == f"punto_banco.{kind}"]


def seats_of(people: str) -> tuple[tuple[BoxNo, Party], ...]:
    """Return who sits where, by names in the order of the seats or `name@seat`."""
    seats = []
    for no, each in enumerate(people.split(), 1):
        name, _, seat = each.partition("@")
        seats.append((BoxNo(int(seat) if seat else no), Party(name)))
    return tuple(sorted(seats))


def staking(**bets: int) -> Stake:
    """Return the command that lays these amounts, by bet."""
    names: dict[str, Bet] = {bet: bet for bet in GAME.amend("MC", {}).bets}
    return Stake(tuple(Wager(bet, names[bet], Amount(stake)) for bet, stake in bets.items()))
