"""House options as values: what may be chosen, what it is called, and the clause that grants it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Literal, assert_never

Words = tuple[str, str]
"""The same in French and in English."""
Unit = Literal["count", "amount", "seconds", "minutes", "share", "player"]
"""What a number counts: things, minor units of money, a time, ten-thousandths; or whom it names."""
Ground = Literal["operator", "interpretation", "fixed"]
"""The house's choice, a reading of an ambiguity (AMB), or stated by the text."""

EXACT: Final = 2**53 - 1
"""The largest whole number that JSON carries exactly everywhere."""
MOST_MONEY: Final = 10**12
"""The largest amount that an option may be, in minor units: what it pays, 35 to 1 on 200 times as
much, is still exact."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, both bounds included."""

    minimum: int
    maximum: int
    unit: Unit = "count"
    published_maximum: int | None = None
    """The largest that rule sets published before this bound may hold."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words or numbers, each with what it says."""

    values: Mapping[str | int, Words]

    def only(self, *values: str | int) -> "OneOf":
        """Return the same with fewer values."""
        return OneOf({value: self.values[value] for value in values})


@dataclass(frozen=True, slots=True)
class Several:
    """Any of several words, in any number; kept in this order."""

    words: Mapping[str, Words]

    def only(self, *words: str) -> "Several":
        """Return the same with fewer words."""
        return Several({word: self.words[word] for word in words})


@dataclass(frozen=True, slots=True)
class Arranged:
    """Words in an order, each exactly as often as is prescribed."""

    words: Mapping[str, Words]
    times: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class PerBet:
    """One amount for all bets, or one for each kind of bet that is named (COMMON-14)."""

    bets: Mapping[str, Words]
    amount: Whole


@dataclass(frozen=True, slots=True)
class Amounts:
    """Some amounts, each once, in any order; one at least."""

    amount: Whole
    most: int


@dataclass(frozen=True, slots=True)
class Text:
    """A few words of the house's own, not empty."""

    longest: int


@dataclass(frozen=True, slots=True)
class Part:
    """A value in an object of a game's own, as the office asks for it."""

    label: Words
    form: "Whole | OneOf | Text | Lines"
    optional: bool = False
    """Whether it may be left out."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Several objects of the same parts, in their order."""

    parts: Mapping[str, Part]
    """None of them is made of lines itself."""
    most: int


@dataclass(frozen=True, slots=True)
class Composed:
    """An object of the game's own."""

    parts: Mapping[str, Part]
    """What the object holds, by key."""
    read: Callable[[Any], Any]
    """Returns the value of a JSON object, or `None` where it has none of this form."""
    is_permitted: Callable[[Any], bool]
    """Tells whether a value may be chosen; rule sets published before its bounds keep theirs."""
    schema: Mapping[str, Any]
    """JSON Schema of what may be chosen."""
    label: Words


@dataclass(frozen=True, slots=True)
class Maybe:
    """Something, or nothing."""

    form: Whole | Composed
    nothing: Words = ("sans limite", "no limit")
    """What `None` is called."""


Form = Whole | OneOf | Several | Arranged | Amounts | Flag | PerBet | Composed | Maybe
"""What an option is made of."""


def is_allowed(form: Form, value: Any, *, published: bool = False) -> bool:
    """Tell whether a value, as read from JSON, may be chosen (ENG-25).

    `published` asks instead whether a set published at any time may hold it.
    """
    match form:
        case Whole():
            most = form.published_maximum if published and form.published_maximum else form.maximum
            return type(value) is int and form.minimum <= value <= most
        case OneOf():
            return any(type(value) is type(each) and value == each for each in form.values)
        case Several():
            return (
                isinstance(value, list | tuple)
                and all(isinstance(each, str) and each in form.words for each in value)
                and len(set(value)) == len(value)
            )
        case Arranged():
            return (
                isinstance(value, list | tuple)
                and all(isinstance(each, str) for each in value)
                and Counter(value) == form.times
            )
        case Amounts():
            return (
                isinstance(value, list | tuple)
                and 1 <= len(value) <= form.most
                and all(is_allowed(form.amount, each, published=published) for each in value)
                and len(set(value)) == len(value)
            )
        case Flag():
            return type(value) is bool
        case PerBet():
            if not isinstance(value, Mapping):
                return is_allowed(form.amount, value, published=published)
            return value.keys() <= form.bets.keys() and all(
                is_allowed(form.amount, each, published=published) for each in value.values()
            )
        case Composed():
            read = form.read(value)
            return read is not None and (published or form.is_permitted(read))
        case Maybe():
            return value is None or is_allowed(form.form, value, published=published)
        case _:
            assert_never(form)


def to_rule_value(form: Form, value: Any) -> Any:
    """Return a value that is allowed as rules hold it: read from JSON, and unchangeable."""
    match form:
        case Several() | Arranged() | Amounts():
            return tuple(value)
        case Composed():
            return form.read(value)
        case Maybe():
            return None if value is None else to_rule_value(form.form, value)
        case _:
            return value


@dataclass(frozen=True, slots=True)
class Proposal:
    """A range that the catalogue proposes for an option, and where it says so."""

    least: int
    most: int
    source: str
    """The reading of the catalogue, e.g. `AMB-62`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A house option as a text grants it."""

    topic: "Topic"
    form: Form
    default: Any
    clause: str
    kind: Ground
    proposed: Proposal | None = None
    """What the catalogue proposes where its default is not to be taken silently."""

    def permits(self, value: Any) -> bool:
        """Tell whether a house may choose the value, as read from JSON."""
        return self._fits(value, published=False)

    def accepts_published(self, value: Any) -> bool:
        """Tell whether a published set may hold the value, as read from JSON."""
        return self._fits(value, published=True)

    def _fits(self, value: Any, *, published: bool) -> bool:
        fits = is_allowed(self.form, value, published=published)
        return fits and (self.kind != "fixed" or value == self.default)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a house option is about, in every text that has it."""

    name: str
    """Its key in a rule set."""
    label: Words
    hint: Words
    """One sentence."""
    form: Form

    def choice(self, default: Any, clause: str) -> Choice:
        """Return the option that a text leaves to the house."""
        return Choice(self, self.form, default, clause, "operator")

    def interpretation(self, default: Any, clause: str, proposed: Proposal | None = None) -> Choice:
        """Return the option that reads an ambiguity of a text."""
        return Choice(self, self.form, default, clause, "interpretation", proposed)

    def fixed(self, value: Any, clause: str) -> Choice:
        """Return the option that a text decides itself."""
        return Choice(self, self.form, value, clause, "fixed")

    def with_form(self, form: Form) -> "Topic":
        """Return the topic with what one text allows of it."""
        return replace(self, form=form)


def choices_by_key(choices: Iterable[Choice]) -> Mapping[str, Choice]:
    """Return options by their key, in their order."""
    return {each.topic.name: each for each in choices}


def choices_of(rules: Any, *options: Topic | Choice) -> Mapping[str, Choice]:
    """Return what a text leaves to the house, by key, in this order.

    Of a topic, default and clause are those of the field of `rules` that it is named after: it is
    the house's to choose. Other choices say theirs themselves.
    """
    named = {each.name: each for each in fields(rules)}
    found: list[Choice] = []
    for each in options:
        if isinstance(each, Topic):
            default = getattr(rules, each.name)
            default = default.value if isinstance(default, StrEnum) else default
            each = each.choice(default, named[each.name].metadata["clauses"][0])
        found.append(each)
    return choices_by_key(found)
