"""What the examples of the games of baccara have in common: inputs to an engine, and stakes."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tables.games.core.examples import (
    ExampleBet,
    Json,
    Wallets,
    parse_increment,
    parse_stake,
    reduce_stake,
    settled_state,
)
from tables.games.core.modules import Play
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import EngineInput, OpeningContext, PlayerCommand, Refused

R = TypeVar("R")
S = TypeVar("S")


class StakeRules(Protocol):
    """Rules with a least stake."""

    @property
    def table_min_cents(self) -> int: ...


SR = TypeVar("SR", bound=StakeRules)


@dataclass(slots=True, kw_only=True)
class HandTable(Generic[R, S]):
    """A table that plays what an example says, from its first step to its last."""

    play_module: ClassVar[Play[Any, Any, Any, Any]]
    """The game's engine."""

    rules: R
    context: OpeningContext
    state: S
    step: int = 0
    slips: dict[str, ExampleBet] = field(default_factory=dict)
    wallets: Wallets = field(default_factory=Wallets)

    def give(self, given: EngineInput[Any]) -> None:
        """Give the engine an input; raises `Refused`."""
        assert self.state is not None
        for event in self.play_module.decide(self.rules, self.state, given).events:
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
class StakesTable(HandTable[SR, Any]):
    """A table at which a party sets all its stakes at once; its state is that of the coup."""

    wager: ClassVar[type[Any]]
    stake: ClassVar[type[Any]]
    """The game's own `Wager` and `Stake`."""
    kinds: ClassVar[Sequence[str]]
    """Of bets."""

    state: Any = None
    ids: dict[str, str] = field(default_factory=dict)
    """The slip of each stake that lies there, by the stake's id."""

    @property
    def open(self) -> bool:
        """Tell whether a coup is in play."""
        return self.state is not None and self.state.stage != "closed"

    @property
    def takes_stakes(self) -> bool:
        return self.state is not None and self.state.stage == "betting"

    def bet(self, bet: Json) -> None:
        kind = bet["bet"]
        if kind not in self.kinds:
            raise Refused("not_a_combination", on=str(kind)[:40])
        stake = parse_stake(bet, self.rules.table_min_cents)
        no, slip = f"w{len(self.slips)}", self.slips[bet["ref"]]
        slip.paid = -self.set_stake(slip, self.wager(no, kind, stake))
        slip.state = "open"
        self.ids[no] = bet["ref"]

    def set_stake(self, slip: ExampleBet, wager: Any) -> int:
        """Ask for a stake beside the player's others; return what came back to the wallet."""
        party = Party(slip.player)
        others = [each for each in self.state.stakes.get(party, ()) if each.id != wager.id]
        before = self.wallets.net[party]
        self.ask(party, self.stake((*others, wager)))
        mine = self.state.stakes.get(party, ())
        slip.on_layout = sum(each.amount for each in mine if each.id == wager.id)
        return self.wallets.net[party] - before

    def change_stake(self, decision: Json) -> None:
        """Take a stake down, reduce or increase it; refuses any other action.

        Refuses `not_owner` for another's, `already_decided` for one that does not lie there.
        """
        player, action = decision["player"], decision["action"]
        if action not in ("remove", "reduce", "increase"):
            raise Refused("not_awaited", action=str(action))
        slip = self.slips.get(decision["bet"])
        if slip is None or slip.player != player:
            raise Refused("not_owner")
        no = next((no for no, ref in self.ids.items() if ref == decision["bet"]), None)
        if no is None or self.state is None:
            raise Refused("already_decided")
        lying = next(each for each in self.state.stakes[Party(player)] if each.id == no)
        match action:
            case "remove":
                back = self.set_stake(slip, self.wager(no, lying.on, Amount(0)))
                slip.close("removed", back, self.step)
                del self.ids[no]
            case "reduce":
                least = self.rules.table_min_cents
                left = reduce_stake(lying.amount, decision.get("amount"), least)
                slip.returned += self.set_stake(slip, self.wager(no, lying.on, left))
            case _:
                more = Amount(lying.amount + parse_increment(decision.get("amount")))
                slip.paid -= self.set_stake(slip, self.wager(no, lying.on, more))

    def close_settled(self, settled: Sequence[Any]) -> None:
        """Close the slips of stakes that are decided."""
        for each in settled:
            slip = self.slips[self.ids.pop(each.id)]
            slip.close(settled_state(each.staked, each.returned), each.returned, self.step)

    def cancel_stakes(self) -> None:
        """Close the slips of all stakes that lie there: they have gone back."""
        for ref in self.ids.values():
            self.slips[ref].close("cancelled", self.slips[ref].on_layout, self.step)
        self.ids.clear()

    def take_cards(self, cards: Sequence[Any], used: int, wanted: int) -> tuple[Any, ...]:
        """Return the next cards of the step; raises `ValueError` where it has too few."""
        drawn = tuple(cards[used : used + wanted])
        if len(drawn) < wanted:
            raise ValueError(f"Step {self.step} has not enough cards.")
        return drawn
