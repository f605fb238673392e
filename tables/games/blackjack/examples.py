"""Worked examples, played on the engine: the published JSON format in, what the engine did out.

Knows the format `blackjack-examples/1`; every amount, card count and refusal is read off the
engine's events and state. An example that needs what this house does not deal is refused whole.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import (
    BoxStake,
    CardDealt,
    Command,
    DealerDone,
    Decline,
    Double,
    EvenMoney,
    Event,
    HandSettled,
    Hit,
    InsuranceSettled,
    Insure,
    Ready,
    SideBetSettled,
    Split,
    Stake,
    Stand,
    Surrender,
)
from tables.games.blackjack.points import count, dealer_draws, is_21_in_two
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import State
from tables.games.blackjack.view import phase
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    Asked,
    Cards,
    Drawn,
    Expired,
    Refused,
    SettleSideBets,
    Shuffle,
    SideBets,
)

Json = Mapping[str, Any]
_Held = Mapping[str, Sequence[int]]
"""The boxes of each party."""

_SIDES: Final = frozenset({"queen_of_hearts"})
_HAND_COMMANDS: Final[Mapping[str, Callable[[BoxNo, str], Command]]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
}


class NotDealt(Exception):
    """The example needs something that this house does not deal; the message says what."""


def play(example: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    Raises `NotDealt` where the example lies outside what is dealt, and `ValueError` where it
    breaks its own format (cards or decisions left over, or missing).
    """
    _check_dealt(example)
    match example.get("kind", "round"):
        case "round":
            return _round(example)
        case "bet_check":
            return _bet_check(example)
        case "procedure":
            return _procedure(example)
        case kind:
            raise NotDealt(f"kind {kind}")


def _check_dealt(example: Json) -> None:
    if example["rule_set"] not in BLACKJACK.books:
        raise NotDealt(f"rule set {example['rule_set']}")
    bets = [bet for box in example.get("boxes", ()) for bet in box["bets"]]
    if any(bet.get("standing") for bet in bets):
        raise NotDealt("standing bettors")
    for side in sorted({side for bet in bets for side in bet.get("side", {})} - _SIDES):
        raise NotDealt(f"side bet {side}")
    for option in (*example["options"], *_options_asked(example)):
        for side in ("hyper", "two_plus_one", "jp1"):
            if option.startswith(f"{side}_"):
                raise NotDealt(f"side bet {side}")
    if example.get("misdeal"):
        raise NotDealt("misdeals")
    if any("tag" in item or item.get("event") == "refill" for item in _specials(example)):
        raise NotDealt("irregularities of the shoe")
    if any(decision["do"] == "refuse_exposed" for decision in example.get("decisions", ())):
        raise NotDealt("irregularities of the shoe")


def _options_asked(example: Json) -> Sequence[str]:
    return list(example["input"]) if example.get("op") == "options" else []


def _specials(example: Json) -> Iterator[Json]:
    return (item for item in example.get("shoe", ()) if isinstance(item, dict))


# --- a table to play at ---------------------------------------------------------------------------


@dataclass(slots=True)
class Table:
    """A round in progress, fed from a list of cards."""

    rules: Rules
    shoe: list[str | Json]
    state: State = field(init=False)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._fold(BLACKJACK.opening(self.rules, None))

    def ask(self, party: str, boxes: Sequence[int], command: Command, alone: bool = True) -> None:
        """Give a party's command and go on until players are awaited again, or raise `Refused`."""
        held = frozenset(BoxNo(no) for no in boxes)
        self.give(Asked(Party(party), held, command, alone))

    def give(self, given: Asked[Command] | Drawn | Expired | SettleSideBets) -> None:
        """Give one input, then the settlements and the players' cards that it calls for."""
        self._decide(given)
        while phase(self.rules, self.state) != "dealer" and self._serve():
            pass

    def finish(self) -> None:
        """Let the dealer draw. Until then a hand that stands may still insure (ENG-14)."""
        while self._serve():
            pass

    def _serve(self) -> bool:
        """Give what is awaited of the shoe or of the settlement; tell whether anything was."""
        match BLACKJACK.awaiting(self.rules, self.state):
            case Cards(n):
                self._decide(self._open(n))
            case SideBets():
                self._decide(SettleSideBets())
            case _:
                return False
        return True

    def _decide(self, given: Asked[Command] | Drawn | Expired | SettleSideBets) -> None:
        for event in BLACKJACK.decide(self.rules, self.state, given):
            self._fold(event)

    def _fold(self, event: Event) -> None:
        self.state = BLACKJACK.evolve(self.state if self.events else None, event)
        self.events.append(event)

    def _open(self, n: int) -> Drawn:
        cards: list[Card] = []
        stop_card = False
        while len(cards) < n:
            if not self.shoe:
                raise ValueError("The example's shoe has too few cards.")
            item = self.shoe.pop(0)
            if isinstance(item, str):
                cards.append(Card(item))
            else:
                stop_card = stop_card or item["event"] == "stop_card"
        return Drawn(tuple(cards), stop_card)


# --- rounds ---------------------------------------------------------------------------------------


def _round(example: Json) -> dict[str, Any]:
    options = {**example["options"], "enabled_side_bets": _sides_used(example["boxes"])}
    try:
        table = Table(BLACKJACK.amend(example["rule_set"], options), list(example["shoe"]))
        held = _stake(table, example["boxes"], seats=None)
    except Refused as refused:
        return {"error": {"decision": None, "code": refused.code.upper()}}
    for index, decision in enumerate(example["decisions"]):
        try:
            _decision(table, held, decision)
        except Refused as refused:
            code = "no_such_hand" if refused.code == "not_your_box" else refused.code
            return {"error": {"decision": index, "code": code.upper()}}
    _decline_all(table, held)
    table.finish()
    if not BLACKJACK.over(table.state) or table.shoe:
        raise ValueError("The example leaves hands undecided or cards in its shoe.")
    return _report(table)


def _sides_used(boxes: Sequence[Json]) -> list[str]:
    return sorted({side for box in boxes for bet in box["bets"] for side in bet.get("side", {})})


def _stake(table: Table, boxes: Sequence[Json], seats: Mapping[str, int] | None) -> _Held:
    """Lay every party's stakes, one command each, then let all say Ready."""
    bets: dict[str, list[BoxStake]] = {}
    for box in boxes:
        for bet in box["bets"]:
            side = bet.get("side", {})
            stake = BoxStake(
                BoxNo(box["box"]),
                Amount(bet.get("main", 0)),
                Amount(side.get("queen_of_hearts", 0)),
            )
            bets.setdefault(bet["by"], []).append(stake)
    taken = {no: party for party, no in (seats or {}).items()}
    held = {
        party: [stake.box for stake in stakes if taken.get(stake.box, party) == party]
        for party, stakes in bets.items()
    }
    alone = len(set(seats or bets)) == 1
    for party, stakes in bets.items():
        table.ask(party, held[party], Stake(tuple(stakes)), alone)
    for party in bets:
        table.ask(party, held[party], Ready(), alone)
    return held


def _decision(table: Table, held: _Held, decision: Json) -> None:
    no = BoxNo(decision["box"])
    holder = next((party for party, boxes in held.items() if no in boxes), "")
    party = decision.get("by", holder)
    boxes = held.get(party, ()) if holder else (no,)
    verb, label = decision["do"], decision.get("hand", "h")
    if verb == "insure":
        command: Command = Insure(no, decision.get("amount"))
    else:
        _decline_all(table, held)
        command = EvenMoney(no) if verb == "even_money" else _HAND_COMMANDS[verb](no, label)
    table.ask(party, boxes, command)


def _decline_all(table: Table, held: _Held) -> None:
    """Answer no to every pending offer of insurance: in an example silence means no."""
    for party, boxes in held.items():
        for no in boxes:
            if no in table.state.unanswered:
                table.ask(party, boxes, Decline(BoxNo(no)))


def _report(table: Table) -> dict[str, Any]:
    """Return what the events of a finished round say, in the form of `expected`."""
    done = next(event for event in table.events if isinstance(event, DealerDone))
    report: dict[str, Any] = {
        "dealer": {"cards": list(table.state.dealer), "result": done.result},
        "bets": [bet for event in table.events if (bet := _bet(event))],
        "totals": _totals(table.events),
        "cards_used": sum(isinstance(event, CardDealt) for event in table.events),
        "order": [
            line
            for event in table.events[table.events.index(done) :]
            if (line := _settled_line(event))
        ],
    }
    if isinstance(BLACKJACK.awaiting(table.rules, table.state), Shuffle):
        report["reshuffle_after_round"] = True
    return report


def _bet(event: Event) -> dict[str, Any] | None:
    match event:
        case HandSettled():
            name: dict[str, Any] = {"bet": "main", "box": event.box, "hand": event.hand}
        case InsuranceSettled():
            name = {"bet": "insurance", "box": event.box}
        case SideBetSettled():
            name = {"bet": event.bet, "box": event.box}
        case _:
            return None
    clauses = list(event.clauses) if isinstance(event, HandSettled) else []
    return {
        **name,
        "by": event.party,
        "staked": event.staked,
        "returned": event.returned,
        "clauses": clauses,
    }


def _settled_line(event: Event) -> str | None:
    bet = _bet(event)
    if bet is None:
        return None
    verb = "collect"
    if bet["returned"]:
        verb = "return" if bet["returned"] == bet["staked"] else "pay"
    place = f"{bet['box']}/{bet['hand']}" if "hand" in bet else bet["box"]
    return f"{verb} {bet['bet']} {place} {bet['by']}"


def _totals(events: Sequence[Event]) -> dict[str, dict[str, int]]:
    totals: dict[str, dict[str, int]] = {}
    for move in (move for event in events for move in event.moves):
        total = totals.setdefault(move.party, {"staked": 0, "returned": 0})
        if move.source is Place.WALLET:
            total["staked"] += move.amount
        elif move.target is Place.WALLET:
            total["returned"] += move.amount
    return totals


# --- bet checks and procedures --------------------------------------------------------------------


def _bet_check(example: Json) -> dict[str, Any]:
    floor = example.get("table", {})
    for circumstance in sorted({"cash", "wanted_boxes"} & floor.keys()):
        raise NotDealt(f"a floor with {circumstance}")
    holders = [[bet["by"] for bet in box["bets"]] for box in example["boxes"]]
    if any(len(bets) != 1 for bets in holders):
        raise NotDealt("two holders of one box")
    options = {**example["options"], "enabled_side_bets": _sides_used(example["boxes"])}
    if not floor.get("dealer_agrees_vacant", True):
        options["vacant_boxes_playable"] = False
    try:
        table = Table(BLACKJACK.amend(example["rule_set"], options), [])
        if floor.get("first_card_out"):
            table.give(Expired())
        _stake_only(table, example["boxes"], floor.get("seats"))
    except Refused as refused:
        code = "box_not_vacant" if refused.code == "not_your_box" else refused.code
        return {"accepted": False, "error": code.upper()}
    return {"accepted": True}


def _stake_only(table: Table, boxes: Sequence[Json], seats: Mapping[str, int] | None) -> None:
    """Lay the stakes and close the bets; the deal itself is not part of a bet check."""
    try:
        _stake(table, boxes, seats)
    except ValueError:
        assert isinstance(BLACKJACK.awaiting(table.rules, table.state), Cards)


def _procedure(example: Json) -> dict[str, Any]:
    asked = example["input"]
    options = asked if example["op"] == "options" else example["options"]
    try:
        rules = BLACKJACK.amend(example["rule_set"], _for_procedure(example, options))
    except Refused as refused:
        return {"valid": False, "error": refused.code.upper()}
    match example["op"]:
        case "options" | "stop_card":
            return {"valid": True}
        case "hand_value":
            return _hand_value(rules, asked)
        case "burn" if asked["occasion"] == "new_shoe":
            return {"burn": BLACKJACK.decks(rules)[2]}
        case "max_stake":
            return {"max_cents": rules.main_max}
        case "insurance_limits":
            half = rules.half(asked["stake_cents"])
            return {"min_cents": half, "max_cents": half}
        case op:
            raise NotDealt(f"procedure {op}")


def _for_procedure(example: Json, options: Json) -> Json:
    """Return the options that a procedure's input stands for."""
    asked = example["input"]
    match example["op"]:
        case "stop_card":
            return {**options, "stop_card_cards_behind": asked["cards_behind"]}
        case "max_stake":
            return {**options, **asked}
        case _:
            return options


def _hand_value(rules: Rules, asked: Json) -> dict[str, Any]:
    cards = tuple(Card(card) for card in asked["cards"])
    total, soft = count(cards)
    value: dict[str, Any] = {"total": total, "soft": soft, "blackjack": is_21_in_two(cards)}
    if asked["role"] == "dealer":
        value["dealer_action"] = "draw" if dealer_draws(rules, cards) else "stand"
    return value
