"""A table of chemin de fer as a test writes it down: who speaks, what the clock does, the cards."""

from typing import Any

from tables.games.chemin_de_fer import CHEMIN_DE_FER as GAME
from tables.games.chemin_de_fer import settle
from tables.games.chemin_de_fer.messages import (
    Banco,
    Command,
    Complement,
    DealCards,
    Event,
    KeepHand,
    StakeBank,
    WithTable,
)
from tables.games.chemin_de_fer.state import State
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    OpeningContext,
    PlayerCommand,
    Refused,
    Seated,
    Voided,
)

BANKER_WINS = "Kh 9c 7d Ts"
"""9 for the banker against 7."""
PONTE_WINS = "9h Kc Td 7s"
TIE = "9h 9c Td Ks"


class Coups:
    """One table; `ann` has seat 1 and so the first hand."""

    def __init__(self, people: str = "ann bob cat dan", **options: Any) -> None:
        self.rules = GAME.amend("MC", options)
        self.seats = tuple((BoxNo(no), Party(name)) for no, name in enumerate(people.split(), 1))
        self.events: list[Event] = []
        self.state: State
        self._follow(GAME.opening_event(self.rules, None, OpeningContext(self.seats)))

    def _follow(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            state = None if event.kind == "chemin_de_fer.opened" else self.state
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

    def clock(self, times: int = 1) -> "Coups":
        for _ in range(times):
            self.give(ClockExpired())
        return self

    def cards(self, text: str, *, stop_at: int | None = None) -> "Coups":
        for no, card in enumerate(text.split()):
            assert GAME.awaiting(self.rules, self.state) == Cards(1)
            self.give(Drawn((Card(card),), stop_card=stop_at is not None and no >= stop_at))
        return self

    def sit(self, people: str) -> "Coups":
        """Let these sit, by name in their old seats or `name@seat`."""
        old = {party: seat for seat, party in self.seats}
        seats = []
        for each in people.split():
            name, _, seat = each.partition("@")
            seats.append((BoxNo(int(seat)) if seat else old[Party(name)], Party(name)))
        self.seats = tuple(sorted(seats))
        return self.give(Seated(self.seats)) if not GAME.is_over(self.state) else self

    def reopen(self, *, fresh: bool = False, left: int | None = None) -> "Coups":
        setting = OpeningContext(self.seats, fresh, left)
        assert GAME.opens_by_itself(self.rules, self.state, setting)
        self._follow(GAME.opening_event(self.rules, self.state, setting))
        return self

    def rests(self, *, fresh: bool = False, left: int | None = None) -> bool:
        return not GAME.opens_by_itself(
            self.rules, self.state, OpeningContext(self.seats, fresh, left)
        )

    def void(self) -> "Coups":
        self._follow(settle.voiding_event(self.state, "wrong draw"))
        return self

    # what everybody does again and again

    def bank(self, amount: int, name: str = "ann") -> "Coups":
        return self.say(name, StakeBank(Amount(amount)))

    def banco(self, name: str) -> "Coups":
        return self.say(name, Banco(self.state.bank))

    def part(self, name: str, amount: int) -> "Coups":
        return self.say(name, WithTable(Amount(amount)))

    def complete(self, name: str, amount: int) -> "Coups":
        return self.say(name, Complement(Amount(amount)))

    def close(self) -> "Coups":
        """Let the windows run out."""
        while self.state.stage in ("banco", "complete"):
            self.clock()
        return self

    def deal(self, text: str) -> "Coups":
        self.close()
        return self.say(self.state.banker, DealCards()).cards(text)

    def again(self) -> "Coups":
        """Open the next coup; its banker keeps the hand."""
        self.reopen()
        return self.say(self.state.banker, KeepHand())

    # what is asked of it

    def last(self, kind: str) -> Any:
        """Return the last event of this kind."""
        return next(each for each in reversed(self.events) if each.kind == f"chemin_de_fer.{kind}")

    def all(self, kind: str) -> list[Any]:
        return [each for each in self.events if each.kind == f"chemin_de_fer.{kind}"]

    def net(self, name: str) -> int:
        """Return what the party has won or, below 0, has on the table or lost."""
        moves = [move for event in self.events for move in event.moves if move.party == name]
        into = sum(move.amount for move in moves if move.target is Place.WALLET)
        return into - sum(move.amount for move in moves if move.source is Place.WALLET)

    def in_play(self) -> dict[str, int]:
        """Return the accepted stakes by name."""
        piles: dict[str, int] = {}
        for claim in self.state.claims:
            if claim.state == "accepted":
                piles[claim.party] = piles.get(claim.party, 0) + claim.amount
        return piles

    def refusals(self) -> list[str]:
        """Return the codes with which the last comparison turned claims down."""
        return [each.code for each in self.last("claims_compared").turned_down]


__all__ = ["BANKER_WINS", "PONTE_WINS", "TIE", "Coups", "Voided"]
