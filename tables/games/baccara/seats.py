"""Who sits where at a table of baccara: persons, the next of them, and the order of payment."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

from tables.games.core.money import BoxNo, Party

T = TypeVar("T")

NO_SEAT: Final = BoxNo(0)
"""Where nobody sits: the seat of a standing player, and of a banker while there is none."""
NOBODY: Final = Party("")


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Who sits where; a party is named once, at its first seat."""

    seat: BoxNo
    party: Party


Seats = tuple[SeatTaken, ...]


def seated_persons(seats: Iterable[tuple[BoxNo, Party]]) -> Seats:
    """Return who sits where; who holds several seats sits at the first of them."""
    first: dict[Party, BoxNo] = {}
    for seat, party in sorted(seats):
        first.setdefault(party, seat)
    return tuple(SeatTaken(seat, party) for party, seat in first.items())


def seat_of(seats: Seats, party: Party) -> BoxNo:
    """Return the party's seat, 0 for a standing player."""
    return next((each.seat for each in seats if each.party == party), NO_SEAT)


class SeatedCoup:
    """The seats of a coup's state."""

    __slots__ = ()
    seats: Seats

    def seat_of(self, party: Party) -> BoxNo:
        """Return the party's seat, 0 for a standing player."""
        return seat_of(self.seats, party)

    def party_at(self, seat: BoxNo) -> Party:
        """Return the party at a seat; empty for a vacant one."""
        return next((each.party for each in self.seats if each.seat == seat), NOBODY)


def seats_after(seats: Seats, seat: BoxNo) -> Seats:
    """Return who sits, from the next occupied seat after a seat on, round the table."""
    return tuple(sorted(seats, key=lambda each: (each.seat <= seat, each.seat)))


def next_seat(seats: Seats, seat: BoxNo) -> SeatTaken:
    """Return the next occupied seat after a seat, round the table."""
    return seats_after(seats, seat)[0]


def in_seat_order(seats: Seats, each: Iterable[T], party: Callable[[T], Party]) -> list[T]:
    """Return things in the order of their parties' seats; standing players last, as they came."""
    return sorted(each, key=lambda one: seat_of(seats, party(one)) or 1_000_000)


def cut_seats(seats: Iterable[tuple[BoxNo, Party]]) -> tuple[BoxNo, ...]:
    """Return the seats to which a cut is offered, the last one first."""
    return tuple(sorted((seat for seat, _ in seats), reverse=True))
