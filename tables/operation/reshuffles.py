"""Shoes that are shuffled anew before their end."""

from datetime import timedelta

from django.db import transaction

from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.projections import floor_acts
from tables.projections.table_state import TableState
from tables.rows import due_work, rule_sets, table_rows
from tables.shoes import requests
from tables.staff import authority


def order_reshuffle(table_id: int, *, operator: Player, reason: str) -> None:
    """Order a fresh shoe before the end of this one, between two rounds (ON-37, MC-020).

    Refuses `not_qualified`, `no_reshuffle` where the text knows no such order, `table_closed`,
    `round_in_play`, `shoe_not_ready` while a shoe is being made anyway, and `not_one_player` where
    it is for tables of a single player and not one player is seated.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        check_can_reshuffle(TableState(table), operator)
        table = requests.request_equipment(table, resumes=True)
        floor_acts.record_and_publish(table, "reshuffle", by=operator.pk, reason=reason)


def check_can_reshuffle(state: TableState, operator: Player) -> None:
    """Refuse what `order_reshuffle` refuses to an operator of this table."""
    when = state.game.shuffle_on_order(state.rules)
    if when == "never":
        raise Refused("no_reshuffle")
    state.check_not_closed()
    state.check_no_round()
    seated = {each.player_id for each in state.around.holders.values()}
    if when == "one_player" and len(seated) != 1:
        raise Refused("not_one_player")
    if state.around.shoe is None:
        raise Refused("shoe_not_ready")


def reshuffle_idle_shoes(at_each: due_work.Sweep = due_work.run_at_each) -> int:
    """Order fresh shoes at tables where play was interrupted (MC-019); return how many.

    `Game.idle_minutes` says after how long. A table whose row is locked is left for the next sweep.
    Called by the croupier.
    """
    resting = due_work.tables_with_idle_shoes()
    return at_each(_sweep, [table_id for table_id, rules, idle in resting if _late(rules, idle)])


def _late(rules_key: str, idle: timedelta) -> bool:
    game, rules = rule_sets.game_and_rules(rules_key)
    minutes = game.idle_minutes(rules)
    return minutes is not None and idle >= timedelta(minutes=minutes)


def _sweep(table_id: int) -> bool:
    with transaction.atomic(durable=True):
        begun = table_rows.lock_and_read_unless_locked(table_id)
        # Somebody may have played since.
        if begun is None or not due_work.tables_with_idle_shoes(table_id):
            return False
        table = requests.request_shoe_for_resumption(*begun)
        if table.equipped:
            return False
        floor_acts.record_and_publish(table, "idle")
        return True
