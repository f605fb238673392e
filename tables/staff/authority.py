"""Who may do what with a table: by permission, or because they serve it.

The office asks `Authority.allows` before it offers an act; the service that carries the act out
asks `check_authority` under the table's lock, so that no other door is wider than the office's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from casino.players.models import Player
from tables.games.core.protocol import Duty, Refused
from tables.models import Machine
from tables.rows import duties as staff
from tables.rows import rule_sets
from tables.rows.duties import OnDuty
from tables.rows.table_rows import TableRow

OPERATE: Final = "tables.operate_table"
"""The permission to act on tables."""
INSPECT: Final = f"tables.serve_as_{Duty.INSPECTOR}"
"""The permission of inspectors."""
RUN_MACHINES: Final = "tables.run_machines"
"""The permission of the machines' supervisor (MC-AUTO-56)."""


@dataclass(frozen=True, slots=True)
class Authority:
    """Who may do an act at a table: any one of these is enough."""

    permissions: tuple[str, ...] = (OPERATE,)
    """One of these permissions; an act of a duty that running tables does not cover leaves
    `OPERATE` out."""
    responsible: bool = False
    """Who answers for the table: its chief, or its inspector where the rules want no chief
    (MC-EROU-09, MC-CDF-09)."""
    inspector: bool = False
    """The table's inspector."""
    chief: bool = False
    """The table's own chief, see `is_chief`."""
    machines: bool = False
    """The machines' supervisor, at a machine (MC-AUTO-56)."""

    def allows(
        self,
        person: Player,
        table_id: int,
        rules_key: str,
        on_duty: Mapping[str, OnDuty] | None = None,
    ) -> bool:
        """Tell whether a person may do this at this table; `on_duty` is read where not given."""
        if any(person.has_perm(each) for each in self.permissions):
            return True
        if self.chief:
            return is_chief(person, table_id, rules_key, on_duty)
        if self.machines and person.has_perm(RUN_MACHINES):
            return Machine.objects.filter(pk=table_id).exists()
        if not (self.responsible or self.inspector):
            return False
        serving = staff.on_duty(table_id) if on_duty is None else on_duty
        return self._serves(person, rules_key, serving)

    def may_apply(self, person: Player) -> bool:
        """Tell whether a person may do this at some table, as far as permissions tell."""
        serves = self.responsible or self.inspector or self.chief
        wanted = {
            *self.permissions,
            *((RUN_MACHINES,) if self.machines else ()),
            *((f"tables.serve_as_{duty}" for duty in Duty) if serves else ()),
        }
        return any(person.has_perm(each) for each in wanted)

    def _serves(self, person: Player, rules_key: str, on_duty: Mapping[str, OnDuty]) -> bool:
        game, rules = rule_sets.game_and_rules(rules_key)
        duties = {Duty.INSPECTOR} if self.inspector else set()
        duties |= game.needs(rules).duties if self.responsible else set()
        return any(
            serving.person_id == person.pk and person.has_perm(f"tables.serve_as_{duty}")
            for duty, serving in on_duty.items()
            if duty in duties
        )


OPERATOR: Final = Authority()
"""Whoever runs tables."""
RESPONSIBLE: Final = Authority(responsible=True)
"""Whoever runs tables, and who answers for this one."""
MACHINES: Final = Authority((RUN_MACHINES,))
"""The machines' supervisor, wherever they serve."""
CHIEF: Final = Authority(permissions=(), chief=True)
"""The table's own chief alone (MC-CHIPS-14)."""


def check_authority(authority: Authority, operator: Player, table: TableRow) -> None:
    """Refuse `not_qualified` to an operator without this authority. Assumes the table's lock."""
    if not authority.allows(operator, table.id, table.rules_key):
        raise Refused("not_qualified")


def is_chief(
    person: Player, table_id: int, rules_key: str, on_duty: Mapping[str, OnDuty] | None = None
) -> bool:
    """Tell whether a person serves a table as its chief now.

    Where the rules want an inspector and no chief, its inspector answers for it in his place
    (MC-CDF-09, MC-BTV-04).
    """
    serving = staff.on_duty(table_id) if on_duty is None else on_duty
    return any(
        duty in serving and serving[duty].person_id == person.pk for duty in chief_duties(rules_key)
    )


def chief_duties(rules_key: str) -> set[Duty]:
    """Return the duties of which whoever has one is a table's chief, see `is_chief`."""
    game, rules = rule_sets.game_and_rules(rules_key)
    wanted = game.needs(rules).duties
    return {Duty.TABLE_CHIEF} if Duty.TABLE_CHIEF in wanted else {Duty.TABLE_CHIEF, *wanted}


def may_count_floats(person: Player) -> bool:
    """Tell whether a person may count a table's float, or count it again and sign."""
    return person.has_perm(OPERATE) or person.has_perm(INSPECT)
