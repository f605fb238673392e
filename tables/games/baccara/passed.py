"""What the pontes lose to whoever banks, and win from him: read by the watch of the house."""

from collections.abc import Iterator

from tables.games.core.money import Party, Place
from tables.games.core.protocol import Fact, PlayerTransfer


def player_transfers(banker: Party, event: Fact) -> tuple[PlayerTransfer, ...]:
    """Return what an event passes between a banker who is a player and each ponte."""
    return tuple(_passed(banker, event)) if banker else ()


def _passed(banker: Party, event: Fact) -> Iterator[PlayerTransfer]:
    for move in event.moves:
        if move.why == "collect" and move.target is Place.BANK:
            yield PlayerTransfer(move.party, banker, move.amount)
        if move.why == "pay" and move.source is Place.BANK:
            yield PlayerTransfer(banker, move.party, move.amount)
