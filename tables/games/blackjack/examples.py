"""Worked examples, played on the engine: the published JSON format in, what the engine did out.

Knows the format `blackjack-examples/1`; every amount, card count and refusal is read off the
engine's events and state.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tables.games.blackjack import BLACKJACK, layout, shoe
from tables.games.blackjack.example_table import Table
from tables.games.blackjack.layout import Floor, Wanted, WantedBox
from tables.games.blackjack.messages import (
    BoxStake,
    CardDealt,
    CardDiscarded,
    Command,
    ConsolationDue,
    ConsolationPaid,
    DealerDone,
    Decline,
    Double,
    EvenMoney,
    Event,
    HandSettled,
    Hit,
    InsuranceSettled,
    Insure,
    JackpotClaimed,
    Match,
    Ready,
    RefuseExposed,
    RoundClosed,
    SideAmount,
    SideBetSettled,
    Split,
    Stake,
    Stand,
    Surrender,
)
from tables.games.blackjack.play import cutter
from tables.games.blackjack.points import DEALER_RESULTS, count, dealer_draws, is_21_in_two
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.sides import shares
from tables.games.blackjack.terms import PROGRESSIVE
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Place
from tables.games.core.protocol import Misdealt, Refused

Json = Mapping[str, Any]

_HAND_COMMANDS: Final[Mapping[str, Callable[[BoxNo, str], Command]]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
}
_POTS: Final = {"main": "jp1_main", "secondary": "jp1_secondary", "progressive": "split_aces"}
"""The format's names of the pots -> ours."""


def play(example: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    Raises `ValueError` where the example breaks its own format: cards or decisions left over or
    missing, or a kind or procedure that the format does not know.
    """
    match example.get("kind", "round"):
        case "round":
            return _round(example)
        case "bet_check":
            return _bet_check(example)
        case "procedure":
            return _procedure(example)
        case kind:
            raise ValueError(f"The format has no kind {kind}.")


# --- rounds ---------------------------------------------------------------------------------------


def _round(example: Json) -> dict[str, Any]:
    boxes = example["boxes"]
    floor = _floor(example)
    try:
        rules = _rules(example)
        layout.check(rules, _wanted(boxes), floor)
    except Refused as refused:
        return {"error": {"decision": None, "code": refused.code.upper()}}
    table = Table(rules, list(example["shoe"]), _misdeal(example), len(floor.seats) == 1)
    _stake(table, boxes)
    for index, decision in enumerate(example.get("decisions", ())):
        try:
            _decision(table, decision)
        except Refused as refused:
            code = "no_such_hand" if refused.code == "not_your_box" else refused.code
            return {"error": {"decision": index, "code": code.upper()}}
    _decline_all(table)
    table.finish()
    if not BLACKJACK.over(table.state) or table.cards_left:
        raise ValueError("The example leaves hands undecided or cards in its shoe.")
    before = {_POTS[name]: amount for name, amount in example.get("jackpots_before", {}).items()}
    table.approve(before, supervised=example.get("jp1_approval") == "granted")
    return _report(table, example)


def _rules(example: Json) -> Rules:
    """Return the rules of an example; a side bet of its text that it uses is offered."""
    known = BLACKJACK.books[example["rule_set"]].rules.side_bets
    offered = {"enabled_side_bets": [terms.key for terms in known]} if known else {}
    return BLACKJACK.amend(example["rule_set"], {**example.get("options", {}), **offered})


def _wanted(boxes: Sequence[Json]) -> tuple[WantedBox, ...]:
    return tuple(
        WantedBox(
            box["box"],
            tuple(
                Wanted(
                    bet["by"],
                    bet.get("main") or 0,
                    bet.get("side", {}),
                    bet.get("standing", False),
                    bet.get("consent", True),
                )
                for bet in box["bets"]
            ),
        )
        for box in boxes
    )


def _floor(example: Json) -> Floor:
    table = example.get("table") or {}
    seats: dict[str, int] = {}
    for box in example["boxes"]:
        for bet in box["bets"]:
            if not bet.get("standing"):
                seats.setdefault(bet["by"], box["box"])
    return Floor(
        seats=table.get("seats", seats),
        cash=bool(table.get("cash")),
        first_card_out=bool(table.get("first_card_out")),
        dealer_agrees_vacant=table.get("dealer_agrees_vacant", True),
        others_wish=bool(table.get("others_wish_to_play")),
        claimed=frozenset(table.get("wanted_boxes", ())),
    )


def _misdeal(example: Json) -> Misdealt | None:
    told = example.get("misdeal")
    if not told or not any(told.values()):
        return None
    return Misdealt(frozenset(told.get("no_card", ())), frozenset(told.get("one_card", ())))


def _stake(table: Table, boxes: Sequence[Json]) -> None:
    """Lay the stakes as they stand in the file, each holder before those behind him; all Ready."""
    for box in boxes:
        table.holders[box["box"]] = next(
            bet["by"] for bet in box["bets"] if not bet.get("standing")
        )
    for box in boxes:
        for bet in sorted(box["bets"], key=lambda bet: bet.get("standing", False)):
            stake = BoxStake(
                BoxNo(box["box"]),
                Amount(bet["main"]),
                Amount(bet.get("side", {}).get("queen_of_hearts", 0)),
                tuple(_sides(bet.get("side", {}))),
                bet.get("standing", False),
            )
            table.ask(bet["by"], Stake((stake,)))
    parties = {bet["by"]: None for box in boxes for bet in box["bets"]}
    for party in parties:
        table.ask(party, Ready())


def _sides(side: Json) -> Iterator[SideAmount]:
    for key, amount in side.items():
        if key == "hyper":
            for field in DEALER_RESULTS:
                if field in amount:
                    yield SideAmount(f"hyper:{field}", Amount(amount[field]))  # type: ignore[arg-type]
        elif key != "queen_of_hearts":
            yield SideAmount(key, Amount(amount))  # type: ignore[arg-type]


def _decision(table: Table, decision: Json) -> None:
    no = BoxNo(decision["box"])
    holder = table.holders.get(no, "")
    party = decision.get("by", holder)
    verb, label = decision["do"], decision.get("hand", "h")
    if verb == "insure":
        table.ask(party, Insure(no, decision.get("amount")), near=no)
        return
    if verb == "even_money":
        table.ask(party, EvenMoney(no), near=no)
        return
    if not table.stakes(no, party):
        raise Refused("no_such_hand", box=no)
    _decline_all(table)
    if verb == "refuse_exposed":
        table.expose()
        table.ask(party, RefuseExposed(no), near=no)
        return
    if verb in ("double", "split"):
        for standing in decision.get("join", ()):
            table.ask(standing, Match(no, label), near=no)
    table.ask(holder, _HAND_COMMANDS[verb](no, label), near=no)


def _decline_all(table: Table) -> None:
    """Answer no to every pending offer of insurance: in an example silence means no."""
    for no in table.state.unanswered:
        table.ask(table.holders[no], Decline(no))
    for no, party in table.state.unanswered_behind:
        table.ask(party, Decline(no))


# --- what a round's events say --------------------------------------------------------------------


def _report(table: Table, example: Json) -> dict[str, Any]:
    """Return what the events of a finished round say, in the form of `expected`."""
    events = table.events
    done = next(event for event in events if isinstance(event, DealerDone))
    closed = next(event for event in events if isinstance(event, RoundClosed))
    discarded = [event for event in events if isinstance(event, CardDiscarded)]
    dealt = sum(isinstance(event, CardDealt) for event in events)
    burnt = iter(table.burnt)
    report: dict[str, Any] = {
        "dealer": {"cards": list(table.state.dealer), "result": done.result},
        "bets": [bet for event in events if (bet := _bet(table, event))],
        "totals": _totals(events),
        "cards_used": dealt + len(discarded),
        "order": [
            line
            for event in events[events.index(done) : events.index(closed)]
            if (line := _settled_line(table, event))
        ],
    }
    if discarded:
        report["discarded_unused"] = [event.card or next(burnt) for event in discarded]
    if table.state.stop_card:
        report["reshuffle_after_round"] = True
    if no := cutter(table.rules, table.state):
        report["next_cutter"] = no
    if before := example.get("jackpots_before"):
        pots = table.pots({_POTS[name]: amount for name, amount in before.items()})
        report["jackpots_after"] = {name: pots[_POTS[name]] for name in before}
    return report


def _bet(table: Table, event: Event) -> dict[str, Any] | None:
    hand: dict[str, Any] = {}
    match event:
        case HandSettled():
            name, staked, returned = "main", event.staked, event.returned
            hand = {"hand": event.hand}
        case InsuranceSettled():
            name, staked, returned = "insurance", event.staked, event.returned
        case SideBetSettled():
            name, staked, returned = event.bet, event.staked, event.returned
        case JackpotClaimed():
            name, staked = event.bet, event.staked
            returned = table.returned(event.box, event.party, event.bet)
        case ConsolationDue():
            paid = ConsolationPaid(event.party, event.box, event.amount)
            name, staked = "jp1_consolation", Amount(0)
            returned = event.amount if table.told(paid) else Amount(0)
        case _:
            return None
    return {
        "bet": name,
        "box": event.box,
        **hand,
        "by": event.party,
        "staked": staked,
        "returned": returned,
        "clauses": list(event.clauses),
    }


def _settled_line(table: Table, event: Event) -> str | None:
    """Return a settlement as `order` writes it; progressive and void side bets have no line."""
    match event:
        case HandSettled():
            verb = "return" if event.result in ("push", "void") else "pay"
            verb = verb if event.result != "lose" else "collect"
            return f"{verb} main {event.box}/{event.hand} {event.party}"
        case InsuranceSettled():
            verb = "pay" if event.returned else "collect"
            return f"{verb} insurance {event.box} {event.party}"
        case SideBetSettled():
            terms = table.rules.side(event.bet)
            void = not event.line and event.returned
            if void or terms is None or terms.combination in PROGRESSIVE:
                return None
            return f"{'pay' if event.line else 'collect'} {event.bet} {event.box} {event.party}"
        case _:
            return None


def _totals(events: Sequence[Event]) -> dict[str, dict[str, int]]:
    totals: dict[str, dict[str, int]] = {}
    for move in (move for event in events for move in event.moves if move.party):
        total = totals.setdefault(move.party, {"staked": 0, "returned": 0})
        if move.source is Place.WALLET:
            total["staked"] += move.amount
        elif move.target is Place.WALLET:
            total["returned"] += move.amount
    return totals


# --- bet checks and procedures --------------------------------------------------------------------


def _bet_check(example: Json) -> dict[str, Any]:
    try:
        layout.check(_rules(example), _wanted(example["boxes"]), _floor(example))
    except Refused as refused:
        return {"accepted": False, "error": refused.code.upper()}
    return {"accepted": True}


def _procedure(example: Json) -> dict[str, Any]:
    asked = example["input"]
    op = example["op"]
    options = {**example.get("options", {})}
    if op == "options":
        options = asked
    elif op == "max_stake":
        options |= asked
    try:
        rules = BLACKJACK.amend(example["rule_set"], options)
    except Refused as refused:
        return {"valid": False, "error": refused.code.upper()}
    match op:
        case "options":
            return {"valid": True}
        case "hand_value":
            return _hand_value(rules, asked)
        case "burn":
            return {"burn": shoe.burnt(rules, asked["occasion"])}
        case "stop_card":
            total, behind = asked["cards_total"], asked["cards_behind"]
            return {"valid": shoe.stop_card_lies_well(rules, total, behind)}
        case "deck_check":
            return {"valid": shoe.backs_are_right(rules, asked["backs"])}
        case "max_stake":
            return {"max_cents": rules.main_max}
        case "next_cutter":
            box = asked.get("box", asked.get("first_arrived"))
            refusals = asked.get("refusals", ())
            cuts = shoe.next_cutter(asked["occupied"], asked["reason"], box, refusals)
            return {"cutter": "dealer" if cuts is None else cuts}
        case "jackpot_share":
            return {"shares": shares(asked["amount_cents"], asked["winning_hands"])}
        case "insurance_limits":
            least, most = rules.insurance_limits(asked["stake_cents"])
            return {"min_cents": least, "max_cents": most}
        case _:
            raise ValueError(f"The format has no procedure {op}.")


def _hand_value(rules: Rules, asked: Json) -> dict[str, Any]:
    cards = tuple(Card(card) for card in asked["cards"])
    total, soft = count(cards)
    value: dict[str, Any] = {"total": total, "soft": soft, "blackjack": is_21_in_two(cards)}
    if asked["role"] == "dealer":
        value["dealer_action"] = "draw" if dealer_draws(rules, cards) else "stand"
    return value
