"""What a game is to the rest of the house: a value that satisfies `Game`.

Chance, time and people reach an engine only as inputs; facts leave it only as events; money
rides inside the events. An engine never holds an undealt card, reads a clock or draws a number.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.rules import Choice, Clause

R = TypeVar("R")
"""A game's rule set: a frozen dataclass."""
S = TypeVar("S")
"""A game's state: a frozen dataclass, the fold of the round's events."""
C = TypeVar("C")
"""The union of a game's commands."""
E = TypeVar("E", bound="Fact")
"""The union of a game's events."""
V = TypeVar("V", bound="Shown", covariant=True)
"""A game's view: all that everybody may know."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """A game is dealt from a shoe."""

    packs: int
    behind: int
    """Cards behind the stop card."""
    burnt: int
    """Cards burnt before the first is dealt, when play begins or is resumed with the shoe."""
    burnt_between: int | None = None
    """The same of a shoe with which play just goes on; `None` for as many."""
    refilled: bool = False
    """A shoe that runs out is filled with what was dealt before the round, one card burnt (ON-83).

    Otherwise the round is annulled.
    """
    cut: tuple[int, int] | None = None
    """Where the cut card may be put: the fewest and the most cards before it; `None` where the
    device knows no cut."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Something that falls by chance: a wheel's ball, dice. Awaits one draw of it.

    The draw's seed is committed to in public before the stakes of its round.
    """

    sides: tuple[int, ...]
    """How many ways each die, or the ball, may fall."""


Equipment = Shoe | Draw
"""Where a game's chance comes from: one shoe for many rounds, or one draw for each round."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How the floor finds a table when a round opens."""

    seats: tuple[tuple[BoxNo, Party], ...] = ()
    """Who sits where, in the order of the boxes."""
    fresh_shoe: bool = False
    """A fresh shoe lies on the table since the last round."""
    rounds_left: int | None = None
    """How many rounds are left with this one, once the end of the session is announced."""
    arrivals: tuple[BoxNo, ...] = ()
    """The boxes that are held, whose holder has sat longest first."""


@dataclass(frozen=True, slots=True)
class Asked(Generic[C]):
    """A command and the party that gave it, with what the floor knows of the people around it."""

    party: Party
    boxes: frozenset[BoxNo]
    """Every box the party holds; none for a visitor who stakes behind others."""
    command: C
    alone: bool = True
    """No other party is seated at the table, betting or not."""
    behind: frozenset[BoxNo] = frozenset()
    """The boxes of others whose holders agree that the party stakes behind them."""
    seats_vacant: bool = True
    """Fewer persons are seated than the layout has boxes."""
    others_wish: bool = False
    """Somebody else wishes to take part in the game."""
    endorsed: frozenset[str] = frozenset()
    """The written announcements of the party that the games management has endorsed, as text."""
    inspected: bool = False
    """An inspector is signed in at the table."""
    purse: Amount | None = None
    """Minor units in the party's wallet when it asked; `None` where nobody looked."""
    unable: frozenset[Party] = frozenset()
    """Parties whose wallets cannot pay what this command would cost them: it does without them."""


Tag = Literal[
    "face_up_in_shoe", "error_unexposed", "error_exposed", "dealer_overdraw", "burn_after_refill"
]
"""What was out of order when a card left the shoe (ENG-22)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards that left the shoe, in order."""

    cards: tuple[Card, ...]
    stop_card: bool = False
    """The stop card came out before or among these cards."""
    stop_at: int = 0
    """The index of the card right behind the stop card, when `stop_card`."""
    tags: tuple[Tag | None, ...] = ()
    """One per card, or nothing at all where everything was in order."""


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The dealer passed boxes over: told before the cards of the deal (ENG-22)."""

    no_card: frozenset[BoxNo] = frozenset()
    one_card: frozenset[BoxNo] = frozenset()


@dataclass(frozen=True, slots=True)
class Ruled:
    """The games management has decided an incident as the procedure proposes (AMB-51).

    Whoever decides otherwise has the round voided.
    """

    by: str
    """Who decided; recorded with the round."""


@dataclass(frozen=True, slots=True)
class Approved:
    """The jackpots that a finished round won may be paid; `pots` says what each pot holds.

    The amounts are those at the end of the round: its own contributions are in them.
    """

    pots: tuple[tuple[str, Amount], ...]


@dataclass(frozen=True, slots=True)
class Expired:
    """The clock of what was awaited ran out."""


@dataclass(frozen=True, slots=True)
class SettleSideBets:
    """The settlement worker asks for the side bets that are due."""


@dataclass(frozen=True, slots=True)
class Fell:
    """What was drawn: for each of the draw's sides a number from 0 to below it."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """An operator stopped what was to fall, before it fell: it counts for nothing (COMMON-13)."""

    by: str


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The session ends by an incident, now: what lies at the table goes back at its value.

    Given to a round in play or to one that is over but has stakes that stay over.
    """

    by: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sat down or left: these sit now. Given only to a game that wants `seats`."""

    seats: tuple[tuple[BoxNo, Party], ...]


Given = (
    Asked[C]
    | Drawn
    | Fell
    | Stopped
    | Expired
    | SettleSideBets
    | Misdealt
    | Ruled
    | Approved
    | Seated
    | SessionEnded
)


@dataclass(frozen=True, slots=True)
class Players:
    """Awaits commands; after `seconds` the input is `Expired`."""

    boxes: tuple[BoxNo, ...]
    """The boxes that may act now."""
    seconds: int
    turn: str
    """Names the decision; the clock restarts only when this changes."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Awaits `count` cards of the shoe at once."""

    count: int


@dataclass(frozen=True, slots=True)
class SideBets:
    """Awaits the settlement worker."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The round is over and the shoe is finished: a fresh one must be made (stop card)."""


@dataclass(frozen=True, slots=True)
class Nobody:
    """Awaits nothing: the table rests until a first stake, or the round is over."""


Awaiting = Players | Cards | Draw | SideBets | Shuffle | Nobody


class Fact(Protocol):
    """What every event has. Kinds are never renamed; fields are only added, with defaults."""

    @property
    def kind(self) -> str: ...

    @property
    def moves(self) -> tuple[Move, ...]: ...


@dataclass(frozen=True, slots=True)
class Option:
    """Something a box may do now, drawn as a button. The browser knows no rules but these."""

    command: str
    """The kind of the command, `<game>.<verb>`."""
    box: BoxNo
    hand: str
    """The hand's label (ENG-05), or empty where the command names none."""
    amount: Amount
    """Chips that it costs now, in minor units; 0 when it costs nothing."""
    clause: str
    """The clause that grants it."""


class Shown(Protocol):
    """What every view has."""

    @property
    def phase(self) -> str: ...

    @property
    def options(self) -> tuple[Option, ...]: ...


class Refused(Exception):
    """A command that the rules do not allow; nothing has changed.

    `code` is snake_case and stable; `detail` holds plain JSON values for the translated sentence.
    """

    def __init__(self, code: str, **detail: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.detail: Mapping[str, int | str] = detail


@dataclass(frozen=True, slots=True)
class Voided:
    """An operator annulled the round, of whatever game: every stake goes back (COMMON-7)."""

    reason: str
    moves: tuple[Move, ...] = ()
    kind: Literal["table.voided"] = "table.voided"


@dataclass(frozen=True, slots=True)
class Book(Generic[R]):
    """One published rule book of a game: its text, clause by clause, and its house options."""

    key: str
    """e.g. `FR-2024`."""
    title_fr: str
    title_en: str
    rules: R
    clauses: tuple[Clause, ...]
    choices: Mapping[str, Choice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wire:
    """The message types of a game, for the codecs: unions of frozen dataclasses, and the view."""

    commands: Any
    events: Any
    view: Any
    """The public view."""
    refusals: tuple[str, ...]
    """Every code with which `decide` or `amend` may refuse."""
    own: Any = None
    """What one party alone is shown beside the public view; `None` in a game without secrets."""
    prefix: str = ""
    """Goes before the names of the game's types in the schema, where every game's lie together."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How a game's events are told to an operator, in French and English."""

    sentences: Mapping[str, tuple[str, str]]
    """By kind, and a word where one kind says different things; `{field}` is a field's text."""
    words: Mapping[str, tuple[str, str]]
    """Text values of fields, as sentences say them."""
    variant: Callable[[Any], str]
    """Returns the word that chooses among an event's sentences; empty for the ordinary one."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the clauses of a game's books are kept: each stands in exactly one of the two."""

    places: Mapping[str, str]
    """Clause -> the code that keeps it, below the game's package."""
    elsewhere: Mapping[str, str]
    """Clause -> why the engine has no code for it, and what keeps it instead."""
    never_here: Mapping[str, str] = field(default_factory=dict)
    """Clause that the engine keeps -> why no table of this house ever meets its case.

    Disputes and worked examples do: cards dealt by hand are judged by the same engine.
    """


@runtime_checkable
class Annuls(Protocol):
    """A game that says itself what goes back when its round is annulled.

    Where chips that were laid before the stakes stay on the table, undoing every move of the
    round would undo too much. Of any other game every move is undone.
    """

    def annulled(self, state: Any, reason: str) -> Voided: ...


@runtime_checkable
class Conceals(Protocol):
    """A card game in which cards may lie face down."""

    def face_up(self, state: Any) -> frozenset[int]:
        """Return which of the round's cards everybody sees, by when they were drawn, from 0."""
        ...

    def in_hand(self, state: Any, party: Party) -> frozenset[int]:
        """Return those that lie face down and that this party holds and may look at."""
        ...


@runtime_checkable
class Levies(Protocol):
    """A game of which the house takes a levy, with a numbered record of each."""

    @property
    def levy_kind(self) -> str:
        """The kind of the events that are such records."""
        ...

    def levied(self, event: Any) -> tuple[int, Amount]:
        """Return serial and amount of such a record; serials run on from 1 at each table."""
        ...


@runtime_checkable
class Announces(Protocol):
    """A game whose complex announced bets are given in writing, where its rules take any."""

    def written(self, rules: Any, text: str) -> tuple[tuple[str, int], ...]:
        """Return what a written announcement stands for: positions, and chips of one unit on each.

        Refuses `variant_disabled` where the rules take none, `need_not_be_written` for a simple
        one, and `not_a_combination`.
        """
        ...

    def riding(self, state: Any) -> frozenset[Party]:
        """Return the parties of whom a written announcement rides in the round."""
        ...


@runtime_checkable
class Reserves(Protocol):
    """A game in which whoever sits must be able to stake when his turn comes."""

    def reserve(self, rules: Any) -> Amount:
        """Return what is reserved on the balance of everybody who sits, minor units."""
        ...


@runtime_checkable
class Notifies(Protocol):
    """A game with options of which the state's control must be told when the house sets them."""

    @property
    def notified(self) -> Mapping[str, str]:
        """Option -> the clause by which the notice is owed."""
        ...


class Game(Protocol[R, S, C, E, V]):
    """A game. Every method is pure and deterministic."""

    @property
    def key(self) -> str:
        """The name used in the register, in message kinds (`<key>.<verb>`) and in the database."""
        ...

    @property
    def wire(self) -> Wire: ...

    @property
    def books(self) -> Mapping[str, Book[R]]: ...

    @property
    def private(self) -> bool:
        """Whether something may lie face down: then `seen` hides it, and `own` shows it."""
        ...

    @property
    def told(self) -> Telling: ...

    @property
    def whereabouts(self) -> Whereabouts: ...

    def amend(self, book: str, options: Mapping[str, Any]) -> R:
        """Return the book's rules with house options; refuses `invalid_option` with the clause."""
        ...

    def equipment(self, rules: R) -> Equipment:
        """Return where chance comes from."""
        ...

    def wants(self, rules: R) -> frozenset[str]:
        """Return what the floor must have, beside shoe, float and layout, to deal by these rules.

        `pots`: jackpots with accounts of their own, see `Progressive`; `seats`: the order of the
        seats (`Setting.seats`, `Seated`); `bank`, `garage`, `levy`: these places;
        `table_chief`, `inspector`: somebody who serves as such while it is open; `announcements`:
        what is written and endorsed (`Announces`).
        """
        ...

    def box_count(self, rules: R) -> int:
        """Return how many boxes, or seats, the layout has."""
        ...

    def opening(self, rules: R, carried: S | None, setting: Setting) -> E:
        """Return the first event of a round; what stays over from the last round rides in it."""
        ...

    def goes_on(self, rules: R, state: S | None, setting: Setting) -> bool:
        """Tell whether the next round opens by itself, before anybody stakes.

        Stakes that stay over, or a banker who keeps the hand, wait for nobody. `state` is that of
        the last round, which is over, or `None`.
        """
        ...

    def cutters(self, rules: R, state: S | None, setting: Setting) -> tuple[BoxNo, ...]:
        """Return the boxes to which the cut of a fresh shoe is offered, in their order.

        `state` is that of the last round, or `None` before the first. Where nobody of them wants
        to, the house cuts.
        """
        ...

    def awaiting(self, rules: R, state: S) -> Awaiting: ...

    def options(self, rules: R, state: S, box: BoxNo) -> tuple[Option, ...]: ...

    def decide(self, rules: R, state: S, given: "Given[C]") -> tuple[E, ...]:
        """Return the events that follow from an input, or raise `Refused`; changes nothing."""
        ...

    def evolve(self, state: S | None, event: E) -> S:
        """Return the state after an event; total, never refuses, knows no rules."""
        ...

    def notice(self, rules: R) -> int:
        """Return how many rounds are still played once the end of a session is announced."""
        ...

    def view(self, rules: R, state: S) -> V:
        """Return all that everybody may know; what concerns one party alone is in `own`."""
        ...

    def privy(self, state: S) -> frozenset[Party]:
        """Return the parties for whom `own` has something; empty in a game without secrets."""
        ...

    def own(self, rules: R, state: S, party: Party) -> Any:
        """Return what this party alone is shown beside the view (`Wire.own`), or `None`."""
        ...

    def seen(self, event: E) -> E:
        """Return the event as everybody may see it; identity unless something lies face down."""
        ...

    def over(self, state: S) -> bool:
        """Tell whether the round has ended."""
        ...

    def on_layout(self, state: S) -> Amount:
        """Return the players' chips that lie at the table; after the end, what is carried over.

        On the layout, and where the game has them in the bank and the garage.
        """
        ...

    def staked(self, state: S) -> frozenset[Party]:
        """Return who has chips in this round: they keep their boxes until it is over."""
        ...

    def result(self, state: S) -> str:
        """Return a finished round's result in a few characters, for the list of last rounds."""
        ...

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Play a worked example of the game's catalogue; return what it calls `expected`.

        `options` are the file's defaults, which the example's own override. An `expected` in the
        example is ignored. Raises `ValueError` with a sentence for an example that is not of the
        format.
        """
        ...


@dataclass(frozen=True, slots=True)
class Claimed:
    """A share of a pot that a round has won and that is not paid yet."""

    party: Party
    box: BoxNo
    pot: str
    supervised: bool
    """Whether a supervisor must approve it first; otherwise it is paid when the round ends."""


@runtime_checkable
class Progressive(Protocol):
    """A game whose bets may play for progressive jackpots satisfies this beside `Game`."""

    def pots(self, rules: Any) -> Mapping[str, Amount]:
        """Return the pots that a table plays for by these rules, each with its seed.

        The seed is what a pot starts and restarts from; empty where the rules have no jackpot.
        """
        ...

    def claims(self, state: Any) -> tuple[Claimed, ...]:
        """Return what the round has won of the pots and not been paid; `Approved` pays it."""
        ...
