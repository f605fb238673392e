"""The legal texts as files of data: complete, in both languages, and refused where they are not."""

import re
from pathlib import Path

import pytest

from tables import decree
from tables.games import GAMES
from tables.games.core.texts import BadText, read

TEXTS = {
    text.key: text
    for text in (
        *(book.text for game in GAMES.values() for book in game.books.values()),
        *decree.catalogue_texts(),
    )
}
CATALOGUE = {
    "FR-2024": "001..153",
    "FR-2007": "01..91",
    "MC": "001..116",
    "ON": "01..86",
    "HOUSE": "01..36",
    "MC-EROU": "01..45",
    "MC-CDF": "01..46",
    "COMMON": "1..14 R1",
    "MC-EQ": "01..60",
    "MC-CHIPS": "01..13 27 14..26",
    "MC-INC": "01..04",
}
"""The numbers of each text's clauses, in the order of the catalogue; from 01 on without a gap
where it is not here."""

each_text = pytest.mark.parametrize("key", TEXTS)


def numbers(written: str) -> list[str]:
    found = []
    for each in written.split():
        first, dots, last = each.partition("..")
        found += (
            [f"{no:0{len(first)}}" for no in range(int(first), int(last) + 1)] if dots else [first]
        )
    return found


def test_every_text_of_the_catalogue_is_there_and_every_file_is_one_of_them() -> None:
    assert CATALOGUE.keys() <= TEXTS.keys()
    package = Path(decree.__file__).parents[1]
    written = [*package.glob("decree/*.toml"), *package.glob("games/*/texts/*.toml")]
    assert len(written) == len(TEXTS)


@each_text
def test_the_clauses_are_those_of_the_catalogue_in_its_order(key: str) -> None:
    every = f"01..{len(TEXTS[key].clauses):02}"
    wanted = [f"{key}-{number}" for number in numbers(CATALOGUE.get(key, every))]
    assert [clause.id for clause in TEXTS[key].clauses] == wanted


@each_text
def test_every_clause_has_both_languages_and_says_which_one_binds(key: str) -> None:
    text = TEXTS[key]
    assert text.title_fr != text.title_en
    for clause in text.clauses:
        assert clause.fr != clause.en, clause.id
        assert re.search(r"[\w»)\"]\.$", clause.en), clause.id
        # What the order has no words for is the catalogue's, which is in English.
        ours = re.match(r"COMMON|MC-CHIPS-09|MC-EQ-5[89]", clause.id)
        assert clause.authentic == ("en" if ours else "fr"), clause.id
    assert len({clause.en for clause in text.clauses}) > 0.9 * len(text.clauses)


FORM = """
key = "T"
title_fr = "Un texte"
title_en = "A text"
authentic = "fr"

[[clauses]]
id = "T-1"
article = "art. 1"
fr = "mots"
en = "Words."

[[clauses]]
id = "T-2"
article = "art. 2"
fr = "mots"
en = "Words."
"""


@pytest.fixture
def package(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a package with no text yet: a name of its own each time, for imports are kept."""
    name = f"written_{abs(hash(request.node.name))}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return name


def test_a_text_in_form_is_read(package: str) -> None:
    Path(package, "t.toml").write_text(FORM)
    found = read(package, "t.toml", decree.HouseClause)
    assert [(clause.id, clause.fr, clause.authentic) for clause in found.clauses] == [
        ("T-1", "mots", "fr"),
        ("T-2", "mots", "fr"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('title_en = "A text"\n', "", ": has no title_en"),
        ('authentic = "fr"', 'authentic = "de"', ": authentic is none of fr, en"),
        ('key = "T"', 'key = "T"\nyear = "1988"', ": knows no year"),
        ('key = "T"', "key = T", ": Invalid value (at line 2, column 7)"),
        ('[[clauses]]\nid = "T-2"', '[clause]\nid = "T-2"', ": knows no clause"),
        ("[[clauses]]", "[[clause]]", ": has no [[clauses]]"),
        ('article = "art. 2"\n', "", ", T-2: has no article"),
        ('fr = "mots"\nen = "Words."\n\n', 'fr = "mots"\n\n', ", T-1: has no en"),
        ('fr = "mots"\nen = "Words."\n\n', 'en = "Words."\n\n', ", T-1: has no fr"),
        ('fr = "mots"\nen = "Words."\n\n', 'fr = " "\nen = "Words."\n\n', ", T-1: fr is no text"),
        ('article = "art. 2"', "article = 2", ", T-2: article is no text"),
        ('article = "art. 2"', 'article = "art. 2"\nen_US = "W."', ", T-2: knows no en_US"),
        ('article = "art. 2"', 'article = "art. 2"\ntag = "LAW"', ", T-2: tag is none of ENGINE, "),
        ('id = "T-2"', 'id = "T-1"', ", T-1: stands there twice"),
        ('id = "T-2"', 'id = "U-2"', ", U-2: the ids of this text begin with T-"),
        ('id = "T-2"\n', "", ", clause no. 2: has no id"),
    ],
)
def test_a_text_out_of_form_is_refused_by_its_file_and_clause(
    package: str, before: str, after: str, told: str
) -> None:
    assert before in FORM
    Path(package, "t.toml").write_text(FORM.replace(before, after))
    with pytest.raises(BadText) as refused:
        read(package, "t.toml", decree.HouseClause)
    assert str(refused.value).startswith(f"{package}/t.toml{told}")
