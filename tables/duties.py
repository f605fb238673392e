"""Who may serve a table, and how a duty is taken, handed over and given up.

Services of operators: each has a name, a reason and a `FloorEvent`, under the table's lock. A table
whose rules want a chief or an inspector (`Game.wants`) opens with one, and keeps one until it
closes. Whoever serves may be relieved by another at any moment, also in the middle of a round.
"""

from dataclasses import replace
from typing import Final

from django.db import transaction

from casino.players.models import Player
from tables import records, showing, staff
from tables.games.core.protocol import Announces, Refused
from tables.records import TableRow

MAY_SERVE: Final = {duty: f"tables.serve_as_{duty}" for duty in sorted(staff.DUTIES)}
"""The permission behind each duty."""
_LACKING: Final = {staff.CHIEF: "no_table_chief", staff.INSPECTOR: "no_inspector"}


def hand_over(table_id: int, *, person: Player, operator: Player, reason: str) -> None:
    """Give a table to another chief, with how it was found on record (MC-EROU-05).

    Refuses `not_qualified` for whoever is no chief, `already_serving`, and `two_duties` to the
    table's inspector.
    """
    _take(table_id, staff.CHIEF, person, operator, reason)


def sign_in(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign an inspector in at a table, in the place of the one before (MC-EROU-41, MC-CDF-09).

    Refuses as `hand_over` does.
    """
    _take(table_id, staff.INSPECTOR, operator, operator, reason)


def sign_out(table_id: int, *, operator: Player, reason: str) -> None:
    """Let a table's inspector go. The operator is he, or whoever runs the table.

    Refuses `no_inspector` where none is there, or where the open table's rules want one: then
    another signs in; `round_in_play` while a written announcement rides (MC-EROU-41).
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        game, rules = records.game_and_rules(table.rules_key)
        serving = staff.on_duty(table_id)
        wanted = staff.INSPECTOR in game.wants(rules) and table.status != "closed"
        if staff.INSPECTOR not in serving or wanted:
            raise Refused("no_inspector")
        round_ = showing.live(table, around)
        if (
            round_.running
            and isinstance(round_.game, Announces)
            and round_.game.riding(round_.state)
        ):
            raise Refused("round_in_play")
        staff.relieve(table, staff.INSPECTOR)
        told = f"{serving[staff.INSPECTOR].name}: {reason}"
        _show(table, "sign_out", by=operator.pk, reason=told)


def staff_to_open(table: TableRow, *, operator: Player, reason: str) -> None:
    """Have every duty that the rules want served before a table opens (MC-EROU-01, MC-CDF-09).

    Whoever opens it takes what nobody serves, if he may. Assumes the lock. Refuses
    `no_table_chief` and `no_inspector`.
    """
    game, rules = records.game_and_rules(table.rules_key)
    serving = staff.on_duty(table.id)
    mine = {duty for duty, each in serving.items() if each.person_id == operator.pk}
    for duty in sorted(game.wants(rules) & staff.DUTIES - serving.keys()):
        if mine or not operator.has_perm(MAY_SERVE[duty]):
            raise Refused(_LACKING[duty])
        staff.assign(table, duty, operator.pk, by=operator.pk, reason=reason)
        records.write_floor_event(
            table, duty, by=operator.pk, reason=f"{operator}: {reason}"[:200], shown=False
        )
        mine.add(duty)


def _take(table_id: int, duty: str, person: Player, operator: Player, reason: str) -> None:
    if not person.has_perm(MAY_SERVE[duty]):
        raise Refused("not_qualified", duty=duty)
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        serving = staff.on_duty(table_id)
        before = serving.pop(duty, None)
        if before is not None and before.person_id == person.pk:
            raise Refused("already_serving", duty=duty)
        if any(each.person_id == person.pk for each in serving.values()):
            # An inspector who answers for the table himself would witness his own acts.
            raise Refused("two_duties")
        staff.assign(table, duty, person.pk, by=operator.pk, reason=reason)
        told = f"{before.name if before else '-'} -> {person}: {reason}"
        _show(table, duty, by=operator.pk, reason=told)


def _show(table: TableRow, kind: str, *, by: int, reason: str) -> None:
    seq = records.write_floor_event(table, kind, by=by, reason=reason[:200])
    table = replace(table, seq=seq)
    showing.announce(table, records.surroundings(table))
