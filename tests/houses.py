"""The houses that tests share, and how pytest's processes share the tests.

To open a house costs a dozen CPU seconds, to keep it open a thirtieth of a core. So the tests that
ask for it follow each other in one process, where it is opened for the first of them and closed
after the last.
"""

import atexit
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.collector import collector
from tests.house import FORKS, OPENS_WITHIN, House, open_folder, own_port, own_ports

TESTS: Final = Path(__file__).parent

FIRST: Final = (
    "embedded/test_backup.py",
    "embedded/test_serve.py",
    "embedded/test_webs.py",
    "embedded/test_metrics.py",
    "embedded/test_traces.py",
    "embedded/test_roles.py",
    "chaos/test_answers.py",
    "chaos/test_kill.py",
    "chaos/test_machine_deaths.py",
    "embedded/test_doors.py",
    "chaos/test_ceremony.py",
    "chaos/test_grace.py",
    "load/test_ceremonies.py",
    "browser/test_cut.py",
    "secrets",
    "toys/test_toys.py",
    "browser",
    "load",
    "embedded/test_origins.py",
    "bench",
    "chaos",
    "embedded",
)
"""Folders and files begun first: their tests wait more than they work, so others fill their pauses,
or one of them takes minutes, so nobody must wait for it at the end."""

TOGETHER: Final = {
    "tests/embedded/test_serve.py": "mortal",
    "tests/embedded/test_doors.py": "mortal",
    "tests/embedded/test_webs.py": "mortal",
    "tests/embedded/test_metrics.py": "mortal",
    "tests/embedded/test_traces.py": "mortal",
    "tests/embedded/test_roles.py": "mortal",
    "tests/embedded/test_backup.py": "mortal",
    "tests/chaos/test_answers.py": "mortal",
    "tests/chaos/test_kill.py": "mortal",
    "tests/chaos/test_machine_deaths.py": "mortal",
    "tests/secrets/test_no_secret_leaves.py": "mortal",
    "tests/browser/test_cut.py": "ceremonial",
    "tests/browser/test_hands.py": "ceremonial",
    "tests/browser/test_secrets_of_draws.py": "ceremonial",
    "tests/chaos/test_ceremony.py": "ceremonial",
    "tests/chaos/test_grace.py": "ceremonial",
    "tests/load/test_ceremonies.py": "ceremonial",
}
"""Files that one process runs, and what their house is for."""

ANYWHERE: Final = ("tests/browser/", "tests/load/", "tests/embedded/test_origins.py")
"""Whose tests ask for a house that several processes open, each its own."""
HOSTS: Final = 2
"""So many processes do, while there is something else to do for the others."""


def house_group(nodeid: str) -> str:
    """Return the group whose tests share a house: a name of TOGETHER, `anywhere` or the file."""
    file = nodeid.split("::", 1)[0]
    usual = "anywhere" if file.startswith(ANYWHERE) else file
    return TOGETHER.get(file, usual)


class HousePool:
    """The houses of this process, each by the name of the fixture that lends it."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[House, ExitStack]] = {}

    def lend(self, name: str, opening: Callable[[], AbstractContextManager[House]]) -> House:
        """Return the house of this name, open and well, whatever the last test did to it."""
        if name not in self._open:
            stack = ExitStack()
            self._open[name] = stack.enter_context(opening()), stack
        house = self._open[name][0]
        house.recover()
        return house

    def close_all(self) -> None:
        """Close every house of this process."""
        while self._open:
            _, (_, stack) = self._open.popitem()
            stack.close()


CEREMONIAL: Final = {
    "SHOE_CONTRIBUTIONS": "full",
    "DRAW_CONTRIBUTIONS": "full",
    # A busy machine must not make an honest player late.
    "CUT_SECONDS": "300",
    "OPENING_SECONDS": "120",
    "API_PER_MINUTE": "100000",
}
"""A house whose players take part in the making of each shoe and draw."""


MEASURED: Final = 7
"""Processes of a house of two web processes and two that make chance, each with its metrics."""

KEPT: Final = ("keys", "postgres")
"""What of a house outlives it."""


@cache
def prepared_folder() -> Path:
    """Return the folder of a house that was closed by Ctrl-C as it opened, with all in it prepared.

    To prepare a database from nothing takes longer than all else of an opening. The folder goes
    when this process ends.
    """
    stack = ExitStack()
    atexit.register(stack.close)
    folder = stack.enter_context(open_folder())
    house = House(folder, own_port(), database_url=None)
    house.start()
    deadline = time.monotonic() + OPENS_WITHIN
    # The workers start when everything is prepared.
    while not (folder / "run" / "croupier.pid").exists():
        assert time.monotonic() < deadline, house.log.read_text()
        time.sleep(0.05)
    house.stop(signal.SIGINT)
    return folder


def copy_prepared_folder(folder: Path) -> None:
    """Copy keys and database of `prepared_folder` into the folder of a house not yet opened."""
    kept = [str(prepared_folder() / name) for name in KEPT]
    subprocess.run(["cp", "-a", *kept, folder], check=True)


@contextmanager
def open_embedded_house(procfile: str = "") -> Iterator[House]:
    """Open a house with a PostgreSQL of its own, which may be killed too.

    That of a named Procfile starts every process anew, as `make run` does; the other's are forked,
    and two of them are web processes, two make chance.
    """
    with open_folder() as folder:
        copy_prepared_folder(folder)
        forked = FORKS and not procfile
        env = {"PROCFILE": procfile} if procfile else {"WEB_PROCESSES": "2", "RNG_WORKERS": "2"}
        env["METRICS_PORT"] = str(own_ports(MEASURED))
        env |= collector().environment
        house = House(folder, own_port(), database_url=None, env=env, forked=forked)
        house.open()
        try:
            yield house
        finally:
            house.stop()


@cache
def start_rank(file: Path) -> int:
    """Return the position of a test file in the order of FIRST; lower ranks start first."""
    path = file.relative_to(TESTS)
    for number, first in enumerate(FIRST):
        if path.is_relative_to(first):
            return number
    return len(FIRST)


class Scheduling(LoadFileScheduling):
    """Gives each process whole files; those that share a house go to few processes."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return TOGETHER.get(file, file)

    def _assign_work_unit(self, node: WorkerController) -> None:
        host = self.nodes.index(node) < HOSTS
        for scope in self.workqueue:
            if scope.startswith(ANYWHERE) == host:
                self.workqueue.move_to_end(scope, last=False)
                break
        super()._assign_work_unit(node)
