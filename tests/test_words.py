"""The laws of the words of the house itself: all in both languages, each of them said somewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from casino.cashier import services as cashier_services
from casino.http import request_limits, rest
from casino.i18n import Words
from casino.players import forms, services
from casino.site import account, sign_in
from casino.site import cash as site_cash
from casino.site import limits as site_limits
from casino.site import texts as page_words

ROOT: Final = Path(__file__).parents[1]
TEMPLATES: Final = ROOT / "frontend" / "templates"
OWNERS: Final = {
    "casino.site.sign_in": sign_in.WORDS,
    "casino.http.request_limits": request_limits.SENTENCES,
    "casino.site.account": account.WORDS | account.REFUSALS,
    "casino.site.cash": site_cash.WORDS | site_cash.EXCHANGES | site_cash.WAYS | site_cash.STATES,
    "casino.site.limits": site_limits.WORDS | site_limits.KINDS | site_limits.PERIODS,
    "casino.site.texts": page_words.PAGES,
    "casino.cashier.services": cashier_services.OFFICE,
    "casino.players.forms": forms.REFUSALS | forms.SPAN_WORDS,
    "casino.players.services": services.REASONS,
    "casino.http.rest": rest.MESSAGES,
}
FIELD: Final = re.compile(r"\{[a-z_]*\}")


def pairs(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield each pair of words that a module spells out, with its line."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or len(node.args) != 2:
            continue
        if getattr(node.func, "id", "") not in ("Words", "both", "both_lazy"):
            continue
        texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if len(texts) == 2:
            yield node.lineno, texts[0], texts[1]


def by_language(source: str) -> Iterator[int]:
    """Yield the lines of dictionaries that hold the words of one language beside those of another.

    There a word of one language can be forgotten.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict) and any(isinstance(each, ast.Dict) for each in node.values):
            keys = {each.value for each in node.keys if isinstance(each, ast.Constant)}
            if {"fr", "en"} <= keys:
                yield node.lineno


def sources() -> Iterator[tuple[str, str]]:
    for folder in ("casino", "tables"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), path.read_text()


def test_every_word_of_the_house_is_in_both_languages() -> None:
    for name, words in OWNERS.items():
        for code, pair in words.items():
            assert isinstance(pair, Words), (name, code)
    found = [(name, *pair) for name, text in sources() for pair in pairs(text)]
    assert len(found) > 500
    one_sided = [
        each
        for each in found
        if not all(text.strip() for text in each[2:])
        or {*FIELD.findall(each[2])} != {*FIELD.findall(each[3])}
    ]
    assert one_sided == []


def test_words_lie_in_pairs_and_in_no_dictionary_of_one_language() -> None:
    assert {name for name, text in sources() if [*by_language(text)]} == set()


def test_every_word_of_the_pages_is_there_and_is_said() -> None:
    """A template finds nothing where a name has no words, and says nothing of it."""
    said = {"w": set[str](), "a": set[str](), "o": set[str](), "l": set[str](), "c": set[str]()}
    for path in TEMPLATES.glob("*.html"):
        for owner, name in re.findall(r"(?<![\w.])(w|a|o|l|c)\.([a-z_]+)", path.read_text()):
            said[owner].add(name)
    code = "".join(
        (ROOT / "casino" / "site" / name).read_text() for name in ("views.py", "sign_in.py")
    )
    assert page_words.PAGES.keys() == said["w"] | {*re.findall(r'PAGES\["(\w+)"\]', code)}
    own = (ROOT / "casino" / "site" / "account.py").read_text()
    assert account.WORDS.keys() == said["o"] | {*re.findall(r'WORDS\["(\w+)"\]', own)}
    limits = (ROOT / "casino" / "site" / "limits.py").read_text()
    assert site_limits.WORDS.keys() == said["l"] | {*re.findall(r'WORDS\["(\w+)"\]', limits)}
    assert site_cash.WORDS.keys() == said["c"]
    assert sign_in.WORDS.keys() == said["a"] | {*re.findall(r"WORDS\[[\"'](\w+)[\"']\]", code)}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (
            'Words("Au plus {most}.", "At most {most}.")',
            [(1, "Au plus {most}.", "At most {most}.")],
        ),
        ('both_lazy("Nom",\n"Name")', [(1, "Nom", "Name")]),
        ('other("Nom", "Name")', []),
    ],
)
def test_the_reader_of_pairs_finds_them(source: str, found: list[tuple[int, str, str]]) -> None:
    assert [*pairs(source)] == found


def test_the_reader_of_dictionaries_finds_one_by_language() -> None:
    assert [*by_language('SAID = {"fr": {"name": "Nom"}, "en": {"name": "Name"}}')] == [1]
    assert [*by_language('NOT = {"fr": "Nom", "en": "Name"}')] == []
