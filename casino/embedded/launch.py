"""Runs one command with both servers at hand, and stops afterwards what it has started."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from pathlib import Path

from casino.embedded import servers
from casino.embedded.errors import Trouble
from casino.embedded.supervisor import Supervisor, death_signal_setup, on_signals


async def launch(var: Path, command: Sequence[str], *, fragile: bool = False) -> int:
    """Run a command with DATABASE_URL and REDIS_URL set; return its exit code.

    The command stays in the terminal's foreground, so Ctrl-C reaches it directly; SIGTERM and
    SIGHUP are passed on.
    """
    work = asyncio.current_task()
    assert work is not None
    on_signals(work.cancel)
    with servers.lock_var(var):
        supervisor = Supervisor(var / "run")
        try:
            urls = await servers.start(supervisor, var, fragile=fragile)
            env = {**os.environ, **urls, "SABOT_VAR": str(var)}
            return await _run(command, env)
        except asyncio.CancelledError:
            return 130
        finally:
            on_signals(supervisor.hurry)
            await supervisor.stop()


async def _run(command: Sequence[str], env: dict[str, str]) -> int:
    loop = asyncio.get_running_loop()
    process: asyncio.subprocess.Process | None = None
    early: list[int] = []
    """Signals that came while the command was being started."""

    def pass_on(number: int) -> None:
        if process is None:
            # The command may be running already, and its parent may signal to it.
            early.append(number)
        elif number != signal.SIGINT:
            _send(process, number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, pass_on, number)
    try:
        process = await asyncio.create_subprocess_exec(
            *command, env=env, preexec_fn=death_signal_setup(os.getpid(), signal.SIGTERM)
        )
    except OSError as error:
        raise Trouble(f"{command[0]} cannot be run: {error.strerror}.") from None
    for missed in early:
        _send(process, missed)
    code = await process.wait()
    return code if code >= 0 else 128 - code


def _send(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal to the command, which may have ended."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(number)
