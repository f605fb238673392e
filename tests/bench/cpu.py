"""CPU seconds and memory of processes, from /proc: the measure that a busy machine leaves alone."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def stat(pid: int) -> list[str]:
    # The name in parentheses may hold spaces.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def children(pid: int) -> list[int]:
    """Return the direct children of a process."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with suppress(FileNotFoundError, ProcessLookupError):
                if int(stat(int(entry))[1]) == pid:
                    found.append(int(entry))
    return found


def seconds(pids: Iterable[int]) -> float:
    """Return the CPU seconds that processes have used, with those of children alive or reaped."""
    ticks = 0
    for pid in pids:
        fields = stat(pid)
        ticks += sum(int(field) for field in fields[11:15])
        for child in children(pid):
            with suppress(FileNotFoundError, ProcessLookupError):
                ticks += sum(int(field) for field in stat(child)[11:15])
    return ticks / _TICKS


def resident(pid: int) -> int:
    """Return the bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
