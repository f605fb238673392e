"""What each bet earns the house, summed up from the rounds that ended, and watched.

The only writer of `BetEarnings`, `HourlyEarnings` and `BetWatch`. A round is counted when it is
over, with all of its bets at once; rounds of a table are over in the order of their numbers, and
its events are committed in the order of theirs. What a later event adds to a round that is over, as
a pot that is paid, counts when it comes. Rounds from before these sums were kept are counted too,
bit by bit: by hour after all others, and from then on together with them.

The watch is a test by betting, as that of devices (`machines.observed_return`): in each round a
gambler stakes a part of his fortune on the players' winning by a bet, at the odds of its price.
Then his fortune ever reaches `1 / error` with a chance of at most `error`, whoever stakes what and
when. All that lies on a bet in a round is one game: its stakes meet the same cards, or the same
number.
Where cards come from a shoe, players may remember those that have left it: he gives them ADVANTAGE
more than the price. Who gains more than that by what he knows is found like a wrong payment.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import exp, fsum, log, log1p
from operator import attrgetter
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Max, Q, QuerySet, Sum

from tables.games import GAMES
from tables.games.core.price import Unit
from tables.games.core.protocol import Shoe
from tables.models import (
    BetEarnings,
    BetWatch,
    EarningsCounted,
    HourlyEarnings,
    Round,
    Takings,
    TakingsCounted,
)
from tables.revenue.takings import AT_ONE_MOMENT
from tables.rows.rule_sets import game_and_rules, game_name
from tables.rules import returns
from tables.wire import codec

ROUNDS: Final = 500
"""Rounds of a table that are counted at once."""
SECONDS: Final = 2.0
"""After so long a call leaves the rest to the next one: others wait for the worker."""
ADVANTAGE: Final = 0.05
"""What of a stake players may gain by remembering the cards of a shoe and be innocent."""
SIZES: Final = tuple(2.0**-power for power in range(1, 17))
"""What the gamblers bet, as a part of their fortune for each unit of the base."""
LOST: Final[Mapping[Unit, float]] = {"stake": 1.0, "first_stake": 16.0}
"""The most units of its base that a bet may lose: a hand is split and doubled to less. A gambler
bets on nothing by which he could lose more than he has."""
ERROR: Final = 1e-6
"""The chance that a bet which pays as it should is ever reported at a table."""
_ALL: Final = -1 + 2.0**-40
"""All of a fortune but a trace: where splits have no bound, a round may take more than LOST."""

_KINDS: Final = {key: game.bet_result_kinds for key, game in GAMES.items() if game.bet_result_kinds}
GAMES_COUNTED: Final = tuple(_KINDS)
"""The games whose bets are summed up apart."""

# Up to the event before the next round; where there is none, to the last.
_REACHED: Final = """
SELECT coalesce(
    (SELECT min(event.seq) - 1 FROM tables_round AS following
       JOIN tables_roundevent AS event ON event.round_id = following.id
      WHERE following.table_id = %(table)s AND following.number = %(upto)s + 1),
    (SELECT max(seq) FROM tables_roundevent WHERE table_id = %(table)s),
    %(after)s)"""
_TOLD: Final = """
SELECT round.number, round.rules_id, round.responsible_id,
       (event.at AT TIME ZONE %(zone)s)::date,
       extract(hour FROM event.at AT TIME ZONE %(zone)s)::int, event.body::text
  FROM tables_roundevent AS event JOIN tables_round AS round ON round.id = event.round_id
 WHERE event.table_id = %(table)s AND event.seq > %(after)s AND event.seq <= %(reached)s
   AND round.status = 'closed' AND event.kind = ANY(%(kinds)s)
 ORDER BY event.seq"""
_BEHIND: Final = """
SELECT gaming.id
  FROM tables_table AS gaming
  JOIN tables_ruleset AS ruled ON ruled.key = gaming.rules_id AND ruled.game = ANY(%(games)s)
  LEFT JOIN tables_earningscounted AS counted ON counted.table_id = gaming.id
  LEFT JOIN tables_round AS round ON round.id = gaming.round_id
 WHERE round.number - CASE round.status WHEN 'running' THEN 1 ELSE 0 END
       > coalesce(counted.round, 0)
    OR round.status <> 'running' AND coalesce(counted.seq, 0) < (
       SELECT event.seq FROM tables_roundevent AS event
        WHERE event.table_id = gaming.id ORDER BY event.seq DESC LIMIT 1)
 ORDER BY gaming.id"""

_ADD: Final = """
INSERT INTO tables_betearnings AS before (table_id, rules_id, day, bet, base, won, squares)
VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (day, table_id, rules_id, bet) DO UPDATE
   SET base = before.base + excluded.base, won = before.won + excluded.won,
       squares = before.squares + excluded.squares"""
_ADD_BY_HOUR: Final = """
INSERT INTO tables_hourlyearnings AS before
       (table_id, rules_id, day, hour, responsible_id, won, expected, squares)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (day, table_id, hour, rules_id, responsible_id) DO UPDATE
   SET won = before.won + excluded.won, expected = before.expected + excluded.expected,
       squares = before.squares + excluded.squares"""


def count_ended_rounds() -> None:
    """Count the rounds that have ended since, each table's in transactions of its own.

    A table that another process counts is left to it. A long past takes several calls.
    """
    until = time.monotonic() + SECONDS
    for behind, advance in ((_behind, _advance), (_behind_by_hour, _advance_by_hour)):
        for table_id in behind():
            more = True
            while more:
                more = advance(table_id)
                if time.monotonic() > until:
                    return


def tables_to_count() -> list[int]:
    """Return the tables that have rounds left to count."""
    return sorted({*_behind(), *_behind_by_hour()})


def _behind() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND, {"games": list(GAMES_COUNTED)})
        return [table_id for (table_id,) in cursor.fetchall()]


def _behind_by_hour() -> list[int]:
    return list(counting_by_hour().order_by("pk").values_list("pk", flat=True))


def counting_by_hour() -> QuerySet[EarningsCounted]:
    """Return how far the tables are whose past is not counted by hour yet."""
    return EarningsCounted.objects.filter(
        Q(round_by_hour__lt=F("round")) | Q(seq_by_hour__lt=F("seq"))
    )


def _advance(table_id: int) -> bool:
    """Count some rounds of a table; tell whether there are more."""
    EarningsCounted.objects.get_or_create(table_id=table_id)
    with transaction.atomic():
        counted = _lock(table_id)
        if counted is None:
            return False
        even = (counted.round_by_hour, counted.seq_by_hour) == (counted.round, counted.seq)
        ended = Round.objects.filter(table=table_id).exclude(status="running")
        last = ended.aggregate(last=Max("number"))["last"] or 0
        upto = min(last, counted.round + ROUNDS)
        reached = _reached(table_id, counted.seq, upto)
        found = list(_results(table_id, counted.seq, reached))
        _add(table_id, found)
        _watch(table_id, found)
        counted.round, counted.seq = upto, reached
        if even:
            _add_by_hour(table_id, found)
            counted.round_by_hour, counted.seq_by_hour = upto, reached
        counted.save()
    return bool(upto < last)


def _advance_by_hour(table_id: int) -> bool:
    """Count some rounds of a table by hour that are counted by day; tell whether there are more."""
    with transaction.atomic():
        counted = _lock(table_id)
        if counted is None:
            return False
        upto, reached = counted.round_by_hour + ROUNDS, counted.seq
        if upto < counted.round:
            reached = _reached(table_id, counted.seq_by_hour, upto)
        _add_by_hour(table_id, list(_results(table_id, counted.seq_by_hour, reached)))
        counted.round_by_hour, counted.seq_by_hour = min(upto, counted.round), reached
        counted.save()
    return bool(upto < counted.round)


def _lock(table_id: int) -> EarningsCounted | None:
    """Return how far a table is counted; None where another process counts it."""
    known = EarningsCounted.objects.select_for_update(skip_locked=True)
    return known.filter(table_id=table_id).first()


def _reached(table_id: int, after: int, upto: int) -> int:
    """Return the last event that counts with the rounds up to this number."""
    with connection.cursor() as cursor:
        cursor.execute(_REACHED, {"table": table_id, "after": after, "upto": upto})
        (reached,) = cursor.fetchone()
    return int(reached)


@dataclass(frozen=True, slots=True)
class _Result:
    """What an event added to a bet of a round."""

    number: int
    """The round's."""
    rules_id: str
    responsible_id: int | None
    day: date
    hour: int
    bet: str
    base: int
    won: int


def _results(table_id: int, after: int, reached: int) -> Iterator[_Result]:
    """Yield what the events of a table add to its bets, in order."""
    kinds = sorted({kind for each in _KINDS.values() for kind in each})
    span = {"table": table_id, "after": after, "reached": reached}
    parameters: dict[str, Any] = {**span, "zone": settings.TIME_ZONE, "kinds": kinds}
    with connection.cursor() as cursor:
        cursor.execute(_TOLD, parameters)
        rows = cursor.fetchall()
    for number, rules, responsible, day, hour, body in rows:
        for each in GAMES[game_name(rules)].bet_results(codec.decode_event(body)):
            yield _Result(number, rules, responsible, day, hour, each.bet, each.base, each.won)


_BY_BET: Final = attrgetter("number", "rules_id", "day", "bet")
_BY_HOUR: Final = attrgetter("number", "rules_id", "day", "hour", "responsible_id")


def _by_round(found: Sequence[_Result]) -> dict[tuple[int, str, date, str], tuple[int, int]]:
    """Return the base of each bet in each round, and what it has won."""
    sums: dict[tuple[int, str, date, str], tuple[int, int]] = {}
    for each in found:
        base, won = sums.get(key := _BY_BET(each), (0, 0))
        sums[key] = (base + each.base, won + each.won)
    return sums


def _add(table_id: int, found: Sequence[_Result]) -> None:
    edges = BetEdges()
    sums: dict[tuple[str, date, str], tuple[int, int, float | None]] = {}
    for (_, rules, day, bet), (more, gain) in _by_round(found).items():
        base, won, squares = sums.get((rules, day, bet), (0, 0, 0.0))
        edge = edges.by_bet(rules).get(bet)
        if squares is not None:
            squares = None if edge is None else squares + (gain - edge * more) ** 2
        sums[rules, day, bet] = (base + more, won + gain, squares)
    with connection.cursor() as cursor:
        cursor.executemany(_ADD, [(table_id, *key, *of) for key, of in sorted(sums.items())])


def _add_by_hour(table_id: int, found: Sequence[_Result]) -> None:
    edges = BetEdges()
    rounds: dict[tuple[Any, ...], tuple[int, float | None]] = {}
    for each in found:
        won, expected = rounds.get(key := _BY_HOUR(each), (0, 0.0))
        edge = edges.by_bet(each.rules_id).get(each.bet)
        if expected is not None:
            expected = None if edge is None else expected + edge * each.base
        rounds[key] = (won + each.won, expected)
    sums: dict[tuple[Any, ...], tuple[int, float | None, float | None]] = {}
    for (_, *hour), (won, expected) in rounds.items():
        before, due, squares = sums.get(tuple(hour), (0, 0.0, 0.0))
        if expected is None or due is None or squares is None:
            due = squares = None
        else:
            due, squares = due + expected, squares + (won - expected) ** 2
        sums[tuple(hour)] = (before + won, due, squares)
    with connection.cursor() as cursor:
        cursor.executemany(_ADD_BY_HOUR, [(table_id, *key, *of) for key, of in sums.items()])


def _watch(table_id: int, found: Sequence[_Result]) -> None:
    """Go on with the test of each bet, round by round."""
    prices = {rules: _least(rules) for rules in {each.rules_id for each in found}}
    watches = BetWatch.objects.filter(table=table_id, rules__in=prices)
    known = {(each.rules_id, each.bet): each for each in watches}
    for (_, rules, _, bet), (base, won) in _by_round(found).items():
        least = prices[rules].get(bet)
        if least is None or base <= 0:
            continue
        watch = known.get((rules, bet)) or BetWatch(
            table_id=table_id, rules_id=rules, bet=bet, fortunes=[0.0] * len(SIZES)
        )
        watch.rounds += 1
        watch.fortunes = fortunes_after_round(watch.fortunes, *least, -won / base)
        known[rules, bet] = watch
    BetWatch.objects.bulk_create(
        known.values(),
        update_conflicts=True,
        unique_fields=["table", "rules", "bet"],
        update_fields=["rounds", "fortunes"],
    )


def _least(rules_key: str) -> dict[str, tuple[float, float]]:
    """Return what players are known to lose at least by each unit of a bet, and at most.

    Of the bets that chance decides: no levy, and no pot, which pays when it will.
    """
    game, rules = game_and_rules(rules_key)
    known = ADVANTAGE if isinstance(game.equipment(rules), Shoe) else 0.0
    return {
        each.bet: (float(each.least_edge) - known, LOST[each.unit])
        for each in returns.prices_by_key(rules_key)
        if each.unit in LOST and not each.long_run
    }


def fortunes_after_round(
    fortunes: list[float], least: float, lost: float, players: float
) -> list[float]:
    """Return the logarithms of the fortunes when players won so much of each unit of the base.

    Of a bet by which they lose `least` of a unit in the long run, and `lost` of it at most.
    """
    return [
        of + log1p(max(size * (players + least), _ALL)) if size * (lost - least) < 1 else of
        for of, size in zip(fortunes, SIZES, strict=True)
    ]


def log_evidence(fortunes: list[float]) -> float:
    """Return the natural log of the mean of fortunes, given by their logs; each began at 1.

    A bet is reported once that reaches `-log(ERROR)`.
    """
    best = max(fortunes)
    return best + log(fsum(exp(each - best) for each in fortunes) / len(fortunes))


@dataclass(frozen=True, slots=True)
class WatchedBet:
    """What is watched of a bet at a table, by all its rules together."""

    table_id: int
    table: str
    """Its name."""
    game: str
    bet: str
    rounds: int
    evidence: float
    """The logarithm of what the gamblers hold."""

    @property
    def differs(self) -> bool:
        """Tell whether the bet is reported."""
        return self.evidence >= -log(ERROR)


def watched_bets() -> list[WatchedBet]:
    """Return what is watched of each bet of each table."""
    found: dict[tuple[int, str, str, str], tuple[int, list[float]]] = {}
    for each in BetWatch.objects.select_related("table").order_by("table_id", "bet"):
        key = (each.table_id, each.table.name, game_name(each.rules_id), each.bet)
        rounds, fortunes = found.get(key, (0, [0.0] * len(SIZES)))
        more = [one + other for one, other in zip(fortunes, each.fortunes, strict=True)]
        found[key] = (rounds + each.rounds, more)
    return [WatchedBet(*key, rounds, log_evidence(of)) for key, (rounds, of) in found.items()]


def differing_bets() -> list[WatchedBet]:
    """Return the bets that pay players more than their prices say, beyond chance."""
    return [each for each in watched_bets() if each.differs]


class BetEdges:
    """The edge of every bet of a rule set, as far as it is known, looked up once."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, float]] = {}

    def by_bet(self, rules_key: str) -> dict[str, float]:
        """Return what the house expects to keep of each unit of the base, by bet."""
        if rules_key not in self._known:
            prices = returns.prices_by_key(rules_key)
            self._known[rules_key] = {each.bet: float(each.edge) for each in prices}
        return self._known[rules_key]


@dataclass(frozen=True, slots=True)
class EarningsDifference:
    """Bets of a table, by day or by hour, that come to something else than its takings.

    Amounts are minor units.
    """

    table_id: int
    rules: str
    bets: int
    takings: int


def audit_earnings() -> list[EarningsDifference]:
    """Return where the bets' sums differ from what the ledger says was won under the same rules.

    Of tables without a round in play that are counted to the last of both.
    """
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(AT_ONE_MOMENT)
        settled = TakingsCounted.objects.filter(
            seq=F("table__seq"), table__rules__game__in=GAMES_COUNTED
        ).exclude(table__rounds__status="running")
        even = set(settled.values_list("pk", flat=True)) - set(tables_to_count())
        sums = [
            _by_rules(kept.objects.filter(table__in=even)) for kept in (BetEarnings, HourlyEarnings)
        ]
        took = _by_rules(Takings.objects.filter(table__in=even, rules__game__in=GAMES_COUNTED))
    return [
        EarningsDifference(*key, won.get(key, 0), took.get(key, 0))
        for won in sums
        for key in sorted(won.keys() | took.keys())
        if won.get(key, 0) != took.get(key, 0)
    ]


def _by_rules(rows: Any) -> dict[tuple[int, str], int]:
    summed = rows.values_list("table_id", "rules_id").order_by().annotate(Sum("won"))
    return {(table_id, rules): int(won) for table_id, rules, won in summed}
