"""Nothing outside a game's own folders names it; the registers and the words of players do."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from tables.games import GAMES
from tables.games.core.protocol import Game
from tests.games.conduct import PLAYS_TOO

ROOT: Final = Path(__file__).parents[2]
REGISTERS: Final = {"tables/games/__init__.py", "frontend/src/games/index.ts"}
GENERATED: Final = {"frontend/src/wire/types.ts"}
CODE: Final = {".py", ".ts", ".mjs", ".svelte", ".html", ".css", ".sql", ".svg"}
PRODUCT: Final = (
    "casino", "tables", "scripts", "frontend/src", "frontend/templates", "frontend/scripts",
    "frontend/assets",
)  # fmt: skip
TESTS: Final = ("tests", "frontend/tests")
PLAYERS: Final = {
    "scripts/computed_edges.py",
    "tests/admin/office.py",
    "tests/api/asking.py",
    "tests/archive/playing.py",
    "tests/bench/",
    "tests/house_console.py",
    "tests/browser/gallery.py",
    "tests/browser/players_at_play.py",
    "tests/deploy/bare_debian.py",
    "tests/floor.py",
    "tests/games/reachability.py",
    "tests/jackpots.py",
    "tests/published.py",
    "tests/rng/bundles.py",
    "tests/rng/ceremony.py",
    "tests/rng/chance_vectors.py",
}
"""Whoever plays one of the games in tests and so says which, test modules aside; the bench, which
measures some of them; and the tool that computes the edges of one."""
WORDS: Final = {
    "casino/players/passwords.py",
    "casino/rng/stats/cards.py",
    "casino/rng/stats/exact.py",
    "casino/rng/stats/requirements.py",
    "tables/games/wheel/layout.py",
    "tables/games/wheel/printed_layout.py",
}
"""What nobody may choose as a password, what is known exactly and chance is measured by, and what
several games of a wheel share."""


BY_LAW: Final = {played: key for key, played in PLAYS_TOO.items()}
"""A game -> another whose own text names it: its last coup may be one of the first."""


def sources() -> Iterator[str]:
    """Yield the source files that are no game's own, relative to the root of the project."""
    for top in (*PRODUCT, *TESTS):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            a_test = path.name.startswith("test_") or path.name.endswith(".test.ts")
            named = name in REGISTERS | GENERATED | WORDS or name.startswith(tuple(PLAYERS))
            if path.suffix in CODE and not named and not (top in TESTS and a_test):
                yield name


def spelt(key: str) -> tuple[str, ...]:
    """Return how a game may be written: its key, as a constant, as a type, and what it is called.

    The names that players read, and a long word of both, are looked for without regard to case.
    A word that several games are called by is that of their family, and names none of them.
    """
    french, english = (name.lower() for name in GAMES[key].wording.name)
    both = {word for word in french.split() if len(word) > 5} & set(english.split())
    for other in GAMES.keys() - {key}:
        both -= set(GAMES[other].wording.name[1].lower().split())
    return key, key.upper(), key.title().replace("_", ""), french, english, *both


def naming(key: str, names: Iterator[str]) -> dict[str, str]:
    """Return the files that name a game from outside its folders, each with what it says."""
    inside = (
        f"tables/games/{key}/",
        f"frontend/src/games/{key}/",
        f"frontend/src/wire/words/{key}/",
        f"frontend/src/wire/printed/{key}.ts",
        f"tests/games/{key}/",
        f"tests/load/players/{key}.py",
        "tests/toys/",
        *(
            [
                f"{top}/{BY_LAW[key]}/"
                for top in ("tables/games", "frontend/src/games", "tests/games")
            ]
            if key in BY_LAW
            else []
        ),
    )
    found = {
        name: named_in((ROOT / name).read_text(encoding="utf-8"), key)
        for name in names
        if not name.startswith(inside)
    }
    return {name: word for name, word in found.items() if word}


def named_in(text: str, key: str) -> str:
    """Return the word by which a text names a game; nothing if it names it by none."""
    return next((word for word in spelt(key) if word in text or word in text.lower()), "")


@pytest.mark.parametrize("key", GAMES)
def test_nothing_outside_a_game_names_it(key: str) -> None:
    assert naming(key, sources()) == {}, "say it otherwise there, or give the game another name"


@pytest.mark.parametrize("key", GAMES)
def test_the_search_finds_a_game_where_it_is_named(key: str) -> None:
    unnamed = REGISTERS - naming(key, iter(sorted(REGISTERS))).keys()
    assert not unnamed, "the game has no line there"
    for planted in (
        f'{{% if table.game == "{key}" %}}',
        f"<h1>{GAMES[key].wording.name[1].capitalize()}</h1>",
        f"import {key.upper()} from",
    ):
        assert named_in(planted, key)


def test_templates_pages_and_what_tests_share_are_searched() -> None:
    searched = set(sources())
    assert {
        "frontend/templates/lobby.html",
        "frontend/src/ui/panels/HouseEdge.svelte",
        "frontend/src/core/edges.ts",
        "tests/stacked_shoes.py",
        "tests/load/bots.py",
        "tests/load/play.py",
        "tests/load/run.py",
    } <= searched


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_a_folder_on_each_side(key: str) -> None:
    for file in (f"tables/games/{key}/__init__.py", f"frontend/src/games/{key}/index.ts"):
        assert (ROOT / file).is_file(), f"{file} is missing"
    assert GAMES[key].emblem.startswith("<svg ")


def test_every_folder_with_a_game_has_its_line_in_the_register() -> None:
    packages = [path.parent.name for path in (ROOT / "tables" / "games").glob("*/__init__.py")]
    modules = [import_module(f"tables.games.{name}") for name in sorted(packages)]
    games = [each for module in modules for each in vars(module).values() if isinstance(each, Game)]
    left_out = [game.key for game in games if GAMES.get(game.key) is not game]
    assert left_out == [], "its line stands in tables/games/__init__.py, among the imports"
    assert {game.key for game in games} == GAMES.keys()
