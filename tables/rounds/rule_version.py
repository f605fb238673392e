"""The rules that a table deals by: a new version is taken between two rounds.

Assumes the table's lock.
"""

from dataclasses import replace

from tables.funds import accounts, jackpots
from tables.games.core.protocol import (
    Refused,
)
from tables.projections import floor_acts
from tables.rows import boxes, rule_sets, table_rows
from tables.rows.table_rows import TableRow
from tables.shoes import requests


def adopt_new_version(table: TableRow) -> TableRow:
    """Switch a table that follows its series to the version in force; return the table.

    Assumes the lock. A table that does not follow its series keeps its version; so does one whose
    jackpot is not that of the new version, until an operator gives it rules that fit.
    """
    key = rule_sets.newer_version(table.id)
    if key is None or not jackpots.has_matching_pots(table.id, *rule_sets.game_and_rules(key)):
        return table
    return change_rules(table, key, by=None, reason=f"{table.rules_key} -> {key}")


def change_rules(table: TableRow, key: str, *, by: int | None, reason: str) -> TableRow:
    """Switch a table to another published rule set. Assumes the lock and no round in play.

    Boxes that the new layout lacks are given up by their holders; another shoe is made where the
    new rules want one. Refuses `another_game`, whose seats and chips are others, and
    `pot_mismatch` where the rules play for pots, or seeds, that the table's jackpot has not.
    """
    before, old = rule_sets.game_and_rules(table.rules_key)
    game, rules = rule_sets.game_and_rules(key)
    if game is not before:
        raise Refused("another_game", rules=key)
    accounts.open_place_accounts(table.id, table.currency, game.needs(rules).extra_places)
    if not jackpots.has_matching_pots(table.id, game, rules):
        raise Refused("pot_mismatch", rules=key)
    count = game.box_count(rules)
    if count != before.box_count(old):
        boxes.set_count(table.id, count)
    table = replace(table, rules_key=key)
    table_rows.update_keeping_clock(table, rules_id=key)
    other = game.equipment(rules) != before.equipment(old)
    # A promise names the rules that it is made for, so one that is not kept yet is made again.
    if other if table.equipped else table.status != "closed":
        table = requests.request_equipment(table, resumes=True)
    return floor_acts.record_and_publish(table, "rules", by=by, reason=reason)
