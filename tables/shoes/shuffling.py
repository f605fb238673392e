"""The making of a shoe: who contributes, who is asked to cut, and when it goes on.

A row beside the table's says how far it has come; the table's lock guards both, and the table's
`due_at` is the clock. The generator promises, closes, opens and shuffles (`casino.rng`): each by an
idempotent task, which the croupier retries until it is done.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from casino.process.queues import is_generator_queue_congested
from tables import models
from tables.projections import live_round
from tables.rows import table_rows
from tables.rows.table_rows import ShuffleRow, Surroundings, TableRow
from tables.shoes import requests, stages


def begin_shuffle(table_id: int, sequence: int, shoe_id: UUID) -> bool:
    """Begin to make the shoe that has been promised to a table; idempotent, by its row.

    Returns whether this call began it: not at a table that wants another by now, or is closed.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        wanted = not table.equipped and table.shoe_sequence == sequence
        if not wanted or around.shuffling or table.status == "closed":
            return False
        models.Shuffling.objects.create(table_id=table_id, shoe_id=shoe_id)
        table = requests.clear_generator_failure(table)
        around = table_rows.read_surroundings(table)
        row = around.shuffling
        assert row is not None
        if row.contributions == "none":
            stages.close_hash_list(table, row)
        elif _does_somebody_play(table, around):
            stages.begin_sealing(table, around, row)
        else:
            stages.wait_for_players(table, row)
        return True


def begin_for_visitor(table_id: int) -> None:
    """Begin to make a shoe that waits for players: somebody stakes who has no seat.

    Nobody seals or cuts but the house. Idempotent. Opens a transaction and takes the table's lock.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        row = around.shuffling
        if row is not None and around.shoe_awaits_players and not table.equipped:
            stages.begin_sealing(table, around, row)


def _does_somebody_play(table: TableRow, around: Surroundings) -> bool:
    """Tell whether somebody present sits there, or stakes that lie there wait for cards."""
    if stages.present_holders(around):
        return True
    round_ = live_round.load(table, around)
    return round_.game.on_layout(round_.state) > 0


def continue_after_seats_changed(table: TableRow, around: Surroundings) -> None:
    """Go on when somebody sat down, left, came back or went away; assumes the lock.

    An offer to a box that is no longer held by somebody present goes on to the next; what was
    sealed stays sealed. Without the banker nobody's consent is wanted.
    """
    row = around.shuffling
    if row is None or row.stage not in ("waiting", "consent", "sealing"):
        return
    present = stages.present_holders(around)
    if row.stage == "waiting":
        if present:
            stages.begin_sealing(table, around, row)
    elif row.stage == "consent" and present:
        if row.offered not in present:
            stages.begin_sealing(table, around, row)
    elif not row.sealed and not _does_somebody_play(table, around):
        stages.wait_for_players(table, row)
    elif row.offered and row.offered not in present:
        stages.offer_cut_to_next(table, around, row)
    elif not row.offered and set(row.offers) - present.keys():
        stages.offer_cut_to_all(table, around, row)
    elif stages.is_complete(around, row):
        stages.close_hash_list(table, row)


def handle_due_stage(table: TableRow, around: Surroundings) -> None:
    """Do what the clock of a shuffle demands; assumes the lock. Called by the croupier."""
    row = around.shuffling
    assert row is not None
    match row.stage:
        case "waiting":
            table_rows.schedule(table, None)
            continue_after_seats_changed(table, around)
        case "consent":
            stages.record_consent(table, around, row)
        case "sealing" if row.offered_boxes:
            stages.record_decline(table, around, row)
        case "sealing":
            stages.close_hash_list(table, row)
        case "opening":
            stages.queue_shuffle(table, row)
        case _:
            if not is_generator_queue_congested():
                stages.queue_stage_task(table, row)
            table_rows.schedule(table, table.now + timedelta(seconds=stages.RETRY))


def continue_after_hashes_logged(table_id: int, shoe_id: UUID) -> bool:
    """Go on after the generator has logged the list of hashes; idempotent, by the stage.

    Whoever sealed may now open, for OPENING_SECONDS at most.
    """
    with transaction.atomic(durable=True):
        found = _found(table_id, shoe_id, "closing")
        if found is None:
            return False
        table, row = found
        if row.sealed:
            stages.record_stage(table, replace(row, stage="opening"), settings.OPENING_SECONDS)
        else:
            stages.queue_shuffle(table, row)
        return True


def wait_for_beacon(table_id: int, shoe_id: UUID, until: datetime) -> None:
    """Schedule the croupier's next step at the table when the beacon's round is due.

    It asks for the shuffle again. Does nothing where this shoe is not being shuffled any more.
    Opens a transaction and takes the table's lock.
    """
    with transaction.atomic(durable=True):
        found = _found(table_id, shoe_id, "shuffling")
        if found is not None:
            table_rows.schedule(found[0], until)


def _found(table_id: int, shoe_id: UUID, stage: str) -> tuple[TableRow, ShuffleRow] | None:
    """Lock the table; return its row and its shuffle while that is at a stage."""
    table, around = table_rows.lock_and_read(table_id)
    row = around.shuffling
    return (table, row) if row and (row.shoe, row.stage) == (shoe_id, stage) else None
