"""A game is one folder on each side and one line in each register, shown by two toy games.

The project is copied, a coin toss and a game of high card are added to it as a developer would
add them, and the copy's own tests are run over them.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests import campaign
from tests.house import fresh_database
from tests.toys.tree import PAGES, REGISTER, ROOT, TOYS, changed, grown, line_for, page_line_for

GENERIC: Final = (
    "tests/games/test_laws.py",
    "tests/games/test_prices.py",
    "tests/games/test_register.py",
    "tests/games/test_clause_index.py",
    "tests/games/test_reachable.py",
    "tests/games/test_texts.py",
    "tests/games/test_words.py",
    "tests/admin/test_rule_sets.py",
    "tests/doors/test_messages.py",
)
"""Tests of whatever is in the register."""
SIDES: Final = (str(Path(REGISTER).parent), str(Path(PAGES).parent))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the toys in it."""
    return grown(tmp_path_factory.mktemp("toys") / "sabot")


@pytest.fixture(scope="module")
def added(tree: Path) -> dict[str, list[str]]:
    """The lines by which the tree differs from the project's, before anything is generated."""
    return changed(tree)


def test_a_game_is_two_folders_and_one_line_on_each_side(added: dict[str, list[str]]) -> None:
    outside = {
        name: lines
        for name, lines in added.items()
        if not name.startswith(tuple(f"{side}/{key}/" for key in TOYS for side in SIDES))
    }
    assert outside == {
        REGISTER: [line_for(key) for key in TOYS],
        PAGES: [page_line_for(key) for key in TOYS],
    }


@campaign.soak_only
def test_the_types_know_what_a_game_must_say(tree: Path) -> None:
    known = tree.parent / "mypy"
    # What `make check` found out of the project holds here; the rest is looked at anew.
    with contextlib.suppress(FileNotFoundError):
        shutil.copytree(ROOT / ".mypy_cache", known)
    run(tree, "-m", "mypy", "--cache-dir", str(known), "tables/games")


@pytest.mark.campaign
def test_the_page_is_typed_and_written_as_the_others(
    tree: Path, added: dict[str, list[str]]
) -> None:
    if campaign.SOAK:
        npm(tree, "gen")
        npm(tree, "check:types")
    npm(tree, "check:format", *(f"src/games/{key}" for key in TOYS))


@pytest.mark.campaign
def test_the_toys_are_played_in_a_house_and_every_law_runs_over_them(
    tree: Path, added: dict[str, list[str]], servers_at_hand: None
) -> None:
    """In a campaign they are played in a browser too, by a page that is built with them."""
    played, words = ["tests/toys/test_in_the_house.py"], [*TOYS, "in_the_house", "test_texts"]
    if campaign.SOAK:
        npm(tree, "gen")
        npm(tree, "build")
        # Last: Playwright keeps an event loop, and Django runs beside none.
        played.append("tests/toys/test_in_the_browser.py")
        words.append("in_the_browser")
    with fresh_database() as url:
        run(
            tree,
            *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-k", " or ".join(words)),
            *GENERIC,
            *played,
            DATABASE_URL=url,
        )


def npm(tree: Path, script: str, *arguments: str) -> None:
    """Run a script of the page in the tree."""
    _done(["npm", "run", script, *arguments], tree / "frontend", {"PYTHON": sys.executable})


def run(tree: Path, *command: str, **env: str) -> None:
    """Run this Python in the tree."""
    _done([sys.executable, *command], tree, env)


def _done(command: list[str], folder: Path, env: dict[str, str]) -> None:
    """Run a command to its good end.

    What it compiles is kept: a house has many processes.
    """
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTEST_") and name != "PYTHONDONTWRITEBYTECODE"
    }
    done = subprocess.run(
        command, cwd=folder, env=inherited | env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
