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

from casino.http import client_addresses
from casino.process.environment import house_id
from casino.process.heartbeat import redis

if TYPE_CHECKING:
    from rest_framework.request import Request

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Turnstile:
    """Lets so many through in each window of so many seconds."""

    name: str
    most: int
    seconds: int

    def key(self, who: str, window: int) -> str:
        """Return the counter's name in Redis; `who` cannot be read back from it."""
        told = hashlib.sha256(who.encode()).hexdigest()[:32]
        house = house_id(settings.DATABASES["default"])
        return f"sabot:{house}:turnstile:{self.name}:{window}:{told}"


SIGN_IN: Final = Turnstile("sign-in", 10, 600)
"""Attempts that fail, for one account from one address, or from one browser that is known."""
SIGN_IN_ACCOUNT: Final = Turnstile("sign-in-account", 100, 3600)
"""Attempts that fail, for one account from all addresses, by browsers that are not known."""
SIGN_IN_ADDRESS: Final = Turnstile("sign-in-address", 300, 600)
"""Attempts that fail, for all accounts from one address."""
VERIFIER: Final = Turnstile("verifier", 60, 60)
"""Copies of the offline verifier, for one address."""
API: Final = Turnstile("api", settings.API_PER_MINUTE, 60)
"""Requests to the API of one player, or of one address where nobody is signed in."""

ROUNDS: Final = Turnstile("rounds", 120, 60)
"""Pages, replays and files of rounds, for one player, or one address where nobody is signed in."""
ROUND_LISTS: Final = Turnstile("round-lists", 6, 60)
"""Files of all rounds that a player looks for."""

PAYMENTS: Final = Turnstile("payments", 600, 60)
"""Calls of means of payment, from one address."""

SIGN_UP_TRIES: Final = Turnstile("sign-up-tries", 20 * settings.SIGN_UPS_PER_ADDRESS, 600)
"""Forms sent in to open an account, from one address, whatever comes of them."""

Turn = tuple[Turnstile, str]


@dataclass(frozen=True, slots=True)
class Pause:
    """Lets so many through at once; then each must wait twice as long as the one before.

    All is forgotten when nobody has come through for `longest` seconds.
    """

    name: str
    free: int
    first: int = 60
    """Seconds that the first who must wait waits after the last who was let through."""
    longest: int = 86_400

    def key(self, who: str) -> str:
        """Return the counter's name in Redis; `who` cannot be read back from it."""
        return Turnstile(self.name, self.free, self.longest).key(who, 0)


# Atomic: it checks all keys, then counts all; none is counted when one must wait.
_PAUSE: Final = """
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


def pause(*asked: tuple[Pause, str]) -> int:
    """Let one through all of these and return 0, or return the seconds to wait for one of them."""
    now = int(timezone.now().timestamp())
    bounds = [number for each, _ in asked for number in (each.free, each.first, each.longest)]
    keys = [each.key(who) for each, who in asked]
    try:
        return int(str(redis().eval(_PAUSE, len(keys), *keys, now, *bounds)))
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))
        return 0


def take_back(*asked: tuple[Pause, str]) -> None:
    """Take one who was let through, and then turned back, out of the count."""
    try:
        with redis().pipeline(transaction=False) as counting:
            for each, who in asked:
                counting.hincrby(each.key(who), "through", -1)
                counting.expire(each.key(who), each.longest)
            counting.execute()
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))


def admit(*turns: Turn) -> int:
    """Count one attempt at each turnstile; return 0, or the seconds to wait when one is closed.

    Counting is one step in Redis, so no two attempts at once can both be the last.
    """
    now = timezone.now().timestamp()
    try:
        with redis().pipeline(transaction=False) as counting:
            for turnstile, who in turns:
                key = turnstile.key(who, int(now // turnstile.seconds))
                counting.incr(key)
                counting.expire(key, turnstile.seconds)
            counts: Sequence[int] = counting.execute()[::2]
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))
        return 0
    waits = [
        turnstile.seconds - int(now % turnstile.seconds)
        for (turnstile, _), count in zip(turns, counts, strict=True)
        if count > turnstile.most
    ]
    return max(waits, default=0)


def forgive(*turns: Turn) -> None:
    """Take an attempt that succeeded out of the count again."""
    now = timezone.now().timestamp()
    try:
        with redis().pipeline(transaction=False) as counting:
            for turnstile, who in turns:
                key = turnstile.key(who, int(now // turnstile.seconds))
                counting.decr(key)
                counting.expire(key, turnstile.seconds)
            counting.execute()
    except RedisError as error:
        log.warning("turnstile_open", error=str(error))


def address_of(request: "HttpRequest | Request") -> str:
    """Return who asks: the peer, or what our own proxy says where one stands before the house.

    Of the forwarded addresses only the last is the proxy's own word; the others anybody may write.
    """
    if settings.BEHIND_TLS and (told := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return str(told).rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def host_of(request: "HttpRequest | Request") -> str:
    """Return whose address it is: one of IPv4, or the /64 that an IPv6 host has for itself."""
    return client_addresses.host(address_of(request))


def host_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the same of a WebSocket's handshake, by its ASGI scope."""
    told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if settings.BEHIND_TLS and told:
        return client_addresses.host(told[-1].decode("latin-1").rpartition(",")[2].strip())
    return client_addresses.host((scope.get("client") or ("",))[0] or "")


def network_of(request: "HttpRequest | Request") -> str:
    """Return the network that the address is of: an IPv4 /24, or the /48 of an IPv6 site."""
    return client_addresses.within(address_of(request), 24, 48)


def sign_ups(request: HttpRequest) -> tuple[tuple[Pause, str], ...]:
    """Return what slows down those who open one account after the other."""
    return (
        (Pause("sign-up", settings.SIGN_UPS_PER_ADDRESS), host_of(request)),
        (Pause("sign-up-network", settings.SIGN_UPS_PER_NETWORK), network_of(request)),
    )
