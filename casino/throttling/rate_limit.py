"""Rate limits: counters in Redis, one for each window of time, shared by all processes.

When Redis does not answer everybody passes: the house plays on without it.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from redis.exceptions import RedisError

from casino.connections.house import house_id
from casino.http import client_addresses
from casino.process.heartbeat import redis_client

if TYPE_CHECKING:
    from rest_framework.request import Request

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `most` attempts in each fixed window of `seconds`."""

    name: str
    most: int
    seconds: int

    def key(self, who: str, window: int) -> str:
        """Return the Redis key of the counter of a window.

        `who` is an account, player or address, and hashed; `window` is Unix time // `seconds`.
        """
        digest = hashlib.sha256(who.encode()).hexdigest()[:32]
        return f"sabot:{house_id()}:turnstile:{self.name}:{window}:{digest}"


SIGN_IN: Final = RateLimit("sign-in", 10, 600)
"""Attempts that fail, for one account from one address, or from one browser that is known."""
SIGN_IN_ACCOUNT: Final = RateLimit("sign-in-account", 100, 3600)
"""Attempts that fail, for one account from all addresses, by browsers that are not known."""
SIGN_IN_ADDRESS: Final = RateLimit("sign-in-address", 300, 600)
"""Attempts that fail, for all accounts from one address."""
VERIFIER: Final = RateLimit("verifier", 60, 60)
"""Copies of the offline verifier, for one address."""
API: Final = RateLimit("api", settings.API_PER_MINUTE, 60)
"""Requests to the API of one player, or of one address where nobody is signed in."""

ROUNDS: Final = RateLimit("rounds", 120, 60)
"""Pages, replays and files of rounds, for one player, or one address where nobody is signed in."""
ROUND_LISTS: Final = RateLimit("round-lists", 6, 60)
"""Files of all rounds that a player looks for."""

PAYMENTS: Final = RateLimit("payments", 600, 60)
"""Calls of means of payment, from one address."""

SIGN_UP_TRIES: Final = RateLimit("sign-up-tries", 20 * settings.SIGN_UPS_PER_ADDRESS, 600)
"""Forms sent in to open an account, from one address, whatever comes of them."""

LimitKey = tuple[RateLimit, str]
"""A rate limit and the key that it counts by: an account, a player or an address."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """The first `free` attempts pass; then the wait doubles from `first` to `longest` seconds.

    All is forgotten when nobody has come through for `longest` seconds.
    """

    name: str
    free: int
    first: int = 60
    """Seconds that the first who must wait waits after the last who was let through."""
    longest: int = 86_400

    def key(self, who: str) -> str:
        """Return the counter's Redis key; `who` is hashed in it."""
        return RateLimit(self.name, self.free, self.longest).key(who, 0)


# Atomic: it checks all keys, then counts all; none is counted when one must wait.
_BACKOFF: Final = """
local now, wait = tonumber(ARGV[1]), 0
for i, key in ipairs(KEYS) do
  local free, first = tonumber(ARGV[3*i-1]), tonumber(ARGV[3*i])
  local longest = tonumber(ARGV[3*i+1])
  local through = tonumber(redis.call('HGET', key, 'through') or 0)
  if through >= free then
    local pause = math.min(first * 2 ^ math.min(through - free, 30), longest)
    wait = math.max(wait, tonumber(redis.call('HGET', key, 'at') or 0) + pause - now)
  end
end
if wait > 0 then return math.ceil(wait) end
for i, key in ipairs(KEYS) do
  redis.call('HINCRBY', key, 'through', 1)
  redis.call('HSET', key, 'at', ARGV[1])
  redis.call('EXPIRE', key, ARGV[3*i+1])
end
return 0"""


def count_with_backoff(*backoffs: tuple[Backoff, str]) -> int:
    """Count an attempt against all backoffs and return 0; else the seconds to wait, uncounted."""
    now = int(timezone.now().timestamp())
    bounds = [number for each, _ in backoffs for number in (each.free, each.first, each.longest)]
    keys = [each.key(who) for each, who in backoffs]
    try:
        return int(str(redis_client().eval(_BACKOFF, len(keys), *keys, now, *bounds)))
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))
        return 0


def uncount_with_backoff(*backoffs: tuple[Backoff, str]) -> None:
    """Take a counted attempt that was refused otherwise out of the counts."""
    try:
        with redis_client().pipeline(transaction=False) as counting:
            for each, who in backoffs:
                counting.hincrby(each.key(who), "through", -1)
                counting.expire(each.key(who), each.longest)
            counting.execute()
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))


def count_attempt(*turns: LimitKey) -> int:
    """Count one attempt against each limit; return 0, or the seconds to wait where one is reached.

    Counting is one step in Redis, so no two attempts at once can both be the last.
    """
    now = timezone.now().timestamp()
    try:
        with redis_client().pipeline(transaction=False) as counting:
            for limit, who in turns:
                key = limit.key(who, int(now // limit.seconds))
                counting.incr(key)
                counting.expire(key, limit.seconds)
            counts: Sequence[int] = counting.execute()[::2]
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))
        return 0
    waits = [
        limit.seconds - int(now % limit.seconds)
        for (limit, _), count in zip(turns, counts, strict=True)
        if count > limit.most
    ]
    return max(waits, default=0)


def uncount_attempt(*turns: LimitKey) -> None:
    """Take an attempt that succeeded out of the counts."""
    now = timezone.now().timestamp()
    try:
        with redis_client().pipeline(transaction=False) as counting:
            for limit, who in turns:
                key = limit.key(who, int(now // limit.seconds))
                counting.decr(key)
                counting.expire(key, limit.seconds)
            counting.execute()
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))


def client_address(request: "HttpRequest | Request") -> str:
    """Return the client's IP address: the peer, or behind TLS what our proxy reports.

    Of the forwarded addresses only the last is the proxy's own word; the others anybody may write.
    """
    if settings.BEHIND_TLS and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return str(forwarded).rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def client_host(request: "HttpRequest | Request") -> str:
    """Return the client's address for IPv4, and its /64 for IPv6."""
    return client_addresses.host(client_address(request))


def socket_client_host(scope: Mapping[str, Any]) -> str:
    """Do as `client_host` for a WebSocket, by its ASGI scope."""
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if settings.BEHIND_TLS and forwarded:
        return client_addresses.host(forwarded[-1].decode("latin-1").rpartition(",")[2].strip())
    return client_addresses.host((scope.get("client") or ("",))[0] or "")


def client_network(request: "HttpRequest | Request") -> str:
    """Return the client's network: the /24 of IPv4, the /48 of IPv6."""
    return client_addresses.network(client_address(request), 24, 48)


def sign_up_backoffs(request: HttpRequest) -> tuple[tuple[Backoff, str], ...]:
    """Return the backoffs of sign-ups by address and by network."""
    return (
        (Backoff("sign-up", settings.SIGN_UPS_PER_ADDRESS), client_host(request)),
        (Backoff("sign-up-network", settings.SIGN_UPS_PER_NETWORK), client_network(request)),
    )
