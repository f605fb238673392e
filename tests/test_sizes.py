"""How long code may be: no function of the house is longer than a screen."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
MOST_LINES: Final = 70
"""Of a function, from its name to its last line."""


def too_long(source: str) -> Iterator[str]:
    """Name the functions of a module that are longer, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_LINES:
                yield f"{node.name}: {lines}"


def test_no_function_is_longer_than_a_screen() -> None:
    found = {
        str(path.relative_to(ROOT)): names
        for folder in ("casino", "tables")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts and (names := [*too_long(path.read_text())])
    }
    assert found == {}


def test_a_longer_function_is_named() -> None:
    body = "    pass\n" * MOST_LINES
    assert [*too_long(f"async def short():\n{body[9:]}")] == []
    assert [*too_long(f"class A:\n  def long(self):\n{body}")] == [f"long: {MOST_LINES + 1}"]
