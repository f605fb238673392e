"""Watches what devices return against their technical sheets, as long as they are played.

A sequential test by betting: a gambler who stakes a part of a fortune on each game's return, at the
odds of the sheet, expects to win nothing if the sheet is true, however they stake and whenever they
stop. The fortune therefore ever reaches `1 / ERROR` with a chance of at most `ERROR` (J. Ville,
Étude critique de la notion de collectif, 1939; I. Waudby-Smith and A. Ramdas, Estimating means of
bounded random variables by betting, Journal of the Royal Statistical Society B 86, 2024). They bet
on too much and on too little, in parts of all sizes, with the same fortune on each. Reads only.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, fsum, inf, log, log1p
from typing import Final

from django.db import connection

from tables.games import GAMES
from tables.games.core.protocol import AnyGame, Game, ReturnSheet
from tables.models import Table
from tables.rows import rule_sets

ERROR: Final = 1e-6
"""The chance that a device whose sheet is true is ever reported."""
SIZES: Final = range(1, 17)
"""A bet is one half of each unit of the stake, a quarter, and so on."""

Counts = Mapping[tuple[ReturnSheet, Fraction], int]
"""How many games under a sheet have paid so much, in stakes."""

_PAID: Final = """
SELECT round.rules_id, (event.body ->> 'paid')::bigint,
       (event.body -> 'moves' -> 0 ->> 'amount')::bigint, count(*)
  FROM tables_roundevent AS event JOIN tables_round AS round ON round.id = event.round_id
 WHERE event.table_id = %(table)s AND event.kind = %(kind)s
   AND event.body -> 'moves' -> 0 ->> 'why' = 'collect'
 GROUP BY 1, 2, 3"""
"""Games that cost nothing collect nothing, and are left out."""


@dataclass(frozen=True, slots=True)
class ObservedReturn:
    """What the games of a table have returned, in stakes of each."""

    table_id: int
    games: int
    realised: float
    theoretical: float
    """By the sheets in force when they were played."""
    evidence: float
    """The logarithm of the fortune."""

    @property
    def differs(self) -> bool:
        """Tell whether the device is reported."""
        return self.evidence >= -log(ERROR)


def unexpected_returns() -> list[ObservedReturn]:
    """Return the tables whose devices return something else than their sheets say."""
    keys = [key for key, game in GAMES.items() if _has_sheets(game)]
    tables = Table.objects.filter(rules__game__in=keys).order_by("pk")
    returns = [observed_return_of(table) for table in tables.values_list("pk", flat=True)]
    return [each for each in returns if each.differs]


def observed_return_of(table_id: int) -> ObservedReturn:
    """Return what a machine paid back, void games included, beside its technical sheet."""
    counts = _counted(table_id)
    games = sum(counts.values())
    return ObservedReturn(
        table_id,
        games,
        float(sum(paid * often for (_, paid), often in counts.items())) / max(1, games),
        float(sum(sheet.mean * often for (sheet, _), often in counts.items())) / max(1, games),
        log_evidence(counts),
    )


def log_evidence(counts: Counts) -> float:
    """Return the natural log of the evidence against the sheets: of a fortune that began at 1.

    A sheet is reported from `-log(ERROR)` on. Infinite where a game paid more than any can.
    """
    if any(paid > sheet.most for sheet, paid in counts):
        return inf
    fortunes = [
        fsum(
            often * log1p(bet * float(paid - sheet.mean))
            for (sheet, paid), often in counts.items()
            if _ventured(bet, sheet)
        )
        for size in SIZES
        for bet in (2.0**-size, -(2.0**-size))
    ]
    best = max(fortunes)
    return best + log(fsum(exp(each - best) for each in fortunes) / len(fortunes))


def _ventured(bet: float, sheet: ReturnSheet) -> bool:
    """Tell whether so much is bet on a game: never what could end with less than nothing.

    A bet on too much risks what a game returns, one on too little the most that it pays, and
    proves nothing where bad play gets less.
    """
    if bet > 0:
        return bet * sheet.mean < 1
    return sheet.independent_of_play and -bet * (sheet.most - sheet.mean) < 1


def _counted(table_id: int) -> dict[tuple[ReturnSheet, Fraction], int]:
    counted = Counter[tuple[ReturnSheet, Fraction]]()
    kind = _sheet(Table.objects.values_list("rules_id", flat=True).get(pk=table_id)).event
    with connection.cursor() as cursor:
        cursor.execute(_PAID, {"table": table_id, "kind": kind})
        for rules_key, paid, staked, often in cursor.fetchall():
            counted[_sheet(rules_key), Fraction(paid, staked)] += often
    return counted


def _sheet(rules_key: str) -> ReturnSheet:
    game, rules = rule_sets.game_and_rules(rules_key)
    sheet = game.return_sheet(rules)
    assert sheet is not None, f"{rules_key} has no sheet"
    return sheet


def _has_sheets(game: AnyGame) -> bool:
    return type(game).return_sheet is not Game.return_sheet
