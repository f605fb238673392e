"""Which web origins may open a socket: the house's own, by scheme, host and port.

The session cookie opens a socket and a browser sends it from any page, so this is the defence
against forgery (RFC 6455 section 10.2, RFC 6454 section 4).
"""

from typing import Any, Final
from urllib.parse import urlsplit

from channels.security.websocket import OriginValidator
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

PORTS: Final = {"http": 80, "https": 443}

Origin = tuple[str, str, int]
"""Scheme, host in lower case, port."""


def parse_origin(text: str) -> Origin | None:
    """Return an Origin header parsed; None where it is no origin, `null` included."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    if text.lower() != f"{parts.scheme}://{parts.netloc}".lower() or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, PORTS[parts.scheme] if port is None else port


def is_own_origin(origin: Origin, host: str) -> bool:
    """Tell whether an origin is the house's own, for a request to this `Host`.

    That is the address that was asked for itself, if the house answers to it (`ALLOWED_HOSTS`), by
    https where the house is behind TLS; or one of `TRUSTED_ORIGINS`.
    """
    allowed = settings.ALLOWED_HOSTS
    if validate_host(split_domain_port(host)[0], allowed):
        scheme = "https" if settings.BEHIND_TLS else "http"
        if origin == parse_origin(f"{scheme}://{host}"):
            return True
    return any(_matches(origin, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def _matches(origin: Origin, trusted: str) -> bool:
    """Compare with one of CSRF_TRUSTED_ORIGINS; `*.` stands for all hosts of a domain."""
    found = parse_origin(trusted)
    if found is None:
        return False
    scheme, host, port = found
    return origin[0] == scheme and origin[2] == port and is_same_domain(origin[1], host.lstrip("*"))


class OwnOrigin(OriginValidator):
    """Refuses handshakes of other pages with 403, before the application hears of them.

    Channels' own knows a list of origins, to which the `Host` that was asked for does not belong;
    it fails on what is no origin at all, takes the last of several, and ends a socket by a consumer
    that opens a channel of the channel layer and hops to a thread.
    """

    def __init__(self, application: Any) -> None:
        super().__init__(application, allowed_origins=())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a handshake on, or refuse it."""
        if self.allows(scope["headers"]):
            await self.application(scope, receive, send)  # type: ignore[call-arg,misc]
            return
        await receive()
        await send({"type": "websocket.close"})

    @staticmethod
    def allows(headers: list[tuple[bytes, bytes]]) -> bool:
        """Tell whether a handshake with these headers comes from a page of the house."""
        origins = [value for name, value in headers if name == b"origin"]
        hosts = [value for name, value in headers if name == b"host"]
        if len(origins) != 1 or len(hosts) != 1:
            return False
        origin = parse_origin(origins[0].decode("latin-1"))
        return origin is not None and is_own_origin(origin, hosts[0].decode("latin-1"))
