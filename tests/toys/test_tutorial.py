"""The tutorial explains the toy: its code is of the toy's files, word for word."""

import re
from pathlib import Path

from tests.toys.tree import ROOT, TOYS, line_for, page_line_for

TUTORIAL = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
KEY = next(iter(TOYS))
FOLDERS = {"game": Path("tables/games") / KEY, "page": Path("frontend/src/games") / KEY}


def test_what_stands_in_the_tutorial_stands_in_the_toy_and_each_file_is_named() -> None:
    excerpts = re.findall(r"^`(\S+)`\n\n```\w+\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)
    toy = ROOT / "tests" / "toys" / KEY
    files = {
        (folder / path.relative_to(toy / side)).as_posix(): path.read_text(encoding="utf-8")
        for side, folder in FOLDERS.items()
        for path in (toy / side).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in files if f"`{name}`" not in TUTORIAL} == set()
    assert [name for name, text in excerpts if text not in files[name]] == []
    assert len(excerpts) > 9


def test_the_tutorial_gives_the_lines_of_the_registers() -> None:
    assert f"```python\n{line_for(KEY)}```" in TUTORIAL
    assert f"```ts\n{page_line_for(KEY)}```" in TUTORIAL
