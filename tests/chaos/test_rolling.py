"""Every process is restarted under play, behind a real proxy, and no player notices.

`make soak ARGS="tests/chaos/test_rolling.py"` prints what 40 players saw; docs/operating.md says
how an operator does the same.
"""

import asyncio
import contextlib
import http.client
import os
import signal
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from casino.asgi_servers.draining import SERVICE_RESTART
from casino.embedded.supervisor import death_signal_setup, from_procfile
from tables.wire import outgoing
from tests import campaign
from tests.chaos import bookkeeper
from tests.chaos.crowd import Crowd, Recorded
from tests.house import ROOT, House, own_port, run_house
from tests.load.client import FAULTS
from tests.load.door import Door, KeyRing
from tests.load.run import place_at
from tests.proxies import PROXIES, Proxy

PLAYERS: Final = 40
WITHIN: Final = 300.0
GONE_WITHIN: Final = 10.0
"""Seconds in which a process that is told to end has ended."""
PLAYS: Final = 5.0
"""Seconds of play before a restart, and after the last."""


class Moved(Recorded):
    """A client that times how long it takes to come back, and whose line nobody else breaks."""

    closes: Counter[int] = Counter()  # noqa: RUF012
    """By code, of all clients."""
    away: list[float] = []  # noqa: RUF012
    """Seconds from each close to the next welcome, of all clients."""
    _left_at: float | None = None

    async def lose_line(self, chance: Random) -> None:
        """Leave the connection alone."""

    def _is_closed(self, code: int) -> None:
        self.closes[code] += 1
        self._left_at = time.monotonic()
        super()._is_closed(code)

    def _take(self, message: Any) -> None:
        if isinstance(message, outgoing.Welcome) and self._left_at is not None:
            self.away.append(time.monotonic() - self._left_at)
            self._left_at = None
        super()._take(message)


class Process:
    """A line of the Procfile beside those of the house, restarted by hand."""

    def __init__(self, house: House, line: str, name: str, env: Mapping[str, str]) -> None:
        self.name = name
        self._house = house
        self._env = {**house.environment(), **house.running_urls(), **env, "SABOT_PROCESS": name}
        procfile = f"Procfile{'.uvicorn' if env.get('PROCFILE') == 'uvicorn' else ''}"
        found = {each.name: each for each in from_procfile(ROOT / procfile, self._env)}
        argv = found[line].argv
        self._argv = (sys.executable, *argv[1:]) if argv[0].endswith("python") else argv
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._house.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._argv,
                cwd=ROOT,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=death_signal_setup(os.getpid(), signal.SIGKILL),
            )

    def ready(self) -> bool:
        """Tell whether a web process answers `/readyz` so; others are as soon as they run."""
        if "web" not in self.name:
            return True
        with contextlib.suppress(OSError, http.client.HTTPException):
            asked = http.client.HTTPConnection("127.0.0.1", int(self._env["PORT"]), timeout=10)
            with contextlib.closing(asked):
                asked.request("GET", "/readyz")
                return asked.getresponse().status == 200
        return False

    def end(self) -> float:
        """Tell it to end; return the seconds that it takes."""
        assert self._process is not None
        began = time.monotonic()
        self._process.terminate()
        self._process.wait(WITHIN)
        return time.monotonic() - began


class Asking:
    """Asks for pages through the proxy all the time, each on a connection of its own."""

    def __init__(self, proxy: Proxy) -> None:
        self.statuses: Counter[str] = Counter()
        self._to = urlsplit(proxy.url)
        self._trusted = ssl.create_default_context(cafile=str(proxy.authority))

    async def go_on(self) -> None:
        """Ask until cancelled."""
        while True:
            for method, path in (("GET", "/"), ("GET", "/api/tables/"), ("POST", "/api/rounds/")):
                self.statuses[await asyncio.to_thread(self._ask, method, path)] += 1
                await asyncio.sleep(0.05)

    def _ask(self, method: str, path: str) -> str:
        connection = http.client.HTTPSConnection(
            str(self._to.hostname), self._to.port, timeout=WITHIN, context=self._trusted
        )
        with contextlib.closing(connection):
            try:
                connection.request(method, path)
                return str(connection.getresponse().status)
            except (OSError, http.client.HTTPException) as error:
                return repr(error)


@contextlib.contextmanager
def behind_a_proxy(
    folder: Path, server: str, name: str, launcher: str = ""
) -> Iterator[tuple[House, Proxy, list[Process]]]:
    """Open a house whose players come to two web processes by a proxy, with two croupiers."""
    (folder / "proxy").mkdir(mode=0o711)
    ports = own_port(), own_port()
    proxy = PROXIES[name](folder / "proxy", *ports)
    more = {"RNG_WORKERS": "2", "API_PER_MINUTE": "100000"}
    with run_house(folder / "house", launcher, **more) as house:
        tls = {"BEHIND_TLS": "1", "TRUSTED_ORIGINS": proxy.url, "PROCFILE": server}
        beside = [
            Process(house, "web", f"web-{port}", {**tls, "PORT": str(port)}) for port in ports
        ]
        beside.append(Process(house, "croupier", "croupier-2", {}))
        with proxy.running():
            for each in beside:
                each.start()
            for each in beside:
                until(each.ready)
            try:
                yield house, proxy, beside
            finally:
                for each in beside:
                    each.end()


def until(holds: Any) -> None:
    """Wait until something holds, on a busy machine."""
    deadline = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.05)


def restart(process: Process) -> float:
    """Restart a process and wait until it is ready; return the seconds it took to end."""
    took = process.end()
    process.start()
    until(process.ready)
    return took


def restart_supervised(house: House, name: str) -> float:
    """Restart a process of the house's own; return the seconds until another runs."""
    began, before = time.monotonic(), house.pid(name)
    os.kill(before, signal.SIGTERM)
    until(lambda: house.pid(name) != before)
    took = time.monotonic() - began
    until(lambda: house.health()[0] == 200)
    return took


if campaign.SOAK:

    @pytest.mark.campaign
    @pytest.mark.parametrize("name", PROXIES)
    @pytest.mark.parametrize("server", ["daphne", "uvicorn"])
    def test_nobody_notices_that_every_process_is_restarted(
        server: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with behind_a_proxy(tmp_path, server, name) as (house, proxy, beside):
            monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
            print(asyncio.run(_play_through(house, proxy, beside, server)))  # noqa: T201

    @pytest.mark.campaign
    def test_nobody_notices_that_every_key_is_changed(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The steps of docs/rotating-keys.md, for files below `var/keys`."""
        # A launcher that forks has read the keys before.
        found = behind_a_proxy(tmp_path, "daphne", next(iter(PROXIES)), "casino.embedded")
        with found as (house, proxy, beside):
            monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
            keys = house.var / "keys"
            before = {name: (keys / name).read_text().split() for name in CHANGED + SIGNING}
            steps = (add_keys, use_keys, end_former_keys)
            print(asyncio.run(_play_through(house, proxy, beside, "daphne", steps)))  # noqa: T201
            for name in CHANGED:
                assert (keys / name).read_text().split() != before[name]
            for name in SIGNING:
                assert len((keys / name).read_text().split()) == 2
            assert manage(house, "reseal", "--check").endswith("take SHOE_KEY_FALLBACKS away.\n")


CHANGED: Final = ("SHOE_KEY", "SECRET_KEY")
SIGNING: Final = ("LOG_KEY", "RECEIPTS_KEY")


def manage(house: House, *arguments: str) -> str:
    """Run a management command at a house; return what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**house.environment(), **house.running_urls()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _replace(path: Path, *secrets: str) -> None:
    """Replace a file whole, as a process that finds none makes one."""
    draft = path.with_suffix(".new")
    draft.write_text("\n".join(secrets))
    draft.replace(path)


def add_keys(house: House) -> None:
    """Make the keys to come known as fallbacks."""
    for name in CHANGED:
        _replace(house.var / "keys" / f"{name}_FALLBACKS", token_urlsafe(48))


def use_keys(house: House) -> None:
    """Make each key to come the present one, and the present one a fallback."""
    for name in CHANGED:
        path, fallbacks = (house.var / "keys" / each for each in (name, f"{name}_FALLBACKS"))
        former, coming = path.read_text(), fallbacks.read_text()
        _replace(fallbacks, former, coming)
        _replace(path, coming)
        _replace(fallbacks, former)


def end_former_keys(house: House) -> None:
    """Seal again what the former SHOE_KEY sealed, take it away, and change the keys that sign."""
    manage(house, "reseal")
    (house.var / "keys" / "SHOE_KEY_FALLBACKS").unlink()
    for use in ("log", "receipts"):
        manage(house, "rotate_log_key", "--use", use)


def do_nothing(house: House) -> None:
    """Leave the house as it is."""


async def _play_through(
    house: House,
    proxy: Proxy,
    beside: list[Process],
    server: str,
    steps: Sequence[Callable[[House], None]] = (do_nothing,),
) -> str:
    """Take each step, and restart one process after the other, while all play.

    Return what the players saw.
    """
    Moved.closes.clear()
    Moved.away.clear()
    door = Door(proxy.url)
    crowd = Crowd(door, KeyRing(house.var / "rolling.json", door), campaign.seed(7), client=Moved)
    tables = [each for each in await door.tables() if each["status"] == "open"]
    places = [place_at(each, nth) for nth in range(PLAYERS) for each in tables][:PLAYERS]
    asking = Asking(proxy)
    polling = asyncio.create_task(asking.go_on())
    crowd.come(places)
    await crowd.seated()
    ended = {}
    for step in steps:
        await asyncio.to_thread(step, house)
        for process in beside:
            await asyncio.sleep(PLAYS)
            ended[process.name] = await asyncio.to_thread(restart, process)
        for name in (*house.rngs, "settlement", "croupier", *house.webs):
            await asyncio.sleep(PLAYS)
            ended[name] = await asyncio.to_thread(restart_supervised, house, name)
    await asyncio.sleep(PLAYS)
    polling.cancel()
    closes, away = dict(Moved.closes), sorted(Moved.away) or [0.0]
    tally = await crowd.go_home()
    told = "\n".join(
        (
            f"{server} behind {proxy.name}: {len(places)} players, {len(tables)} tables, load"
            f" {os.getloadavg()[0]:.1f}",
            f"commands {tally.commands}, answered {len(crowd.answers)}, unanswered"
            f" {tally.unanswered}; refused {dict(tally.refusals.most_common())}",
            f"sockets closed {closes}; back in {away[len(away) // 2]:.2f} s (median),"
            f" {away[-1]:.2f} s (longest of {len(away)})",
            f"requests {dict(asking.statuses)}; of the proxy's log {proxy.failures()}",
            f"frames {tally.frames}, lost {tally.lost}, reordered {tally.reordered}, errors"
            f" {tally.errors[:5]}",
            "ended in " + ", ".join(f"{name} {took:.1f} s" for name, took in ended.items()),
        )
    )
    with house.connect() as database:
        unkept = bookkeeper.unkept(database, crowd.answers)
        broken = bookkeeper.broken(database)
    assert (unkept, broken) == ([], []), told
    assert (tally.unanswered, tally.errors, tally.lost) == (0, [], 0), told
    # Those that were under way when everybody went home are not counted as answered.
    assert tally.commands - len(crowd.answers) <= len(places), told
    assert not any(tally.refusals[each] for each in FAULTS), told
    assert set(closes) == {SERVICE_RESTART}, told
    assert proxy.failures() == [], told
    assert not [each for each in asking.statuses if not each.isdigit() or each >= "500"], told
    assert all(ended[each.name] < GONE_WITHIN for each in beside), told
    return told
