"""A table of banque à tout va as a test writes it down: the bank, who stakes, who speaks, cards."""

from collections.abc import Iterable
from typing import Any, Final

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
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
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

BANKER: Final = "7"
"""Whom the games management has approved."""
RIGHT_WINS: Final = "4h Th 2c 3d 2d 4c Ks"
"""Right has 7, left 2 and draws nothing, the banker 6: one wins, one loses."""


class Coups:
    """One table of two seats a tableau; `ann` and `bob` are right, `leo` and `lou` left."""

    def __init__(self, people: str = "ann bob leo lou", **options: Any) -> None:
        self.rules = GAME.amend("MC", {"seats": 2, "banker_account": int(BANKER), **options})
        self.seats = seats_of(people)
        self.events: list[Event] = []
        self.state: State
        self._follow(GAME.opening_event(self.rules, None, OpeningContext(self.seats)))

    def _follow(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            state = None if event.kind == "banque_a_tout_va.opened" else self.state
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
        for name in names:
            self.say(name, Ready())
        return self

    def bank(self, amount: int) -> "Coups":
        return self.say(BANKER, PutUp(Amount(amount)))

    def leave(self) -> "Coups":
        return self.say(BANKER, LeaveBank())

    def card(self, name: str, hand: Side) -> "Coups":
        return self.say(name, TakeCard(hand))

    def no(self, name: str, hand: Side) -> "Coups":
        return self.say(name, NoCard(hand))

    def clock(self) -> "Coups":
        return self.give(ClockExpired())

    def cards(self, text: str, *, stop_at: int | None = None) -> "Coups":
        """Draw for the engine what it asks for, until these are out."""
        left = [Card(card) for card in text.split()]
        while left:
            wanted = GAME.awaiting(self.rules, self.state)
            assert isinstance(wanted, Cards), wanted
            self.give(Drawn(tuple(left[: wanted.count]), stop_at is not None, stop_at=stop_at or 0))
            del left[: wanted.count]
        return self

    def dealt(self, text: str, *, stop_at: int | None = None) -> "Coups":
        """Close the bets and deal six cards; the banker lets the clock deal."""
        self.clock()
        if self.state.stage == "deal":
            self.clock()
        return self.cards(" ".join(text.split()[:6]), stop_at=stop_at)

    def coup(self, text: str, *, stop_at: int | None = None) -> "Coups":
        """Play a coup to its end; nobody says a word."""
        self.dealt(text, stop_at=stop_at)
        left = text.split()[6:]
        while not GAME.is_over(self.state):
            if isinstance(GAME.awaiting(self.rules, self.state), Cards):
                self.cards(left.pop(0))
            else:
                self.clock()
        assert left == []
        return self

    def sit(self, people: str) -> "Coups":
        self.seats = seats_of(people)
        return self.give(Seated(self.seats))

    def reopen(self, *, fresh: bool = False, left: int | None = None) -> "Coups":
        setting = OpeningContext(self.seats, fresh, left)
        self._follow(GAME.opening_event(self.rules, self.state, setting))
        return self

    def state_of(self, events: Iterable[Event]) -> State:
        """Return the state to which these events fold."""
        state = None
        for event in events:
            state = GAME.evolve(state, event)
        assert state is not None
        return state

    def told(self, kind: str) -> list[Any]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if event.kind == f"banque_a_tout_va.{kind}"]

    @property
    def moves(self) -> list[Move]:
        return [move for event in self.events for move in event.moves]

    def net(self, name: str) -> int:
        """Return what a party's wallet has won, in minor units."""
        return sum(
            move.amount * ((move.target is Place.WALLET) - (move.source is Place.WALLET))
            for move in self.moves
            if move.party == name
        )


def last_round(coups: Coups) -> list[Event]:
    """Return the events of the last coup that was opened."""
    kinds = [event.kind for event in coups.events]
    return coups.events[len(kinds) - kinds[::-1].index("banque_a_tout_va.opened") - 1 :]


def seats_of(people: str) -> tuple[tuple[BoxNo, Party], ...]:
    """Return who sits where, by names in the order of the seats or `name@seat`."""
    seats = []
    for no, each in enumerate(people.split(), 1):
        name, _, seat = each.partition("@")
        seats.append((BoxNo(int(seat) if seat else no), Party(name)))
    return tuple(sorted(seats))


def staking(**bets: int) -> Stake:
    """Return the command that lays these amounts: on `right`, on `left`, or à `cheval`."""
    names: dict[str, Bet] = dict(zip(("right", "left", "cheval"), BETS, strict=True))
    return Stake(tuple(Wager(bet, names[bet], Amount(stake)) for bet, stake in bets.items()))
