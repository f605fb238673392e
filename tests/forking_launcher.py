"""A launcher that forks the Python processes of a house: `python -m tests.forking_launcher`.

To import the casino takes each process two CPU seconds, more than all else that opens a house. Here
the launcher imports it once. All else is the product's: order, sessions, signals, logs, restarts.
The tests of launcher and supervisor start every process anew, as `make run` does.
"""

import asyncio
import atexit
import gc
import importlib
import os
import runpy
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import django

from casino.embedded import prepare, supervisor
from casino.embedded.__main__ import main
from casino.embedded.supervisor import Program, death_signal_setup

PROGRAMS = Path(sys.executable).parent
MODULES = (
    "casino.asgi",
    "casino.celery",
    "casino.process.upgrade",
    "celery.app.amqp",
    "celery.concurrency.solo",
    "celery.worker.consumer",
    "celery.worker.worker",
    "kombu.transport.redis",
    "tables.operation.croupier",
    "casino.urls",
    "twisted.web.http",
)
"""What the processes import, but for Daphne's reactor, which has files open."""


class ForkedProcess:
    """A forked process with the methods of `asyncio.subprocess.Process` that are used."""

    def __init__(self, pid: int, output: int | None = None) -> None:
        self.pid = pid
        self._output = output
        """What it writes is read here, where somebody asked for it."""
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        self._watched = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(self._watched, self._reap)

    def _reap(self) -> None:
        asyncio.get_running_loop().remove_reader(self._watched)
        os.close(self._watched)
        self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self._ended.set()

    async def wait(self) -> int:
        """Wait until it has ended; return its exit code, or the signal below zero."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    async def communicate(self) -> tuple[bytes, None]:
        """Return what it wrote, when it has ended."""
        written = await asyncio.to_thread(self._read)
        await self.wait()
        return written, None

    def _read(self) -> bytes:
        assert self._output is not None
        with open(self._output, "rb") as output:
            return output.read()

    def send_signal(self, which: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, which)


_start = supervisor.spawn


async def spawn(program: Program, **options: Any) -> "asyncio.subprocess.Process | ForkedProcess":
    """Fork a program of ours, start any other; it dies when this process is killed."""
    if Path(program.argv[0]).parent != PROGRAMS:
        return await _start(program, **options)
    import_casino()
    sys.stdout.flush()
    sys.stderr.flush()
    die = death_signal_setup(os.getpid(), program.orphaned)
    output, written = os.pipe() if options else (None, None)
    pid = os.fork()
    if not pid:
        os.setsid()
        assert die is not None
        die()
        if written is not None:
            os.dup2(written, 1)
        _forget_the_launcher(program.inherits)
        os.environ.update(program.env)
        run_program(program.argv)
    if written is not None:
        os.close(written)
    return ForkedProcess(pid, output)


@cache
def import_casino() -> None:
    """Import the casino, with the settings of this house."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    # The application lists the static files once, when it is imported.
    prepare.collect_static()
    for name in MODULES:
        importlib.import_module(name)
    from casino.celery import app

    app.loader.import_default_modules()
    gc.freeze()


def _forget_the_launcher(inherited: Sequence[int]) -> None:
    """Reset signals and close files that are not inherited, as exec would."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    last = os.sysconf("SC_OPEN_MAX")
    for before, after in pairwise((2, *sorted(inherited), last)):
        os.closerange(before + 1, after)


def run_program(argv: Sequence[str]) -> NoReturn:
    """Run a program of the virtual environment in this process, then exit as Python does."""
    status = 0
    try:
        _run(argv)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _run(argv: Sequence[str]) -> None:
    program, *words = argv
    if not Path(program).name.startswith("python"):
        sys.argv = [program, *words]
        runpy.run_path(program, run_name="__main__")
    elif words[0] == "-m":
        sys.argv = words[1:]
        sys.modules.pop(words[1], None)
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    supervisor.spawn = spawn  # type: ignore[assignment]
    sys.exit(main())
