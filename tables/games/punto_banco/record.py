"""A recorded coup as a worked example: events in, `mc-rules-examples/1` out.

Copies who sat, what lay there when bets were closed, and which cards were dealt, and nothing that
the engine made of it. Who turned which cards changes nothing, and is left out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.games.core.money import Party
from tables.games.core.protocol import Voided
from tables.games.punto_banco.messages import (
    CardsDealt,
    CoupOpened,
    Event,
    SeatsChanged,
    SessionBroken,
    Staked,
    ThirdCard,
    Wager,
)


def example_of(
    book: str, options: Mapping[str, Any], events: Sequence[Event], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`.

    `None` when there is nothing to play: the coup was annulled, or nobody had staked.
    """
    stakes: dict[Party, tuple[Wager, ...]] = {}
    seated: tuple[Party, ...] = ()
    cards: list[str] = []
    outcome: dict[str, Any] = {"cards": cards}
    for event in events:
        match event:
            case CoupOpened() | SeatsChanged():
                seated = tuple([each.party for each in event.seats])
            case Staked():
                stakes[event.party] = event.laid
            case CardsDealt():
                for pair in zip(event.punto, event.banco, strict=True):
                    cards += pair
                outcome |= {"stop_card": True} if event.stop_card else {}
            case ThirdCard():
                cards.append(event.card)
                outcome |= {"stop_card": True} if event.stop_card else {}
            case SessionBroken():
                outcome["broken_off"] = True
            case Voided():
                return None
            case _:
                pass
    laid = [(party, each) for party, wagers in stakes.items() for each in wagers]
    if not laid:
        return None
    standing = [party for party in stakes if party not in seated and stakes[party]]
    return {
        "options": {**options, **({"standing_players": standing} if standing else {})},
        "players": [*seated, *standing],
        "bets": [
            {"ref": f"b{no}", "player": party, "bet": each.on, "stake": each.amount, "at": 0}
            for no, (party, each) in enumerate(laid, start=1)
        ],
        "decisions": [],
        "outcomes": [outcome],
    }
