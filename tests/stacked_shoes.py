"""Shoes and draws whose outcome a test chooses, made as the `rng` worker would make random ones."""

import itertools
from collections.abc import Callable
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from casino.rng import draws, shoes
from casino.rng.conformity import gate
from casino.rng.core.commitment import commitment, header_hash
from casino.rng.core.constants import (
    DRAW_PROTOCOL,
    DRAW_SEED_BYTES,
    DRAW_TAGS,
    MECHANISM,
    PACK_SIZE,
)
from casino.rng.core.contribution import mix_of
from casino.rng.core.fall import fall
from casino.rng.core.order import salts
from casino.rng.log import tree
from casino.rng.models import Draw, Shoe
from casino.rng.seal import Seal, SeedSeal
from tables.games.core.cards import PACK, Card
from tables.models import Round, Table

PACKS = 6
BURN = 5


def stack_shoe(table_id: int, cards: str, *, cards_behind: int = 52, only: bool = False) -> Shoe:
    """Give the table a shoe that deals these cards first, then the rest in factory order.

    `only` these are left in it: all the others have been dealt. Promise, order and openings are
    like any other shoe's; its bundle tells the lie, as no seed shuffles to it.
    """
    faces = [PACK.index(Card(card)) for card in cards.split()]
    rest = [face for _ in range(PACKS) for face in range(PACK_SIZE)]
    for face in faces:
        rest.remove(face)
    order = rest + faces if only else rest[:BURN] + faces + rest[BURN:]
    sequence = Table.objects.values_list("shoe_sequence", flat=True).get(pk=table_id) + 1
    terms = shoes.Terms(
        game="stacked",
        rules="by a test",
        packs=PACKS,
        cards_behind=cards_behind,
        burn=BURN,
        cut=None,
        contributions="none",
        beacon=False,
    )
    promised = shoes.promise_shoe(f"table:{table_id}", sequence, terms)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id, shoe_sequence=sequence - 1)
        seal = Seal(settings.SHOE_KEY, promised.id)
        seed = seal.open_seed(bytes(promised.sealed_seed))
        salted = salts(seed, bytes.fromhex(promised.commitment), len(order))
        shoes.commit_order(promised, tuple(order), salted, 0, 0, 0, None)
        position = len(rest) if only else BURN
        Shoe.objects.filter(pk=promised.pk).update(position=position)
        Table.objects.filter(pk=table_id).update(shoe=promised, shoe_sequence=sequence)
        # A round that has begun without a card yet is dealt from it from its first one on.
        Round.objects.filter(pk=table.round_id, status="running").update(
            shoe=promised, first_card=position
        )
    return Shoe.objects.get(pk=promised.pk)


def promise_draw(
    table_id: int, *values: int, where: Callable[[tuple[int, ...]], bool] | None = None
) -> Draw:
    """Replace the draw promised to the table by one that gives these values.

    Instead of them `where` says which values will do: of many ways to fall it finds some sooner.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        sequence = table.shoe_sequence + 1
        assert table.draw is not None
        assert table.draw.state == Draw.State.COMMITTED
        sides = tuple(table.draw.sides)
        draw = make_stacked_draw(f"table:{table_id}", sequence, sides, where or values.__eq__)
        Table.objects.filter(pk=table_id).update(draw=draw, shoe_sequence=sequence)
        Round.objects.filter(pk=table.round_id, status="running").update(draw=draw)
    return draw


def make_stacked_draw(
    table: str, sequence: int, sides: tuple[int, ...], wanted: Callable[[tuple[int, ...]], bool]
) -> Draw:
    """Promise a draw whose values are `wanted`; its bundle verifies like any other.

    The seed is found by trying, which takes as many attempts as ways to fall are to one wanted.
    """
    draw_id = uuid4()
    header = {
        "protocol": DRAW_PROTOCOL,
        "mechanism": MECHANISM,
        "instance": "0" * 32,
        "draw": str(draw_id),
        "table": table,
        "sequence": sequence,
        "game": "stacked",
        "rules": "by a test",
        "report": gate.may_deal(),
        "sides": ",".join(map(str, sides)),
        "contributions": "none",
        "beacon": "none",
    }
    hashed = header_hash(header, DRAW_TAGS)

    def falls(seed: bytes) -> tuple[int, ...]:
        promised = bytes.fromhex(commitment(header, seed, DRAW_TAGS))
        return fall(seed, hashed, sides, mix_of(DRAW_TAGS, promised, b"", ())).values

    seeds = (number.to_bytes(DRAW_SEED_BYTES, "big") for number in itertools.count())
    seed = next(seed for seed in seeds if wanted(falls(seed)))
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
