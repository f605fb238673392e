"""CPU time and memory of processes, from /proc: the measure that a busy machine leaves alone."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_GONE: Final = (FileNotFoundError, ProcessLookupError)


@dataclass(frozen=True, slots=True)
class Used:
    """Nanoseconds of CPU that threads have used until one moment."""

    threads: Mapping[tuple[int, int], int]

    def since(self, before: "Used") -> float:
        """Return the CPU seconds used since another moment; a thread that ended is not counted."""
        return (
            sum(used - before.threads.get(thread, 0) for thread, used in self.threads.items()) / 1e9
        )


def parent(pid: int) -> int:
    """Return the process that started this one."""
    # The name in parentheses may hold spaces.
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def program(pid: int) -> str:
    """Return the name of the program that a process runs, cut to 15 letters; "" where it ended."""
    with suppress(*_GONE):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and those have."""
    found = _children(pid)
    return [*found, *(each for child in found for each in descendants(child))]


def _children(pid: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(*_GONE):
                if parent(int(entry)) == pid:
                    found.append(int(entry))
    return found


def used(pids: Iterable[int]) -> Used:
    """Return what processes and their children have used until now, thread by thread."""
    threads = {}
    for pid in {each for root in pids for each in (root, *_children(root))}:
        with suppress(*_GONE):
            for thread in os.listdir(f"/proc/{pid}/task"):
                with suppress(*_GONE):
                    ran = Path(f"/proc/{pid}/task/{thread}/schedstat").read_text().split()[0]
                    threads[pid, int(thread)] = int(ran)
    return Used(threads)


def of_ended_children(pid: int) -> float:
    """Return the CPU seconds of a process's children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Return the bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
