"""What happened at a table is read in words, in both languages."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

from tables.dashboard import table_actions
from tables.games.core.protocol import Duty
from tables.models import Voucher
from tables.office.floor_event_words import FLOOR_EVENT_WORDS
from tables.shoes.stages import StageOrigin

ROOT = Path(__file__).parents[2]
RECORDS = ("record", "record_and_publish", "_write", "_show", "_done")
"""The functions whose second argument is the kind of a floor event."""


def kinds() -> Iterator[str]:
    """Yield each kind that a module of the tables names where it records one."""
    for path in sorted((ROOT / "tables").rglob("*.py")):
        source = path.read_text()
        if "floor_events" not in source and "floor_acts" not in source:
            continue
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(source)):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called.rpartition(".")[2] in RECORDS:
                for each in node.args[1:2]:
                    yield from values(each, name)


def values(node: ast.expr, module: str) -> list[str]:
    """Return the texts that an argument may be: itself, either of two, or a constant's."""
    match node:
        case ast.Constant(str(text)):
            return [text]
        case ast.IfExp():
            return [*values(node.body, module), *values(node.orelse, module)]
        case ast.Name(name):
            found = getattr(importlib.import_module(module), name, None)
            return [found] if isinstance(found, str) else []
        case _:
            return []


def test_every_kind_of_floor_event_has_words() -> None:
    assert table_actions.TABLE_ACTIONS
    parts = {"seal", "cut", "decline_cut", "allow_cut", "open_seal", "lock", StageOrigin().kind}
    found = {*kinds(), *parts, *Voucher.Kind.values, *map(str, Duty)}
    assert len(found) > 60
    assert sorted(found - FLOOR_EVENT_WORDS.keys()) == []
