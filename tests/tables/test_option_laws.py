"""Laws of every house option of every book of every game: its words, its bounds, its schema."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from tables.games import GAMES
from tables.games.core.options import (
    EXACT,
    MOST_MONEY,
    Amounts,
    Arranged,
    Choice,
    Composed,
    Flag,
    Form,
    Lines,
    Maybe,
    OneOf,
    Part,
    PerBet,
    Several,
    Text,
    Whole,
    Words,
)
from tables.games.core.protocol import Refused
from tables.rules import options
from tables.rules import services as books
from tests.jackpots import SPLIT_ACES

each_option = pytest.mark.parametrize(
    ("game", "book", "choice"),
    [
        pytest.param(game, key, choice, id=f"{game}-{key}-{name}")
        for game, engine in GAMES.items()
        for key, book in engine.books.items()
        for name, choice in book.choices.items()
    ],
)


def words(form: Form) -> Iterator[Words]:
    """Yield all that a form says of its values."""
    match form:
        case OneOf():
            yield from form.values.values()
        case Several() | Arranged():
            yield from form.words.values()
        case PerBet():
            yield from form.bets.values()
        case Composed():
            yield form.label
            yield from named(form.parts)
        case Maybe():
            yield form.nothing
            yield from words(form.form)
        case Whole() | Flag() | Amounts():
            return


def named(parts: Mapping[str, Part]) -> Iterator[Words]:
    """Yield what the parts of an object are called, and say of their values."""
    for part in parts.values():
        yield part.label
        match part.form:
            case Lines(inner):
                yield from named(inner)
            case OneOf():
                yield from words(part.form)
            case Whole() | Text():
                pass


def spoken(choice: Choice) -> None:
    for fr, en in (choice.topic.label, choice.topic.hint, *words(choice.form)):
        assert fr.strip()
        assert en.strip()
    assert all(options.allowed_in_words(choice))
    fr, en = choice.topic.hint
    assert fr != en
    assert fr.endswith(".")
    assert en.endswith(".")


@each_option
def test_every_option_is_named_and_explained_in_both_languages(
    game: str, book: str, choice: Choice
) -> None:
    spoken(choice)
    for value in (choice.default, *inside(choice.form)):
        for typed in (False, True):
            fr, en = options.value_in_words(choice.form, value, typed=typed)
            assert fr.strip()
            assert en.strip()
    assert "_" not in "".join(word for word, _ in words(choice.form)), "a word of the program's"


def test_an_option_without_its_words_is_found() -> None:
    choice = GAMES["blackjack"].books["FR-2024"].choices["shuffling"]
    for wrong in (
        replace(choice, topic=replace(choice.topic, label=("Mélange", ""))),
        replace(choice, topic=replace(choice.topic, hint=("Même.", "Même."))),
        replace(choice, form=OneOf({"manual": ("", "by hand")})),
    ):
        with pytest.raises(AssertionError):
            spoken(wrong)


def inside(form: Form) -> list[Any]:
    """Return values that may be chosen, the bounds among them."""
    match form:
        case Whole():
            return [form.minimum, form.maximum]
        case OneOf():
            return list(form.values)
        case Several():
            return [[], list(form.words), list(form.words)[:1]]
        case Arranged():
            order = [word for word, times in form.times.items() for _ in range(times)]
            return [order, order[::-1]]
        case Amounts():
            least = form.amount.minimum
            return [[form.amount.maximum], [*range(least, least + form.most)][::-1]]
        case Flag():
            return [True, False]
        case PerBet():
            amounts = inside(form.amount)
            return [*amounts, {}, *({bet: most} for bet in form.bets for most in amounts)]
        case Composed():
            return [SPLIT_ACES, most_aces()]
        case Maybe():
            return [None, *inside(form.form)]


STRANGE: list[Any] = ["nonsense", "", 1.5, [1], ["nonsense"], {"nonsense": 1}, -1, 2**70]


def outside(form: Form) -> list[Any]:
    """Return values that may not be chosen, those just beyond the bounds among them."""
    match form:
        case Whole():
            return [form.minimum - 1, form.maximum + 1, True, {}, [], *STRANGE]
        case OneOf():
            return [True, None, {}, [], *STRANGE]
        case Several():
            first = next(iter(form.words))
            return [[first, first], None, True, {}, *STRANGE]
        case Arranged():
            (order, _), (first, *_, last) = inside(form), form.times
            instead = [last if word == first else word for word in order]
            return [[], order[1:], [*order, last], instead, None, True, {}, *STRANGE]
        case Amounts():
            least = form.amount.minimum
            wrong = ([least, least], [least - 1], [form.amount.maximum + 1], [True], ["100"])
            return [[], [*range(least, least + form.most + 1)], *wrong, None, True, {}, *STRANGE]
        case Flag():
            return [0, 1, None, {}, [], *STRANGE]
        case PerBet():
            bet = next(iter(form.bets))
            wrong = outside(form.amount)
            return [*({bet: each} for each in wrong), *(each for each in wrong if each != {})]
        case Composed():
            return [*far_aces(), {}, [], True, *STRANGE]
        case Maybe():
            return outside(form.form)


def most_aces() -> dict[str, Any]:
    """Return the largest Split Aces table that may be chosen."""
    return {
        "stake_cents": 1,
        "seed_cents": MOST_MONEY,
        "contribution_bps": 10_000,
        "pay_table": [
            {"id": f"{nth:040}", "aces": 4, "suited": True, "to_one": EXACT} for nth in range(15)
        ],
    }


def far_aces() -> list[dict[str, Any]]:
    """Return Split Aces tables just beyond their bounds."""
    most = most_aces()
    lines = most["pay_table"]
    return [
        {**most, "stake_cents": MOST_MONEY + 1, "pay_table": SPLIT_ACES["pay_table"]},
        {**most, "stake_cents": 0},
        {**most, "seed_cents": MOST_MONEY + 1},
        {**most, "contribution_bps": 10_001},
        {**most, "pay_table": []},
        {**most, "pay_table": [*lines, {**lines[0], "id": "one more"}]},
        {**most, "pay_table": [{**lines[0], "id": "x" * 41}]},
        {**most, "pay_table": [{**lines[0], "aces": 5}]},
        {**most, "pay_table": [{**lines[0], "to_one": EXACT + 1}]},
    ]


BESIDE: list[Mapping[str, Any]] = [
    {},
    {"table_min_cents": 1, "denomination_cents": 1},
    {"table_max_cents": MOST_MONEY, "bank_max_cents": MOST_MONEY},
    {"decks": 8},
    {"tie_min_cents": 1},
    {"tie_max_cents": MOST_MONEY},
    {"jp1_contribution_secondary_bps": 0},
    {"seats": 14},
    {"afternoon_from_hour": 0},
    {"evening_from_hour": 23},
]
"""Options beside which a value does not contradict the others."""


def accepted(game: str, book: str, given: Mapping[str, Any]) -> bool:
    """Tell whether a draft may have these options; a refusal has its code and clause."""
    found = None
    try:
        books.check_options(game, book, given)
    except Refused as refused:
        found = refused
    assert found is None or (found.code == "invalid_option" and found.detail["clause"])
    return found is None


@each_option
def test_every_value_inside_is_accepted_and_just_outside_refused(
    game: str, book: str, choice: Choice
) -> None:
    name = choice.topic.name
    known = GAMES[game].books[book].choices
    every = [choice.default] if choice.kind == "fixed" else inside(choice.form)
    for value in every:
        others = [{key: each[key] for key in each if key in known} for each in BESIDE]
        found = any(accepted(game, book, {**each, name: value}) for each in others)
        assert found, value
    wrong = outside(choice.form)
    if choice.kind == "fixed":
        wrong += [each for each in inside(choice.form) if each != choice.default]
    for value in wrong:
        assert not accepted(game, book, {name: value}), value


@each_option
def test_the_schema_of_an_option_allows_what_it_allows(
    game: str, book: str, choice: Choice
) -> None:
    schema = options.value_schema(choice)
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema).is_valid
    for value in (choice.default, *inside(choice.form), *outside(choice.form)):
        json = list(value) if isinstance(value, tuple) else value
        assert valid(json) == choice.permits(value), value


@each_option
def test_every_whole_number_is_bounded_and_what_was_published_is_read_for_ever(
    game: str, book: str, choice: Choice
) -> None:
    form = choice.form.form if isinstance(choice.form, Maybe) else choice.form
    form = form.amount if isinstance(form, PerBet) else form
    if not isinstance(form, Whole):
        return
    most = {"amount": MOST_MONEY, "player": 2**31 - 1}.get(form.unit, 10_000)
    assert form.minimum <= form.maximum <= most
    if form.published_maximum is None or choice.kind == "fixed":
        assert not choice.accepts_published(form.maximum + 1)
        return
    assert form.published_maximum > form.maximum
    assert choice.accepts_published(form.published_maximum)
    assert not choice.permits(form.published_maximum)
    assert not choice.accepts_published(form.published_maximum + 1)


@pytest.mark.parametrize(
    ("game", "book", "stored"),
    [
        ("blackjack", "MC", {"decks": 12, "layout_boxes": 40, "stop_card_cards_behind": 500}),
        ("blackjack", "FR-2024", {"max_splits": 1000, "table_min_cents": 10**14}),
        ("european_roulette", "MC", {"last_rounds_notice": 5000, "table_max_cents": EXACT}),
        ("chemin_de_fer", "MC", {"max_auto_coups": 10**6, "table_max_cents": {"bank": 500_00}}),
    ],
)
def test_rules_that_were_published_before_a_bound_are_read_and_not_chosen_again(
    game: str, book: str, stored: Mapping[str, Any]
) -> None:
    rules = GAMES[game].amend(book, stored)
    assert rules != GAMES[game].books[book].rules
    assert not accepted(game, book, stored)
