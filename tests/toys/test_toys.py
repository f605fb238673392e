"""A game is one folder on each side and one line in each register, shown by two toy games.

The project is copied, a coin toss and a game of high card are added to it as a developer would
add them, and the copy's own tests are run over them.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from tests.toys.tree import PAGES, REGISTER, TOYS, changed, grown, line_for, page_line_for

GENERIC: Final = (
    "tests/games/test_laws.py",
    "tests/games/test_prices.py",
    "tests/games/test_register.py",
    "tests/games/test_whereabouts.py",
    "tests/games/test_reachable.py",
    "tests/games/test_texts.py",
    "tests/admin/test_rule_sets.py",
)
"""Tests of whatever is in the register."""
SIDES: Final = (str(Path(REGISTER).parent), str(Path(PAGES).parent))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the toys in it."""
    return grown(tmp_path_factory.mktemp("toys") / "sabot")


def test_a_game_is_two_folders_and_one_line_on_each_side(tree: Path) -> None:
    outside = {
        name: lines
        for name, lines in changed(tree).items()
        if not name.startswith(tuple(f"{side}/{key}/" for key in TOYS for side in SIDES))
    }
    assert outside == {
        REGISTER: [line_for(key) for key in TOYS],
        PAGES: [page_line_for(key) for key in TOYS],
    }


def test_the_types_know_what_a_game_must_say(tree: Path) -> None:
    run(tree, "-m", "mypy", "--cache-dir", str(tree.parent / "mypy"))


def test_the_toys_are_played_and_every_law_runs_over_them(
    tree: Path, servers_at_hand: None
) -> None:
    words = " or ".join((*TOYS, "in_the_house", "test_texts"))
    run(
        tree,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-k", words),
        "tests/toys/test_in_the_house.py",
        *GENERIC,
    )


def test_the_page_is_typed_and_built_with_the_toys(tmp_path: Path) -> None:
    tree = grown(tmp_path / "sabot")
    for command in ("gen", "check", "build"):
        npm(tree, command)


def npm(tree: Path, command: str) -> None:
    """Run a script of the page in the tree."""
    done = subprocess.run(
        ["npm", "run", command],
        cwd=tree / "frontend",
        env=os.environ | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def run(tree: Path, *command: str) -> str:
    """Run this Python in the tree, with a test database of its own; return what it printed."""
    url = urlsplit(os.environ.get("DATABASE_URL", ""))
    env = os.environ | {"DATABASE_URL": url._replace(path=f"{url.path}_toys").geturl()}
    env = {name: value for name, value in env.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, *command], cwd=tree, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout
