"""What a step has players stake and what it moves to and from them, as their limits count it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from casino.responsible_gaming.limits import Counts
from tables.games.core.money import NEVER_PLAYED, Place
from tables.games.core.protocol import AnyGame, Fact

_HIS: Final = (Place.WALLET, Place.TICKETS, Place.PAYMENTS)
"""Where a player's money is as good as in hand."""


def counted_stakes(game: AnyGame, events: Sequence[Fact], *, judged: bool) -> Counts | None:
    """Return what these events have players stake; `None` where they move nobody's chips."""
    staked: dict[int, int] = defaultdict(int)
    net: dict[int, int] = defaultdict(int)
    amounts: dict[int, int] = defaultdict(int)
    for event in events:
        for party, amount in game.stake_changes(event):
            staked[int(party)] += amount
        for move in event.moves:
            if move.source in _HIS:
                net[int(move.party)] -= move.amount
                amounts[int(move.party)] += move.amount
            elif move.target in _HIS:
                net[int(move.party)] += move.amount
                if move.why in NEVER_PLAYED:
                    amounts[int(move.party)] -= move.amount
    players = sorted({*staked, *net})
    if not players:
        return None
    return Counts(
        players,
        [staked[each] for each in players],
        [net[each] for each in players],
        [amounts[each] for each in players],
        judged,
    )
