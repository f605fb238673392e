"""The games know nothing but the standard library, and of it no chance and no clock."""

import ast
import subprocess
import sys
from pathlib import Path

import tables.games

ALLOWED = {
    "collections", "dataclasses", "enum", "fractions", "functools", "itertools", "math", "typing",
    "tables",
}  # fmt: skip
SUMS = Path("blackjack/theory/main_game.py")
"""Beside the engines, and imported by none: the sums over all hands of blackjack, by numpy."""
UNWANTED = {"celery", "channels", "django", "pydantic", "random", "redis", "secrets", "socket"}


def test_importing_the_games_imports_only_the_standard_library() -> None:
    program = (
        "import sys; import tables.games; "
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {program}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "tables" in loaded
    assert set(loaded) <= {"tables", "__main__", *sys.stdlib_module_names}
    assert not set(loaded) & UNWANTED


def test_every_import_below_games_is_of_a_module_without_chance_or_clock() -> None:
    package = Path(tables.games.__file__).parent
    for path in package.rglob("*.py"):
        allowed = ALLOWED | {"numpy"} if path.relative_to(package) == SUMS else ALLOWED
        assert imports(path.read_text()) <= allowed, path


def test_an_import_of_chance_would_be_seen() -> None:
    assert imports("def draw():\n    from random import choice\n    import time\n") == {
        "random",
        "time",
    }


def imports(source: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found
