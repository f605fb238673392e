"""The main game's edges that need no computing: those of `computed`, found by their terms."""

from collections.abc import Mapping
from functools import cache

from tables.games.blackjack.theory.computed import COMPUTED
from tables.games.blackjack.theory.strategy import MainReturn, Strategy, read_worth
from tables.games.blackjack.theory.terms import MainTerms


@cache
def _all() -> Mapping[MainTerms, MainReturn]:
    return {
        terms: MainReturn(edge, error, Strategy.read(written), read_worth(worth))
        for terms, edge, error, written, worth in COMPUTED
    }


def known(terms: MainTerms) -> MainReturn | None:
    """Return the stored result for the terms, or `None` when it must be computed."""
    return _all().get(terms)
