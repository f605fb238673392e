"""The office speaks the language of whoever reads it: no word of the other on any page."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Final

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.utils.translation import override

from casino.staff import sign_ins
from tests.admin.office import MODELS
from tests.test_words import pairs, sources

WORD: Final = re.compile(r"[a-zà-ÿœ]{4,}")
CODE: Final = re.compile(r"\S*[\w][._:/@#=][\w]\S*|\S*\d\S*")
"""What is no word: keys, addresses, ids, kinds of events."""
UNREAD: Final = frozenset({"code", "pre", "q", "script", "select", "style", "svg", "textarea"})
"""Elements that hold no words of the house: codes, records, quotations of a text that binds in its
own language, and what Django lists of its rights."""
NAMES: Final = frozenset(
    {
        *("ann", "ines", "will", "gone", "essai", "mélange", "floor", "staff", "machine"),
        *("annonces", "lisible", "insultes", "excuses", "compté", "vérifié", "test", "mail"),
        *("asked", "brings", "cheated", "evening", "plays", "seen", "play", "première"),
        *("cashier", "commissioner", "examiner", "supervisor", "watch", "joueur"),
        *("articles", "couleur", "double", "jeux", "locked", "office", "suit"),
        *("cartier", "commissaire", "comptée", "contrôlé", "duty", "reçues"),
    }
)
"""Of tables, people, groups and money of the tests, what these people wrote, and what the one
language has in common with the other, or quotes of it; a kind of entry as the log has it."""
RECORDED: Final = re.compile(
    "|".join(
        ["opening float"]
        + [
            re.escape(text.partition("{")[0].strip().lower())
            for words in (
                *(sign_ins.SIGNED_IN, sign_ins.SIGNED_OUT),
                *(sign_ins.CODE_GIVEN, sign_ins.CODE_REFUSED),
                *(sign_ins.ENROLLED, sign_ins.FORGOTTEN, sign_ins.FAILED),
            )
            for text in words
        ]
    )
)
"""What the house itself writes on record: the reason of a new table's first fill, the sign-ins of
the staff."""


@cache
def vocabulary() -> dict[str, frozenset[str]]:
    """Return the words that have no place on a page, by the page's language.

    They are those that the house says in the other language only.
    """
    said: dict[str, set[str]] = {"fr": set(), "en": set()}
    for name, text in sources():
        if "/games/" in name:
            continue
        for _, fr, en in pairs(text):
            said["fr"] |= set(WORD.findall(fr.lower()))
            said["en"] |= set(WORD.findall(en.lower()))
    return {
        "en": frozenset(said["fr"] - said["en"] - NAMES),
        "fr": frozenset(said["en"] - said["fr"] - NAMES),
    }


class Text(HTMLParser):
    """Reads the words of a page that people read."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in UNREAD

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.words += WORD.findall(CODE.sub(" ", RECORDED.sub("", data.lower())))


def foreign(text: str, language: str) -> set[str]:
    """Return the words of the other language on a page."""
    read = Text()
    _, found, content = text.partition('<div id="content"')
    read.feed(found + content if found else text)
    return vocabulary()[language] & set(read.words)


def heads(model: object) -> Iterator[tuple[str, str]]:
    """Give the heads of a list and of a row's page, in French and in English."""
    page = admin.site._registry[model]  # type: ignore[index]
    shown = [*page.list_display, *(page.fields or ())]
    for name in shown:
        told = []
        for language in ("fr", "en"):
            with override(language):
                told.append(str(label_for_field(page._headed(name), page.model, page)))  # type: ignore[attr-defined]
        yield told[0], told[1]


@pytest.mark.parametrize(
    "model", [each for each in MODELS if each.__name__ != "Group"], ids=lambda each: each.__name__
)
def test_every_list_and_every_column_has_a_name_in_both_languages(model: type) -> None:
    for fr, en in heads(model):
        assert not vocabulary()["fr"] & set(WORD.findall(fr.lower())), (fr, en)
        assert not vocabulary()["en"] & set(WORD.findall(en.lower())), (fr, en)
        assert "_" not in fr + en
    page = admin.site._registry[model]
    for name in (page.opts.verbose_name, page.opts.verbose_name_plural):
        with override("fr"):
            assert not vocabulary()["fr"] & set(WORD.findall(str(name)))
        with override("en"):
            assert not vocabulary()["en"] & set(WORD.findall(str(name)))


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("<p>Le règlement</p>", "en", {"règlement"}),
        ("<p>The rule set</p>", "fr", {"rule"}),
        ("<p>The rule set</p>", "en", set()),
        ("<code>rule</code><p>FR-2024/maison</p>", "fr", set()),
    ],
)
def test_a_word_of_the_other_language_is_found(text: str, language: str, found: set[str]) -> None:
    assert foreign(text, language) == found
