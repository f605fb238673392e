"""How often one may ask: counters in Redis, one for each window of time, shared by all processes.

When Redis does not answer everybody passes: it may be lost at any time, and the house plays on.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from casino.embedded.urls import house_id
from casino.heartbeat import redis

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
"""Attempts that fail, for one account from one address."""
SIGN_IN_ADDRESS: Final = Turnstile("sign-in-address", 300, 600)
"""Attempts that fail, for all accounts from one address."""
API: Final = Turnstile("api", settings.API_PER_MINUTE, 60)
"""Requests to the API of one player, or of one address where nobody is signed in."""

Turn = tuple[Turnstile, str]


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
    """Take an attempt that turned out well back out of the count."""
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


def address_of(request: HttpRequest | Request) -> str:
    """Return who asks: the peer, or what our own proxy says where one stands before the house.

    Of the forwarded addresses only the last is the proxy's own word; the others anybody may write.
    """
    if settings.BEHIND_TLS and (told := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return str(told).rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


class ApiTurnstile(BaseThrottle):
    """Counts every request to the API; refuses `too_many_requests` above API_PER_MINUTE."""

    def __init__(self) -> None:
        self._wait = 0

    def allow_request(self, request: Request, view: object) -> bool:
        """Tell whether the request is within its window's number."""
        player = request.user.pk
        who = f"player {player}" if player is not None else f"address {address_of(request)}"
        self._wait = admit((API, who))
        return not self._wait

    def wait(self) -> float:
        """Return the seconds until the window ends."""
        return self._wait
