"""Who may serve a table, and how a duty is taken, handed over and given up.

Services of operators: each has a name, a reason and a `FloorEvent`, under the table's lock. A table
whose rules want a chief or an inspector (`Needs.duties`) opens with one, and keeps one until it
closes. A person who serves may be relieved at any moment, also in the middle of a round.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction

from casino.players.models import Player
from tables.games.core.protocol import AnyGame, Duty, Exchange, Refused
from tables.models import Assignment
from tables.projections import floor_acts, live_round
from tables.rows import duties, floor_events, rule_sets, table_rows
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
        game, rules = rule_sets.game_and_rules(table.rules_key)
        serving = duties.on_duty(table_id)
        wanted = Duty.INSPECTOR in game.needs(rules).duties and table.status != "closed"
        if Duty.INSPECTOR not in serving or wanted:
            raise Refused("no_inspector")
        round_ = live_round.load(table, around)
        if round_.running and round_.game.parties_with_announcement(round_.state):
            raise Refused("round_in_play")
        duties.relieve(table, Duty.INSPECTOR)
        note = f"{serving[Duty.INSPECTOR].login}: {reason}"
        floor_acts.record_and_publish(table, "sign_out", by=operator.pk, reason=note[:200])


def sign_in_changer(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign a changer in at a table, in the place of the one before (MC-CHIPS-23).

    At a machine one of the machines (MC-AUTO-58). Refuses as `hand_over_table` does, and
    `no_changer_here` where cash is not changed by one.
    """
    duty = _CHANGES.get(rule_sets.cash_exchange(table_rows.read(table_id).rules_key))
    if duty is None:
        raise Refused("no_changer_here")
    _take(table_id, duty, operator, operator, reason)


def sign_out_changer(table_id: int, *, operator: Player, reason: str) -> None:
    """End the duty of a table's changer.

    Refuses `no_changer_serves` where none is there, and `not_qualified`.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        on_duty = duties.on_duty(table_id)
        serving = next((on_duty[duty] for duty in _CHANGES.values() if duty in on_duty), None)
        if serving is None:
            raise Refused("no_changer_serves")
        authority.check_authority(LEAVING[serving.duty], operator, table)
        duties.relieve(table, serving.duty)
        floor_acts.record_and_publish(
            table, "leave_change", by=operator.pk, reason=f"{serving.login}: {reason}"[:200]
        )


def fill_duties_for_opening(table: TableRow, *, operator: Player, reason: str) -> None:
    """Fill every duty that the rules want, before a table opens or deals by them.

    MC-026, MC-EROU-01, MC-CDF-09.

    The operator takes each vacant duty, if he is qualified. Assumes the lock. Refuses
    `no_table_chief`, `no_inspector`, and `chief_has_enough` where the chief would have one table
    more than the rules let him answer for (MC-AROU-08).
    """
    game, rules = rule_sets.game_and_rules(table.rules_key)
    serving = duties.on_duty(table.id)
    mine = {duty for duty, each in serving.items() if each.person_id == operator.pk}
    chief = serving.get(Duty.TABLE_CHIEF)
    _check_covered(table, game, rules, chief.person_id if chief else operator.pk)
    for duty in sorted(game.needs(rules).duties - serving.keys()):
        if mine or not operator.has_perm(MAY_SERVE[duty]):
            raise Refused(_LACKING[duty])
        duties.assign(table, duty, operator.pk, by=operator.pk, reason=reason)
        floor_events.record(table, duty, by=operator.pk, reason=f"{operator}: {reason}"[:200])
        mine.add(duty)


def _check_covered(table: TableRow, game: AnyGame, rules: Any, person_id: int) -> None:
    """Refuse a chief more tables than the rules allow; locks the chief's row."""
    most = game.needs(rules).tables_per_chief
    if most is None:
        return
    Player.objects.select_for_update(no_key=True).get(pk=person_id)
    others = (
        Assignment.objects.filter(person_id=person_id, duty=Duty.TABLE_CHIEF, until=None)
        .filter(table__rules__game=game.key)
        .exclude(table_id=table.id)
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
        serving = duties.on_duty(table_id)
        before = serving.pop(duty, None)
        if before is not None and before.person_id == person.pk:
            raise Refused("already_serving", duty=duty)
        if any(each.person_id == person.pk for each in serving.values()):
            # An inspector who answers for the table himself would witness his own acts.
            raise Refused("two_duties")
        if duty == Duty.TABLE_CHIEF and table.status != "closed":
            game, rules = rule_sets.game_and_rules(table.rules_key)
            _check_covered(table, game, rules, person.pk)
        duties.assign(table, duty, person.pk, by=operator.pk, reason=reason)
        note = f"{before.login if before else '-'} -> {person}: {reason}"
        floor_acts.record_and_publish(table, duty, by=operator.pk, reason=note[:200])
