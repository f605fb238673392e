"""A table of one of baccara's three games as a test writes it down: who speaks, clock, cards."""

from collections.abc import Iterable
from typing import Any, Generic, Self, TypeVar

from tables.games.core.cards import Card
from tables.games.core.money import BoxNo, Move, Party, Place
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    Fact,
    Game,
    OpeningContext,
    PlayerCommand,
    Refused,
    Seated,
)

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E", bound=Fact)
Seats = tuple[tuple[BoxNo, Party], ...]


class Playing(Generic[S, C, E]):
    """One table, whose coups go on from each other; what it does returns it."""

    game: Game[Any, S, C, E, Any]

    def __init__(self, opening: OpeningContext, **options: Any) -> None:
        self.rules = self.game.amend("MC", options)
        self.seats = opening.seats
        self.events: list[E] = []
        self.state: S
        self.follow(self.game.opening_event(self.rules, None, opening))

    def follow(self, *events: E) -> None:
        """Fold events into the state."""
        for event in events:
            self.events.append(event)
            state = None if event.kind == f"{self.game.key}.opened" else self.state
            self.state = self.game.evolve(state, event)

    def give(self, given: EngineInput[C]) -> Self:
        self.follow(*self.game.decide(self.rules, self.state, given))
        return self

    def say(self, name: str, *commands: C) -> Self:
        held = frozenset(seat for seat, party in self.seats if party == name)
        for command in commands:
            self.give(PlayerCommand(Party(name), held, command))
        return self

    def refused(self, name: str, command: C) -> str:
        """Return the code with which a command is refused; `AssertionError` where it is not."""
        before = self.state
        try:
            self.say(name, command)
        except Refused as refused:
            assert self.state == before
            return refused.code
        raise AssertionError(f"{command} was not refused.")

    def clock(self, times: int = 1) -> Self:
        for _ in range(times):
            self.give(ClockExpired())
        return self

    def draw(self, cards: str, **drawn: Any) -> Self:
        """Draw for the engine what it asks for, until these are out."""
        left = [Card(card) for card in cards.split()]
        while left:
            wanted = self.game.awaiting(self.rules, self.state)
            assert isinstance(wanted, Cards), wanted
            self.give(Drawn(tuple(left[: wanted.count]), **drawn))
            del left[: wanted.count]
        return self

    def play_out(self, cards: str, **drawn: Any) -> Self:
        """Play the coup to its end with just these cards; nobody says a word."""
        left = cards.split()
        while not self.game.is_over(self.state):
            wanted = self.game.awaiting(self.rules, self.state)
            if isinstance(wanted, Cards):
                self.draw(" ".join(left[: wanted.count]), **drawn)
                del left[: wanted.count]
            else:
                self.clock()
        assert left == []
        return self

    def sit(self, people: str) -> Self:
        """Let these sit, as `seats_of` reads them."""
        self.seats = seats_of(people)
        return self.give(Seated(self.seats))

    def reopen(
        self, *, fresh: bool = False, resumes: bool = False, left: int | None = None
    ) -> Self:
        opening = OpeningContext(self.seats, fresh, left, resumes=resumes)
        self.follow(self.game.opening_event(self.rules, self.state, opening))
        return self

    def told(self, kind: str) -> list[Any]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if event.kind == f"{self.game.key}.{kind}"]

    @property
    def moves(self) -> list[Move]:
        return [move for event in self.events for move in event.moves]

    def net(self, name: str) -> int:
        """Return what a party has won or, below 0, has on the table or lost, minor units."""
        return sum(
            move.amount * ((move.target is Place.WALLET) - (move.source is Place.WALLET))
            for move in self.moves
            if move.party == name
        )

    def state_of(self, events: Iterable[E]) -> S:
        """Return the state to which these events fold."""
        state = None
        for event in events:
            state = self.game.evolve(state, event)
        assert state is not None
        return state


def seats_of(people: str) -> Seats:
    """Return who sits where, by names in the order of the seats or `name@seat`."""
    seats = []
    for no, each in enumerate(people.split(), 1):
        name, _, seat = each.partition("@")
        seats.append((BoxNo(int(seat) if seat else no), Party(name)))
    return tuple(sorted(seats))
