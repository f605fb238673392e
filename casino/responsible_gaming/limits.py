"""What protects players from themselves: limits, breaks, exclusion, and the reality check.

An excluded player comes in nowhere until the exclusion is over, and nobody shortens it: none of
their sessions is answered, their sockets close, and no stake of theirs is taken.

A limit is set by the player. It is lowered at once and raised after a cooling-off, and no row is
ever changed. It is enforced where a stake is taken: `players_count`, in the
transaction of the step, under a lock of the player's own, so no two tables pass it together.
Amounts are minor units, of time seconds. Knows no game and no table.
"""

import json
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Sum
from django.utils import timezone

from casino.players import login_sessions
from casino.players.models import Exclusion, Limit, Played, Player, RealityCheck, Stay

STAKE: Final = Limit.Kind.STAKE.value
LOSS: Final = Limit.Kind.LOSS.value
TIME: Final = Limit.Kind.TIME.value
DEPOSIT: Final = Limit.Kind.DEPOSIT.value
KINDS: Final = (STAKE, LOSS, TIME, DEPOSIT)
"""Limits that a player may set. Those of deposits the cage keeps, all others `players_count`."""
PERIODS: Final = tuple(Limit.Period.values)
MOST: Final = 10**15
"""The largest limit, minor units: above what anybody has."""
BARRED: Final = "SB003"
"""The SQLSTATE of `players_count` where a limit, or an exclusion, forbids a stake."""
EXCLUDED: Final = "excluded"
"""The kind of such a refusal where the player is excluded."""
FOR_EVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""When an exclusion without an end ends."""
SPANS: Final[Mapping[str, timedelta | None]] = {
    "day": timedelta(hours=24),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
    "half_year": timedelta(days=182),
    "year": timedelta(days=365),
    "five_years": timedelta(days=5 * 365),
    "for_ever": None,
}
"""How long an exclusion may last; None has no end."""
BREAK: Final = timedelta(minutes=5)
"""A player who is at no table for so long begins another stay."""
SEEN_EACH: Final = 20.0
"""Seconds between two notes, in a process, of who is at the tables."""


class Barred(Exception):
    """A stake refused by its player's limit or exclusion; nothing has changed."""

    def __init__(
        self, player_id: int, kind: str, period: str, most: int, used: int, until: int
    ) -> None:
        super().__init__(f"player {player_id} may not: {kind}")
        self.player_id = player_id
        self.kind = kind
        self.period = period
        self.most = most
        """The limit: minor units, of time seconds."""
        self.left = max(0, most - used)
        """What is left of it."""
        self.until = datetime.fromtimestamp(until, UTC)
        """When the period ends, and the whole limit is there again; or the exclusion."""

    @classmethod
    def from_database_error(cls, error: BaseException | None) -> "Barred | None":
        """Return the refusal in a database error of `players_count`; None for any other error."""
        if not isinstance(error, psycopg.Error) or error.sqlstate != BARRED:
            return None
        return cls(*json.loads(error.diag.message_detail or ""))


@dataclass(frozen=True, slots=True)
class Counts:
    """Stakes of players in a step: parallel lists for `players_count`, ordered by player.

    Amounts are minor units.
    """

    players: list[int]
    staked: list[int]
    net: list[int]
    """What came to them less what went."""
    asked: list[int]
    """What leaves their purses for the tables: new money, which may be lost."""
    judged: bool
    """Whether limits are checked; they are not when a round is annulled."""

    @property
    def arguments(self) -> list[Any]:
        """The arguments of `players_count`, in order."""
        return [
            self.players,
            self.staked,
            self.net,
            self.asked,
            self.judged,
            settings.TIME_ZONE,
        ]


ARGUMENTS: Final = "%s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s::boolean, %s::text"
"""The places of these arguments in a statement."""
NO_COUNTS: Final = (None,) * ARGUMENTS.count("%s")
"""The arguments where nothing is counted."""


def count_stakes(counts: Counts) -> None:
    """Count stakes moved outside a step. In the caller's transaction, after its posting."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT players_count({ARGUMENTS})", counts.arguments)


class LimitRefused(Exception):
    """A change of a limit that was refused; nothing has changed.

    `code` is stable: `limit_unknown`, `limit_amount`, `limit_wanted`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class LimitStatus:
    """A limit of a player: in force, used, and pending."""

    kind: str
    period: str
    amount: int | None
    """In force now; None without a limit."""
    used: int
    """In the period that goes on; below zero where more was won than lost."""
    until: datetime
    """When that period ends."""
    coming: int | None
    """What will be in force; of no meaning unless `coming_at`."""
    coming_at: datetime | None

    @property
    def left(self) -> int | None:
        """What is left of the limit, minor units or seconds; None without a limit."""
        if self.amount is None:
            return None
        return min(self.amount, max(0, self.amount - self.used))


_STANDING: Final = """
SELECT kind, period, of.amount, CASE kind
           WHEN 'time' THEN players_time(%(player)s, players_begins(since, %(zone)s))
           -- What waits for the cage counts till it is decided: it may be taken in at any moment.
           WHEN 'deposit' THEN (SELECT coalesce(sum(request.amount), 0)::bigint
               FROM players_cashrequest AS request
               JOIN players_cash AS cash ON cash.id = request.cash_id
              WHERE cash.player_id = %(player)s AND way = 'deposit'
                AND (state IN ('asked', 'paying')
                 OR state = 'approved' AND decided_at >= players_begins(since, %(zone)s)))
           ELSE (SELECT coalesce(sum(CASE kind WHEN 'stake' THEN staked ELSE -net END), 0)::bigint
                   FROM players_played WHERE player_id = %(player)s AND day >= since::date)
       END,
       players_begins(since + ('1 ' || period)::interval, %(zone)s),
       last.amount, CASE WHEN last.effective_from > clock_timestamp() THEN last.effective_from END
  FROM unnest(%(kinds)s::text[]) WITH ORDINALITY AS kinds (kind, nth)
  CROSS JOIN unnest(%(periods)s::text[]) WITH ORDINALITY AS periods (period, mth)
  CROSS JOIN LATERAL (
      SELECT date_trunc(period, clock_timestamp() AT TIME ZONE %(zone)s) AS since
  ) AS now_
  LEFT JOIN LATERAL (
      SELECT amount FROM players_limit AS said
       WHERE said.player_id = %(player)s AND said.kind = kinds.kind
         AND said.period = periods.period AND effective_from <= clock_timestamp()
       ORDER BY id DESC LIMIT 1
  ) AS of ON true
  LEFT JOIN LATERAL (
      SELECT amount, effective_from FROM players_limit AS said
       WHERE said.player_id = %(player)s AND said.kind = kinds.kind
         AND said.period = periods.period
       ORDER BY id DESC LIMIT 1
  ) AS last ON true
 ORDER BY nth, mth"""


def limit_statuses(player_id: int) -> list[LimitStatus]:
    """Return all limits of a player, by kind and period."""
    with connection.cursor() as cursor:
        cursor.execute(
            _STANDING,
            {
                "player": player_id,
                "zone": settings.TIME_ZONE,
                "kinds": list(KINDS),
                "periods": list(PERIODS),
            },
        )
        return [LimitStatus(*row) for row in cursor.fetchall()]


def exceeds_deposit_limit(player_id: int, more: int = 0) -> bool:
    """Tell whether pending deposits and this amount exceed a deposit limit."""
    return any(
        each.amount is not None and each.used + more > each.amount
        for each in limit_statuses(player_id)
        if each.kind == DEPOSIT
    )


def is_limited(player_id: int, kind: str) -> bool:
    """Tell whether a limit of a kind is in force for a player, of whatever period."""
    return any(each.amount is not None for each in limit_statuses(player_id) if each.kind == kind)


def begin_limits(player: Player) -> None:
    """Give a new player the limits that the licence demands; the player may change them.

    Needs the caller's transaction.
    """
    now = timezone.now()
    Limit.objects.bulk_create(
        Limit(
            player=player,
            kind=kind,
            period=period,
            amount=amount,
            effective_from=now,
            by=player,
            at=now,
        )
        for kind, periods in settings.PROFILE.limits.items()
        for period, amount in periods.items()
    )


def set_limit(player: Player, kind: str, period: str, amount: int | None) -> LimitStatus:
    """Set a player's limit, or lift it with None; return its status.

    What is lower is in force at once, and so is what only takes back a rise that was to come. What
    is higher waits for `cooling_off`. Opens a transaction. Raises `LimitRefused`, with
    `limit_wanted` where the licence wants one of the kind and this is the last.
    """
    if kind not in KINDS or period not in PERIODS:
        raise LimitRefused("limit_unknown")
    if amount is not None and not 0 <= amount <= MOST:
        raise LimitRefused("limit_amount")
    with transaction.atomic():
        _lock(player.pk)
        status = _standing(player.pk, kind, period)
        latest = status.coming if status.coming_at else status.amount
        if amount == latest:
            return status
        if amount is None and kind in settings.PROFILE.limits and _last(player.pk, kind, period):
            raise LimitRefused("limit_wanted")
        rises = status.amount is not None and (amount is None or amount > status.amount)
        now = timezone.now()
        Limit.objects.create(
            player=player,
            kind=kind,
            period=period,
            before=status.amount,
            amount=amount,
            effective_from=now + cooling_off() if rises else now,
            by=player,
            at=now,
        )
        return _standing(player.pk, kind, period)


class ExclusionRefused(Exception):
    """An exclusion that was refused; nothing has changed.

    `code` is stable: `exclusion_unknown`, `account_serves_house`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def exclude(player: Player, span: str, *, by: Player, reason: str = "") -> Exclusion:
    """Exclude a player for one of SPANS from now on; end their login sessions.

    Their rounds in play are finished as for somebody who is away. Opens a transaction. Raises
    `ExclusionRefused` for staff, whose service the house ends first.
    """
    if span not in SPANS:
        raise ExclusionRefused("exclusion_unknown")
    with transaction.atomic():
        _lock(player.pk)
        if Player.objects.get(pk=player.pk).is_staff:
            raise ExclusionRefused("account_serves_house")
        now, lasts = timezone.now(), SPANS[span]
        excluded = Exclusion.objects.create(
            player=player,
            until=now + lasts if lasts else FOR_EVER,
            by=by,
            reason=reason,
            at=now,
        )
        login_sessions.end_sessions(player)
    return excluded


def is_excluded(player: Player) -> bool:
    """Tell whether a player, as read, is excluded."""
    return player.shut_until is not None and player.shut_until > timezone.now()


def cooling_off() -> timedelta:
    """Return how long a higher limit waits: what the house says, or longer by its licence."""
    return timedelta(
        hours=max(settings.LIMIT_COOLING_OFF_HOURS, settings.PROFILE.cooling_off_hours)
    )


def _between_checks() -> timedelta:
    """Return the time between reality checks: the house's, or less by its licence; 0 for never."""
    intervals = (settings.REALITY_CHECK_MINUTES, settings.PROFILE.reality_check_minutes)
    return timedelta(minutes=min((each for each in intervals if each), default=0))


def _standing(player_id: int, kind: str, period: str) -> LimitStatus:
    return next(
        each for each in limit_statuses(player_id) if (each.kind, each.period) == (kind, period)
    )


def _last(player_id: int, kind: str, period: str) -> bool:
    """Tell whether this is the only limit of its kind, now and after all pending changes."""
    return not any(
        each.amount is not None and (each.coming_at is None or each.coming is not None)
        for each in limit_statuses(player_id)
        if each.kind == kind and each.period != period
    )


def _lock(player_id: int) -> None:
    """Lock what `players_count` locks: no stake of the player is checked meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('players.count', %s))", [player_id]
        )


_noted = float("-inf")


def record_presence(player_ids: Collection[int]) -> None:
    """Note which players are at tables; every web process calls it each few seconds."""
    global _noted
    now = time.monotonic()
    if not player_ids or now - _noted < SEEN_EACH:
        return
    _noted = now
    extend_stays(player_ids)


def extend_stays(player_ids: Collection[int]) -> None:
    """Extend the players' stays till now; one away for `BREAK` begins a new stay."""
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH present AS (SELECT DISTINCT who FROM unnest(%s::bigint[]) AS all_ (who)),"
            " going AS (UPDATE players_stay SET seen_at = clock_timestamp() FROM present"
            "  WHERE player_id = who AND seen_at > clock_timestamp() - %s::interval"
            "  RETURNING player_id)"
            " INSERT INTO players_stay (player_id, began_at, seen_at, staked_before, net_before)"
            " SELECT who, clock_timestamp(), clock_timestamp(), staked, net FROM present"
            "  CROSS JOIN LATERAL (SELECT coalesce(sum(staked), 0)::bigint AS staked,"
            "   coalesce(sum(net), 0)::bigint AS net FROM players_played WHERE player_id = who"
            "  ) AS played"
            "  WHERE who NOT IN (SELECT player_id FROM going)",
            [list(player_ids), str(BREAK)],
        )


@dataclass(frozen=True, slots=True)
class CurrentStay:
    """A player's stay, as the reality check shows it."""

    began_at: datetime | None
    """None for somebody who is at no table yet."""
    seconds: int
    staked: int
    """Minor units."""
    net: int
    """Minor units; what lies at a table still is gone."""
    check_at: datetime | None
    """When the player is shown this, to acknowledge it; None where the house never asks."""

    @property
    def due(self) -> bool:
        """Tell whether the reality check is due now."""
        return self.check_at is not None and self.check_at <= timezone.now()


def current_stay(player_id: int) -> CurrentStay:
    """Return the player's current stay, and when the next reality check is due."""
    now = timezone.now()
    every = _between_checks()
    stays = Stay.objects.filter(player=player_id, seen_at__gt=now - BREAK)
    stay = stays.order_by("began_at").first()
    if stay is None:
        return CurrentStay(None, 0, 0, 0, now + every if every else None)
    played = Played.objects.filter(player=player_id).aggregate(Sum("staked"), Sum("net"))
    checks = RealityCheck.objects.filter(player=player_id, at__gte=stay.began_at)
    last_check = checks.aggregate(Max("at"))["at__max"]
    return CurrentStay(
        stay.began_at,
        int((now - stay.began_at).total_seconds()),
        (played["staked__sum"] or 0) - stay.staked_before,
        (played["net__sum"] or 0) - stay.net_before,
        (last_check or stay.began_at) + every if every else None,
    )


def acknowledge_reality_check(player: Player) -> CurrentStay:
    """Record that a player has seen a due reality check. Opens a transaction."""
    with transaction.atomic():
        _lock(player.pk)
        seen = current_stay(player.pk)
        if seen.due:
            RealityCheck.objects.create(
                player=player,
                seconds=seen.seconds,
                staked=seen.staked,
                net=seen.net,
                at=timezone.now(),
            )
    return current_stay(player.pk)
