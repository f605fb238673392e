"""The stages of the making of a shoe: consent to the cut, hashes, the cut, secrets, the order.

A row beside the table's says how far it has come; the table's lock guards both, and the table's
`due_at` is the clock. Assumes the lock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings

from tables import models, queue
from tables.games.core.money import BoxNo, Party
from tables.projections import floor_acts, live_round
from tables.rows import floor_events, rule_sets, table_rows
from tables.rows.table_rows import Making, Surroundings, TableRow

LATER_CUT: Final = 5.0
"""Seconds that each offer of the cut lasts after the first."""
LAST_LOOK: Final = 3.0
"""Seconds more of the first offer where a round lies there: pages show its end before."""
RETRY: Final = 5.0
"""Seconds after which the croupier retries what the generator has not answered."""


@dataclass(frozen=True, slots=True)
class By:
    """The origin of a step: a player's command or, by default, the house."""

    kind: str = "shuffle"
    """The kind of its floor event."""
    player_id: int | None = None
    cause: UUID | None = None
    box: BoxNo | None = None
    told: Mapping[Party, str] = field(default_factory=dict)
    """Messages to one party alone, as JSON."""


HOUSE: Final = By()


def present(around: Surroundings) -> Mapping[BoxNo, int]:
    """Return the players at the boxes whose holders have a socket here."""
    return {box: each.player_id for box, each in around.holders.items() if not each.away}


def complete(around: Surroundings, row: Making) -> bool:
    """Tell whether the cut is decided and everybody present has sealed."""
    if row.asked:
        return False
    sealed = {player for _, player in row.sealed}
    return row.contributions == "cut_only" or sealed >= set(present(around).values())


def begin(table: TableRow, around: Surroundings, row: Making) -> None:
    """Take hashes, and offer the cut where the game knows one; ask first whose consent it wants."""
    game, rules = rule_sets.game_and_rules(table.rules_key)
    asked = game.allows_cut(rules, live_round.setting(table, around)) if row.cut_to else None
    if asked is not None and asked in present(around):
        row = replace(row, stage="consent", offered=asked, offers=(), declined=())
        step(table, row, _first_offer(around))
    else:
        _offer_cut(table, around, row)


def consented(
    table: TableRow, around: Surroundings, row: Making, by: By = HOUSE, *, allows: bool = False
) -> None:
    """Take a banker's word whether others may cut; without it the dealer cuts (MC-BTV-13)."""
    if allows:
        _offer_cut(table, around, row, by)
    else:
        row = replace(row, stage="sealing", offered=BoxNo(0), offers=())
        decided(table, around, row, by)


def _first_offer(around: Surroundings) -> float:
    return settings.CUT_SECONDS + (LAST_LOOK if around.round else 0)


def _offer_cut(table: TableRow, around: Surroundings, row: Making, by: By = HOUSE) -> None:
    round_ = live_round.live(table, around)
    game, rules = rule_sets.game_and_rules(table.rules_key)
    state = round_.state if around.round and game is round_.game else None
    why = floor_events.reshuffle_ordered(table.id)
    setting = replace(
        live_round.setting(table, around), reshuffle_ordered=why is not None and why[0] == "ordered"
    )
    boxes = game.cutters(rules, state, setting) if row.cut_to else ()
    row = replace(row, stage="sealing", offers=boxes, offered=BoxNo(0), declined=())
    seconds = _first_offer(around)
    if game.cut_at_once(rules):
        first = {at: box for box, at in sorted(present(around).items(), reverse=True)}
        row = replace(row, offers=tuple([box for box in boxes if box in first.values()]))
        offer_at_once(table, around, row, by, seconds=seconds)
    else:
        offer(table, around, row, by, seconds=seconds)


def declined(
    table: TableRow,
    around: Surroundings,
    row: Making,
    by: By = HOUSE,
    box: BoxNo | None = None,
) -> None:
    """Go on without a box, or without all that are asked now: their time is over."""
    gone = row.asked if box is None else (box,)
    row = replace(row, declined=(*row.declined, *gone))
    if row.offered:
        offer(table, around, row, by)
    else:
        left = tuple([each for each in row.offers if each not in gone])
        offer_at_once(table, around, replace(row, offers=left), by)


def offer_at_once(
    table: TableRow,
    around: Surroundings,
    row: Making,
    by: By = HOUSE,
    *,
    seconds: float | None = None,
) -> None:
    """Offer the cut, by default for what is left of its time, to all that are asked and present.

    The first who accepts cuts; once nobody is left the dealer does.
    """
    at_boxes = present(around)
    left = tuple([box for box in row.offers if box in at_boxes])
    if left:
        step(table, replace(row, offers=left), seconds, by)
    else:
        decided(table, around, replace(row, offers=()), by)


def offer(
    table: TableRow,
    around: Surroundings,
    row: Making,
    by: By = HOUSE,
    *,
    seconds: float = LATER_CUT,
) -> None:
    """Offer the cut, for so long, to the next box that is held by somebody present.

    Whoever has sealed without cutting is not asked any more; at last the dealer cuts.
    """
    at_boxes, sealed = present(around), {player for _, player in row.sealed}
    left = [box for box in row.offers if box in at_boxes and at_boxes[box] not in sealed]
    if left:
        step(table, replace(row, offered=left[0], offers=tuple(left[1:])), seconds, by)
    else:
        decided(table, around, replace(row, offered=BoxNo(0), offers=()), by)


def decided(table: TableRow, around: Surroundings, row: Making, by: By) -> None:
    """Close the list when all have sealed: whoever waited for the cut has OPENING_SECONDS to."""
    if complete(around, row):
        close(table, row, by)
    else:
        step(table, row, settings.OPENING_SECONDS, by)


def close(table: TableRow, row: Making, by: By = HOUSE) -> None:
    """Close the list of hashes, and queue its entry in the log."""
    row = replace(row, stage="closing", offered=BoxNo(0), offers=())
    step(table, row, RETRY, by, shown=False)
    ask(table, row)


def shuffle(table: TableRow, row: Making, by: By = HOUSE) -> None:
    """Queue the shuffle: secrets are logged, and the order is committed to."""
    row = replace(row, stage="shuffling")
    step(table, row, RETRY, by, shown=False)
    ask(table, row)


def ask(table: TableRow, row: Making) -> None:
    """Queue the task that the stage waits for, when the transaction commits."""
    if row.stage == "closing":
        queue.close_contributions(table.id, row.shoe)
    else:
        queue.shuffle_shoe(table.id, row.shoe)


def step(
    table: TableRow,
    row: Making,
    seconds: float | None,
    by: By = HOUSE,
    *,
    shown: bool = True,
) -> None:
    """Write how far a shuffle has come, and publish it when the transaction commits.

    `seconds` is when the croupier looks again, `None` to leave that as it is; where it is `shown`
    it is also the players' clock.
    """
    models.Shuffling.objects.filter(pk=table.id).update(
        stage=row.stage,
        offers=row.offers,
        offered=row.offered,
        cutter=row.cutter,
        declined=row.declined,
        sealed=row.sealed,
        opened=row.opened,
    )
    if seconds is not None:
        table = replace(
            table,
            due_at=table.now + timedelta(seconds=seconds),
            window_ms=int(seconds * 1000) if shown else None,
        )
        table_rows.keep_clock(table, due_at=table.due_at, window_ms=table.window_ms)
    floor_acts.show(table, by.kind, by=by.player_id, box=by.box, cause=by.cause, own=by.told)


def wait(table: TableRow, row: Making) -> None:
    """Leave the promise published, and wait until somebody sits down."""
    table_rows.set_due(table, None)
    table = replace(table, due_at=None, window_ms=None)
    row = replace(row, stage="waiting", offers=(), offered=BoxNo(0), declined=())
    step(table, row, None)


def end(table_id: int, shoe_id: UUID) -> bool:
    """Delete the row once the shoe is made; return whether this shoe was still being made."""
    made, _ = models.Shuffling.objects.filter(pk=table_id, shoe_id=shoe_id).delete()
    return bool(made)
