"""The account of one position: credits that come, are staked and leave (section 2).

Each function returns the event that follows, or refuses; none changes anything.
"""

from collections.abc import Iterator
from dataclasses import replace

from tables.games.automatic_games import poker
from tables.games.automatic_games.messages import CashedOut, Held, Loaded, Orphaned, Played
from tables.games.automatic_games.rules import Medium, Rules
from tables.games.automatic_games.state import State
from tables.games.core.course import check_stake, not_awaited
from tables.games.core.money import Amount, BoxNo, Move, Party, Place, reversal
from tables.games.core.protocol import PresentedTicket, Refused

SEAT = BoxNo(1)
"""A position is a table of one seat."""


def check_holder(state: State, party: Party) -> None:
    """Refuse `position_locked` while the position is somebody else's (MC-AUTO-47, A11)."""
    if state.holder not in ("", party):
        raise Refused("position_locked", clause="MC-AUTO-47")


def _check_in_service(state: State) -> None:
    """Refuse `position_locked` while the device is open: credits stay as they are (MC-AUTO-39)."""
    if not state.now.in_service:
        raise Refused("position_locked", clause="MC-AUTO-39")


def _check_between_games(state: State) -> None:
    """Refuse `position_locked` in an open device, and until a game is over.

    A round that moves a ticket ends with it, so no ticket is ever annulled.
    """
    _check_in_service(state)
    if state.stage != "betting":
        raise Refused("position_locked", clause="MC-AUTO-32")


def _check_medium(rules: Rules, medium: Medium) -> None:
    if medium not in rules.accepts:
        raise Refused("variant_disabled", clause="MC-AUTO-02")


def load_credits(rules: Rules, state: State, party: Party, medium: Medium, amount: int) -> Loaded:
    """Return credits as they come onto the position, coins first into the hopper (MC-AUTO-26).

    A note falls into the note box, and the house gives credits for it (MC-AUTO-29).
    Refuses `variant_disabled`, `position_locked`, and what is no number of whole credits.
    """
    _check_medium(rules, medium)
    check_holder(state, party)
    _check_in_service(state)
    rules.whole_credits(amount)
    hopper = 0
    if medium == "coin":
        room = rules.hopper_level * rules.denomination_cents - state.now.hopper
        hopper = min(amount, max(0, room))
    target = Place.NOTE_BOX if medium == "note" else Place.LAYOUT
    moves = [Move(Amount(amount), Place.WALLET, target, party, SEAT, "load")]
    if medium == "note":
        moves.append(Move(Amount(amount), Place.FLOAT, Place.LAYOUT, party, SEAT, "load"))
    return Loaded(party, medium, Amount(amount), Amount(hopper), moves=tuple(moves))


def undo_moves(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return what undoes these moves, but for notes: their box is locked (MC-AUTO-29).

    The credits that the house has given for a note go to who inserted it.
    """
    kept: list[Move] = []
    for each in moves:
        if each.target is Place.NOTE_BOX:
            continue
        if (each.source, each.target, each.why) == (Place.FLOAT, Place.LAYOUT, "load"):
            each = replace(each, source=Place.WALLET)
        kept.append(each)
    return reversal(tuple(kept))


def redeem_ticket(
    rules: Rules, state: State, party: Party, ticket: PresentedTicket | None
) -> Loaded:
    """Return the credits of a ticket, which pays exactly once (MC-AUTO-32).

    Refuses `no_such_ticket`, `ticket_used`, `ticket_lapsed`, `ticket_of_another` for one that is
    bound, and what `load_credits` refuses; `position_locked` during a game.
    """
    _check_medium(rules, "ticket")
    check_holder(state, party)
    _check_between_games(state)
    if ticket is None:
        raise Refused("no_such_ticket", clause="MC-AUTO-32")
    if ticket.bound and ticket.party != party:
        raise Refused("ticket_of_another", clause="MC-AUTO-47")
    if ticket.state == "redeemed":
        raise Refused("ticket_used", clause="MC-AUTO-32")
    if ticket.state == "orphan":
        raise Refused("ticket_lapsed", clause="MC-AUTO-46")
    rules.whole_credits(ticket.amount)
    move = Move(ticket.amount, Place.TICKETS, Place.LAYOUT, party, SEAT, "load")
    return Loaded(party, "ticket", ticket.amount, ticket=ticket.number, moves=(move,))


def play_game(rules: Rules, state: State, party: Party, amount: int) -> Played:
    """Return the event that stakes an amount, in minor units, of the credits on a game.

    Refuses `position_locked` while the position belongs to another player, its device is open or a
    win unpaid; `cards_to_hold`, `free_games_left`; a stake outside the limits; and
    `insufficient_credit` (MC-AUTO-15).
    """
    check_holder(state, party)
    _check_in_service(state)
    if state.now.owed or state.stage == "spinning":
        raise Refused("position_locked", clause="MC-AUTO-18")
    if state.stage == "holding":
        raise Refused("cards_to_hold", clause="MC-AUTO-21")
    if state.now.free:
        raise Refused("free_games_left", left=state.now.free, clause="MC-AUTO-21")
    check_stake(
        Refused,
        amount,
        least=rules.table_min_cents,
        step=rules.stake_increment_cents,
        most=rules.most,
        clause="COMMON-8",
    )
    rules.on_each_line(amount)
    if amount > state.now.balance:
        raise Refused("insufficient_credit", credit=state.now.balance, clause="MC-AUTO-15")
    return Played(party, Amount(amount))


def is_free_game_due(state: State) -> bool:
    """Tell whether a free game comes next: not while the device is open or a win unpaid."""
    now = state.now
    return bool(now.free) and now.in_service and not now.owed and state.ended is None


def play_free_game(state: State) -> Played:
    """Return a game that costs nothing, for whom an earlier one has brought it.

    Refuses `not_awaited` where none is due.
    """
    if state.stage != "betting" or not is_free_game_due(state):
        raise not_awaited()
    return Played(state.now.owner, Amount(0), free=True)


def hold_cards(state: State, party: Party, positions: tuple[int, ...]) -> Held:
    """Return the cards that stay of a hand, in an open device too: its game is paid for.

    Refuses `not_awaited` where no hand waits, `position_locked` for another's, `no_such_card`.
    """
    if state.stage != "holding":
        raise not_awaited()
    check_holder(state, party)
    chosen = frozenset(positions)
    if len(chosen) != len(positions) or not chosen <= frozenset(poker.ALL):
        raise Refused("no_such_card", clause="MC-AUTO-21")
    return Held(party, tuple(sorted(chosen)))


def cash_out(
    rules: Rules, state: State, party: Party, medium: Medium, amount: int, ticket: str = ""
) -> CashedOut:
    """Return credits as they leave; an `amount` of 0 is all of them.

    Refuses `insufficient_credit` for more than there are, `hopper_empty` for more coins than the
    hopper holds (MC-AUTO-24), `already_decided` for the number of another ticket; of tickets
    `position_locked` during a game, and `session_ended` where some credits would be left behind.
    """
    _check_medium(rules, medium)
    assert medium != "note", "no device gives notes"
    check_holder(state, party)
    if medium == "ticket":
        _check_between_games(state)
    else:
        _check_in_service(state)
    balance = state.now.balance
    if amount > balance or not balance:
        raise Refused("insufficient_credit", credit=balance, clause="MC-AUTO-15")
    if amount:
        rules.whole_credits(amount)
    amount = amount or balance
    if medium == "coin" and amount > state.now.hopper:
        raise Refused("hopper_empty", clause="MC-AUTO-24")
    if any(each.code == ticket for each in state.now.tickets if ticket):
        raise Refused("already_decided", clause="MC-AUTO-32")
    if medium == "ticket" and state.last and amount < balance:
        raise Refused("session_ended")
    target = Place.TICKETS if medium == "ticket" else Place.WALLET
    move = Move(Amount(amount), Place.LAYOUT, target, party, SEAT, "cash_out")
    return CashedOut(party, medium, Amount(amount), ticket, moves=(move,))


def cash_out_media(rules: Rules, state: State) -> Iterator[tuple[Medium, str]]:
    """Yield each way by which all credits may leave now, with the clause that grants it."""
    now = state.now
    if state.stage not in ("betting", "holding") or not now.balance or not now.in_service:
        return
    if "card" in rules.accepts:
        yield "card", "MC-AUTO-33"
    if "coin" in rules.accepts and now.balance <= now.hopper:
        yield "coin", "MC-AUTO-24"
    if "ticket" in rules.accepts and state.stage == "betting":
        yield "ticket", "MC-AUTO-31"


def return_credits(state: State) -> CashedOut:
    """Return all credits as they go back to their owner's account by themselves (A11)."""
    party, balance = state.now.owner, state.now.balance
    move = Move(balance, Place.LAYOUT, Place.WALLET, party, SEAT, "cash_out")
    return CashedOut(party, "card", balance, timed_out=True, moves=(move,))


def orphan_credits(state: State, party: Party) -> Orphaned:
    """Return the credits that somebody walks away from; refuses `position_locked` for another's."""
    check_holder(state, party)
    balance = state.now.balance
    moves: tuple[Move, ...] = ()
    if balance:
        moves = (Move(balance, Place.LAYOUT, Place.FLOAT, party, SEAT, "orphan"),)
    return Orphaned(party, balance, moves)
