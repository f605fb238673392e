"""Where each clause is kept: in which piece of the engine, or outside the coup and why.

`_CODE_PATHS` names the code that keeps a clause, `_KEPT_ELSEWHERE` why another has none.
Every clause of the text stands in exactly one of the two.
"""

from typing import Final

from tables.games.core.monaco import SECOND_SHUFFLE
from tables.games.core.protocol import ClauseIndex

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

INDEX: Final = ClauseIndex.parsed("MC-BTV-", _CODE_PATHS, _KEPT_ELSEWHERE)
