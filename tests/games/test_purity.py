"""The games know nothing but the standard library, and of it no chance and no clock."""

import ast
import subprocess
import sys
from pathlib import Path

import tables.games

ALLOWED = {
    "_typeshed", "abc", "collections", "dataclasses", "enum", "fractions", "functools", "hashlib",
    "itertools", "math", "operator", "pkgutil", "re", "string", "tomllib", "typing", "tables",
}  # fmt: skip
SUMS = {Path("blackjack/theory/main_game.py"), Path("automatic_games/theory.py")}
"""Beside the engines, and imported by none: sums over all hands of cards, by numpy."""
UNWANTED = {"celery", "channels", "django", "pydantic", "random", "redis", "secrets", "socket"}


def told_by(program: str) -> list[str]:
    """Return the words that a program prints in an interpreter of its own, without packages."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {program}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


def test_importing_the_games_imports_only_the_standard_library() -> None:
    loaded = told_by(
        "import tables.games; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    assert "tables" in loaded
    assert set(loaded) <= {"tables", "__main__", *sys.stdlib_module_names}
    assert not set(loaded) & UNWANTED


def test_importing_the_games_reads_no_text_and_asking_for_one_reads_that_one() -> None:
    opened = told_by(
        "sys.addaudithook(lambda event, args: event == 'open' and str(args[0]).endswith('.toml') "
        "and print(args[0])); "
        "from tables.games import GAMES; print('imported'); GAMES['blackjack'].books['MC'].title_fr"
    )
    assert opened[0] == "imported"
    assert [Path(each).relative_to(Path.cwd()).as_posix() for each in opened[1:]] == [
        "tables/games/blackjack/texts/mc.toml"
    ]


def test_every_import_below_games_is_of_a_module_without_chance_or_clock() -> None:
    package = Path(tables.games.__file__).parent
    for path in package.rglob("*.py"):
        allowed = ALLOWED | {"numpy"} if path.relative_to(package) in SUMS else ALLOWED
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
