"""What of the code production can reach, read from its sources: who names whom.

A function is reached when reached code names it; a member of a class when the class is reached and
reached code reads an attribute of that name, or a function fills it when it makes one (what is
shown is encoded whole); a function of a module that a call is given (`Modules(play, …)`), when
reached code reads an attribute of that name; a class, for a rule that it is said to hold, only when
code inside a function names it. Annotations count for nothing, nor does what data set. That is more
than what really runs, so whatever is not reached is certainly not part of any table. The readers of
worked examples (`play_example`), the theory and the list of clauses are left out on purpose: nobody
plays at them.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ENTRANCES: Final = (
    "tables.sockets.consumer",
    "tables.sockets.routing",
    "tables.apps",
    "tables.api.views",
    "tables.api.urls",
    "tables.player_pages.urls",
    "tables.tasks",
    "tables.operation.croupier",
    "tables.management.commands.croupier",
    "tables.management.commands.open_tables",
)
"""What sockets, requests, the broker, the clock and operators call; and all that is `in_office`."""
NOT_PLAYED: Final = frozenset({"play_example", "pricing", "round_conversion"})
"""Members that are not followed: they play examples, write them, and say what bets cost."""
COMPUTED: Final = "tables.games.blackjack.theory"
"""What bets cost is computed from the rules, not dealt by them."""


def in_office(module: str) -> bool:
    """Tell whether a module is of the tables' pages in the admin site."""
    top, *rest = module.split(".")
    office = {"admin", "dashboard", "office"}
    return top == "tables" and any(each in office or each.endswith("_admin") for each in rest)


Node = tuple[str, str]
"""A module, and a name in it: a function, a class, a member as `Class.member`, a constant."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class _Code:
    """What a piece of code names."""

    names: set[str] = field(default_factory=set)
    """Bare names."""
    dotted: set[tuple[str, str]] = field(default_factory=set)
    """`a.b` where `a` is a bare name."""
    attributes: set[str] = field(default_factory=set)
    """Every attribute that is read, of whatever."""
    given: set[str] = field(default_factory=set)
    """Bare names that are given to a call."""
    made: set[tuple[str, int, tuple[str, ...]]] = field(default_factory=set)
    """Calls of bare names: how many arguments they give by place, and which by name."""
    words: set[str] = field(default_factory=set)
    """Every text that stands in it."""
    inside: bool = False
    """It is the body of a function, not data."""


class _Reader(ast.NodeVisitor):
    """Collects what a piece of code names, without its annotations."""

    def __init__(self) -> None:
        self.code = _Code()

    def visit_Name(self, node: ast.Name) -> None:
        self.code.names.add(node.id)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.code.words.add(node.value)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            self.code.attributes.add(node.attr)
        if isinstance(node.value, ast.Name):
            self.code.dotted.add((node.value.id, node.attr))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        # `getattr(rules, "name")` reads it too.
        if isinstance(node.func, ast.Name) and node.func.id in ("getattr", "attrgetter"):
            for each in node.args:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    self.code.attributes.add(each.value)
        if isinstance(node.func, ast.Name):
            self.code.given |= {each.id for each in node.args if isinstance(each, ast.Name)}
            given = tuple(each.arg for each in node.keywords if each.arg)
            self.code.made.add((node.func.id, len(node.args), given))
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        pass

    def _function(self, node: _Function) -> None:
        for each in (*node.decorator_list, *node.args.defaults, *node.body):
            self.visit(each)
        for default in node.args.kw_defaults:
            if default is not None:
                self.visit(default)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)


def _read(*nodes: ast.AST, inside: bool = False) -> _Code:
    reader = _Reader()
    for node in nodes:
        reader.visit(node)
    reader.code.inside = inside
    return reader.code


@dataclass(slots=True)
class Sources:
    """The modules of the project, by name, as text."""

    texts: dict[str, str]
    code: dict[Node, _Code] = field(default_factory=dict)
    imports: dict[str, dict[str, tuple[str, str | None]]] = field(default_factory=dict)
    """Module -> name -> the module, and the name in it, that it stands for."""
    members: dict[Node, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Class -> its members, as they stand."""

    def __post_init__(self) -> None:
        for module, text in self.texts.items():
            self._module(module, ast.parse(text))

    def _module(self, module: str, tree: ast.Module) -> None:
        known = self.imports[module] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for each in node.names:
                    known[each.asname or each.name.partition(".")[0]] = (each.name, None)
            elif isinstance(node, ast.ImportFrom) and node.module:
                for each in node.names:
                    below = f"{node.module}.{each.name}"
                    whole = below in self.texts
                    known[each.asname or each.name] = (
                        (below, None) if whole else (node.module, each.name)
                    )
        loose = []
        for statement in tree.body:
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self.code[module, statement.name] = _read(statement, inside=True)
                case ast.ClassDef():
                    self._class(module, statement)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.code[module, name] = _read(value)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self.code[module, name] = _read(value)
                case ast.Import() | ast.ImportFrom():
                    pass
                case _:
                    loose.append(statement)
        self.code[module, ""] = _read(*loose)

    def _class(self, module: str, node: ast.ClassDef) -> None:
        whole: list[ast.AST] = [*node.bases, *node.decorator_list, *node.keywords]
        for each in node.body:
            name = None
            match each:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    self.code[module, f"{node.name}.{name}"] = _read(each, inside=True)
                case (
                    ast.AnnAssign(target=ast.Name(id=name))
                    | ast.Assign(targets=[ast.Name(id=name)])
                ):
                    # A field's default is data that the class brings with it.
                    self.code[module, f"{node.name}.{name}"] = _Code()
                    whole.append(each)
                case _:
                    whole.append(each)
            if name is not None:
                self.members[module, node.name].append(name)
        self.code[module, node.name] = _read(*whole)

    def resolve(self, module: str, name: str) -> Node | None:
        """Return what a name in a module stands for, or `None` for a thing of somebody else's."""
        for _ in range(8):
            if (module, name) in self.code:
                return module, name
            found = self.imports.get(module, {}).get(name)
            if found is None or found[1] is None:
                return None
            module, name = found
        return None

    def named(self, module: str, code: _Code) -> Iterator[Node]:
        """Yield what a piece of a module's code names, attributes of unknown things left out."""
        for name, by_place, by_name in code.made if code.inside else ():
            node = self.resolve(module, name) or ("", "")
            # A member that is no field takes a place too: rather one too many than too few.
            for place, member in enumerate(self.members.get(node, ())):
                if place < by_place or member in by_name:
                    yield node[0], f"{node[1]}.{member}"
        # A register names what it imports by no name of its own.
        for name in (*code.names, *(self.imports[module] if "globals" in code.names else ())):
            if node := self.resolve(module, name):
                yield node
        for owner, name in code.dotted:
            whole = self.imports.get(module, {}).get(owner)
            if whole is not None and whole[1] is None and (node := self.resolve(whole[0], name)):
                yield node
            elif (node := self.resolve(module, owner)) and name in self.members.get(node, ()):
                yield node[0], f"{node[1]}.{name}"

    def functions_given(self, module: str, code: _Code) -> Iterator[Node]:
        """Yield the functions of the modules that a piece of code gives to a call."""
        for name in code.given:
            whole, member = self.imports.get(module, {}).get(name, (None, None))
            if whole in self.texts and member is None:
                yield from (
                    (owner, each)
                    for owner, each in self.code
                    if owner == whole and "." not in each and each
                )


@dataclass(slots=True)
class Reachable:
    """What is reached from the entrances."""

    nodes: set[Node] = field(default_factory=set)
    by_functions: set[Node] = field(default_factory=set)
    """What the bodies of functions name."""

    def holds(self, node: Node, sources: Sources) -> bool:
        """Tell whether production keeps a rule that is said to stand here."""
        return node in (self.by_functions if node in sources.members else self.nodes)


def reachable_strings(sources: Sources, found: Reachable, packages: tuple[str, ...]) -> set[str]:
    """Return every text that stands in the reached functions of these packages."""
    return {
        word
        for node in found.nodes
        if node[0].startswith(packages) and sources.code[node].inside
        for word in sources.code[node].words
    }


def project_sources(*packages: str) -> dict[str, str]:
    """Return the sources of these packages, or of `tables`, by module."""
    found = {}
    paths = [path for each in packages or ("tables",) for path in (ROOT / each).rglob("*.py")]
    for path in sorted(paths):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "migrations" not in parts:
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path.read_text(encoding="utf-8")
    return found


def reachable_from(sources: Sources, entrances: Iterable[str] = ENTRANCES) -> Reachable:
    """Return what can be reached from everything that stands in the entrances."""
    found = Reachable()
    attributes: set[str] = set()
    waiting: dict[str, set[Node]] = defaultdict(set)
    classes: set[Node] = set()
    todo: list[Node] = []

    def reach(node: Node) -> None:
        if node not in found.nodes and not node[0].startswith(COMPUTED):
            found.nodes.add(node)
            todo.append(node)

    def read(name: str) -> None:
        if name not in attributes and name not in NOT_PLAYED:
            attributes.add(name)
            for node in waiting.pop(name, ()):
                reach(node)

    for module in sources.texts:
        if module in entrances or in_office(module):
            for node in [each for each in sources.code if each[0] == module]:
                reach(node)
    while todo:
        module, name = node = todo.pop()
        if name:
            # Importing a module runs what stands loose in it.
            reach((module, ""))
        if node in sources.members and node not in classes:
            classes.add(node)
            for member in sources.members[node]:
                below = (module, f"{name}.{member}")
                if member.startswith("__") or member in attributes:
                    reach(below)
                else:
                    waiting[member].add(below)
        code = sources.code.get(node)
        if code is None:
            continue
        for each in sources.named(module, code):
            if each[1].rpartition(".")[2] in NOT_PLAYED:
                continue
            reach(each)
            if code.inside:
                found.by_functions.add(each)
        for below in sources.functions_given(module, code):
            if below[1] in attributes:
                reach(below)
            else:
                waiting[below[1]].add(below)
        for attribute in code.attributes:
            read(attribute)
    return found


def node_of(sources: Sources, package: str, place: str) -> Node:
    """Return the node of a place as `clause_index` writes it: `legal.on_turn`, `Blackjack.needs`.

    What a family of games keeps stands beside the game's package: `wheel.play.awaiting`.
    """
    first, *rest = place.split(".")
    beside = f"{package.rpartition('.')[0]}.{first}"
    if f"{package}.{first}" not in sources.texts and beside in sources.texts:
        return f"{beside}.{rest[0]}", ".".join(rest[1:])
    if f"{package}.{first}" in sources.texts:
        return f"{package}.{first}", ".".join(rest)
    return package, place


def unreachable_places(
    sources: Sources, clause_indexes: Mapping[str, tuple[str, Mapping[str, str]]]
) -> dict[str, list[str]]:
    """Return the places, each with its clauses, that production never reaches.

    `clause_indexes`: game -> its package, and clause -> place.
    """
    found = reachable_from(sources)
    missing: dict[str, list[str]] = defaultdict(list)
    for package, places in clause_indexes.values():
        for clause, place in places.items():
            if not found.holds(node_of(sources, package, place), sources):
                missing[f"{package.rpartition('.')[2]}/{place}"].append(clause)
    return missing
