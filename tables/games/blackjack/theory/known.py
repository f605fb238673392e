"""The main game's edges that need no computing: those of `computed.toml`, found by their terms."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import Any

from tables.games.blackjack.terms import BlackjackTie, EvenMoneyTerms, Push21
from tables.games.blackjack.theory.strategy import MainReturn, Strategy, read_worth
from tables.games.blackjack.theory.terms import MainTerms


@cache
def _all() -> Mapping[MainTerms, MainReturn]:
    written = get_data(__name__, "computed.toml")
    assert written is not None
    return {
        _terms(**each["terms"]): MainReturn(
            each["edge"], each["error"], Strategy.read(each["strategy"]), read_worth(each["worth"])
        )
        for each in tomllib.loads(written.decode())["computed"]
    }


def _terms(
    *,
    blackjack_odds: list[int],
    blackjack_tie: str,
    even_money: str,
    beaten_21: str | None = None,
    max_splits: int | None = None,
    max_ace_splits: int | None = None,
    **others: Any,
) -> MainTerms:
    """Return the terms of a stored result; what is left out there is `None`."""
    wins, of = blackjack_odds
    return MainTerms(
        blackjack_odds=(wins, of),
        blackjack_tie=BlackjackTie(blackjack_tie),
        even_money=EvenMoneyTerms(even_money),
        beaten_21=None if beaten_21 is None else Push21(beaten_21),
        max_splits=max_splits,
        max_ace_splits=max_ace_splits,
        **others,
    )


def known(terms: MainTerms) -> MainReturn | None:
    """Return the stored result for the terms, or `None` when it must be computed."""
    return _all().get(terms)
