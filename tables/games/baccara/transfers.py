"""What pontes lose to the player who is the banker and win from them."""

from collections.abc import Iterator

from tables.games.core.money import Party, Place
from tables.games.core.protocol import Fact, PlayerTransfer


def player_transfers(banker: Party, event: Fact) -> tuple[PlayerTransfer, ...]:
    """Return what an event transfers between a banker who is a player and each ponte."""
    return tuple(_transfers(banker, event)) if banker else ()


def _transfers(banker: Party, event: Fact) -> Iterator[PlayerTransfer]:
    for move in event.moves:
        if move.why == "collect" and move.target is Place.BANK:
            yield PlayerTransfer(move.party, banker, move.amount)
        if move.why == "pay" and move.source is Place.BANK:
            yield PlayerTransfer(banker, move.party, move.amount)
