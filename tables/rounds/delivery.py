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
    """Put a fresh shoe, or the promise of a draw, on its table, once.

    The frame shows its commitment before any bet.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if table.equipped or table.shoe_sequence != sequence:
            return False
        _put(table, shoe=shoe, draw=draw)
        return True


def put_shuffled(table_id: int, shoe_id: UUID) -> bool:
    """Put the shoe that was being made on its table, once, with the root of its order."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        made = stages.end(table_id, shoe_id)
        # A table that was closed, or has changed its rules, does not want this shoe.
        if not made or table.equipped:
            return False
        _put(table, shoe=shoe_id)
        return True


def _put(table: TableRow, *, shoe: UUID | None = None, draw: UUID | None = None) -> None:
    table = requests.chance_again(table)
    table_rows.change(table, shoe_id=shoe, draw_id=draw, due_at=None)
    table = replace(table, shoe_id=shoe, draw_id=draw, due_at=None, window_ms=None)
    around = table_rows.surroundings(table)
    round_ = live_round.live(table, around)
    if isinstance(awaiting := round_.awaiting, Players):
        # What fell was stopped, and they may stake.
        table = table_rows.start_clock(table, awaiting.seconds)
    table = floor_acts.show(table, "shoe" if shoe else "draw", around=around)
    if not round_.running:
        transitions.rest(table, around, round_)
        return
    # Only the draw that follows a stopped one comes in the middle of a round.
    assert table.round_id is not None
    round_rows.redraw(table.round_id, draw)
    if requests.awaits_draw(round_):
        requests.ask_for_draw(table)
        table_rows.set_due(table, table.now + requests.DRAW_RETRY)


def order_again(table_id: int, sequence: int) -> None:
    """Order another shoe where the terms of the promised one are not the table's any more."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if not table.equipped and table.shoe_sequence == sequence:
            requests.renew(table, resumes=True)


def no_chance(table_id: int) -> None:
    """Show a table's players, once, that the generator makes nothing now (R23)."""
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if table.equipped or table.no_chance:
            return
        table_rows.keep_clock(table, no_chance=True)
        floor_acts.show(replace(table, no_chance=True), "no_chance")


def put_refill(table_id: int, shoe_id: UUID, sequence: int) -> bool:
    """Put the refill of a shoe that ran out on its table, once, and go on with the round (ON-83).

    What is left in the old shoe comes first, then the refill's first card, which is burnt unseen.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        round_ = live_round.live(table, around)
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
        table_rows.change(table, shoe_id=shoe_id)
        floor_events.write(table, "refill", by=None)
        table = replace(table, shoe_id=shoe_id)
        around = replace(around, shoe=table_rows.surroundings(table).shoe, ahead=b"")
        first, around, (_, *others) = requests.take_cards(table, around, 1 + awaiting.count - left)
        lacking: tuple[Tag | None, ...] = ("burn_after_refill",)
        drawn = Drawn(
            last.cards + first.cards,
            last.stop_card,
            last.stop_at,
            (None,) * left + lacking + (None,) * (awaiting.count - left),
        )
        step.take(table, around, round_, drawn, proved=(*opened, *others))
        return True


def awaited_draw(table_id: int, round_id: int) -> UUID | None:
    """Return the draw that the round awaits; `None` unless its stakes are closed and committed."""
    table, around = table_rows.at_one_moment(table_id)
    if table.round_id != round_id or table.status == "paused":
        return None
    round_ = live_round.live(table, around)
    return table.draw_id if requests.awaits_draw(round_) else None


def await_secrets(table_id: int, round_id: int, draw_id: UUID, until: datetime) -> bool:
    """Show that the list of a draw's secrets is closed: their owners open them. Once.

    The croupier asks for the draw at `until`. Called by a worker.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        awaited = table.round_id == round_id and table.draw_id == draw_id
        if not awaited or table.status == "paused" or table.due_at == until:
            return False
        if not requests.awaits_draw(live_round.live(table, around)):
            return False
        table_rows.set_due(table, until)
        floor_acts.show(replace(table, due_at=until, window_ms=None), "opening", around=around)
        return True


def fall(table_id: int, round_id: int, draw_id: UUID, values: tuple[int, ...]) -> bool:
    """Give a round what its draw gave. Idempotent: a round awaits it once. Called by a worker."""
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        expected = table.round_id == round_id and table.draw_id == draw_id
        if not expected or table.status == "paused":
            return False
        round_ = live_round.live(table, around)
        if not requests.awaits_draw(round_):
            return False
        step.take(table, around, round_, DrawResult(values))
        return True


def settle_side_bets(table_id: int, round_id: int) -> bool:
    """Settle the side bets that a round awaits; idempotent. Called by a worker."""
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        if table.round_id != round_id or table.status == "paused":
            return False
        round_ = live_round.live(table, around)
        if not isinstance(round_.awaiting, SideBets):
            return False
        step.take(table, around, round_, SettleSideBets())
        return True
