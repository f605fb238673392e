"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
chips.COLOURS: 02
chips.check: 03
AmericanRoulette.needs: 04 08
wheel.play.decide: 11
wheel.play.awaiting: 12
wheel.play.close_bets: 13
wheel.staking.stake_event: 01 14
wheel.messages.NumberFell: 16
wheel.play._payments: 17
rules.ORDER_OF_PAYMENT: 18
wheel.rules.WheelRules.position: 19
rules.LAYOUT: 20 21 22 23 24 25 26 27 28 29 30
wheel.play._won: 31
wheel.play._settle: 32
"""

_KEPT_ELSEWHERE: Final = """
every client shows each colour with the value of its chips (tables.funds.colour_chips): 05
no table opens without a chief, who is assigned or opens it himself (tables.staff.services): 06
the chief who serves is stamped on each round, may void it (tables.rows.duties): 07
one generator without bias draws every number; the page turns the ball against the wheel: 09
the animation on the page lets the ball turn seven times; it decides nothing: 10
balances are exact after each settlement, and only then the next window opens: 15
"""

INDEX: Final = ClauseIndex.parsed("MC-AROU-", _CODE_PATHS, _KEPT_ELSEWHERE)
