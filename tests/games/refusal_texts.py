"""What the code refuses, by its sources and by what it raises; and which sentence says so."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tables.games import GAMES
from tables.games.core.protocol import Fact, Refused
from tables.games.core.words import REASONS, REFUSALS, Words
from tests.games.reachability import project_sources

RAISE = {
    *("Refused", "refusal", "_limits_refused", "Malformed", "_refuse", "ContributionRefused"),
    "turn_down",
}
"""What makes a refusal of a code, or says by such a code why a claim was turned down."""
NOT_PLAYED = re.compile(r"\.(examples|example_\w+|record)$")
"""Modules that play worked examples: their refusals reach nobody."""
CODE = re.compile(r"[a-z]+(_[a-z0-9]+)*")


@dataclass(frozen=True)
class RaisedRefusal:
    """A refusal as it stands in the code."""

    module: str
    code: str
    details: frozenset[str] | None
    """The names of what it passes; `None` where that stands elsewhere."""


@cache
def refusal_texts() -> dict[str, dict[str, Words]]:
    """Return every sentence for an engine's refusals, by game."""
    return {key: {**REFUSALS, **game.wording.refusals} for key, game in GAMES.items()}


def check_refusal_text(game: str, refused: Refused) -> None:
    """Fail unless a game's refusal has its sentence in both languages, filled by what it passes."""
    told = refusal_texts()[game]
    assert refused.code in told, f"{game} has no sentence for {refused.code} in its `Wording`"
    check_filled(told[refused.code], refused.detail)


def check_filled(words: Words, detail: Mapping[str, int | str]) -> None:
    """Fail unless both texts are filled; what is written as chips must be a whole number."""

    def chips(amount: int) -> str:
        assert type(amount) is int
        return f"<{amount}>"

    for french in (True, False):
        assert not re.search(r"[{}]", words.fill(detail, french=french, chips=chips, moment=str))


def raised_refusals(texts: Mapping[str, str]) -> Iterator[RaisedRefusal]:
    """Yield every refusal that stands in modules; those of worked examples are left out."""
    for module, text in texts.items():
        if not NOT_PLAYED.search(module):
            yield from _raised(module, ast.parse(text))


def _raised(module: str, tree: ast.Module) -> Iterator[RaisedRefusal]:
    known = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in RAISE:
                names = frozenset(each.arg for each in node.keywords if each.arg)
                whole = all(each.arg for each in node.keywords) and name in ("Refused", "refusal")
                for code in _codes(node.args, known):
                    yield RaisedRefusal(module, code, names if whole else None)
            case ast.Assign(targets=[ast.Name("code")] | [ast.Tuple([ast.Name("code"), *_])]):
                first = node.value.elts[0] if isinstance(node.value, ast.Tuple) else node.value
                yield from (RaisedRefusal(module, code, None) for code in _codes([first], known))
            case ast.FunctionDef(returns=ast.BinOp() as returned):
                if re.fullmatch(r"(tuple\[)?str\b.* \| None", ast.unparse(returned)):
                    found = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
                    for code in _codes([each for each in found if each], known):
                        yield RaisedRefusal(module, code, None)


def _codes(values: list[ast.expr], known: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield the texts that an expression may be, which are written like codes."""
    for value in values:
        match value:
            case ast.Constant(value=str(text)) if CODE.fullmatch(text):
                yield text
            case ast.IfExp():
                yield from _codes([value.body, value.orelse], known)
            case ast.BoolOp():
                yield from _codes(value.values, known)
            case ast.Tuple():
                yield from _codes(value.elts, known)
            case ast.Subscript(value=ast.Name(id=name)) if isinstance(
                table := known.get(name), ast.Dict
            ):
                yield from _codes(table.values, known)


def move_reasons(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield every reason that code gives a move, with its module: by place, by name, by default."""
    trees = {module: ast.parse(text) for module, text in texts.items()}
    places = {"Move": 5}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [each.arg for each in node.args.args]
                if "why" in names and "Move" in ast.unparse(node.returns or ast.Constant("")):
                    places[node.name] = names.index("why")
    for module, tree in trees.items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given) if (
                    name in places
                ):
                    found = given[places[name] : places[name] + 1]
                    found += [each.value for each in node.keywords if each.arg == "why"]
                    yield from ((module, code) for code in _codes(found, {}))
                case ast.FunctionDef(name=name) if name in places and node.args.defaults:
                    yield from ((module, code) for code in _codes([*node.args.defaults], {}))


def check_move_reasons(game: str, events: Iterable[Fact]) -> None:
    """Fail unless what each move of a game's events is for has its words."""
    told = {**REASONS, **GAMES[game].wording.reasons}
    unsaid = {move.why for event in events for move in event.moves} - told.keys()
    assert unsaid == set(), "without words: `words.REASONS`, or the reasons of the game's `Wording`"


@cache
def project_refusals() -> tuple[RaisedRefusal, ...]:
    """Return every refusal of the tables, and of the makers of chance that players talk to."""
    chance = project_sources("casino/rng")
    texts = {**project_sources(), "casino.rng.contributions": chance["casino.rng.contributions"]}
    return tuple(raised_refusals(texts))
