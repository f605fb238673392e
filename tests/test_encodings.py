"""Texts are UTF-8, whatever encoding the machine's locale has."""

import ast
import re
from collections.abc import Iterator

from tests.test_sizes import ROOT


def in_the_locales_encoding(source: str) -> Iterator[str]:
    """Name the lines of a module that read or write a text without saying its encoding.

    What ruff's PLW1514 does not see too: a path whose type it cannot infer.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or any(each.arg == "encoding" for each in node.keywords):
            continue
        called = ast.unparse(node.func)
        method = called.rpartition(".")[2]
        words = [each.value for each in node.args if isinstance(each, ast.Constant)]
        text = all(re.fullmatch("[rwax+t]+", str(word)) for word in words)
        if (
            method in ("read_text", "write_text")
            or (called == "open" and (text or len(node.args) == 1))
            or (method == "open" and text and len(words) == len(node.args) and not node.keywords)
        ):
            yield f"{node.lineno}: {called}"


def test_every_text_is_read_and_written_in_utf_8() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for folder in ("casino", "tables", "scripts")
        for path in sorted((ROOT / folder).rglob("*.py"))
        # They read SQL alone, and are never changed.
        if "migrations" not in path.parts
        and (lines := [*in_the_locales_encoding(path.read_text(encoding="utf-8"))])
    }
    assert found == {}
    assert [path for path in ROOT.glob("*/**/sql/*.sql") if not path.read_bytes().isascii()] == []


def test_a_text_without_an_encoding_is_named() -> None:
    locales = [
        "a.b().read_text()",
        "path.write_text('é')",
        "open(path)",
        "open(path, 'w')",
        "path.open()",
        "path.open('a+')",
    ]
    for line in locales:
        assert [*in_the_locales_encoding(line)] == [f"1: {line.rpartition('(')[0]}"]
    right = [
        "path.read_text(encoding='utf-8')",
        "open(path, 'rb')",
        "path.open('ab')",
        "sessions.open(table)",
        "opener.open(asked, timeout=3)",
        "os.open(path, os.O_RDONLY)",
    ]
    assert [*in_the_locales_encoding("\n".join(right))] == []
