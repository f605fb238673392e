"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

_PLACES: Final = """
play.decide: 07
staking.staked: 08 35 38
rules.Rules.position: 10
rules.LAYOUT: 11 12 13 14 15 16 17 18 19 20 21 45
play._won: 22 26
play._settle: 23 27 37
staking.half_taken: 24 29
staking.imprisoned: 25
play._catch: 28 30
view.View.spins: 06
play.awaiting: 32 33
play._close_bets: 34
messages.NumberFell: 36
staking.written: 39
staking._chips: 40
staking.riding: 41
rules.ORDER_OF_PAYMENT: 42
play.opening: 44
"""

_ELSEWHERE: Final = """
no table opens without a chief, who is assigned or opens it himself (tables.floor.duties): 01
the server does what the two croupiers do: 02
the server does what the employee at the other end does; stakes are entered by name: 03
one generator without bias draws every number, nobody is a specialist: 04
the floor hands a table over between chiefs, its state on record (tables.floor.duties): 05
the chief who serves is stamped on each round, may void it (tables.records.staff): 09
the animation on the page lets the ball turn seven times; it decides nothing: 31
the games management announces the end on the floor, which counts the rounds down: 43
"""


def _table(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.strip().splitlines():
        where, _, numbers = line.partition(": ")
        found |= {f"MC-EROU-{number}": where for number in numbers.split()}
    return found


PLACES: Final = _table(_PLACES)
"""Clause -> the code that keeps it, below this package."""

ELSEWHERE: Final = _table(_ELSEWHERE)
"""Clause -> why the engine has no code for it, and what keeps it instead."""
