"""Which hand got which card that left the shoe: told with the shoe, once it is revealed."""

from collections.abc import Iterable, Iterator

from tables.games.banque_a_tout_va.messages import CardsDealt, Event, ThirdCard
from tables.games.chemin_de_fer import hands as at_chemin


def card_destinations(events: Iterable[Event]) -> tuple[str, ...]:
    """Return where each card of a coup went, in the order in which they left the shoe."""
    return tuple(_dealt_to(events))


def _dealt_to(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case CardsDealt():
                # One by one (MC-BTV-23).
                yield from ("right", "left", "banker") * len(event.banker)
            case ThirdCard():
                yield event.hand
            case _:
                yield from at_chemin.card_destinations([event])
