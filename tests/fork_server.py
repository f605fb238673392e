"""Fork processes from one in which Django is set up, which takes longest.

The random generator tests itself again in each forked process.
"""

import contextlib
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from casino.embedded.supervisor import death_signal_setup

ROOT = Path(__file__).resolve().parent.parent


class ForkServer:
    """The process that forks; it holds no connection and no random generator.

    It imports `modules` first.
    """

    def __init__(self, environment: Mapping[str, str], *modules: str) -> None:
        self._line, others = socket.socketpair()
        with others:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.fork_server", str(others.fileno()), *modules],
                cwd=ROOT,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[others.fileno()],
                preexec_fn=death_signal_setup(os.getpid(), signal.SIGTERM),
            )

    def start(self, code: str) -> "ForkedProcess":
        """Run code in a new process."""
        read_in, write_in = os.pipe()
        read_out, write_out = os.pipe()
        with tempfile.TemporaryFile("w+") as program:
            program.write(code)
            program.seek(0)
            fds = [read_in, write_out, 2, program.fileno()]
            socket.send_fds(self._line, [b"start"], fds)
            pid = self._answer()
        os.close(read_in)
        os.close(write_out)
        return ForkedProcess(self, pid, write_in, read_out)

    def ended(self, pid: int) -> int:
        """Wait for a process to end; return how it did, as `subprocess` says it."""
        self._line.sendall(str(pid).encode())
        return self._answer()

    def _answer(self) -> int:
        answer = self._line.recv(100)
        assert answer, "the process that forks has ended"
        return int(json.loads(answer))

    def close(self) -> None:
        """End the process that forks."""
        self._line.close()
        self._process.wait()


class ForkedProcess:
    """A forked process; its input and output are text."""

    def __init__(self, nursery: ForkServer, pid: int, write_in: int, read_out: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdin = os.fdopen(write_in, "w")
        self.stdout = os.fdopen(read_out)
        self._nursery = nursery

    def send_signal(self, which: signal.Signals) -> None:
        """Send a signal, unless it has ended and was waited for."""
        if self.returncode is None:
            os.kill(self.pid, which)

    def kill(self) -> None:
        """Kill it as the kernel would when memory runs out."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; return its exit code, or the signal below zero.

        Raises `subprocess.TimeoutExpired` after so many seconds.
        """
        if self.returncode is None:
            if timeout is not None and not self._ends_within(timeout):
                raise subprocess.TimeoutExpired("a forked process", timeout)
            self.returncode = self._nursery.ended(self.pid)
        return self.returncode

    def _ends_within(self, seconds: float) -> bool:
        watched = os.pidfd_open(self.pid)
        try:
            return bool(select.select([watched], [], [], seconds)[0])
        finally:
            os.close(watched)

    def poll(self) -> int | None:
        """Return what `wait` would, or nothing while it lives."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def communicate(self, timeout: float) -> str:
        """Close its input, and return all that it prints; kill it when it takes too long."""
        late = threading.Timer(timeout, self.kill)
        late.start()
        self.stdin.close()
        printed = self.stdout.read()
        self.wait()
        late.cancel()
        return printed

    def close(self) -> None:
        """End it, whatever it does."""
        self.kill()
        self.wait()
        with contextlib.suppress(BrokenPipeError):
            self.stdin.close()
        self.stdout.close()


def main() -> None:
    """Fork whenever somebody asks, and wait for those that were forked."""
    import django

    django.setup()
    for name in sys.argv[2:]:
        importlib.import_module(name)

    with socket.socket(fileno=int(sys.argv[1])) as line:
        while True:
            asked, fds, _, _ = socket.recv_fds(line, 100, 4)
            if not asked:
                return
            if fds:
                pid = os.fork()
                if not pid:
                    line.close()
                    run_program(fds)
                for fd in fds:
                    os.close(fd)
                answer = pid
            else:
                answer = os.waitstatus_to_exitcode(os.waitpid(int(asked), 0)[1])
            line.sendall(json.dumps(answer).encode())


def run_program(fds: list[int]) -> NoReturn:
    """Run the program of the last of these files, with the others as its standard ones."""
    *standard, program = fds
    for number, fd in enumerate(standard):
        os.dup2(fd, number)
        os.close(fd)
    status = 0
    try:
        with os.fdopen(program) as written:
            code = compile(written.read(), "<forked>", "exec")
        exec(code, {"__name__": "__main__"})  # noqa: S102
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
