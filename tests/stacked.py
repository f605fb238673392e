"""Shoes and draws whose outcome a test chooses, made as the `rng` worker would make random ones."""

import itertools
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from casino.rng import draws
from casino.rng.core.commitment import commitment, header_hash
from casino.rng.core.constants import (
    DRAW_PROTOCOL,
    DRAW_SEED_BYTES,
    DRAW_TAGS,
    MECHANISM,
    PACK_SIZE,
)
from casino.rng.core.fall import fall
from casino.rng.core.shuffle import seed_size
from casino.rng.log import tree
from casino.rng.models import Draw, Shoe
from casino.rng.seal import Seal, SeedSeal
from tables.games.core.cards import PACK, Card
from tables.models import Round, Table

PACKS = 6
BURN = 5


def stack(table_id: int, cards: str, *, cards_behind: int = 52, only: bool = False) -> Shoe:
    """Give the table a shoe that deals these cards first, then the rest in factory order.

    `only` these are left in it: all the others have been dealt.
    """
    faces = [PACK.index(Card(card)) for card in cards.split()]
    rest = [face for _ in range(PACKS) for face in range(PACK_SIZE)]
    for face in faces:
        rest.remove(face)
    order = rest + faces if only else rest[:BURN] + faces + rest[BURN:]
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
            position=len(rest) if only else BURN,
            rejected_words=0,
            sealed_seed=seal.seal_seed(seed),
            sealed_order=seal.seal_order(tuple(order)),
        )
        Table.objects.filter(pk=table_id).update(shoe=shoe, shoe_sequence=sequence)
    return shoe


def promise(table_id: int, *values: int) -> Draw:
    """Promise the table a draw from which these values will fall, in place of what it has."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        sequence = table.shoe_sequence + 1
        assert table.draw is not None
        assert table.draw.state == Draw.State.COMMITTED
        draw = load(f"table:{table_id}", sequence, tuple(table.draw.sides), values)
        Table.objects.filter(pk=table_id).update(draw=draw, shoe_sequence=sequence)
        Round.objects.filter(pk=table.round_id, status="running").update(draw=draw)
    return draw


def load(table: str, sequence: int, sides: tuple[int, ...], values: tuple[int, ...]) -> Draw:
    """Promise a draw from which these values will fall; its bundle verifies like any other.

    The seed is found by trying, which takes as many attempts as there are ways to fall.
    """
    draw_id = uuid4()
    header = {
        "protocol": DRAW_PROTOCOL,
        "mechanism": MECHANISM,
        "instance": "loaded by a test",
        "draw": str(draw_id),
        "table": table,
        "sequence": sequence,
        "sides": ",".join(map(str, sides)),
    }
    hashed = header_hash(header, DRAW_TAGS)
    seed = next(
        seed
        for seed in (number.to_bytes(DRAW_SEED_BYTES, "big") for number in itertools.count())
        if fall(seed, hashed, sides).values == values
    )
    draw = Draw(
        id=draw_id,
        table=table,
        sequence=sequence,
        sides=list(sides),
        header=header,
        commitment=commitment(header, seed, DRAW_TAGS),
        sealed_seed=SeedSeal(settings.SHOE_KEY, draw_id).seal_seed(seed),
    )
    with transaction.atomic():
        draw.save(force_insert=True)
        tree.append(
            draws.subject(draw.id),
            tree.Kind.COMMITMENT,
            {"header": draw.header, "commitment": draw.commitment},
        )
    return Draw.objects.get(pk=draw_id)
