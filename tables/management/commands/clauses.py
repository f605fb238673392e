"""Lists every clause of the rule books with its code and its tests. Needs no database."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from tables import decree
from tables.games import GAMES
from tables.games.core.protocol import Book, ClauseIndex

UNBUILT: Final = "not built yet"
TESTS: Final = Path(__file__).parents[3] / "tests"
_TEST: Final = re.compile(r"def (test_\w+)")
_MARKED: Final = re.compile(r"@pytest\.mark\.clause\(([^)]*)\)[\s\S]*?\ndef (\w+)")


def _named() -> Mapping[str, re.Pattern[str]]:
    """Return what finds the clauses of each text in the names of tests.

    `test_fr_2024_026_027_…` names two clauses: the text's id, then numbers of its width.
    """
    ids = [
        clause.id
        for game in GAMES.values()
        for book in game.books.values()
        for clause in book.clauses
    ]
    # What is common to all games has numbers of no one width: tests are marked with those.
    ids += [
        each.id for one in decree.catalogue_texts() for each in one.clauses if one.key != "COMMON"
    ]
    widths = {text: len(number) for text, _, number in (each.rpartition("-") for each in ids)}
    return {
        text: re.compile(rf"test_{text.lower().replace('-', '_')}((?:_\d{{{width}}}(?=_|$))+)")
        for text, width in widths.items()
    }


def proofs(tests: Path) -> Mapping[str, list[str]]:
    """Return the tests and worked examples below `tests` that prove each clause."""
    found: dict[str, list[str]] = defaultdict(list)
    named = _named()
    for path in sorted(tests.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for name in _TEST.findall(text):
            for book, pattern in named.items():
                if match := pattern.match(name):
                    for number in match[1].strip("_").split("_"):
                        found[f"{book}-{number}"].append(name)
        for ids, name in _MARKED.findall(text):
            for clause in re.findall(r'"([^"]+)"', ids):
                found[clause].append(name)
    for path in sorted((tests / "games" / "examples").rglob("*.json")):
        examples = json.loads(path.read_text(encoding="utf-8")).get("examples", ())
        for example in examples:
            cited = set(example.get("clauses", ()))
            bets = example["expected"].get("bets", ())
            # In the other format the bets are by name, and cite nothing.
            for bet in () if isinstance(bets, dict) else bets:
                cited |= set(bet["clauses"])
            for clause in cited:
                found[clause].append(example["id"])
    return found


class Command(BaseCommand):
    help = (
        "List each clause of the games' texts, and of what is common to all games, with its code "
        "and tests, or why it has none."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES), help="this game only")
        books = {book for game in GAMES.values() for book in game.books}
        books |= {each.key for each in decree.catalogue_texts()}
        parser.add_argument("--book", choices=sorted(books), help="this book or list only")

    def handle(self, *args: Any, game: str | None, book: str | None, **options: Any) -> None:
        found = proofs(TESTS)
        for key, each in GAMES.items():
            if game not in (None, key):
                continue
            for text in each.books.values():
                if book in (None, text.key):
                    self._list(key, text, each.clause_index, found)
        for one in decree.catalogue_texts():
            if game is None and book in (None, one.key):
                self.stdout.write(f"{one.key}  {one.title_en}")
                for clause in one.clauses:
                    tag = f" {clause.tag}" if clause.tag else ""
                    tests = _tests_text(found.get(clause.id, []))
                    self.stdout.write(
                        f"  {clause.id}{tag}, {clause.article}  {clause.where}{tests}"
                    )

    def _list(
        self, game: str, book: Book[Any], index: ClauseIndex, found: Mapping[str, list[str]]
    ) -> None:
        self.stdout.write(f"{book.key}  {book.title_en}")
        for clause in book.clauses:
            place = index.code_paths.get(clause.id)
            why = index.kept_elsewhere.get(clause.id, "")
            # What is not built yet is no reason to have no code.
            where = (
                f"{game}/{place}"
                if place
                else why
                if why.startswith(UNBUILT)
                else f"no code: {why}"
            )
            if clause.id in index.never_arise:
                where += f" (never here: {index.never_arise[clause.id]})"
            self.stdout.write(f"  {clause.id}  {where}{_tests_text(found.get(clause.id, []))}")


def _tests_text(tests: list[str]) -> str:
    """Return the first tests of a clause, and how many more there are."""
    more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
    return f"  [{', '.join(tests[:3])}{more}]" if tests else ""
