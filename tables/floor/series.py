"""Which version of its rules a table deals by, as operators decide."""

from dataclasses import replace

from django.db import transaction

from casino.players.models import Player
from tables.floor import authority, duties
from tables.games.core.protocol import Refused
from tables.records import due, floor_events, rows, rulesets
from tables.round import regime
from tables.rules import books
from tables.showing import standing


def follow(table_id: int, *, operator: Player, reason: str) -> None:
    """Let a table take each new version of its rules, between two rounds, once it is in force.

    Refuses `not_qualified`.
    """
    with transaction.atomic(durable=True):
        table = rows.lock(table_id)
        authority.check(authority.OPERATOR, operator, table)
        rows.keep_clock(table, follows_series=True)
        floor_events.write(table, "follow", by=operator.pk, reason=reason)
        if not standing.live(table, rows.surroundings(table)).running:
            regime.follow(table)


def keep(table_id: int, *, operator: Player, reason: str) -> None:
    """Let a table stay with the version of its rules that it deals by, whatever is published.

    Refuses `not_qualified`.
    """
    with transaction.atomic(durable=True):
        table = rows.lock(table_id)
        authority.check(authority.OPERATOR, operator, table)
        rows.keep_clock(table, follows_series=False)
        floor_events.write(table, "keep_rules", by=operator.pk, reason=reason)


def change(table_id: int, rules_key: str, *, operator: Player, reason: str) -> None:
    """Let a table deal by another published set of its game from the next round on.

    Refuses `not_qualified`, `round_in_play`, `another_game`, `next_session` for limits to which the
    state's control has agreed while the table is in session, as `create_table` does, and at a table
    that is not closed as `duties.staff_to_open` does.
    """
    with transaction.atomic(durable=True):
        table = rows.lock(table_id)
        authority.check(authority.OPERATOR, operator, table)
        if standing.live(table, rows.surroundings(table)).running:
            raise Refused("round_in_play")
        rule_set = books.in_force(rules_key)
        if table.status != "closed":
            if rulesets.for_next_session(table.rules_key, rule_set.key):
                raise Refused("next_session")
            ruled = replace(table, rules_key=rule_set.key)
            duties.staff_to_open(ruled, operator=operator, reason=reason)
        regime.change(
            table,
            rule_set.key,
            by=operator.pk,
            reason=f"{table.rules_key} -> {rule_set.key}: {reason}"[:200],
        )


def sweep(at_each: due.Sweep = due.at_each) -> int:
    """Give resting tables the version that has come into force; return how many changed.

    A table with a round in play, or whose row is locked, is left for the next sweep. Called by the
    croupier.
    """
    return at_each(_sweep, rulesets.tables_behind())


def _sweep(table_id: int) -> bool:
    with transaction.atomic(durable=True):
        begun = rows.begin_unless_locked(table_id)
        if begun is None or standing.live(*begun).running:
            return False
        return regime.follow(begun[0]).rules_key != begun[0].rules_key
