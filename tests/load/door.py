"""The house over HTTP: where it is, sign up, sign in, list the tables, as a browser would."""

import asyncio
import html
import http.client
import json
import os
import re
import secrets
import ssl
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

ROOT: Final = Path(__file__).resolve().parents[2]
VAR: Final = Path(os.environ.get("SABOT_VAR") or ROOT / "var").resolve()
"""The folder of the house that is played at by default, as `make run` knows it."""
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
PORTS: Final = {"http": 80, "https": 443}


class DoorShut(Exception):
    """The house did not let us in; the message is a sentence for the person at the keyboard."""


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


def running() -> str:
    """Return the address of the house that is open below `SABOT_VAR`; empty when none is."""
    try:
        lock = (VAR / "run" / "lock").read_text(encoding="utf-8")
    except OSError:
        return ""
    found = re.search(r"http://\S+[0-9]", lock)
    return found[0] if found else ""


def address(url: str | None) -> str:
    """Return the house to play at: this one, that of `PORT`, or that of `SABOT_VAR`.

    Raises `DoorShut` where none of them is known.
    """
    if url:
        return url
    if port := os.environ.get("PORT"):
        return f"http://127.0.0.1:{port}"
    if found := running():
        return found
    raise DoorShut(
        f"No house is open below {VAR}: `make run` opens one, SABOT_VAR or PORT says where yours"
        ' is, and ARGS="--url http://127.0.0.1:8000" names any other.'
    )


class Door:
    """Signs players in at one house.

    A house that is not on this machine is addressed only where `permitted`: whoever runs it must
    have agreed. Raises `DoorShut`.
    """

    def __init__(self, url: str, *, permitted: bool = False) -> None:
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            port = None
            parts = parts._replace(scheme="")
        if parts.scheme not in PORTS or not parts.hostname:
            raise DoorShut(f"{url} is no address of a house, e.g. http://127.0.0.1:8000.")
        if parts.hostname not in LOOPBACK and not permitted:
            raise DoorShut(
                f"{url} is not on this machine: where its operator agrees, say so by --permitted"
                " (docs/load-testing.md)."
            )
        self.host = parts.hostname
        self.port = port or PORTS[parts.scheme]
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.tls = ssl.create_default_context() if parts.scheme == "https" else None

    @property
    def name(self) -> str:
        """The name of a file for what is kept of this house."""
        here = self.host in LOOPBACK
        return str(self.port) if here else f"{self.host.replace(':', '_')}-{self.port}"

    def socket(self, table: int) -> str:
        """Return the address of a table's WebSocket."""
        return f"ws{self.url.removeprefix('http')}/ws/tables/{table}/?deltas&beats"

    async def tables(self) -> list[dict[str, Any]]:
        """Return the tables that the lobby shows."""
        status, text = await asyncio.to_thread(self._request, _Visit(), "GET", "/api/tables/")
        if status != 200:
            raise DoorShut(f"{self.url}/api/tables/ answered {status}: is a house open there?")
        try:
            answer = json.loads(text)
            found: list[dict[str, Any]] = answer["results"] if isinstance(answer, dict) else answer
            return [dict(each) for each in found]
        except (ValueError, KeyError, TypeError):
            raise DoorShut(f"{self.url} is no house: it lists no tables.") from None

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
        raise DoorShut(f"{self.url}{path} does not let {fields['username']} in: {why}")

    def _request(
        self, visit: _Visit, method: str, path: str, body: str | None = None
    ) -> tuple[int, str]:
        connection = (
            http.client.HTTPSConnection(self.host, self.port, timeout=300, context=self.tls)
            if self.tls
            else http.client.HTTPConnection(self.host, self.port, timeout=300)
        )
        headers = {"Cookie": visit.header(), "Accept-Language": "fr"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            why = str(error) or type(error).__name__
            raise DoorShut(
                f"No house answers at {self.url} ({why}). Start it first: make run"
            ) from None
        finally:
            connection.close()
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

    def __contains__(self, username: str) -> bool:
        """Tell whether this player has signed up here before."""
        return username in self._kept

    async def cookie(self, username: str, display_name: str = "") -> str | None:
        """Return a session of this player: the one kept, else after signing in or up.

        `None` when the name is somebody else's.
        """
        kept = self._kept.get(username)
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
