"""Which hand got which card that left the shoe: told with the shoe, once it is revealed."""

from collections.abc import Iterable

from tables.games.chemin_de_fer.messages import CardPassed


def card_destinations(events: Iterable[object]) -> tuple[str, ...]:
    """Return where each card of a coup went, in the order in which they left the shoe."""
    return tuple([event.hand for event in events if isinstance(event, CardPassed)])
