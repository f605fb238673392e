"""Worked examples, played on the engine: the published JSON format in, what the engine did out.

Knows the format `blackjack-examples/1`; every amount, card count and refusal is read off the
engine's events and state.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from tables.games.blackjack import messages, shoe
from tables.games.blackjack.example_bets import bets_of, check_first_fault, floor_of
from tables.games.blackjack.example_table import Table
from tables.games.blackjack.play import cutter
from tables.games.blackjack.points import count, dealer_draws, is_21_in_two
from tables.games.blackjack.record import DECISIONS, POTS
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.sides import shares
from tables.games.blackjack.terms import PROGRESSIVE
from tables.games.core.cards import Card
from tables.games.core.examples import Json
from tables.games.core.money import Amount, BoxNo, Place
from tables.games.core.protocol import Misdealt, Refused

Amend = Callable[[str, Json], Rules]
"""The game's `amend`."""

_POTS: Final = {theirs: ours for ours, theirs in POTS.items()}
"""The format's names of the pots -> ours."""
_CODES: Final = {"betting_closed": "BETS_CLOSED", "bad_increment": "STAKE_STEP"}
"""Our codes of refusals -> the format's, where it has a name of its own (ENG-26)."""


def play(amend: Amend, example: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    Raises `ValueError` where the example breaks its own format: cards or decisions left over or
    missing, or a kind or procedure that the format does not know.
    """
    match example.get("kind", "round"):
        case "round":
            return _round(amend, example)
        case "bet_check":
            return _bet_check(amend, example)
        case "procedure":
            return _procedure(amend, example)
        case kind:
            raise ValueError(f"The format has no kind {kind}.")


def _round(amend: Amend, example: Json) -> dict[str, Any]:
    try:
        table = _laid(amend, example)
    except Refused as refused:
        return {"error": {"decision": None, "code": _code(refused)}}
    table.serve()
    for index, decision in enumerate(example.get("decisions", ())):
        try:
            _decision(table, decision)
        except Refused as refused:
            code = "NO_SUCH_HAND" if refused.code == "not_your_box" else _code(refused)
            return {"error": {"decision": index, "code": code}}
    _decline_all(table)
    table.finish()
    if table.state.stage != "closed" or table.cards_left:
        raise ValueError("The example leaves hands undecided or cards in its shoe.")
    before = {_POTS[name]: amount for name, amount in example.get("jackpots_before", {}).items()}
    table.approve(before, supervised=example.get("jp1_approval") == "granted")
    return _report(table, example)


def _code(refused: Refused) -> str:
    """Return a refusal as the format names it."""
    return _CODES.get(refused.code, refused.code.upper())


def _rules(amend: Amend, example: Json) -> Rules:
    """Return the rules of an example; a side bet of its text that it uses is offered."""
    known = amend(example["rule_set"], {}).side_bets
    offered = {"enabled_side_bets": [terms.key for terms in known]} if known else {}
    rules = amend(example["rule_set"], {**example.get("options", {}), **offered})
    if not (example.get("table") or {}).get("dealer_agrees_vacant", True):
        # A dealer who does not agree is a table at which vacant boxes are not played.
        return replace(rules, vacant_boxes_playable=False)
    return rules


def _misdeal(example: Json) -> Misdealt | None:
    told = example.get("misdeal")
    if not told or not any(told.values()):
        return None
    return Misdealt(frozenset(told.get("no_card", ())), frozenset(told.get("one_card", ())))


def _laid(amend: Amend, example: Json) -> Table:
    """Return a table on which all bets of an example lie and nobody wants more.

    Raises `Refused` for what the engine does not take, and where that is more than one bet for the
    first of them.
    """
    boxes, floor = bets_of(example), floor_of(example)
    rules = _rules(amend, example)
    if floor.cash:
        # No command of a player names anything but chips of his purse.
        raise Refused("chips_only")
    table = Table(
        rules,
        list(example.get("shoe", ())),
        _misdeal(example),
        seats=floor.seats,
        others_wish=floor.others_wish,
        claimed=floor.claimed,
    )
    if floor.first_card_out:
        table.close_bets()
        table.lay("", messages.Stake(()))
    check_first_fault(rules, boxes, floor)
    stakes: dict[tuple[bool, str], list[messages.BoxStake]] = {}
    for box in boxes:
        (table.holders[box.no],) = box.holders
        for bet in box.bets:
            stakes.setdefault((bet.standing, bet.party), []).append(bet.on(box.no))
            if not bet.consent:
                table.refused_behind.add((bet.party, box.no))
    # Each holder before those behind him.
    for standing, party in sorted(stakes, key=lambda who: who[0]):
        table.lay(party, messages.Stake(tuple(stakes[standing, party])))
    for party in dict.fromkeys(party for _, party in stakes):
        table.lay(party, messages.Ready())
    return table


def _decision(table: Table, decision: Json) -> None:
    no = BoxNo(decision["box"])
    holder = table.holders.get(no, "")
    party = decision.get("by", holder)
    verb, label = decision["do"], decision.get("hand", "h")
    if verb not in DECISIONS:
        raise ValueError(f"The format has no decision {verb}.")
    command = DECISIONS.read(verb, {"hand": label, "amount": None, **decision})
    if verb in ("insure", "even_money"):
        table.ask(party, command, near=no)
        return
    if not table.stakes(no, party):
        raise Refused("no_such_hand", box=no)
    _decline_all(table)
    if verb == "refuse_exposed":
        table.expose()
        table.ask(party, command, near=no)
        return
    if verb in ("double", "split"):
        for standing in decision.get("join", ()):
            table.ask(standing, messages.Match(no, label), near=no)
    table.ask(holder, command, near=no)


def _decline_all(table: Table) -> None:
    """Answer no to every pending offer of insurance: in an example silence means no."""
    for no in table.state.unanswered:
        table.ask(table.holders[no], messages.Decline(no))
    for no, party in table.state.unanswered_behind:
        table.ask(party, messages.Decline(no))


def _report(table: Table, example: Json) -> dict[str, Any]:
    """Return what the events of a finished round say, in the form of `expected`."""
    events = table.events
    done = next(event for event in events if isinstance(event, messages.DealerDone))
    closed = next(event for event in events if isinstance(event, messages.RoundClosed))
    discarded = [event for event in events if isinstance(event, messages.CardDiscarded)]
    dealt = sum(isinstance(event, messages.CardDealt) for event in events)
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


def _bet(table: Table, event: messages.Event) -> dict[str, Any] | None:
    hand: dict[str, Any] = {}
    match event:
        case messages.HandSettled():
            name, staked, returned = "main", event.staked, event.returned
            hand = {"hand": event.hand}
        case messages.InsuranceSettled():
            name, staked, returned = "insurance", event.staked, event.returned
        case messages.SideBetSettled():
            name, staked, returned = event.bet, event.staked, event.returned
        case messages.JackpotClaimed():
            name, staked = event.bet, event.staked
            returned = table.returned(event.box, event.party, event.bet)
        case messages.ConsolationDue():
            paid = messages.ConsolationPaid(event.party, event.box, event.amount)
            name, staked = "jp1_consolation", Amount(0)
            returned = event.amount if table.has_happened(paid) else Amount(0)
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


def _settled_line(table: Table, event: messages.Event) -> str | None:
    """Return a settlement as `order` writes it; progressive and void side bets have no line."""
    match event:
        case messages.HandSettled():
            verb = "return" if event.result in ("push", "void") else "pay"
            verb = verb if event.result != "lose" else "collect"
            return f"{verb} main {event.box}/{event.hand} {event.party}"
        case messages.InsuranceSettled():
            verb = "pay" if event.returned else "collect"
            return f"{verb} insurance {event.box} {event.party}"
        case messages.SideBetSettled():
            terms = table.rules.side(event.bet)
            void = not event.line and event.returned
            if void or terms is None or terms.combination in PROGRESSIVE:
                return None
            return f"{'pay' if event.line else 'collect'} {event.bet} {event.box} {event.party}"
        case _:
            return None


def _totals(events: Sequence[messages.Event]) -> dict[str, dict[str, int]]:
    totals: dict[str, dict[str, int]] = {}
    for move in (move for event in events for move in event.moves if move.party):
        total = totals.setdefault(move.party, {"staked": 0, "returned": 0})
        if move.source is Place.WALLET:
            total["staked"] += move.amount
        elif move.target is Place.WALLET:
            total["returned"] += move.amount
    return totals


def _bet_check(amend: Amend, example: Json) -> dict[str, Any]:
    try:
        _laid(amend, example)
    except Refused as refused:
        return {"accepted": False, "error": _code(refused)}
    return {"accepted": True}


def _procedure(amend: Amend, example: Json) -> dict[str, Any]:
    asked = example["input"]
    op = example["op"]
    options = {**example.get("options", {})}
    if op == "options":
        options = asked
    elif op == "max_stake":
        options |= asked
    try:
        rules = amend(example["rule_set"], options)
    except Refused as refused:
        return {"valid": False, "error": _code(refused)}
    match op:
        case "options":
            return {"valid": True}
        case "hand_value":
            return _hand_value(rules, asked)
        case "burn":
            return {"burn": shoe.burn_count(rules, asked["occasion"])}
        case "stop_card":
            total, behind = asked["cards_total"], asked["cards_behind"]
            return {"valid": shoe.is_cut_card_valid(rules, total, behind)}
        case "deck_check":
            return {"valid": shoe.are_backs_valid(rules, asked["backs"])}
        case "max_stake":
            return {"max_cents": rules.main_max}
        case "next_cutter":
            box = asked.get("box", asked.get("first_arrived"))
            refusals = asked.get("refusals", ())
            offered = shoe.cutting_order(asked["occupied"], asked["reason"], box)
            return {"cutter": next((no for no in offered if no not in refusals), "dealer")}
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
