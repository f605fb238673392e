"""Every process is restarted under play, behind a real proxy, and no player notices.

`make soak ARGS="tests/chaos/test_rolling.py"` prints what 40 players saw; docs/operating.md says
how an operator does the same.
"""

import asyncio
import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

import pytest

from casino.embedded.supervisor import death_signal_setup, from_procfile
from tests import campaign
from tests.chaos.rolling import GONE_WITHIN, PLAYS, WITHIN, play_through, until
from tests.house import ROOT, House, own_port, run_house
from tests.proxies import PROXIES, Proxy


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
        try:
            for each in beside:
                each.start()
            for each in beside:
                until(each.ready)
            # It takes those for ready that are there when it starts.
            with proxy.running():
                yield house, proxy, beside
        finally:
            for each in beside:
                each.end()


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


Step = Callable[[House], None]


def do_nothing(house: House) -> None:
    """Leave the house as it is."""


def restart_all(house: House, beside: list[Process], steps: Sequence[Step]) -> dict[str, float]:
    """Take each step, and restart one process after the other; return how long each took."""
    ended = {}
    for step in steps:
        step(house)
        for process in beside:
            time.sleep(PLAYS)
            ended[process.name] = restart(process)
        for name in (*house.rngs, "settlement", "croupier", *house.webs):
            time.sleep(PLAYS)
            ended[name] = restart_supervised(house, name)
    assert all(ended[each.name] < GONE_WITHIN for each in beside), ended
    return ended


if campaign.SOAK:

    @pytest.mark.campaign
    @pytest.mark.parametrize("name", PROXIES)
    @pytest.mark.parametrize("server", ["daphne", "uvicorn"])
    def test_nobody_notices_that_every_process_is_restarted(
        server: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with behind_a_proxy(tmp_path, server, name) as (house, proxy, beside):
            monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
            act = partial(restart_all, house, beside, [do_nothing])
            print(asyncio.run(play_through(house, proxy, server, act)))  # noqa: T201

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
            act = partial(restart_all, house, beside, steps)
            print(asyncio.run(play_through(house, proxy, "daphne", act)))  # noqa: T201
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
