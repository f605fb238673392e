"""What the house's rule sets cost a player: computed once, kept for ever, and asked before play.

The only writer of theoretical returns. A rule set under which a bet that the table offers, or the
main game, favours the player gets no table.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tables.games.core.money import BoxNo
from tables.games.core.protocol import Refused
from tables.games.priced import PRICED
from tables.models import RuleSet, TheoreticalReturn


def of(rule_set: RuleSet) -> dict[str, Any] | None:
    """Return a rule set's edges, computed and kept at first; `None` for a game without any.

    Takes seconds when nothing like the rule set was computed before; needs no lock: whoever is
    second keeps what the first has written.
    """
    priced = PRICED.get(rule_set.game)
    if priced is None:
        return None
    kept = TheoreticalReturn.objects.filter(rules=rule_set).first()
    if kept is None:
        kept, _ = TheoreticalReturn.objects.get_or_create(
            rules=rule_set, defaults={"found": priced.report(rule_set.rules())}
        )
    found: dict[str, Any] = kept.found
    return found


def advice(rules_key: str, rules: Any, state: Any, box: BoxNo) -> str | None:
    """Return the command that the kept strategy of a rule set gives a box now.

    `None` when the box has nothing to decide, and where no strategy is kept.
    """
    kept = kept_strategy(rules_key)
    if kept is None:
        return None
    game, strategy = kept
    return PRICED[game].advised(strategy, rules, state, box)


@lru_cache(maxsize=256)
def kept_strategy(rules_key: str) -> tuple[str, Any] | None:
    """Return a rule set's game and strategy, which never change once they are kept, or `None`."""
    kept = (
        TheoreticalReturn.objects.filter(rules=rules_key, rules__game__in=PRICED)
        .select_related("rules")
        .first()
    )
    if kept is None:
        return None
    game = kept.rules.game
    return game, PRICED[game].strategy(kept.found)


def refuse_favourable(rule_set: RuleSet) -> None:
    """Refuse `favours_player` when a bet on offer, or the main game, costs the house.

    The detail names the bet (`main` is the main game) and its edge in per cent, below zero.
    """
    _refuse(rule_set.game, of(rule_set))


def refuse_favourable_rules(game: str, rules: Any) -> None:
    """Refuse `favours_player` for rules that no rule set has yet; keeps nothing."""
    _refuse(game, PRICED[game].report(rules) if game in PRICED else None)


def _refuse(game: str, found: Mapping[str, Any] | None) -> None:
    if found is not None and (worst := PRICED[game].favourable(found)):
        bet, edge = worst
        raise Refused("favours_player", bet=bet, edge=f"{100 * edge:.3f}")
