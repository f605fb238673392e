"""Equipment, the shoes and draws of tables: ordered, retried, and cards taken from it.

The `rng` worker makes it, `delivery` puts it on the table. Writers assume the table's lock.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from casino.rng import draws, shoes
from casino.rng.models import Draw as DrawRow
from casino.rng.withdrawal import Withdrawal
from tables import queue
from tables.games.core.cards import PACK
from tables.games.core.protocol import (
    CARDS_OF_STOCK,
    Draw,
    Drawn,
    Equipment,
    Refused,
    Shoe,
)
from tables.games.core.values import changed
from tables.models import Shuffling
from tables.projections import live_round, proofs
from tables.projections.live_round import LiveRound
from tables.rows import duties, floor_events, rule_sets, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.wire import outgoing

EQUIPMENT_RETRY: Final = timedelta(seconds=5)
"""After this the croupier retries a shoe, or the promise of a draw; making one is idempotent."""
DRAW_RETRY: Final = timedelta(seconds=2)
"""After this the croupier retries the draw; it falls once."""
SIDE_BETS_RETRY: Final = timedelta(seconds=2)
"""After this the croupier retries the settlement: Redis may have lost the task."""


def request_equipment(table: TableRow, *, resumes: bool, fell: bool = False) -> TableRow:
    """Reveal the table's shoe or draw, if any, and ask the `rng` queue for the next.

    `resumes`: play begins or is resumed with a shoe, so that cards are burnt (MC-038, MC-040).
    `fell`: the worker that brings what fell reveals the draw itself, and the croupier where that
    worker dies. Assumes the lock.
    """
    cleared = give_up_equipment(table, fell=fell)
    ordered = changed(
        cleared, shoe_sequence=table.shoe_sequence + 1, due_at=table.now + EQUIPMENT_RETRY
    )
    table_rows.update(
        ordered,
        shoe_sequence=ordered.shoe_sequence,
        shoe_resumes=resumes,
        due_at=ordered.due_at,
    )
    queue_equipment_on_commit(ordered)
    return ordered


def give_up_equipment(
    table: TableRow, because: Withdrawal | None = None, *, fell: bool = False
) -> TableRow:
    """Reveal the table's shoe or draw, if any, and give up the shoe that is being made for it.

    Every promise ends in a reveal: one without an order is void, and the log has `because`. A
    draw that `fell` is revealed by the worker that brings it. Assumes the lock.
    """
    shoe_ids = Shuffling.objects.filter(pk=table.id).values_list("shoe_id", flat=True)
    given_up = list(shoe_ids)
    if given_up:
        Shuffling.objects.filter(pk=table.id).delete()
    if table.shoe_id is not None:
        queue.reveal_shoe(table.shoe_id)
    code, by = (because.code, because.by) if because else (None, 0)
    for shoe_id in given_up:
        queue.reveal_shoe(shoe_id, code, by)
    if table.draw_id is not None and not fell:
        queue.reveal_draw(table.draw_id)
    table_rows.update(table, shoe_id=None, draw_id=None, due_at=None)
    return changed(table, shoe_id=None, draw_id=None, due_at=None, window_ms=None)


def close_table(table: TableRow, *, by: int = 0) -> TableRow:
    """Return the table closed, its staff relieved; a shoe that is being made for it is given up.

    So is one on the table where each session has cards of its own (MC-022). `by` is the
    operator who closes it, 0 for the house's processes; the log has it for a shoe that is given up.
    Assumes the lock.
    """
    game, rules = rule_sets.game_and_rules(table.rules_key)
    own_cards = game.needs(rules).session_check in CARDS_OF_STOCK
    made = not table.equipped and Shuffling.objects.filter(pk=table.id).exists()
    if own_cards or made:
        table = give_up_equipment(table, Withdrawal("closing", by))
    table_rows.update(table, status="closed", rounds_left=0, ends_at=None)
    duties.relieve(table)
    return changed(table, status="closed", rounds_left=0)


def clear_generator_failure(table: TableRow) -> TableRow:
    """Return the table without the notice that the generator makes nothing. Assumes the lock."""
    if table.no_chance:
        table_rows.update_keeping_clock(table, no_chance=False)
    return changed(table, no_chance=False)


def request_shoe_for_resumption(table: TableRow, around: Surroundings) -> TableRow:
    """Order another shoe where the text wants one before interrupted play is resumed.

    A shoe from which cards were dealt is shuffled anew (MC-019); a continuous shuffler has cards
    burnt from it (MC-040). For a table that nobody plays at; does nothing where the shoe will do.
    Assumes the lock.
    """
    game, rules = rule_sets.game_and_rules(table.rules_key)
    wanted = game.equipment(rules)
    if around.shoe is None or not isinstance(wanted, Shoe):
        return table
    if live_round.load(table, around).running:
        return table
    # A continuous shuffler's next cards are untouched; the engine is told to burn of them.
    burns = (
        wanted.burnt_between is not None
        and wanted.turned_up
        and not live_round.is_resuming_play(table)
    )
    if around.shoe.position == wanted.burnt and not burns:
        return table
    if game.idle_minutes(rules) is not None:
        floor_events.record(table, "interrupted", by=None)
    elif wanted.burnt_between is None:
        return table
    return request_equipment(table, resumes=True)


def request_refill(table: TableRow) -> TableRow:
    """Ask the `rng` queue to shuffle the discards; return the row with the refill's number.

    The shoe that ran out stays until the refill comes. Assumes the lock.
    """
    ordered = changed(table, shoe_sequence=table.shoe_sequence + 1)
    table_rows.update(ordered, shoe_sequence=ordered.shoe_sequence)
    queue_refill_on_commit(ordered)
    return ordered


def take_cards(
    table: TableRow, around: Surroundings, count: int
) -> tuple[Drawn, Surroundings, tuple[outgoing.CardOpened, ...]]:
    """Take cards out of the shoe on the table; return them, the shoe as it is then, the proofs."""
    assert table.shoe_id is not None
    assert around.shoe is not None
    return _taken(table.shoe_id, around, shoes.open_cards(table.shoe_id, count))


def open_next_cards(
    table: TableRow, around: Surroundings, count: int
) -> tuple[Drawn, Surroundings, tuple[outgoing.CardOpened, ...]]:
    """Open the next cards of the shoe; they leave it when the step is written.

    Where those that were read ahead do not suffice, as many are read again, from the first on that
    the step has not taken.
    """
    assert table.shoe_id is not None
    assert around.shoe is not None
    shoe, ahead, taken = around.shoe, around.ahead, count * shoes.SEALED_CARD_BYTES
    if len(ahead) < taken:
        ahead = shoes.read_ahead(table.shoe_id, shoe.position, max(count, table_rows.AHEAD))
    opened = shoes.open_ahead(table.shoe_id, shoe.position, count, shoe.stop_at, ahead)
    left = changed(around, ahead=ahead[taken:])
    return _taken(table.shoe_id, left, opened)


def _taken(
    shoe_id: UUID, around: Surroundings, opened: shoes.OpenedCards
) -> tuple[Drawn, Surroundings, tuple[outgoing.CardOpened, ...]]:
    assert around.shoe is not None
    cards = tuple(PACK[face] for face in opened.faces)
    shoe = changed(around.shoe, position=opened.position)
    behind = shoe.size - shoe.position if shoe.position == shoe.stop_at else None
    drawn = Drawn(cards, opened.stop_card, opened.stop_index, behind=behind)
    return drawn, changed(around, shoe=shoe), proofs.wire_proofs(shoe_id, opened.openings)


def can_refill(equipment: Equipment, around: Surroundings, count: int) -> bool:
    """Tell whether a refill with what was dealt before the round, one card burnt, would suffice.

    Once only in a round: a refill holds all that there was, and no card of the round goes back.
    """
    round_, shoe = around.round, around.shoe
    if not (isinstance(equipment, Shoe) and equipment.refilled):
        return False
    if round_ is None or shoe is None or round_.shoe_id != shoe.id:
        return False
    return round_.first_card - 1 >= count - (shoe.size - shoe.position)


def withdraw_draw(draw_id: UUID, because: Withdrawal) -> None:
    """Make a promised draw count for nothing; raises `Refused("already_fallen")` when it fell.

    The public log tells why and by whom.
    """
    try:
        draws.withdraw_draw(draw_id, because)
    except draws.DrawTaken:
        raise Refused("already_fallen") from None


def check_not_fallen(draw_id: UUID) -> None:
    """Refuse a draw that cannot be withdrawn any more: `already_fallen`."""
    if DrawRow.objects.filter(pk=draw_id, request__isnull=False).exists():
        raise Refused("already_fallen")


def is_awaiting_draw(round_: LiveRound) -> bool:
    """Tell whether the round's stakes are closed and its draw has still to fall."""
    return isinstance(round_.awaiting, Draw)


def queue_side_bets_on_commit(table: TableRow) -> None:
    """Queue the settlement of the side bets that the round awaits, when the transaction commits."""
    assert table.round_id is not None
    queue.settle_side_bets(table.id, table.round_id)


def queue_equipment_on_commit(table: TableRow) -> None:
    """Queue the making of what the table has ordered, when the transaction commits."""
    queue.make_equipment(table.id, table.shoe_sequence)


def queue_draw_on_commit(table: TableRow) -> None:
    """Queue the draw that the round awaits, when the transaction commits."""
    assert table.round_id is not None
    queue.make_draw(table.id, table.round_id)


def queue_refill_on_commit(table: TableRow) -> None:
    """Queue the shuffle of what was dealt before the round, when the transaction commits."""
    assert table.round_id is not None
    queue.make_refill(table.id, table.round_id, table.shoe_sequence)
