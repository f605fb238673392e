"""Every clause of every game is kept by code with a test, or elsewhere for a reason."""

import re
from importlib import import_module
from importlib.util import find_spec

import pytest

from tables.games import GAMES
from tables.games.core.protocol import AnyGame
from tables.management.commands.clauses import TESTS, proofs

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
PLACES = sorted(
    {(key, place) for key, game in GAMES.items() for place in game.clause_index.code_paths.values()}
)


def clauses(game: AnyGame) -> list[str]:
    return [clause.id for book in game.books.values() for clause in book.clauses]


@each_game
def test_every_clause_is_kept_in_code_or_elsewhere_for_a_reason(game: AnyGame) -> None:
    places, elsewhere = game.clause_index.code_paths, game.clause_index.kept_elsewhere
    assert not places.keys() & elsewhere.keys()
    assert game.clause_index.never_arise.keys() <= places.keys()
    assert places.keys() | elsewhere.keys() == set(clauses(game))


@pytest.mark.parametrize(("key", "place"), PLACES)
def test_the_code_that_keeps_a_clause_is_there(key: str, place: str) -> None:
    package = import_module(type(GAMES[key]).__module__)
    module, *names = place.split(".")
    # The package itself holds the game; whatever else is named lies in a module below it, or in
    # the family of games beside it.
    if hasattr(package, module) and module[0].isupper():
        found, names = package, [module, *names]
    elif find_spec(f"{package.__name__}.{module}"):
        found = import_module(f"{package.__name__}.{module}")
    else:
        found = import_module(f"tables.games.{module}.{names.pop(0)}")
    for name in names:
        found = getattr(found, name)


@each_game
def test_what_keeps_a_clause_elsewhere_is_there(game: AnyGame) -> None:
    for reason in set(game.clause_index.kept_elsewhere.values()):
        for named in re.findall(r"\b(?:tables|casino)(?:\.\w+)+", reason):
            import_module(named)


@each_game
def test_every_clause_with_code_has_a_test(game: AnyGame) -> None:
    proven, ids = proofs(TESTS), clauses(game)
    unproven = [clause for clause in game.clause_index.code_paths if not proven.get(clause)]
    assert unproven == [], "no test names it: `test_toss_02_…`, or `@pytest.mark.clause(…)`"
    texts = {clause.rpartition("-")[0] for clause in ids}
    named = [clause for clause in proven if clause.rpartition("-")[0] in texts]
    assert [clause for clause in named if clause not in ids] == [], "tests name what no text has"


@each_game
def test_every_option_has_a_clause_and_a_default_that_is_in_force(game: AnyGame) -> None:
    for book in game.books.values():
        known = {clause.id for clause in book.clauses}
        assert {choice.clause for choice in book.choices.values()} <= known
        defaults = {name: choice.default for name, choice in book.choices.items()}
        assert all(choice.permits(choice.default) for choice in book.choices.values())
        assert game.amend(book.key, defaults) == book.rules
