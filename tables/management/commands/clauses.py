"""Lists every clause of the rule books with its code and its tests. Needs no database."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.whereabouts import ELSEWHERE, PLACES

TESTS: Final = Path(__file__).parents[3] / "tests"
_NAMED: Final = re.compile(
    r"def (test_(?:(fr_2024|mc)_((?:\d{3}_)+)|(fr_2007|on|house)_((?:\d{2}_)+))\w*)"
)
_MARKED: Final = re.compile(r"@pytest\.mark\.clause\(([^)]*)\)[\s\S]*?\ndef (\w+)")


def proofs(tests: Path) -> Mapping[str, list[str]]:
    """Return the tests and worked examples below `tests` that prove each clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for name, *either in _NAMED.findall(text):
            book, numbers = "".join(either[::2]), "".join(either[1::2])
            for number in numbers.strip("_").split("_"):
                found[f"{book.upper().replace('_', '-')}-{number}"].append(name)
        for ids, name in _MARKED.findall(text):
            for clause in re.findall(r'"([^"]+)"', ids):
                found[clause].append(name)
    for path in sorted(tests.rglob("blackjack_examples.json")):
        for example in json.loads(path.read_text(encoding="utf-8"))["examples"]:
            cited = set(example.get("clauses", ()))
            for bet in example["expected"].get("bets", ()):
                cited |= set(bet["clauses"])
            for clause in cited:
                found[clause].append(example["id"])
    return found


class Command(BaseCommand):
    help = "List each clause of the five texts with its code and tests, or why it has none."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--book", choices=sorted(BLACKJACK.books), help="this book only")

    def handle(self, *args: Any, book: str | None, **options: Any) -> None:
        found = proofs(TESTS)
        for each in BLACKJACK.books.values():
            if book not in (None, each.key):
                continue
            self.stdout.write(f"{each.key}  {each.title_en}")
            for clause in each.clauses:
                place = PLACES.get(clause.id)
                where = f"blackjack/{place}" if place else f"no code: {ELSEWHERE[clause.id]}"
                tests = found.get(clause.id, [])
                more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
                told = f"  [{', '.join(tests[:3])}{more}]" if tests else ""
                self.stdout.write(f"  {clause.id}  {where}{told}")
