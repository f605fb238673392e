"""Where each clause is kept: in which piece of the engine, or outside the coup and why.

`_CODE_PATHS` names the code that keeps a clause, `_KEPT_ELSEWHERE` why another has none.
Every clause of the text stands in exactly one of the two.
"""

from typing import Final

from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
rules.Rules.packs: 01
play._staked: 06 28..30 57 62..64 71..72
PuntoBanco.box_count: 07
PuntoBanco.needs: 02 09
play._drawn: 10 18 32
PuntoBanco.cutters: 12
play.opening_event: 13 21 24
bank.offer: 14
bank.moves_on: 15
rules.Rules.behind: 16
messages.Carried.shoe_over: 19
PuntoBanco.equipment: 20 22
PuntoBanco.minutes_before_last_rounds: 25
baccara.points.value: 26
settle.to_one: 27 51 53..54 74
play._asked: 31 35
play.receives_punto: 33
play._waits: 34 38
play.awaiting: 36
play._carry_on: 37 75
rules.Rules.pass_cards: 39
settle.must_draw: 40..43
baccara.points.must_banker_draw: 44..48
play._settle: 49
settle.batches: 50 70
settle._banco: 52 60..61
settle._dragon: 65..69
baccara.hands.Hand.pair: 73
baccara.stakes.stakes_back: 59
"""

_KEPT_ELSEWHERE: Final = """
the server deals, announces, watches and settles: 03..05
a chief is assigned before a table opens and stamped on each coup (tables.staff.services): 08
whoever opens signs for the count, and the page shows the packs (tables.equipment.card_sets): 11
the order of the cards is committed to before the first stake (casino.rng.shoes): 17
a shoe at rest stays sealed, and nobody is dealt from it: 23
the page shows both hands until the next window opens: 55
used cards are read only by their proofs, after the shoe: 56
cards leave the sealed shoe in its order only, and after a crash the coup goes on with them: 58
"""

INDEX: Final = ClauseIndex.parsed("MC-PB-", _CODE_PATHS, _KEPT_ELSEWHERE)
