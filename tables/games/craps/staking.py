"""Decides what players ask for: what may be staked, changed and taken back, and why not."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tables.games.core.course import check_stake
from tables.games.core.money import Amount, Move, Party
from tables.games.core.protocol import Refused
from tables.games.core.values import changed
from tables.games.craps import stakes
from tables.games.craps.bets import LAYOUT, Position
from tables.games.craps.messages import SetNoAction, SetWorking, Stake, Staked, Switched
from tables.games.craps.rules import Rules
from tables.games.craps.stakes import LONGEST_ID, Laid, Wager
from tables.games.craps.state import State

NO_INCREASE = {
    "dont_pass": "MC-CRAPS-29",
    "come": "MC-CRAPS-34",
    "dont_come": "MC-CRAPS-38",
    "buy": "MC-CRAPS-89",
    "lay": "MC-CRAPS-93",
}
"""Bets that are not increased, or not once the point is known, and why."""


def stake_event(rules: Rules, state: State, party: Party, command: Stake) -> Staked:
    """Return the event that makes a party's stakes as large as commanded; all of them or none.

    Refuses `betting_closed` once the dice were passed, and whatever the bet or a limit does not
    allow: see `_new`, `_less` and `_more`.
    """
    if state.stage != "betting":
        raise Refused("betting_closed", clause="MC-CRAPS-08")
    ids = [each.id for each in command.wagers]
    if len(set(ids)) < len(ids) or not all(1 <= len(each) <= LONGEST_ID for each in ids):
        raise Refused("wager_id", longest=LONGEST_ID)
    before = {each.id: each for each in state.stakes.get(party, ())}
    after = dict(before)
    for wager in command.wagers:
        after[wager.id] = _wanted(rules, state, after, wager)
    for wager in command.wagers:
        _follow(after, wager.id)
    patch = tuple([each for each in after.values() if before.get(each.id) != each])
    if not any(each.amount or each.id in before for each in patch):
        raise Refused("nothing_staked")
    _check(rules, state, party, before, after, patch)
    return _event(rules, party, before, after, patch)


def _wanted(rules: Rules, state: State, mine: Mapping[str, Laid], wager: Wager) -> Laid:
    laid = mine.get(wager.id)
    if laid is None:
        return _new(rules, state, mine, wager)
    if wager.on != laid.on:
        raise Refused("wager_id", longest=LONGEST_ID)
    if wager.amount < laid.amount:
        return _less(rules, state, laid, wager.amount)
    if wager.amount > laid.amount:
        return _more(rules, state, laid, wager.amount)
    return laid


def _new(rules: Rules, state: State, mine: Mapping[str, Laid], wager: Wager) -> Laid:
    """Return a stake as it is laid.

    Refuses `announced_over` after the announced throws, `point_known` and `point_not_known` for
    bets of the other phase, and for odds `no_flat_bet`.
    """
    position = rules.position(wager.on)
    kind = position.kind
    if kind.sort == "odds":
        flat = mine.get(wager.to)
        if flat is None or flat.on != kind.behind or not flat.amount:
            raise Refused("no_flat_bet", clause="MC-CRAPS-72")
        if not number_of(state, flat):
            raise Refused("point_not_known", clause="MC-CRAPS-72")
    elif state.overtime:
        raise Refused("announced_over", clause="COMMON-9")
    elif wager.to:
        raise Refused("no_flat_bet", clause="MC-CRAPS-72")
    elif not in_phase(state, position):
        if state.point:
            raise Refused("point_known", clause="MC-CRAPS-28")
        raise Refused("point_not_known", clause="MC-CRAPS-32")
    if wager.working is not None and kind.bet not in ("place", "come_odds"):
        raise Refused("always_plays", clause="MC-CRAPS-87")
    fee = rules.fee(position, wager.amount)
    return Laid(
        wager.id, position.on, wager.amount, 0, wager.to, wager.working, fee=fee, fresh=True
    )


def in_phase(state: State, position: Position) -> bool:
    """Tell whether a flat bet can be staked now, at the come-out or once the point is known."""
    match position.kind.bet:
        case "dont_pass":
            return not state.point
        case "come" | "dont_come":
            return bool(state.point)
        case _:
            return True


def number_of(state: State, flat: Laid) -> int:
    """Return the number that a flat bet waits for; 0 where it is not known."""
    return state.point if LAYOUT[flat.on].kind.sort == "line" else flat.number


def _less(rules: Rules, state: State, laid: Laid, amount: Amount) -> Laid:
    """Return a stake reduced or taken down; refuses `contract_bet` below what is fixed of it."""
    if amount < laid.fixed:
        raise Refused("contract_bet", clause="MC-CRAPS-24")
    # Given back in proportion to what is taken down, rounded down (A9).
    back = laid.fee * (laid.amount - amount) // laid.amount
    return changed(laid, amount=amount, fee=Amount(laid.fee - back))


def _more(rules: Rules, state: State, laid: Laid, amount: Amount) -> Laid:
    """Return a stake increased; refuses `increase_forbidden`.

    Until the dice are passed a stake is put together chip by chip, with its commission.
    """
    position = LAYOUT[laid.on]
    if not laid.fresh:
        refuse_increase(state, laid)
    if state.overtime and position.kind.sort != "odds":
        raise Refused("announced_over", clause="COMMON-9")
    return changed(laid, amount=amount, fee=rules.fee(position, amount))


def refuse_increase(state: State, laid: Laid) -> None:
    """Refuse `increase_forbidden` of a bet that its clause does not let grow."""
    bet = LAYOUT[laid.on].kind.bet
    if bet in NO_INCREASE and (bet != "dont_pass" or state.point):
        raise Refused("increase_forbidden", clause=NO_INCREASE[bet])


def may_increase(state: State, laid: Laid) -> bool:
    """Tell whether chips may be put to a stake."""
    bet = LAYOUT[laid.on].kind.bet
    return laid.fresh or bet not in NO_INCREASE or (bet == "dont_pass" and not state.point)


def _follow(after: dict[str, Laid], flat: str) -> None:
    """Take down the odds behind a stake that is taken down (MC-CRAPS-73)."""
    if after[flat].amount:
        return
    for each in after.values():
        if each.to == flat:
            after[each.id] = changed(each, amount=Amount(0))


def _check(
    rules: Rules,
    state: State,
    party: Party,
    before: Mapping[str, Laid],
    after: Mapping[str, Laid],
    patch: Iterable[Laid],
) -> None:
    """Refuse what the limits do not allow, once all changes are known."""
    _check_shooter(rules, state, party, before, after)
    totals = Counter[tuple[str, int]]()
    for each in after.values():
        totals[_place(after, each)] += each.amount
    for each in patch:
        if not each.amount and each.id in before:
            continue
        position = LAYOUT[each.on]
        check_stake(
            Refused,
            each.amount,
            least=rules.table_min_cents,
            step=rules.step(position, _number(state, after, each)),
            most=rules.most(position.kind.bet) if _grown(before, each) else None,
            already_staked=totals[_place(after, each)] - each.amount,
        )
    _check_odds(rules, after)


def _grown(before: Mapping[str, Laid], laid: Laid) -> bool:
    known = before.get(laid.id)
    return known is None or known.amount < laid.amount


def _place(mine: Mapping[str, Laid], laid: Laid) -> tuple[str, int]:
    """Return where a stake counts towards the maximum: its position, and the number it lies on."""
    flat = mine.get(laid.to)
    return laid.on, (flat or laid).number


def _number(state: State, mine: Mapping[str, Laid], laid: Laid) -> int:
    flat = mine.get(laid.to)
    return number_of(state, flat) if flat is not None else LAYOUT[laid.on].number


def _check_odds(rules: Rules, after: Mapping[str, Laid]) -> None:
    """Refuse odds above the option's multiple of their flat bet (A17)."""
    if rules.max_odds_multiple is None:
        return
    behind = Counter[str]()
    for each in after.values():
        if each.to:
            behind[each.to] += each.amount
    for flat, amount in behind.items():
        most = after[flat].amount * rules.max_odds_multiple
        if amount > most:
            raise Refused("above_max", maximum=most, clause="MC-CRAPS-72")


def _check_shooter(
    rules: Rules,
    state: State,
    party: Party,
    before: Mapping[str, Laid],
    after: Mapping[str, Laid],
) -> None:
    """Refuse `shooter_minimum`: the shooter leaves the minimum on don't pass (MC-CRAPS-31, A18)."""
    if not state.point or state.shooter is None or state.shooter.party != party:
        return
    was, is_now = (
        sum(each.amount for each in mine.values() if each.on == "dont_pass")
        for mine in (before, after)
    )
    if is_now < was and is_now < rules.table_min_cents:
        raise Refused("shooter_minimum", minimum=rules.table_min_cents, clause="MC-CRAPS-31")


def _event(
    rules: Rules,
    party: Party,
    before: Mapping[str, Laid],
    after: Mapping[str, Laid],
    patch: tuple[Laid, ...],
) -> Staked:
    was, is_now = (sum(each.amount for each in mine.values()) for mine in (before, after))
    fees = [each.fee - before[each.id].fee if each.id in before else each.fee for each in patch]
    fee, refund = sum(max(0, each) for each in fees), 0
    if rules.refund_commission_on_removal:
        refund = sum(max(0, -each) for each in fees)
    moves = stakes.staked(was, is_now, fee, refund, party)
    return Staked(party, patch, Amount(is_now), moves)


def moves_of_new(party: Party, laid: Iterable[Laid]) -> tuple[Move, ...]:
    """Return the moves that lay new stakes, with their commission."""
    new = [*laid]
    amount, fee = sum(each.amount for each in new), sum(each.fee for each in new)
    return stakes.staked(0, amount, fee, 0, party)


def switch_event(
    rules: Rules, state: State, party: Party, command: SetWorking | SetNoAction
) -> Switched:
    """Return the event that lets a stake play, or not.

    Refuses `betting_closed` once the dice were passed, `already_decided` for a stake that does not
    lie there, and `always_plays` for a bet that knows no such choice.
    """
    if state.stage != "betting":
        raise Refused("betting_closed", clause="MC-CRAPS-08")
    laid = next((each for each in state.stakes.get(party, ()) if each.id == command.wager), None)
    if laid is None:
        raise Refused("already_decided")
    bet = LAYOUT[laid.on].kind.bet
    if isinstance(command, SetWorking):
        if bet not in ("place", "come_odds"):
            raise Refused("always_plays", clause="MC-CRAPS-87")
        return Switched(party, (changed(laid, working=command.value),), "working", command.value)
    if bet != "dont_come":
        raise Refused("always_plays", clause="MC-CRAPS-39")
    return Switched(party, (changed(laid, no_action=command.value),), "no_action", command.value)
