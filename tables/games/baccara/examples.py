"""What the examples of the games of baccara have in common, played or written of coups."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeVar

from tables.games.baccara.game import BaccaraGame
from tables.games.baccara.seats import Seats, SeatTaken
from tables.games.baccara.stakes import StakeLimits, Wager
from tables.games.core.examples import (
    ExampleBet,
    Json,
    RecordedSteps,
    StakedSlips,
    Wallets,
    parse_stake,
    settled_state,
)
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    Fact,
    OpeningContext,
    PlayerCommand,
    Refused,
    Voided,
)
from tables.games.core.recorded import Form

R = TypeVar("R")
S = TypeVar("S")
SR = TypeVar("SR", bound=StakeLimits)


def write_seats(seats: Seats) -> list[list[int | str]]:
    """Return who sits where as pairs of seat and party."""
    return [[each.seat, each.party] for each in seats]


def read_seats(written: Sequence[Sequence[Any]]) -> Seats:
    """Return who sits where, from such pairs."""
    return tuple(SeatTaken(BoxNo(seat), Party(party)) for seat, party in written)


SEATS: Final[Form] = write_seats, read_seats


@dataclass(slots=True)
class CoupRecord(RecordedSteps):
    """What the events of a coup have said so far, as its example says it."""

    game: BaccaraGame[Any, Any, Any, Any, Any] = field(kw_only=True)
    outcome: dict[str, Any] = field(default_factory=lambda: {"cards": []})

    def note_cards(self, cards: Iterable[str], *, stop_card: bool) -> None:
        """Write down cards that left the shoe, in that order, and whether the stop card came."""
        self.outcome["cards"] += cards
        if stop_card:
            self.outcome["stop_card"] = True

    def note_end(self, event: Fact) -> None:
        """Write down that the coup was annulled, or the session broken off."""
        if isinstance(event, Voided):
            self.outcome["void"] = True
        elif isinstance(event, self.game.session_broken_event):
            self.outcome["broken_off"] = True


@dataclass(slots=True)
class StakesRecord(CoupRecord):
    """The same of a coup at which a party sets all its stakes at once."""

    stakes: dict[Party, tuple[Wager, ...]] = field(default_factory=dict)

    def note_stakes(self, party: Party, laid: tuple[Wager, ...]) -> None:
        """Write down what a party has staked, in place of what it had before."""
        self.stakes[party] = laid
        self.bets = [
            {"ref": f"b{no}", "player": who, "bet": each.on, "stake": each.amount, "at": 0}
            for no, (who, each) in enumerate(
                ((who, each) for who, wagers in self.stakes.items() for each in wagers), start=1
            )
        ]


@dataclass(slots=True, kw_only=True)
class HandTable(Generic[R, S]):
    """A table that plays what an example says, from its first step to its last."""

    game: BaccaraGame[Any, Any, Any, Any, Any]
    rules: R
    context: OpeningContext
    state: S
    step: int = 0
    slips: dict[str, ExampleBet] = field(default_factory=dict)
    wallets: Wallets = field(default_factory=Wallets)

    def give(self, given: EngineInput[Any]) -> None:
        """Give the engine an input; raises `Refused`."""
        assert self.state is not None
        for event in self.game.decide(self.rules, self.state, given):
            self.tell(event)

    def ask(self, player: str, command: Any) -> None:
        """Give the engine a player's command; raises `Refused`."""
        party = Party(player)
        seats = frozenset(seat for seat, each in self.context.seats if each == party)
        self.give(PlayerCommand(party, seats, command))

    @abstractmethod
    def tell(self, event: Any) -> None:
        """Fold an event into the state, the wallets and the slips."""


@dataclass(slots=True, kw_only=True)
class StakesTable(HandTable[SR, Any], StakedSlips):
    """A table at which a party sets all its stakes at once; its state is that of the coup."""

    wager: ClassVar[type[Any]]
    stake: ClassVar[type[Any]]
    """The game's own `Wager` and `Stake`."""
    settlement: ClassVar[type[Any]]
    """Its event of stakes that are settled."""
    kinds: ClassVar[Sequence[str]]
    """Of bets."""

    state: Any = None
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Tell whether a coup is in play."""
        return self.state is not None and self.state.stage != "closed"

    @property
    def takes_stakes(self) -> bool:
        return self.state is not None and self.state.stage == "betting"

    def tell(self, event: Fact) -> None:
        self.state = self.game.evolve(self.state, event)
        self.wallets.follow(event.moves)
        if isinstance(event, self.settlement):
            self.close_settled(event.settled)
        elif isinstance(event, Voided | self.game.session_broken_event):
            self.cancel_stakes()

    def compare_claims(self) -> None:
        """Take note of nothing: no bet depends on another."""

    def bet(self, bet: Json) -> None:
        kind = bet["bet"]
        if kind not in self.kinds:
            raise Refused("not_a_combination", on=str(kind)[:40])
        self.lay(bet, kind, parse_stake(bet, self.least))

    @property
    def least(self) -> int:
        return self.rules.table_min_cents

    def lying(self, player: str) -> Sequence[Any]:
        return self.state.stakes.get(Party(player), ()) if self.state else ()

    def ask_stake(self, player: str, no: str, on: str, amount: Amount) -> None:
        others = [each for each in self.lying(player) if each.id != no]
        self.ask(player, self.stake((*others, self.wager(no, on, amount))))

    def close_settled(self, settled: Sequence[Any]) -> None:
        """Close the slips of stakes that are decided."""
        for each in settled:
            slip = self.slips[self.ids[each.id]]
            slip.close(settled_state(each.staked, each.returned), each.returned, self.step)

    def cancel_stakes(self) -> None:
        """Close the slips of all stakes that lie there: they have gone back."""
        for ref in self.ids.values():
            if self.slips[ref].live:
                self.slips[ref].close("cancelled", self.slips[ref].on_layout, self.step)

    def deal(
        self, cards: Sequence[Any], speak: Callable[[], bool], *, stop_card: bool = False
    ) -> None:
        """Deal a coup to its end; raises `ValueError` for too few cards, or too many.

        `speak` gives the engine what is said for a hand and tells whether play went on by it;
        otherwise the clock runs out.
        """
        used = 0
        while self.open:
            wanted = self.game.awaiting(self.rules, self.state)
            if isinstance(wanted, Cards):
                drawn = tuple(cards[used : used + wanted.count])
                if len(drawn) < wanted.count:
                    raise ValueError(f"Step {self.step} has not enough cards.")
                used += wanted.count
                self.give(Drawn(drawn, stop_card=stop_card))
            elif not speak():
                self.give(ClockExpired())
        if used < len(cards):
            raise ValueError(f"Step {self.step} leaves cards over.")
