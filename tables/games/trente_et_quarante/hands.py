"""Which row got which card that left the shoe: told with the shoe, once it is revealed."""

from collections.abc import Iterable

from tables.games.trente_et_quarante.messages import CardTurned, Event


def card_destinations(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the row of each card of a coup, in the order in which they left the shoe."""
    return tuple([event.row for event in events if isinstance(event, CardTurned)])
