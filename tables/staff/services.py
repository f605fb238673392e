"""Who may serve a table, and how a duty is taken, handed over and given up.

Services of operators: each has a name, a reason and a `FloorEvent`, under the table's lock. A table
whose rules want a chief or an inspector (`Needs.duties`) opens with one, and keeps one until it
closes. A person who serves may be relieved at any moment, also in the middle of a round.
"""

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from casino.players.models import Player
from tables.games.core.protocol import Duty, Exchange, Refused
from tables.models import Assignment
from tables.projections import floor_acts
from tables.projections.table_state import TableState
from tables.rows import duties, floor_events, rule_sets, table_rows
from tables.rows.duties import OnDuty
from tables.rows.table_rows import TableRow
from tables.staff import authority
from tables.staff.authority import OPERATE, Authority

MAY_SERVE: Final[Mapping[str, str]] = {duty: f"tables.serve_as_{duty}" for duty in sorted(Duty)}
"""The permission behind each duty."""
SIGNING_OUT: Final = Authority(inspector=True)
"""Who ends the duty of a table's inspector."""
LEAVING: Final[Mapping[str, Authority]] = {
    Duty.CHANGER: Authority((OPERATE, MAY_SERVE[Duty.CHANGER])),
    Duty.MACHINE_CHANGER: Authority((OPERATE, MAY_SERVE[Duty.MACHINE_CHANGER]), machines=True),
}
"""Who ends the duty of a changer."""
_LACKING: Final[Mapping[Duty, str]] = {
    Duty.TABLE_CHIEF: "no_table_chief",
    Duty.INSPECTOR: "no_inspector",
}
_CHANGES: Final[Mapping[Exchange, Duty]] = {
    Exchange.CHANGER: Duty.CHANGER,
    Exchange.ROAMING: Duty.MACHINE_CHANGER,
}
"""In which duty cash is changed where the croupier does not."""


def hand_over_table(table_id: int, *, person: Player, operator: Player, reason: str) -> None:
    """Give a table to another chief, with how it was found on record (MC-EROU-05).

    Refuses `not_qualified` for a person who is no chief, or does not answer for the table,
    `already_serving`, `two_duties` to the table's inspector, and `chief_has_enough` as
    `fill_duties_for_opening` does.
    """
    _take(table_id, Duty.TABLE_CHIEF, person, operator, reason, authority.RESPONSIBLE)


def sign_in_inspector(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign an inspector in at a table, in the place of the one before (MC-EROU-41, MC-CDF-09).

    Refuses as `hand_over_table` does.
    """
    _take(table_id, Duty.INSPECTOR, operator, operator, reason)


def sign_out_inspector(table_id: int, *, operator: Player, reason: str) -> None:
    """End the duty of a table's inspector, as the inspector or the table's operator.

    Refuses `not_qualified`, `no_inspector` where none is there, or where the open table's rules
    want one: then another signs in; `round_in_play` while a written announcement rides
    (MC-EROU-41).
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        authority.check_authority(SIGNING_OUT, operator, table)
        state = TableState(table, around)
        check_can_sign_out_inspector(state, operator)
        duties.relieve(table, Duty.INSPECTOR)
        note = f"{state.on_duty[Duty.INSPECTOR].login}: {reason}"
        floor_acts.record_and_publish(table, "sign_out", by=operator.pk, reason=note[:200])


def check_can_sign_out_inspector(state: TableState, operator: Player) -> None:
    """Refuse what `sign_out_inspector` refuses to a person who may sign this inspector out."""
    wanted = Duty.INSPECTOR in state.needs.duties and state.table.status != "closed"
    if Duty.INSPECTOR not in state.on_duty or wanted:
        raise Refused("no_inspector")
    round_ = state.round
    if round_.running and round_.game.parties_with_announcement(round_.state):
        raise Refused("round_in_play")


def sign_in_changer(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign a changer in at a table, in the place of the one before (MC-CHIPS-23).

    At a machine one of the machines (MC-AUTO-58). Refuses as `hand_over_table` does, and
    `no_changer_here` where cash is not changed by one.
    """
    _take(table_id, _changers_duty(table_rows.read(table_id)), operator, operator, reason)


def check_can_sign_in_changer(state: TableState, operator: Player) -> None:
    """Refuse what `sign_in_changer` refuses to a changer."""
    _check_can_take(state, _changers_duty(state.table), operator)


def check_can_sign_in_inspector(state: TableState, operator: Player) -> None:
    """Refuse what `sign_in_inspector` refuses to an inspector."""
    _check_can_take(state, Duty.INSPECTOR, operator)


def _changers_duty(table: TableRow) -> Duty:
    """Return in which duty a changer serves a table; refuses `no_changer_here`."""
    duty = _CHANGES.get(rule_sets.cash_exchange(table.rules_key))
    if duty is None:
        raise Refused("no_changer_here")
    return duty


def sign_out_changer(table_id: int, *, operator: Player, reason: str) -> None:
    """End the duty of a table's changer.

    Refuses `no_changer_serves` where none is there, and `not_qualified`.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        serving = _serving_changer(TableState(table))
        authority.check_authority(LEAVING[serving.duty], operator, table)
        duties.relieve(table, serving.duty)
        floor_acts.record_and_publish(
            table, "leave_change", by=operator.pk, reason=f"{serving.login}: {reason}"[:200]
        )


def check_can_sign_out_changer(state: TableState, operator: Player) -> None:
    """Refuse what `sign_out_changer` refuses to a person who may sign this changer out."""
    _serving_changer(state)


def _serving_changer(state: TableState) -> OnDuty:
    """Return the changer who serves a table; refuses `no_changer_serves`."""
    found = [state.on_duty[duty] for duty in _CHANGES.values() if duty in state.on_duty]
    if not found:
        raise Refused("no_changer_serves")
    return found[0]


def fill_duties_for_opening(table: TableRow, *, operator: Player, reason: str) -> None:
    """Fill every duty that the rules want, before a table opens or deals by them.

    MC-026, MC-EROU-01, MC-CDF-09.

    The operator takes each vacant duty, if he is qualified. Assumes the lock. Refuses
    `no_table_chief`, `no_inspector`, and `chief_has_enough` where the chief would have one table
    more than the rules let him answer for (MC-AROU-08).
    """
    state = TableState(table)
    _lock_chief(state, _chief_for_opening(state, operator))
    check_duties_for_opening(state, operator)
    for duty in sorted(state.needs.duties - state.on_duty.keys()):
        duties.assign(table, duty, operator.pk, by=operator.pk, reason=reason)
        floor_events.record(table, duty, by=operator.pk, reason=f"{operator}: {reason}"[:200])


def check_duties_for_opening(state: TableState, operator: Player) -> None:
    """Refuse as `fill_duties_for_opening` does."""
    _check_covered(state, _chief_for_opening(state, operator))
    serves = any(each.person_id == operator.pk for each in state.on_duty.values())
    for duty in sorted(state.needs.duties - state.on_duty.keys()):
        if serves or not operator.has_perm(MAY_SERVE[duty]):
            raise Refused(_LACKING[duty])
        serves = True


def _chief_for_opening(state: TableState, operator: Player) -> int:
    chief = state.on_duty.get(Duty.TABLE_CHIEF)
    return chief.person_id if chief else operator.pk


def _lock_chief(state: TableState, person_id: int) -> None:
    """Lock the row of a chief who may answer for so many tables only."""
    if state.needs.tables_per_chief is not None:
        Player.objects.select_for_update(no_key=True).get(pk=person_id)


def _check_covered(state: TableState, person_id: int) -> None:
    """Refuse a chief more tables than the rules allow."""
    most = state.needs.tables_per_chief
    if most is None:
        return
    others = (
        Assignment.objects.filter(person_id=person_id, duty=Duty.TABLE_CHIEF, until=None)
        .filter(table__rules__game=state.game.key)
        .exclude(table_id=state.table.id)
        .exclude(table__status="closed")
    )
    if others.count() >= most:
        raise Refused("chief_has_enough", most=most)


def _take(
    table_id: int,
    duty: str,
    person: Player,
    operator: Player,
    reason: str,
    needed: Authority | None = None,
) -> None:
    if not person.has_perm(MAY_SERVE[duty]):
        raise Refused("not_qualified", duty=duty)
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if needed is not None:
            authority.check_authority(needed, operator, table)
        state = TableState(table)
        _check_can_take(state, duty, person)
        if duty == Duty.TABLE_CHIEF and table.status != "closed":
            _lock_chief(state, person.pk)
            _check_covered(state, person.pk)
        before = state.on_duty.get(duty)
        duties.assign(table, duty, person.pk, by=operator.pk, reason=reason)
        note = f"{before.login if before else '-'} -> {person}: {reason}"
        floor_acts.record_and_publish(table, duty, by=operator.pk, reason=note[:200])


def _check_can_take(state: TableState, duty: str, person: Player) -> None:
    """Refuse a duty to a person who serves the table: `already_serving`, `two_duties`."""
    serving = dict(state.on_duty)
    before = serving.pop(duty, None)
    if before is not None and before.person_id == person.pk:
        raise Refused("already_serving", duty=duty)
    if any(each.person_id == person.pk for each in serving.values()):
        # An inspector who answers for the table himself would witness his own acts.
        raise Refused("two_duties")
