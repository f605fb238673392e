"""What the `rng` worker brings to a table: a fresh shoe, a refill, a promised draw, what fell.

Each is told to the table once, in one durable transaction; a worker that brings it twice has
brought it once.
"""

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from tables import equipment, records, rounds, showing, wire
from tables.games.core.protocol import (
    Cards,
    Drawn,
    Fell,
    Nobody,
    Refused,
    Stopped,
    Tag,
)
from tables.models import Round, Shuffling
from tables.records import TableRow


def put_equipment(
    table_id: int, sequence: int, *, shoe: UUID | None = None, draw: UUID | None = None
) -> bool:
    """Put a fresh shoe, or the promise of a draw, on its table, once.

    The frame shows its commitment before any bet.
    """
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if table.equipped or table.shoe_sequence != sequence:
            return False
        _put(table, shoe=shoe, draw=draw)
        return True


def put_shuffled(table_id: int, shoe_id: UUID) -> bool:
    """Put the shoe that was being made on its table, once, with the root of its order."""
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        made, _ = Shuffling.objects.filter(pk=table_id, shoe_id=shoe_id).delete()
        # A table that was closed, or has changed its rules, has given this shoe up.
        if not made or table.equipped:
            return False
        _put(table, shoe=shoe_id)
        return True


def _put(table: TableRow, *, shoe: UUID | None = None, draw: UUID | None = None) -> None:
    table = equipment.chance_again(table)
    records.change_table(table, shoe_id=shoe, draw_id=draw, due_at=None)
    seq = records.write_floor_event(table, "shoe" if shoe else "draw", by=None)
    table = replace(table, shoe_id=shoe, draw_id=draw, seq=seq, due_at=None, window_ms=None)
    around = records.surroundings(table)
    showing.announce(table, around)
    round_ = showing.live(table, around)
    if round_.running:
        # Only the draw that follows a stopped one comes in the middle of a round.
        assert table.round_id is not None
        Round.objects.filter(pk=table.round_id).update(draw_id=draw)
        equipment.ask_for_draw(table)
        records.set_due(table, table.now + equipment.DRAW_RETRY)
    else:
        rounds.rest(table, around, round_)


def order_again(table_id: int, sequence: int) -> None:
    """Order another shoe for a table whose promised one is of other terms than it wants now."""
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if not table.equipped and table.shoe_sequence == sequence:
            equipment.order_equipment(table, resumes=True)


def no_chance(table_id: int) -> None:
    """Tell a table's players, once, that the generator makes nothing now (R23)."""
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if table.equipped or table.no_chance:
            return
        records.keep_clock(table, no_chance=True)
        seq = records.write_floor_event(table, "no_chance", by=None)
        table = replace(table, no_chance=True, seq=seq)
        showing.announce(table, records.surroundings(table))


def put_refill(table_id: int, shoe_id: UUID, sequence: int) -> bool:
    """Put the refill of a shoe that ran out on its table, once, and go on with the round (ON-83).

    What is left in the old shoe comes first, then the refill's first card, which is burnt unseen.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = showing.live(table, around)
        awaiting = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
        if table.shoe_sequence != sequence or not isinstance(awaiting, Cards):
            return False
        assert around.shoe is not None
        left = around.shoe.size - around.shoe.position
        last = Drawn(())
        opened: tuple[wire.CardOpened, ...] = ()
        if left:
            last, around, opened = equipment.take_cards(table, around, left)
        records.change_table(table, shoe_id=shoe_id)
        records.write_floor_event(table, "refill", by=None, shown=False)
        table = replace(table, shoe_id=shoe_id)
        around = replace(around, shoe=records.surroundings(table).shoe)
        first, around, (_, *others) = equipment.take_cards(table, around, 1 + awaiting.count - left)
        lacking: tuple[Tag | None, ...] = ("burn_after_refill",)
        drawn = Drawn(
            last.cards + first.cards,
            last.stop_card,
            last.stop_at,
            (None,) * left + lacking + (None,) * (awaiting.count - left),
        )
        rounds.take(table, around, round_, drawn, proved=(*opened, *others))
        return True


def awaited_draw(table_id: int, round_id: int) -> UUID | None:
    """Return the draw that the round awaits: its stakes are closed, in a committed transaction."""
    table = records.unlocked(table_id)
    if table.round_id != round_id:
        return None
    round_ = showing.live(table, records.surroundings(table))
    return table.draw_id if equipment.awaits_draw(round_) else None


def fall(table_id: int, round_id: int, draw_id: UUID, values: tuple[int, ...]) -> bool:
    """Tell a round what its draw gave; twice is the same as once. Called by a worker."""
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        if table.round_id != round_id or table.draw_id != draw_id:
            return False
        round_ = showing.live(table, around)
        if not equipment.awaits_draw(round_):
            return False
        rounds.take(table, around, round_, Fell(values))
        return True


def stop_draw(table_id: int, *, by: int, reason: str) -> None:
    """Stop what is about to fall (COMMON-13): it counts for nothing, and another draw is promised.

    Raises `Refused("no_draw")` when none is awaited, `Refused("already_fallen")` when it fell.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = showing.live(table, around)
        if not equipment.awaits_draw(round_) or table.draw_id is None:
            raise Refused("no_draw")
        equipment.withdraw(table.draw_id)
        records.write_floor_event(table, "stop", by=by, reason=reason, shown=False)
        rounds.take(table, around, round_, Stopped(records.party(by)))
