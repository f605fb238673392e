"""Request limits before Django and the sockets: refuses requests too long or unreadable.

Independent of views. Every answer of its own is in both languages: JSON below `/api/`
and a page elsewhere that needs nothing else of the house.
"""

import json
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError

from casino.i18n import Words

log = structlog.get_logger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_MOST: Final = 256 * 1024
"""Bytes of the body of a request; the office's longest form is far shorter."""
API_BODY_MOST: Final = 16 * 1024
"""The same below `/api/`, where a body is one small JSON object."""
RETRY_AFTER: Final = 2
"""The `Retry-After` of an answer while the database is away, in seconds."""
TRY_AGAIN_LATER: Final = 4013
"""Closes a socket for which too much waits, or that was open when the database went away.

What 1013 says (IANA's registry of close codes), by a code of our own: Daphne sends 1000 and codes
from 3000 to 4999 only (RFC 6455 section 7.4.2).
"""

DATABASE_AWAY_ERRORS: Final = (OperationalError, InterfaceError)
"""What a database raises that cannot be reached, or whose timeout has passed."""

SENTENCES: Final[Mapping[str, Words]] = {
    "forbidden": Words(
        "Cette demande n’est pas permise : revenez d’où vous veniez et recommencez.",
        "This request is not allowed: go back and try again.",
    ),
    "internal": Words(
        "La maison n’a pas pu répondre ; l’incident est consigné.",
        "The house could not answer; the incident is on record.",
    ),
    "malformed": Words("La demande est illisible.", "The request cannot be read."),
    "not_found": Words("Il n’y a rien à cette adresse.", "There is nothing at this address."),
    "too_large": Words("La demande est trop longue.", "The request is too long."),
    "too_many_requests": Words(
        "Trop de demandes : attendez un peu.",
        "Too many requests: wait a moment.",
    ),
    "unavailable": Words(
        "La maison est indisponible pour le moment : réessayez dans quelques secondes.",
        "The house is not available at the moment: try again in a few seconds.",
    ),
}
"""By code: the French and the English sentence."""

_STYLE: Final = (
    "html{color-scheme:dark;background:#0b0807}"
    "body{display:grid;place-items:center;min-height:90vh;margin:0;padding:16px;"
    "background:radial-gradient(ellipse at 50% 30%,#1d6b48,#0a3020 60%,#0b0807);"
    "color:#f6efe0;font:17px/1.5 system-ui,sans-serif;text-align:center}"
    "main{max-width:32em;padding:32px 28px;border-radius:18px;background:rgb(24 15 10/92%);"
    "box-shadow:inset 0 0 0 1px rgb(217 182 106/45%)}"
    "h1{margin:0 0 8px;font:400 25px/1.3 Georgia,serif;color:#fbf3dd}p{margin:0 0 22px}"
    "a{display:inline-block;padding:11px 24px;border-radius:10px;background:#d6b05c;"
    "color:#241803;font-weight:600;text-decoration:none}"
)
"""How a page of the door looks; no file is asked for, because nothing else may answer."""
_STYLED: Final = f"'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP answer that refuses a request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def refusal(path: str, status: HTTPStatus, code: str, **headers: str) -> Refusal:
    """Return the refusal of a request for `path`; `code` is a key of SENTENCES.

    Names of further headers are written with underscores.
    """
    fr, en = SENTENCES[code]
    if path.startswith("/api/"):
        kind = "application/json"
        text = json.dumps({"code": code, "message": {"fr": fr, "en": en}}, ensure_ascii=False)
    else:
        kind = "text/html; charset=utf-8"
        text = (
            f'<!doctype html>\n<html lang="fr"><head><meta charset="utf-8"><title>{status} · Sabot'
            '</title><meta name="viewport" content="width=device-width">'
            f"<style>{_STYLE}</style></head>\n"
            f'<body><main><h1>{fr}</h1>\n<p lang="en">{en}</p>\n<a href="/">Sabot</a></main></body>'
            "</html>\n"
        )
    body = text.encode()
    given = {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Content-Security-Policy": (
            f"default-src 'none'; style-src {_STYLED}; frame-ancestors 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",
        **_strict_transport(),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    return Refusal(status, tuple(given.items()), body)


def _strict_transport() -> dict[str, str]:
    """Return Django's HSTS header behind TLS; browsers keep the last one they saw."""
    if not settings.SECURE_HSTS_SECONDS:
        return {}
    directives = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
    directives += ["includeSubDomains"] if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else []
    directives += ["preload"] if settings.SECURE_HSTS_PRELOAD else []
    return {"Strict-Transport-Security": "; ".join(directives)}


def unavailable_refusal(path: str) -> Refusal:
    """Return the 503 while the database is away, with Retry-After."""
    status = HTTPStatus.SERVICE_UNAVAILABLE
    return refusal(path, status, "unavailable", Retry_After=str(RETRY_AFTER))


def too_large_refusal(path: str) -> Refusal:
    """Return the 413 for a body over the limit; closes the connection."""
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return refusal(path, status, "too_large", Connection="close")


def body_limit(path: str) -> int:
    """Return the most bytes that the body of a request for `path` may have."""
    return API_BODY_MOST if path.startswith("/api/") else BODY_MOST


_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_NUL_IN_QUERY: Final = re.compile(rb"%00|\x00")
# A quoted cookie may spell any character in octal.
_NUL_IN_COOKIE: Final = re.compile(rb"\\000|\x00")
_CHARSET: Final = re.compile(rb"charset\s*=\s*\"?([^\s;\"]*)", re.IGNORECASE)


def is_unreadable(scope: Scope) -> bool:
    """Tell whether path, query or cookies hold control characters, or the charset is not UTF-8."""
    if _CONTROL.search(scope["path"]) or _NUL_IN_QUERY.search(scope["query_string"]):
        return True
    for name, value in scope["headers"]:
        if name == b"cookie" and _NUL_IN_COOKIE.search(value):
            return True
        if name == b"content-type" and (found := _CHARSET.search(value)):
            return found[1].lower() not in (b"utf-8", b"utf8")
    return False


class _TooLarge(Exception):
    """More bytes of a body came than `body_limit` allows."""


class RequestLimitMiddleware:
    """ASGI middleware: refuses unreadable requests and sockets, and counts the bytes of bodies.

    Daphne has a whole body before it calls the application: there `casino.asgi_servers.daphne`
    keeps the limit.
    """

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or a socket, or refuse it."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._application(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, taken = scope["path"], 0
        limit = body_limit(path)

        async def counted() -> Any:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > limit:
                raise _TooLarge
            return message

        if is_unreadable(scope):
            await _send_refusal(send, refusal(path, HTTPStatus.BAD_REQUEST, "malformed"))
        elif _declared_length(scope) > limit:
            await _send_refusal(send, too_large_refusal(path))
        else:
            # Django takes the whole body before it answers, so no answer has begun by then.
            try:
                await self._application(scope, counted, send)
            except _TooLarge:
                await _send_refusal(send, too_large_refusal(path))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        watched = _WatchedSend(send)
        if is_unreadable(scope):
            await refuse_handshake(
                scope, send, refusal(scope["path"], HTTPStatus.BAD_REQUEST, "malformed")
            )
            return
        try:
            await self._application(scope, receive, watched)
        except DATABASE_AWAY_ERRORS as error:
            log.warning("database_away", path=scope["path"], error=str(error)[:200])
            if not watched.accepted:
                await refuse_handshake(scope, send, unavailable_refusal(scope["path"]))
                return
            if not watched.closed:
                with suppress(OSError):  # it may have hung up
                    await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


class _WatchedSend:
    """The server's `send`, which notes whether the socket was accepted and closed.

    Other attributes of the server's `send` pass through: the hub writes to its transport.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self.accepted = self.closed = False

    async def __call__(self, message: Any) -> None:
        self.accepted = self.accepted or message["type"] == "websocket.accept"
        self.closed = self.closed or message["type"] == "websocket.close"
        await self._send(message)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._send, name)


def _declared_length(scope: Scope) -> int:
    """Return the Content-Length of a request; 0 without one, or when it is no number."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:19])
    return 0


async def _send_refusal(send: Send, answer: Refusal, kind: str = "http") -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.headers]
    await send({"type": f"{kind}.response.start", "status": answer.status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": answer.body})


async def refuse_handshake(scope: Scope, send: Send, answer: Refusal) -> None:
    """Refuse a WebSocket handshake; with a bare 403 where the server knows no other."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await _send_refusal(send, answer, "websocket.http")
    else:
        await send({"type": "websocket.close"})
