"""Shoes whose order a test chooses, put on a table as the `rng` worker would put a shuffled one."""

from uuid import uuid4

from django.conf import settings
from django.db import transaction

from casino.rng.core.commitment import commitment
from casino.rng.core.constants import PACK_SIZE
from casino.rng.core.shuffle import seed_size
from casino.rng.models import Shoe
from casino.rng.seal import Seal
from tables.games.core.cards import PACK, Card
from tables.models import Table

PACKS = 6
BURN = 5


def stack(table_id: int, cards: str, *, cards_behind: int = 52) -> Shoe:
    """Give the table a shoe that deals these cards first, then the rest in factory order."""
    faces = [PACK.index(Card(card)) for card in cards.split()]
    rest = [face for _ in range(PACKS) for face in range(PACK_SIZE)]
    for face in faces:
        rest.remove(face)
    order = rest[:BURN] + faces + rest[BURN:]
    shoe_id = uuid4()
    seal = Seal(settings.SHOE_KEY, shoe_id)
    seed = bytes(seed_size(PACKS))
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        sequence = table.shoe_sequence + 1
        header = {"shoe": str(shoe_id), "stacked": "by a test"}
        shoe = Shoe.objects.create(
            id=shoe_id,
            table=f"table:{table_id}",
            sequence=sequence,
            header=header,
            commitment=commitment(header, seed),
            packs=PACKS,
            size=PACKS * PACK_SIZE,
            burn=BURN,
            stop_at=PACKS * PACK_SIZE - cards_behind,
            position=BURN,
            rejected_words=0,
            sealed_seed=seal.seal_seed(seed),
            sealed_order=seal.seal_order(tuple(order)),
        )
        Table.objects.filter(pk=table_id).update(shoe=shoe, shoe_sequence=sequence)
    return shoe
