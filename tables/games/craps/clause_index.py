"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
rail.at_rail: 06
rail.decline_dice: 07
play.close_bets: 08
play.awaiting: 10
rail.dice_changed: 11
rules.DICE: 12
state.evolve: 13
rail.withdraw_dice: 14
play._ordered: 15
play._throw: 16
rules.Rules.position: 17 99
resolution._at_first: 18 19 26 33 36
settle._turn: 20
resolution._on: 21 27 34 37 43 45 86 92 96
rail.after_throw: 22
staking._new: 23 47 72 84 97
staking._less: 24 30 44 46 50 74 91 94
staking.in_phase: 25 28 32 35
staking._more: 29 38
staking._check_shooter: 31
staking.switch_event: 39
resolution._of_one_roll: 40 41 48 71 100
bets.KINDS: 42 49 52 53 54 55 56 57 58 59 60 61 63 64 65 66 67 68 69 70
resolution.resolve_stake: 51
staking._follow: 73
resolution._of_odds: 76 79 81 83
bets.TRUE_ODDS: 77 90
bets.LAID_ODDS: 80 95
resolution.is_working: 82 87
bets.PLACE_ODDS: 88
rules.Rules.fee: 89 93
bets.hop_odds: 98
"""

_KEPT_ELSEWHERE: Final = """
no table opens without a chief, who is assigned or opens it himself (tables.staff.services): 01
the chief who serves is stamped on each round and may void it (tables.rows.duties): 02
the server places, collects, pays and moves every stake as the engine says: 03
the cage exchanges at any time but while a throw of theirs is settled (casino.cashier.services): 04
every announcement is an event of the table, told in words on the page: 05
nobody handles dice: numbers come from a generator that processes test at their start: 09
a button of its own, drawn across the seven on the page: 62
odds name the bet behind which they lie; the page draws them there: 75 78
the page draws the chips with their owner's place at the rail: 85
"""

INDEX: Final = ClauseIndex.parsed("MC-CRAPS-", _CODE_PATHS, _KEPT_ELSEWHERE)
