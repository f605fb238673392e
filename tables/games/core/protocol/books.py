"""A text that a game is played by, its wire, and its words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from tables.games.core.cards import Card
from tables.games.core.money import Party
from tables.games.core.options import Choice
from tables.games.core.texts import Clause, Text, read
from tables.games.core.words import Words

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


R = TypeVar("R", bound="DataclassInstance")
"""A game's rule set: a frozen dataclass."""


@dataclass(frozen=True, slots=True)
class Book(Generic[R]):
    """One published rule book of a game: its text, clause by clause, and its house options."""

    key: str
    """e.g. `FR-2024`."""
    package: str
    """The game's; its file `texts/fr-2024.toml` is the text of the book `FR-2024`."""
    rules: R
    choices: Mapping[str, Choice] = field(default_factory=dict)

    @property
    def text(self) -> Text[Clause]:
        """The text, read from its file when it is first asked for."""
        return read(self.package, f"texts/{self.key.lower()}.toml", Clause)

    @property
    def title_fr(self) -> str:
        return self.text.title_fr

    @property
    def title_en(self) -> str:
        return self.text.title_en

    @property
    def short_fr(self) -> str:
        """What lists call it beside its game's name."""
        return self.text.short_fr or self.title_fr

    @property
    def short_en(self) -> str:
        return self.text.short_en or self.title_en

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return self.text.clauses


@dataclass(frozen=True, slots=True)
class Wire:
    """The message types of a game, for the codecs: unions of frozen dataclasses, and the view."""

    commands: Any
    events: Any
    view: Any
    """The public view."""
    own: Any = None
    """What one party alone is shown beside the public view; `None` in a game without secrets."""
    prefix: str = ""
    """Goes before the names of the game's types in the schema, where every game's lie together."""


@dataclass(frozen=True, slots=True)
class OpenCards:
    """Cards that a finished round left open on the table, for a history."""

    owner: tuple[str, str]
    """Whose they are, in French and English."""
    cards: tuple[Card, ...]


def no_open_cards(state: Any, party: Party) -> tuple[OpenCards, ...]:
    """Return the cards of a game without cards: none."""
    return ()


_FUNCTIONS: Final = ("variant", "result", "open_cards")


@dataclass(frozen=True, slots=True)
class Wording:
    """All that a game says, in both languages: of its events, its rounds and its refusals."""

    sentences: Mapping[str, tuple[str, str]]
    """By kind, and a word where one kind says different things; what a list holds, by its type,
    and with `nothing` where its amount is 0.

    `{field}` is a field's text. A part in square brackets is left out where its field is empty."""
    words: Mapping[str, tuple[str, str]]
    """Text values of fields, as sentences say them."""
    variant: Callable[[Any], str] = lambda event: ""
    """Returns the word that chooses among an event's sentences; empty for the ordinary one."""
    name: tuple[str, str] = ("", "")
    """What the game is called."""
    result: Callable[[str], tuple[str, str]] = lambda result: (result, result)
    """Returns the words for a result of `Game.result`, but for `void` and for none."""
    open_cards: Callable[[Any, Party], tuple[OpenCards, ...]] = no_open_cards
    """Returns what lay open before a party when the round was over, from the round's state."""
    refusals: Mapping[str, Words] = field(default_factory=dict)
    """Why `decide` and `amend` refuse, by code, beside what all games share (`words.REFUSALS`)."""
    reasons: Mapping[str, Words] = field(default_factory=dict)
    """What its moves are for, by code, beside what they are for in every game (`words.REASONS`)."""
    bets: Mapping[str, Words] = field(default_factory=dict)
    """What bets are called, by their names in stakes and prices; `{chosen}` in one stands for what
    stands in brackets behind it, as in `place[4]`."""
    pots: Mapping[str, Words] = field(default_factory=dict)
    """What the pots of its jackpots are called (`Needs.pots`)."""
    groups: Mapping[str, Words] = field(default_factory=dict)
    """Headings of prices, by code (`Price.group`)."""
    notes: Mapping[str, Words] = field(default_factory=dict)
    """What is said beside prices, by code (`Price.note`)."""

    @classmethod
    def of(cls, *modules: Any) -> "Wording":
        """Return what a game's modules say, each field under its name: `BETS`, `variant`.

        Where several have it, the first of them says it.
        """
        said: Mapping[str, Any] = {k: v for each in modules[::-1] for k, v in vars(each).items()}
        names = {
            each.name: each.name if each.name in _FUNCTIONS else each.name.upper()
            for each in fields(cls)
        }
        return cls(**{field: said[name] for field, name in names.items() if name in said})

    def bet_name(self, bet: str) -> Words:
        """Return what a bet is called, by its name in stakes and prices."""
        if bet in self.bets:
            return self.bets[bet].with_choice()
        kind, _, chosen = bet.removesuffix("]").partition("[")
        return self.bets[kind].with_choice(chosen)

    def announced(self, said: str) -> tuple[str, str]:
        """Return a written announcement in words: a bet and what it picks, as `complete_n:17`."""
        bet, _, chosen = said.partition(":")
        return self.bets[bet].with_choice(chosen) if bet in self.bets else (said, said)


@dataclass(frozen=True, slots=True)
class ClauseIndex:
    """Clause -> the code of the game that keeps it, or what keeps it elsewhere.

    Every clause of the game's books is in exactly one of `code_paths` and `kept_elsewhere`.
    """

    code_paths: Mapping[str, str]
    """Clause -> the code that keeps it, below the game's package, or below the package of a family
    of games that stands beside it: `play.decide`, `wheel.play.decide`."""
    kept_elsewhere: Mapping[str, str]
    """Clause -> why the engine has no code for it, and what keeps it instead."""
    never_arise: Mapping[str, str] = field(default_factory=dict)
    """Clause that the engine keeps -> why no table of this house ever meets its case.

    Disputes and worked examples do: cards dealt by hand are judged by the same engine.
    """

    @classmethod
    def parsed(cls, prefix: str, *texts: str) -> "ClauseIndex":
        """Return the index that texts write, one for each field in order.

        A line names a place or a reason, then its clauses, each without the prefix of all, or the
        first and last of a row of them: `settle.to_one: 27 51 53..54`.
        """
        return cls(*(dict(_places_by_clause(prefix, text)) for text in texts))


def _places_by_clause(prefix: str, text: str) -> Iterator[tuple[str, str]]:
    for line in text.strip().splitlines():
        place, _, ids = line.rpartition(": ")
        for each in ids.split():
            first, _, last = f"{prefix}{each}".partition("..")
            book, _, number = first.rpartition("-")
            for no in range(int(number), int(last or number) + 1):
                yield f"{book}-{no:0{len(number)}}", place
