"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
play.opening_event: 01
account._check_medium: 02
rules.contradictions: 14
account.play_game: 15
account.load_credits: 16 26 29 30 51
play.end_game: 17
staff.pay_by_hand: 18 42 44 56
state.evolve: 19
meters.Meters.meter_totals: 20
machines.Machine.pays: 21
account.cash_out: 24 31 33
account.redeem_ticket: 32
staff.open_machine: 39
staff.close_machine: 40
staff.check_device: 43
staff.decide_complaint: 45
play.decide: 46
account.check_holder: 47
staff.pay_complement: 49
"""

_KEPT_ELSEWHERE: Final = """
the page shows the version and hash of the sheet, and the number of the table: 04 05
the file of bases, whose numbers the database keeps (tables.machines.services): 03 06 07
the file of machines, each change an entry of it (tables.machines.services): 08 09 10 11 12 13
the secretariat has a signed copy of each entry of the files (tables.machines.machine_files): 22
the records of the house are that file: 23
what the hopper holds changes by play alone, which the engine counts: 25
a ledger needs no pneumatic conveyor (casino.ledger): 27
accounting counts note box and coins against their meters (tables.machines.reliefs): 28
keys are lent by name, expire and never meet in one hand (tables.machines.keys): 34 35 36 37 38 60
a day's sheets are sealed, signed and received (tables.machines.interventions): 41
a supervisor excludes from the machines alone, at once (tables.machines.exclusions): 48
a numbered book has a line of each complement (tables.funds.complements): 50
groups answer to a department, nobody to two (casino.players.models): 52 53
a changer of the machines changes cash where he is signed in (tables.staff.services): 58
a mechanic has a key, a sheet and a permission of his own (tables.machines.interventions): 57
the office shows every table and its state to whoever supervises (tables.admin): 54
a relief is directed, watched, done and counted by four persons (tables.machines.reliefs): 55 59
its supervisor and the management are notified of an incident (tables.rows.notices): 61
"""

INDEX: Final = ClauseIndex.parsed("MC-AUTO-", _CODE_PATHS, _KEPT_ELSEWHERE)
