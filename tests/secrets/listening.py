"""Hears everything a house says: logs, broker, sockets, pages, answers, dumps."""

import asyncio
import json
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urljoin

import redis

from tests import campaign
from tests.collector import as_text, collector
from tests.house import PASSWORD, ROOT, House
from tests.load.client import Client, Frames
from tests.load.door import Credentials, Door

T = TypeVar("T")

OFFICE: Final = "/admin/"
_KIND: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|=[^&]*")
_LINK: Final = re.compile(r'href="([^"#]+)"')
_WANTED: Final = re.compile(
    r"/admin/(?!logout|password_change|jsi18n)"
    if campaign.SOAK
    else r"/admin/(rng/|tables/(draw|floorevent|receipt|round|shuffling|table)\w*/)"
)
"""In the short form the pages of chance and of rounds; `tests/admin` reads all, in its process."""


class Tapped(Client):
    """A player's socket, every text of which is kept as it came, and every frame whole."""

    def __init__(self, door: Door, table: int, cookie: str, heard: list[str]) -> None:
        super().__init__(door, table, cookie)
        self._heard = heard
        self._tapped: Any = None
        self._made_whole = Frames()

    def _hear(self, line: Any, sent: bytes) -> None:
        if line is not self._tapped:
            self._tapped, self._made_whole = line, Frames()
        text = sent.decode()
        self._heard.append(text)
        whole = self._made_whole.whole(json.loads(text))
        if text.startswith('{"type":"delta"'):
            self._heard.append(json.dumps(whole))
        super()._hear(line, sent)


class Monitor(threading.Thread):
    """Every command that a Redis is given, from now on."""

    def __init__(self, url: str) -> None:
        super().__init__(name="redis monitor", daemon=True)
        self.heard: list[str] = []
        self._client = redis.Redis.from_url(url, decode_responses=False)
        self._monitor = self._client.monitor().__enter__()  # type: ignore[no-untyped-call]

    def run(self) -> None:
        """Listen until the server or this process ends."""
        try:
            while True:
                self.heard.append(str(self._monitor.connection.read_response()))
        except (redis.RedisError, OSError, ValueError):
            return


@dataclass
class Ears:
    """What one house said, channel by channel, since they were asked the last time."""

    house: House
    monitor: Monitor
    frames: dict[str, list[str]] = field(default_factory=dict)
    """Texts of each player's sockets."""
    error_pages: list[bytes] = field(default_factory=list)
    _read: dict[str, int] = field(default_factory=dict)

    def by_itself(self) -> dict[str, bytes]:
        """Return what the house said unasked."""
        return {
            "process logs": b"".join(self._grown(path) for path in self._logs()),
            "postgresql log": self._grown(self.house.var / "log" / "postgresql.log"),
            "redis commands": "\n".join(self._new("redis", self.monitor.heard)).encode(),
            "redis keys": self._keys(),
            "traces": b"\n".join(map(as_text, self._new("traces", collector().bodies))),
            **{
                f"frames of {name}": "\n".join(self._new(name, heard)).encode()
                for name, heard in self.frames.items()
            },
        }

    def asked(
        self,
        cookies: dict[str, str],
        samples: dict[str, list[str]],
        of_a_kind: int,
    ) -> dict[str, bytes]:
        """Return what it answers to those who ask.

        `cookies` are the sessions of `operator` and of players; `samples` the ids to ask the API
        for, by the name of the parameter; `of_a_kind` so many pages of the office are opened that
        differ in an id only.
        """
        pages = office(self.house, cookies["operator"], samples, of_a_kind)
        return {
            "office": b"\n".join(pages),
            "api": b"\n".join(
                answer for cookie in cookies.values() for answer in api(self.house, cookie, samples)
            ),
            "error pages": b"\n".join(self.error_pages),
            "dump": self._dump(),
        }

    def _dump(self) -> bytes:
        """Dump the database as its owner: who serves the house may not read all of it."""
        owner = {"DATABASE_URL": self.house.signed_in("sabot_owner")}
        return subprocess.run(
            [sys.executable, "manage.py", "dumpdata"],
            cwd=ROOT,
            env={**self.house.environment(), **self.house.running_urls(), **owner},
            capture_output=True,
            check=True,
        ).stdout

    def _logs(self) -> list[Path]:
        logs = sorted((self.house.var / "log").glob("*.log"))
        return [path for path in logs if path.name != "postgresql.log"]

    def _grown(self, path: Path) -> bytes:
        with path.open("rb") as log:
            log.seek(self._read.get(path.name, 0))
            said = log.read()
            self._read[path.name] = log.tell()
        return said

    def _new(self, name: str, heard: list[T]) -> list[T]:
        begin, end = self._read.get(name, 0), len(heard)
        self._read[name] = end
        return heard[begin:end]

    def _keys(self) -> bytes:
        """Return every value of the broker, in Python's writing of it."""
        said = []
        with redis.Redis.from_url(self.house.running_urls()["REDIS_URL"]) as client:
            for name in client.scan_iter("*"):
                kind = client.type(name)
                ask: Any = {
                    b"string": client.get,
                    b"list": lambda name: client.lrange(name, 0, -1),
                    b"hash": client.hgetall,
                    b"set": client.smembers,
                    b"zset": lambda name: client.zrange(name, 0, -1, withscores=True),
                    # It expired, or was emptied, meanwhile; what wrote it is among the commands.
                    b"none": lambda name: None,
                }[kind]
                said.append(repr((name, ask(name))).encode())
        return b"\n".join(said)


def sign_in(house: House, name: str) -> str:
    """Return the cookies of somebody of the demo house."""
    who = Credentials(name, PASSWORD)
    cookie = asyncio.run(Door(house.base_url).sign_in(who))
    assert cookie is not None
    return cookie


def get(house: House, path: str, cookie: str = "") -> tuple[int, bytes]:
    """Return status and body of a page."""
    request = urllib.request.Request(house.base_url + path, headers={"Cookie": cookie})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:  # noqa: S310
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def office(
    house: House, cookie: str, samples: dict[str, list[str]], of_a_kind: int
) -> Iterator[bytes]:
    """Give the pages of the office below an address, as a superuser finds them by its links."""
    waiting, seen, kinds = [OFFICE], {OFFICE}, dict[str, int]()
    while waiting:
        path = waiting.pop(0)
        kind = _KIND.sub("*", path)
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] > of_a_kind:
            continue
        status, page = get(house, path, cookie)
        assert status in (200, 403, 404), (path, status)
        yield page
        for link in _LINK.findall(page.decode()):
            target = urljoin(path, link.replace("&amp;", "&"))
            # Sorting and filtering show the same rows again.
            wanted = _WANTED.match(target) and "?" not in target
            if wanted and target not in seen:
                seen.add(target)
                waiting.append(target)
    opened = {"rng/shoe": "shoe_id", "rng/draw": "draw_id", "tables/table": "table_id"}
    for model, row in (opened | {"rng/logentry": "index", "tables/round": "round_id"}).items():
        if samples[row]:
            assert kinds.get(f"/admin/{model}/*/change/"), f"no {model} was opened: {kinds}"


def api(house: House, cookie: str, samples: dict[str, list[str]]) -> Iterator[bytes]:
    """Give the answer of every endpoint of the schema that reads, for every sample there is."""
    status, text = get(house, "/api/schema/?format=json", cookie)
    assert status == 200
    yield text
    for path, verbs in json.loads(text)["paths"].items():
        if "get" not in verbs:
            continue
        given: list[dict[str, str]] = [{}]
        for parameter in verbs["get"].get("parameters", ()):
            name = parameter["name"]
            if name in samples:
                given = [one | {name: value} for one in given for value in samples[name]]
            else:
                assert not parameter.get("required"), f"no sample of {name} for {path}"
        for values in given:
            filled = path.format_map(values)
            query = "&".join(f"{k}={v}" for k, v in values.items() if f"{{{k}}}" not in path)
            status, answer = get(house, f"{filled}?{query}", cookie)
            assert status in (200, 400, 403, 404), (filled, status)
            yield answer
