"""Worked examples of the catalogue, played on the engine: the steps in, what came of it out.

Knows the format `mc-rules-examples/1`. Every amount and refusal is read off the engine's events
and state; the cards of an outcome are dealt as the shoe would deal them. The banker of an example
speaks for a bank that covers every stake.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, get_args

from tables.games.baccara.seats import NOBODY, seated_persons
from tables.games.banque_a_tout_va import last_coup
from tables.games.banque_a_tout_va import play as engine
from tables.games.banque_a_tout_va.messages import (
    BankLeft,
    BankPutUp,
    BetsClosed,
    CardsDealt,
    Command,
    CoupAnnounced,
    CoupOpened,
    DealCards,
    Event,
    LeaveBank,
    NoCard,
    PlayCheminDeFer,
    PutUp,
    SessionBroken,
    Side,
    Stake,
    StakesSettled,
    TakeCard,
    ThirdCard,
    Wager,
)
from tables.games.banque_a_tout_va.rules import Bet, Rules
from tables.games.banque_a_tout_va.settle import voiding_event
from tables.games.banque_a_tout_va.state import State, evolve
from tables.games.chemin_de_fer import examples as chemin
from tables.games.chemin_de_fer.messages import CoupDecided
from tables.games.chemin_de_fer.messages import Event as LastCoupFact
from tables.games.core import examples as steps
from tables.games.core.cards import Card
from tables.games.core.examples import (
    ExampleBet,
    Json,
    Wallets,
    parse_card,
    parse_increment,
    parse_stake,
    parse_whole_number,
    reduce_stake,
    settled_state,
)
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.options import MOST_MONEY
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    EngineInput,
    OpeningContext,
    PlayerCommand,
    Refused,
    SessionEnded,
    Voided,
)

BANKER: Final = Party("banker")
COVERS_ALL: Final = Amount(MOST_MONEY)
BANK: Final = "bank"
"""The slip of a banker's own chips, in a recorded coup."""


@dataclass(slots=True)
class BanqueTable:
    """A table that plays what an example says, from its first step to its last."""

    rules: Rules
    context: OpeningContext
    holders: Mapping[str, str] | None
    """Who has the hands, where the example names them."""
    carried: Json | None = None
    """What a recorded coup found; then the bank is that of the record."""
    state: State | None = None
    slips: dict[str, ExampleBet] = field(default_factory=dict)
    wallets: Wallets = field(default_factory=Wallets)
    ids: dict[str, str] = field(default_factory=dict)
    """The slip of each stake that lies there, by the stake's id."""
    step: int = 0
    coming: int = 0
    """Cards of the outcome that are not dealt yet."""
    left: int | None = None
    """Cards that the example says are left after the coup."""
    points: dict[str, int] | None = None
    net: int = 0
    last: "LastCoup | None" = None
    """The last coup, « du chemin de fer », once the banker plays it."""

    # what the engine is given

    def give(self, given: EngineInput[Command]) -> None:
        """Give the engine an input; raises `Refused`."""
        assert self.state is not None
        for event in engine.decide(self.rules, self.state, given).events:
            self.tell(event)

    def ask(self, player: str, command: Command) -> None:
        """Give the engine a player's command; raises `Refused`."""
        party = Party(player)
        seats = frozenset(seat for seat, each in self.context.seats if each == party)
        self.give(PlayerCommand(party, seats, command))

    def tell(self, event: Event) -> None:
        """Fold an event, with the example's hands and cards in it, into state and slips."""
        match event:
            case BetsClosed() if self.holders is not None:
                named = [Party(self.holders.get(side, "")) for side in ("right", "left")]
                seats = {party: seat for seat, party in self.context.seats}
                event = replace(
                    event,
                    right=named[0],
                    left=named[1],
                    right_seat=seats.get(named[0], BoxNo(0)),
                    left_seat=seats.get(named[1], BoxNo(0)),
                )
            case CardsDealt():
                self.coming -= 6
                event = replace(event, rest=self._rest(event.rest))
            case ThirdCard():
                self.coming -= 1
                event = replace(event, rest=self._rest(event.rest))
            case _:
                pass
        self.state = evolve(self.state, event)
        self._book(event)

    def _rest(self, rest: int | None) -> int | None:
        """Return the cards left in the shoe, as the example has it."""
        return rest if self.left is None else self.left + self.coming

    def _book(self, event: Event) -> None:
        assert self.state is not None
        self.wallets.follow(event.moves)
        if isinstance(event, StakesSettled | CoupDecided):
            self.net += _gained(event.moves)
        match event:
            case CoupAnnounced():
                self.points = {
                    "right": event.right,
                    "left": event.left,
                    "banker": event.banker,
                }
            case StakesSettled():
                for each in event.settled:
                    slip = self.slips[self.ids.pop(each.id)]
                    slip.close(settled_state(each.staked, each.returned), each.returned, self.step)
            case BankPutUp():
                slip = self.slips.setdefault(BANK, ExampleBet(event.banker, "open"))
                slip.paid += event.amount
            case BankLeft():
                if self.carried is not None:
                    self.slips[BANK].returned += event.amount
            case Voided() | SessionBroken():
                for ref in self.ids.values():
                    self.slips[ref].close("cancelled", self.slips[ref].on_layout, self.step)
                self.ids.clear()
                if BANK in self.slips:
                    self.slips[BANK].returned += sum(
                        move.amount for move in event.moves if move.source is Place.BANK
                    )
            case _:
                pass
        if self.carried is not None and BANK in self.slips:
            self.slips[BANK].on_layout = self.state.bank

    # what the steps of an example ask for

    @property
    def open(self) -> bool:
        """Tell whether a coup is in play."""
        return self.state is not None and self.state.stage != "closed"

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        """Open the next coup, as the floor does, against a banker who covers everything."""
        self.step = step
        outcome = outcomes[0] if outcomes else {}
        fresh = bool(outcome.get("new_shoe"))
        if self.open and not fresh:
            return
        last = 1 if outcome.get("last_of_session") else None
        context = OpeningContext(self.context.seats, fresh, last)
        self.last = None
        if self.carried is not None:
            if step == 0:
                self._found(self.carried)
            return
        opened = engine.opening_event(self.rules, self.state, context)
        bank = Amount(self.rules.bank_limit_cents or COVERS_ALL)
        self.tell(replace(opened, banker=BANKER, bank=bank, silent=0))

    def _found(self, carried: Json) -> None:
        """Open a recorded coup with what it found."""
        bank, banker = Amount(carried["bank"]), Party(carried["banker"])
        if bank:
            self.slips[BANK] = ExampleBet(banker, "open", on_layout=bank)
        self.tell(
            CoupOpened(
                seats=seated_persons(self.context.seats),
                banker=banker,
                bank=bank,
                silent=carried["silent"],
                rest=carried["rest"],
                last=carried["last"],
                rounds_left=carried["rounds_left"],
                # A coup that was recorded before the banker was asked says nothing of it.
                chemin_de_fer=carried.get("chemin_de_fer", False),
            )
        )

    @property
    def takes_stakes(self) -> bool:
        if self.last is not None:
            return self.last.takes_stakes
        return self.state is not None and self.state.stage == "betting"

    def bet(self, bet: Json) -> None:
        if self.last is not None:
            self.last.bet(bet)
            return
        ref, kind = bet["ref"], bet["bet"]
        if kind not in get_args(Bet):
            raise Refused("not_a_combination", on=str(kind)[:40])
        if not self.open:
            raise Refused("session_ended")
        stake = parse_stake(bet, self.rules.table_min_cents)
        no, slip = f"w{len(self.slips)}", self.slips[ref]
        slip.paid = -self._stake(slip, Wager(no, kind, stake))
        slip.state = "open"
        self.ids[no] = ref

    def _stake(self, slip: ExampleBet, wager: Wager) -> int:
        """Ask for a stake beside the player's others; return what came back to his wallet."""
        assert self.state is not None
        party = Party(slip.player)
        others = [each for each in self.state.stakes.get(party, ()) if each.id != wager.id]
        before = self.wallets.net[party]
        self.ask(party, Stake((*others, wager)))
        mine = self.state.stakes.get(party, ())
        slip.on_layout = sum(each.amount for each in mine if each.id == wager.id)
        return self.wallets.net[party] - before

    def compare_claims(self) -> None:
        """Compare the claims of the last coup; each other bet was taken or refused as it came."""
        if self.last is not None:
            self.last.compare_claims()

    def decide(self, decision: Json) -> None:
        player, action = decision["player"], decision["action"]
        if self.last is not None:
            self.last.decide(decision)
            return
        match action:
            case "chemin_de_fer":
                self.ask(player, PlayCheminDeFer())
                self.last = LastCoup.begun(self)
            case "draw" | "stand":
                if decision.get("hand") not in get_args(Side):
                    raise Refused("not_awaited", action=action)
                word = TakeCard if action == "draw" else NoCard
                self.ask(player, word(decision["hand"]))
            case "deal":
                self.ask(player, DealCards())
            case "put_up":
                self.ask(player, PutUp(Amount(parse_increment(decision.get("amount")))))
            case "leave_bank":
                self.ask(player, LeaveBank())
            case "remove" | "reduce" | "increase":
                self._change(player, action, decision)
            case _:
                raise Refused("not_awaited", action=str(action))

    def _change(self, player: str, action: str, decision: Json) -> None:
        slip = self.slips.get(decision["bet"])
        if slip is None or slip.player != player:
            raise Refused("not_owner")
        no = next((no for no, ref in self.ids.items() if ref == decision["bet"]), None)
        if no is None or self.state is None:
            raise Refused("already_decided")
        lying = next(each for each in self.state.stakes[Party(player)] if each.id == no)
        if action == "remove":
            back = self._stake(slip, Wager(no, lying.on, Amount(0)))
            slip.close("removed", back, self.step)
            del self.ids[no]
        elif action == "reduce":
            left = reduce_stake(lying.amount, decision.get("amount"), self.rules.table_min_cents)
            slip.returned += self._stake(slip, Wager(no, lying.on, left))
        else:
            more = Amount(lying.amount + parse_increment(decision.get("amount")))
            slip.paid -= self._stake(slip, Wager(no, lying.on, more))

    def close(self) -> None:
        """Let the clock run out."""
        if self.last is not None:
            self.last.close()
            return
        state = self.state
        if state is not None and state.stage == "offer":
            self.give(ClockExpired())
        if state is None or state.stage != "betting" or state.last not in ("", "announced"):
            return
        if not state.idle:
            self.give(ClockExpired())

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """Deal the coup; refuse where there is none to deal."""
        if self.last is not None:
            self.last.produce(outcome, during, decide)
            return
        if outcome.get("broken_off"):
            self.give(SessionEnded("operator"))
            return
        cards = [parse_card(card) for card in outcome.get("cards", ())]
        self.coming = len(cards)
        self.left = _left(outcome)
        if outcome.get("void") or outcome.get("false_draw"):
            self._annul(outcome)
            return
        state = self.state
        if self.carried is not None and not self.open:
            # The banker has left the last coup unplayed.
            return
        if not self.open or state is None or state.last not in ("", "announced"):
            raise Refused("session_ended")
        if self.carried is not None and not cards:
            self.give(ClockExpired())
            return
        if state.stage == "betting":
            # An example deals its cards although nobody has staked.
            self.tell(BetsClosed())
        self._deal(cards, list(during), decide)

    def _annul(self, outcome: Json) -> None:
        assert self.state is not None
        if not self.open:
            return
        dealt = [parse_card(card) for card in outcome.get("cards", ())[:6]]
        if len(dealt) == 6:
            # They are used up, and nobody is asked for a word any more.
            self.coming = 6
            right, left, banker = (tuple(dealt[at::3]) for at in range(3))
            self.tell(CardsDealt(right, left, banker, self.state.coup + 1))
        self.tell(voiding_event(self.state, "annulled"))

    def _deal(
        self, cards: Sequence[Card], during: list[Json], decide: Callable[[Json], None]
    ) -> None:
        """Deal a coup to its end; raises `ValueError` for too few cards, or too many."""
        used = 0
        while self.open:
            assert self.state is not None
            wanted = engine.awaiting(self.rules, self.state)
            if isinstance(wanted, Cards):
                drawn = tuple(cards[used : used + wanted.count])
                if len(drawn) < wanted.count:
                    raise ValueError(f"Step {self.step} has not enough cards.")
                used += wanted.count
                self.give(Drawn(drawn))
            elif not self._said(during, decide):
                self.give(ClockExpired())
        if used < len(cards):
            raise ValueError(f"Step {self.step} leaves cards over.")
        for each in during:
            decide(each)

    def _said(self, during: list[Json], decide: Callable[[Json], None]) -> bool:
        """Give the engine what is said for the hand on turn; tell whether that went on."""
        assert self.state is not None
        before = self.state
        for each in list(during):
            named = each.get("hand") if each["action"] in ("draw", "stand") else "deal"
            if each["action"] != "leave_bank" and named != before.stage:
                continue
            during.remove(each)
            decide(each)
            if self.state is not before and self.state.stage != before.stage:
                return True
        return False

    def table_facts(self) -> dict[str, Any]:
        told: dict[str, Any] = {"points": self.points, "banker_net": self.net}
        if self.state is not None and self.state.last:
            told["last_coup"] = self.state.last
        if self.last is not None:
            told |= {"cards_to": self.last.cards_to, "levy": self.last.levy}
        return told


class LastCoup(chemin.CheminDeFerTable):
    """The last coup of an example: claims as at chemin de fer, answered by this table's engine."""

    banque: BanqueTable

    @classmethod
    def begun(cls, banque: BanqueTable) -> "LastCoup":
        """Return the coup at the moment at which claims are asked for."""
        assert banque.state is not None
        assert banque.state.chemin is not None
        rules = last_coup.rules_of(banque.rules)
        table = cls(rules, banque.context, banque.state.chemin, (), banque.step, banque.slips)
        table.banque = banque
        return table

    def give(self, given: EngineInput[Any]) -> None:
        assert self.banque.state is not None
        for event in engine.decide(self.banque.rules, self.banque.state, given).events:
            self._follow(event)

    def tell(self, event: LastCoupFact) -> None:
        assert isinstance(event, Voided)
        self._follow(event)

    def _follow(self, event: Event) -> None:
        if shared := last_coup.to_chemin_de_fer(event):
            self.read(shared)
        self.banque.tell(event)
        assert self.banque.state is not None
        assert self.banque.state.chemin is not None
        self.state = self.banque.state.chemin


def _gained(moves: Iterable[Move]) -> int:
    """Return what a settlement has brought to the bank, be it the house's or a player's."""
    banks = (Place.BANK, Place.FLOAT)
    return sum(
        move.amount * ((move.target in banks) - (move.source in banks))
        for move in moves
        if move.why in ("collect", "pay")
    )


def _left(outcome: Json) -> int | None:
    if not outcome.get("stop_card"):
        return None
    return (
        parse_whole_number(outcome["cards_left"], "count of cards")
        if "cards_left" in outcome
        else 0
    )


def play(
    amend: Callable[[str, Json], Rules], example: Json, defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    `amend` is the game's. Raises `ValueError` where the example breaks its format.
    """
    options = {**defaults, **example.get("options", {})}
    standing = options.pop("standing_players", ())
    named_holders: Mapping[str, str] | None = options.pop("ayants_main", None)
    holders = named_holders or {}
    if options.get("banker_account") == "house":
        options["banker_account"] = None
    rules = amend("MC", options)
    seated = [player for player in example["players"] if player not in standing]
    named = {Party(holders.get(side, "")) for side in ("right", "left")} - {NOBODY}
    # Who has the left tableau's hand sits there; the others may stake wherever they sit.
    seats = [Party(each) for each in seated if each not in named][: rules.seats - 1]
    right = [Party(holders["right"]), *seats] if holders.get("right") else seats
    at = {party: BoxNo(no) for no, party in enumerate(right, start=1)}
    if holders.get("left"):
        at[Party(holders["left"])] = BoxNo(rules.seats + 1)
    taken = tuple(sorted((seat, party) for party, seat in at.items()))
    table = BanqueTable(rules, OpeningContext(taken), named_holders, example.get("carried"))
    return steps.play(example, table)
