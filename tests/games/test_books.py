"""The five rule books as data: their options, and what each rule cites."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.rules import Cited, Rules
from tables.games.core.protocol import Book, Refused
from tables.games.core.words import REFUSALS

OPTIONS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "examples" / "blackjack_options.json").read_text()
)
"""Option -> kind, and for each book that has it the default and the allowed values."""

OURS = {"betting_seconds", "decision_seconds", "enabled_side_bets", "idle_reshuffle_minutes"}
"""Options of a table in production, which no text knows."""

each_book = pytest.mark.parametrize("book", BLACKJACK.books.values(), ids=BLACKJACK.books)


@each_book
def test_every_citation_of_a_book_names_a_clause_of_its_text(book: Book[Rules]) -> None:
    known = {clause.id for clause in book.clauses}
    assert {choice.clause for choice in book.choices.values()} <= known
    cited = book.rules.cited
    named = {getattr(cited, each.name) for each in fields(Cited) if each.name != "refusals"}
    assert named <= known | {"", "ENG-22"}
    assert set(cited.refusals.values()) <= known
    assert cited.refusals.keys() <= {**REFUSALS, **BLACKJACK.wording.refusals}.keys()
    for terms in book.rules.side_bets:
        cites = {terms.grant, *terms.lines, terms.lost, terms.limits, terms.seated}
        assert cites <= known | {""}


def test_every_rule_names_its_clauses_and_every_book_that_has_it_as_an_option() -> None:
    known = {clause.id for book in BLACKJACK.books.values() for clause in book.clauses}
    for rule in fields(Rules):
        cites = set(rule.metadata["clauses"])
        assert cites
        assert {each for each in cites if not each.startswith("AMB-")} <= known, rule.name
        for book in BLACKJACK.books.values():
            choice = book.choices.get(rule.name)
            if choice is None or choice.kind == "interpretation" or rule.name in OURS:
                continue
            read_in = [each for each in cites if each.startswith((book.key, "AMB-"))]
            assert read_in, (rule.name, book.key)


@each_book
def test_every_default_is_the_rule_in_force(book: Book[Rules]) -> None:
    for name, choice in book.choices.items():
        assert choice.permits(choice.default), name
        assert _plain(getattr(book.rules, name)) == choice.default, name
    defaults = {name: each.default for name, each in book.choices.items()}
    assert BLACKJACK.amend(book.key, defaults) == book.rules


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_has_the_values_that_each_text_allows(option: str) -> None:
    """ENG-25: what is not in the table is refused, with the clause where there is one."""
    for key, book in BLACKJACK.books.items():
        told = OPTIONS[option]["books"].get(key)
        choice = book.choices.get(option)
        if told is None:
            assert choice is None
            with pytest.raises(Refused, match="invalid_option"):
                BLACKJACK.amend(key, {option: 1})
            continue
        assert choice is not None
        assert choice.default == told["default"]
        if told["allowed"] == "fixed":
            assert choice.kind == "fixed"
        else:
            assert choice.kind == OPTIONS[option]["kind"]
        for value, fits in _tries(told):
            assert choice.permits(value) == fits, (key, option, value)
            if not fits:
                with pytest.raises(Refused) as refused:
                    BLACKJACK.amend(key, {option: value})
                assert refused.value.detail == {"option": option, "clause": choice.clause}


def _tries(told: Any) -> list[tuple[Any, bool]]:
    """Return values to try for a cell of the table, and whether it allows them."""
    allowed, default = told["allowed"], told["default"]
    strange: list[tuple[Any, bool]] = [("nonsense", False), (-1, False), (1.5, False)]
    if allowed == "fixed":
        return [(default, True), *strange]
    if allowed == "object":
        return [(None, True), *strange]
    if match := re.match(r"integer ≥ (\d+)( or null)?$", allowed):
        low = int(match[1])
        bounds = [(low, True), (low - 1, False), (low + 1, True), (True, False)]
        return [*bounds, (None, bool(match[2])), *strange]
    if match := re.match(r"integer (\d+) to (\d+)$", allowed):
        low, high = int(match[1]), int(match[2])
        return [(low, True), (high, True), (high + 1, False), (None, False), *strange]
    return [(json.loads(each), True) for each in allowed.split(", ")] + strange


def test_the_table_of_options_is_whole() -> None:
    for book in BLACKJACK.books.values():
        assert set(book.choices) - OURS == {
            name for name, told in OPTIONS.items() if book.key in told["books"]
        }


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"stake_cents": 200, "seed_cents": 0, "contribution_bps": 5000, "pay_table": []},
        {"pay_table": [{"id": "a", "aces": 1}]},
        {"pay_table": [{"id": "a", "aces": 1, "to_one": 1, "progressive_pct": 1}]},
        {"pay_table": [{"id": "a", "aces": 1, "to_one": 1}, {"id": "a", "aces": 2, "to_one": 2}]},
        {"pay_table": [{"id": "a", "aces": True, "to_one": 1}]},
        {"pay_table": [{"id": "a", "aces": 2, "progressive_pct": 101}]},
        {"pay_table": [{"id": "a", "aces": 2, "to_one": 5, "suited": 1}]},
        {"stake_cents": 0, "pay_table": [{"id": "a", "aces": 2, "to_one": 5}]},
        {"contribution_bps": 10001, "pay_table": [{"id": "a", "aces": 2, "to_one": 5}]},
    ],
    ids=str,
)
def test_a_split_aces_table_that_makes_no_sense_is_refused(config: dict[str, Any]) -> None:
    """ENG-21, AMB-73."""
    whole = {"stake_cents": 200, "seed_cents": 0, "contribution_bps": 5000}
    sound = {**whole, "pay_table": [{"id": "a", "aces": 2, "suited": True, "to_one": 5}]}
    assert BLACKJACK.amend("MC", {"split_aces": sound}).split_aces is not None
    with pytest.raises(Refused, match="invalid_option"):
        BLACKJACK.amend("MC", {"split_aces": {**whole, **config} if config else config})
