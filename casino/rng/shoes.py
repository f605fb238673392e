"""Promises, shuffles, deals and retires shoes: the only way to a card.

Nothing here logs, returns or raises a seed, a card that has not been dealt, or its salt.
"""

import base64
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django.db.transaction import TransactionManagementError

from casino.rng import beacon, contributions
from casino.rng.beacon import Beacon
from casino.rng.conformity import gate
from casino.rng.contributions import BeaconAwaited, NotOpened
from casino.rng.core import entropy
from casino.rng.core.commitment import cards_hash, commitment, header_hash
from casino.rng.core.constants import (
    HASH_BYTES,
    MAX_PACKS,
    MECHANISM,
    PACK,
    PACK_SIZE,
    PROTOCOL,
    REFILL,
)
from casino.rng.core.contribution import dealers_cut
from casino.rng.core.order import Tree, as_dealt, leaf, salts
from casino.rng.core.order import tree as tree_of
from casino.rng.core.shuffle import packs_of, seed_size, shuffle_cards, whole_packs
from casino.rng.deal import Deal, deal_hash, fits
from casino.rng.log import tree
from casino.rng.models import Shoe
from casino.rng.seal import SEALED_CARD_BYTES, Seal, SealBroken
from casino.rng.secrecy import forgets_on_failure
from casino.rng.withdrawal import Withdrawal, left_over

__all__ = ["SEALED_CARD_BYTES", "BeaconAwaited", "NotOpened"]

BUNDLE_VERSION: Final = 3
"""3 has contributions, cut and root, in the log's entries."""
DEAL_VERSION: Final = 4
"""4 says besides which hand got which card: of a shoe that had an order, where that was told."""
State = Shoe.State


class ShoeFinished(Exception):
    """The shoe is retired, or has fewer cards left than were asked for. Nothing was dealt."""


class ShoeDiffers(Exception):
    """The table already has a shoe of this sequence number, promised on other terms."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a shoe is promised to be."""

    game: str
    rules: str
    """The keys of the game and of its rule set."""
    packs: int
    cards_behind: int
    """Cards behind the stop card."""
    burn: int
    """Cards burnt before the first is dealt."""
    cut: tuple[int, int] | None
    """The first and the last place where the shuffled cards may be cut; None: they are not."""
    contributions: Literal["full", "cut_only", "none"]
    beacon: bool
    timelock: bool = False
    """Secrets are locked to the beacon's round, which opens them; not opened by hand."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A card that left the shoe, with what proves that it was promised there."""

    place: int
    """Counted from 0, burnt cards included."""
    face: int
    proof: str
    """Base64 of the card's salt and the hashes up to the root, the nearest first."""


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
    openings: tuple[Opening, ...] = ()
    """One for each of the faces. It holds the salt: who may not see the card may not see it."""


@forgets_on_failure
@gate.halts_the_house
def promise_shoe(table: str, sequence: int, terms: Terms) -> Shoe:
    """Return the table's shoe of this number, promised now unless it exists.

    Commits before it returns, and is refused inside a transaction (RuntimeError). Whoever inserts
    first wins; the seed of a loser is forgotten unseen. Raises ValueError for a shoe that cannot
    be, `ShoeDiffers` when the existing one is another, `Broken` when the generator is in its error
    state.
    """
    size = terms.packs * PACK_SIZE
    stop_at = size - terms.cards_behind
    cut_from, cut_to = terms.cut or (0, 0)
    if (
        not _well_named(table, sequence)
        or not 1 <= terms.packs <= MAX_PACKS
        or not 0 <= terms.burn < stop_at <= size
        or (terms.cut is not None and not 1 <= cut_from <= cut_to < size)
        or (terms.timelock and (terms.contributions == "none" or not terms.beacon))
    ):
        raise ValueError("no such shoe can be made")
    asked: dict[str, str | int] = {
        "game": terms.game,
        "rules": terms.rules,
        "packs": terms.packs,
        "size": size,
        "burn": terms.burn,
        "stop_at": stop_at,
        "contributions": terms.contributions,
        "cut_from": cut_from,
        "cut_to": cut_to,
        "beacon": beacon.CHAIN.hash if terms.beacon else "none",
        **({"opening": "timelock"} if terms.timelock else {}),
    }
    report = gate.may_deal()
    # Durable: in a caller's transaction a rollback would undo the promise, and another be made.
    with transaction.atomic(durable=True):
        shoe = Shoe.objects.filter(table=table, sequence=sequence).first()
        if shoe is None:
            shoe = _inserted(_promised(table, sequence, asked, report))
    return _as_asked(shoe, asked)


@forgets_on_failure
@gate.halts_the_house
def promise_refill(
    table: str, sequence: int, *, ran_out: UUID, cards: int, game: str, rules: str
) -> Shoe:
    """Return the table's shoe of this number: the first `cards` of one that ran out, promised.

    Those are the cards that had left it before the round in play (ON-83), burnt ones included; the
    refill has no stop card, burns none by itself, and nobody contributes to it. Twice is as once,
    as with `promise_shoe`; raises what it raises.
    """
    if not _well_named(table, sequence) or cards < 1:
        raise ValueError("no such refill can be made")
    asked: dict[str, str | int] = {
        "protocol": REFILL,
        "refills": str(ran_out),
        "game": game,
        "rules": rules,
        "packs": packs_of(cards),
        "size": cards,
        "burn": 0,
        "stop_at": cards,
        "contributions": "none",
        "cut_from": 0,
        "cut_to": 0,
        "beacon": "none",
    }
    report = gate.may_deal()
    with transaction.atomic(durable=True):
        shoe = Shoe.objects.filter(table=table, sequence=sequence).first()
        if shoe is None:
            faces = _dealt(Shoe.objects.get(pk=ran_out), table, cards)
            shoe = _inserted(_promised(table, sequence, asked, report, faces))
    return _as_asked(shoe, asked)


def make_shoe(
    table: str,
    sequence: int,
    *,
    packs: int,
    cards_behind: int,
    burn: int,
    game: str = "any",
    rules: str = "any",
) -> Shoe:
    """Return a shoe to which nobody contributes and which nobody cuts, ready to be dealt.

    Promises and shuffles it; raises what they raise.
    """
    terms = Terms(
        game=game,
        rules=rules,
        packs=packs,
        cards_behind=cards_behind,
        burn=burn,
        cut=None,
        contributions="none",
        beacon=False,
    )
    return shuffle_shoe(promise_shoe(table, sequence, terms).id)


def make_refill(
    table: str, sequence: int, *, ran_out: UUID, cards: int, game: str = "any", rules: str = "any"
) -> Shoe:
    """Return a refill, ready to be dealt: promises and shuffles it; raises what they raise."""
    promised = promise_refill(table, sequence, ran_out=ran_out, cards=cards, game=game, rules=rules)
    return shuffle_shoe(promised.id)


def _promised(
    table: str,
    sequence: int,
    asked: dict[str, str | int],
    report: str,
    faces: bytes | None = None,
) -> Shoe:
    """Return an unsaved shoe: its seed committed to and sealed, and nothing else done with it."""
    shoe_id = UUID(bytes=entropy.draw(16), version=4)
    packs = int(asked["packs"])
    seed = entropy.draw(seed_size(packs))
    header: dict[str, str | int] = {
        "protocol": PROTOCOL,
        "mechanism": MECHANISM,
        "pack": PACK,
        "instance": entropy.instance(),
        "shoe": str(shoe_id),
        "table": table,
        "sequence": sequence,
        "report": report,
        **asked,
    }
    if faces is not None:
        header["cards"] = cards_hash(faces, seed)
    return Shoe(
        id=shoe_id,
        table=table,
        sequence=sequence,
        header=header,
        commitment=commitment(header, seed),
        packs=packs,
        size=header["size"],
        burn=header["burn"],
        stop_at=header["stop_at"],
        position=header["burn"],
        sealed_seed=_new_seal(shoe_id).seal_seed(seed),
    )


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


def _as_asked(shoe: Shoe, asked: dict[str, str | int]) -> Shoe:
    if any(shoe.header.get(name) != asked.get(name) for name in (*asked, "opening")):
        raise ShoeDiffers(str(shoe))
    return shoe


def _well_named(table: str, sequence: int) -> bool:
    return table.isascii() and table.isprintable() and 0 < len(table) <= 64 and sequence >= 1


def _dealt(old: Shoe, table: str, cards: int) -> bytes:
    """Return the faces of the first cards that left a shoe of the table, ascending."""
    order = _sealed_order(old.id)
    if old.table != table or old.position < cards or order is None:
        raise ValueError("no such refill can be made")
    sealed = order[: cards * SEALED_CARD_BYTES]
    return bytes(sorted(_seal(old.id, old.root).open_cards(0, sealed)))


def _sealed_order(shoe_id: UUID) -> bytes | None:
    """Return the sealed order of a shoe, or None while it has none."""
    return _sealed("SELECT rng_sealed_order(%s)", shoe_id)


def _sealed(question: str, *about: UUID | int) -> bytes | None:
    """Return the sealed bytes that a function of the generator reads, or None where it has none."""
    with connection.cursor() as cursor:
        cursor.execute(question, about)
        (found,) = cursor.fetchone()
    return None if found is None else bytes(found)


# --- the order


@forgets_on_failure
@gate.halts_the_house
def shuffle_shoe(shoe_id: UUID) -> Shoe:
    """Return the shoe with its order, made and committed to now unless it is: never another.

    Commits before it returns, and is refused inside a transaction (RuntimeError). Locks the row,
    then the log. Raises `NotOpened` while contributions are awaited, `BeaconAwaited`,
    `ShoeFinished` when it is retired, `SealBroken` when the seed does not open or is not the
    committed one, `Broken` when the generator is in its error state.
    """
    shoe = Shoe.objects.get(pk=shoe_id)
    if shoe.state == State.LIVE:
        return shoe
    _must_be_opened(shoe)
    gate.may_deal()
    drawn = contributions.awaited_beacon(shoe)
    with transaction.atomic(durable=True):
        shoe = Shoe.objects.select_for_update().get(pk=shoe_id)
        if shoe.state != State.LIVE:
            _must_be_opened(shoe)
            _order(shoe, drawn)
    return Shoe.objects.get(pk=shoe_id)


def _must_be_opened(shoe: Shoe) -> None:
    if shoe.state == State.RETIRED:
        raise ShoeFinished(str(shoe))
    if shoe.state != (State.OPENED if contributions.has_list(shoe) else State.PROMISED):
        raise NotOpened(str(shoe))


def _order(shoe: Shoe, drawn: Beacon | None) -> None:
    """Shuffle, cut, seal and commit to the order. Assumes the row's lock; takes the log's."""
    seed = _seed(shoe)
    mix = contributions.mix(shoe, drawn)
    shuffled = shuffle_cards(seed, header_hash(shoe.header), _cards(shoe, seed), mix)
    by, cut = contributions.cut_of(list(shoe.contributions.all()))
    if shoe.header["cut_to"] and not by:
        cut = dealers_cut(mix, shoe.header["cut_from"], shoe.header["cut_to"])
    salted = salts(seed, bytes.fromhex(shoe.commitment), shoe.size)
    commit_order(shoe, shuffled.faces, salted, cut, by, shuffled.rejected, drawn)


def commit_order(
    shoe: Shoe,
    faces: tuple[int, ...],
    salted: tuple[bytes, ...],
    cut: int,
    by: int,
    rejected: int,
    drawn: Beacon | None,
) -> None:
    """Seal a shuffled order and its salts, and tell the log its root, in the caller's transaction.

    Assumes the row's lock; takes the log's.
    """
    numbered = enumerate(zip(faces, salted, strict=True))
    leaves = tuple(leaf(number, face, salt) for number, (face, salt) in numbered)
    root = tree_of(leaves).root.hex()
    at = max(filter(None, (contributions.now(), shoe.opened_at)))
    Shoe.objects.filter(pk=shoe.pk).update(
        state=State.LIVE,
        beacon=contributions.beacon_facts(drawn),
        cut=cut,
        cut_by=by,
        root=root,
        leaves=b"".join(leaves),
        sealed_order=_new_seal(shoe.id, root).seal_order(
            as_dealt(faces, cut), as_dealt(salted, cut)
        ),
        rejected_words=rejected,
        shuffled_at=at,
    )
    tree.append(
        subject(shoe.id),
        tree.Kind.ORDER,
        {
            "at": contributions.milliseconds(at),
            "beacon": contributions.beacon_facts(drawn),
            "by": by,
            "cut": cut,
            "root": root,
        },
    )


def _seed(shoe: Shoe) -> bytes:
    sealed = _sealed("SELECT rng_shoe_seed(%s)", shoe.id)
    assert sealed is not None
    seed = _new_seal(shoe.id).open_seed(sealed)
    if commitment(shoe.header, seed) != shoe.commitment:
        raise SealBroken("the seed is not the committed one")
    return seed


def _cards(shoe: Shoe, seed: bytes) -> bytes:
    """Return the faces of the unshuffled shoe: whole packs, or what a refill promised."""
    if "refills" not in shoe.header:
        return whole_packs(shoe.packs)
    old = Shoe.objects.get(pk=UUID(shoe.header["refills"]))
    faces = _dealt(old, shoe.table, shoe.size)
    if cards_hash(faces, seed) != shoe.header["cards"]:
        raise SealBroken("the cards are not the committed ones")
    return faces


# --- the deal


def _new_seal(shoe_id: UUID, root: str | None = None) -> Seal:
    return Seal(settings.SHOE_KEY, shoe_id, root, fallbacks=settings.SHOE_KEY_FALLBACKS)


def _seal(shoe_id: UUID, root: str | None) -> Seal:
    """Return the seal of a shoe in play; deriving its keys costs more than opening a card."""
    return _kept_seal((settings.SHOE_KEY, *settings.SHOE_KEY_FALLBACKS), shoe_id, root)


@functools.lru_cache(maxsize=256)
def _kept_seal(keys: tuple[str, ...], shoe_id: UUID, root: str | None) -> Seal:
    return Seal(keys[0], shoe_id, root, fallbacks=keys[1:])


@functools.lru_cache(maxsize=64)
def _promised_order(shoe_id: UUID) -> tuple[Tree, int]:
    """Return the tree over a shoe's order, which is public, and its cut."""
    leaves, root, cut = Shoe.objects.values_list("leaves", "root", "cut").get(pk=shoe_id)
    assert leaves is not None
    assert cut is not None
    whole = bytes(leaves)
    grown = tree_of([whole[at : at + HASH_BYTES] for at in range(0, len(whole), HASH_BYTES)])
    if grown.root.hex() != root:
        raise SealBroken("the leaves are not the committed ones")
    return grown, cut


def _openings(shoe_id: UUID, first: int, sealed: bytes) -> tuple[Opening, ...]:
    """Return the cards of these sealed bytes, each proved; raises `SealBroken`."""
    grown, cut = _promised_order(shoe_id)
    cards = _seal(shoe_id, grown.root.hex()).open_salted(first, sealed)
    opened = []
    for place, (face, salt) in enumerate(cards, first):
        number = (place + cut) % len(grown.leaves)
        if leaf(number, face, salt) != grown.leaves[number]:
            raise SealBroken("a card is not the promised one")
        proof = base64.b64encode(salt + b"".join(grown.proof(number))).decode()
        opened.append(Opening(place, face, proof))
    return tuple(opened)


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
        cursor.execute("SELECT after, stop_card, sealed FROM rng_open(%s, %s)", [shoe_id, count])
        row = cursor.fetchone()
    if row is None:
        raise ShoeFinished(str(Shoe.objects.get(pk=shoe_id)))
    position, stop_at, sealed = row
    return _opened(_openings(shoe_id, position - count, bytes(sealed)), position, stop_at)


def read_ahead(shoe_id: UUID, first: int, count: int) -> bytes:
    """Return so many cards of a live shoe from a place on, sealed; fewer where it has no more.

    None where a card of them has left the shoe. Assumes the lock of the shoe's table.
    """
    return _sealed("SELECT rng_sealed_from(%s, %s, %s)", shoe_id, first, count) or b""


@forgets_on_failure
def open_ahead(shoe_id: UUID, first: int, count: int, stop_at: int, sealed: bytes) -> OpenedCards:
    """Open the next `count` cards of a shoe, whose sealed bytes from `first` on were read ahead.

    They leave the shoe when the step is written: by `rng_deal`, in the transaction in which they
    were read, whose refusal is `UNDEALT`. Raises as `open_cards` does.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("cards are dealt within a transaction")
    wanted = count * SEALED_CARD_BYTES
    if len(sealed) < wanted:
        raise ShoeFinished(str(shoe_id))
    opened = _openings(shoe_id, first, sealed[:wanted])
    return _opened(opened, first + count, stop_at)


UNDEALT: Final = "SB002"
"""The SQLSTATE of `rng_deal` where the cards are not the next ones of a live shoe any more."""


def _opened(openings: tuple[Opening, ...], position: int, stop_at: int) -> OpenedCards:
    """Return cards after which the shoe stands at `position`."""
    return OpenedCards(
        faces=tuple(each.face for each in openings),
        position=position,
        stop_card=position > stop_at,
        stop_index=max(0, stop_at - (position - len(openings))),
        openings=openings,
    )


@forgets_on_failure
def openings(shoe_id: UUID, first: int, count: int) -> tuple[Opening, ...]:
    """Return cards that have been dealt again, by place, each with its proof.

    Refuses with ValueError places that are not dealt, were burnt before the first card, or have no
    order yet. Raises `SealBroken` when the sealed bytes do not open.
    """
    if count < 1:
        return ()
    sealed = _sealed("SELECT rng_sealed_shown(%s, %s, %s)", shoe_id, first, count)
    if sealed is None:
        raise ValueError("these places have not been dealt")
    return _openings(shoe_id, first, sealed)


# --- another key


@forgets_on_failure
def reseal_shoe(shoe_id: UUID) -> bool:
    """Seal a shoe's seed and order by SHOE_KEY; tell whether they were by a former key.

    Nothing else of the shoe changes, and a retired one not at all: it hides nothing. Every process
    must know SHOE_KEY by then. Locks the row. Raises `SealBroken` where no key opens them.
    """
    with transaction.atomic():
        shoe = Shoe.objects.select_for_update().get(pk=shoe_id)
        if shoe.state == State.RETIRED:
            return False
        seed, order = _seed(shoe), _sealed_order(shoe_id)
        seal = _new_seal(shoe_id, shoe.root)
        if order is not None:
            faces, salted = zip(*seal.open_salted(0, order), strict=True)
            order = seal.seal_order(faces, salted)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT rng_reseal_shoe(%s, %s, %s)", [shoe_id, seal.seal_seed(seed), order]
            )
            (changed,) = cursor.fetchone()
    return bool(changed)


# --- the end


def untold(shoe: Shoe) -> Deal | None:
    """Return which hand got which card of a shoe that was dealt to none: nothing is told."""
    return None


@forgets_on_failure
def retire_shoe(
    shoe_id: UUID,
    because: Withdrawal | None = None,
    told: Callable[[Shoe], Deal | None] = untold,
) -> Shoe:
    """Return the shoe retired, its seed and order revealed; no card leaves it any more.

    `told` says which hand got which card, of one that had an order: it is asked once, under the
    row's lock. One without an order is void; `because` is as for `void_shoe`. Twice is as once.
    Locks the row, then the log. Raises `SealBroken` when the seed or the order does not open, or
    the seed is not the committed one; ValueError for a deal that is not of the cards that left it.
    """
    with transaction.atomic():
        shoe = Shoe.objects.select_for_update().get(pk=shoe_id)
        if shoe.state == State.LIVE:
            deal = told(shoe)
            if deal is not None and not fits(deal, shoe.position - shoe.burn):
                raise ValueError("a deal gives each card that left the shoe to one hand")
            seal = _new_seal(shoe.id, shoe.root)
            # The order is revealed as it was dealt, not computed again: the verifier compares.
            order = bytes(seal.open_cards(0, _sealed_order(shoe_id) or b""))
            shoe = _revealed(shoe, order, deal=deal)
        elif shoe.state != State.RETIRED:
            shoe = void_shoe(shoe_id, "retired before it had an order", because)
    return shoe


@forgets_on_failure
def void_shoe(shoe_id: UUID, reason: str, because: Withdrawal | None = None) -> Shoe:
    """Return a shoe that is given up before it has an order: retired, its seed revealed.

    Every promise ends in a reveal. The log tells `because`, by default that the house's processes
    ended what was left over. Twice is as once. Locks the row, then the log. Refuses with
    ValueError a shoe that has an order; raises `SealBroken` as `retire_shoe` does.
    """
    with transaction.atomic():
        shoe = Shoe.objects.select_for_update().get(pk=shoe_id)
        if shoe.root is not None:
            raise ValueError("a shoe that has an order is retired, not void")
        if shoe.state != State.RETIRED:
            why = because or left_over(listed=shoe.state != State.PROMISED)
            at = max(filter(None, (contributions.now(), shoe.closed_at, shoe.opened_at)))
            tree.append(
                subject(shoe.id),
                tree.Kind.VOID,
                {
                    "at": contributions.milliseconds(at),
                    "by": why.by,
                    "code": why.code,
                    "reason": reason,
                },
            )
            shoe = _revealed(shoe, None, why)
    return shoe


def _revealed(
    shoe: Shoe,
    order: bytes | None,
    because: Withdrawal | None = None,
    deal: Deal | None = None,
) -> Shoe:
    """Return the shoe after publishing its seed. Assumes the row's lock; takes the log's."""
    seed = _seed(shoe)
    Shoe.objects.filter(pk=shoe.pk).update(
        state=State.RETIRED,
        seed=seed.hex(),
        order=order,
        deal=deal,
        retired_at=Now(),
        withdrawn_for=because and because.code,
        withdrawn_by=because and because.by,
    )
    tree.append(
        subject(shoe.id),
        tree.Kind.REVEAL,
        {
            "seed": seed.hex(),
            "left": shoe.size if order is None else shoe.size - shoe.position,
            **({} if deal is None else {"deal": deal_hash(deal)}),
        },
    )
    return Shoe.objects.get(pk=shoe.pk)


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
        "root": shoe.root,
        "cut": shoe.cut,
        "cut_by": shoe.cut_by,
        "contributions": contributions.public(shoe),
        "seed": shoe.seed,
        "withdrawn": None
        if shoe.withdrawn_for is None
        else {"code": shoe.withdrawn_for, "by": shoe.withdrawn_by},
    }


def bundle(shoe_id: UUID) -> dict[str, Any]:
    """Return the file that verifies the shoe; its `reveal` is None until the shoe is retired."""
    shoe = Shoe.objects.get(pk=shoe_id)
    void = shoe.order is None
    return {
        "version": BUNDLE_VERSION if shoe.deal is None else DEAL_VERSION,
        "header": shoe.header,
        "commitment": shoe.commitment,
        "reveal": None
        if shoe.seed is None
        else {
            "seed": shoe.seed,
            "order": None if shoe.order is None else list(shoe.order),
            "rejected_words": shoe.rejected_words,
            "burnt": 0 if void else shoe.burn,
            "dealt": shoe.position - shoe.burn,
            "left": shoe.size if void else shoe.size - shoe.position,
            "stop_card": shoe.position > shoe.stop_at,
            **({} if shoe.deal is None else {"deal": shoe.deal}),
        },
        "log": tree.evidence(subject(shoe_id)),
    }
