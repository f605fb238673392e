"""docs/security.md names every requirement of ASVS 4.0.3 level 2 once, and evidence that exists."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs/security.md"

REQUIRED: Final = """
1.1.1-7 1.2.1-4 1.4.1 1.4.4-5 1.5.1-4 1.6.1-4 1.7.1-2 1.8.1-2 1.9.1-2 1.10.1 1.11.1-2 1.12.2
1.14.1-6 2.1.1-12 2.2.1-3 2.3.1-3 2.4.1-5 2.5.1-7 2.6.1-3 2.7.1-6 2.8.1-7 2.9.1-3 2.10.1-4 3.1.1
3.2.1-4 3.3.1-4 3.4.1-5 3.5.1-3 3.7.1 4.1.1-3 4.1.5 4.2.1-2 4.3.1-3 5.1.1-5 5.2.1-8 5.3.1-10
5.4.1-3 5.5.1-4 6.1.1-3 6.2.1-6 6.3.1-2 6.4.1-2 7.1.1-4 7.2.1-2 7.3.1 7.3.3-4 7.4.1-3 8.1.1-4
8.2.1-3 8.3.1-8 9.1.1-3 9.2.1-4 10.2.1-2 10.3.1-3 11.1.1-8 12.1.1-3 12.2.1 12.3.1-6 12.4.1-2
12.5.1-2 12.6.1 13.1.1 13.1.3-5 13.2.1-3 13.2.5-6 13.3.1-2 13.4.1-2 14.1.1-4 14.2.1-6 14.3.2-3
14.4.1-7 14.5.1-4
"""
"""The numbers of the standard's levels 1 and 2."""
STATES: Final = ("**No.**", "**Partly.**", "**Not here.**")
"""How the cell of a requirement begins that is not met, not wholly met, or about nothing we have"""


def numbers(text: str) -> list[str]:
    """Return each number that a text lists, as `5.3.7, 14.4.1-3`."""
    found = []
    for section, first, last in re.findall(r"(\d+\.\d+)\.(\d+)(?:-(\d+))?", text):
        found += [f"{section}.{each}" for each in range(int(first), int(last or first) + 1)]
    return found


def rows(page: str) -> list[tuple[str, str, str]]:
    """Return the rows of the page's tables: numbers, what is wanted, what meets it or why not."""
    found = re.findall(r"^\| (\d[\d., -]+) \| (.+?) \| (.+) \|$", page, re.MULTILINE)
    return [(each[0], each[1], each[2]) for each in found]


@cache
def functions(path: str) -> set[str]:
    """Return the names of the functions of a file."""
    tree = ast.parse((ROOT / path).read_text())
    return {
        each.name
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def evidence(cell: str) -> list[str]:
    """Return what a cell names: `path`, `path::test` or `SETTING`."""
    return re.findall(r"`([\w./:-]+)`", cell)


def amiss(page: str) -> Iterator[str]:
    """Name what the page says in evidence that is not there, and rows that say nothing."""
    for given, _, cell in rows(page):
        named = evidence(cell)
        if not cell.startswith(STATES) and not named:
            yield f"{given}: no evidence"
        for each in named:
            if not is_there(each):
                yield f"{given}: {each}"


def is_there(named: str) -> bool:
    """Tell whether a setting, a path or a test is one of the repository's."""
    if re.fullmatch(r"[A-Z][A-Z0-9_]+", named):
        return named in _settings()
    path, _, test = named.partition("::")
    there = "/" not in path or (ROOT / path).exists()
    return there and (not test or test in functions(path))


@cache
def _settings() -> set[str]:
    """Return the names of the settings, those of the environment included."""
    text = "".join(
        (ROOT / "casino" / each).read_text() for each in ("process/environment.py", "settings.py")
    )
    return set(re.findall(r"[A-Z][A-Z0-9_]+", text))


def test_every_requirement_of_level_2_is_answered_once() -> None:
    wanted = numbers(REQUIRED)
    assert len(wanted) == 259
    answered = Counter(each for given, *_ in rows(PAGE.read_text()) for each in numbers(given))
    assert [each for each in wanted if answered[each] != 1] == []
    assert sorted(answered.keys() - set(wanted)) == []


def test_what_the_page_names_as_evidence_is_there() -> None:
    page = PAGE.read_text()
    assert list(amiss(page)) == []
    named = [each for *_, cell in rows(page) for each in evidence(cell)]
    assert sum("::test_" in each for each in named) > 60


def test_the_page_counts_what_is_not_met() -> None:
    page = PAGE.read_text()
    counted = Counter[str]()
    for given, _, cell in rows(page):
        state = next((each for each in STATES if cell.startswith(each)), "met")
        counted[state] += len(numbers(given))
    told = re.search(r"(\d+) met, (\d+) partly, (\d+) not met, (\d+) about nothing", page)
    assert told
    assert [int(each) for each in told.groups()] == [
        counted[each] for each in ("met", "**Partly.**", "**No.**", "**Not here.**")
    ]


def test_evidence_that_is_not_there_is_named() -> None:
    planted = (
        "| 1.1.1 | a | `casino/gone.py` |\n| 1.1.2 | b | `NO_SUCH_SETTING` |\n"
        "| 1.1.3 | c | `tests/test_docs.py::test_gone` |\n| 1.1.4-5 | d | words alone |\n"
        "| 1.1.6 | e | **No.** an honest why |\n| 1.1.7 | f | `tests/test_docs.py`, `DEBUG` |\n"
    )
    assert list(amiss(planted)) == [
        "1.1.1: casino/gone.py",
        "1.1.2: NO_SUCH_SETTING",
        "1.1.3: tests/test_docs.py::test_gone",
        "1.1.4-5: no evidence",
    ]
    assert numbers("5.3.9-10, 14.4.1") == ["5.3.9", "5.3.10", "14.4.1"]
