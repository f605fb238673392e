"""Worked examples of chemin de fer (`mc-rules-examples/1`): played, and written of coups.

Every amount and refusal is read off the engine's events and state; the cards of an outcome are
passed as the shoe would pass them. Of a recorded coup an example copies what lay there, who sat,
what was said and staked, which clocks ran out and which cards left the shoe, in a `sequence`, and
nothing that the engine made of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.baccara.examples import SEATS, CoupRecord, HandTable, read_seats, write_seats
from tables.games.chemin_de_fer import messages, play, settle
from tables.games.chemin_de_fer.messages import Command, Event, Right
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import Stage, State, evolve
from tables.games.core import examples as steps
from tables.games.core import protocol
from tables.games.core.cards import Card
from tables.games.core.examples import ExampleBet, Json, parse_card
from tables.games.core.money import BoxNo, Party, Place
from tables.games.core.recorded import Decision, Decisions, Fields

BETS: Final = Decisions(
    Decision("bank", messages.StakeBank, messages.BankStaked),
    Decision("banco", messages.Banco, messages.ClaimMade, lambda event: event.bet == "banco"),
    Decision(
        "with_table",
        messages.WithTable,
        messages.ClaimMade,
        lambda event: event.bet == "with_table",
    ),
    Decision("complement", messages.Complement, messages.ClaimMade),
)
DECISIONS: Final = Decisions(
    Decision("keep", messages.KeepHand, messages.HandKept),
    Decision(
        "pass_hand", messages.PassHand, messages.HandPassed, lambda event: event.why == "passed"
    ),
    Decision("garage", messages.CapBank, messages.GarageFilled, lambda event: event.wanted),
    Decision("remove", messages.WithdrawClaim, messages.ClaimWithdrawn),
    Decision("no_more", messages.NoMore, messages.NoMoreSaid),
    Decision("consent", messages.Consent),
    Decision("deal", messages.DealCards, messages.DealBegan),
    Decision("draw", messages.TakeCard, messages.HandSpoke, lambda event: event.draws),
    Decision("stand", messages.NoCard, messages.HandSpoke),
)
"""A claim is named by the ref of its bet."""
CARRIED: Final = Fields(
    "stage", "started", "seat", "banker", "bank", "garage", "coups", "silent", "windows",
    "follower", "cards_were", "tied", "shoe_over", "last", "ending",
    seats=SEATS,
    rights=(
        lambda rights: [[each.party, each.bet, each.amount] for each in rights],
        lambda written: tuple([Right(*each) for each in written]),
    ),
)  # fmt: skip
"""What a recorded coup found, as the fields of its opening; levies before do not matter."""


@dataclass(slots=True, kw_only=True)
class CheminDeFerTable(HandTable[Rules, State]):
    """A table that plays what an example says, from its first step to its last."""

    bets: Sequence[Json]
    """All that is bet in the example, in order of arrival."""
    claims: dict[int, ExampleBet] = field(default_factory=dict)
    bank: ExampleBet | None = None
    """The `bank` bet of the present tenure; none when the clock has staked for the banker."""
    waiting: ExampleBet | None = None
    """The bet whose command is being given."""
    levy: int = 0
    cards_to: str = ""
    cards: list[Card] = field(default_factory=list)
    stop_card: bool = False
    drawn: int = 0

    def at(self, stage: Stage) -> bool:
        """Tell whether the coup is there now."""
        return self.state.stage == stage

    def tell(self, event: protocol.Fact) -> None:
        self.read(event)
        self.wallets.follow(event.moves)
        self.state = self.game.evolve(self.state, event)
        if self.bank:
            self.bank.on_layout = self.state.bank + self.state.garage

    def read(self, event: protocol.Fact) -> None:
        """Write to the slips what an event makes of the bets."""
        match event:
            case messages.BankStaked():
                self.bank, self.waiting = self.waiting, None
                if self.bank:
                    self.bank.state, self.bank.paid = "open", event.amount
            case messages.ClaimMade():
                assert self.waiting is not None
                self.claims[event.claim], self.waiting = self.waiting, None
            case messages.ClaimsCompared():
                for taken in event.taken:
                    bet = self.claims[taken.claim]
                    bet.state, bet.paid, bet.on_layout = "open", taken.amount, taken.amount
                for gone in event.turned_down:
                    self.claims[gone.claim].reason = gone.code
            case messages.ClaimWithdrawn():
                bet, claim = self.claims[event.claim], _claim(self.state, event.claim)
                bet.paid = claim
                bet.close("removed", claim, self.step)
            case messages.DealBegan():
                self.cards_to = event.ponte
                if self.bank:
                    self.bank.returned += event.uncovered
            case messages.CoupDecided():
                for each in event.outcomes:
                    bet = self.claims[each.claim]
                    states = {"banker": "lost", "tie": "push", "ponte": "won"}
                    bet.close(states[event.winner], each.returned, self.step)
            case messages.LevyTaken():
                self.levy += event.ticket.amount
            case messages.HandPassed():
                if self.bank:
                    self.bank.close("removed", self.state.bank + self.state.garage, self.step)
                    if event.why == "lost":
                        self.bank.state = _ended(self.bank)
                self.bank = None
            case protocol.Voided():
                for lying in self.state.claims:
                    bet = self.claims[lying.no]
                    bet.close("cancelled", bet.paid, self.step)
            case _:
                pass

    # what the steps of an example ask for

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        """Open the next coup when the last is over or a fresh shoe has come, as the floor does."""
        self.step = step
        fresh = bool(outcomes and outcomes[0].get("new_shoe"))
        if self.at("closed") or fresh:
            context = protocol.OpeningContext(self.context.seats, fresh, self.context.rounds_left)
            self.claims.clear()
            self.tell(play.opening_event(self.rules, self.state, context))

    @property
    def takes_stakes(self) -> bool:
        """Where nobody has staked the window opens again: a late bet was made before that."""
        return self.state.stage in ("bank", "banco", "complete")

    def bet(self, bet: Json) -> None:
        if bet["bet"] not in BETS:
            raise protocol.Refused("not_a_combination", on=str(bet["bet"])[:40])
        if bet.get("phase") != "closed":
            self.keep()
            if bet["bet"] != "bank" and self.at("bank") and not self._bank_follows(bet):
                self.give(protocol.ClockExpired())
        self.lay(bet)

    def lay(self, bet: Json) -> None:
        """Give the engine the command of a bet, or let the clock stake the banker's."""
        self.waiting = self.slips[bet["ref"]]
        try:
            if bet.get("timed_out"):
                self.give(protocol.ClockExpired())
            else:
                self.ask(bet["player"], BETS.read(bet["bet"], {"amount": bet["stake"]}))
        finally:
            self.waiting = None

    def _bank_follows(self, bet: Json) -> bool:
        """Tell whether a bank is still to be staked in the step of this claim."""
        later = [each for each in self.bets if each.get("at", 0) == self.step]
        return any(each["bet"] == "bank" for each in later[later.index(bet) + 1 :])

    def compare_claims(self) -> None:
        if self.at("banco") and self.state.claims:
            self.give(protocol.ClockExpired())

    def decide(self, decision: Json) -> None:
        if decision.get("phase") == "open":
            self.keep()
        action = decision["action"]
        if action == "refuse_hand":
            # The engine has no command for it: the banker can only pass the hand, or not.
            if not self.at("bank"):
                raise protocol.Refused("cannot_refuse_hand")
            action = "pass_hand"
        bet = self.slips.get(decision.get("bet", ""))
        claim = next((no for no, each in self.claims.items() if each is bet), 0)
        hand = "banker" if decision.get("hand") == "banker" else "ponte"
        self.ask(decision["player"], DECISIONS.read(action, {"claim": claim, "hand": hand}))

    def keep(self) -> None:
        """Let the banker keep the hand, as he does by taking part in the next window."""
        if self.at("keep") and not (self.state.shoe_over or self.state.ending):
            self.ask(self.state.banker, messages.KeepHand())

    def close(self) -> None:
        """Let the clocks run out up to « rien ne va plus »."""
        self.keep()
        if self.at("bank"):
            self.give(protocol.ClockExpired())
        windows = self.state.windows
        while self.state.stage in ("banco", "complete") and self.state.windows == windows:
            self.give(protocol.ClockExpired())

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """Deal the coup, or refuse where there is none to deal."""
        if outcome.get("last_of_session"):
            self.context = protocol.OpeningContext(self.context.seats, rounds_left=0)
        void = outcome.get("void") or outcome.get("false_draw")
        if not self.at("deal"):
            for decision in during:
                decide(decision)
            if outcome.get("cards") and not void:
                raise protocol.Refused(_why_no_coup(self.state))
            return
        self.cards = [parse_card(card) for card in outcome.get("cards", ())]
        self.stop_card, self.drawn = bool(outcome.get("stop_card")), 0
        self.ask(self.state.banker, messages.DealCards())
        if void:
            # Of the cards of a coup that counts for nothing only the stop card matters.
            self.pass_cards(most=1 if self.stop_card and self.cards else 0)
            self.tell(settle.voiding_event(self.state, "annulled"))
            return
        self.pass_cards()
        for decision in during:
            if decision.get("hand") == "banker" and self.at("ponte"):
                self.give(protocol.ClockExpired())
                self.pass_cards()
            decide(decision)
            self.pass_cards()
        while not self.at("closed"):
            self.give(protocol.ClockExpired())
            self.pass_cards()
        if self.drawn < len(self.cards):
            raise ValueError(f"Step {self.step} leaves cards over.")

    def table_facts(self) -> dict[str, Any]:
        return {
            "banker": self.state.banker,
            "bank": self.state.bank,
            "garage": self.state.garage,
            "levy": self.levy,
            "cards_to": self.cards_to,
            "shoe_over": self.state.shoe_over,
        }

    def pass_cards(self, *, most: int = 1_000) -> None:
        """Give the engine the step's cards, one by one, while it awaits one; `most` in all.

        Raises `ValueError` where the step has too few.
        """
        while self.drawn < most and play.awaiting(self.rules, self.state) == protocol.Cards(1):
            if self.drawn == len(self.cards):
                raise ValueError(f"Step {self.step} has not enough cards.")
            card = self.cards[self.drawn]
            self.give(protocol.Drawn((card,), self.stop_card and self.drawn == 0))
            self.drawn += 1


class RecordedTable(CheminDeFerTable):
    """A table that plays a recorded coup: every word and clock as it came, none by itself."""

    @classmethod
    def found(cls, game: Any, rules: Rules, example: Json) -> "RecordedTable":
        """Return the table in the state in which the recorded coup began."""
        opened = messages.CoupOpened(**CARRIED.read(example["carried"]))
        context = protocol.OpeningContext(tuple((each.seat, each.party) for each in opened.seats))
        state, bets = evolve(None, opened), example["bets"]
        table = cls(game=game, rules=rules, context=context, state=state, bets=bets)
        if held := opened.bank + opened.garage:
            table.bank = table.slips["carried"] = ExampleBet(opened.banker, "open", on_layout=held)
        return table

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        self.cards = [parse_card(card) for card in outcomes[0]["cards"]]
        self.stop_card = bool(outcomes[0].get("stop_card"))

    def bet(self, bet: Json) -> None:
        self.lay(bet)

    def decide(self, decision: Json) -> None:
        match decision["action"]:
            case "clock":
                self.give(protocol.ClockExpired())
            case "seats":
                seats = read_seats(decision["seats"])
                self.give(protocol.Seated(tuple((each.seat, each.party) for each in seats)))
            case _:
                super().decide(decision)
        self.pass_cards(most=len(self.cards))

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """End the coup as it was ended: by itself, annulled, or with the session broken off."""
        if outcome.get("void"):
            self.tell(settle.voiding_event(self.state, "annulled"))
        elif outcome.get("broken_off"):
            self.give(protocol.SessionEnded("operator"))
        if self.drawn < len(self.cards):
            raise ValueError("The coup leaves cards over.")
        if not self.at("closed"):
            raise ValueError(f"The coup does not end: {self.state.stage}.")

    def read(self, event: protocol.Fact) -> None:
        if not isinstance(event, protocol.Voided | messages.SessionBroken):
            super().read(event)
            return
        for lying in self.state.claims:
            bet = self.claims[lying.no]
            bet.paid = lying.amount
            bet.close("cancelled", lying.amount, self.step)
        held = (Place.BANK, Place.GARAGE)
        back = sum(move.amount for move in event.moves if move.source in held)
        if self.bank and back:
            self.bank.close("cancelled", back, self.step)


def _claim(state: State, no: int) -> int:
    return next(claim.amount for claim in state.claims if claim.no == no)


def _ended(bank: ExampleBet) -> str:
    """Return how a bank ended whose hand was lost: the amounts decide."""
    if not bank.returned:
        return "lost"
    if bank.returned == bank.paid:
        return "push"
    return "won" if bank.returned > bank.paid else "part_lost"


def _why_no_coup(state: State) -> str:
    if state.shoe_over or state.ending:
        return "session_ended"
    return "not_enough_players" if state.stage == "idle" else "must_play"


def play_example(game: Any, example: Json, options: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    One with a `sequence` is of a recorded coup. Raises `ValueError` for what is not of the format,
    and `Refused` for what a record says was accepted.
    """
    chosen = {**options, **example.get("options", {})}
    if "sequence" in example:
        return steps.play(example, RecordedTable.found(game, game.amend("MC", chosen), example))
    standing = set(chosen.pop("standing_players", None) or ())
    players: list[str] = example["players"]
    rules: Rules = game.amend("MC", {"seats": max(9, len(players)), **chosen})
    seated = [player for player in players if player not in standing]
    context = protocol.OpeningContext(
        tuple((BoxNo(no), Party(name)) for no, name in enumerate(seated, start=1))
    )
    state = evolve(None, play.opening_event(rules, None, context))
    bets = example.get("bets", ())
    table = CheminDeFerTable(game=game, rules=rules, context=context, state=state, bets=bets)
    return steps.play(example, table)


@dataclass(slots=True)
class _Coup(CoupRecord):
    """What the events have said so far, in the order in which it came."""

    state: State = field(kw_only=True)
    players: set[str] = field(default_factory=set)
    sequence: list[str] = field(default_factory=list)

    def read(self, event: Event, follows: Event | None) -> protocol.EngineInput[Command] | None:
        """Write down the input whose first event this is, and return it.

        `None` for an event that no input begins with.
        """
        self.note_end(event)
        match event:
            case messages.SeatsChanged():
                self._decide("", "seats", seats=write_seats(event.seats))
                return protocol.Seated(tuple((each.seat, each.party) for each in event.seats))
            case messages.CardPassed():
                assert event.card is not None
                self.note_cards([event.card], stop_card=event.stop_card)
                return protocol.Drawn((event.card,), event.stop_card)
            case messages.SessionBroken():
                return protocol.SessionEnded(event.by)
            case messages.BankStaked() | messages.ClaimMade():
                return self._bet(event)
            case messages.ClaimsCompared() if self.state.stage == "deal":
                if any(each.code == "betting_closed" for each in event.turned_down):
                    # The deal turns down the late stakes to which the banker has not consented.
                    assert isinstance(follows, messages.DealBegan)
                    return self._said(follows, DECISIONS.command_of(follows))
                claim = next(each.claim for each in event.taken or event.turned_down)
                return self._said(event, messages.Consent(claim))
            case (
                messages.ClaimsCompared()
                | messages.NothingMoreGoes()
                | messages.NobodyStaked()
                | messages.CoupClosed()
            ):
                return self._said(event, None)
            case (
                messages.HandPassed()
                | messages.HandKept()
                | messages.HandSpoke()
                | messages.DealBegan()
            ):
                return self._said(event, DECISIONS.command_of(event))
            case _:
                command = DECISIONS.command_of(event)
                return self._said(event, command) if command else None

    def _bet(
        self, event: messages.BankStaked | messages.ClaimMade
    ) -> protocol.EngineInput[Command]:
        command = BETS.command_of(event)
        bet, fields = BETS.write(command)
        ref = (
            _ref(event.claim)
            if isinstance(event, messages.ClaimMade)
            else f"bank {len(self.bets) + 1}"
        )
        player = self._speaker(event)
        late = {"timed_out": True} if _timed_out(event) else {}
        self.bets.append(
            {"ref": ref, "player": player, "bet": bet, "stake": fields["amount"], **late}
        )
        self.players.add(player)
        self.sequence.append(ref)
        return (
            protocol.ClockExpired()
            if late
            else protocol.PlayerCommand(player, frozenset(), command)
        )

    def _said(self, event: Event, command: Command | None) -> protocol.EngineInput[Command]:
        """Write down who gave a command, or that a clock ran out."""
        if command is None or _timed_out(event):
            self._decide("", "clock")
            return protocol.ClockExpired()
        action, fields = DECISIONS.write(command)
        if "claim" in fields:
            fields = {"bet": _ref(fields["claim"])}
        self._decide(self._speaker(event), action, **fields)
        return protocol.PlayerCommand(self._speaker(event), frozenset(), command)

    def _speaker(self, event: Event) -> Party:
        match event:
            case messages.ClaimMade() | messages.NoMoreSaid():
                return event.party
            case messages.ClaimWithdrawn():
                return next(each.party for each in self.state.claims if each.no == event.claim)
            case messages.HandSpoke(hand="ponte"):
                return self.state.ponte
            case _:
                return self.state.banker

    def _decide(self, player: str, action: str, **more: Any) -> None:
        self.sequence.append(self.decide(player, action, **more))


def _ref(claim: int) -> str:
    return f"claim {claim}"


def _timed_out(event: Event) -> bool:
    return bool(getattr(event, "timed_out", False))


def example_of(
    game: Any,
    book: str,
    options: Mapping[str, Any],
    events: Sequence[Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`.

    An annulled coup is one too: the bank that was staked stays (A21).
    """
    opened = events[0]
    if not isinstance(opened, messages.CoupOpened):
        raise ValueError("A coup does not begin with its opening.")
    rules = game.amend(book, options)
    coup = _Coup(game=game, state=evolve(None, opened))
    coup.players |= {each.party for each in opened.seats} | ({opened.banker} - {Party("")})
    at = 1
    while at < len(events):
        given = coup.read(events[at], events[at + 1] if at + 1 < len(events) else None)
        end = at + _length(rules, coup.state, given, events[at:])
        for event in events[at:end]:
            coup.state = evolve(coup.state, event)
        at = end
    return {
        "options": dict(options),
        "players": sorted(coup.players),
        "carried": CARRIED.write(opened),
        "bets": coup.bets,
        "decisions": coup.decisions,
        "sequence": coup.sequence,
        "outcomes": [coup.outcome],
    }


def _length(
    rules: Rules, state: State, given: protocol.EngineInput[Command] | None, events: Sequence[Event]
) -> int:
    """Return how many of the events came of this input: those after it begin with another.

    The engine is asked only where one input's events end, not what they say.
    """
    if given is None:
        return 1
    try:
        told = play.decide(rules, state, given).events
    except protocol.Refused:
        return 1
    kinds = [each.kind for each in told]
    return len(kinds) if [each.kind for each in events[: len(kinds)]] == kinds else 1


def carried(example: Json) -> int:
    """Return how many chips lay in the bank and its garage when the coup opened."""
    return int(example["carried"]["bank"] + example["carried"]["garage"])
