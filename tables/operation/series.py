"""Which version of its rules a table deals by, as operators decide."""

from dataclasses import replace

from django.db import transaction

from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.projections import live_round
from tables.projections.table_state import TableState
from tables.rounds import rule_version
from tables.rows import due_work, floor_events, rule_sets, table_rows
from tables.rules import services as rules
from tables.staff import authority
from tables.staff import services as staff


def follow_series(table_id: int, *, operator: Player, reason: str) -> None:
    """Let a table take each new version of its rules, between two rounds, once it is in force.

    Refuses `not_qualified`.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        table_rows.update_keeping_clock(table, follows_series=True)
        floor_events.record(table, "follow", by=operator.pk, reason=reason)
        if not live_round.load(table, table_rows.read_surroundings(table)).running:
            rule_version.adopt_new_version(table)


def keep_version(table_id: int, *, operator: Player, reason: str) -> None:
    """Let a table stay with the version of its rules that it deals by, whatever is published.

    Refuses `not_qualified`.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        table_rows.update_keeping_clock(table, follows_series=False)
        floor_events.record(table, "keep_rules", by=operator.pk, reason=reason)


def change_rules(table_id: int, rules_key: str, *, operator: Player, reason: str) -> None:
    """Change a table's rule set to another published one of its game, from the next round on.

    Refuses `not_qualified`, `round_in_play`, `another_game`, `next_session` for limits to which the
    state's control has agreed while the table is in session, as `create_table` does, and at a table
    that is not closed as `duties.staff_to_open` does.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        check_can_change_rules(TableState(table), operator)
        rule_set = rules.published_in_force(rules_key)
        if table.status != "closed":
            if rule_sets.must_wait_for_next_session(table.rules_key, rule_set.key):
                raise Refused("next_session")
            ruled = replace(table, rules_key=rule_set.key)
            staff.fill_duties_for_opening(ruled, operator=operator, reason=reason)
        rule_version.change_rules(
            table,
            rule_set.key,
            by=operator.pk,
            reason=f"{table.rules_key} -> {rule_set.key}: {reason}"[:200],
        )


def check_can_change_rules(state: TableState, operator: Player) -> None:
    """Refuse what `change_rules` refuses to an operator of this table, whatever the new rules."""
    state.check_no_round()


def apply_new_versions(at_each: due_work.Sweep = due_work.run_at_each) -> int:
    """Give resting tables the version that has come into force; return how many changed.

    A table with a round in play, or whose row is locked, is left for the next sweep. Called by the
    croupier.
    """
    return at_each(_sweep, rule_sets.tables_with_old_version())


def _sweep(table_id: int) -> bool:
    with transaction.atomic(durable=True):
        begun = table_rows.lock_and_read_unless_locked(table_id)
        if begun is None or live_round.load(*begun).running:
            return False
        return rule_version.adopt_new_version(begun[0]).rules_key != begun[0].rules_key
