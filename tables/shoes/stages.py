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
from tables.rows.table_rows import ShuffleRow, Surroundings, TableRow

LATER_CUT: Final = 5.0
"""Seconds that each offer of the cut lasts after the first."""
LAST_LOOK: Final = 3.0
"""Seconds more of the first offer where a round lies there: pages show its end before."""
RETRY: Final = 5.0
"""Seconds after which the croupier retries what the generator has not answered."""


@dataclass(frozen=True, slots=True)
class StageOrigin:
    """The origin of a step: a player's command or, by default, the house."""

    kind: str = "shuffle"
    """The kind of its floor event."""
    player_id: int | None = None
    cause: UUID | None = None
    box: BoxNo | None = None
    party_messages: Mapping[Party, str] = field(default_factory=dict)
    """Messages to one party alone, as JSON."""


HOUSE: Final = StageOrigin()


def present_holders(around: Surroundings) -> Mapping[BoxNo, int]:
    """Return the players at the boxes whose holders have a socket here."""
    return {box: each.player_id for box, each in around.holders.items() if not each.away}


def is_complete(around: Surroundings, row: ShuffleRow) -> bool:
    """Tell whether the cut is decided and everybody present has sealed."""
    if row.offered_boxes:
        return False
    sealed = {player for _, player in row.sealed}
    return row.contributions == "cut_only" or sealed >= set(present_holders(around).values())


def begin_sealing(table: TableRow, around: Surroundings, row: ShuffleRow) -> None:
    """Take hashes, and offer the cut where the game knows one; ask first whose consent it wants."""
    game, rules = rule_sets.game_and_rules(table.rules_key)
    consent_of = (
        game.cut_consent_box(rules, live_round.initial_table_state(table, around))
        if row.cut_to
        else None
    )
    if consent_of is not None and consent_of in present_holders(around):
        row = replace(row, stage="consent", offered=consent_of, offers=(), declined=())
        record_stage(table, row, _first_offer(around))
    else:
        _offer_cut(table, around, row)


def record_consent(
    table: TableRow,
    around: Surroundings,
    row: ShuffleRow,
    by: StageOrigin = HOUSE,
    *,
    allows: bool = False,
) -> None:
    """Take a banker's word whether others may cut; without it the dealer cuts (MC-BTV-13)."""
    if allows:
        _offer_cut(table, around, row, by)
    else:
        row = replace(row, stage="sealing", offered=BoxNo(0), offers=())
        close_once_sealed(table, around, row, by)


def _first_offer(around: Surroundings) -> float:
    return settings.CUT_SECONDS + (LAST_LOOK if around.round else 0)


def _offer_cut(
    table: TableRow, around: Surroundings, row: ShuffleRow, by: StageOrigin = HOUSE
) -> None:
    round_ = live_round.load(table, around)
    game, rules = rule_sets.game_and_rules(table.rules_key)
    state = round_.state if around.round and game is round_.game else None
    why = floor_events.reshuffle_reason(table.id)
    context = replace(
        live_round.initial_table_state(table, around),
        reshuffle_ordered=why is not None and why[0] == "ordered",
    )
    boxes = game.cutters(rules, state, context) if row.cut_to else ()
    row = replace(row, stage="sealing", offers=boxes, offered=BoxNo(0), declined=())
    seconds = _first_offer(around)
    if game.is_cut_offered_to_all(rules):
        first = {at: box for box, at in sorted(present_holders(around).items(), reverse=True)}
        row = replace(row, offers=tuple([box for box in boxes if box in first.values()]))
        offer_cut_to_all(table, around, row, by, seconds=seconds)
    else:
        offer_cut_to_next(table, around, row, by, seconds=seconds)


def record_decline(
    table: TableRow,
    around: Surroundings,
    row: ShuffleRow,
    by: StageOrigin = HOUSE,
    box: BoxNo | None = None,
) -> None:
    """Go on without a box, or without all that are asked now: their time is over."""
    gone = row.offered_boxes if box is None else (box,)
    row = replace(row, declined=(*row.declined, *gone))
    if row.offered:
        offer_cut_to_next(table, around, row, by)
    else:
        left = tuple([each for each in row.offers if each not in gone])
        offer_cut_to_all(table, around, replace(row, offers=left), by)


def offer_cut_to_all(
    table: TableRow,
    around: Surroundings,
    row: ShuffleRow,
    by: StageOrigin = HOUSE,
    *,
    seconds: float | None = None,
) -> None:
    """Offer the cut, by default for what is left of its time, to all that are asked and present.

    The first who accepts cuts; once nobody is left the dealer does.
    """
    at_boxes = present_holders(around)
    left = tuple([box for box in row.offers if box in at_boxes])
    if left:
        record_stage(table, replace(row, offers=left), seconds, by)
    else:
        close_once_sealed(table, around, replace(row, offers=()), by)


def offer_cut_to_next(
    table: TableRow,
    around: Surroundings,
    row: ShuffleRow,
    by: StageOrigin = HOUSE,
    *,
    seconds: float = LATER_CUT,
) -> None:
    """Offer the cut, for so long, to the next box that is held by somebody present.

    Holders who have sealed without cutting are passed over; at last the dealer cuts.
    """
    at_boxes, sealed = present_holders(around), {player for _, player in row.sealed}
    left = [box for box in row.offers if box in at_boxes and at_boxes[box] not in sealed]
    if left:
        record_stage(table, replace(row, offered=left[0], offers=tuple(left[1:])), seconds, by)
    else:
        close_once_sealed(table, around, replace(row, offered=BoxNo(0), offers=()), by)


def close_once_sealed(
    table: TableRow, around: Surroundings, row: ShuffleRow, by: StageOrigin
) -> None:
    """Close the list of hashes once all have sealed, else give them OPENING_SECONDS."""
    if is_complete(around, row):
        close_hash_list(table, row, by)
    else:
        record_stage(table, row, settings.OPENING_SECONDS, by)


def close_hash_list(table: TableRow, row: ShuffleRow, by: StageOrigin = HOUSE) -> None:
    """Close the list of hashes, and queue its entry in the log."""
    row = replace(row, stage="closing", offered=BoxNo(0), offers=())
    record_stage(table, row, RETRY, by, shown=False)
    queue_stage_task(table, row)


def queue_shuffle(table: TableRow, row: ShuffleRow, by: StageOrigin = HOUSE) -> None:
    """Queue the shuffle: secrets are logged, and the order is committed to."""
    row = replace(row, stage="shuffling")
    record_stage(table, row, RETRY, by, shown=False)
    queue_stage_task(table, row)


def queue_stage_task(table: TableRow, row: ShuffleRow) -> None:
    """Queue the task that the stage waits for, when the transaction commits."""
    if row.stage == "closing":
        queue.close_contributions(table.id, row.shoe)
    else:
        queue.shuffle_shoe(table.id, row.shoe)


def record_stage(
    table: TableRow,
    row: ShuffleRow,
    seconds: float | None,
    by: StageOrigin = HOUSE,
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
        table_rows.update_keeping_clock(table, due_at=table.due_at, window_ms=table.window_ms)
    floor_acts.record_and_publish(
        table, by.kind, by=by.player_id, box=by.box, cause=by.cause, own=by.party_messages
    )


def wait_for_players(table: TableRow, row: ShuffleRow) -> None:
    """Leave the promise published, and wait until somebody sits down."""
    table_rows.schedule(table, None)
    table = replace(table, due_at=None, window_ms=None)
    row = replace(row, stage="waiting", offers=(), offered=BoxNo(0), declined=())
    record_stage(table, row, None)


def delete_shuffle(table_id: int, shoe_id: UUID) -> bool:
    """Delete the row once the shoe is made; return whether this shoe was still being made."""
    made, _ = models.Shuffling.objects.filter(pk=table_id, shoe_id=shoe_id).delete()
    return bool(made)
