"""What a live shoe and a draw hide, and the search of a page for it."""

import base64
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings

from casino.rng.models import Contribution, Draw, Shoe
from casino.rng.seal import Seal, SeedSeal
from tables.games.core.cards import PACK
from tests.admin.office import CARD
from tests.floor import House

CARDS_TOGETHER = 5
FACES_TOGETHER = 7
"""Neighbours of the undealt order that stand together on a page by no accident."""
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Secret:
    """Everything of a live shoe or a draw's seed that nobody may see, as a page might write it."""

    texts: tuple[str, ...]
    faces: tuple[int, ...]
    """The undealt order."""

    def found_in(self, page: str) -> str:
        """Return what leaked; empty when nothing did."""
        shown = (page, _bare(page), _bare(html.unescape(page)))
        for text in self.texts:
            bare = _bare(text)
            if any(text in each or bare in each for each in shown):
                return f"the sealed bytes or the seed, as {text[:24]}"
        cards = [PACK[face] for face in self.faces]
        if _runs(CARDS_TOGETHER, CARD.findall(page), cards):
            return "undealt cards"
        numbers = [int(each) for each in NUMBER.findall(page) if len(each) < 3]
        if _runs(FACES_TOGETHER, numbers, self.faces):
            return "undealt faces"
        return ""


def _bare(text: str) -> str:
    """Undo what JSON and Python do to quotes and backslashes, which may be part of a seed."""
    return re.sub(r"\\+(?=[\\'\"])", "", text)


def _runs(length: int, seen: Sequence[Any], order: Sequence[Any]) -> bool:
    """Tell whether so many neighbours of the order are neighbours in what was seen."""
    windows = _windows(length, tuple(order))
    return any(tuple(seen[at : at + length]) in windows for at in range(len(seen)))


@lru_cache
def _windows(length: int, order: tuple[Any, ...]) -> frozenset[tuple[Any, ...]]:
    return frozenset(order[at : at + length] for at in range(len(order) - length + 1))


def written(secret: bytes) -> Iterator[str]:
    """Give the ways in which a page might write bytes."""
    yield secret.hex()
    yield secret.hex()[:32]
    yield base64.b64encode(secret[:48]).decode()
    yield base64.urlsafe_b64encode(secret[:48]).decode()
    yield repr(secret[:32])[2:-1]
    yield str(int.from_bytes(secret[:32]))


def secret_of(house: House) -> Secret:
    """Return what the table's live shoe hides."""
    shoe = Shoe._base_manager.get(pk=house.table.shoe_id)
    assert (shoe.state, shoe.seed) == ("live", None)
    seal = Seal(settings.SHOE_KEY, shoe.pk, shoe.root)
    seed, order = bytes(shoe.sealed_seed), bytes(shoe.sealed_order or b"")
    each = len(order) // shoe.size
    undealt = order[shoe.position * each :]
    texts = {*written(seal.open_seed(seed)), *written(seed), *written(order), *written(undealt)}
    texts |= {settings.SHOE_KEY}
    unpublished = Contribution.objects.filter(shoe__opened_at=None).exclude(secret=None)
    for contribution in unpublished:
        texts |= {*written(bytes.fromhex(contribution.secret or ""))}
    for draw in Draw._base_manager.filter(seed=None):
        sealed = bytes(draw.sealed_seed)
        texts |= {*written(SeedSeal(settings.SHOE_KEY, draw.pk).open_seed(sealed))}
        texts |= {*written(sealed)}
    return Secret(tuple(texts), seal.open_cards(shoe.position, undealt))
