"""Opens the house on this machine: servers, tables' schema, processes, and their end in order."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import structlog

from casino.embedded import servers
from casino.embedded.supervisor import (
    Program,
    Supervisor,
    from_procfile,
    on_signals,
    run_to_end,
)
from casino.embedded.trouble import Trouble

log = structlog.get_logger("supervisor")

ROOT: Final = Path(__file__).resolve().parent.parent.parent
HEALTHY_WITHIN: Final = 90.0
"""Seconds from the start of the processes to the first good answer of /healthz?all."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the web process listens."""

    host: str
    port: int

    @classmethod
    def from_environment(cls) -> Self:
        """Return HOST and PORT, by default 127.0.0.1 and 8000; port 0 means any free one."""
        host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
        if not port.isascii() or not port.isdigit() or int(port) > 65535:
            raise Trouble(f"PORT must be a number from 0 to 65535, not {port!r}.")
        return cls(host, cls._free(host, int(port)))

    @staticmethod
    def _free(host: str, port: int) -> int:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                why = {
                    errno.EADDRINUSE: f"Port {port} of {host} is taken: choose another with PORT=.",
                    errno.EACCES: f"Port {port} needs more rights: choose another with PORT=.",
                }.get(error.errno or 0, f"HOST={host} is no address of this machine.")
                raise Trouble(why) from None
            return int(probe.getsockname()[1])

    @property
    def url(self) -> str:
        """Where a browser on this machine finds it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host and '[' not in host else host}:{self.port}/"


async def serve(var: Path) -> None:
    """Open the house and keep it open until SIGINT, SIGTERM or SIGHUP; then close it in order.

    The order is web, croupier, workers, Redis, PostgreSQL; each may finish what it is doing.
    """
    work = asyncio.current_task()
    assert work is not None
    on_signals(work.cancel)
    parent = os.getppid()
    with servers.owned(var):
        address, procfile = Address.from_environment(), _procfile()
        supervisor = Supervisor(var / "run")
        try:
            env = await servers.start(supervisor, var)
            os.environ.update(env, SABOT_VAR=str(var), HOST=address.host, PORT=str(address.port))
            async with _ending_with(parent, work):
                log_ins = await _prepare()
                for program in from_procfile(procfile, os.environ):
                    await supervisor.start(program)
                await _healthy(supervisor, address)
                servers.announce(var, address.url)
                print(f"\nSabot is open at {address.url} (Ctrl-C closes it)\n{log_ins}", flush=True)
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            log.info("closing")
        finally:
            on_signals(supervisor.hurry)
            await supervisor.stop()


def _procfile() -> Path:
    kind = os.environ.get("PROCFILE", "")
    path = ROOT / (f"Procfile.{kind}" if kind else "Procfile")
    if not path.is_file():
        raise Trouble(f"PROCFILE={kind} names no file {path.name}; PROCFILE=uvicorn does.")
    return path


async def _prepare() -> str:
    """Migrate, collect static files and seed; return what the seed says about log-ins."""
    command = (sys.executable, "-m", "casino.embedded.prepare")
    program = Program("prepare", command, {"SABOT_PROCESS": "prepare"}, orphaned=signal.SIGTERM)
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
    """Return what /healthz?all complains of; nothing when all is well."""
    try:
        with urllib.request.urlopen(url, timeout=5):  # noqa: S310
            return ""
    except urllib.error.HTTPError as error:
        return error.read(1000).decode(errors="replace")
    except OSError as error:
        return str(error)


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
        status = Path(f"/proc/{make}/status").read_text()
    except OSError:
        return False
    blocked = int(status.partition("SigBlk:")[2].split(maxsplit=1)[0], 16)
    bits = 1 << (signal.SIGINT - 1) | 1 << (signal.SIGHUP - 1)
    return status.startswith("Name:\tmake\n") and bool(blocked & bits)
