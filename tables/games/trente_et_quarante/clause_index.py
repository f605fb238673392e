"""Where each clause is kept: in which piece of the engine, or outside the coup and why."""

from typing import Final

from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
rules.Rules.packs: 01
view.View.mini_table: 06
TrenteEtQuarante.cutters: 11
view.redact: 12
rules.Rules.stop_card_before_last: 13
play._drawn: 14..15 31
TrenteEtQuarante.equipment: 17
play.awaiting: 19
TrenteEtQuarante.minutes_before_last_rounds: 21
wheel.rules.WheelRules.position: 22
wheel.play._won: 23
points.complete: 24
points.POINTS: 25
messages.CardTurned: 26
points.winning: 27..30
messages.CoupAnnounced: 32
wheel.play.settle: 33
play._settle: 34 36 41
view.View.black: 35
wheel.play.offer_choices: 37
play._asked: 38
rules.Rules.premium: 39
wheel.play.return_premiums: 40
"""

_KEPT_ELSEWHERE: Final = """
whoever opens signs for the count, and the page shows the packs (tables.equipment.card_sets): 02
no table opens without a chief, who is assigned or opens it himself (tables.staff.services): 03
the server does what the employee at the other end does: 04
the server deals; the page and whoever verifies the shoe count the rows again: 05
the house of chance shuffles, every order as likely (casino.rng.shoes): 07
the second shuffle by small packets is in the same permutation: 08
cards put in by hand change nothing of a uniform permutation: 09
the house cuts where no player does (casino.rng.contributions): 10
the shoe is sealed once its order is committed to (casino.rng.seal): 16
the house of chance draws from all cards anew for each coup: 18
a table at rest keeps its sealed shoe, which nobody can change (casino.rng.seal): 20
"""

INDEX: Final = ClauseIndex.parsed("MC-TQ-", _CODE_PATHS, _KEPT_ELSEWHERE)
