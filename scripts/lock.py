"""Write the lock files: what pyproject.toml names and what that needs in turn, with hashes.

For every platform and Python of the README; versions that still fit stay. Not a `uv.lock`, which
names the registry of whoever locked, and which pip cannot read.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
UV: Final = ROOT / ".venv" / "bin" / "uv"
RUNTIME: Final = "requirements.txt"
LOCKS: Final = {
    RUNTIME: ("pyproject.toml",),
    "requirements-dev.txt": ("--group", "dev", "--constraint", RUNTIME),
    "scripts/uv.txt": ("--group", "uv"),
    "scripts/node.txt": ("--group", "node"),
    "scripts/audit.txt": ("--group", "audit"),
}
"""Each lock file, and what it is made from."""
ALWAYS: Final = re.compile(
    r" (;|and) platform_python_implementation == 'CPython' and sys_platform != 'win32'"
)
"""What uv says of each package, as pyproject.toml wants no other environment."""


def main() -> None:
    """Write every lock file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest that fit")
    upgrade = ("--upgrade",) if parser.parse_args().upgrade else ()
    for name, source in LOCKS.items():
        print(f"Locking {name} ...", file=sys.stderr)
        compiled = ("--universal", "--generate-hashes", "--no-header", "--annotation-style=line")
        command = (UV, "pip", "compile", "--quiet", *compiled, *upgrade, *source, "-o", name)
        subprocess.run(command, cwd=ROOT, check=True)
        complete(ROOT / name)


def complete(lock: Path) -> None:
    """Leave out of a lock file what the runtime's has, and say how it came to be."""
    packages = [ALWAYS.sub("", each) for each in blocks(lock)]
    head = ["# Written by `make lock`, from pyproject.toml."]
    if lock.name == "requirements-dev.txt":
        head.append(f"-r {RUNTIME}")
        runtime = {pin(each) for each in blocks(ROOT / RUNTIME)}
        packages = [each for each in packages if pin(each) not in runtime]
    lock.write_text("\n".join((*head, *packages)) + "\n", encoding="utf-8")


def blocks(lock: Path) -> list[str]:
    """Return the lines of each package of a lock file."""
    lines = lock.read_text(encoding="utf-8").strip()
    return [each for each in re.split(r"\n(?=\w)", lines) if pin(each)]


def pin(block: str) -> str:
    """Return a package and its version, or nothing."""
    found = re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+", block)
    return found[0] if found else ""


if __name__ == "__main__":
    main()
