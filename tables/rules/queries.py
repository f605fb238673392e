"""Rule sets as the API and the lobby show them: options in words, clauses, what the bets cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tables.games import GAMES
from tables.games.core.options import Choice
from tables.games.core.protocol import Book
from tables.games.core.texts import Clause
from tables.models import RuleSet
from tables.rules import options, returns
from tables.rules.services import book_of


@dataclass(frozen=True, slots=True)
class Title:
    fr: str
    en: str


@dataclass(frozen=True, slots=True)
class OptionShown:
    """A house option of a rule set."""

    name: str
    title: Title
    hint: Title
    value: Any
    shown: Title
    """The value in words."""
    default: Any
    allowed: Any
    """JSON Schema of the values that may be chosen."""
    clause: str
    kind: str
    used: bool
    """False where it is about bets that the table does not offer."""


@dataclass(frozen=True, slots=True)
class RuleSetShown:
    key: str
    game: str
    book: str
    title: Title
    amends: str | None
    options: tuple[OptionShown, ...]
    clauses: tuple[Clause, ...]
    house_edge: Any
    """What the bets cost, as `returns.report_shown` tells it; None where nothing was computed."""


def book_title(book: Book[Any]) -> Title:
    """Return the book's title in both languages."""
    return Title(book.title_fr, book.title_en)


def stake_bounds(rule_set: RuleSet) -> tuple[int | None, int | None]:
    """Return the least and the most main stake, in minor units; None where there is no bound."""
    return GAMES[rule_set.game].stake_limits(rule_set.rules())


def with_edges() -> QuerySet[RuleSet]:
    """Return the rule sets, each with what `returns` keeps of it."""
    return RuleSet.objects.select_related("theoretical_return")


def rule_set_shown(rule_set: RuleSet) -> RuleSetShown:
    """Return a rule set with every option's value in force and every clause of its book.

    Its edges cost no query when the rule set was read `with_edges`.
    """
    book, rules = book_of(rule_set), rule_set.rules()
    unused = GAMES[rule_set.game].unused_options(rules)
    return RuleSetShown(
        key=rule_set.key,
        game=rule_set.game,
        book=rule_set.book,
        title=book_title(book),
        amends=rule_set.amends_id,
        options=tuple(
            _option(name, choice, rule_set.options, used=name not in unused)
            for name, choice in book.choices.items()
        ),
        clauses=book.clauses,
        house_edge=_house_edge(rule_set),
    )


def bet_prices(rule_set: RuleSet) -> Any:
    """Return what each bet of a rule set costs; nothing for a game whose edges are not computed."""
    edges = _house_edge(rule_set)
    return edges["bets"] if edges else ()


def _house_edge(rule_set: RuleSet) -> Any:
    try:
        kept = rule_set.theoretical_return.found
    except RuleSet.theoretical_return.RelatedObjectDoesNotExist:
        kept = None
    return returns.report_shown(rule_set, kept)


def _option(name: str, choice: Choice, chosen: Mapping[str, Any], *, used: bool) -> OptionShown:
    value = chosen.get(name, choice.default)
    return OptionShown(
        name=name,
        title=Title(*choice.topic.label),
        hint=Title(*choice.topic.hint),
        value=value,
        shown=Title(*options.value_in_words(choice.form, value)),
        default=choice.default,
        allowed=options.value_schema(choice),
        clause=choice.clause,
        kind=choice.kind,
        used=used,
    )
