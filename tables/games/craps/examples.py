"""Worked examples of craps (`mc-rules-examples/1`): played, and written of recorded throws.

Of a recorded throw an example copies what lay there, who stood at the rail, what was staked and
said, which clocks ran out and what fell, in a `sequence`, and nothing that the engine made of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.core import examples as steps
from tables.games.core import protocol
from tables.games.core.course import Course
from tables.games.core.examples import (
    ExampleBet,
    Json,
    RecordedSteps,
    Wallets,
    parse_increment,
    parse_stake,
    reduce_stake,
)
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.recorded import Fields
from tables.games.craps import messages, play, rail, settle, staking
from tables.games.craps.messages import AtRail, Command, Event
from tables.games.craps.rules import Rules
from tables.games.craps.stakes import Held, Laid, Settled, Wager
from tables.games.craps.state import State, evolve
from tables.games.wheel.layout import text

_STATES: Final = {"won": "won", "lost": "lost", "push": "push", "cancelled": "cancelled"}

OPERATOR: Final = "operator"
"""The name under which the person in charge acts in an example."""


def write_place(at: AtRail | None) -> list[int | str] | None:
    """Return a place at the rail as a pair of seat and party."""
    return [at.seat, at.party] if at else None


def read_place(written: Sequence[Any] | None) -> AtRail | None:
    """Return the place of such a pair."""
    return AtRail(BoxNo(written[0]), Party(written[1])) if written else None


WAGER: Final = Fields("id", "on", "amount", "to", "working")
LYING: Final = Fields("number", "to", "working", "no_action", "fee", "fixed", "fresh")
"""What a recorded throw found of each stake, beside its `position`."""
FOUND: Final = Fields(
    *("point", "throws", "timeouts", "barred", "rounds_left", "overtime"),
    seats=(
        lambda seats: [write_place(each) for each in seats],
        lambda written: tuple([read_place(each) for each in written]),
    ),
    shooter=(write_place, read_place),
    pair=(list, tuple),
)
"""How a recorded throw found the table, as the fields of its opening."""


def ref(party: Party, laid: Laid) -> str:
    """Return the ref of a recorded stake: ids are each party's own."""
    return f"{party}/{laid.id}"


class CrapsTable:
    """A table whose dice are written down beforehand.

    `carried` is what lay there before a recorded round: its bets, and the fields of its opening.
    """

    def __init__(self, rules: Rules, players: Sequence[str], carried: Json | None = None) -> None:
        self.rules = rules
        self.slips: dict[str, ExampleBet] = {}
        self.wallets = Wallets()
        self._ids: dict[str, str] = {}
        self._recorded = carried is not None
        self._seats = tuple((BoxNo(no), Party(each)) for no, each in enumerate(players, start=1))
        self._context = protocol.OpeningContext(self._seats)
        self._step = 0
        self._broken_off = False
        self._state: State
        if carried is None:
            self._fold([play.opening_event(self.rules, None, self._context)])
        else:
            self._carry(carried)

    def _carry(self, carried: Json) -> None:
        held = []
        for each in carried["bets"]:
            ref = each["ref"]
            self._ids[ref] = each["id"]
            self.slips[ref] = ExampleBet(each["player"], "open", on_layout=each["stake"])
            lying, stake = each["lying"], Amount(each["stake"])
            laid = Laid(each["id"], lying["position"], stake, **LYING.read(lying))
            held.append(Held(Party(each["player"]), laid))
        self._fold([messages.Opened(held=tuple(held), **FOUND.read(carried["found"]))])

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        self._step = step
        self._broken_off = bool(outcomes and outcomes[0].get("broken_off"))
        state = self._state
        if state.stage == "closed":
            self._fold([play.opening_event(self.rules, state, self._context)])
        elif state.stage == "throwing":
            # The throw was refused: the same shooter has another window.
            self._fold([messages.ShooterChanged(state.shooter, "no_line_bet", state.gone)])

    @property
    def takes_stakes(self) -> bool:
        return self._state.stage == "betting"

    def bet(self, bet: Json) -> None:
        ref, stake = bet["ref"], parse_stake(bet, self.rules.table_min_cents)
        on = text(bet["bet"], bet.get("selection", ()))
        # What does not exist is refused as such, whatever it is laid behind.
        self.rules.position(on)
        to = self._flat(bet)
        self._ids[ref] = f"w{len(self._ids)}"
        self.slips[ref].state = "open"
        wager = Wager(self._ids[ref], on, stake, to, bet.get("working"))
        try:
            self._stake(bet["player"], wager)
        except protocol.Refused:
            del self._ids[ref]
            raise

    def _flat(self, bet: Json) -> str:
        """Return the id of the flat bet that odds belong to; refuses `not_owner` for another's."""
        behind = bet.get("on")
        if behind is None:
            return ""
        slip = self.slips.get(behind)
        if slip is None or not slip.live:
            raise protocol.Refused("no_flat_bet", clause="MC-CRAPS-72")
        if slip.player != bet["player"]:
            raise protocol.Refused("not_owner", clause="MC-CRAPS-72")
        return self._ids[behind]

    def compare_claims(self) -> None:
        pass

    def decide(self, decision: Json) -> None:
        player = decision.get("player", "")
        match decision["action"]:
            case "decline_dice":
                self._ask(player, messages.DeclineDice())
            case "change_dice" if self._shoots(player):
                first, second = self._state.pair
                self._ask(player, messages.ChangeDice(first % 5 + 1, second % 5 + 1))
            case "change_dice" | "withdraw_turn" as what:
                if player != OPERATOR:
                    raise protocol.Refused("not_owner")
                self._give(protocol.OperatorAction(what, player))
            case "stake":
                self._ask(
                    player,
                    messages.Stake(tuple(Wager(**WAGER.read(each)) for each in decision["wagers"])),
                )
            case "shooter" | "close" | "void":
                self._as_recorded(decision)
            case _:
                self._of_bet(decision, player)

    def _as_recorded(self, decision: Json) -> None:
        """Follow what a recorded round has had: who had the dice, when they were passed, thrown."""
        match decision["action"]:
            case "shooter":
                self._fold([messages.ShooterChanged(read_place(decision["place"]), "offered")])
            case "close":
                self.close()
            case _:
                self._thrown()
                self._give(protocol.DrawStopped("operator"))

    def _thrown(self) -> None:
        """Throw the dice as the shooter of now, not as that of the recorded round."""
        if self._state.stage == "throwing":
            self._fold([messages.Thrown(Party(""))])

    def _shoots(self, player: str) -> bool:
        shooter = self._state.shooter
        return shooter is not None and shooter.party == player

    def _of_bet(self, decision: Json, player: str) -> None:
        ref = str(decision.get("bet"))
        slip = self.slips.get(ref)
        if slip is None or slip.player != player:
            raise protocol.Refused("not_owner")
        laid = next((each for each in self._lying(player) if each.id == self._ids.get(ref)), None)
        if not slip.live or laid is None:
            raise protocol.Refused("already_decided")
        match decision["action"]:
            case "remove":
                amount = 0
            case "reduce":
                if laid.fixed and parse_increment(decision["amount"]) >= laid.amount:
                    # Contracts are refused first: they cannot be reduced by any amount.
                    self._stake(player, Wager(laid.id, laid.on, Amount(laid.fixed - 1)))
                amount = reduce_stake(laid.amount, decision["amount"], self.rules.table_min_cents)
            case "increase":
                # An increase of its own is another thing than one more chip of the same stake.
                staking.refuse_increase(self._state, laid)
                amount = laid.amount + parse_increment(decision["amount"])
            case "set_working":
                self._ask(player, messages.SetWorking(laid.id, _flag(decision["value"])))
                return
            case "no_action":
                self._ask(player, messages.SetNoAction(laid.id, _flag(decision["value"])))
                return
            case action:
                raise protocol.Refused("not_awaited", action=str(action))
        self._stake(player, Wager(laid.id, laid.on, Amount(amount)))

    def close(self) -> None:
        if self._state.stage != "betting" or (self._broken_off and not self._recorded):
            return
        course = Course(self.rules, self._state, evolve)
        if rail.may_close(self._state):
            play.close_bets(course)
        else:
            # Rien ne va plus is said where nobody wants the dice, too; only nobody throws them.
            course.add(play.bets_closed(self.rules))
        self._fold(course.events)

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        if outcome.get("broken_off"):
            self._give(protocol.SessionEnded("operator"))
            return
        for each in during:
            decide(each)
        if self._recorded and "dice" not in outcome:
            course = Course(self.rules, self._state, evolve)
            settle.end(course)
            self._fold(course.events)
            return
        dice = outcome.get("dice")
        if dice is None and not outcome.get("void"):
            raise ValueError("No dice are thrown.")
        faces = range(1, 7)
        if dice is not None and (len(dice) != 2 or not all(each in faces for each in dice)):
            raise ValueError(f"Two dice do not show {dice}.")
        if self._recorded:
            self._thrown()
        if self._state.stage != "falling":
            place = rail.thrower(self._state)
            if place is None:
                raise protocol.Refused("shooter_has_no_line_bet", clause="MC-CRAPS-16")
            self._ask(place.party, messages.Throw())
        if outcome.get("void"):
            self._give(protocol.DrawStopped("operator"))
        else:
            assert dice is not None
            self._give(protocol.DrawResult((dice[0] - 1, dice[1] - 1)))

    def table_facts(self) -> dict[str, Any]:
        state = self._state
        return {
            "point": state.point or None,
            "phase": "point" if state.point else "come_out",
            "shooter": state.shooter.party if state.shooter else None,
        }

    def _stake(self, player: str, wager: Wager) -> None:
        self._ask(player, messages.Stake((wager,)))

    def _lying(self, player: str) -> tuple[Laid, ...]:
        return self._state.stakes.get(Party(player), ())

    def _ask(self, player: str, command: Command) -> None:
        seats = frozenset(seat for seat, party in self._seats if party == player)
        self._give(protocol.PlayerCommand(Party(player), seats, command))

    def _give(self, given: protocol.EngineInput[Command]) -> None:
        self._fold(play.decide(self.rules, self._state, given).events)

    def _fold(self, events: Iterable[Event]) -> None:
        state = getattr(self, "_state", None)
        for event in events:
            before, state = state, evolve(state, event)
            # What wins and is laid again is a new bet, which the example has not.
            if self._recorded or not isinstance(event, messages.Restaked):
                self.wallets.follow(event.moves)
            match event:
                case messages.Staked():
                    assert before is not None
                    self._staked(before, event)
                case (
                    messages.Collected()
                    | messages.Paid()
                    | messages.TakenDown()
                    | messages.SessionBroken()
                ):
                    for settled in event.settled:
                        self._settle(settled)
                case messages.Moved():
                    for held in event.held:
                        if slip := self._slip(held.party, held.laid.id):
                            slip.on_layout = held.laid.amount
                case messages.Restaked() if self._recorded:
                    for held in event.held:
                        self._lay_again(held)
                case _:
                    pass
        assert state is not None
        self._state = state

    def _staked(self, before: State, event: messages.Staked) -> None:
        """Write what a command has changed of a party's bets, with the commission that it moved.

        Of several stakes in one command the first whose commission has changed has all of it.
        """
        charged, refunded = _fees(event.moves)
        known = {each.id: each for each in before.stakes.get(event.party, ())}
        for laid in event.laid:
            slip = self._slip(event.party, laid.id) or self._new_slip(event.party, laid)
            was = known.get(laid.id)
            more = laid.amount - (was.amount if was else 0)
            fee = laid.fee - (was.fee if was else 0)
            back = 0
            if fee > 0:
                slip.paid, charged = slip.paid + charged, 0
            elif fee < 0:
                back, refunded = refunded, 0
            if more > 0:
                slip.state = "open"
                slip.paid += more
            else:
                back -= more
                if self._recorded:
                    # What is taken back of a recorded round was never staked in it.
                    slip.paid -= back
                else:
                    slip.returned += back
            slip.on_layout = laid.amount
            if not laid.amount:
                slip.close("removed", 0, self._step)

    def _new_slip(self, party: Party, laid: Laid) -> ExampleBet:
        slip = self.slips[ref(party, laid)] = ExampleBet(party)
        self._ids[ref(party, laid)] = laid.id
        return slip

    def _settle(self, settled: Settled) -> None:
        slip = self._slip(settled.party, settled.id)
        # What wins and is laid again is a new bet, which the example has not.
        if slip is None or not slip.live:
            return
        if settled.fate == "cut":
            slip.on_layout -= settled.staked
        else:
            slip.close(_STATES[settled.fate], settled.returned + settled.fee, self._step)

    def _lay_again(self, held: Held) -> None:
        """Write a winner that is laid again as a bet of its own, which the ledger has too."""
        ref = next(ref for ref, each in self._ids.items() if each == held.laid.id)
        del self._ids[ref]
        self._ids[f"{ref} again"] = held.laid.id
        amount = held.laid.amount
        paid = amount + held.laid.fee
        self.slips[f"{ref} again"] = ExampleBet(held.party, "open", paid=paid, on_layout=amount)

    def _slip(self, party: Party, wager: str) -> ExampleBet | None:
        for ref, each in self._ids.items():
            if each == wager and self.slips[ref].player == party:
                return self.slips[ref]
        return None


def _fees(moves: Iterable[Move]) -> tuple[int, int]:
    """Return what commission a command has paid, and what it has been given back."""
    ways = Counter[tuple[Place, Place]]()
    for move in moves:
        ways[move.source, move.target] += move.amount
    return ways[Place.WALLET, Place.FLOAT], ways[Place.FLOAT, Place.WALLET]


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{value!r} is neither true nor false.")
    return value


@dataclass(slots=True, kw_only=True)
class _Told(RecordedSteps):
    """What the events have said so far, in the order in which it came."""

    sequence: list[str] = field(default_factory=list)
    outcome: dict[str, Any] = field(default_factory=dict)
    players: set[str] = field(default_factory=set)

    def tell(self, event: Event) -> None:
        """Take one event in."""
        match event:
            case messages.Staked():
                wagers = [WAGER.write(each) for each in event.laid]
                self._say(event.party, "stake", wagers=wagers)
            case messages.Switched():
                action = "set_working" if event.what == "working" else "no_action"
                for each in event.laid:
                    self._say(event.party, action, bet=ref(event.party, each), value=event.value)
            case messages.ShooterChanged() if "dice" not in self.outcome:
                self._say("", "shooter", place=write_place(event.shooter))
            case messages.BetsClosed():
                self._say("", "close")
            case messages.NoDice():
                self._say("", "void")
            case messages.DiceFell():
                self.outcome["dice"] = [*event.dice]
            case messages.SessionBroken():
                self.outcome["broken_off"] = True
            case _:
                pass

    def _say(self, player: str, action: str, **more: Any) -> None:
        if player:
            self.players.add(player)
        self.sequence.append(self.decide(player, action, **more))


def play_example(game: Any, example: Json, options: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`."""
    rules = game.amend("MC", {**options, **example.get("options", {})})
    return steps.play(example, CrapsTable(rules, example["players"], example.get("carried")))


def example_of(
    game: Any, book: str, options: Json, events: Sequence[Event], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return a finished round as an example without `id` and `expected`.

    `None` when there is nothing to play: the round was annulled, or nothing lay on the layout.
    """
    opened = events[0]
    if not isinstance(opened, messages.Opened):
        raise ValueError("A round does not begin with its opening.")
    if any(isinstance(event, protocol.Voided) for event in events):
        return None
    told = _Told()
    for event in events:
        told.tell(event)
    if not opened.held and not told.players:
        return None
    return {
        "options": dict(options),
        "players": sorted(told.players | {each.party for each in opened.held}),
        "carried": {"bets": [_bet(each) for each in opened.held], "found": FOUND.write(opened)},
        "bets": told.bets,
        "decisions": told.decisions,
        "sequence": told.sequence,
        "outcomes": [told.outcome],
    }


def _bet(held: Held) -> dict[str, Any]:
    laid = held.laid
    return {
        "ref": ref(held.party, laid),
        "id": laid.id,
        "player": held.party,
        "stake": laid.amount,
        "lying": {"position": laid.on, **LYING.write(laid)},
    }


def carried(example: Json) -> int:
    """Return how many chips lay on the layout when the round opened, in minor units."""
    return sum(each["stake"] for each in example["carried"]["bets"])
