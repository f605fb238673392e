"""Extra boxes of a player, which yield to a visitor who waits for one.

A player's own box is the one taken first; the others are kept while nobody wants them
(HOUSE-22). Reads only; `floor` gives a box to whom it is due, the engine refuses stakes on it.
"""

from collections.abc import Mapping
from typing import Any

from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import AnyGame
from tables.models import Box, Waiting
from tables.rows import parties
from tables.rows.table_rows import Surroundings


def seat_of(around: Surroundings, player_id: int) -> BoxNo | None:
    """Return the box of a player's seat, `None` for a visitor."""
    held = [box for box, each in around.holders.items() if each.player_id == player_id]
    return min(held, key=lambda box: around.holders[box].sat_at, default=None)


def set_count(table_id: int, count: int) -> None:
    """Set a table's number of boxes; the holders of those removed lose them. Assumes the lock."""
    Box.objects.filter(table_id=table_id, number__gt=count).delete()
    Box.objects.bulk_create(
        (Box(table_id=table_id, number=number) for number in range(1, count + 1)),
        ignore_conflicts=True,
    )


def yielding_boxes(around: Surroundings, game: AnyGame, rules: Any) -> tuple[BoxNo, ...]:
    """Return the boxes that yield, those first that were taken last; none where no text says so."""
    if not game.yields_spare_boxes(rules):
        return ()
    seats = {seat_of(around, each.player_id) for each in around.holders.values()}
    beside = around.holders.keys() - seats
    return tuple(sorted(beside, key=lambda box: around.holders[box].sat_at, reverse=True))


def boxes_due_to_waiting(
    table_id: int, around: Surroundings, game: AnyGame, rules: Any
) -> Mapping[BoxNo, Party]:
    """Return which boxes are due to which of the players who wish to play and find none free.

    Whoever has waited longest comes first. One statement where somebody waits and boxes yield.
    """
    boxes = yielding_boxes(around, game, rules) if around.waiting else ()
    if not boxes:
        return {}
    free = game.box_count(rules) - len(around.holders)
    waiting = Waiting.objects.filter(table_id=table_id).order_by("pk")
    players = waiting.values_list("player_id", flat=True)[free : free + len(boxes)]
    return {box: parties.party_of(each) for box, each in zip(boxes, players, strict=False)}
