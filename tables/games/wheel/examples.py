"""Worked examples of a wheel (`mc-rules-examples/1`): played, and written of recorded rounds.

Of a recorded round an example copies what lay there, was staked, chosen and fell, and nothing that
the engine made of it. What a betting window changed is written once, as it stood at « rien ne va
plus ».
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.games.core import examples as steps
from tables.games.core import protocol
from tables.games.core.examples import (
    ExampleBet,
    Json,
    RecordedSteps,
    StakedSlips,
    Wallets,
    parse_stake,
    parse_whole_number,
)
from tables.games.core.money import Amount, Party
from tables.games.wheel import messages, play
from tables.games.wheel.device import Device
from tables.games.wheel.layout import text
from tables.games.wheel.rules import WheelRules
from tables.games.wheel.stakes import Held, Laid, Settled, Wager, stakes_by_party
from tables.games.wheel.state import State, evolve


class WheelTable(StakedSlips):
    """A table of stakes on a layout, whose numbers are written down beforehand.

    `carried` is what lay there before, of a recorded round: bets with `keep` and `zeros`.
    """

    def __init__(self, rules: WheelRules, carried: Sequence[Json] | None = None) -> None:
        self.rules = rules
        self._recorded = carried is not None
        self.slips: dict[str, ExampleBet] = {}
        self.wallets = Wallets()
        self.ids: dict[str, str] = {}
        self._state: State | None = None
        self.step = 0
        self._context = protocol.OpeningContext()
        self._broken_off = False
        if carried:
            self._carry(carried)

    def _carry(self, carried: Sequence[Json]) -> None:
        held = []
        for each in carried:
            ref, stake = each["ref"], Amount(parse_whole_number(each["stake"]))
            no = f"w{len(self.ids)}"
            self.ids[no] = ref
            state = "in_prison" if each["keep"] == "prison" else "open"
            self.slips[ref] = ExampleBet(each["player"], state, on_layout=stake)
            laid = Laid(no, self._position(each), stake, each["keep"], each["zeros"])
            held.append(Held(Party(each["player"]), laid))
        self._state = self._carried(stakes_by_party(held))

    def _carried(self, stakes: Mapping[Party, tuple[Laid, ...]]) -> State:
        """Return the state of a round that is over, in which these stakes lie."""
        return State(stage="closed", stakes=stakes)

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        self.step = step
        self._broken_off = bool(outcomes and outcomes[0].get("broken_off"))
        # A void spin is spun again: what counts as the last is the next that is not void.
        counts = next((each for each in outcomes if not each.get("void")), {})
        self._context = protocol.OpeningContext(
            rounds_left=1 if counts.get("last_of_session") else None
        )
        if (
            self._state
            and self._over
            and play.opens_by_itself(self.rules, self._state, protocol.OpeningContext())
        ):
            self._open()

    @property
    def takes_stakes(self) -> bool:
        """Rien ne va plus is said where nobody has staked, too; only the ball is not launched."""
        return self._state is None or self._state.stage != "spinning"

    def bet(self, bet: Json) -> None:
        if self._state is None or self._over:
            self._open()
        stake = parse_stake(bet, self.least)
        self.lay(bet, self._position(bet), stake)

    def compare_claims(self) -> None:
        pass

    def decide(self, decision: Json) -> None:
        ref, player = decision["bet"], decision["player"]
        slip = self.slips.get(ref)
        if slip is None or slip.player != player:
            raise protocol.Refused("not_owner")
        wager = next((no for no, each in self.ids.items() if each == ref), "")
        match decision["action"]:
            case "half":
                self._give(
                    protocol.PlayerCommand(Party(player), frozenset(), messages.Half((wager,)))
                )
            case "prison":
                self._give(
                    protocol.PlayerCommand(Party(player), frozenset(), messages.Prison((wager,)))
                )
            case _:
                self.change_stake(decision)

    def close(self) -> None:
        if self._state and self._state.stage == "betting" and not self._broken_off:
            self._give(protocol.ClockExpired())

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        if outcome.get("broken_off"):
            self._give(protocol.SessionEnded("operator"))
            return
        device = self.rules.device
        name = outcome.get(device.called)
        if name not in device.names and (name is not None or not outcome.get("void")):
            raise ValueError(f"The wheel has no {device.called} {name}.")
        for each in during:
            decide(each)
        # Without a stake nobody launches the ball.
        if self._state and not self._over:
            if outcome.get("void"):
                self._give(protocol.DrawStopped("operator"))
            else:
                self._give(protocol.DrawResult((self._value_of(name),)))

    def _value_of(self, name: str) -> int:
        """Return a value of the draw for which that falls which has this name."""
        device = self.rules.device
        values = range(len(device.numbers))
        return next(each for each in values if device.name_of(self.rules.fallen(each)) == name)

    def table_facts(self) -> dict[str, Any]:
        return {}

    def _position(self, bet: Json) -> str:
        """Return where a bet lies; one that has a single position need not say which."""
        kind, chosen = bet["bet"], _ordered(bet.get("selection", ()))
        only = [each.on for each in self.rules.device.layout.values() if each.bet == kind]
        return only[0] if len(only) == 1 and not chosen else text(kind, chosen)

    @property
    def _over(self) -> bool:
        return self._state is not None and self._state.stage == "closed"

    def _open(self) -> None:
        self._fold([play.opening_event(self.rules, self._state, self._context)])

    def _premium(self, on: str, stake: int) -> int:
        return self.rules.premium(Laid("", on, Amount(stake)))

    @property
    def least(self) -> int:
        return self.rules.table_min_cents

    def lying(self, player: str) -> tuple[Laid, ...]:
        return self._state.stakes.get(Party(player), ()) if self._state else ()

    def ask_stake(self, player: str, no: str, on: str, amount: Amount) -> None:
        others = [
            Wager(each.id, each.on, each.amount)
            for each in self.lying(player)
            if each.keep == "free" and each.id != no
        ]
        command = messages.Stake((*others, Wager(no, on, amount)))
        self._give(protocol.PlayerCommand(Party(player), frozenset(), command))

    def _give(self, given: protocol.EngineInput[messages.Command]) -> None:
        if self._state is None:
            raise protocol.Refused("zero_choice_not_open")
        self._fold(play.decide(self.rules, self._state, given).events)

    def _fold(self, events: Iterable[messages.Event]) -> None:
        for event in events:
            self._state = evolve(self._state, event)
            self._follow(event)

    def _follow(self, event: messages.Event) -> None:
        """Take note of what an event moves and says of stakes."""
        # What wins and is laid again is a new bet, which the example has not.
        if self._recorded or not isinstance(event, messages.Restaked):
            self.wallets.follow(event.moves)
        self._note(event)

    def _note(self, event: messages.Event) -> None:
        """Write in the slips what an event says of stakes."""
        match event:
            case messages.HalfTaken() | messages.Collected() | messages.Paid():
                for settled in event.settled:
                    self._close(settled)
            case messages.SessionBroken():
                for settled in event.settled:
                    self._close(settled, self._premium(settled.on, settled.staked))
            case messages.Imprisoned():
                for held in event.held:
                    self._slip(held.laid.id).state = "in_prison"
            case messages.Restaked() if self._recorded:
                for held in event.held:
                    self._lay_again(held)
            case _:
                pass

    def _close(self, settled: Settled, back: int = 0) -> None:
        """Close the slip of a stake; `back` is what was paid beside it and goes back too."""
        slip = self._slip(settled.id)
        # What wins and is laid again is a new bet, which the example has not.
        if slip.live:
            slip.close(settled.fate, settled.returned + back, self.step)

    def _lay_again(self, held: Held) -> None:
        """Write a winner that is laid again as a bet of its own, which the ledger has too."""
        ref = self.ids[held.laid.id]
        self.ids[held.laid.id] = f"{ref} again"
        amount = held.laid.amount
        self.slips[f"{ref} again"] = ExampleBet(held.party, "open", paid=amount, on_layout=amount)

    def _slip(self, wager: str) -> ExampleBet:
        return self.slips[self.ids[wager]]


def _ordered(selection: Iterable[Any]) -> list[str]:
    """Return a selection as the text forms have it, in ascending order, 0 before 00."""
    chosen = [str(each) for each in selection]
    if not all(each.isdecimal() for each in chosen):
        return chosen
    return sorted(chosen, key=lambda each: (int(each), len(each)))


@dataclass(slots=True, kw_only=True)
class RoundReader(RecordedSteps):
    """What the events have said so far, and what lies there."""

    device: Device
    state: State | None = None
    carried: list[dict[str, Any]] = field(default_factory=list)
    outcomes: list[dict[str, Any]] = field(default_factory=list)
    refs: dict[tuple[Party, str], str] = field(default_factory=dict)
    """The ref of each stake that lies there, by owner and id."""
    free: dict[tuple[Party, str], Laid] = field(default_factory=dict)
    """The free stakes as they are written so far."""

    def tell(self, event: messages.Event) -> None:
        """Take one event in."""
        before, self.state = self.state, self.fold(event)
        match event:
            case messages.Opened():
                for each in event.held:
                    self._carry(each.party, each.laid)
            case messages.HalfTaken(why="chosen"):
                for settled in event.settled:
                    self._choose(settled.party, settled.id, "half")
            case messages.Imprisoned(why="chosen"):
                for held in event.held:
                    self._choose(held.party, held.laid.id, "prison")
            case messages.BetsClosed():
                self._close(self.state)
            case messages.SpinStopped():
                self.outcomes.append({"void": True})
            case messages.NumberFell():
                last = {"last_of_session": True} if self.state.last else {}
                fallen = {self.device.called: self.device.name_of(event.number)}
                self.outcomes.append({**fallen, **last})
            case messages.RoundClosed() if before is not None and before.stage == "betting":
                self._close(before)
            case messages.SessionBroken():
                if before is not None and before.stage == "betting":
                    self._close(before)
                self.outcomes.append({"broken_off": True})
            case _:
                pass

    def fold(self, event: messages.Event) -> State:
        """Return the state after an event."""
        return evolve(self.state, event)

    def _carry(self, party: Party, laid: Laid) -> None:
        kept = {"keep": laid.keep, "zeros": laid.zeros}
        self.carried.append({**self._bet(party, laid), **kept})
        if laid.keep == "free":
            self.free[party, laid.id] = laid

    def _bet(self, party: Party, laid: Laid) -> dict[str, Any]:
        ref = f"b{len(self.carried) + len(self.bets) + 1}"
        self.refs[party, laid.id] = ref
        return {"ref": ref, "player": party, **self.named(laid.on), "stake": laid.amount}

    def named(self, on: str) -> dict[str, Any]:
        """Return what an example says of the position of a bet."""
        bet, _, selection = on.partition(":")
        return {"bet": bet, "selection": selection.split("-")} if selection else {"bet": bet}

    def _choose(self, party: Party, wager: str, action: str) -> None:
        self.decide(party, action, bet=self.refs[party, wager], at=len(self.outcomes))

    def _close(self, state: State) -> None:
        """Write what this window has changed of the free stakes."""
        now = {
            (each.party, each.laid.id): each.laid
            for each in state.every()
            if each.laid.keep == "free"
        }
        for (party, wager), laid in self.free.items():
            if now.get((party, wager)) != laid:
                self._choose(party, wager, "remove")
        for (party, wager), laid in now.items():
            if self.free.get((party, wager)) != laid:
                self.bets.append({**self._bet(party, laid), "at": len(self.outcomes)})
        self.free = now


def finish_example(
    reader: RoundReader, options: Json, events: Sequence[messages.Event]
) -> dict[str, Any] | None:
    """Read these events too, and return the example as `example_of` does."""
    for event in events:
        if isinstance(event, protocol.Voided):
            return None
        reader.tell(event)
    if not reader.carried and not reader.bets:
        return None
    return {
        "options": dict(options),
        "players": sorted({each["player"] for each in (*reader.carried, *reader.bets)}),
        "carried": reader.carried,
        "bets": reader.bets,
        "decisions": reader.decisions,
        "outcomes": reader.outcomes,
    }


def play_example(game: Any, example: Json, options: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`."""
    (book,) = game.books
    rules = game.amend(book, {**options, **example.get("options", {})})
    return steps.play(example, WheelTable(rules, example.get("carried")))


def example_of(
    game: Any,
    book: str,
    options: Json,
    events: Sequence[messages.Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished round as an example without `id` and `expected`.

    `None` when there is nothing to play: the round was annulled, or nothing lay on the layout.
    """
    return finish_example(RoundReader(device=game.device), options, events)


def carried(example: Json) -> int:
    """Return how many chips lay on the layout when the round opened, in minor units."""
    return sum(each["stake"] for each in example["carried"])
