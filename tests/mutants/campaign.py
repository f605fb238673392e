"""Runs mutants in a copy of the checkout: `python -m tests.mutants [--part cage] [WORD ...]`.

Needs the tests' PostgreSQL and Redis (`python -m casino.embedded run --fragile -- …`). First every
selection of tests is run without a mutant: what fails then kills nothing.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from tests.mutants.listed import ROOT, Mutant

Fate = Literal["killed", "hung", "survived", "broken", "equivalent"]
"""`hung`: killed by the time that its tests take; `broken`: no test has run."""
SECONDS: Final = 900.0
"""Within which the tests of a mutant are over, on a machine with other work to do."""
PACKAGES: Final = (
    "celery", "channels.layers", "django.core.management", "django.test", "hypothesis", "psycopg",
    "pydantic", "pytest_asyncio.plugin", "pytest_django.plugin", "redis.asyncio",
    "rest_framework.settings", "structlog", "xdist.plugin",
)  # fmt: skip
"""What takes long to import, and has nothing of the tree."""
COMPILED: Final = ("casino", "tables", "tests")
INSTALLED: Final = (".venv", "frontend/node_modules", "frontend/dist")


CAMPAIGN: Final = ("SABOT_SOAK", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT")
"""What `make soak` says to its tests, and not to those of a mutant: their short form finds it."""


class Copy:
    """A copy of a tree, in which pytest runs with one file changed."""

    def __init__(self, tree: Path, log: Path, packages: Sequence[str] = ()) -> None:
        self.tree = tree
        self._changes = 0
        self._log = log.open("w")
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("forking.py"), *packages],
            cwd=tree,
            env={name: each for name, each in os.environ.items() if name not in CAMPAIGN},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )

    def close(self) -> None:
        """End the process that forks."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._log.close()

    def run(self, arguments: Sequence[str], seconds: float = SECONDS) -> int | None:
        """Return pytest's exit code; none where it was ended after so many seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"arguments": ["-x", "-q", "-p", "no:cacheprovider", *arguments]}
        self._process.stdin.write(json.dumps({**asked, "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        code: int | None = json.loads(self._process.stdout.readline())
        return code

    def fate(self, file: str, mutated: str, tests: Sequence[str]) -> Fate:
        """Return what tests make of a file that reads like this for as long as they run."""
        path = self.tree / file
        usual, times = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(mutated, encoding="utf-8")
        # Python knows what it has compiled by second and size: no two changes are of one second.
        self._changes += 1
        os.utime(path, (self._changes, self._changes))
        try:
            code = self.run(tests)
        finally:
            path.write_text(usual, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        fates: dict[int | None, Fate] = {0: "survived", 1: "killed", None: "hung"}
        return fates.get(code, "broken")


@contextmanager
def copied() -> Iterator[Copy]:
    """Copy what git would commit of this checkout; what is installed there is shared."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder) / "tree"
        for name in listed.stdout.splitlines():
            if (ROOT / name).is_file():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, tree / name)
        for name in INSTALLED:
            if (ROOT / name).exists():
                (tree / name).symlink_to(ROOT / name)
        log = _var() / "mutants.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "compileall", "-q", *COMPILED], cwd=tree, check=True)
        copy = Copy(tree, log, PACKAGES)
        try:
            yield copy
        finally:
            copy.close()


def run(mutants: Iterable[Mutant]) -> dict[Mutant, Fate]:
    """Return what became of each mutant, and print it as it comes, with the score at the end.

    All of it is in `var/mutants.txt` too, or in that name below SABOT_VAR.
    Raises `AssertionError` where tests fail without any mutant.
    """
    fates: dict[Mutant, Fate] = {}
    passed = set[str]()
    with copied() as copy:
        (_var() / "mutants.txt").unlink(missing_ok=True)
        for mutant in mutants:
            began = time.monotonic()
            if fresh := [each for each in mutant.tests if each not in passed]:
                assert copy.run(fresh) == 0, f"fails without a mutant: {fresh}"
                passed |= set(fresh)
            if mutant.equivalent:
                fates[mutant] = "equivalent"
                continue
            fates[mutant] = copy.fate(mutant.file, mutant.mutated, mutant.tests)
            took = time.monotonic() - began
            _tell(f"{fates[mutant]:9} {took:5.0f} s  {mutant.name}")
    _tell(score(fates))
    return fates


def _tell(line: str) -> None:
    """Print a line, and leave it in `var` too: pytest shows nothing of a test that passes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    with (_var() / "mutants.txt").open("a", encoding="utf-8") as told:
        told.write(f"{line}\n")


def _var() -> Path:
    return Path(os.environ.get("SABOT_VAR", "var")).resolve()


def score(fates: dict[Mutant, Fate]) -> str:
    """Return how many were found, by part and of all."""
    lines = []
    parts = [*dict.fromkeys(each.part for each in fates)]
    for part in (*parts, *(["all"] if len(parts) > 1 else [])):
        found = Counter(fates[each] for each in fates if part in (each.part, "all"))
        ran = found.total() - found["equivalent"]
        killed = found["killed"] + found["hung"]
        lines.append(f"{part}: {killed} of {ran} killed, {found['equivalent']} equivalent")
    return "\n".join(lines)
