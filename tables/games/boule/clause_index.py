"""Where each clause is kept: in which piece of the engine, or outside the round and why."""

from typing import Final

CODE_PATHS: Final = {
    "MC-BOULE-04": "wheel.rules.WheelRules.position",
    "MC-BOULE-05": "rules.DEVICE",
    "MC-BOULE-06": "rules.CHANCES",
    "MC-BOULE-07": "wheel.play._settle",
    "MC-BOULE-08": "wheel.play._won",
    "MC-BOULE-10": "wheel.staking._check_limits",
    "MC-BOULE-11": "wheel.staking._check_limits",
    "MC-BOULE-12": "rules.NUMBERS",
    "MC-BOULE-13": "rules.CHANCES",
}
"""Clause -> the code that keeps it, below this package or in the family of wheels."""

KEPT_ELSEWHERE: Final = {
    "MC-BOULE-01": "one generator without bias throws every ball; nobody else can",
    "MC-BOULE-02": "one generator without bias throws every ball, nobody is a specialist",
    "MC-BOULE-03": "who watches is no dealer: the chief is assigned, the server throws "
    "(tables.staff.services)",
    "MC-BOULE-09": "limits are options of a published rule set; the state's control agrees "
    "to them before (tables.rules.services), and a table takes them in its next session "
    "(tables.rows.rule_sets)",
    "MC-BOULE-14": "no session begins before maintenance has checked the bowl and an inspector has "
    "signed for it (tables.equipment.devices)",
}
"""Clause -> why the engine has no code for it, and what keeps it instead."""
