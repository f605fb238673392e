"""Keeps processes alive, and leaves none behind.

A process that dies, however it dies, is started again after a short pause. Every process leads a
session of its own, so that Ctrl-C reaches the supervisor alone and the order of stopping is its.
"""

import asyncio
import contextlib
import ctypes
import itertools
import os
import shlex
import signal
import string
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import structlog

from casino.embedded.errors import Trouble

log = structlog.get_logger("supervisor")

FIRST_PAUSE: Final = 0.1
"""Seconds before the first restart; doubled by every further one."""
LONGEST_PAUSE: Final = 5.0
STEADY: Final = 10.0
"""Seconds after which a process counts as started, and its next pause is the first again."""
FALSE_STARTS: Final = 3
"""Deaths before it is ready after which a process is given up at start."""

_PR_SET_PDEATHSIG: Final = 1
_libc = ctypes.CDLL(None)


@dataclass(frozen=True, slots=True)
class Program:
    """A command line to keep running."""

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    """Added to the supervisor's own environment."""
    stop: signal.Signals = signal.SIGTERM
    """Asks it to finish what it is doing and leave."""
    orphaned: signal.Signals = signal.SIGKILL
    """Sent by the kernel when the supervisor is killed."""
    patience: float = 15.0
    """Seconds between asking and killing."""
    user: tuple[int, int] | None = None
    """User and group id to run as; `None` is the supervisor's own."""
    output: Path | None = None
    """Where it writes; `None` is the supervisor's own standard output."""
    inherits: tuple[int, ...] = ()
    """File descriptors of the supervisor's that it has too, by the same numbers."""


def from_procfile(path: Path, env: Mapping[str, str]) -> list[Program]:
    """Return the programs of a Procfile, in its order; `$NAME` is taken from `env`.

    No shell stands between the supervisor and a process: it would be the one to be killed.
    """
    programs = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, _, command = line.partition(":")
        argv = [string.Template(word).substitute(env) for word in shlex.split(command)]
        programs.append(Program(name, (_executable(argv[0]), *argv[1:]), {"SABOT_PROCESS": name}))
    return programs


def _executable(word: str) -> str:
    """Return the program of this name beside the running Python, else the name for the PATH."""
    beside = Path(sys.executable).parent / word
    return str(beside) if beside.exists() else word


class Supervisor:
    """Starts programs in the order given and stops them in the opposite order.

    It must live in the main thread: the kernel takes the end of the thread that started a process
    for the end of its parent.
    """

    def __init__(self, run: Path) -> None:
        self._run = run
        self._kept: list[list[_Kept]] = []
        self._hurry = asyncio.Event()

    async def start(self, *programs: Program) -> None:
        """Start programs and keep them running; each one's process id is in `run/<name>.pid`.

        Those that are started together are asked to stop together.
        """
        together = [_Kept(program, self._run / f"{program.name}.pid") for program in programs]
        self._kept.append(together)
        for kept in together:
            kept.task = asyncio.create_task(kept.keep())

    async def ready(self, name: str, check: Callable[[], bool], seconds: float) -> None:
        """Wait until `check` returns true, at most `seconds`.

        Refused when the program dies `FALSE_STARTS` times before, or after `seconds`.
        """
        deadline = time.monotonic() + seconds
        while not await asyncio.to_thread(check):
            self.raise_for_false_starts()
            if time.monotonic() > deadline:
                raise Trouble(f"{name} was not ready after {seconds:.0f} seconds.")
            await asyncio.sleep(0.05)

    def raise_for_false_starts(self) -> None:
        """Refuse when a program has died too often."""
        for kept in itertools.chain(*self._kept):
            if kept.deaths >= FALSE_STARTS:
                raise Trouble(f"{kept.program.name} does not stay up: {kept.last_words()}")

    def hurry(self) -> None:
        """Have `stop` kill at once what it waits for, now or later."""
        self._hurry.set()

    async def stop(self) -> None:
        """Stop every program, the last started first; each may finish what it is doing."""
        for together in reversed(self._kept):
            await asyncio.gather(*(kept.stop(self._hurry) for kept in together))
        self._kept.clear()


class _Kept:
    def __init__(self, program: Program, pid_file: Path) -> None:
        self.program = program
        self.deaths = 0
        self.task: asyncio.Task[None] | None = None
        self._pid_file = pid_file
        self._process: asyncio.subprocess.Process | None = None
        self._stopping = asyncio.Event()

    async def keep(self) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = time.monotonic()
            code = await self._live()
            if self._stopping.is_set():
                return
            if time.monotonic() - began > STEADY:
                self.deaths, pause = 0, FIRST_PAUSE
            self.deaths += 1
            log.warning("process.died", name=self.program.name, code=code, again_in=pause)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _live(self) -> int:
        try:
            self._process = await spawn(self.program)
        except OSError as error:
            log.error("process.unborn", name=self.program.name, error=str(error))
            return error.errno or 1
        self._pid_file.write_text(f"{self._process.pid}\n", encoding="utf-8")
        if self._stopping.is_set():
            self._ask_to_leave()
        code = await self._process.wait()
        _kill_group(self._process.pid)
        self._pid_file.unlink(missing_ok=True)
        return code

    async def stop(self, hurry: asyncio.Event) -> None:
        self._stopping.set()
        self._ask_to_leave()
        assert self.task is not None
        impatient = asyncio.create_task(hurry.wait())
        await asyncio.wait(
            (self.task, impatient),
            timeout=self.program.patience,
            return_when=asyncio.FIRST_COMPLETED,
        )
        impatient.cancel()
        if not self.task.done() and self._process is not None:
            log.warning("process.killed", name=self.program.name)
            _kill_group(self._process.pid)
        await self.task

    def _ask_to_leave(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(self.program.stop)

    def last_words(self) -> str:
        if self.program.output is None:
            return "its last words are above."
        return (
            self.program.output.read_text(errors="replace", encoding="utf-8")
            .strip()
            .rpartition("\n")[2]
        )


def on_signals(call: Callable[[], object]) -> None:
    """Call this on Ctrl-C, SIGTERM and SIGHUP; a SIGHUP that `nohup` took away stays away."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, call)


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    if watch := _watches.pop(leader, None):
        watch.communicate()


async def spawn(program: Program, **options: Any) -> asyncio.subprocess.Process:
    """Start a program in a session of its own; it dies when this process is killed."""
    user, group = program.user or (None, None)
    output = program.output.open("ab") if program.output else contextlib.nullcontext()
    with output as file:
        process = await asyncio.create_subprocess_exec(
            *program.argv,
            stdin=subprocess.DEVNULL,
            stdout=options.pop("stdout", file),
            stderr=subprocess.STDOUT if file else None,
            env={**os.environ, **program.env},
            start_new_session=True,
            pass_fds=program.inherits,
            user=user,
            group=group,
            extra_groups=None if program.user is None else [],
            preexec_fn=death_signal_setup(os.getpid(), program.orphaned),
            **options,
        )
    if sys.platform != "linux":
        _watches[process.pid] = watch_over(process.pid)
    return process


async def run_to_end(program: Program) -> tuple[int, str]:
    """Run a program once; return its exit code and standard output. Cancelled, it is stopped.

    One with an `output` has its standard error returned too; nothing is written to the file.
    """
    process = await spawn(program, stdout=subprocess.PIPE)
    try:
        output, _ = await process.communicate()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(program.stop)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), program.patience)
        raise
    finally:
        _kill_group(process.pid)
    assert process.returncode is not None
    return process.returncode, output.decode(errors="replace")


def death_signal_setup(parent: int, orphaned: signal.Signals) -> Callable[[], None] | None:
    """Return what a child calls first, so that the kernel ends it with this process.

    The kernel sends it the signal `orphaned`. `None` on systems other than Linux.
    """
    if sys.platform != "linux":
        return None

    def ask_kernel() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(orphaned), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return ask_kernel


_watches: Final[dict[int, subprocess.Popen[bytes]]] = {}


def watch_over(pid: int) -> subprocess.Popen[bytes]:
    """Have a process group killed when this process ends; for systems without PDEATHSIG.

    A shell waits at a pipe whose other end only this process holds, and so outlives it by an
    instant.
    """
    return subprocess.Popen(
        ["/bin/sh", "-c", 'read _; kill -s KILL -- "-$0"', str(pid)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
