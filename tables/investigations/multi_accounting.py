"""Accounts that were opened close together in one place: by one person, perhaps.

A household has several players too. Independent people open their accounts at independent moments:
that some `k` of the `n` accounts of one browser at one address were opened within a span that is
the share `r` of the time since the house opened has a probability of `C(n, k) k r^(k-1)` at the
most; for all the sizes that are tried together, of the sum. Below ONE_PLACE_FALSE_ALARM it is a
case to look at.
"""

import math
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection

LEAST: Final = 3
"""Accounts; two may be a couple that came together."""
MOST: Final = 20
"""Accounts of one case."""
SHORTEST: Final = timedelta(minutes=10)
"""A span is taken for no shorter: two people beside each other are no coincidence."""


@dataclass(frozen=True, slots=True)
class AccountCluster:
    """Accounts of one place that were opened together."""

    players: tuple[int, ...]
    address: str
    agent: str
    opened: tuple[datetime, ...]
    of: int
    """Accounts of that place in all."""
    chance: float
    """The probability that chance brings as many as close together, at the most."""
    given: int
    """Minor units of play money that the house gave them."""


def cluster_probability(accounts: int, together: int, share: float) -> float:
    """Return at most how likely `together` of so many accounts open within one span by chance.

    `share` is the span's part of all the time since the house opened, 0 to 1.
    """
    return min(1.0, math.comb(accounts, together) * together * share ** (together - 1))


def find_clusters(now: datetime) -> list[AccountCluster]:
    """Return the accounts that are to be looked at, the least probable of each place."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT visit.address, visit.agent, player.id, player.date_joined
              FROM players_visit AS visit JOIN players_player AS player
                ON player.id = visit.player_id
             WHERE NOT player.is_staff AND visit.address <> ''
             GROUP BY visit.address, visit.agent, player.id, player.date_joined
             ORDER BY visit.address, visit.agent, player.date_joined, player.id
            """
        )
        places: dict[tuple[str, str], list[tuple[int, datetime]]] = defaultdict(list)
        for address, agent, player, joined in cursor.fetchall():
            places[address, agent].append((player, joined))
        cursor.execute("SELECT min(date_joined) FROM players_player")
        (first,) = cursor.fetchone()
    found = []
    for (address, agent), accounts in places.items():
        if len(accounts) < LEAST:
            continue
        best = _closest(accounts, now - first)
        if best is not None and best[0] <= settings.ONE_PLACE_FALSE_ALARM:
            probability, some = best
            players = tuple(player for player, _ in some)
            found.append(
                AccountCluster(
                    players,
                    address,
                    agent,
                    tuple(joined for _, joined in some),
                    len(accounts),
                    probability,
                    _given(players),
                )
            )
    return found


def _closest(
    accounts: list[tuple[int, datetime]], span: timedelta
) -> tuple[float, list[tuple[int, datetime]]] | None:
    """Return the least probable run of accounts, which are in the order of their opening."""
    best = None
    for start in range(len(accounts)):
        for end in range(start + LEAST, min(len(accounts), start + MOST) + 1):
            some = accounts[start:end]
            took = max(some[-1][1] - some[0][1], SHORTEST)
            sizes = MOST - LEAST + 1
            probability = sizes * cluster_probability(
                len(accounts), len(some), min(1.0, took / span)
            )
            if best is None or probability < best[0]:
                best = (probability, some)
    return best


def _given(players: tuple[int, ...]) -> int:
    """Return what the house gave to these players' wallets."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT coalesce(sum(moved.amount), 0)
              FROM players_wallet AS wallet
              JOIN ledger_transfer AS moved ON moved.credit_id = wallet.account_id
              JOIN ledger_account AS source ON source.id = moved.debit_id
             WHERE wallet.player_id = ANY(%s) AND source.kind = 'mint'
            """,
            [list(players)],
        )
        (given,) = cursor.fetchone()
    return int(given)
