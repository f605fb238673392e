"""Transitions between rounds: schedule the next round, announce the end, drain, close.

Assumes the table's lock.
"""

from dataclasses import replace
from datetime import timedelta

from tables.games.core.protocol import (
    Draw,
)
from tables.projections import live_round, round_rows
from tables.projections.live_round import LiveRound
from tables.rows import rule_sets, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.shoes import requests


def schedule_next_or_close(table: TableRow, around: Surroundings, round_: LiveRound) -> TableRow:
    """Schedule a round that opens by itself, or close a drained table; return the table."""
    if opens_next_by_itself(table, around, round_):
        # Without a shoe it waits for one; the making of it sets `due_at`.
        if table.equipped:
            table = replace(table, due_at=round_rows.earliest_next_opening(table))
            table_rows.schedule(table, table.due_at)
    elif table.status == "draining":
        table = requests.close_table(table)
    return table


def opens_next_by_itself(table: TableRow, around: Surroundings, round_: LiveRound) -> bool:
    """Tell whether a table without a round in play opens the next one before anybody stakes."""
    if not live_round.may_open_round(table):
        return False
    # A wheel plays its announced rounds without players too; a card game needs them.
    if table.status == "draining" and isinstance(round_.game.equipment(round_.rules), Draw):
        return True
    state = round_.state if around.round else None
    context = live_round.initial_table_state(table, around)
    if table.status == "draining" and not table.equipped:
        # Rounds that are owed wait for the shoe: ask the game as if it were there.
        context = replace(context, fresh_shoe=True)
    return round_.game.opens_by_itself(round_.rules, state, context)


def announced_rounds_left(table: TableRow, around: Surroundings) -> int:
    """Return how many announced last rounds must be played before closing (MC-EROU-44).

    0 where the rule book wants none, or nobody plays at a card table.
    """
    game, rules = rule_sets.game_and_rules(table.rules_key)
    left = table.rounds_left if table.status == "draining" else game.last_rounds_notice(rules)
    announced = replace(table, status="draining", rounds_left=left)
    return left if opens_next_by_itself(announced, around, live_round.load(table, around)) else 0


def announce_end(table: TableRow, around: Surroundings) -> TableRow:
    """Return the table with its end announced: in so many minutes (MC-041), or draining now.

    Assumes the lock.
    """
    game, rules = rule_sets.game_and_rules(table.rules_key)
    minutes = game.minutes_before_last_rounds(rules)
    if not minutes or not announced_rounds_left(table, around):
        return drain(table, around)
    ends_at = table.now + timedelta(minutes=minutes)
    table_rows.update_keeping_clock(table, status="ending", ends_at=ends_at)
    return replace(table, status="ending")


def drain(table: TableRow, around: Surroundings) -> TableRow:
    """Return the table draining, or closed where nobody plays. Assumes the lock."""
    round_ = live_round.load(table, around)
    left = round_.game.last_rounds_notice(round_.rules)
    table = replace(table, status="draining", rounds_left=left)
    table_rows.update_keeping_clock(table, status="draining", rounds_left=left, ends_at=None)
    return table if round_.running else schedule_next_or_close(table, around, round_)
