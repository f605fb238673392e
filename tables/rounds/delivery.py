"""What workers deliver to a table: a shoe, a refill, a promised draw, what fell, side bets.

Each is taken in one durable transaction. Idempotent: what the table no longer waits for, a repeated
delivery included, changes nothing. At a paused table no round goes on: it is asked for again when
the table is resumed.
"""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from tables.games.core.protocol import (
    Cards,
    Drawn,
    DrawResult,
    Players,
    SettleSideBets,
    SideBets,
    Tag,
)
from tables.projections import floor_acts, live_round, round_rows
from tables.rounds import step, transitions
from tables.rows import floor_events, table_rows
from tables.rows.table_rows import TableRow
from tables.shoes import requests, stages
from tables.wire import outgoing


def put_equipment(
    table_id: int, sequence: int, *, shoe: UUID | None = None, draw: UUID | None = None
) -> bool:
    """Put a fresh shoe, or the promise of a draw, on its table; return whether it was put.

    Not where the table has its equipment already, or waits for another than number `sequence`.
    Takes the lock. The frame shows the commitment before any bet.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if table.equipped or table.shoe_sequence != sequence:
            return False
        _put(table, shoe=shoe, draw=draw)
        return True


def put_shuffled_shoe(table_id: int, shoe_id: UUID) -> bool:
    """Put the shoe that was being made on its table, once, with the root of its order."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        made = stages.delete_shuffle(table_id, shoe_id)
        # A table that was closed, or has changed its rules, does not want this shoe.
        if not made or table.equipped:
            return False
        _put(table, shoe=shoe_id)
        return True


def _put(table: TableRow, *, shoe: UUID | None = None, draw: UUID | None = None) -> None:
    table = requests.clear_generator_failure(table)
    table_rows.update(table, shoe_id=shoe, draw_id=draw, due_at=None)
    table = replace(table, shoe_id=shoe, draw_id=draw, due_at=None, window_ms=None)
    around = table_rows.read_surroundings(table)
    round_ = live_round.load(table, around)
    if isinstance(awaiting := round_.awaiting, Players):
        # What fell was stopped, and they may stake.
        table = table_rows.start_clock(table, awaiting.seconds)
    table = floor_acts.record_and_publish(table, "shoe" if shoe else "draw", around=around)
    if not round_.running:
        transitions.schedule_next_or_close(table, around, round_)
        return
    # Only the draw that follows a stopped one comes in the middle of a round.
    assert table.round_id is not None
    round_rows.set_draw(table.round_id, draw)
    if requests.is_awaiting_draw(round_):
        requests.queue_draw_on_commit(table)
        table_rows.schedule(table, table.now + requests.DRAW_RETRY)


def request_shoe_again(table_id: int, sequence: int) -> None:
    """Order another shoe where the terms of the promised one are not the table's any more."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if not table.equipped and table.shoe_sequence == sequence:
            requests.request_equipment(table, resumes=True)


def show_generator_failure(table_id: int) -> None:
    """Show a table's players, once, that the generator makes nothing now (R23)."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if table.equipped or table.no_chance:
            return
        table_rows.update_keeping_clock(table, no_chance=True)
        floor_acts.record_and_publish(replace(table, no_chance=True), "no_chance")


def put_refill(table_id: int, shoe_id: UUID, sequence: int) -> bool:
    """Put the refill of a shoe that ran out on its table, once, and go on with the round (ON-83).

    What is left in the old shoe comes first, then the refill's first card, which is burnt unseen.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        round_ = live_round.load(table, around)
        awaiting = round_.awaiting
        expected = table.shoe_sequence == sequence and isinstance(awaiting, Cards)
        if not expected or table.status == "paused":
            return False
        assert isinstance(awaiting, Cards)
        assert around.shoe is not None
        left = around.shoe.size - around.shoe.position
        last = Drawn(())
        opened: tuple[outgoing.CardOpened, ...] = ()
        if left:
            last, around, opened = requests.take_cards(table, around, left)
        table_rows.update(table, shoe_id=shoe_id)
        floor_events.record(table, "refill", by=None)
        table = replace(table, shoe_id=shoe_id)
        around = replace(around, shoe=table_rows.read_surroundings(table).shoe, ahead=b"")
        first, around, (_, *others) = requests.take_cards(table, around, 1 + awaiting.count - left)
        lacking: tuple[Tag | None, ...] = ("burn_after_refill",)
        drawn = Drawn(
            last.cards + first.cards,
            last.stop_card,
            last.stop_at,
            (None,) * left + lacking + (None,) * (awaiting.count - left),
        )
        step.run_step(table, around, round_, drawn, proved=(*opened, *others))
        return True


def awaited_draw(table_id: int, round_id: int) -> UUID | None:
    """Return the draw that the round awaits; `None` unless its stakes are closed and committed."""
    table, around = table_rows.read_snapshot(table_id)
    if table.round_id != round_id or table.status == "paused":
        return None
    round_ = live_round.load(table, around)
    return table.draw_id if requests.is_awaiting_draw(round_) else None


def ask_for_draw_secrets(table_id: int, round_id: int, draw_id: UUID, until: datetime) -> bool:
    """Show that the list of a draw's secrets is closed: their owners open them. Once.

    The croupier asks for the draw at `until`. Called by a worker.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        awaited = table.round_id == round_id and table.draw_id == draw_id
        if not awaited or table.status == "paused" or table.due_at == until:
            return False
        if not requests.is_awaiting_draw(live_round.load(table, around)):
            return False
        table_rows.schedule(table, until)
        floor_acts.record_and_publish(
            replace(table, due_at=until, window_ms=None), "opening", around=around
        )
        return True


def deliver_draw_result(
    table_id: int, round_id: int, draw_id: UUID, values: tuple[int, ...]
) -> bool:
    """Give a round what its draw gave. Idempotent: a round awaits it once. Called by a worker."""
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        expected = table.round_id == round_id and table.draw_id == draw_id
        if not expected or table.status == "paused":
            return False
        round_ = live_round.load(table, around)
        if not requests.is_awaiting_draw(round_):
            return False
        step.run_step(table, around, round_, DrawResult(values))
        return True


def settle_side_bets(table_id: int, round_id: int) -> bool:
    """Settle the side bets that a round awaits; idempotent. Called by a worker."""
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        if table.round_id != round_id or table.status == "paused":
            return False
        round_ = live_round.load(table, around)
        if not isinstance(round_.awaiting, SideBets):
            return False
        step.run_step(table, around, round_, SettleSideBets())
        return True
