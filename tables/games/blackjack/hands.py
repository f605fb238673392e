"""Which hand got which card that left the shoe: told with the shoe, once it is revealed."""

from collections.abc import Iterable

from tables.games.blackjack.messages import CardDealt, CardDiscarded, CardExposed, Event


def card_destinations(events: Iterable[Event]) -> tuple[str, ...]:
    """Return where each card of a round went, in the order in which they left the shoe.

    A card that was exposed by mistake is of whoever took it (ON-80); it stays `exposed` where
    nobody did.
    """
    went: list[str] = []
    exposed: int | None = None
    for event in events:
        match event:
            case CardDealt() if exposed is not None:
                # It left the shoe when it was exposed.
                went[exposed], exposed = _hand(event), None
            case CardDealt():
                went.append(_hand(event))
            case CardExposed():
                exposed = len(went)
                went.append("exposed")
            case CardDiscarded():
                went.append("burnt" if event.card is None else "discarded")
    return tuple(went)


def _hand(event: CardDealt) -> str:
    """Return a hand's name; of a split hand with the letters of its label (ENG-05)."""
    if event.box == 0:
        return "dealer"
    half = event.hand.removeprefix("h")
    return f"box {event.box}.{half}" if half else f"box {event.box}"
