"""Opens the house on this machine: servers, tables' schema, processes, and their end in order."""

import asyncio
import contextlib
import errno
import itertools
import json
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import structlog

from casino.embedded import servers
from casino.embedded.errors import Trouble
from casino.embedded.supervisor import (
    Program,
    Supervisor,
    from_procfile,
    on_signals,
    run_to_end,
)
from casino.process.environment import (
    ROOT,
    integer,
    metrics_address,
    text,
    traces_endpoint,
)

log = structlog.get_logger("supervisor")

HEALTHY_WITHIN: Final = 90.0
"""Seconds from the start of the processes to the first good answer of /healthz?all."""


MOST_WEB_PROCESSES: Final = 16
"""Each may keep as many connections to PostgreSQL as it has threads, which are sixteen."""
USUAL_WEB_PROCESSES: Final = 4
"""The most that a machine of many cores is given unasked."""
MOST_RNG_WORKERS: Final = 8
USUAL_RNG_WORKERS: Final = 2
"""With one, what a round awaits waits for what is only promised or revealed (ADR 0061)."""
BACKLOG: Final = 2048
"""Connections that may wait to be taken by a web process."""


class Address:
    """Listening address: a socket that every web process inherits.

    So the port is never without an owner, and a client that connects while a process is restarted
    waits for it, or is accepted by another.
    """

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.socket(family)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Accepted sockets have it from here: uvicorn sets it on none that it was not told to bind.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._try(lambda: self._socket.bind((host, port)), port)
        self.port = int(self._socket.getsockname()[1])

    @classmethod
    def from_environment(cls) -> "Address":
        """Take HOST and PORT, by default 127.0.0.1 and 8000; port 0 means any free one."""
        return cls(text("HOST", "127.0.0.1"), integer("PORT", 8000, most=65535))

    def listen(self) -> int:
        """Start listening; return the file descriptor that web processes inherit."""
        self._try(lambda: self._socket.listen(BACKLOG), self.port)
        return self._socket.fileno()

    def close(self) -> None:
        """Close the launcher's own socket; living web processes keep theirs."""
        self._socket.close()

    def _try(self, take: Callable[[], None], port: int) -> None:
        try:
            take()
        except OSError as error:
            self.close()
            another = "choose another with PORT=."
            why = {
                errno.EADDRINUSE: f"Port {port} of {self.host} is taken: {another}",
                errno.EACCES: f"Port {port} needs more rights: {another}",
            }.get(error.errno or 0, f"HOST={self.host} is no address of this machine.")
            raise Trouble(why) from None

    @property
    def url(self) -> str:
        """Where a browser on this machine finds it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host and '[' not in host else host}:{self.port}/"


def web_processes() -> int:
    """Return WEB_PROCESSES, by default one for each core that we may use, up to four."""
    usual = min(_cores(), USUAL_WEB_PROCESSES)
    return integer("WEB_PROCESSES", usual, least=1, most=MOST_WEB_PROCESSES)


def rng_workers() -> int:
    """Return RNG_WORKERS, by default two, or one on a single core."""
    usual = min(_cores(), USUAL_RNG_WORKERS)
    return integer("RNG_WORKERS", usual, least=1, most=MOST_RNG_WORKERS)


def _cores() -> int:
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def copies(line: Program, count: int) -> list[Program]:
    """Return so many programs of a Procfile's line, numbered from 1 where they are several."""
    if count == 1:
        return [line]
    names = [f"{line.name}.{nth}" for nth in range(1, count + 1)]
    return [replace(line, name=name, env={**line.env, "SABOT_PROCESS": name}) for name in names]


def _together(line: Program, webs: int, workers: int, listening: int) -> list[Program]:
    """Return the programs of a Procfile's line, which are started and stopped together."""
    match line.name:
        case "web":
            return web(line, webs, listening)
        case "rng":
            return copies(line, workers)
        case _:
            return [line]


def _measured(
    groups: list[list[Program]], at: tuple[str, int], targets: Path
) -> list[list[Program]]:
    """Give each program a port of its own for its metrics, from the one of `at` on, in their order.

    Writes to `targets` where they are, as Prometheus' `file_sd_configs` reads it. Where the port is
    0 the line `metrics` is left out, and nothing is written.
    """
    host, first = at
    if not first:
        targets.unlink(missing_ok=True)
        return [group for group in groups if group[0].name != "metrics"]
    ports = itertools.count(first)
    groups = [
        [replace(each, env={**each.env, "METRICS_PORT": str(next(ports))}) for each in group]
        for group in groups
    ]
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    found = [
        {
            "targets": [f"[{reached}]:{port}" if ":" in reached else f"{reached}:{port}"],
            "labels": {"process": each.name},
        }
        for each in itertools.chain(*groups)
        if (port := each.env["METRICS_PORT"])
    ]
    targets.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return groups


def web(line: Program, processes: int, listening: int) -> list[Program]:
    """Return the web processes of a Procfile's line, which take connections from one socket.

    Daphne and uvicorn both prefer `--fd` to the address that the line names. Nobody has to notice
    that one ends: the others are at the same address.
    """
    return [
        replace(
            each,
            argv=(*each.argv, "--fd", str(listening)),
            inherits=(listening,),
            env={**each.env, "DRAIN_SECONDS": "0"},
        )
        for each in copies(line, processes)
    ]


async def serve(var: Path, *, demo: bool = False) -> None:
    """Open the house and keep it open until SIGINT, SIGTERM or SIGHUP; then close it in order.

    The order is web, croupier, workers, Redis, PostgreSQL; each may finish what it is doing. With
    `demo` the demo house is set up first (`manage.py seed_demo`).
    """
    work = asyncio.current_task()
    assert work is not None
    on_signals(work.cancel)
    parent = os.getppid()
    with servers.lock_var(var):
        processes, workers, procfile = web_processes(), rng_workers(), _procfile()
        metrics_at = metrics_address()
        # What each process would refuse.
        traces_endpoint()
        address = Address.from_environment()
        supervisor = Supervisor(var / "run")
        try:
            env = await servers.start(supervisor, var, divided=True)
            # Nobody but who prepares the database hears of its owner.
            os.environ.pop("OWNER_DATABASE_URL", None)
            owner = {name: env.pop(name) for name in ("OWNER_DATABASE_URL",) if name in env}
            os.environ.update(env, SABOT_VAR=str(var), HOST=address.host, PORT=str(address.port))
            async with _ending_with(parent, work):
                log_ins = await _prepare(owner, demo=demo)
                listening = address.listen()
                lines = from_procfile(procfile, os.environ)
                groups = [_together(each, processes, workers, listening) for each in lines]
                for group in _measured(groups, metrics_at, var / "run" / "metrics.json"):
                    await supervisor.start(*group)
                await _healthy(supervisor, address)
                servers.write_lock_file(var, address.url)
                print(f"\nSabot is open at {address.url} (Ctrl-C closes it)\n{log_ins}", flush=True)
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            log.info("closing")
        finally:
            on_signals(supervisor.hurry)
            address.close()
            await supervisor.stop()


def _procfile() -> Path:
    kind = text("PROCFILE")
    path = ROOT / (f"Procfile.{kind}" if kind else "Procfile")
    if not path.is_file():
        raise Trouble(f"PROCFILE={kind} names no file {path.name}; PROCFILE=uvicorn does.")
    return path


async def _prepare(owner: dict[str, str], *, demo: bool) -> str:
    """Migrate, collect static files, set up the demo house if asked; return who can sign in.

    As the owner whom the environment `owner` names, if any.
    """
    options = ("--demo",) if demo else ()
    command = (sys.executable, "-m", "casino.embedded.prepare", *options)
    program = Program(
        "prepare", command, {"SABOT_PROCESS": "prepare", **owner}, orphaned=signal.SIGTERM
    )
    code, output = await run_to_end(program)
    if code != 0:
        raise Trouble(output.strip() or "The database could not be prepared: see above.")
    return output


async def _healthy(supervisor: Supervisor, address: Address) -> None:
    deadline = time.monotonic() + HEALTHY_WITHIN
    while unwell := await asyncio.to_thread(_unwell, f"{address.url}healthz?all"):
        supervisor.raise_for_false_starts()
        if time.monotonic() > deadline:
            raise Trouble(f"The house did not open within {HEALTHY_WITHIN:.0f} s: {unwell}")
        await asyncio.sleep(0.1)


def _unwell(url: str) -> str:
    """Return what /healthz?all reports as not well; nothing when all is.

    A house whose gate is closed opens too: what was promised is dealt, and the log-ins say so.
    """
    try:
        with urllib.request.urlopen(url, timeout=5):  # noqa: S310
            return ""
    except urllib.error.HTTPError as error:
        body = error.read(10_000).decode(errors="replace")
    except OSError as error:
        return str(error)
    try:
        parts = json.loads(body)
    except ValueError:
        return body
    wanting = {part for part in parts.keys() - {"status", "gate", "turns"} if parts[part] != "ok"}
    return "" if wanting == {"rng"} and parts["rng"] == "closed" else body


@contextlib.asynccontextmanager
async def _ending_with(parent: int, work: asyncio.Task[None]) -> AsyncIterator[None]:
    """Stop the work when our parent is a `make` that was interrupted or killed.

    A Ctrl-C reaches both of us, but `kill -INT` of make alone, or its death, reaches nobody else:
    make then only waits for us.
    """
    if "MAKELEVEL" not in os.environ:
        yield
        return
    watch = asyncio.create_task(_watch_make(parent, work))
    try:
        yield
    finally:
        watch.cancel()


async def _watch_make(make: int, work: asyncio.Task[None]) -> None:
    while os.getppid() == make and not _handles_interrupt(make):  # noqa: ASYNC110
        await asyncio.sleep(0.5)
    work.cancel()


def _handles_interrupt(make: int) -> bool:
    """Say whether make is inside its own handler of SIGINT or SIGHUP (only Linux tells)."""
    try:
        status = Path(f"/proc/{make}/status").read_text(encoding="utf-8")
    except OSError:
        return False
    blocked = int(status.partition("SigBlk:")[2].split(maxsplit=1)[0], 16)
    bits = 1 << (signal.SIGINT - 1) | 1 << (signal.SIGHUP - 1)
    return status.startswith("Name:\tmake\n") and bool(blocked & bits)
