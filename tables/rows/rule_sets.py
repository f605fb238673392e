"""Rule sets as the engines read them, and those that a table must deal by."""

import functools
from typing import Any

from django.conf import settings
from django.db import connection

from tables.games import GAMES
from tables.games.core.protocol import AnyGame, Exchange
from tables.models import RuleSet
from tables.rows import equipment_registers


@functools.lru_cache(maxsize=1024)
def load_rule_set(rules_key: str) -> tuple[tuple[AnyGame, Any], str]:
    """Return `game_and_rules` and `book_name` of a rule set, read once by each process."""
    rule_set = RuleSet.objects.get(key=rules_key)
    return (GAMES[rule_set.game], rule_set.rules()), rule_set.book


def game_and_rules(rules_key: str) -> tuple[AnyGame, Any]:
    """Return the game and the engine's rules of a rule set, which never changes."""
    return load_rule_set(rules_key)[0]


def cash_exchange(rules_key: str) -> Exchange:
    """Return who changes cash at a table of these rules."""
    game, rules = game_and_rules(rules_key)
    return game.needs(rules).exchange


@functools.lru_cache(maxsize=1024)
def game_name(rules_key: str) -> str:
    """Return the name of a rule set's game, one of `GAMES`."""
    return str(RuleSet.objects.values_list("game", flat=True).get(key=rules_key))


def book_name(rules_key: str) -> str:
    """Return the name of a rule set's text, such as `MC-BJ`."""
    return load_rule_set(rules_key)[1]


def are_vouchers_required(rules_key: str) -> bool:
    """Tell whether chips pass between cage and a table of these rules by voucher alone.

    So says Monaco's text (MC-CHIPS-14, MC-114), which has floats counted by value as well; not at
    machines, which have an exchange of their own.
    """
    monaco = book_name(rules_key).partition("-")[0] == "MC"
    return monaco and cash_exchange(rules_key) is not Exchange.ROAMING


def is_table_licensed(rules_key: str, currency: str) -> bool:
    """Tell whether the licence allows a table: its game, by its text, and its currency.

    Practice chips are worth nothing anywhere.
    """
    ours = currency in (settings.HOUSE_CURRENCY, settings.PRACTICE_CURRENCY)
    return ours and is_game_licensed(rules_key)


def is_game_licensed(rules_key: str) -> bool:
    """Tell whether the house's licence allows a rule set's game, by its text."""
    profile = settings.PROFILE
    return profile.games is None or profile.allows(game_name(rules_key), book_name(rules_key))


def newer_version(table_id: int) -> str | None:
    """Return the newer version in force that a table following its series must take, or `None`.

    None while it is in session where the new one is for the next session.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT newer.key, held.key, gaming.status FROM tables_table AS gaming"
            " JOIN tables_ruleset AS held ON held.key = gaming.rules_id"
            " JOIN tables_ruleset AS newer"
            "   ON newer.series = held.series AND newer.version > held.version"
            " WHERE gaming.id = %s AND gaming.follows_series"
            "   AND newer.effective_at <= clock_timestamp()"
            " ORDER BY newer.version DESC LIMIT 1",
            [table_id],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    newer, held, status = row
    waits = status != "closed" and must_wait_for_next_session(held, newer)
    return None if waits else str(newer)


def must_wait_for_next_session(before: str, after: str) -> bool:
    """Tell whether a set changes from another what must stay as it is until a session ends.

    The limits to which the state's control has agreed, and the cards of the session.
    """
    game, old = game_and_rules(before)
    other, new = game_and_rules(after)
    if game is not other:
        return False
    wanted = equipment_registers.cards_needed(game, new)
    if wanted is not None and not wanted.is_met_by(equipment_registers.cards_needed(game, old)):
        return True
    return any(getattr(old, each) != getattr(new, each) for each in game.options_to_approve)


def tables_with_old_version() -> list[int]:
    """Return the tables that follow their series and do not deal by the version in force."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT gaming.id FROM tables_table AS gaming"
            " JOIN tables_ruleset AS held ON held.key = gaming.rules_id"
            " JOIN tables_ruleset AS newer"
            "   ON newer.series = held.series AND newer.version > held.version"
            " WHERE gaming.follows_series AND newer.effective_at <= clock_timestamp()"
        )
        return [table_id for (table_id,) in cursor.fetchall()]
