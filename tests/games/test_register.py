"""Nothing outside a game's own folders names it; the registers and the words of players do."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tables.games import GAMES

ROOT: Final = Path(__file__).parents[2]
REGISTERS: Final = {
    "tables/games/__init__.py",
    "tables/games/recorded.py",
    "tables/games/priced.py",
    "tables/games/demo.py",
    "frontend/src/games/index.ts",
}
GENERATED: Final = {"frontend/src/wire/types.ts"}
CODE: Final = {".py", ".ts", ".svelte", ".html", ".css", ".sql"}


def sources() -> Iterator[str]:
    """Yield the product's source files, relative to its root."""
    for top in ("casino", "tables", "frontend/src"):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in CODE and name not in REGISTERS | GENERATED:
                yield name


def spelt(key: str) -> tuple[str, ...]:
    """Return how code may write a game's key: as it is, as a constant, as a type."""
    return key, key.upper(), key.title().replace("_", "")


def naming(key: str, names: Iterator[str]) -> list[str]:
    """Return the files that name a game from outside its folders."""
    inside = (f"tables/games/{key}/", f"frontend/src/games/{key}/")
    return [
        name
        for name in names
        if not name.startswith(inside)
        and any(word in (ROOT / name).read_text(encoding="utf-8") for word in spelt(key))
    ]


@pytest.mark.parametrize("key", GAMES)
def test_nothing_outside_a_game_names_it(key: str) -> None:
    assert naming(key, sources()) == []


@pytest.mark.parametrize("key", GAMES)
def test_the_search_finds_a_game_where_it_is_named(key: str) -> None:
    assert naming(key, iter(sorted(REGISTERS & {"tables/games/__init__.py"})))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_the_files_that_the_guide_names(key: str) -> None:
    folder = ROOT / "tables" / "games" / key
    names = ("rules", "messages", "state", "play", "view", "telling", "whereabouts", "examples")
    assert [name for name in names if not (folder / f"{name}.py").is_file()] == []
    assert (ROOT / "frontend" / "src" / "games" / key / "index.ts").is_file()
