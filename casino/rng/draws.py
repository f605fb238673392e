"""Prepares, makes and reveals draws: the only way to a number on a wheel or dice.

A draw is promised before the stakes of its round, made when the round asks for it and never again,
and revealed at once. Nothing here logs or raises a seed, or computes what falls before it is asked.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from casino.rng import contributions as brought
from casino.rng.beacon import CHAIN, Beacon
from casino.rng.conformity import gate
from casino.rng.contributions import BeaconAwaited, NotOpened
from casino.rng.core import entropy
from casino.rng.core.canonical import Json
from casino.rng.core.commitment import commitment, header_hash
from casino.rng.core.constants import DRAW_PROTOCOL, DRAW_SEED_BYTES, DRAW_TAGS, MECHANISM
from casino.rng.core.fall import can_fall, fall
from casino.rng.log import tree
from casino.rng.models import Draw
from casino.rng.seal import SealBroken, SeedSeal
from casino.rng.secrecy import forgets_on_failure
from casino.rng.withdrawal import ORDERED, Withdrawal, left_over

__all__ = ["BeaconAwaited", "NotOpened"]

BUNDLE_VERSION: Final = 3
"""3 has contributions and beacon, in the log's entries."""


class DrawDiffers(Exception):
    """The table already has a draw of this sequence number, promised on other terms."""


class DrawTaken(Exception):
    """The draw fell for another request, the request has another draw, or it was withdrawn."""


class DrawNotMade(Exception):
    """Nothing has fallen yet, and until then no seed is revealed."""


@forgets_on_failure
@gate.halts_the_house
def prepare_draw(
    table: str,
    sequence: int,
    sides: tuple[int, ...],
    *,
    game: str = "any",
    rules: str = "any",
    contributions: Literal["full", "none"] = "none",
    beacon: bool = False,
    timelock: bool = False,
) -> Draw:
    """Return the table's draw of this number, promised now unless it exists.

    With `timelock` secrets are locked to the beacon's round, which opens them.

    Commits before it returns, and is refused inside a transaction (RuntimeError). Whoever inserts
    first wins; the seed of a loser is forgotten unseen. Raises ValueError for a draw that cannot
    be, `DrawDiffers` when the existing one is another, `Broken` when the generator is in its error
    state.
    """
    opens = not timelock or (contributions == "full" and beacon)
    if not (_is_label(table) and sequence >= 1 and can_fall(sides) and opens):
        raise ValueError("no such draw can be made")
    asked = {
        "game": game,
        "rules": rules,
        "sides": _written(sides),
        "contributions": contributions,
        "beacon": CHAIN.hash if beacon else "none",
        **({"opening": "timelock"} if timelock else {}),
    }
    report = gate.may_deal()
    # Durable: in a caller's transaction a rollback would undo the promise, and another be made.
    with transaction.atomic(durable=True):
        draw = Draw.objects.filter(table=table, sequence=sequence).first()
        if draw is None:
            fresh = _promised(table, sequence, sides, {"report": report} | asked)
            Draw.objects.bulk_create([fresh], ignore_conflicts=True)
            draw = Draw.objects.get(table=table, sequence=sequence)
            # Last, for the log's lock; in this transaction, so that no draw is without its entry.
            tree.append(
                subject(draw.id),
                tree.Kind.COMMITMENT,
                {"header": draw.header, "commitment": draw.commitment},
            )
    if any(draw.header.get(name) != asked.get(name) for name in (*asked, "opening")):
        raise DrawDiffers(str(draw))
    return draw


def _promised(table: str, sequence: int, sides: tuple[int, ...], asked: dict[str, str]) -> Draw:
    """Return an unsaved draw: its seed committed to and sealed, and nothing else done with it."""
    draw_id = UUID(bytes=entropy.draw(16), version=4)
    header: dict[str, str | int] = {
        "protocol": DRAW_PROTOCOL,
        "mechanism": MECHANISM,
        "instance": entropy.instance(),
        "draw": str(draw_id),
        "table": table,
        "sequence": sequence,
        **asked,
    }
    seed = entropy.draw(DRAW_SEED_BYTES)
    return Draw(
        id=draw_id,
        table=table,
        sequence=sequence,
        sides=list(sides),
        header=header,
        commitment=commitment(header, seed, DRAW_TAGS),
        sealed_seed=_seal(draw_id).seal_seed(seed),
    )


@forgets_on_failure
@gate.halts_the_house
def make_draw(draw_id: UUID, request: str) -> Draw:
    """Return the draw with its values, fallen now unless they have: asking again tells the same.

    `request` names what it is for, e.g. a round, once no stake can change any more; a draw serves
    one request, and a request one draw of its table. Locks the row and commits before it returns,
    so that nobody can look and then undo it: refused inside a transaction (RuntimeError). Raises
    `DrawTaken`, `NotOpened` while contributions are awaited, `BeaconAwaited`, `SealBroken` when the
    seed does not open or seed or sides are not the committed ones, `Broken` when the generator is
    in its error state.
    """
    if not _is_label(request):
        raise ValueError("a request is a label of 1 to 64 ASCII characters")
    draw = Draw.objects.get(pk=draw_id)
    drawn = brought.awaited_beacon(draw) if draw.state == Draw.State.OPENED else None
    with transaction.atomic(durable=True):
        draw = Draw.objects.select_for_update().get(pk=draw_id)
        if draw.state not in (Draw.State.DRAWN, Draw.State.REVEALED):
            _let_fall(draw, request, drawn)
            draw = Draw.objects.get(pk=draw_id)
    if draw.request != request:
        raise DrawTaken(str(draw))
    return draw


def _let_fall(draw: Draw, request: str, drawn: Beacon | None) -> None:
    """Let the draw fall for a request. Assumes the row's lock."""
    if Draw.objects.filter(table=draw.table, request=request).exists():
        raise DrawTaken(f"{request} has another draw than {draw}")
    ready = Draw.State.OPENED if brought.has_list(draw) else Draw.State.COMMITTED
    if draw.state != ready:
        raise NotOpened(str(draw))
    mix = brought.mix(draw, drawn)
    fallen = fall(_seed(draw), header_hash(draw.header, DRAW_TAGS), tuple(draw.sides), mix)
    Draw.objects.filter(pk=draw.pk).update(
        state=Draw.State.DRAWN,
        request=request,
        values=list(fallen.values),
        rejected_words=fallen.rejected,
        beacon=brought.beacon_facts(drawn),
        drawn_at=Now(),
    )


@forgets_on_failure
def reveal_draw(draw_id: UUID) -> Draw:
    """Return the draw with its seed revealed. Idempotent. Locks the row.

    Raises `DrawNotMade` before anything fell, `SealBroken` when the seed does not open or is not
    the committed one.
    """
    with transaction.atomic():
        draw = Draw.objects.select_for_update().get(pk=draw_id)
        if draw.request is None and draw.state != Draw.State.REVEALED:
            raise DrawNotMade(str(draw))
        if draw.state == Draw.State.DRAWN:
            draw = _revealed(draw)
    return draw


@forgets_on_failure
def withdraw_draw(draw_id: UUID, because: Withdrawal | None = None) -> Draw:
    """Return a draw that nobody asked for revealed, so that nothing can fall from it any more.

    Every promise ends in a reveal, also that of a table which closes. The log tells `because`, by
    default that the house's processes ended what was left over. Twice is as once, and the first
    reason stays. Locks the row. Raises `DrawTaken` once something fell, `SealBroken` as
    `reveal_draw` does.
    """
    with transaction.atomic():
        draw = Draw.objects.select_for_update().get(pk=draw_id)
        if draw.request is not None:
            raise DrawTaken(str(draw))
        if draw.state != Draw.State.REVEALED:
            listed = draw.state != Draw.State.COMMITTED
            draw = _revealed(draw, because or left_over(listed=listed))
    return draw


def would_have_fallen(draw: Draw) -> tuple[int, ...] | None:
    """Return what a withdrawn draw would have given, by its revealed seed.

    None of one that fell or is not revealed, and where not all had come that enters it: open
    contributions, or the beacon's round.
    """
    if draw.seed is None or draw.request is not None:
        return None
    if brought.has_list(draw) and (draw.opened_at is None or draw.beacon_round):
        return None
    mix = brought.mix(draw, None)
    seed = bytes.fromhex(draw.seed)
    return fall(seed, header_hash(draw.header, DRAW_TAGS), tuple(draw.sides), mix).values


def last_withdrawn(table: str, sequence: int) -> Draw | None:
    """Return the table's draw of this number, or of the one before, if a person withdrew it."""
    return (
        Draw.objects.filter(
            table=table, sequence__in=(sequence, sequence - 1), withdrawn_for__in=ORDERED
        )
        .order_by("-sequence")
        .first()
    )


def _revealed(draw: Draw, because: Withdrawal | None = None) -> Draw:
    """Return the draw after publishing its seed. Assumes the row's lock; takes the log's."""
    Draw.objects.filter(pk=draw.pk).update(
        state=Draw.State.REVEALED,
        seed=_seed(draw).hex(),
        revealed_at=Now(),
        withdrawn_for=because and because.code,
        withdrawn_by=because and because.by,
    )
    shown = Draw.objects.get(pk=draw.pk)
    facts: dict[str, Json] = {
        "beacon": shown.beacon,
        "request": shown.request,
        "seed": shown.seed,
        "values": shown.values,
    }
    if because:
        facts["withdrawn"] = {"by": because.by, "code": because.code}
    tree.append(subject(shown.id), tree.Kind.REVEAL, facts)
    return shown


@forgets_on_failure
def reseal_draw(draw_id: UUID) -> bool:
    """Seal a draw's seed by SHOE_KEY; tell whether it was sealed by a former key.

    A revealed one does not change. Every process must know SHOE_KEY by then. Locks the row. Raises
    `SealBroken` where no key opens the seed.
    """
    with transaction.atomic():
        draw = Draw.objects.select_for_update().get(pk=draw_id)
        if draw.state == Draw.State.REVEALED:
            return False
        with connection.cursor() as cursor:
            sealed = _seal(draw_id).seal_seed(_seed(draw))
            cursor.execute("SELECT rng_reseal_draw(%s, %s)", [draw_id, sealed])
            (changed,) = cursor.fetchone()
    return bool(changed)


def subject(draw_id: UUID) -> str:
    """Return the name under which the log speaks of a draw."""
    return f"draw:{draw_id}"


def _seed(draw: Draw) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rng_draw_seed(%s)", [draw.pk])
        (sealed,) = cursor.fetchone()
    seed = _seal(draw.pk).open_seed(bytes(sealed))
    if commitment(draw.header, seed, DRAW_TAGS) != draw.commitment:
        raise SealBroken("the seed is not the committed one")
    if draw.header["sides"] != _written(draw.sides):
        raise SealBroken("the sides are not the committed ones")
    return seed


def _seal(draw_id: UUID) -> SeedSeal:
    return SeedSeal(settings.SHOE_KEY, draw_id, fallbacks=settings.SHOE_KEY_FALLBACKS)


def _written(sides: Sequence[int]) -> str:
    return ",".join(map(str, sides))


def _is_label(text: str) -> bool:
    return text.isascii() and text.isprintable() and 0 < len(text) <= 64


def public(draw: Draw) -> dict[str, Any]:
    """Return what anybody may know of a draw now, as plain JSON values."""
    return {
        "id": str(draw.id),
        "table": draw.table,
        "sequence": draw.sequence,
        "state": draw.state,
        "sides": draw.sides,
        "header": draw.header,
        "commitment": draw.commitment,
        "request": draw.request,
        "values": draw.values,
        "contributions": brought.public(draw),
        "beacon": draw.beacon,
        "created_at": draw.created_at.isoformat(),
        "drawn_at": draw.drawn_at and draw.drawn_at.isoformat(),
        "revealed_at": draw.revealed_at and draw.revealed_at.isoformat(),
        "seed": draw.seed,
        "withdrawn": withdrawn(draw),
        "would_have_fallen": would_have_fallen(draw),
    }


def withdrawn(draw: Draw) -> dict[str, Any] | None:
    """Return why a draw was withdrawn and by whom; None of one that was not, or not told so."""
    if draw.withdrawn_for is None:
        return None
    return {"code": draw.withdrawn_for, "by": draw.withdrawn_by}


def bundle(draw_id: UUID) -> dict[str, Any]:
    """Return the file that verifies the draw; its `reveal` is None until the seed is revealed.

    The values and rejected words of a draw that was withdrawn are None.
    """
    draw = Draw.objects.get(pk=draw_id)
    return {
        "version": BUNDLE_VERSION,
        "header": draw.header,
        "commitment": draw.commitment,
        "reveal": None
        if draw.seed is None
        else {
            "seed": draw.seed,
            "values": draw.values,
            "rejected_words": draw.rejected_words,
        },
        "log": tree.evidence(subject(draw_id)),
    }
