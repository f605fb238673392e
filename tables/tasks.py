"""Celery tasks: arguments are ids only, and doing one twice is the same as once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never
from uuid import UUID

import structlog

from casino.celery import app
from casino.rng import draws, shoes
from casino.rng.core.health import Broken
from tables import delivery, records, returns, rounds
from tables.games.core.protocol import Draw, Shoe
from tables.models import Round, RuleSet, Table

log = structlog.get_logger(__name__)


@contextmanager
def _waiting_for_chance(table_id: int) -> Iterator[None]:
    """Leave the table waiting when the generator makes nothing: the croupier asks again (R23)."""
    try:
        yield
    except Broken as closed:
        log.error("no_chance", table=table_id, reason=str(closed))


@app.task(name="tables.make_equipment")
def make_equipment(table_id: int, sequence: int) -> None:
    """Make the table's shoe, or promise its draw, of this number and put it on the table.

    A retry finds the same.
    """
    rules_key, resumes = Table.objects.values_list("rules_id", "shoe_resumes").get(pk=table_id)
    game, rules = records.game_and_rules(rules_key)
    wanted = game.equipment(rules)
    whose = f"table:{table_id}"
    with _waiting_for_chance(table_id):
        match wanted:
            case Draw():
                draw = draws.prepare_draw(whose, sequence, wanted.sides)
                delivery.put_equipment(table_id, sequence, draw=draw.pk)
            case Shoe():
                burn = wanted.burnt
                if not resumes and wanted.burnt_between is not None:
                    burn = wanted.burnt_between
                shoe = shoes.make_shoe(
                    whose, sequence, packs=wanted.packs, cards_behind=wanted.behind, burn=burn
                )
                delivery.put_equipment(table_id, sequence, shoe=shoe.pk)
            case _:
                assert_never(wanted)


@app.task(name="tables.make_draw")
def make_draw(table_id: int, round_id: int) -> None:
    """Let fall what the round awaits, tell the round, reveal the seed; a retry draws the same."""
    draw_id = delivery.awaited_draw(table_id, round_id)
    if draw_id is None:
        return
    with _waiting_for_chance(table_id):
        try:
            draw = draws.make_draw(draw_id, f"round:{round_id}")
        except draws.DrawTaken:
            # An operator stopped it a moment ago; the next draw is asked for when it is promised.
            return
        assert draw.values is not None
        delivery.fall(table_id, round_id, draw_id, tuple(draw.values))
        draws.reveal_draw(draw_id)


@app.task(name="tables.reveal_draw")
def reveal_draw(draw_id: str) -> None:
    """Reveal the seed of a draw that no table uses any more, whether it fell or not."""
    try:
        draws.withdraw_draw(UUID(draw_id))
    except draws.DrawTaken:
        draws.reveal_draw(UUID(draw_id))


@app.task(name="tables.make_refill")
def make_refill(table_id: int, round_id: int, sequence: int) -> None:
    """Shuffle what was dealt before a round whose shoe ran out, and go on with the round."""
    ran_out, first_card = Round.objects.values_list("shoe_id", "first_card").get(pk=round_id)
    with _waiting_for_chance(table_id):
        shoe = shoes.make_refill(f"table:{table_id}", sequence, ran_out=ran_out, cards=first_card)
        delivery.put_refill(table_id, shoe.id, sequence)


@app.task(name="tables.reveal_shoe")
def reveal_shoe(shoe_id: str) -> None:
    """Reveal the seed of a shoe that no table uses any more."""
    shoes.retire_shoe(UUID(shoe_id))


@app.task(name="tables.settle_side_bets")
def settle_side_bets(table_id: int, round_id: int) -> None:
    """Settle the side bets that the round awaits."""
    rounds.settle_side_bets(table_id, round_id)


@app.task(name="tables.compute_return")
def compute_return(rules_key: str) -> None:
    """Compute and keep what a rule set costs; a second time finds it kept."""
    returns.of(RuleSet.objects.get(key=rules_key))
