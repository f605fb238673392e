"""Worked examples of the catalogue, played on the engine: the steps in, what came of it out.

Knows the format `mc-rules-examples/1`. Every amount and refusal is read off the engine's events
and state; the cards of an outcome are passed as the shoe would pass them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.chemin_de_fer import CHEMIN_DE_FER
from tables.games.chemin_de_fer.messages import (
    Banco,
    BankStaked,
    CapBank,
    ClaimMade,
    ClaimsCompared,
    ClaimWithdrawn,
    Command,
    Complement,
    CoupDecided,
    DealBegan,
    DealCards,
    Event,
    HandPassed,
    KeepHand,
    LevyTaken,
    NoCard,
    PassHand,
    StakeBank,
    TakeCard,
    WithdrawClaim,
    WithTable,
)
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import Stage, State
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Asked, Cards, Drawn, Expired, Given, Refused, Setting, Voided

Json = Mapping[str, Any]

_BETS: Final[Mapping[str, Callable[[Amount], Command]]] = {
    "bank": StakeBank,
    "banco": Banco,
    "with_table": WithTable,
    "complement": Complement,
}


@dataclass(slots=True)
class _Bet:
    """A bet of the example as the engine's events have told it."""

    player: str
    state: str = "rejected"
    paid: int = 0
    returned: int = 0
    on_layout: int = 0
    settled_at: int | None = None
    reason: str | None = None

    def settle(self, state: str, step: int) -> None:
        self.state, self.on_layout, self.settled_at = state, 0, step

    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "state": self.state,
            "paid": self.paid,
            "returned": self.returned,
            "on_layout": self.on_layout,
        }
        if self.settled_at is not None:
            told["settled_at"] = self.settled_at
        if self.reason is not None:
            told["reason"] = self.reason
        return told


@dataclass(slots=True)
class _Table:
    """One table, from its first step to its last."""

    rules: Rules
    setting: Setting
    state: State
    step: int = 0
    bets: dict[str, _Bet] = field(default_factory=dict)
    claims: dict[int, _Bet] = field(default_factory=dict)
    bank: _Bet | None = None
    """The `bank` bet of the present tenure; none when the clock has staked for the banker."""
    waiting: _Bet | None = None
    """The bet whose command is being given."""
    levy: int = 0
    cards_to: str = ""
    cards: list[Card] = field(default_factory=list)
    stop_card: bool = False
    drawn: int = 0

    def at(self, stage: Stage) -> bool:
        """Tell whether the coup is there now."""
        return self.state.stage == stage

    def give(self, given: Given[Command]) -> None:
        """Give the engine an input; raises `Refused`."""
        for event in CHEMIN_DE_FER.decide(self.rules, self.state, given):
            self.tell(event)

    def ask(self, player: str, command: Command) -> None:
        party = Party(player)
        seats = frozenset(seat for seat, each in self.setting.seats if each == party)
        self.give(Asked(party, seats, command))

    def tell(self, event: Event) -> None:
        self.read(event)
        self.state = CHEMIN_DE_FER.evolve(self.state, event)

    def read(self, event: Event) -> None:
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
                bet.paid = bet.returned = claim
                bet.settle("removed", self.step)
            case DealBegan():
                self.cards_to = event.ponte
                if self.bank:
                    self.bank.returned += event.uncovered
            case CoupDecided():
                for each in event.outcomes:
                    bet = self.claims[each.claim]
                    bet.returned = each.returned
                    states = {"banker": "lost", "tie": "push", "ponte": "won"}
                    bet.settle(states[event.winner], self.step)
            case LevyTaken():
                self.levy += event.ticket.amount
            case HandPassed():
                if self.bank:
                    self.bank.returned += self.state.bank + self.state.garage
                    lost = event.why == "lost"
                    self.bank.settle(_ended(self.bank) if lost else "removed", self.step)
                self.bank = None
            case Voided():
                for lying in self.state.claims:
                    bet = self.claims[lying.no]
                    bet.returned = bet.paid
                    bet.settle("cancelled", self.step)
            case _:
                pass

    def open(self, outcome: Json) -> None:
        """Open the next coup when the last is over, as the floor does."""
        fresh = bool(outcome.get("new_shoe"))
        if self.state.stage == "closed" or fresh:
            setting = Setting(self.setting.seats, fresh, self.setting.rounds_left)
            self.claims.clear()
            self.tell(CHEMIN_DE_FER.opening(self.rules, self.state, setting))

    def pass_cards(self, *, most: int = 1_000) -> None:
        """Draw for the engine as long as it asks."""
        while self.drawn < most and CHEMIN_DE_FER.awaiting(self.rules, self.state) == Cards(1):
            if self.drawn == len(self.cards):
                raise ValueError(f"Step {self.step} has not enough cards.")
            card = self.cards[self.drawn]
            self.give(Drawn((card,), self.stop_card and self.drawn == 0))
            self.drawn += 1


def _claim(state: State, no: int) -> int:
    return next(claim.amount for claim in state.claims if claim.no == no)


def _ended(bank: _Bet) -> str:
    """Return how a bank ended whose hand was lost: the amounts decide."""
    if not bank.returned:
        return "lost"
    if bank.returned == bank.paid:
        return "push"
    return "won" if bank.returned > bank.paid else "part_lost"


def play(example: Json, options: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    Raises `ValueError` for what is not of the format.
    """
    chosen = {**options, **example.get("options", {})}
    standing = set(chosen.pop("standing_players", None) or ())
    players: list[str] = example["players"]
    outcomes: list[Json] = example.get("outcomes", [])
    bets: list[Json] = example.get("bets", [])
    decisions: list[Json] = example.get("decisions", [])
    rules = CHEMIN_DE_FER.amend("MC", {"seats": max(9, len(players)), **chosen})
    seated = [player for player in players if player not in standing]
    seats = tuple((BoxNo(no), Party(player)) for no, player in enumerate(seated, start=1))
    setting = Setting(seats)
    opened = CHEMIN_DE_FER.opening(rules, None, setting)
    table = _Table(rules, setting, CHEMIN_DE_FER.evolve(None, opened))
    refused: dict[str, Any] = {}
    not_allowed: dict[str, Any] = {}
    for step in range(len(outcomes) + 1):
        outcome = outcomes[step] if step < len(outcomes) else {}
        table.step = step
        mine = [bet for bet in bets if bet.get("at", 0) == step]
        said = [each for each in decisions if each.get("at", 0) == step]
        if not (mine or said or outcome):
            continue
        table.open(outcome)
        _say(table, _phase(said, "before"), refused)
        _stake(table, mine)
        _say(table, _phase(said, "open"), refused)
        if step == len(outcomes):
            break
        _close(table, [bet for bet in mine if bet.get("phase") == "closed"])
        if why := _deal(table, outcome, _phase(said, "during"), refused):
            not_allowed[str(step)] = {"accepted": False, "reason": why}
        if outcome.get("last_of_session"):
            table.setting = Setting(seats, rounds_left=0)
    return _expected(table, players, refused, not_allowed)


def _phase(decisions: Iterable[Json], phase: str) -> list[Json]:
    return [each for each in decisions if each.get("phase", "before") == phase]


def _say(table: _Table, decisions: Iterable[Json], refused: dict[str, Any]) -> None:
    """Give the decisions made between coups, or while stakes are taken."""
    for decision in decisions:
        if decision.get("phase") == "open":
            _keep(table)
        try:
            _between(table, decision)
        except Refused as why:
            refused[decision["ref"]] = {"accepted": False, "reason": why.code}


def _between(table: _Table, decision: Json) -> None:
    player = decision["player"]
    match decision["action"]:
        case "pass_hand":
            table.ask(player, PassHand())
        case "garage":
            table.ask(player, CapBank())
        case "refuse_hand":
            # The engine has no word for it: whoever has the hand can only pass it, or not.
            if table.state.stage != "bank":
                raise Refused("cannot_refuse_hand")
            table.ask(player, PassHand())
        case "remove":
            bet = table.bets.get(decision["bet"])
            no = next((no for no, each in table.claims.items() if each is bet), 0)
            table.ask(player, WithdrawClaim(no))
        case "draw" | "stand":
            _word(table, decision)
        case action:
            raise Refused("not_awaited", action=str(action))


def _keep(table: _Table) -> None:
    """Let the banker keep the hand, as he does by taking part in the next window."""
    state = table.state
    if state.stage == "keep" and not (state.shoe_over or state.ending):
        table.ask(state.banker, KeepHand())


def _stake(table: _Table, bets: list[Json]) -> None:
    """Make the bets of a step and compare its claims."""
    bets = [bet for bet in bets if bet.get("phase") != "closed"]
    if bets:
        _keep(table)
    for place, bet in enumerate(bets):
        later = any(each["bet"] == "bank" for each in bets[place + 1 :])
        if bet["bet"] != "bank" and table.state.stage == "bank" and not later:
            table.give(Expired())
        _bet(table, bet)
    if table.state.stage == "banco" and table.state.claims:
        table.give(Expired())


def _bet(table: _Table, bet: Json) -> None:
    made = table.bets[bet["ref"]] = table.waiting = _Bet(bet["player"])
    if bet["bet"] not in _BETS:
        raise ValueError(f"Chemin de fer has no bet {bet['bet']}.")
    try:
        table.ask(bet["player"], _BETS[bet["bet"]](Amount(bet["stake"])))
    except Refused as refused:
        table.waiting, made.reason = None, refused.code


def _close(table: _Table, late: Iterable[Json]) -> None:
    """Let the clocks run out up to « rien ne va plus », and try the bets that come too late."""
    _keep(table)
    if table.state.stage == "bank":
        table.give(Expired())
    windows = table.state.windows
    while table.state.stage in ("banco", "complete") and table.state.windows == windows:
        table.give(Expired())
    for bet in late:
        if table.state.stage in ("banco", "complete"):
            # Nobody had staked, and the window is open again; this bet was made before that.
            table.bets[bet["ref"]] = _Bet(bet["player"], reason="betting_closed")
        else:
            _bet(table, bet)


def _deal(
    table: _Table, outcome: Json, decisions: list[Json], refused: dict[str, Any]
) -> str | None:
    """Deal the coup, or return why it must not be dealt."""
    void = outcome.get("void") or outcome.get("false_draw")
    if table.state.stage != "deal":
        for decision in decisions:
            refused[decision["ref"]] = {"accepted": False, "reason": "not_awaited"}
        return None if void or not outcome.get("cards") else _why_no_coup(table.state)
    table.cards = [_card(card) for card in outcome.get("cards", ())]
    table.stop_card, table.drawn = bool(outcome.get("stop_card")), 0
    table.ask(table.state.banker, DealCards())
    if void:
        # Of the cards of a coup that counts for nothing only the stop card matters.
        table.pass_cards(most=1 if table.stop_card and table.cards else 0)
        table.tell(CHEMIN_DE_FER.annulled(table.state, "annulled"))
        return None
    table.pass_cards()
    for decision in decisions:
        if decision.get("hand") == "banker" and table.at("ponte"):
            table.give(Expired())
            table.pass_cards()
        try:
            _between(table, decision)
        except Refused as why:
            refused[decision["ref"]] = {"accepted": False, "reason": why.code}
        table.pass_cards()
    while not CHEMIN_DE_FER.over(table.state):
        table.give(Expired())
        table.pass_cards()
    if table.drawn < len(table.cards):
        raise ValueError(f"Step {table.step} leaves cards over.")
    return None


def _word(table: _Table, decision: Json) -> None:
    word = TakeCard if decision["action"] == "draw" else NoCard
    table.ask(decision["player"], word("banker" if decision.get("hand") == "banker" else "ponte"))


def _why_no_coup(state: State) -> str:
    if state.shoe_over or state.ending:
        return "session_ended"
    return "not_enough_players" if state.stage == "idle" else "must_play"


def _card(text: str) -> Card:
    if text not in PACK:
        raise ValueError(f"{text} is no card.")
    return Card(text)


def _expected(
    table: _Table, players: Iterable[str], refused: Json, not_allowed: Json
) -> dict[str, Any]:
    state = table.state
    if table.bank:
        table.bank.on_layout = state.bank + state.garage
    totals = {}
    for player in players:
        own = [bet for bet in table.bets.values() if bet.player == player]
        paid, returned, lying = (
            sum(getattr(bet, name) for bet in own) for name in ("paid", "returned", "on_layout")
        )
        totals[player] = {
            "paid": paid,
            "returned": returned,
            "on_layout": lying,
            "net": returned - paid,
        }
    return {
        "bets": {ref: bet.told() for ref, bet in table.bets.items()},
        "decisions": dict(refused),
        "outcomes": dict(not_allowed),
        "totals": totals,
        "table": {
            "banker": state.banker,
            "bank": state.bank,
            "garage": state.garage,
            "levy": table.levy,
            "cards_to": table.cards_to,
            "shoe_over": state.shoe_over,
        },
    }
