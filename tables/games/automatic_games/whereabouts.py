"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

_PLACES: Final = """
play.opening: 01
account._check_medium: 02
rules.contradictions: 14
account.played: 15
account.loaded: 16 26 30 51
play.end_game: 17
staff.hand_paid: 18 42 56
state.evolve: 19
meters.Meters.metered: 20
machines.Machine.pays: 21
account.cashed_out: 24 31 33
account.redeemed: 32
staff.machine_opened: 39
staff.machine_closed: 40
staff.device_checked: 43
staff.complaint_decided: 45
play.decide: 46
account.check_holder: 47
staff.complemented: 49
"""

_ELSEWHERE: Final = """
a machine stands on no base: its table is its place in the house: 03
the page shows the version and hash of the sheet, and the number of the table: 04 05
not built yet, the file of bases, whose numbers never change: 06 07
not built yet, the file of machines with all that it must hold: 08 09 10 11 12 13
not built yet, the signed export to the general secretariat: 22
the records of the house are that file: 23
what the hopper holds changes by play alone, which the engine counts: 25
a ledger needs no pneumatic conveyor (casino.ledger): 27
not built yet, the count of a note or cash box against what its machine told: 28
not built yet, an account of each note box; notes are paid from wallets: 29
not built yet, keys that are lent, expire and never meet in one hand: 34 35 36 37 38 60
not built yet, the sealed bundle of a day's intervention sheets: 41
a hand-pay is paid into the wallet; not built yet, cheque and transfer: 44
not built yet, the exclusion from the machines alone (casino.players): 48
complements are events of their own in the records (tables.records.rounds): 50
not built yet, the department of the machines with its roles: 52 53 57 58
the office shows every table and its state to whoever supervises (tables.admin): 54
not built yet, the relief of a machine with its meters and note box: 55 59
whoever watches sees every register of the floor (tables.floor.surveillance): 61
"""


def _table(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.strip().splitlines():
        where, _, numbers = line.rpartition(": ")
        found |= {f"MC-AUTO-{number}": where for number in numbers.split()}
    return found


PLACES: Final = _table(_PLACES)
"""Clause -> the code that keeps it, below this package."""
ELSEWHERE: Final = _table(_ELSEWHERE)
"""Clause -> why the engine has no code for it, and what keeps it instead."""
