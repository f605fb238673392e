"""Makes, deals and retires shoes: the only way to a card.

Nothing here logs, returns or raises a seed or a card that has not been dealt.
"""

import functools
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django.db.transaction import TransactionManagementError

from casino.rng import gate
from casino.rng.core import entropy
from casino.rng.core.commitment import cards_hash, commitment, header_hash
from casino.rng.core.constants import MAX_PACKS, MECHANISM, PACK, PACK_SIZE, PROTOCOL, REFILL
from casino.rng.core.shuffle import packs_of, seed_size, shuffle_cards, whole_packs
from casino.rng.log import tree
from casino.rng.models import Shoe
from casino.rng.seal import SEALED_CARD_BYTES, Seal, SealBroken
from casino.rng.secrecy import forgets_on_failure

BUNDLE_VERSION: Final = 2
"""2 has the log's proofs; the shoes of 1 are older than the log."""


class ShoeFinished(Exception):
    """The shoe is retired, or has fewer cards left than were asked for. Nothing was dealt."""


class ShoeDiffers(Exception):
    """The table already has a shoe of this sequence number, made with other packs, stop or burn."""


@dataclass(frozen=True, slots=True)
class OpenedCards:
    """Cards that left the shoe."""

    faces: tuple[int, ...]
    """0..51 in the factory order of a pack: suits c, d, h, s, each from ace to king."""
    position: int
    """Cards that have now left the shoe, burnt ones included."""
    stop_card: bool
    """The stop card came out before or among these cards."""
    stop_index: int = 0
    """Which of these cards, if any, lay right behind it."""


@forgets_on_failure
@gate.halts_the_house
def make_shoe(table: str, sequence: int, *, packs: int, cards_behind: int, burn: int) -> Shoe:
    """Return the table's shoe of this number, made now unless it exists: a retry never redraws.

    Commits before it returns, and is refused inside a transaction (RuntimeError). Whoever inserts
    first wins; the seed of a loser is forgotten unseen. Raises ValueError for a shoe that cannot
    be, `ShoeDiffers` when the existing one is another, `Broken` when the generator is in its error
    state.
    """
    size = packs * PACK_SIZE
    stop_at = size - cards_behind
    if (
        not _well_named(table, sequence)
        or not 1 <= packs <= MAX_PACKS
        or not 0 <= burn < stop_at <= size
    ):
        raise ValueError("no such shoe can be made")
    gate.may_deal()
    # Durable: in a caller's transaction a rollback would undo the draw, and asking again redraw.
    with transaction.atomic(durable=True):
        shoe = Shoe.objects.filter(table=table, sequence=sequence).first()
        if shoe is None:
            fresh = _drawn(table, sequence, whole_packs(packs), stop_at=stop_at, burn=burn)
            shoe = _inserted(fresh)
    if (shoe.packs, shoe.stop_at, shoe.burn) != (packs, stop_at, burn):
        raise ShoeDiffers(str(shoe))
    return shoe


@forgets_on_failure
@gate.halts_the_house
def make_refill(table: str, sequence: int, *, ran_out: UUID, cards: int) -> Shoe:
    """Return the table's shoe of this number, shuffled from the first `cards` of one that ran out.

    Those are the cards that had left it before the round in play (ON-83), burnt ones included; the
    refill has no stop card and burns none by itself. A retry never redraws, as with `make_shoe`;
    raises what it raises.
    """
    if not _well_named(table, sequence) or cards < 1:
        raise ValueError("no such refill can be made")
    gate.may_deal()
    with transaction.atomic(durable=True):
        shoe = Shoe.objects.filter(table=table, sequence=sequence).first()
        if shoe is None:
            old = Shoe.objects.get(pk=ran_out)
            if old.table != table or old.position < cards:
                raise ValueError("no such refill can be made")
            sealed = bytes(old.sealed_order)[: cards * SEALED_CARD_BYTES]
            faces = bytes(sorted(_seal(settings.SHOE_KEY, ran_out).open_cards(0, sealed)))
            fresh = _drawn(table, sequence, faces, stop_at=cards, burn=0, refills=ran_out)
            shoe = _inserted(fresh)
    if (shoe.header.get("refills"), shoe.size) != (str(ran_out), cards):
        raise ShoeDiffers(str(shoe))
    return shoe


def _inserted(fresh: Shoe) -> Shoe:
    """Return the shoe, or the one that another process made first, with its entry in the log."""
    Shoe.objects.bulk_create([fresh], ignore_conflicts=True)
    shoe = Shoe.objects.get(table=fresh.table, sequence=fresh.sequence)
    # Last, for the log's lock; in this transaction, so that no shoe is without its entry.
    tree.append(
        subject(shoe.id),
        tree.Kind.COMMITMENT,
        {"header": shoe.header, "commitment": shoe.commitment},
    )
    return shoe


def _well_named(table: str, sequence: int) -> bool:
    return table.isascii() and table.isprintable() and 0 < len(table) <= 64 and sequence >= 1


def _drawn(
    table: str,
    sequence: int,
    faces: bytes,
    *,
    stop_at: int,
    burn: int,
    refills: UUID | None = None,
) -> Shoe:
    """Return an unsaved shoe of these cards: drawn, committed, shuffled and sealed."""
    shoe_id = UUID(bytes=entropy.draw(16), version=4)
    size, packs = len(faces), packs_of(len(faces))
    seed = entropy.draw(seed_size(packs))
    header: dict[str, str | int] = {
        "protocol": PROTOCOL,
        "mechanism": MECHANISM,
        "pack": PACK,
        "instance": entropy.instance(),
        "shoe": str(shoe_id),
        "table": table,
        "sequence": sequence,
        "packs": packs,
        "size": size,
        "burn": burn,
        "stop_at": stop_at,
    }
    if refills is not None:
        header |= {
            "protocol": REFILL,
            "refills": str(refills),
            "cards": cards_hash(faces, seed),
        }
    shuffled = shuffle_cards(seed, header_hash(header), faces)
    seal = Seal(settings.SHOE_KEY, shoe_id)
    return Shoe(
        id=shoe_id,
        table=table,
        sequence=sequence,
        header=header,
        commitment=commitment(header, seed),
        packs=packs,
        size=size,
        burn=burn,
        stop_at=stop_at,
        position=burn,
        rejected_words=shuffled.rejected,
        sealed_seed=seal.seal_seed(seed),
        sealed_order=seal.seal_order(shuffled.faces),
    )


@functools.lru_cache(maxsize=256)
def _seal(key: str, shoe_id: UUID) -> Seal:
    """Return the seal of a shoe in play; deriving its keys costs more than opening a card."""
    return Seal(key, shoe_id)


_OPEN: Final = f"""
    UPDATE rng_shoe
    SET position = position + %(count)s, first_card_at = COALESCE(first_card_at, now())
    WHERE id = %(shoe)s AND state = 'live' AND position + %(count)s <= size
    RETURNING position, stop_at, substring(
        sealed_order
        FROM (position - %(count)s) * {SEALED_CARD_BYTES} + 1
        FOR %(count)s * {SEALED_CARD_BYTES}
    )
"""  # noqa: S608 - the only thing formatted in is a constant


@forgets_on_failure
def open_cards(shoe_id: UUID, count: int) -> OpenedCards:
    """Take the next `count` cards out of the shoe, in the caller's transaction.

    The row stays locked until that transaction ends; if it is rolled back the same cards come
    again. Raises `ShoeFinished` when the shoe is retired or has not enough cards, `SealBroken` when
    the sealed bytes do not open.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("cards are dealt within a transaction")
    if count < 1:
        raise ValueError("at least one card is dealt")
    with connection.cursor() as cursor:
        cursor.execute(_OPEN, {"shoe": shoe_id, "count": count})
        row = cursor.fetchone()
    if row is None:
        raise ShoeFinished(str(Shoe.objects.get(pk=shoe_id)))
    position, stop_at, sealed = row
    faces = _seal(settings.SHOE_KEY, shoe_id).open_cards(position - count, bytes(sealed))
    return OpenedCards(
        faces=faces,
        position=position,
        stop_card=position > stop_at,
        stop_index=max(0, stop_at - (position - count)),
    )


@forgets_on_failure
def retire_shoe(shoe_id: UUID) -> Shoe:
    """Return the shoe retired, its seed and order revealed; no card leaves it any more.

    Twice is as once. Locks the row, then the log. Raises `SealBroken` when the seed or the order
    does not open, or the seed is not the committed one.
    """
    with transaction.atomic():
        shoe = Shoe.objects.select_for_update().get(pk=shoe_id)
        if shoe.state == Shoe.State.LIVE:
            seal = Seal(settings.SHOE_KEY, shoe.id)
            seed = seal.open_seed(bytes(shoe.sealed_seed))
            if commitment(shoe.header, seed) != shoe.commitment:
                raise SealBroken("the seed is not the committed one")
            # The order is revealed as it was dealt, not computed again: the verifier compares.
            order = bytes(seal.open_cards(0, bytes(shoe.sealed_order)))
            Shoe.objects.filter(pk=shoe.pk).update(
                state=Shoe.State.RETIRED, seed=seed.hex(), order=order, retired_at=Now()
            )
            shoe = Shoe.objects.get(pk=shoe_id)
            tree.append(
                subject(shoe.id),
                tree.Kind.REVEAL,
                {"seed": seed.hex(), "left": shoe.size - shoe.position},
            )
    return shoe


def subject(shoe_id: UUID) -> str:
    """Return the name under which the log speaks of a shoe."""
    return f"shoe:{shoe_id}"


def public(shoe: Shoe) -> dict[str, Any]:
    """Return what anybody may know of a shoe now, as plain JSON values."""
    return {
        "id": str(shoe.id),
        "table": shoe.table,
        "sequence": shoe.sequence,
        "state": shoe.state,
        "header": shoe.header,
        "commitment": shoe.commitment,
        "size": shoe.size,
        "burn": shoe.burn,
        "stop_at": shoe.stop_at,
        "position": shoe.position,
        "created_at": shoe.created_at.isoformat(),
        "first_card_at": shoe.first_card_at and shoe.first_card_at.isoformat(),
        "retired_at": shoe.retired_at and shoe.retired_at.isoformat(),
        "seed": shoe.seed,
    }


def bundle(shoe_id: UUID) -> dict[str, Any]:
    """Return the file that verifies the shoe; its `reveal` is None until the shoe is retired."""
    shoe = Shoe.objects.get(pk=shoe_id)
    log = tree.evidence(subject(shoe_id))
    return {
        "version": 1 if log is None else BUNDLE_VERSION,
        "header": shoe.header,
        "commitment": shoe.commitment,
        "reveal": None
        if shoe.seed is None or shoe.order is None
        else {
            "seed": shoe.seed,
            "order": list(shoe.order),
            "rejected_words": shoe.rejected_words,
            "burnt": shoe.burn,
            "dealt": shoe.position - shoe.burn,
            "left": shoe.size - shoe.position,
            "stop_card": shoe.position > shoe.stop_at,
        },
    } | ({} if log is None else {"log": log})
