"""Seats that contribute to a shoe or a draw, as browsers do; their secrets are their numbers'."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from casino.rng import contributions, shoes
from casino.rng.core.constants import DRAW_TAGS, SHOE_TAGS, Tags
from casino.rng.core.contribution import contribution_hash
from casino.rng.models import Shoe
from casino.rng.shoes import Terms

TERMS = Terms(
    game="blackjack",
    rules="a-rule-set",
    packs=6,
    cards_behind=60,
    burn=5,
    cut=(104, 208),
    contributions="full",
    beacon=False,
)


def terms(**changes: object) -> Terms:
    """Return the terms of a six-pack shoe, but for some."""
    return replace(TERMS, **changes)  # type: ignore[arg-type]


def secret(seat: int) -> bytes:
    """Return what a seat contributes."""
    return hashlib.sha256(f"seat {seat}".encode()).digest()


def hash_of(subject: UUID, seat: int, cut: int | None = None, tags: Tags = SHOE_TAGS) -> str:
    """Return what a seat seals, lower-case hex."""
    return contribution_hash(tags, str(subject), seat, secret(seat), cut).hex()


def seal(
    subject: UUID, seat: int, cut: int | None = None, tags: Tags = SHOE_TAGS
) -> contributions.Receipt:
    """Seal a seat's secret, and its cut if it cuts."""
    return contributions.seal(
        subject,
        seat=seat,
        party=f"player:{seat}",
        hash=hash_of(subject, seat, cut, tags),
        cuts=cut is not None,
    )


def open_(subject: UUID, seat: int, cut: int | None = None) -> None:
    """Open what the seat sealed."""
    contributions.open(
        subject, seat=seat, party=f"player:{seat}", secret=secret(seat).hex(), cut=cut
    )


def contributed(
    subject: UUID,
    seats: Mapping[int, int | None],
    *,
    withheld: tuple[int, ...] = (),
    draw: bool = False,
) -> None:
    """Bring a promise to where it is opened: seats, each with its cut or None, some withholding."""
    for seat, cut in seats.items():
        seal(subject, seat, cut, DRAW_TAGS if draw else SHOE_TAGS)
    contributions.close(subject)
    for seat, cut in seats.items():
        if seat not in withheld:
            open_(subject, seat, cut)
    contributions.finish(subject)


def shuffled(
    sequence: int = 1,
    seats: Mapping[int, int | None] | None = None,
    *,
    withheld: tuple[int, ...] = (),
    table: str = "table:1",
    **changes: object,
) -> Shoe:
    """Return a shoe to which these seats have contributed, ready to be dealt."""
    shoe = shoes.promise_shoe(table, sequence, terms(**changes))
    contributed(shoe.id, {1: None, 3: 150, 4: None} if seats is None else seats, withheld=withheld)
    return shoes.shuffle_shoe(shoe.id)
