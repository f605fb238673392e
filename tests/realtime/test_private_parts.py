"""What is private to a server or to the client of Redis is touched in one module alone."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ADAPTER: Final = Path("casino/asgi_servers/transports.py")
OTHERS: Final = {
    "casino/database/postgresql/base.py": "statements that psycopg prepares",
    "casino/backoffice/access.py": "the models that Django's office shows",
    "casino/backoffice/site.py": "the same",
}
"""Modules that touch a private part of another library, and of what."""
PUBLIC: Final = {"_meta", "_base_manager", "_asdict", "_fields", "_exit", "_replace"}
"""Names that their owners document in spite of the underscore."""
UNMARKED: Final = {"base_send", "dataBuffer"}
"""Inner parts without an underscore: of a consumer of Channels, and of Twisted's transport."""


@cache
def sources() -> dict[Path, ast.Module]:
    """Return all modules but the games', which import no such library (pyproject.toml)."""
    return {
        path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8"))
        for folder in ("casino", "tables")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "games" not in path.relative_to(ROOT).parts
    }


def own(tree: ast.Module) -> set[str]:
    """Return the private names that a module gives to something."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.attr if isinstance(node, ast.Attribute) else node.id)
    return found


def touched(tree: ast.Module) -> set[str]:
    """Return the names of inner parts that a module reads off something."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and (node.attr in UNMARKED or (node.attr[0] == "_" and node.attr[:2] != "__"))
    }


def test_no_other_module_touches_what_is_private_to_a_library() -> None:
    trees = sources()
    ours = {name for path, tree in trees.items() if path != ADAPTER for name in own(tree)}
    found = {
        str(path): names
        for path, tree in trees.items()
        if path != ADAPTER and str(path) not in OTHERS and (names := touched(tree) - ours - PUBLIC)
    }
    assert found == {}


def test_the_adapter_touches_what_is_said_of_it() -> None:
    trees = sources()
    assert touched(trees[ADAPTER]) >= {
        *("_handlingRequest", "_path", "_command", "_GenericHTTPChannelProtocol"),
        *("_dataReceived", "_tempDataLen", "dataBuffer"),
    }
    for path in OTHERS:
        assert Path(path) in trees
