"""The house's front door over HTTP: sign up, sign in, list the tables, as a browser would."""

import asyncio
import contextlib
import html
import http.client
import json
import os
import re
import secrets
import ssl
import urllib.request
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

ROOT: Final = Path(__file__).resolve().parents[2]
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
PORTS: Final = {"http": 80, "https": 443}


class DoorShut(Exception):
    """The house did not let us in; the message is a sentence for the person at the keyboard."""


class NoAccount(DoorShut):
    """The house does not open an account now: its limit of sign-ups, or a rule of its own."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A player's name and password."""

    username: str
    password: str
    display_name: str = ""


@dataclass
class _Visit:
    """One browser's cookies."""

    cookies: dict[str, str] = field(default_factory=dict)

    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


class Door:
    """Signs players in at one house; one on another machine only with its operator's permission.

    `elsewhere` says that there is one. Raises `DoorShut` where the address is none of a house.
    """

    def __init__(self, url: str, *, elsewhere: bool = False) -> None:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise DoorShut(f"{url}: {error}.") from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise DoorShut(f"{url}: a house has an address like http://127.0.0.1:8000.")
        if parts.hostname not in LOOPBACK and not elsewhere:
            raise DoorShut(
                f"{url} is another machine's: its operator must have agreed. If so, add"
                " --with-permission (docs/load-testing.md)."
            )
        self.host = parts.hostname
        self.port = PORTS[parts.scheme] if port is None else port
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.tls = ssl.create_default_context() if parts.scheme == "https" else None

    @property
    def name(self) -> str:
        """What the house's players are kept by: its host and port, fit for a file's name."""
        return str(self.port) if self.host in LOOPBACK else f"{self.host}-{self.port}"

    def socket(self, table: int) -> str:
        """Return the address of a table's WebSocket."""
        return f"{self.url.replace('http', 'ws', 1)}/ws/tables/{table}/?deltas&beats"

    async def listens(self) -> bool:
        """Tell whether anybody takes connections at the house's address."""
        try:
            _, writer = await asyncio.open_connection(self.host, self.port)
        except OSError:
            return False
        writer.close()
        return True

    async def tables(self) -> list[dict[str, Any]]:
        """Return the tables that the lobby shows."""
        status, text = await asyncio.to_thread(self._request, _Visit(), "GET", "/api/tables/")
        if status != 200:
            raise DoorShut(f"{self.url}/api/tables/ answered {status}.")
        try:
            answer = json.loads(text)
            found: list[dict[str, Any]] = answer["results"] if isinstance(answer, dict) else answer
        except (ValueError, KeyError):
            raise DoorShut(f"{self.url} is no house of Sabot: it lists no tables.") from None
        return found

    async def sign_in(self, who: Credentials) -> str | None:
        """Sign in and return the session's cookie header; `None` when the house refuses."""
        fields = {"username": who.username, "password": who.password}
        return await asyncio.to_thread(self._submit, "/sign-in/", fields)

    async def sign_up(self, who: Credentials, language: str = "fr") -> str | None:
        """Sign up and return the session's cookie header; `None` when the name is taken."""
        fields = {
            "username": who.username,
            "password": who.password,
            "display_name": who.display_name,
            "language": language,
            "adult": "on",
        }
        return await asyncio.to_thread(self._submit, "/sign-up/", fields)

    async def knows(self, cookie: str) -> bool:
        """Tell whether a cookie still belongs to a signed-in player."""
        visit = _Visit({name: each.value for name, each in SimpleCookie(cookie).items()})
        status, _ = await asyncio.to_thread(self._request, visit, "GET", "/api/wallet/")
        return status == 200

    def _submit(self, path: str, fields: dict[str, str]) -> str | None:
        visit = _Visit()
        status, page = self._request(visit, "GET", path)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        if status != 200 or token is None:
            raise DoorShut(f"{self.url}{path} answered {status} and showed no form.")
        before = dict(visit.cookies)
        body = urlencode({**fields, "csrfmiddlewaretoken": token[1]})
        status, page = self._request(visit, "POST", path, body)
        if status in (302, 303) and visit.cookies != before:
            return visit.header()
        if path == "/sign-in/" or "déjà pris" in page:
            return None
        wrong = re.search(r'role="alert">([^<]+)<', page)
        why = html.unescape(wrong[1]).strip() if wrong else f"it answered {status}"
        raise NoAccount(f"{self.url}{path} does not let {fields['username']} in: {why}")

    def _request(
        self, visit: _Visit, method: str, path: str, body: str | None = None
    ) -> tuple[int, str]:
        connection: http.client.HTTPConnection
        if self.tls is None:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=300)
        else:
            connection = http.client.HTTPSConnection(
                self.host, self.port, timeout=300, context=self.tls
            )
        headers = {"Cookie": visit.header(), "Accept-Language": "fr"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Origin"] = self.url
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            # A server without TLS may answer to it by hanging up.
            if isinstance(error, ssl.SSLError) or (
                self.tls and isinstance(error, ConnectionResetError)
            ):
                raise DoorShut(
                    f"{self.url} speaks no TLS that is trusted here"
                    f" ({getattr(error, 'reason', '') or error}):"
                    " SSL_CERT_FILE may name its certificate."
                ) from None
            raise DoorShut(
                f"No house answers at {self.url} ({error or type(error).__name__})."
                " Is it open there? `make run` opens one."
            ) from None
        finally:
            connection.close()
        if (moved := answer.headers.get("Location", "")).startswith("https://") and not self.tls:
            raise DoorShut(f"{self.url} wants TLS: try {moved.removesuffix(path)}.")
        for header in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(header).items():
                if morsel.value:
                    visit.cookies[name] = morsel.value
        return answer.status, text


class KeyRing:
    """Passwords and session cookies of scripted players, kept in one private file per house."""

    def __init__(self, path: Path, door: Door) -> None:
        self._door = door
        self._path = path
        try:
            self._kept: dict[str, dict[str, str]] = json.loads(self._path.read_text())
        except FileNotFoundError:
            self._kept = {}

    async def cookie(
        self, username: str, display_name: str = "", *, opens: bool = True
    ) -> str | None:
        """Return a session of this player: the one kept, else after signing in or up.

        `None` when the name is somebody else's. Raises `NoAccount` where he has none and the house
        opens none, or none is to be opened.
        """
        kept = self._kept.get(username)
        if not kept and not opens:
            raise NoAccount(f"{username} has no account.")
        if kept and kept.get("cookie") and await self._door.knows(kept["cookie"]):
            return kept["cookie"]
        password = kept["password"] if kept else secrets.token_urlsafe(18)
        who = Credentials(username, password, display_name)
        cookie = await (self._door.sign_in(who) if kept else self._door.sign_up(who))
        if cookie is None and kept:
            # The house may have been emptied since.
            cookie = await self._door.sign_up(who)
        if cookie:
            self._kept[username] = {"password": password, "cookie": cookie}
            self.save()
        return cookie

    def save(self) -> None:
        """Write the file, readable by its owner only."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with open(os.open(self._path, flags, 0o600), "w") as file:
            json.dump(self._kept, file, indent=1)


def house_of_this_folder() -> str:
    """Return the address of the house that is open on the folder SABOT_VAR; empty without one."""
    with contextlib.suppress(OSError):
        said = (folder() / "run" / "lock").read_text()
        if found := re.search(r"http://\S+[0-9]", said):
            with urllib.request.urlopen(f"{found[0]}/healthz", timeout=5):  # noqa: S310
                return found[0]
    return ""


def folder() -> Path:
    """Return the folder that a house of this checkout is opened on: SABOT_VAR, by default `var`."""
    return ROOT / (os.environ.get("SABOT_VAR") or "var")


def address(said: str | None) -> str:
    """Return the address of the house that is meant: the one said, PORT's, or this folder's.

    Raises `DoorShut` where there is none.
    """
    port = os.environ.get("PORT")
    url = said or (f"http://127.0.0.1:{port}" if port else house_of_this_folder())
    if not url:
        raise DoorShut(
            f"No house is open on {folder()}: `make run` opens one. Another is named by PORT,"
            " SABOT_VAR or --url http://127.0.0.1:8000."
        )
    return url
