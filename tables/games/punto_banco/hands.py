"""Which side got which card that left the shoe: told with the shoe, once it is revealed."""

from collections.abc import Iterable, Iterator

from tables.games.punto_banco.messages import (
    CardsBurnt,
    CardsDealt,
    CardTurnedUp,
    Event,
    ThirdCard,
)


def card_destinations(events: Iterable[Event]) -> tuple[str, ...]:
    """Return where each card of a coup went, in the order in which they left the shoe."""
    return tuple(_dealt_to(events))


def _dealt_to(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case CardTurnedUp():
                yield "turned up"
            case CardsBurnt():
                yield from ("burnt",) * event.count
            case CardsDealt():
                # One by one, punto's first (MC-PB-32).
                yield from ("punto", "banco") * len(event.punto)
            case ThirdCard():
                yield event.hand
