"""Writes docs/settings.md: every variable of the environment, its default and its meaning."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from casino.process.environment import BESIDE

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "settings.md"
SETTINGS: Final = ROOT / "casino" / "settings.py"
TAKES: Final = {
    "class_paths": "list of `key=path.Class`",
    "fallback_secrets": "list of secrets",
    "flag": "0, 1",
    "hosts": "list of hosts",
    "integer": "whole number",
    "keyed_secrets": "list of `key=secret`",
    "number": "number",
    "one_of": "",
    "origins": "list of origins",
    "secret": "secret",
    "string_list": "list",
    "text": "text",
    "time_zone": "time zone",
    "web_urls": "list of addresses",
}
"""What is written for a function of `casino.process.environment` that reads a variable."""
OF_FILES: Final = {
    "fallback_secrets": "those below `var/keys`, if any",
    "secret": "made once below `var/keys`",
}
"""The default of a function that also reads a file; its first argument is the folder."""
HEAD: Final = """# Settings

Every variable of the environment that a house reads, beside the settings first, then in the order
of `casino/settings.py`. `python -m scripts.list_settings` writes this page from there and from
`casino/process/environment.py`.

An empty variable counts as unset. Members of a list are separated by commas or blanks. A variable
that cannot be read ends the start with one sentence that names it, its value and what is expected;
one that begins with `SABOT_` and that nothing reads is named in the log of each process and by
`manage.py doctor`. Give every process of a house, on every machine, the same ones. `ROOT` is the
folder of the checkout.

| variable | default | takes | meaning |
|---|---|---|---|
"""


class Variable(NamedTuple):
    """A row of the page."""

    name: str
    default: str
    takes: str
    meaning: str


def settings_variables() -> Iterator[Variable]:
    """Yield the variables that the settings read; the meaning is the docstring of the setting."""
    tree = ast.parse(SETTINGS.read_text(encoding="utf-8"))
    for block in [tree.body, *(node.body for node in tree.body if isinstance(node, ast.If))]:
        for at, statement in enumerate(block):
            if isinstance(statement, ast.If):
                continue
            after = block[at + 1] if at + 1 < len(block) else None
            meaning = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                meaning = " ".join(str(after.value.value).split())
            for call in ast.walk(statement):
                if isinstance(call, ast.Call) and ast.unparse(call.func) in TAKES:
                    yield _variable(call, meaning)


def _variable(call: ast.Call, meaning: str) -> Variable:
    reader = ast.unparse(call.func)
    if reader in OF_FILES:
        return Variable(_plain(call.args[1]), OF_FILES[reader], TAKES[reader], meaning)
    name, *given = map(_plain, call.args)
    words = {each.arg: _plain(each.value) for each in call.keywords}
    default, takes = next(iter(given), ""), TAKES[reader]
    match reader:
        case "flag":
            default = "1" if "usual" in words else "0"
        case "one_of":
            takes = ", ".join(f"`{each}`" for each in given)
        case "integer" | "number":
            least = words.get("least", "0")
            takes += (
                f" from {least} to {words['most']}" if "most" in words else f", {least} or more"
            )
    return Variable(name, f"`{default}`" if default else "", takes, meaning)


def _plain(node: ast.expr) -> str:
    """Return a value as the environment would say it, or its expression."""
    if isinstance(node, ast.Call):
        (node,) = node.args
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def variables() -> list[Variable]:
    """Return all of them."""
    beside = [Variable(name, usual, "text", says) for name, (usual, says) in BESIDE.items()]
    return [*beside, *settings_variables()]


def page() -> str:
    """Return the page."""
    rows = (f"| `{name}` | {' | '.join(others)} |" for name, *others in variables())
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
