"""Celery tasks: arguments are ids only, and doing one twice is the same as once."""

from uuid import UUID

from casino.celery import app
from casino.rng import shoes
from tables import records, rounds
from tables.games.core.protocol import Shoe
from tables.models import Table


@app.task(name="tables.make_shoe")
def make_shoe(table_id: int, sequence: int) -> None:
    """Make the table's shoe of this number and put it on the table; a retry finds the same shoe."""
    rules_key = Table.objects.values_list("rules_id", flat=True).get(pk=table_id)
    game, rules = records.game_and_rules(rules_key)
    wanted = game.equipment(rules)
    assert isinstance(wanted, Shoe)
    shoe = shoes.make_shoe(
        f"table:{table_id}",
        sequence,
        packs=wanted.packs,
        cards_behind=wanted.behind,
        burn=wanted.burnt,
    )
    rounds.put_shoe(table_id, shoe.id, sequence)


@app.task(name="tables.reveal_shoe")
def reveal_shoe(shoe_id: str) -> None:
    """Reveal the seed of a shoe that no table uses any more."""
    shoes.retire_shoe(UUID(shoe_id))


@app.task(name="tables.settle_side_bets")
def settle_side_bets(table_id: int, round_id: int) -> None:
    """Settle the side bets that the round awaits."""
    rounds.settle_side_bets(table_id, round_id)
