"""Code that tests hand to other processes as text names only what is there.

No linter and no type checker reads it, and the houses it runs in are slow to open.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
FIELD = re.compile(r"(?<!\{)\{\w+(?:!r)?\}(?!\})")
IMPORT = re.compile(r"^\s*(from|import) ", re.MULTILINE)
OURS = ("casino.", "tables.", "tests.")


def handed() -> Iterator[tuple[str, ast.Module]]:
    """Give every text in the tests that is code with an import of ours, with its place."""
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            text = node.value if isinstance(node, ast.Constant) else None
            if not isinstance(text, str) or not IMPORT.search(text):
                continue
            try:
                code = ast.parse(FIELD.sub("None", text).replace("{{", "{").replace("}}", "}"))
            except SyntaxError:
                continue
            yield f"{path.relative_to(TESTS)}:{node.lineno}", code


def unknown(code: ast.Module) -> list[str]:
    """Return the names of ours that this code takes from where they are not."""
    modules: dict[str, Any] = {}
    wrong = []
    for node in ast.walk(code):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(OURS):
            for each in node.names:
                try:
                    found = _imported(str(node.module), each.name)
                except ImportError as error:
                    wrong.append(str(error))
                else:
                    modules[each.asname or each.name] = found
    for node in ast.walk(code):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = modules.get(node.value.id)
            if type(owner) is type(ast) and not hasattr(owner, node.attr):
                wrong.append(f"{owner.__name__} has no {node.attr}")
    return wrong


def _imported(module: str, name: str) -> Any:
    owner = importlib.import_module(module)
    return (
        getattr(owner, name)
        if hasattr(owner, name)
        else importlib.import_module(f"{module}.{name}")
    )


def test_code_handed_to_another_process_names_what_is_there() -> None:
    code = dict(handed())
    assert len(code) > 30
    assert {place: wrong for place, each in code.items() if (wrong := unknown(each))} == {}


@pytest.mark.parametrize("wrong", ["tables.floor import nothing", "tests import house; house.no"])
def test_a_name_that_is_not_there_is_found(wrong: str) -> None:
    assert len(unknown(ast.parse(f"from {wrong}"))) == 1
