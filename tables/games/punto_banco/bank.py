"""Who is the banker, who only holds banco's cards, staking at will (MC-PB-13 to MC-PB-15)."""

from collections.abc import Set

from tables.games.baccara.seats import NO_SEAT, NOBODY, Seats, seat_of, seats_after
from tables.games.core.money import BoxNo, Party
from tables.games.punto_banco.messages import BankPassed, BankRefused, SeatsChanged
from tables.games.punto_banco.rules import refusal
from tables.games.punto_banco.state import State


def offer(seats: Seats, seat: BoxNo, refused: Set[Party]) -> BankPassed:
    """Return to whom the bank comes after a seat: the next who does not let it pass."""
    passed: list[Party] = []
    for each in seats_after(seats, seat):
        if each.party not in refused:
            return BankPassed(each.seat, each.party, NO_SEAT, tuple(passed))
        passed.append(each.party)
        seat = each.seat
    return BankPassed(NO_SEAT, NOBODY, seat, tuple(passed))


def found(state: State, seats: Seats) -> BankPassed:
    """Return the banker for these seats: the last one while seated, else the next to be offered."""
    if state.banker and seat_of(seats, state.banker):
        return BankPassed(seat_of(seats, state.banker), state.banker, NO_SEAT)
    return offer(seats, state.seat or state.offered, state.refused)


def reseated(state: State, seats: Seats) -> SeatsChanged:
    """Return the event of people who sat down or left."""
    found_ = found(state, seats)
    return SeatsChanged(seats, found_.seat, found_.banker, found_.offered)


def refused(state: State, party: Party) -> BankRefused:
    """Return the event of a banker who lets the bank pass (MC-PB-14).

    Refuses `betting_closed` after rien ne va plus, `already_decided` for a banker who has held the
    bank for a coup, or one who has let it pass before, and `not_owner` for anybody else.
    """
    if state.stage != "betting":
        raise refusal("betting_closed")
    if party in state.refused or (party == state.banker and state.held):
        raise refusal("already_decided")
    if party != state.banker:
        raise refusal("not_owner")
    now = offer(state.seats, state.seat, state.refused | {party})
    # Nobody is asked twice: who let it pass is skipped on the way round.
    return BankRefused(party, now.seat, now.banker, now.offered, (party, *now.passed))


def moves_on(state: State) -> BankPassed | None:
    """Return how the bank moves after a coup; `None` where the banker keeps it (MC-PB-15, A5)."""
    if not state.seats or (state.banker and state.banco.point >= state.punto.point):
        return None
    return offer(state.seats, state.seat or state.offered, state.refused)
