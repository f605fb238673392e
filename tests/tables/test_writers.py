"""Who writes the rows of tables, rounds, events and receipts: `WRITERS` alone.

Read from the sources: a call of Django that writes, on these models or on what was asked of them,
and SQL that changes their tables.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
WRITERS: Final = (ROOT / "tables" / "rows", ROOT / "tables" / "projections" / "round_rows.py")
MODELS: Final = frozenset({"Table", "Round", "RoundEvent", "FloorEvent", "Receipt"})
WRITES: Final = frozenset(
    {"bulk_create", "bulk_update", "create", "delete", "get_or_create", "update"}
    | {"save", "update_or_create"}
)
SQL: Final = re.compile(
    r"(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+tables_(table|round|roundevent|floorevent|receipt)\b"
    r"|\btables_(write|act)\s*\(",
    re.IGNORECASE,
)
NAMED: Final = re.compile(rf"\b({'|'.join(MODELS)})\b|tables_")
"""What a module names that writes them in whatever way; any other need not be read closely."""


def written(source: str) -> list[str]:
    """Return the places of a module that write one of these rows, as `line: what`."""
    if not NAMED.search(source):
        return []
    tree = ast.parse(source)
    asked = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _of_model(node.value, frozenset())
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [f"{line}: {what}" for line, what in sorted(_writes(tree, frozenset(asked)))]


def _writes(tree: ast.AST, asked: frozenset[str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if found := SQL.search(node.value):
                yield node.lineno, found[0]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in WRITES
            and _of_model(node.func.value, asked)
        ):
            yield node.lineno, ast.unparse(node.func)


def _of_model(node: ast.AST, asked: frozenset[str]) -> bool:
    """Tell whether an expression begins at the rows of such a model, or at what was asked there."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        if isinstance(node, ast.Attribute) and node.attr == "objects":
            model = node.value
            name = model.attr if isinstance(model, ast.Attribute) else ast.unparse(model)
            return name in MODELS
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in MODELS
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id in asked


def test_only_the_records_write_tables_rounds_events_and_receipts() -> None:
    modules = [
        path
        for folder in ("casino", "tables")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]
    found = {str(path.relative_to(ROOT)): written(path.read_text()) for path in modules}
    inside = {path for path in found if any((ROOT / path).is_relative_to(each) for each in WRITERS)}
    assert {path: places for path, places in found.items() if places and path not in inside} == {}
    assert len([path for path in inside if found[path]]) >= 4, "it sees those that do write"


@pytest.mark.parametrize(
    "leak",
    [
        "Round.objects.filter(pk=1).update(draw_id=None)",
        "models.Receipt.objects.create(seq=1)",
        "tables = Table.objects.filter(pk=1)\ntables.exclude(seq=0).update(seq=2)",
        "Table.objects.get(pk=1).save()",
        "Receipt(seq=1).save()",
        'cursor.execute("INSERT INTO tables_receipt (seq) VALUES (1)")',
        'cursor.execute(f"UPDATE  tables_round SET status = {status}")',
        'cursor.execute("SELECT tables_write(%s)", [1])',
    ],
)
def test_a_write_elsewhere_is_seen(leak: str) -> None:
    assert written(leak)


def test_reading_is_no_write() -> None:
    assert not written(
        "rows = Round.objects.filter(pk=1)\n"
        "found.update(rows.values())\n"
        'cursor.execute("UPDATE tables_roundabout SET n = 1")\n'
        "Box.objects.filter(number=1).update(player=None)\n"
    )
