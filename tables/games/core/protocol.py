"""What a game is to the rest of the house: a value of a class below `Game`.

Chance, time and people reach an engine only as inputs; facts leave it only as events; money
rides inside the events. An engine never holds an undealt card, reads a clock or draws a number.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, TypeVar

from tables.games.core import money
from tables.games.core.cards import Back, Card
from tables.games.core.demo import DemoTable
from tables.games.core.money import Amount, BoxNo, Move, Party, Place, reversal
from tables.games.core.options import Choice, held
from tables.games.core.price import Priced
from tables.games.core.recorded import Recorded
from tables.games.core.texts import Clause, Text, read
from tables.games.core.values import quick
from tables.games.core.words import Words

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")
"""A game's rule set: a frozen dataclass."""
S = TypeVar("S")
"""A game's state: a frozen dataclass, the fold of the round's events."""
C = TypeVar("C")
"""The union of a game's commands."""
E = TypeVar("E", bound="Fact")
"""The union of a game's events."""
V = TypeVar("V", bound="Shown")
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
    """The same where play goes on with the shoe without a pause; `None` for as many."""
    refilled: bool = False
    """A shoe that runs out is filled with what was dealt before the round, one card burnt (ON-83).

    Otherwise the round is annulled.
    """
    cut: tuple[int, int] | None = None
    """Where the cut card may be put: the fewest and the most cards before it; `None` where the
    device knows no cut."""
    backs: tuple[Back, ...] = ()
    """The backs of the packs, one for each; nothing where the game says nothing of them."""
    turned_up: bool = False
    """A card that is turned up says how many are burnt: the engine awaits it, and those, when a
    round opens with a fresh shoe, or play is resumed (`Setting.resumes`). `burnt` is 0 then."""


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
    """What a round's opening is given of its table."""

    seats: tuple[tuple[BoxNo, Party], ...] = ()
    """Who sits where, in the order of the boxes."""
    fresh_shoe: bool = False
    """A fresh shoe lies on the table since the last round."""
    rounds_left: int | None = None
    """How many rounds are left with this one, once the end of the session is announced."""
    arrivals: tuple[BoxNo, ...] = ()
    """The boxes that are held, whose holder has sat longest first."""
    resumes: bool = False
    """Play begins or is resumed with this shoe; told where a card of it is turned up."""
    reshuffle_ordered: bool = False
    """The shoe that is being made was ordered by whoever is in charge (`Game.on_order`)."""


@dataclass(frozen=True, slots=True)
class ColoursSold:
    """The chips without face value that a table sells (MC-CHIPS-05, MC-CHIPS-06)."""

    colours: tuple[str, ...]
    """So many players may have such chips at once, each in a colour of his own."""
    least: Amount
    most: Amount
    step: int
    """What a player makes a chip of his worth lies between these, and is a multiple of this."""


@dataclass(frozen=True, slots=True)
class TableChips:
    """Colour chips of a party."""

    table: int
    """The table that they belong to: the mark on them."""
    unit: Amount
    """What one is worth."""


@dataclass(frozen=True, slots=True)
class Presented:
    """A ticket as somebody presents it. Its code stays with the house's register."""

    number: str
    """By which the register knows it; no secret."""
    amount: Amount
    party: Party
    """Whose credits it was issued for."""
    state: Literal["issued", "redeemed", "orphan"]
    bound: bool = True
    """It pays nobody but that party."""


@dataclass(frozen=True, slots=True)
class Issues:
    """An event issues a ticket: its register writes it with the step (MC-AUTO-32)."""

    party: Party
    amount: Amount
    bound: bool
    days: int
    """For so long it is good."""


@dataclass(frozen=True, slots=True)
class Takes:
    """An event takes a ticket, which is paid with the step."""

    number: str
    party: Party


@dataclass(frozen=True, slots=True)
class Asked(Generic[C]):
    """A command and its party, with what the floor knows of the other people at the table."""

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
    claimed: frozenset[BoxNo] = frozenset()
    """Boxes that are due to others who wish to take part (HOUSE-22)."""
    endorsed: frozenset[str] = frozenset()
    """The written announcements of the party that the games management has endorsed, as text."""
    inspected: bool = False
    """An inspector is signed in at the table."""
    purse: Amount | None = None
    """Minor units in the party's wallet when it asked; `None` where they were not read."""
    chips: TableChips | None = None
    """The party's colour chips; `None` where it stakes chips with a face value."""
    unable: frozenset[Party] = frozenset()
    """Parties whose wallets cannot pay their part of this command: they are left out of it."""
    seat: BoxNo | None = None
    """The box of the party's own seat, among several that it holds; `None` if unknown."""
    ticket: Presented | None = None
    """The ticket whose code the command names (`Game.code`); `None` where no ticket has it."""


Tag = Literal[
    "face_up_in_shoe", "error_unexposed", "error_exposed", "dealer_overdraw", "burn_after_refill"
]
"""What was out of order when a card left the shoe (ENG-22)."""


@quick
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
    behind: int | None = None
    """How many cards lie behind the stop card, where it comes out next; otherwise `None`."""


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The dealer passed boxes over: given before the cards of the deal (ENG-22)."""

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
class Ordered:
    """Whoever is in charge of the table orders what the game's rules let him (`Game.orders`)."""

    what: str
    """One of the keys of `Game.orders`."""
    by: str
    reason: str = ""
    """Why, in his own words."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sat down or left: these sit now. Given only where `Needs.seats` is set."""

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
    | Ordered
    | Seated
    | SessionEnded
)


@quick
@dataclass(frozen=True, slots=True)
class Players:
    """Awaits commands; after `seconds` the input is `Expired`."""

    boxes: tuple[BoxNo, ...]
    """The boxes that may act now."""
    seconds: int
    turn: str
    """Names the decision; the clock restarts only when this changes."""


@quick
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
    """What every event has. Kinds are never renamed; new fields have defaults."""

    @property
    def kind(self) -> str: ...

    @property
    def moves(self) -> tuple[Move, ...]: ...


@quick
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
    stake: str = ""
    """The stake that the command names: a wager's id, a claim's number; or empty."""


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
class Laid:
    """Cards that a finished round left open on the table, for a history."""

    who: tuple[str, str]
    """Whose they are, in French and English."""
    cards: tuple[Card, ...]


def nothing_laid(state: Any, party: Party) -> tuple[Laid, ...]:
    """Return the cards of a game without cards: none."""
    return ()


@dataclass(frozen=True, slots=True)
class Wording:
    """All that a game says, in both languages: of its events, its rounds and its refusals."""

    sentences: Mapping[str, tuple[str, str]]
    """By kind, and a word where one kind says different things; `{field}` is a field's text."""
    words: Mapping[str, tuple[str, str]]
    """Text values of fields, as sentences say them."""
    variant: Callable[[Any], str]
    """Returns the word that chooses among an event's sentences; empty for the ordinary one."""
    name: tuple[str, str] = ("", "")
    """What the game is called."""
    result: Callable[[str], tuple[str, str]] = lambda result: (result, result)
    """Returns the words for a result of `Game.result`, but for `void` and for none."""
    laid: Callable[[Any, Party], tuple[Laid, ...]] = nothing_laid
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

    def named(self, bet: str) -> Words:
        """Return what a bet is called, by its name in stakes and prices."""
        if bet in self.bets:
            return self.bets[bet].of()
        kind, _, chosen = bet.removesuffix("]").partition("[")
        return self.bets[kind].of(chosen)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the clauses of a game's books are kept: each stands in exactly one of the two."""

    places: Mapping[str, str]
    """Clause -> the code that keeps it, below the game's package, or below the package of a family
    of games that stands beside it: `play.decide`, `wheel.play.decide`."""
    elsewhere: Mapping[str, str]
    """Clause -> why the engine has no code for it, and what keeps it instead."""
    never_here: Mapping[str, str] = field(default_factory=dict)
    """Clause that the engine keeps -> why no table of this house ever meets its case.

    Disputes and worked examples do: cards dealt by hand are judged by the same engine.
    """


@dataclass(frozen=True, slots=True)
class Passed:
    """What one player has lost to another at a game where players bank."""

    giver: Party
    taker: Party
    amount: Amount


@dataclass(frozen=True, slots=True)
class Earned:
    """What an event adds to the sums of a bet, in minor units; below zero where it undoes some."""

    bet: str
    """Its name in prices."""
    base: int
    """What its price is a part of (`price.Unit`)."""
    won: int
    """What it brought the house's float and levy."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident of play that is the games management's to decide (art. 24)."""

    clause: str
    """The clause by which the state's control is notified."""
    outcome: Literal["", "stands", "voided", "broken_off"] = ""
    """What was decided; empty while it is only submitted."""
    what: str = ""
    """What was submitted, as a word of the game's telling."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A share of a pot that a round has won and that is not paid yet."""

    party: Party
    box: BoxNo
    pot: str
    supervised: bool
    """Whether a supervisor must approve it first; otherwise it is paid when the round ends."""


@dataclass(frozen=True, slots=True)
class Metered:
    """What a game's own meters say has ever moved so at its table."""

    name: str
    ways: tuple[tuple[Place, Place, str], ...]
    """From where to where, and what for, of the moves that they have counted."""
    amount: int
    """In minor units."""


@dataclass(frozen=True, slots=True)
class Boxed:
    """What has ever fallen into a machine by its own meters, in minor units."""

    notes: int = 0
    """Into the note box."""
    coins: int = 0
    """Into the base."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a game that was paid for returns by the table's technical sheet, in its stakes."""

    event: str
    """The kind of event that ends a game: `paid` is what it paid, and the first of its moves, where
    that is a `collect`, the stake."""
    mean: Fraction
    most: Fraction
    """No game pays more."""
    least_too: bool = True
    """Whether the mean is what it returns; otherwise only the best play returns so much."""


@dataclass(frozen=True, slots=True)
class TechnicalSheet:
    """What the file of a machine takes from its technical sheet."""

    type: str
    """`reels`, `video_poker`: the office has words for it."""
    name: str
    version: int
    hash: str
    """Of all that the sheet says, in hex."""
    theoretical_return: Fraction


PaymentMeans = Literal["cash", "cheque", "transfer"]
"""How a win is paid by hand, at the management's choice (MC-AUTO-44)."""


@dataclass(frozen=True, slots=True)
class HandPayOwed:
    """An event leaves a win to be paid by hand: its register writes it with the step."""

    party: Party
    amount: Amount


@dataclass(frozen=True, slots=True)
class HandPayMade:
    """An event pays the win by hand that a table owes."""

    party: Party
    amount: Amount
    means: PaymentMeans
    by: Party
    """The supervisor."""


@dataclass(frozen=True, slots=True)
class HandPayUndone:
    """An event annuls its round: what was owed in it is not, what was paid in it is owed again."""


@dataclass(frozen=True, slots=True)
class Paced:
    """A game that a player begins at a machine: none of his begins sooner after the one before."""

    party: Party
    floor_ms: int
    """The pace floor, milliseconds from beginning to beginning."""
    by_itself: bool = False
    """The house begins it, and has waited as long: it is counted, and never refused."""


@dataclass(frozen=True, slots=True)
class DeviceOrders:
    """The orders by which a device is opened and closed, of those of `Game.orders`."""

    open: str
    close: str


class Duty(StrEnum):
    """A duty in which a person serves a table."""

    TABLE_CHIEF = "table_chief"
    INSPECTOR = "inspector"
    CHANGER = "changer"
    """The *changeur* of the jeux de cercle, who does nothing else there (MC-CHIPS-23)."""
    MACHINE_CHANGER = "machine_changer"
    """The roaming changer of the machines (MC-CHIPS-27, MC-AUTO-58)."""


class Exchange(StrEnum):
    """Who changes a player's cash into chips at a table."""

    CROUPIER = "croupier"
    """Out of the float (MC-CHIPS-18)."""
    CHANGER = "changer"
    """While one is signed in; nothing of it touches the float (MC-CHIPS-23)."""
    ROAMING = "roaming"
    """At machines: while one who is assigned to them is signed in there (MC-CHIPS-27)."""


class Checked(StrEnum):
    """What is checked before a session, and by whom."""

    DEVICE = "device"
    """A wheel or bowl, by maintenance and an inspector (MC-EQ-60)."""
    DICE = "dice"
    """Five new dice, allotted by the deputy director; he checks them afterwards (MC-EQ-48)."""
    CARDS = "cards"
    """Cards of the stock, signed out by a card keeper, who counts them afterwards (MC-EQ-18)."""
    NEW_CARDS = "new_cards"
    """The same, which have served in no session before (MC-BTV-03)."""


CARDS_OF_STOCK: Final = frozenset({Checked.CARDS, Checked.NEW_CARDS})
"""Each session has cards of its own."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What the floor must have, beside shoe or draw, float and layout, to deal by some rules."""

    duties: frozenset[Duty] = frozenset()
    """Somebody serves as such while the table is open."""
    seats: bool = False
    """The engine receives `Seated` whenever somebody sits down or leaves."""
    players: int = 0
    """How many must hold a box before a round begins."""
    pots: Mapping[str, Amount] = field(default_factory=dict)
    """The progressive jackpots that are played for, each with the seed from which it starts and
    restarts."""
    writings: bool = False
    """Announced bets are taken in writing, once endorsed (`Game.written`)."""
    held: frozenset[Place] = frozenset()
    """The places, beside layout and float, where chips lie at such a table."""
    colours: ColoursSold | None = None
    """Chips without face value are sold at the table; the engine receives them as `Asked.chips`."""
    tables_per_chief: int | None = None
    """How many open tables of the game one chief may answer for; `None` for any number."""
    reserve: Amount = Amount(0)
    """What everybody who sits must be able to stake when his turn comes, in minor units."""
    checked: Checked | None = None
    """Without this check no session begins."""
    sessions_a_day: int | None = None
    """How many sessions of a table may begin in one day; `None` for any number."""
    exchange: Exchange = Exchange.CROUPIER
    """Who changes cash at the table."""


class Game(ABC, Generic[R, S, C, E, V]):
    """A game. Every method is pure and deterministic.

    A game defines what is abstract, and overrides a default where it differs.
    """

    @property
    @abstractmethod
    def key(self) -> str:
        """The name used in the register, in message kinds (`<key>.<verb>`) and in the database."""

    @property
    @abstractmethod
    def wire(self) -> Wire: ...

    @property
    @abstractmethod
    def books(self) -> Mapping[str, Book[R]]: ...

    @property
    @abstractmethod
    def wording(self) -> Wording: ...

    @property
    def printed(self) -> Mapping[str, Any]:
        """What is printed on the table, as JSON: the page draws it from here, and copies none."""
        return {}

    @property
    @abstractmethod
    def whereabouts(self) -> Whereabouts: ...

    def amend(self, book: str, options: Mapping[str, Any]) -> R:
        """Return the book's rules with house options in force.

        Refuses `invalid_option` for an option that the book does not have, a value that its text
        does not allow, or values that contradict each other (ENG-25).
        """
        amended = self.books[book]
        changes: dict[str, Any] = {}
        for name, value in options.items():
            choice = amended.choices.get(name)
            if choice is None:
                raise Refused("invalid_option", option=name)
            if not choice.reads(value):
                raise Refused("invalid_option", option=name, clause=choice.clause)
            if choice.kind != "fixed":
                before = getattr(amended.rules, name)
                kind = type(before) if isinstance(before, StrEnum) else None
                changes[name] = kind(value) if kind else held(choice.form, value)
        rules = replace(amended.rules, **changes)
        for name in self.contradictions(rules, changes):
            clause = amended.choices[name].clause
            raise Refused("invalid_option", option=name, clause=clause)
        return rules

    def contradictions(self, rules: R, chosen: Mapping[str, Any]) -> Iterable[str]:
        """Return the options whose values contradict others, by name.

        `rules` are the amended ones, `chosen` what the house has changed in them.
        """
        return ()

    @abstractmethod
    def equipment(self, rules: R) -> Equipment:
        """Return where chance comes from."""

    def called(self, rules: R, values: tuple[int, ...]) -> str:
        """Return what a draw gave, or would have given, as the table calls it."""
        return " ".join(map(str, values))

    @abstractmethod
    def box_count(self, rules: R) -> int:
        """Return how many boxes, or seats, the layout has."""

    def needs(self, rules: R) -> Needs:
        """Return what else the floor must have to deal by these rules."""
        return Needs()

    @abstractmethod
    def opening(self, rules: R, carried: S | None, setting: Setting) -> E:
        """Return the first event of a round; what stays over from the last round rides in it."""

    @abstractmethod
    def awaiting(self, rules: R, state: S) -> Awaiting: ...

    @abstractmethod
    def decide(self, rules: R, state: S, given: Given[C]) -> tuple[E, ...]:
        """Return the events that follow from an input, or raise `Refused`; a pure function."""

    def step(self, rules: R, state: S, given: Given[C]) -> tuple[tuple[E, ...], S]:
        """Return what `decide` returns, and the state folded over it.

        An engine that folds while it decides gives that state, so that nobody folds it again.
        """
        events = self.decide(rules, state, given)
        for event in events:
            state = self.evolve(state, event)
        return events, state

    @abstractmethod
    def evolve(self, state: S | None, event: E) -> S:
        """Return the state after an event, as a fold does; total, never refuses, knows no rules."""

    @abstractmethod
    def over(self, state: S) -> bool:
        """Tell whether the round has ended."""

    @abstractmethod
    def on_layout(self, state: S) -> Amount:
        """Return the players' chips that lie at the table; after the end, what is carried over.

        On the layout, and where the game has them in the bank and the garage.
        """

    @abstractmethod
    def staked(self, state: S) -> frozenset[Party]:
        """Return who has chips in this round."""

    def must_stay(self, state: S) -> frozenset[Party]:
        """Return who keeps his box until the round is over: whoever has chips in it.

        Nobody where chips are played for without their owner.
        """
        return self.staked(state)

    def wagered(self, event: E) -> Iterable[tuple[Party, int]]:
        """Return what an event stakes of whom, in minor units, below zero for what it takes back.

        By its moves, but in a game where chips are brought to the table before they are staked.
        """
        return money.wagered(event.moves)

    def code(self, command: C) -> str:
        """Return the code of the ticket that a command presents; empty where it presents none."""
        return ""

    def in_notes(self, command: C) -> bool:
        """Tell whether this stakes what a ponte may stake in notes, changed at once (MC-CHIPS-03).

        Such a command moves no wallet but its party's and those of the seats.
        """
        return False

    def ticket(self, rules: R, event: E) -> Issues | Takes | None:
        """Return what an event does to a ticket of the house."""
        return None

    def hand_pay(self, rules: R, event: E) -> HandPayOwed | HandPayMade | HandPayUndone | None:
        """Return what an event does to a win that is paid by hand."""
        return None

    def paced(self, rules: R, event: E) -> Paced | None:
        """Return the game of a machine that an event begins, with its pace floor."""
        return None

    def lying(self, state: S, party: Party) -> Iterable[tuple[str, Amount]]:
        """Return what a party has on each position, in a game that sells colour chips.

        Everybody sees it of whoever has such chips.
        """
        return ()

    @abstractmethod
    def result(self, state: S) -> str:
        """Return a finished round's result in a few characters, for the list of last rounds."""

    def annulled(self, state: S, moves: tuple[Move, ...], reason: str) -> Voided:
        """Return the event that annuls a round, from all that it moved.

        Every move is undone, but in a game where chips that were laid before the stakes stay.
        """
        return Voided(reason, reversal(moves))

    def claims(self, state: S) -> tuple[Claimed, ...]:
        """Return what the round has won of the pots and not been paid; `Approved` pays it."""
        return ()

    def goes_on(self, rules: R, state: S | None, setting: Setting) -> bool:
        """Tell whether the next round opens by itself, before anybody stakes.

        It does for stakes that stay over, a banker who keeps the hand, and the announced last
        rounds. `state` is that of the last round, which is over, or `None`.
        """
        return False

    def session_over(self, rules: R, state: S) -> bool:
        """Tell whether a round that is over was the last of its session, by the text.

        The table closes with it, whatever was announced.
        """
        return False

    def plays_on(self, rules: R, state: S) -> bool:
        """Tell whether a round that is over, the last that was announced, is followed by another.

        For stakes that lie there and that only a further round decides; `opening` is given one
        round left again.
        """
        return False

    @property
    def orders(self) -> Mapping[str, Words]:
        """What whoever is in charge may order at a table of the game (`Ordered`), by key."""
        return {}

    @property
    def orders_at_rest(self) -> frozenset[str]:
        """Those of `orders` that may be given between two rounds too: such an order opens one."""
        return frozenset()

    def notice(self, rules: R) -> int:
        """Return how many rounds are still played once the end of a session is announced.

        They are owed: until they are played only an incident ends the session.
        """
        return 0

    def notice_minutes(self, rules: R) -> int:
        """Return for how many minutes play goes on before those last rounds (MC-041).

        That they begin is announced too; 0 where they begin at once.
        """
        return 0

    def yields(self, rules: R) -> bool:
        """Tell whether boxes that a player holds beside his own go to whoever wishes to sit there.

        HOUSE-22. Those of `laid` stay his until the round is over.
        """
        return False

    def laid(self, state: S) -> frozenset[BoxNo]:
        """Return the boxes on which stakes of the round lie, in a game of boxes that yield."""
        return frozenset()

    def cutters(self, rules: R, state: S | None, setting: Setting) -> tuple[BoxNo, ...]:
        """Return the boxes to which the cut of a fresh shoe is offered, in their order.

        `state` is that of the last round, or `None` before the first. Where nobody of them wants
        to, the house cuts.
        """
        return ()

    def unused_options(self, rules: R) -> frozenset[str]:
        """Return the house options that say nothing of these rules: their bets are not offered."""
        return frozenset()

    def cut_at_once(self, rules: R) -> bool:
        """Tell whether the cut is offered to all `cutters` at once, because no text orders them."""
        return False

    def idle_minutes(self, rules: R) -> int | None:
        """Return after how many minutes without a stake play counts as interrupted.

        A shoe from which cards were dealt is shuffled anew before interrupted play goes on, and
        also where everybody has left (MC-019). `None` where it stays.
        """
        return None

    def on_order(self, rules: R) -> Literal["never", "one_player", "always"]:
        """Return when whoever is in charge may have the cards shuffled between two rounds.

        ON-37, MC-020.
        """
        return "never"

    @abstractmethod
    def view(self, rules: R, state: S) -> V:
        """Return the public projection of a state; what concerns one party alone is in `own`."""

    @property
    def private(self) -> bool:
        """Whether one party may know what others do not: then `own` shows it, and `seen` hides
        it."""
        return self.wire.own is not None

    def privy(self, state: S) -> frozenset[Party]:
        """Return the parties for whom `own` has something."""
        return frozenset()

    def own(self, rules: R, state: S, party: Party) -> Any:
        """Return this party's private projection (`Wire.own`), shown beside the view, or `None`."""
        return None

    def seen(self, event: E) -> E:
        """Return the event as everybody may see it; identity unless something lies face down."""
        return event

    def face_up(self, state: S) -> frozenset[int] | None:
        """Return which of the round's cards everybody sees, by when they were drawn, from 0.

        `None` in a game in which no card lies face down.
        """
        return None

    def dealt_to(self, events: Iterable[E]) -> tuple[str, ...]:
        """Return where each card went that left the shoe in a round, in their order.

        From all the round's events: a hand in the words of the game (`box 3`, `dealer`), or what
        became of the card (`burnt`), in printable ASCII. A game without a shoe says nothing.
        """
        return ()

    def in_hand(self, state: S, party: Party) -> frozenset[int]:
        """Return the cards that lie face down and that this party holds and may look at."""
        return frozenset()

    def metered(self, state: S) -> tuple[Metered, ...]:
        """Return what the meters of the table say; a game without meters says nothing.

        They are held against the ledger (`manage.py audit_meters`), with what lies there.
        """
        return ()

    def boxed(self, state: S) -> Boxed:
        """Return what a machine's meters say has ever fallen into it; a relief takes it out."""
        return Boxed()

    def sheet(self, rules: R) -> Sheet | None:
        """Return what the games of a device return by its sheet, which is watched; others none."""
        return None

    def technical_sheet(self, rules: R) -> TechnicalSheet | None:
        """Return what a machine's file takes from its sheet; a game without machines has none.

        Where there is one, the table is a machine: it has a file and opens on the floor alone.
        """
        return None

    @property
    def device_orders(self) -> DeviceOrders | None:
        """The orders that nobody gives without the device's key; a game without one has none."""
        return None

    def meters_told(self, rules: R, state: S) -> Mapping[str, int]:
        """Return every meter as it stands on the device, by name; a game without has none."""
        return {}

    def bounds(self, rules: R) -> tuple[int | None, int | None]:
        """Return the least and the most main stake, in minor units; `None` where it has no bound.

        The lobby shows them.
        """
        return None, None

    @property
    def emblem(self) -> str:
        """The table seen from above, for the lobby: `emblem.svg` of the game's package.

        Its shapes of class `spot` are filled in their order, one for each box that is held.
        """
        drawn = get_data(type(self).__module__, "emblem.svg")
        assert drawn is not None
        return drawn.decode()

    @property
    def demo(self) -> tuple[DemoTable, ...]:
        """The game's tables in the demo house."""
        return ()

    @property
    def priced(self) -> Priced | None:
        """What its bets cost; without it they are priced by its law alone.

        Imported late: no engine depends on what computes its prices.
        """
        return None

    @property
    def recorded(self) -> Recorded | None:
        """How its recorded rounds become worked examples, by which a disputed one is reviewed."""
        return None

    def incident(self, rules: R, event: E) -> Incident | None:
        """Return the incident that an event submits or decides, if the control is notified of it.

        What a chief decides on the spot, as a spin that is stopped, is none (MC-EROU-07).
        """
        return None

    @property
    def notified(self) -> Mapping[str, str]:
        """Option -> the clause by which the state's control is notified when the house sets it."""
        return {}

    @property
    def agreed(self) -> Mapping[str, str]:
        """Option -> the clause by which the state's control must agree before the house sets it.

        Such a change is in force from a table's next session on.
        """
        return {}

    @property
    def levy_kind(self) -> str:
        """The kind of the events that are numbered records of the levy; empty without a levy."""
        return ""

    def levied(self, event: E) -> tuple[int, Amount] | None:
        """Return serial and amount of such a record, `None` for any other event.

        Serials run on from 1 at each table.
        """
        return None

    def passed(self, state: S, event: E) -> tuple[Passed, ...]:
        """Return what an event passes from player to player; `state` is the one before it.

        Only where players meet: a house that banks stands between them at every other game.
        """
        return ()

    @property
    def earning_kinds(self) -> frozenset[str]:
        """The kinds of the events of `earned`; none where the bets are not summed up apart."""
        return frozenset()

    def earned(self, event: E) -> tuple[Earned, ...]:
        """Return what such an event adds to the sums of the bets.

        Over a round that is not annulled all that was won comes to what float and levy have gained.
        """
        return ()

    @property
    def cast_kind(self) -> str:
        """The kind of the events that say what dice show; empty without dice of a session."""
        return ""

    def cast(self, event: E) -> tuple[tuple[int, int], ...]:
        """Return which dice of the session such an event throws, each with its face from 1."""
        return ()

    def written(self, rules: R, text: str) -> tuple[tuple[str, int], ...]:
        """Return what a written announcement stands for: positions, and chips of one unit on each.

        Refuses `writings_not_taken` in a game that knows none, `variant_disabled` where the rules
        take none, `need_not_be_written` for a simple one, and `not_a_combination`.
        """
        raise Refused("writings_not_taken")

    def riding(self, state: S) -> frozenset[Party]:
        """Return the parties of whom a written announcement rides in the round."""
        return frozenset()

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Play a worked example of the game's catalogue; return what it calls `expected`.

        `options` are the file's defaults, which the example's own override. An `expected` in the
        example is ignored. Raises `ValueError` with a sentence for an example that is not of the
        format, and in a game that has none.
        """
        raise ValueError("This game has no worked examples.")


AnyGame = Game[Any, Any, Any, Any, Any]
