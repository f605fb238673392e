"""Where each clause is kept: in which piece of the engine, or outside the coup and why.

`_CODE_PATHS` names the code that keeps a clause, `_KEPT_ELSEWHERE` why another has none.
Every clause of the text stands in exactly one of the two.
"""

from typing import Final

from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
CheminDeFer.equipment: 01
settle.may_follow: 03
CheminDeFer.cutters: 04..05
rules.Rules.stop_card_before_last: 06
messages.Carried.shoe_over: 07
play.opening_event: 13
baccara.seats.next_seat: 14
asking._pass: 15
asking._bank: 16
claims._hold: 17..18
state.State.place: 19
claims.claim_fault: 20
state._decided: 21
view.ClaimView.marked: 22..23
claims.complete_claim: 24
play._deal: 25 27
claims.turn_down_late_stakes: 26
play._drawn: 28
claims.receives_cards: 29
settle.winner: 30..32
settle.decide_coup: 33..34 39..40
settle.after_win: 35..36 41..42
view.View.ticket: 37
CheminDeFer.levy_record: 38
settle.pass_hand: 43
asking.may_cap: 44
"""

_KEPT_ELSEWHERE: Final = """
whoever opens signs for the count, and the page shows the packs (tables.equipment.card_sets): 02
cards leave the sealed shoe in its order only: 08
no table opens without an inspector, who is stamped on each coup (tables.staff.services): 09
the server deals, announces and settles: 10
the ledger posts between players' accounts, and only the levy to the house: 11
the house lends nothing: 12
publishing the option owes the state's control a notice in the same act (tables.rows.notices): 45
an operator extends the session: 46
"""

INDEX: Final = ClauseIndex.parsed("MC-CDF-", _CODE_PATHS, _KEPT_ELSEWHERE)
