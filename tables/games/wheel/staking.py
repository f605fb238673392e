"""Decides commands: what may be staked on the layout, and why not."""

from collections import Counter
from collections.abc import Iterable

from tables.games.core.course import check_stake
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import PlayerCommand, Refused
from tables.games.wheel import messages
from tables.games.wheel.announced import COMPLEX, SIMPLE, kind_of
from tables.games.wheel.rules import WheelRules
from tables.games.wheel.stakes import (
    Announced,
    Held,
    Laid,
    Settled,
    payout_moves,
    premium_moves,
    stake_difference,
    total,
)
from tables.games.wheel.state import State

LONGEST_ID = 32


def stake_event(
    rules: WheelRules, state: State, asked: PlayerCommand[messages.Command], command: messages.Stake
) -> messages.Staked:
    """Return the event that lays a party's free stakes as commanded.

    Refuses `betting_closed` after rien ne va plus, `locked` for a stake that waits for
    its choice or is in prison, and whatever the layout and its limits do not allow.
    """
    if state.stage != "betting":
        raise Refused("betting_closed", clause=rules.device.clauses.closed)
    before = state.stakes.get(asked.party, ())
    free = tuple(each for each in before if each.keep == "free")
    wanted = tuple(_wanted(rules, asked, command))
    _check_ids(rules, command, wanted, {each.id for each in before if each.keep != "free"})
    laid = tuple(each for each in wanted if each.amount != 0)
    _check_limits(rules, laid)
    if not laid and not free:
        raise Refused("nothing_staked")
    announced = tuple(each for each in command.announced if each.unit != 0)
    after = total(laid)
    moves = (
        *stake_difference(total(free), after, asked.party),
        *premium_moves(sum(map(rules.premium, free)), sum(map(rules.premium, laid)), asked.party),
    )
    return messages.Staked(asked.party, laid, announced, after, moves)


def _wanted(
    rules: WheelRules, asked: PlayerCommand[messages.Command], command: messages.Stake
) -> Iterable[Laid]:
    for wager in command.wagers:
        yield Laid(wager.id, rules.position(wager.on).on, wager.amount)
    for each in command.announced:
        for on, chips in _chips(rules, asked, each):
            yield Laid(f"{each.id}/{on}", rules.position(on).on, Amount(each.unit * chips))


def _chips(
    rules: WheelRules, asked: PlayerCommand[messages.Command], announced: Announced
) -> tuple[tuple[str, int], ...]:
    chips = rules.expand(announced.bet)
    if chips is None:
        raise Refused(
            "not_a_combination", on=announced.bet[:40], clause=rules.device.clauses.combination
        )
    if kind_of(announced.bet) not in rules.announcements:
        raise Refused("variant_disabled", clause=rules.device.clauses.announced)
    if kind_of(announced.bet) in COMPLEX and announced.unit:
        if announced.bet not in asked.endorsed_announcements:
            raise Refused("not_endorsed", clause=rules.device.clauses.endorsed)
        if not asked.inspector_present:
            raise Refused("inspector_absent", clause=rules.device.clauses.inspected)
    return chips


def expand_written_announcement(rules: WheelRules, text: str) -> tuple[tuple[str, int], ...]:
    """Return the positions that a written announcement stakes on, and the chips on each.

    Chips of one unit, no amounts. Refuses `variant_disabled` where the house takes none,
    `need_not_be_written` for one that is taken by word of mouth, and `not_a_combination` for a
    text that stands for nothing.
    """
    if not set(COMPLEX) & set(rules.announcements):
        raise Refused("variant_disabled", clause=rules.device.clauses.written)
    if kind_of(text) in SIMPLE:
        raise Refused("need_not_be_written", clause=rules.device.clauses.written)
    chips = rules.expand(text)
    if chips is None:
        raise Refused("not_a_combination", on=text[:40], clause=rules.device.clauses.combination)
    return chips


def parties_with_announcement(state: State) -> frozenset[Party]:
    """Return the parties of whom a complex announcement lies on the layout."""
    return frozenset(
        party
        for party, announced in state.announced.items()
        if party in state.stakes and any(kind_of(each.bet) in COMPLEX for each in announced)
    )


def _check_ids(
    rules: WheelRules, command: messages.Stake, wanted: Iterable[Laid], locked: set[str]
) -> None:
    ids = [each.id for each in command.wagers] + [each.id for each in command.announced]
    if len(set(ids)) < len(ids) or not all(
        1 <= len(each) <= LONGEST_ID and "/" not in each for each in ids
    ):
        raise Refused("wager_id", longest=LONGEST_ID)
    if any(each.id in locked for each in wanted):
        raise Refused("locked", clause=rules.device.clauses.prison)


def _check_limits(rules: WheelRules, laid: Iterable[Laid]) -> None:
    """Refuse each stake below the minimum, and a position's total above its maximum (COMMON-8)."""
    totals = Counter[str]()
    for each in laid:
        position = rules.position(each.on)
        check_stake(
            Refused,
            each.amount,
            least=rules.table_min_cents,
            step=rules.step(position),
            most=rules.most(position.bet),
            already_staked=totals[rules.maximum_group(position)],
        )
        totals[rules.maximum_group(position)] += each.amount


def apply_choice(
    rules: WheelRules, state: State, party: Party, command: messages.Half | messages.Prison
) -> messages.Event:
    """Return the event that settles or imprisons the stakes that the command names.

    Refuses `zero_choice_not_open` for a free stake, `already_decided` for one whose choice is made
    or that is settled, and `last_of_session` after the last spin.
    """
    if not command.wagers or len(set(command.wagers)) < len(command.wagers):
        raise Refused("wager_id", longest=LONGEST_ID)
    clauses = rules.device.clauses
    mine = {each.id: each for each in state.stakes.get(party, ())}
    held = []
    for wager in command.wagers:
        laid = mine.get(wager)
        if laid is None and state.stage == "closed" and state.last:
            raise Refused("last_of_session", clause=clauses.last)
        if laid is not None and laid.keep == "free":
            raise Refused("zero_choice_not_open", clause=clauses.half)
        if laid is None or laid.keep == "prison" or state.stage != "betting":
            raise Refused("already_decided", clause=clauses.half)
        held.append(Held(party, laid))
    if isinstance(command, messages.Half):
        return take_half(rules, held, "chosen")
    return imprison(held, "chosen")


def take_half(rules: WheelRules, held: Iterable[Held], why: messages.Reason) -> messages.HalfTaken:
    """Return the event that gives back the half, quarter, eighth of stakes."""
    settled = tuple(
        Settled(
            each.party,
            each.laid.id,
            each.laid.on,
            each.laid.amount,
            rules.half_of(each.laid.amount, each.laid.zeros),
            "half",
        )
        for each in held
    )
    back = Amount(sum(each.returned for each in settled))
    return messages.HalfTaken(settled, back, why, payout_moves(settled, "half"))


def imprison(held: Iterable[Held], why: messages.Reason) -> messages.Imprisoned:
    """Return the event that leaves stakes in prison."""
    kept = tuple(
        Held(
            each.party,
            Laid(each.laid.id, each.laid.on, each.laid.amount, "prison", each.laid.zeros),
        )
        for each in held
    )
    return messages.Imprisoned(kept, total(each.laid for each in kept), why)


def ready_event(rules: WheelRules, state: State, party: Party) -> messages.Readied:
    """Return the event of a party done staking; refuses `nothing_staked` without a stake."""
    if state.stage != "betting":
        raise Refused("betting_closed", clause=rules.device.clauses.closed)
    if party not in state.stakes:
        raise Refused("nothing_staked")
    return messages.Readied(party)
