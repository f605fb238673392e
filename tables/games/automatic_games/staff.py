"""What the staff does at a position: pays by hand, opens the device, decides complaints."""

from collections.abc import Callable, Mapping
from typing import Final

from tables.games.automatic_games import messages
from tables.games.automatic_games.account import SEAT
from tables.games.automatic_games.machines import Machine
from tables.games.automatic_games.rules import Rules
from tables.games.automatic_games.state import State
from tables.games.core.course import not_awaited
from tables.games.core.money import Amount, Move, Party, Place
from tables.games.core.protocol import OperatorAction, Refused


def identify_owner(state: State, by: str) -> messages.Identified:
    """Return that the owner's document was seen; refuses `not_awaited` where nobody holds it."""
    if not state.holder:
        raise not_awaited()
    return messages.Identified(state.holder, by)


def pay_by_hand(rules: Rules, state: State, by: str) -> messages.HandPaid:
    """Return the unpaid win as it is paid by hand, by the means of the rules (MC-AUTO-44).

    Refuses `not_awaited` where none is owed, `position_locked` after a check that found a fault
    (MC-AUTO-43), and `identity_required` above the identity threshold (MC-AUTO-42).
    """
    now = state.now
    if not now.owed:
        raise not_awaited()
    if now.fault:
        raise Refused("position_locked", clause="MC-AUTO-43")
    if now.owed > rules.id_threshold_cents and not now.identified:
        raise Refused("identity_required", clause="MC-AUTO-42")
    means = rules.payment_means
    target = Place.WALLET if means == "cash" else Place.PAYMENTS
    move = Move(now.owed, Place.FLOAT, target, now.owner, SEAT, "pay")
    return messages.HandPaid(by, now.owner, now.owed, means, (move,))


def check_device(state: State, by: str, *, right: bool) -> messages.DeviceChecked:
    """Return a check of the device before a win is paid; refuses `not_awaited` without one."""
    if not state.now.owed:
        raise not_awaited()
    return messages.DeviceChecked(by, right)


def open_machine(state: State, by: str) -> messages.MachineOpened:
    """Return the device open; refuses `not_identified`, and `position_locked` where it is open."""
    if not by:
        raise Refused("not_identified", clause="MC-AUTO-39")
    if not state.now.in_service:
        raise Refused("position_locked", clause="MC-AUTO-39")
    return messages.MachineOpened(by)


def close_machine(state: State, by: str, reason: str) -> messages.MachineClosed:
    """Return the device in service again; refuses `form_incomplete` without a reason (40)."""
    if state.now.in_service:
        raise not_awaited()
    if not reason.strip():
        raise Refused("form_incomplete", clause="MC-AUTO-40")
    return messages.MachineClosed(by, reason)


def _contested(state: State, number: int) -> messages.Game:
    game = state.game(number)
    if game is None:
        raise not_awaited()
    return game


def file_complaint(state: State, party: Party, number: int) -> messages.Complained:
    """Return a complaint; refuses `not_owner` for another's game, `already_decided` again."""
    game = _contested(state, number)
    if game.party != party:
        raise Refused("not_owner", clause="MC-AUTO-45")
    if game.complaint:
        raise Refused("already_decided", clause="MC-AUTO-45")
    return messages.Complained(party, number)


def hear_mechanic(state: State, by: str, number: int) -> messages.MechanicHeard:
    """Return the mechanic's statement; refuses `not_awaited` where nobody complains."""
    if _contested(state, number).complaint not in ("made", "heard"):
        raise not_awaited()
    return messages.MechanicHeard(by, number)


def shortfall(game: messages.Game, due: int = 0) -> int:
    """Return what the machine paid less than is due, and nobody has made good.

    Due is what its pay table says, or what the supervisor finds where that is more.
    """
    return max(0, max(game.due, due) - game.paid - game.complements)


def pay_complement(
    rules: Rules,
    state: State,
    by: str,
    number: int,
    amount: int,
    *,
    due: int = 0,
    identified: bool = False,
) -> messages.Complemented:
    """Return what makes a short payment good (MC-AUTO-49).

    Refuses `above_max` for more than the difference, and for more `due` than the machine can pay
    for the game's stake, `already_decided` once it is paid, and `identity_required` above the
    identity threshold (A7).
    """
    game = _contested(state, number)
    if due > most_due(rules, game):
        raise Refused("above_max", maximum=most_due(rules, game), clause="MC-AUTO-49")
    difference = shortfall(game, due)
    if amount <= 0:
        raise Refused("below_min", minimum=1, clause="MC-AUTO-49")
    if game.complements and not difference:
        raise Refused("already_decided", clause="MC-AUTO-49")
    if amount > difference:
        raise Refused("above_max", maximum=difference, clause="MC-AUTO-49")
    if game.complements + amount > rules.id_threshold_cents and not identified:
        raise Refused("identity_required", clause="MC-AUTO-49")
    move = Move(Amount(amount), Place.FLOAT, Place.WALLET, game.party, SEAT, "complement")
    found = Amount(max(game.due, due))
    return messages.Complemented(
        by, game.party, number, Amount(amount), found, game.paid, identified, (move,)
    )


def most_due(rules: Rules, game: messages.Game) -> int:
    """Return the most that the machine can pay for a game, or has paid, in minor units."""
    # Only who decides a complaint needs the figures of the sheet.
    from tables.games.automatic_games.spread import most

    times = rules.sheet.free_pays if game.free and isinstance(rules.sheet, Machine) else 1
    stake = rules.most if game.free else game.stake
    return max(game.due, int(most(rules.sheet) * stake * times))


def decide_complaint(
    rules: Rules,
    state: State,
    by: str,
    number: int,
    amount: int,
    *,
    due: int = 0,
    identified: bool = False,
) -> tuple[messages.Event, ...]:
    """Return the supervisor's decision, with what he grants (MC-AUTO-45).

    Refuses `mechanic_not_heard` before the mechanic has spoken, `already_decided`, `not_awaited`
    where nobody complains, and what a complement refuses.
    """
    complaint = _contested(state, number).complaint
    if complaint == "made":
        raise Refused("mechanic_not_heard", clause="MC-AUTO-45")
    if complaint == "decided":
        raise Refused("already_decided", clause="MC-AUTO-45")
    if not complaint:
        raise not_awaited()
    decided = messages.ComplaintDecided(by, number, Amount(amount))
    if not amount:
        return (decided,)
    paid = pay_complement(rules, state, by, number, amount, due=due, identified=identified)
    return (paid, decided)


def contested_game(state: State) -> messages.Game | None:
    """Return the newest game that is contested and not decided."""
    return next((each for each in state.now.games if each.complaint in ("made", "heard")), None)


def _of_complaint(state: State) -> messages.Game:
    """Return that game; refuses `not_awaited` where there is none."""
    game = contested_game(state)
    if game is None:
        raise not_awaited()
    return game


def _hear(rules: Rules, state: State, order: OperatorAction) -> tuple[messages.Event, ...]:
    return (hear_mechanic(state, order.by, _of_complaint(state).number),)


def _decide(rules: Rules, state: State, order: OperatorAction) -> tuple[messages.Event, ...]:
    game, due = _of_complaint(state), order.due or 0
    granted = shortfall(game, due)
    return decide_complaint(
        rules, state, order.by, game.number, granted, due=due, identified=order.identified
    )


_ORDERS: Final[
    Mapping[str, Callable[[Rules, State, OperatorAction], tuple[messages.Event, ...]]]
] = {
    "identify": lambda rules, state, order: (identify_owner(state, order.by),),
    "check_right": lambda rules, state, order: (check_device(state, order.by, right=True),),
    "check_fault": lambda rules, state, order: (check_device(state, order.by, right=False),),
    "hand_pay": lambda rules, state, order: (pay_by_hand(rules, state, order.by),),
    "open_machine": lambda rules, state, order: (open_machine(state, order.by),),
    "close_machine": lambda rules, state, order: (close_machine(state, order.by, order.reason),),
    "hear_mechanic": _hear,
    "decide_complaint": _decide,
}


def apply_action(rules: Rules, state: State, order: OperatorAction) -> tuple[messages.Event, ...]:
    """Return what follows from an order of whoever is in charge of the floor."""
    return _ORDERS[order.key](rules, state, order)
