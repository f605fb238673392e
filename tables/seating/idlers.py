"""Free the boxes of holders who do not play and hold others up, after one warning."""

from django.db import transaction

from tables.models import Box
from tables.projections import floor_acts, idle_boxes, live_round
from tables.projections.idle_boxes import WARNED
from tables.rows import floor_events, parties, rule_sets, table_rows
from tables.rows.due_work import Sweep, run_at_each
from tables.seating import services as seating


def warn_or_unseat_idlers(at_each: Sweep = run_at_each) -> int:
    """Warn idlers, or free their boxes; return how many tables changed. Called by the croupier."""
    tables = {each.table_id for each in idle_boxes.idlers() if each.due}
    return at_each(_sweep_table, sorted(tables | _tables_of_silent_players()))


def _tables_of_silent_players() -> set[int]:
    """Return the tables at which nobody plays without the others, and somebody is due."""
    held = Box.objects.filter(player__isnull=False, table__status__in=live_round.PLAYING)
    return {
        table_id
        for table_id, rules in held.values_list("table_id", "table__rules_id").distinct()
        if _plays_together(rules) and any(each.due for each in idle_boxes.silent_players(table_id))
    }


def _plays_together(rules_key: str) -> bool:
    """Tell whether so many must sit that one who says nothing holds all others up."""
    game, rules = rule_sets.game_and_rules(rules_key)
    return game.needs(rules).players > 0


def _sweep_table(table_id: int) -> bool:
    """Tell all who are due; of those who were told free the boxes of whoever is idle longest.

    Of all who are silent, where nobody plays without the others. Not while his chips lie on the
    layout, nor at other games that ask their players in turn. A table that somebody is acting at is
    left for the next sweep.
    """
    with transaction.atomic(durable=True):
        begun = table_rows.lock_and_read_unless_locked(table_id)
        if begun is None:
            return False
        table, around = begun
        game, rules = rule_sets.game_and_rules(table.rules_key)
        together = _plays_together(table.rules_key)
        if game.needs(rules).seats and not together:
            return False
        found = idle_boxes.silent_players if together else idle_boxes.idlers
        round_ = live_round.load(table, around)
        # Between two rounds chips that stay over keep the box too, as credits at a machine do.
        lies = round_.running or round_.game.on_layout(round_.state)
        staked = round_.game.parties_who_must_stay(round_.state) if lies else frozenset()
        due = [
            each
            for each in found(table_id)
            if each.due and parties.party_of(each.player_id) not in staked
        ]
        for each in due:
            if not each.warned:
                floor_events.record(table, WARNED, by=None, box=each.boxes[0])
        told = [each for each in due if each.warned]
        ousted = told if together else told[:1]
        for each in ousted:
            seating.free_boxes(
                table, Box.objects.filter(table_id=table_id, player_id=each.player_id)
            )
            for box in each.boxes:
                floor_events.record(table, "leave", by=None, box=box, reason="idle")
        if due:
            floor_acts.record_and_publish(table, "idlers")
        if ousted:
            seating.notify_seats_changed(table_id)
        return bool(due)
