"""Worked examples in the format `mc-rules-examples/1`: steps, bets, decisions, outcomes.

Knows the order of a step and how results are written; what a bet or an outcome is, the game's own
`Table` knows. What a bet costs and brings is compared with the engine's moves. Refusals are the
engine's, but for what its commands cannot say: to stake nothing, to change a stake by nothing, to
take it down by reducing it, or to change another player's. An example that was written from a
recorded round may have `carried`, what lay at the table when the round opened, and `sequence`, the
refs of its bets and decisions as they came.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, Move, Place
from tables.games.core.protocol import Refused

Json = Mapping[str, Any]
PHASES: Final = ("before", "open", "during")
"""When in a step a decision is made."""


@dataclass(slots=True)
class ExampleBet:
    """One bet of an example, and what has become of it. Amounts are minor units."""

    player: str
    state: str = "rejected"
    paid: int = 0
    returned: int = 0
    on_layout: int = 0
    settled_at: int | None = None
    """The step in which it was closed."""
    reason: str | None = None
    """Why it was refused."""

    @property
    def live(self) -> bool:
        """Tell whether it lies on the layout."""
        return self.state in ("open", "in_prison")

    def close(self, state: str, returned: int, step: int) -> None:
        """Close the bet; what is given back adds to what was given back before."""
        self.state, self.settled_at, self.on_layout = state, step, 0
        self.returned += returned

    def to_json(self) -> dict[str, Any]:
        """Return the slip as `expected` has it, as plain JSON."""
        found: dict[str, Any] = {
            "state": self.state,
            "paid": self.paid,
            "returned": self.returned,
            "on_layout": self.on_layout,
        }
        if self.settled_at is not None:
            found["settled_at"] = self.settled_at
        if self.reason is not None:
            found["reason"] = self.reason
        return found


@dataclass(slots=True)
class Wallets:
    """What the engine's moves have brought to the players' wallets, less what they took."""

    net: Counter[str] = field(default_factory=Counter)
    """By player, in minor units."""

    def follow(self, moves: Iterable[Move]) -> None:
        """Add moves of an event."""
        for move in moves:
            if move.target is Place.WALLET:
                self.net[move.party] += move.amount
            elif move.source is Place.WALLET:
                self.net[move.party] -= move.amount


@dataclass(slots=True)
class RecordedSteps:
    """The bets and decisions of a recorded round so far, in the format of examples."""

    bets: list[dict[str, Any]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)

    def decide(self, player: str, action: str, **more: Any) -> str:
        """Record a decision, without a party where the clock made it; return its ref."""
        ref = f"d{len(self.decisions) + 1}"
        by = {"player": player} if player else {}
        self.decisions.append({"ref": ref, **by, "action": action, **more})
        return ref


class Table(Protocol):
    """A table of a game that plays what an example says, in the order of its steps."""

    slips: dict[str, ExampleBet]
    """By the bets' refs."""

    @property
    def wallets(self) -> Wallets | None:
        """The players' wallets since the example began; `None` where bets are of credits."""
        ...

    @property
    def takes_stakes(self) -> bool:
        """Tell whether the engine would still take a stake.

        Also after `close`, where nobody has staked and nothing follows.
        """
        ...

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        """Begin a step; `outcomes` are those still to come, this step's first."""
        ...

    def bet(self, bet: Json) -> None:
        """Lay a bet, in its slip; raises `Refused`."""
        ...

    def compare_claims(self) -> None:
        """Compare the claims: all bets of the step are made."""
        ...

    def decide(self, decision: Json) -> None:
        """Take a decision; raises `Refused`."""
        ...

    def close(self) -> None:
        """Announce rien ne va plus: what was not decided takes its default."""
        ...

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """Produce the outcome and settle; raises `Refused` where it must not happen.

        `during` are the decisions made meanwhile; each is to be given to `decide` at its moment.
        """
        ...

    def table_facts(self) -> dict[str, Any]:
        """Return facts about the table after the last step, by name, as `expected` has them."""
        ...


class StakedSlips:
    """The slips of a table whose stakes are totals that lie there until they are decided."""

    __slots__ = ()

    slips: dict[str, ExampleBet]
    wallets: Wallets
    ids: dict[str, str]
    """The ref of each stake that was ever accepted, by its id."""
    step: int

    @property
    @abstractmethod
    def least(self) -> int:
        """The least stake, in minor units."""

    @abstractmethod
    def lying(self, player: str) -> Sequence[Any]:
        """Return a player's stakes as the engine has them."""

    @abstractmethod
    def ask_stake(self, player: str, no: str, on: str, amount: Amount) -> None:
        """Ask the engine for a stake of this id beside the player's others; raises `Refused`."""

    def lay(self, bet: Json, on: str, stake: Amount) -> None:
        """Lay a bet, in its slip; raises `Refused`."""
        no, slip = f"w{len(self.slips)}", self.slips[bet["ref"]]
        slip.paid = -self.set_stake(slip, no, on, stake)
        slip.state = "open"
        self.ids[no] = bet["ref"]

    def set_stake(self, slip: ExampleBet, no: str, on: str, amount: Amount) -> int:
        """Ask for a stake; return what came back to the wallet by it."""
        before = self.wallets.net[slip.player]
        self.ask_stake(slip.player, no, on, amount)
        mine = self.lying(slip.player)
        slip.on_layout = sum(each.amount for each in mine if each.id == no)
        return self.wallets.net[slip.player] - before

    def change_stake(self, decision: Json) -> None:
        """Take a stake down, reduce or increase it; refuses any other action.

        Refuses `not_owner` for another's, `already_decided` for one that does not lie there.
        """
        action, ref = decision["action"], decision["bet"]
        if action not in ("remove", "reduce", "increase"):
            raise Refused("not_awaited", action=str(action))
        slip = self.slips.get(ref)
        if slip is None or slip.player != decision["player"]:
            raise Refused("not_owner")
        own = [each for each in self.lying(slip.player) if self.ids.get(each.id) == ref]
        if not slip.live or not own:
            raise Refused("already_decided")
        (laid,) = own
        match action:
            case "remove":
                back = self.set_stake(slip, laid.id, laid.on, Amount(0))
                slip.close("removed", back, self.step)
            case "reduce":
                left = reduce_stake(laid.amount, decision.get("amount"), self.least)
                slip.returned += self.set_stake(slip, laid.id, laid.on, left)
            case _:
                more = Amount(laid.amount + parse_increment(decision.get("amount")))
                slip.paid -= self.set_stake(slip, laid.id, laid.on, more)


@dataclass(slots=True)
class _Sheet:
    """What was refused so far."""

    table: Table
    decisions: dict[str, Any] = field(default_factory=dict)
    outcomes: dict[str, Any] = field(default_factory=dict)
    attempted: set[str] = field(default_factory=set)
    """The decisions for which the table found a moment."""

    def bet(self, bet: Json, *, late: bool = False) -> None:
        """Lay a bet; one that is `late`, after rien ne va plus, is refused at every table."""
        slip = self.table.slips[bet["ref"]] = ExampleBet(bet["player"])
        try:
            if late and self.table.takes_stakes:
                raise Refused("betting_closed")
            self.table.bet(bet)
        except Refused as refused:
            slip.state, slip.reason = "rejected", refused.code

    def decide(self, decision: Json) -> None:
        self.attempted.add(decision["ref"])
        try:
            self.table.decide(decision)
        except Refused as refused:
            self.decisions[decision["ref"]] = {"accepted": False, "reason": refused.code}

    def produce(self, step: int, outcome: Json, during: Sequence[Json]) -> None:
        """Produce an outcome, with the decisions made meanwhile."""
        try:
            self.table.produce(outcome, during, self.decide)
        except Refused as refused:
            self.outcomes[str(step)] = {"accepted": False, "reason": refused.code}

    def refuse_unattempted(self, decision: Json) -> None:
        """Refuse a decision for which no moment came, as in a coup that was not dealt."""
        if decision["ref"] not in self.attempted:
            self.decisions[decision["ref"]] = {"accepted": False, "reason": "not_awaited"}


def play(example: Json, table: Table) -> dict[str, Any]:
    """Return what a table makes of an example, in the form of its `expected`, which is not read.

    Raises `ValueError` where the example breaks its format, and where its bets do not come to what
    the engine has moved.
    """
    outcomes: Sequence[Json] = example.get("outcomes", ())
    bets: Sequence[Json] = example.get("bets", ())
    decisions: Sequence[Json] = example.get("decisions", ())
    refs = [each["ref"] for each in bets]
    if len(set(refs)) < len(refs):
        raise ValueError("Two bets have the same ref.")
    if any(each.get("at", 0) not in range(len(outcomes) + 1) for each in (*bets, *decisions)):
        raise ValueError("A bet or decision is made at a step that the example does not have.")
    if any(each.get("phase", "before") not in PHASES for each in decisions):
        raise ValueError(f"A decision is made in one of the phases {', '.join(PHASES)}.")
    sheet = _Sheet(table)
    if "sequence" in example:
        _as_recorded(example, table)
        return _written(example, sheet)
    for step in range(len(outcomes) + 1):
        now = [each for each in decisions if each.get("at", 0) == step]
        laid = [each for each in bets if each.get("at", 0) == step]
        table.begin(step, outcomes[step:])
        for each in _in(now, "before"):
            sheet.decide(each)
        for each in laid:
            if each.get("phase") != "closed":
                sheet.bet(each)
        table.compare_claims()
        for each in _in(now, "open"):
            sheet.decide(each)
        if step < len(outcomes):
            table.close()
        for each in laid:
            if each.get("phase") == "closed":
                sheet.bet(each, late=True)
        during = _in(now, "during")
        if step < len(outcomes):
            sheet.produce(step, outcomes[step], during)
        # A recorded coup that was annulled or broken off says what was accepted before that.
        stopped = step < len(outcomes) and {"void", "broken_off"} & outcomes[step].keys()
        recorded = "carried" in example and stopped
        for each in () if recorded else during:
            sheet.refuse_unattempted(each)
    return _written(example, sheet)


def _as_recorded(example: Json, table: Table) -> None:
    """Play one step whose bets and decisions came in this order, with no clock but those it names.

    What the record says was accepted must be accepted again: a refusal is raised.
    """
    (outcome,) = example["outcomes"]
    bets = {each["ref"]: each for each in example["bets"]}
    decisions = {each["ref"]: each for each in example["decisions"]}
    table.begin(0, (outcome,))
    for ref in example["sequence"]:
        if ref in bets:
            table.slips[ref] = ExampleBet(bets[ref]["player"])
            table.bet(bets[ref])
        else:
            table.decide(decisions[ref])
    table.produce(outcome, (), table.decide)


def _written(example: Json, sheet: _Sheet) -> dict[str, Any]:
    table = sheet.table
    totals = {player: _total(player, table) for player in example.get("players", ())}
    if table.wallets is not None:
        for player, total in totals.items():
            if (moved := table.wallets.net[player]) != total["net"]:
                raise ValueError(f"{player} got {moved}, but his bets come to {total['net']}.")
    return {
        "bets": {ref: slip.to_json() for ref, slip in table.slips.items()},
        "decisions": sheet.decisions,
        "outcomes": sheet.outcomes,
        "totals": totals,
        "table": table.table_facts(),
    }


def check_accepted(result: Json) -> None:
    """Raise `ValueError` if `play` refused a decision or outcome of a recorded round."""
    for kind in ("decisions", "outcomes"):
        if result[kind]:
            raise ValueError(f"{kind} refused: {dict(result[kind])}")


def carries_nothing(example: Json) -> int:
    """Return 0: no chips stay at the table from one round to the next."""
    return 0


def player_shares(example: Json, result: Json) -> dict[str, dict[str, int]]:
    """Return what each player of a recorded round staked, got back and left at the table.

    In minor units; a bet that was taken back counts as never made. Raises `ValueError` where the
    result refuses a decision or an outcome, which the round has had.
    """
    check_accepted(result)
    taken_back: dict[str, int] = {}
    for each in example["decisions"]:
        if each["action"] == "remove":
            back = result["bets"][each["bet"]]["returned"]
            taken_back[each["player"]] = taken_back.get(each["player"], 0) + back
    return {
        player: {
            "staked": total["paid"] - taken_back.get(player, 0),
            "returned": total["returned"] - taken_back.get(player, 0),
            "left": total["on_layout"],
        }
        for player, total in result["totals"].items()
    }


def _in(decisions: Sequence[Json], phase: str) -> list[Json]:
    return [each for each in decisions if each.get("phase", "before") == phase]


def _total(player: str, table: Table) -> dict[str, int]:
    mine = [slip for slip in table.slips.values() if slip.player == player]
    paid = sum(slip.paid for slip in mine)
    returned = sum(slip.returned for slip in mine)
    return {
        "paid": paid,
        "returned": returned,
        "on_layout": sum(slip.on_layout for slip in mine),
        "net": returned - paid,
    }


def parse_card(text: Any) -> Card:
    """Return a card of an example; raises `ValueError` where there is none of this name."""
    if text not in PACK:
        raise ValueError(f"{text!r} is no card.")
    return Card(text)


def parse_whole_number(number: Any, what: str = "amount of minor units") -> int:
    """Return a whole number; raises `ValueError` for anything else."""
    if type(number) is not int:
        raise ValueError(f"{number!r} is no {what}.")
    return number


def parse_stake(bet: Json, least: int) -> Amount:
    """Return what a bet stakes; refuses `below_min` for nothing, which no command asks for."""
    if (stake := parse_whole_number(bet["stake"])) == 0:
        raise Refused("below_min", minimum=least)
    return Amount(stake)


def reduce_stake(lying: int, amount: Any, least: int) -> Amount:
    """Return a stake less an amount; refuses `below_min` where nothing would lie on.

    A command names what shall lie there: of 0 it takes the stake down, which the format calls
    otherwise.
    """
    left = lying - parse_increment(amount)
    if left <= 0:
        raise Refused("below_min", minimum=least)
    return Amount(left)


def parse_increment(amount: Any) -> int:
    """Return by how many minor units a stake is changed; refuses what is not above zero."""
    if parse_whole_number(amount) <= 0:
        raise Refused("bad_increment", step=1)
    return int(amount)


def settled_state(staked: int, returned: int) -> str:
    """Return the state of a stake that is decided: the amounts say it."""
    if returned == staked:
        return "push"
    if returned > staked:
        return "won"
    return "part_lost" if returned else "lost"
