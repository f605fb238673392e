"""The search of the whole office: what the apps register, and how a term is read.

An app registers for each list that the search asks a function that returns conditions
(`search_source`); the list's own search finds by the same. Knows no table or game.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, Final

from django.db.models import Model, Q, QuerySet

from casino.i18n import Words
from casino.players.models import Player

LONGEST: Final = 100
"""Characters of a term."""
LOOKED_AT: Final = 1000
"""Rows that one condition finds at the most, the first in the list's order."""
_AMOUNT: Final = re.compile(r"(?:\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+|\d{1,15})[.,]\d\d")
_NUMBER: Final = re.compile(r"#?([0-9]{1,18})")


@dataclass(frozen=True)
class SearchTerm:
    """What somebody searches for, without spaces around it."""

    text: str

    @cached_property
    def number(self) -> int | None:
        """The number that it is, as of a row; None where it is none."""
        found = _NUMBER.fullmatch(self.text)
        return int(found[1]) if found else None

    @cached_property
    def amount(self) -> int | None:
        """The amount that it is, in minor units: `17,50`, `1 234.50`, `1,234.50`; or None.

        Only with its two decimals: without, it is a number.
        """
        if not _AMOUNT.fullmatch(self.text):
            return None
        minor = int(re.sub(r"\D", "", self.text))
        return minor if minor < 1 << 63 else None

    @cached_property
    def player_ids(self) -> list[int]:
        """The player of this username, whatever its case; empty where there is none."""
        return list(Player.objects.filter(username__iexact=self.text).values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class Matches:
    """Conditions on the rows of a list, each of which an index serves; any of them finds."""

    exact: Sequence[Q]
    similar: Sequence[Q] = ()
    """Of rows that are shown after the exact ones."""


@dataclass(frozen=True, slots=True)
class SearchSource:
    """A list that the search asks."""

    find: Callable[[SearchTerm], Matches]
    hint: Words
    """By what its rows are found."""
    filters: Mapping[str, str] = field(default_factory=dict)
    """What the list's address must say, so that it leaves no row out by itself."""


SOURCES: Final[dict[type[Model], SearchSource]] = {}
"""By model, in the order of the result page."""
Finder = Callable[[SearchTerm], Matches]


def search_source(model: type[Model], hint: Words, **filters: str) -> Callable[[Finder], Finder]:
    """Decorator: register a function that returns by which conditions rows of a list are found."""

    def register(find: Finder) -> Finder:
        SOURCES[model] = SearchSource(find, hint, filters)
        return find

    return register


def find_matches(model: type[Model], text: str) -> Matches:
    """Return the conditions of a model's source; none where it has no source."""
    source = SOURCES.get(model)
    return source.find(SearchTerm(text)) if source else Matches(())


def matching_rows(rows: QuerySet[Any], conditions: Sequence[Q], *order: str) -> QuerySet[Any]:
    """Return the rows that meet any of these conditions, in an order.

    Each condition is a query of its own: with OR between them none would be served by its index.
    """
    if not conditions:
        return rows.none()
    found = [
        rows.model._base_manager.filter(each).order_by(*order).values("pk")[:LOOKED_AT]
        for each in conditions
    ]
    union = reduce(lambda one, other: one.union(other), found)
    return rows.filter(pk__in=union).order_by(*order)
