"""The supervisor, on toy programs: what dies is started again, what is stopped stays stopped."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest

from casino.embedded import supervisor as subject
from casino.embedded.errors import Trouble
from casino.embedded.supervisor import Program, Supervisor, from_procfile, watch_over
from tests.embedded.conftest import ROOT, eventually

SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")


def pid(run: Path, name: str) -> int:
    try:
        return int((run / f"{name}.pid").read_text())
    except (FileNotFoundError, ValueError):
        return 0


async def until(holds: object, seconds: float = 300) -> None:
    assert callable(holds)
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come true"
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_dies_is_started_again_within_half_a_second(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(
        subject.log, "warning", lambda _, again_in=0.0, **__: pauses.append(again_in)
    )

    async def scene() -> None:
        supervisor = Supervisor(tmp_path)
        await supervisor.start(Program("sleeper", SLEEPER))
        await until(lambda: pid(tmp_path, "sleeper"))
        first = pid(tmp_path, "sleeper")
        os.kill(first, number)
        await until(lambda: pid(tmp_path, "sleeper") not in (0, first))
        await supervisor.stop()

    asyncio.run(scene())
    assert pauses[0] < 0.5


def test_programs_stop_in_the_opposite_order_of_their_start(tmp_path: Path) -> None:
    ends = tmp_path / "ends"
    polite = textwrap.dedent(
        """
        import signal, sys, time
        def leave(*_):
            time.sleep(0.2)
            open(sys.argv[1], "a").write(sys.argv[2] + " ")
            sys.exit()
        signal.signal(signal.SIGTERM, leave)
        open(sys.argv[1] + sys.argv[2], "w").close()
        time.sleep(600)
        """
    )

    async def scene() -> None:
        supervisor = Supervisor(tmp_path)
        for name in ("postgresql", "worker", "web"):
            argv = (sys.executable, "-c", polite, str(ends), name)
            await supervisor.start(Program(name, argv, patience=300))
            await until((tmp_path / f"ends{name}").exists)
        await supervisor.stop()

    asyncio.run(scene())
    assert ends.read_text().split() == ["web", "worker", "postgresql"]


def test_programs_that_are_started_together_are_asked_to_stop_together(tmp_path: Path) -> None:
    """Each leaves when both have been asked: one after the other, they would have to be killed."""
    sociable = textwrap.dedent(
        """
        import os, signal, sys, time
        me, other = sys.argv[1:]
        def leave(*_):
            open(me + ".asked", "w").close()
            while not os.path.exists(other + ".asked"):
                time.sleep(0.01)
            open(me + ".left", "w").close()
            sys.exit()
        signal.signal(signal.SIGTERM, leave)
        open(me, "w").close()
        time.sleep(600)
        """
    )
    names = ("web.1", "web.2")

    async def scene() -> None:
        supervisor = Supervisor(tmp_path)
        paths = [str(tmp_path / name) for name in names]
        await supervisor.start(
            *(
                Program(name, (sys.executable, "-c", sociable, me, other))
                for name, me, other in zip(names, paths, reversed(paths), strict=True)
            )
        )
        await until(lambda: all((tmp_path / name).exists() for name in names))
        await supervisor.stop()

    asyncio.run(scene())
    assert all((tmp_path / f"{name}.left").exists() for name in names)


@pytest.mark.parametrize("hurried", [False, True])
def test_what_does_not_leave_is_killed(tmp_path: Path, hurried: bool) -> None:
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        f"open({str(tmp_path / 'deaf')!r}, 'w').close(); time.sleep(600)"
    )

    async def scene() -> tuple[int, float]:
        supervisor = Supervisor(tmp_path)
        patience = 900.0 if hurried else 0.3
        program = Program("stubborn", (sys.executable, "-c", stubborn), patience=patience)
        await supervisor.start(program)
        await until((tmp_path / "deaf").exists)
        process, began = pid(tmp_path, "stubborn"), time.monotonic()
        if hurried:
            asyncio.get_running_loop().call_later(0.2, supervisor.hurry)
        await supervisor.stop()
        return process, time.monotonic() - began

    process, lasted = asyncio.run(scene())
    assert 0.1 < lasted < 300
    assert not psutil.pid_exists(process)


def test_what_does_not_start_is_given_up(tmp_path: Path) -> None:
    async def scene() -> None:
        supervisor = Supervisor(tmp_path)
        output = tmp_path / "log"
        broken = Program(
            "broken", (sys.executable, "-c", "raise SystemExit('no tea')"), output=output
        )
        await supervisor.start(broken)
        try:
            await supervisor.ready("broken", lambda: False, 300)
        finally:
            await supervisor.stop()

    with pytest.raises(Trouble, match="broken does not stay up: no tea"):
        asyncio.run(scene())


def test_restarts_come_slower_and_slower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that cannot live must not eat the machine."""
    monkeypatch.setattr(subject, "LONGEST_PAUSE", 0.8)
    births = tmp_path / "births"

    async def scene() -> None:
        supervisor = Supervisor(tmp_path)
        argv = ("/bin/sh", "-c", f"echo . >> {births}")
        await supervisor.start(Program("mayfly", argv))
        await until(lambda: births.exists() and len(births.read_text().split()) >= 6)
        await supervisor.stop()

    began = time.monotonic()
    asyncio.run(scene())
    # Five pauses lie between six births, of a tenth of a second and then twice as long each.
    assert time.monotonic() - began >= 0.1 + 0.2 + 0.4 + 0.8 + 0.8


def test_a_killed_supervisor_takes_its_programs_along(tmp_path: Path) -> None:
    scene = textwrap.dedent(
        f"""
        import asyncio, pathlib
        from casino.embedded.supervisor import Program, Supervisor
        async def main():
            supervisor = Supervisor(pathlib.Path({str(tmp_path)!r}))
            await supervisor.start(Program("one", {SLEEPER!r}))
            await supervisor.start(Program("two", {SLEEPER!r}))
            await asyncio.sleep(600)
        asyncio.run(main())
        """
    )
    process = subprocess.Popen([sys.executable, "-c", scene], cwd=ROOT)
    eventually(lambda: pid(tmp_path, "one") and pid(tmp_path, "two"))
    children = [pid(tmp_path, name) for name in ("one", "two")]
    process.kill()
    process.wait()
    eventually(lambda: not any(map(psutil.pid_exists, children)))


def test_without_help_of_the_kernel_a_shell_keeps_watch() -> None:
    """What stands in for PDEATHSIG elsewhere: it strikes when the pipe closes, not before."""
    sleeper = subprocess.Popen(SLEEPER, start_new_session=True)
    watch = watch_over(sleeper.pid)
    time.sleep(0.3)
    assert sleeper.poll() is None
    watch.communicate()
    assert sleeper.wait(300) == -signal.SIGKILL


def test_a_procfile_is_read_without_a_shell(tmp_path: Path) -> None:
    (tmp_path / "Procfile").write_text("# a note\nweb: python -m web --port $PORT 'two words'\n\n")
    [program] = from_procfile(tmp_path / "Procfile", {"PORT": "8000"})
    beside = str(Path(sys.executable).parent / "python")
    assert program.argv == (beside, "-m", "web", "--port", "8000", "two words")
    assert program.env == {"SABOT_PROCESS": "web"}
