"""Where each clause is kept: in which piece of the engine, or outside the coup and why.

`CODE_PATHS` names the code that keeps a clause, `KEPT_ELSEWHERE` why another has none.
Every clause of the text stands in exactly one of the two.
"""

from collections.abc import Iterator
from typing import Final

from tables.games.core.monaco import SECOND_SHUFFLE

_CODE_PATHS: Final = """
BanqueAToutVa.needs: 01 04 07
BanqueAToutVa.is_session_over: 02
BanqueAToutVa.equipment: 03 14
play._put_up: 08
play.bankers_seat: 13
play._carry_on: 15 31
play._holder: 16
settle.outcome: 17 19
baccara.points.value: 18
play._staked: 20 22
play.opening_event: 21
play._drawn: 23 29
play._show_naturals: 24
play.must_draw: 25..27
view.holds: 28
settle.table_draws: 30
settle.returned: 32..36
settle.last_coup_kind: 37
play._last_coup: 38
"""

_KEPT_ELSEWHERE: Final = f"""
the server deals, pays and collects: 05
the cage is the exchange desk, also while the session goes on (casino.cashier.services): 06
whoever opens signs for the count, and the page shows the packs (tables.equipment.card_sets): 09
players add chance of their own before the shuffle (tables.shoes.contributions): 10..11
{SECOND_SHUFFLE}: 12
"""


def _table(text: str) -> Iterator[tuple[str, str]]:
    for line in text.strip().splitlines():
        where, _, ids = line.rpartition(": ")
        for each in ids.split():
            first, _, last = each.partition("..")
            for no in range(int(first), int(last or first) + 1):
                yield f"MC-BTV-{no:02}", where


CODE_PATHS: Final[dict[str, str]] = dict(_table(_CODE_PATHS))
"""Clause -> the code that keeps it, below this package or in the family of baccara."""

KEPT_ELSEWHERE: Final[dict[str, str]] = dict(_table(_KEPT_ELSEWHERE))
"""Clause -> why the engine has no code for it."""
