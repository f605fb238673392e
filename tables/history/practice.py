"""A player's decisions of a day at a practice table, compared with basic strategy.

Derived from the recorded rounds each time that it is asked for; nothing of it is kept.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Final

from django.utils import timezone

from casino.players.days import start_of_day
from tables.games.core.price import JudgedDecision
from tables.history.own_rounds import OwnRound, RoundFilter, own_rounds
from tables.projections import round_rows as rounds
from tables.rows import parties, rule_sets
from tables.rules import returns

MOST: Final = 500
"""The latest rounds of the day are looked at, so many at most."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One kind of error: the same hand, the same card of the dealer, the same decision."""

    hand: str
    up: str
    chosen: str
    advised: str
    times: int
    cost: float
    """Minor units, all of them together, to a hundredth."""


@dataclass(frozen=True, slots=True)
class PracticeReport:
    """How a player has decided at a table since a day began."""

    since: datetime
    rounds: int
    hands: int
    """As they were dealt: a split makes no second one."""
    decisions: int
    right: int
    cost: float
    """Minor units that all errors lose on average, to a hundredth."""
    mistakes: tuple[Mistake, ...]
    """The dearest first."""


def practice_report(player_id: int, account_id: int, table_id: int) -> PracticeReport:
    """Return a player's decisions of today at a table, compared with basic strategy."""
    since = start_of_day(timezone.localdate())
    found, _ = own_rounds(account_id, MOST, None, RoundFilter(table=table_id, since=since))
    played = [each for each in found if each.status != "voided"]
    hands, decided = _decided(player_id, played)
    errors: dict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    for each in decided:
        if not each.right:
            errors[each.hand, each.up, each.chosen, each.advised].append(each.cost)
    mistakes = [
        Mistake(*kind, times=len(costs), cost=round(sum(costs), 2))
        for kind, costs in errors.items()
    ]
    return PracticeReport(
        since=since,
        rounds=len(played),
        hands=hands,
        decisions=len(decided),
        right=sum(each.right for each in decided),
        cost=round(sum(each.cost for each in decided), 2),
        mistakes=tuple(sorted(mistakes, key=lambda each: (-each.cost, -each.times))),
    )


def _decided(player_id: int, played: Iterable[OwnRound]) -> tuple[int, list[JudgedDecision]]:
    """Return how many hands a player was dealt in these rounds, and his decisions."""
    rules_of = {each.id: each.rules for each in played}
    party, hands, found = parties.party_of(player_id), 0, list[JudgedDecision]()
    for round_id, events in rounds.events_of_rounds(list(rules_of)).items():
        key = rules_of[round_id]
        game, rules = rule_sets.game_and_rules(key)
        kept = returns.stored_guide(key)
        if kept is None:
            continue
        decided = returns.judge_decisions(key, game, rules, None, events)
        found += [each for each in decided if each.party == party]
        hands += kept[0].count_hands(reduce(game.evolve, events, None), party)
    return hands, found
