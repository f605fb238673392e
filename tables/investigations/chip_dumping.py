"""Chips that pass from one player to another beyond what chance explains, where players bank.

Each coup that a banker who is a player decides is a bet between him and each ponte, all but even.
For every two players and either direction the watch multiplies up what it would have won by betting
on that direction at each coup, against odds that allow for ALLOWANCE of advantage: under chance the
product is above `x` with a probability of `1/x` at the most, whatever is staked, whoever decides
when to stop (Ville). It stakes as much of itself on a coup as the coup is large, at each of SCALES
scales, since nobody knows beforehand how much somebody means to pass.

Says nothing of a player: chance alone brings a case in one of `1 / DUMPING_FALSE_ALARM` nights.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import connection

from tables.games import GAMES
from tables.games.core.protocol import AnyGame, Game, PlayerTransfer
from tables.projections import round_rows as rounds
from tables.rows.rule_sets import game_and_rules

ALLOWANCE: Final = 0.05
"""The most that one side of a coup may have the better of it and be innocent: the cards favour the
banker by 0.014, and a ponte may draw badly at five."""
SCALES: Final = tuple(2.0**-power for power in range(6, 33))
"""Of minor units, geometric: one of them is within a factor of two of whatever is passed."""
AT_ONCE: Final = 500
"""Rounds whose events are read at once."""
MOST: Final = 10_000
"""Rounds that are read in a day, the last ones: the worker has other work, and needs seconds."""


@dataclass(frozen=True, slots=True)
class SuspectedPair:
    """Two players, and what passed from the one to the other."""

    giver: int
    taker: int
    coups: int
    """Coups between them that one of them has won."""
    lost: int
    """Those that the giver has lost."""
    amount: int
    """Minor units that passed to the taker, less what came back."""
    against: float
    """How many times likelier than one night in all: the product, in powers of ten."""
    tables: tuple[int, ...]
    rounds: tuple[int, ...]
    """The last of them at which the giver has lost, for a person to look at."""


def log_product(amounts: Iterable[int]) -> float:
    """Return the natural logarithm of the product, of what each coup passed in one direction."""
    totals = [0.0] * len(SCALES)
    for amount in amounts:
        for at, scale in enumerate(SCALES):
            totals[at] += _log_factor(amount * scale)
    peak = max(totals)
    return peak + math.log(sum(math.exp(each - peak) for each in totals) / len(totals))


def _log_factor(stake: float) -> float:
    """Return ln of `exp(x) / (cosh |x| + ALLOWANCE sinh |x|)`, whose mean is 1 at the most."""
    size = abs(stake)
    down = math.exp(-2 * size)
    return stake - size - math.log((1 + down + ALLOWANCE * (1 - down)) / 2)


def find_suspects(
    coups: Mapping[int, Iterable[PlayerTransfer]], tables: Mapping[int, int], false_alarm: float
) -> list[SuspectedPair]:
    """Return whom chance does not explain, at one false alarm in all with that probability.

    `coups` are the rounds in order, each with what passed in it; `tables` where each was played.
    """
    moved: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for round_id, flows in coups.items():
        between: dict[tuple[int, int], int] = defaultdict(int)
        for each in flows:
            giver, taker = int(each.giver), int(each.taker)
            between[giver, taker] += each.amount
            between[taker, giver] -= each.amount
        for pair, amount in between.items():
            if amount:
                moved[pair].append((round_id, amount))
    wanted = math.log(max(1, len(moved)) / false_alarm)
    found = []
    for (giver, taker), passed in moved.items():
        evidence = log_product(amount for _, amount in passed)
        if evidence >= wanted:
            lost = [round_id for round_id, amount in passed if amount > 0]
            found.append(
                SuspectedPair(
                    giver,
                    taker,
                    len(passed),
                    len(lost),
                    sum(amount for _, amount in passed),
                    round(evidence / math.log(10), 1),
                    tuple(sorted({tables[each] for each in lost})),
                    tuple(lost[-20:]),
                )
            )
    return found


def suspects_since(since: datetime) -> list[SuspectedPair]:
    """Return whom chance does not explain in the rounds that were closed since then."""
    games = [game.key for game in GAMES.values() if _players_meet(game)]
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT round.id, round.table_id, round.rules_id
              FROM tables_round AS round
              JOIN tables_table AS gaming ON gaming.id = round.table_id
              JOIN tables_ruleset AS ruled ON ruled.key = round.rules_id
             WHERE ruled.game = ANY(%s) AND round.status = 'closed' AND round.closed_at >= %s
               AND NOT gaming.practice
             ORDER BY round.id DESC LIMIT %s
            """,
            [games, since, MOST],
        )
        played = sorted(cursor.fetchall())
    coups: dict[int, list[PlayerTransfer]] = {}
    for at in range(0, len(played), AT_ONCE):
        part = played[at : at + AT_ONCE]
        events = rounds.events_of_rounds([round_id for round_id, _, _ in part])
        for round_id, _, rules in part:
            coups[round_id] = _passed(rules, events[round_id])
    tables = {round_id: table_id for round_id, table_id, _ in played}
    return find_suspects(coups, tables, settings.DUMPING_FALSE_ALARM)


def _players_meet(game: AnyGame) -> bool:
    return type(game).player_transfers is not Game.player_transfers


def _passed(rules: str, events: Iterable[Any]) -> list[PlayerTransfer]:
    game, _ = game_and_rules(rules)
    state: Any = None
    found: list[PlayerTransfer] = []
    for event in events:
        if state is not None:
            found += game.player_transfers(state, event)
        state = game.evolve(state, event)
    return found
