"""Shoes that are shuffled anew before their end."""

from datetime import timedelta

from django.db import transaction

from casino.players.models import Player
from tables.equipment import orders
from tables.games.core.protocol import Refused
from tables.records import due, rows, rulesets
from tables.showing import acts, standing


def order(table_id: int, *, operator: Player, reason: str) -> None:
    """Order a fresh shoe before the end of this one, between two rounds (ON-37, MC-020).

    Refuses `table_closed`, `round_in_play`, `shoe_not_ready` while a shoe is being made anyway,
    `no_reshuffle` where the text knows no such order, and `not_one_player` where it is for tables
    of a single player and not one player is seated.
    """
    with transaction.atomic(durable=True):
        table = rows.lock(table_id)
        around = rows.surroundings(table)
        if table.status == "closed":
            raise Refused("table_closed")
        game, rules = rulesets.game_and_rules(table.rules_key)
        when = game.on_order(rules)
        if when == "never":
            raise Refused("no_reshuffle")
        if standing.live(table, around).running:
            raise Refused("round_in_play")
        if when == "one_player" and len({each.player_id for each in around.holders.values()}) != 1:
            raise Refused("not_one_player")
        if around.shoe is None:
            raise Refused("shoe_not_ready")
        table = orders.renew(table, resumes=True)
        acts.show(table, "reshuffle", by=operator.pk, reason=reason)


def sweep() -> int:
    """Order fresh shoes at tables where play was interrupted (MC-019); return how many.

    `Game.idle_minutes` says after how long. A table whose row is locked is left for the next sweep.
    Called by the croupier.
    """
    swept = 0
    for table_id, rules_key, idle in due.shoes_at_rest():
        game, rules = rulesets.game_and_rules(rules_key)
        minutes = game.idle_minutes(rules)
        if minutes is None or idle < timedelta(minutes=minutes):
            continue
        with transaction.atomic(durable=True):
            begun = rows.begin_unless_locked(table_id)
            # Somebody may have played since.
            if begun is None or not due.shoes_at_rest(table_id):
                continue
            table = orders.resume(*begun)
            if not table.equipped:
                acts.show(table, "idle")
                swept += 1
    return swept
