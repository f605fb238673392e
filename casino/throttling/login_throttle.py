"""Throttles guesses of passwords by account and address, before the password is checked.

An account has two counts. One is for each address; the other is for all addresses together, so
that many of them guess no faster. That alone would let a stranger lock a person out: therefore a
browser in which the person has signed in before carries a signed cookie, and is counted by itself,
whatever strangers do (OWASP's device cookies). A person without such a browser waits until the hour
ends.
"""

import unicodedata
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from casino.throttling import rate_limit

DEVICE: Final = ("__Host-" if settings.BEHIND_TLS else "") + "sabot-device"
DEVICE_SECONDS: Final = 180 * 86_400
"""How long a browser is known after a sign-in."""
_SALT: Final = "casino.throttling.login_throttle.device"


def normalized_account(name: str) -> str:
    """Return a typed username as the key of its counts.

    As the form reads it (NFKC, no space around) and the database compares it (in capitals).
    """
    return unicodedata.normalize("NFKC", name[:256]).strip().upper()[:256]


@dataclass(frozen=True, slots=True)
class LoginAttempt:
    """A counted try of a password."""

    account: str
    turns: tuple[rate_limit.LimitKey, ...]
    wait: int
    """Seconds after which another may be made; 0 when this one is let through."""


def count_login_attempt(request: HttpRequest, account: str) -> LoginAttempt:
    """Count a try of this account's password; call it before the password is checked."""
    address = rate_limit.client_address(request)
    turns: tuple[rate_limit.LimitKey, ...] = ((rate_limit.SIGN_IN_ADDRESS, address),)
    if device := _device(request, account):
        turns += ((rate_limit.SIGN_IN, f"{account} device {device}"),)
    else:
        turns += (
            (rate_limit.SIGN_IN, f"{account} address {address}"),
            (rate_limit.SIGN_IN_ACCOUNT, account),
        )
    return LoginAttempt(account, turns, rate_limit.count_attempt(*turns))


def uncount_successful_login(tried: LoginAttempt) -> None:
    """Take a try with the right password out of the counts."""
    rate_limit.uncount_attempt(*tried.turns)


def signed_in_account(request: HttpRequest) -> str | None:
    """Return the account that this very request has signed in; None where it has not."""
    return getattr(request, "_signed_in_account", None)


@receiver(user_logged_in, dispatch_uid="casino.throttling.login_throttle")
def _note(request: HttpRequest | None, user: AbstractBaseUser, **_: Any) -> None:
    if request is not None:
        request._signed_in_account = normalized_account(user.get_username())  # type: ignore[attr-defined]


def set_device_cookie(response: HttpResponseBase, account: str) -> None:
    """Set the signed cookie by which this browser is counted by itself."""
    response.set_cookie(
        DEVICE,
        signing.dumps([account, token_urlsafe(12)], salt=_SALT),
        max_age=DEVICE_SECONDS,
        samesite="Strict",
        secure=settings.BEHIND_TLS,
        httponly=True,
    )


def _device(request: HttpRequest, account: str) -> str | None:
    """Return the device mark of a browser in which this account has signed in before."""
    try:
        known, mark = signing.loads(
            request.COOKIES.get(DEVICE, ""), salt=_SALT, max_age=DEVICE_SECONDS
        )
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return str(mark) if known == account else None
