"""What goes wrong in a fault campaign, each fault with its share of all."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import psutil
from redis import Redis
from redis.exceptions import RedisError

from tests.chaos.crowd import Line
from tests.chaos.shifted import CLOCK, LIBRARY
from tests.house import House

LASTS: Final = 5.0
"""Seconds that a process stands still; a full disk, a slow line and a wrong clock a second more."""
WITHIN: Final = 120.0
"""Seconds until the process that is to fail must be there: it may be just starting again."""
DISK: Final = 1500 * 2**20
"""Bytes of the disk that is filled."""
SLOW: Final = 0.8
"""Seconds that a slow line keeps what is sent, at the most."""
SHIFT: Final = 7200
"""Seconds by which a clock is wrong."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What faults are done to."""

    house: House
    line: Line
    """By which all players come."""
    disk: Path | None
    """The folder of a small disk that the database is on; `None` where none could be mounted."""
    chance: Random

    @property
    def webs(self) -> Sequence[str]:
        """The names of the web processes."""
        return self.house.webs

    def one_of(self, names: Sequence[str]) -> str:
        """Return one of several processes that do the same."""
        return self.chance.choice(names)


End = Callable[[], None]
"""Ends a fault that lasts."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong."""

    name: str
    share: int
    """How often it comes, compared with others."""
    begin: Callable[[Scene], End | None]
    lasts: float = 0.0
    """Seconds from its beginning to its end, where it has one."""


def process(scene: Scene, name: str) -> psutil.Process:
    """Return a process of the house, once it runs."""
    deadline = time.monotonic() + WITHIN
    while True:
        with contextlib.suppress(psutil.Error):
            found = psutil.Process(scene.house.pid(name))
            if found.status() != psutil.STATUS_ZOMBIE:
                return found
        assert time.monotonic() < deadline, f"{name} does not run"
        time.sleep(0.02)


def backends(scene: Scene) -> list[psutil.Process]:
    """Return the sessions of the house in PostgreSQL, once there are any."""
    deadline = time.monotonic() + WITHIN
    while True:
        found = []
        for child in process(scene, "postgresql").children():
            with contextlib.suppress(psutil.Error):
                if "sabot_house" in " ".join(child.cmdline()):
                    found.append(child)
        if found:
            return found
        assert time.monotonic() < deadline, "nobody is connected"
        time.sleep(0.05)


def send(scene: Scene, what: signal.Signals, *names: str) -> None:
    """Send a signal to processes, at one moment; one that has just ended is waited for again."""
    for name in names:
        deadline = time.monotonic() + WITHIN
        while True:
            with contextlib.suppress(psutil.NoSuchProcess):
                process(scene, name).send_signal(what)
                break
            assert time.monotonic() < deadline, name


def killed(*roles: str) -> Callable[[Scene], None]:
    """Return what kills one process of each role."""

    def begin(scene: Scene) -> None:
        send(scene, signal.SIGKILL, *(name_of(scene, role) for role in roles))

    return begin


def name_of(scene: Scene, role: str) -> str:
    """Return the name of one process of a role."""
    several = {"web": scene.house.webs, "rng": scene.house.rngs}
    return scene.one_of(several.get(role, (role,)))


def stopped(role: str) -> Callable[[Scene], End]:
    """Return what makes one process of a role stand still for a while."""

    def begin(scene: Scene) -> End:
        found = process(scene, name_of(scene, role))
        return suspended([found])

    return begin


def suspended(processes: Sequence[psutil.Process]) -> End:
    """Make processes stand still until the end."""
    for each in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.suspend()

    def end() -> None:
        for each in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.resume()

    return end


def kill_every_web(scene: Scene) -> None:
    """Kill all web processes at once."""
    send(scene, signal.SIGKILL, *scene.house.webs)


def kill_a_backend(scene: Scene) -> None:
    """Kill one session of PostgreSQL, which ends all others and starts anew."""
    with contextlib.suppress(psutil.NoSuchProcess):
        scene.chance.choice(backends(scene)).kill()


def stop_the_backends(scene: Scene) -> End:
    """Make every session of the house stand still, as a disk that hangs does."""
    return suspended(backends(scene))


def restart_postgresql(scene: Scene) -> None:
    """End PostgreSQL in order, with every session; its supervisor starts it again."""
    send(scene, signal.SIGINT, "postgresql")


def flush(scene: Scene) -> None:
    """Empty Redis, as soon as it answers."""
    deadline = time.monotonic() + WITHIN
    while True:
        try:
            with Redis.from_url(
                scene.house.running_urls()["REDIS_URL"], socket_timeout=10
            ) as redis:
                redis.flushall()
            return
        except RedisError:
            assert time.monotonic() < deadline, "Redis does not answer"
            time.sleep(0.05)


def slow_the_line(scene: Scene) -> End:
    """Keep what is sent either way for a while."""
    scene.line.delay = SLOW

    def end() -> None:
        scene.line.delay = 0.0

    return end


def cut_the_line(scene: Scene) -> None:
    """Break every player's connection."""
    scene.line.cut()


def fill_the_disk(scene: Scene) -> End:
    """Leave no byte on the database's disk."""
    assert scene.disk is not None
    ballast = scene.disk / "ballast"
    with ballast.open("wb") as file, contextlib.suppress(OSError):
        while True:
            os.write(file.fileno(), b"\0" * 2**20)

    def end() -> None:
        ballast.unlink(missing_ok=True)

    return end


def shifted(seconds: int) -> Callable[[Scene], End]:
    """Return what shifts the croupier's clock for a while."""

    def begin(scene: Scene) -> End:
        clock = scene.house.var / CLOCK
        clock.write_text(f"{seconds:+}")

        def end() -> None:
            clock.write_text("+0")

        return end

    return begin


FAULTS: Final = (
    Fault("kill -9 web", 14, killed("web")),
    Fault("kill -9 every web", 3, kill_every_web),
    Fault("STOP web 5 s", 10, stopped("web"), LASTS),
    Fault("kill -9 croupier", 20, killed("croupier")),
    Fault("STOP croupier 5 s", 11, stopped("croupier"), LASTS),
    Fault("kill -9 settlement", 20, killed("settlement")),
    Fault("STOP settlement 5 s", 9, stopped("settlement"), LASTS),
    Fault("kill -9 rng", 20, killed("rng")),
    Fault("STOP rng 5 s", 11, stopped("rng"), LASTS),
    Fault("kill -9 croupier and rng", 6, killed("croupier", "rng")),
    Fault("kill -9 postmaster", 20, killed("postgresql")),
    Fault("STOP postmaster 5 s", 8, stopped("postgresql"), LASTS),
    Fault("kill -9 one backend", 20, kill_a_backend),
    Fault("STOP every backend 5 s", 10, stop_the_backends, LASTS),
    Fault("restart PostgreSQL", 20, restart_postgresql),
    Fault("kill -9 redis", 22, killed("redis")),
    Fault("STOP redis 5 s", 10, stopped("redis"), LASTS),
    Fault("FLUSHALL", 24, flush),
    Fault("kill -9 redis and postmaster", 6, killed("redis", "postgresql")),
    Fault("kill -9 web, croupier and redis", 4, killed("web", "croupier", "redis")),
    Fault("lines delayed 0-800 ms, 6 s", 7, slow_the_line, LASTS + 1),
    Fault("lines cut", 7, cut_the_line),
)
OF_THE_DISK: Final = Fault("disk full 6 s", 9, fill_the_disk, LASTS + 1)
OF_THE_CLOCK: Final = (
    Fault("croupier's clock +2 h, 6 s", 6, shifted(SHIFT), LASTS + 1),
    Fault("croupier's clock -2 h, 6 s", 6, shifted(-SHIFT), LASTS + 1),
)


def possible(scene: Scene) -> tuple[Fault, ...]:
    """Return the faults that this machine has the means for."""
    disk = () if scene.disk is None else (OF_THE_DISK,)
    return (*FAULTS, *disk, *(() if LIBRARY is None else OF_THE_CLOCK))


def left_out(scene: Scene) -> list[str]:
    """Return a sentence for each sort of fault that this machine lacks the means for."""
    missing = []
    if LIBRARY is None:
        missing.append("No clock is shifted: libfaketime is not installed.")
    if scene.disk is None:
        missing.append("No disk is filled: a tmpfs cannot be mounted here.")
    return missing


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a disk of `DISK` bytes at a folder that is not there yet; give `None` where we may not.

    It is gone afterwards, with all that is on it.
    """
    folder.mkdir()
    size = f"size={DISK},mode=0700"
    command = ("mount", "-t", "tmpfs", "-o", size, "sabot-faults", str(folder))
    try:
        done = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        done = False
    if not done:
        folder.rmdir()
    try:
        yield folder if done else None
    finally:
        if done:
            subprocess.run(("umount", "-l", str(folder)), check=True)
