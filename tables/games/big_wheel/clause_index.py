"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

CODE_PATHS: Final = {
    "MC-WHEEL-03": "wheel.staking.stake_event",
    "MC-WHEEL-04": "rules.Rules.paying",
    "MC-WHEEL-05": "rules.Rules.paying",
    "MC-WHEEL-06": "rules.PAYS",
    "MC-WHEEL-07": "rules.PAYS",
    "MC-WHEEL-08": "rules.PAYS",
    "MC-WHEEL-09": "rules.PAYS",
    "MC-WHEEL-10": "rules.PAYS",
    "MC-WHEEL-11": "rules.DEVICE",
    "MC-WHEEL-13": "wheel.play._settle",
    "MC-WHEEL-14": "wheel.play._settle",
    "MC-WHEEL-16": "rules.rim_of",
}
"""Clause -> the code that keeps it, below this package or in the family of wheels."""

KEPT_ELSEWHERE: Final = {
    "MC-WHEEL-01": "the server does what the croupier does; no table opens without a chief "
    "(tables.staff.services)",
    "MC-WHEEL-02": "stakes are amounts of the ledger; there are no colour chips",
    "MC-WHEEL-12": "the page turns the wheel three times or more, as the option min_turns says; a "
    "chief who stops a spin makes it void (SpinStopped)",
    "MC-WHEEL-15": "one picture on the page: both faces would show the same result",
    "MC-WHEEL-17": "no rule set whose segments are not 1, 1, 2, 4, 7, 15 and 24 is accepted or "
    "opened (the form of segment_order); before each session maintenance checks, and an inspector "
    "signs (tables.equipment.devices)",
}
"""Clause -> why the engine has no code for it, and what keeps it instead."""
