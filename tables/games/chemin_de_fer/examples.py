"""Worked examples of the catalogue, played on the engine: the steps in, what came of it out.

Knows the format `mc-rules-examples/1`. Every amount and refusal is read off the engine's events
and state; the cards of an outcome are passed as the shoe would pass them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from tables.games.baccara.examples import HandTable
from tables.games.baccara.seats import SeatTaken
from tables.games.chemin_de_fer import play as engine
from tables.games.chemin_de_fer import settle
from tables.games.chemin_de_fer.messages import (
    Banco,
    BankStaked,
    CapBank,
    ClaimMade,
    ClaimsCompared,
    ClaimWithdrawn,
    Command,
    Complement,
    Consent,
    CoupDecided,
    CoupOpened,
    DealBegan,
    DealCards,
    Event,
    HandPassed,
    KeepHand,
    LevyTaken,
    NoCard,
    NoMore,
    PassHand,
    Right,
    SessionBroken,
    StakeBank,
    TakeCard,
    WithdrawClaim,
    WithTable,
)
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import Stage, State, evolve
from tables.games.core import examples as steps
from tables.games.core.cards import Card
from tables.games.core.examples import ExampleBet, Json, parse_card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    OpeningContext,
    Refused,
    Seated,
    SessionEnded,
    Voided,
)

Amend = Callable[[str, Json], Rules]
"""The game's `amend`."""

_BETS: Final[Mapping[str, Callable[[Amount], Command]]] = {
    "bank": StakeBank,
    "banco": Banco,
    "with_table": WithTable,
    "complement": Complement,
}


@dataclass(slots=True, kw_only=True)
class CheminDeFerTable(HandTable[Rules, State]):
    """A table that plays what an example says, from its first step to its last."""

    play_module: ClassVar[Any] = engine

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

    def tell(self, event: Event) -> None:
        """Fold an event into the state, the wallets and the slips."""
        self.read(event)
        self.wallets.follow(event.moves)
        self.state = evolve(self.state, event)
        if self.bank:
            self.bank.on_layout = self.state.bank + self.state.garage

    def read(self, event: Event) -> None:
        """Write to the slips what an event makes of the bets."""
        match event:
            case BankStaked():
                self.bank, self.waiting = self.waiting, None
                if self.bank:
                    self.bank.state, self.bank.paid = "open", event.amount
            case ClaimMade():
                assert self.waiting is not None
                self.claims[event.claim], self.waiting = self.waiting, None
            case ClaimsCompared():
                for taken in event.taken:
                    bet = self.claims[taken.claim]
                    bet.state, bet.paid, bet.on_layout = "open", taken.amount, taken.amount
                for gone in event.turned_down:
                    self.claims[gone.claim].reason = gone.code
            case ClaimWithdrawn():
                bet, claim = self.claims[event.claim], _claim(self.state, event.claim)
                bet.paid = claim
                bet.close("removed", claim, self.step)
            case DealBegan():
                self.cards_to = event.ponte
                if self.bank:
                    self.bank.returned += event.uncovered
            case CoupDecided():
                for each in event.outcomes:
                    bet = self.claims[each.claim]
                    states = {"banker": "lost", "tie": "push", "ponte": "won"}
                    bet.close(states[event.winner], each.returned, self.step)
            case LevyTaken():
                self.levy += event.ticket.amount
            case HandPassed():
                if self.bank:
                    self.bank.close("removed", self.state.bank + self.state.garage, self.step)
                    if event.why == "lost":
                        self.bank.state = _ended(self.bank)
                self.bank = None
            case Voided():
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
            context = OpeningContext(self.context.seats, fresh, self.context.rounds_left)
            self.claims.clear()
            self.tell(engine.opening_event(self.rules, self.state, context))

    @property
    def takes_stakes(self) -> bool:
        """Where nobody has staked the window opens again: a late bet was made before that."""
        return self.state.stage in ("bank", "banco", "complete")

    def bet(self, bet: Json) -> None:
        if bet["bet"] not in _BETS:
            raise Refused("not_a_combination", on=str(bet["bet"])[:40])
        if bet.get("phase") != "closed":
            self.keep()
            if bet["bet"] != "bank" and self.at("bank") and not self._bank_follows(bet):
                self.give(ClockExpired())
        self.waiting = self.slips[bet["ref"]]
        try:
            self.ask(bet["player"], _BETS[bet["bet"]](Amount(bet["stake"])))
        finally:
            self.waiting = None

    def _bank_follows(self, bet: Json) -> bool:
        """Tell whether a bank is still to be staked in the step of this claim."""
        later = [each for each in self.bets if each.get("at", 0) == self.step]
        return any(each["bet"] == "bank" for each in later[later.index(bet) + 1 :])

    def compare_claims(self) -> None:
        if self.at("banco") and self.state.claims:
            self.give(ClockExpired())

    def decide(self, decision: Json) -> None:
        if decision.get("phase") == "open":
            self.keep()
        player = decision["player"]
        match decision["action"]:
            case "pass_hand":
                self.ask(player, PassHand())
            case "garage":
                self.ask(player, CapBank())
            case "refuse_hand":
                # The engine has no command for it: the banker can only pass the hand, or not.
                if not self.at("bank"):
                    raise Refused("cannot_refuse_hand")
                self.ask(player, PassHand())
            case "remove":
                bet = self.slips.get(decision.get("bet", ""))
                no = next((no for no, each in self.claims.items() if each is bet), 0)
                self.ask(player, WithdrawClaim(no))
            case "draw" | "stand":
                word = TakeCard if decision["action"] == "draw" else NoCard
                self.ask(player, word("banker" if decision.get("hand") == "banker" else "ponte"))
            case action:
                raise Refused("not_awaited", action=str(action))

    def keep(self) -> None:
        """Let the banker keep the hand, as he does by taking part in the next window."""
        if self.at("keep") and not (self.state.shoe_over or self.state.ending):
            self.ask(self.state.banker, KeepHand())

    def close(self) -> None:
        """Let the clocks run out up to « rien ne va plus »."""
        self.keep()
        if self.at("bank"):
            self.give(ClockExpired())
        windows = self.state.windows
        while self.state.stage in ("banco", "complete") and self.state.windows == windows:
            self.give(ClockExpired())

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """Deal the coup, or refuse where there is none to deal."""
        if outcome.get("last_of_session"):
            self.context = OpeningContext(self.context.seats, rounds_left=0)
        void = outcome.get("void") or outcome.get("false_draw")
        if not self.at("deal"):
            for decision in during:
                decide(decision)
            if outcome.get("cards") and not void:
                raise Refused(_why_no_coup(self.state))
            return
        self.cards = [parse_card(card) for card in outcome.get("cards", ())]
        self.stop_card, self.drawn = bool(outcome.get("stop_card")), 0
        self.ask(self.state.banker, DealCards())
        if void:
            # Of the cards of a coup that counts for nothing only the stop card matters.
            self.pass_cards(most=1 if self.stop_card and self.cards else 0)
            self.tell(settle.voiding_event(self.state, "annulled"))
            return
        self.pass_cards()
        for decision in during:
            if decision.get("hand") == "banker" and self.at("ponte"):
                self.give(ClockExpired())
                self.pass_cards()
            decide(decision)
            self.pass_cards()
        while not self.at("closed"):
            self.give(ClockExpired())
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
        while self.drawn < most and engine.awaiting(self.rules, self.state) == Cards(1):
            if self.drawn == len(self.cards):
                raise ValueError(f"Step {self.step} has not enough cards.")
            card = self.cards[self.drawn]
            self.give(Drawn((card,), self.stop_card and self.drawn == 0))
            self.drawn += 1


class RecordedTable(CheminDeFerTable):
    """A table that plays a recorded coup: every word and clock as it came, none by itself."""

    @classmethod
    def found(cls, rules: Rules, example: Json) -> "RecordedTable":
        """Return the table in the state in which the recorded coup began."""
        opened = opened_from(example["carried"])
        context = OpeningContext(tuple((each.seat, each.party) for each in opened.seats))
        table = cls(rules=rules, context=context, state=evolve(None, opened), bets=example["bets"])
        if held := opened.bank + opened.garage:
            table.bank = table.slips["carried"] = ExampleBet(opened.banker, "open", on_layout=held)
        return table

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        self.cards = [parse_card(card) for card in outcomes[0]["cards"]]
        self.stop_card = bool(outcomes[0].get("stop_card"))

    def bet(self, bet: Json) -> None:
        self.waiting = self.slips[bet["ref"]]
        try:
            if bet.get("timed_out"):
                self.give(ClockExpired())
            else:
                self.ask(bet["player"], _BETS[bet["bet"]](Amount(bet["stake"])))
        finally:
            self.waiting = None

    def decide(self, decision: Json) -> None:
        match decision["action"]:
            case "clock":
                self.give(ClockExpired())
            case "keep":
                self.ask(decision["player"], KeepHand())
            case "no_more":
                self.ask(decision["player"], NoMore())
            case "consent":
                bet = self.slips[decision["bet"]]
                no = next(no for no, each in self.claims.items() if each is bet)
                self.ask(decision["player"], Consent(no))
            case "deal":
                self.ask(decision["player"], DealCards())
            case "seats":
                seats = seats_from(decision["seats"])
                self.give(Seated(tuple((each.seat, each.party) for each in seats)))
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
            self.give(SessionEnded("operator"))
        if self.drawn < len(self.cards):
            raise ValueError("The coup leaves cards over.")
        if not self.at("closed"):
            raise ValueError(f"The coup does not end: {self.state.stage}.")

    def read(self, event: Event) -> None:
        if not isinstance(event, Voided | SessionBroken):
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


def opened_from(carried: Json) -> CoupOpened:
    """Return the event that opened a recorded coup."""
    return CoupOpened(
        **{
            **carried,
            "seats": seats_from(carried["seats"]),
            "rights": tuple(Right(*each) for each in carried["rights"]),
        }
    )


def seats_from(seats: Sequence[Sequence[Any]]) -> tuple[SeatTaken, ...]:
    """Return who sits where, from pairs of seat and party."""
    return tuple(SeatTaken(BoxNo(seat), Party(party)) for seat, party in seats)


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


def play(amend: Amend, example: Json, options: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    Raises `ValueError` for what is not of the format.
    """
    chosen = {**options, **example.get("options", {})}
    standing = set(chosen.pop("standing_players", None) or ())
    players: list[str] = example["players"]
    rules = amend("MC", {"seats": max(9, len(players)), **chosen})
    seated = [player for player in players if player not in standing]
    context = OpeningContext(
        tuple((BoxNo(no), Party(name)) for no, name in enumerate(seated, start=1))
    )
    state = evolve(None, engine.opening_event(rules, None, context))
    table = CheminDeFerTable(
        rules=rules, context=context, state=state, bets=example.get("bets", ())
    )
    return steps.play(example, table)


def play_recorded(amend: Amend, example: Json, options: Json) -> dict[str, Any]:
    """Return what the engine makes of a recorded coup: an example with `carried` and `sequence`.

    Raises `Refused` for what the record says was accepted, `ValueError` for a coup without an end.
    """
    rules = amend("MC", {**options, **example.get("options", {})})
    return steps.play(example, RecordedTable.found(rules, example))
