"""Which key of SHOE_KEY and SHOE_KEY_FALLBACKS sealed what, and sealing it again by SHOE_KEY.

Shoes that are not retired and draws that are not revealed are sealed; of all others nothing is
hidden any more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection

from casino.rng import draws, shoes
from casino.rng.seal import Seal, SealBroken, SeedSeal
from casino.rng.secrecy import forgets_on_failure


@dataclass(frozen=True, slots=True)
class SealedCounts:
    """Shoes and draws that are sealed, by the key that opens them."""

    present: int
    former: int
    broken: tuple[str, ...]
    """Those that no key opens, by table and number, e.g. `table:3/shoe:12`."""


@dataclass(frozen=True, slots=True)
class _Sealed:
    id: UUID
    is_shoe: bool
    label: str
    root: str | None
    seed: bytes
    card: bytes | None
    """The first of the order, which may be sealed by another key than the seed."""


@forgets_on_failure
def count_sealed() -> SealedCounts:
    """Return how many shoes and draws are sealed, and by which key; raises ValueError for a short
    key.
    """
    present = former = 0
    broken: list[str] = []
    for each in _rows():
        if _opens(each, ()):
            present += 1
        elif _opens(each, settings.SHOE_KEY_FALLBACKS):
            former += 1
        else:
            broken.append(each.label)
    return SealedCounts(present, former, tuple(broken))


def reseal_all() -> SealedCounts:
    """Seal each by SHOE_KEY, one transaction for each; `former` counts those that were not.

    The house may play meanwhile. Every process must know SHOE_KEY by then.
    """
    found = list(_rows())
    former = 0
    broken: list[str] = []
    for each in found:
        try:
            former += shoes.reseal_shoe(each.id) if each.is_shoe else draws.reseal_draw(each.id)
        except SealBroken:
            broken.append(each.label)
    return SealedCounts(len(found) - former - len(broken), former, tuple(broken))


# The states are those of the partial indexes "shoe_sealed" and "draw_sealed".
_SEALED: Final = """
    SELECT id, true, "table" || '/shoe:' || sequence, root, rng_shoe_seed(id),
           substring(rng_sealed_order(id) FROM 1 FOR %s)
      FROM rng_shoe WHERE state IN ('promised', 'closed', 'opened', 'live')
    UNION ALL
    SELECT id, false, "table" || '/draw:' || sequence, NULL, rng_draw_seed(id), NULL
      FROM rng_draw WHERE state IN ('committed', 'closed', 'opened', 'drawn')
"""


def _rows() -> Iterator[_Sealed]:
    with connection.cursor() as cursor:
        cursor.execute(_SEALED, [shoes.SEALED_CARD_BYTES])
        for owner, is_shoe, label, root, seed, card in cursor.fetchall():
            yield _Sealed(owner, is_shoe, label, root, bytes(seed), card and bytes(card))


def _opens(sealed: _Sealed, fallbacks: Sequence[str]) -> bool:
    try:
        if sealed.is_shoe:
            seal = Seal(settings.SHOE_KEY, sealed.id, sealed.root, fallbacks=fallbacks)
            if sealed.card is not None:
                seal.open_cards(0, sealed.card)
            seal.open_seed(sealed.seed)
        else:
            SeedSeal(settings.SHOE_KEY, sealed.id, fallbacks=fallbacks).open_seed(sealed.seed)
    except SealBroken:
        return False
    return True
