"""The project with the toy games in it, as a developer adds a game: two folders, two lines.

`grown` copies the tree and adds them; nothing else differs but what is generated.
"""

import shutil
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
TOYS: Final = {"coin_toss": "COIN_TOSS", "high_card": "HIGH_CARD"}
"""By key, the name under which a toy exports itself."""
REGISTER: Final = "tables/games/__init__.py"
PAGES: Final = "frontend/src/games/index.ts"
_LEFT: Final = (
    *(".git", ".venv", ".*_cache", ".hypothesis", ".svelte-check"),
    *("var", "node_modules", "dist"),
)


def line_for(key: str) -> str:
    """Return the line that puts a game into the register."""
    return f"from tables.games.{key} import {TOYS[key]} as {TOYS[key]}\n"


def page_line_for(key: str) -> str:
    """Return the line that puts a game into the page's register."""
    return f'  {key}: async () => (await import("./{key}")).{TOYS[key]},\n'


def grown(target: Path) -> Path:
    """Copy the project to a folder that is not there yet, and add the toys to it.

    What Python compiled is copied too: to compile the project takes ten CPU seconds.
    """
    left = shutil.ignore_patterns(*_LEFT)
    shutil.copytree(ROOT, target, ignore=left, symlinks=True, copy_function=_copy)
    (target / "frontend" / "node_modules").symlink_to(ROOT / "frontend" / "node_modules")
    for key in TOYS:
        toy = ROOT / "tests" / "toys" / key
        shutil.copytree(toy / "game", target / "tables" / "games" / key)
        shutil.copytree(toy / "page", target / "frontend" / "src" / "games" / key)
        _insert(target / REGISTER, line_for(key), before="from tables.games.core.protocol")
        _insert(target / PAGES, page_line_for(key), before="};")
    return target


def _copy(source: str, target: str) -> None:
    """Copy a file, with its time, by which Python knows what it compiled.

    What another process is compiling meanwhile has a name of its own, and then another.
    """
    with suppress(FileNotFoundError) if "__pycache__" in source else nullcontext():
        shutil.copy2(source, target)


def _insert(file: Path, line: str, *, before: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(f"\n{before}") == 1
    file.write_text(text.replace(f"\n{before}", f"\n{line}{before}"), encoding="utf-8")


def changed(tree: Path) -> dict[str, list[str]]:
    """Return the lines by which files of a grown tree differ from the project's, by file."""
    found = {}
    for path in sorted(each for each in tree.rglob("*") if each.is_file()):
        name = path.relative_to(tree).as_posix()
        if name.startswith("frontend/node_modules/") or "__pycache__" in name:
            continue
        before = ROOT / name
        old = before.read_bytes().splitlines() if before.is_file() else []
        if path.read_bytes().splitlines() != old:
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            known = [] if not old else before.read_text(encoding="utf-8").splitlines(keepends=True)
            found[name] = [line for line in lines if line not in known]
    return found
