"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
wheel.play.decide: 07
wheel.staking.stake_event: 08 35 38
wheel.rules.WheelRules.position: 10
rules.LAYOUT: 11 12 13 14 15 16 17 18 19 20 21 45
wheel.play._won: 22 26
rules.Rules.catches: 23
wheel.play._settle: 27 37
wheel.staking.take_half: 24 29
wheel.staking.imprison: 25
wheel.play.offer_choices: 28 30
wheel.view.View.spins: 06
wheel.play.awaiting: 32 33
wheel.play.close_bets: 34
wheel.messages.NumberFell: 36
wheel.staking.expand_written_announcement: 39
wheel.staking._chips: 40
wheel.staking.parties_with_announcement: 41
rules.ORDER_OF_PAYMENT: 42
wheel.play.opening_event: 44
"""

_KEPT_ELSEWHERE: Final = """
no table opens without a chief, who is assigned or opens it himself (tables.staff.services): 01
the server does what the two croupiers do: 02
the server does what the employee at the other end does; stakes are entered by name: 03
one generator without bias draws every number, nobody is a specialist: 04
the floor hands a table over between chiefs, its state on record (tables.staff.services): 05
the chief who serves is stamped on each round, may void it (tables.rows.duties): 09
the animation on the page lets the ball turn seven times; it decides nothing: 31
the games management announces the end on the floor, which counts the rounds down: 43
"""

INDEX: Final = ClauseIndex.parsed("MC-EROU-", _CODE_PATHS, _KEPT_ELSEWHERE)
