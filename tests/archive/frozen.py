"""The migrations that landed, and the SQL that they read, by hash: houses have run them."""

import hashlib
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LANDED: Final = Path(__file__).parent / "migrations.toml"
KINDS: Final = ("**/migrations/0*.py", "**/sql/*.sql")
_HEAD: Final = (
    "# Migrations that landed, and the SQL they read. `python -m tests.archive freeze` adds.\n"
)


def found() -> dict[str, str]:
    """Return the SHA-256 of every migration and SQL file here, by its path in the source."""
    paths = [
        path for top in ("casino", "tables") for kind in KINDS for path in (ROOT / top).glob(kind)
    ]
    return {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(paths)
    }


def landed() -> dict[str, str]:
    """Return the SHA-256 of every migration and SQL file that landed."""
    return tomllib.loads(LANDED.read_text()) if LANDED.exists() else {}


def freeze() -> list[str]:
    """Take new files for landed, and return their paths; what landed before stays as it is."""
    before = landed()
    lines = [f'"{path}" = "{digest}"\n' for path, digest in sorted((found() | before).items())]
    LANDED.write_text(_HEAD + "".join(lines))
    return sorted(found().keys() - before.keys())
