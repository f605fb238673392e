"""What a game is to the rest of the house: a value of a class below `Game`."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from pkgutil import get_data
from typing import Any, Generic, Literal, TypeVar

from tables.games.core import money
from tables.games.core.demo import DemoTable
from tables.games.core.money import Amount, BoxNo, Move, Party, reversal
from tables.games.core.options import to_rule_value
from tables.games.core.price import Pricing
from tables.games.core.protocol.accounts import BetResult, Incident, PlayerTransfer, PotClaim
from tables.games.core.protocol.audience import EVERYBODY, Audience
from tables.games.core.protocol.awaited import Awaiting
from tables.games.core.protocol.books import Book, ClauseIndex, R, Wire, Wording
from tables.games.core.protocol.facts import Fact, PublicView, Refused, Voided
from tables.games.core.protocol.given import (
    C,
    EngineInput,
    Equipment,
    OpeningContext,
    TicketIssue,
    TicketUse,
)
from tables.games.core.protocol.machines import (
    BoxTotals,
    ContestedGame,
    DeviceOrders,
    GameStart,
    MeterTotal,
    PaidByHand,
    ReturnSheet,
    TechnicalSheet,
)
from tables.games.core.protocol.needs import Needs
from tables.games.core.round_conversion import RoundConversion
from tables.games.core.words import Words

S = TypeVar("S")
"""A game's state: a frozen dataclass, the fold of the round's events."""


E = TypeVar("E", bound="Fact")
"""The union of a game's events."""


V = TypeVar("V", bound="PublicView")
"""A game's view: all that everybody may know."""


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
    def wire(self) -> Wire:
        """The types of its messages."""

    @property
    @abstractmethod
    def books(self) -> Mapping[str, Book[R]]:
        """The rule books that it may be played by, by key."""

    @property
    @abstractmethod
    def wording(self) -> Wording:
        """The game's sentences and names, in French and English."""

    @property
    def printed_layout(self) -> Mapping[str, Any]:
        """What is printed on the layout, as JSON, from which the page draws it."""
        return {}

    @property
    @abstractmethod
    def clause_index(self) -> ClauseIndex:
        """Which code keeps each clause of its books."""

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
            if not choice.accepts_published(value):
                raise Refused("invalid_option", option=name, clause=choice.clause)
            if choice.kind != "fixed":
                before = getattr(amended.rules, name)
                kind = type(before) if isinstance(before, StrEnum) else None
                changes[name] = kind(value) if kind else to_rule_value(choice.form, value)
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
        """Return the shoe that the game is dealt from, or the draw of a round."""

    def draw_result_name(self, rules: R, values: tuple[int, ...]) -> str:
        """Return the name of what a draw gave, or would have given."""
        return " ".join(map(str, values))

    @abstractmethod
    def box_count(self, rules: R) -> int:
        """Return how many boxes, or seats, the layout has."""

    def needs(self, rules: R) -> Needs:
        """Return what else the floor must have to deal by these rules."""
        return Needs()

    @abstractmethod
    def opening_event(self, rules: R, carried: S | None, context: OpeningContext) -> E:
        """Return the first event of a round, which carries what stays over from the last round."""

    @abstractmethod
    def awaiting(self, rules: R, state: S) -> Awaiting:
        """Return what the round waits for."""

    @abstractmethod
    def decide(self, rules: R, state: S, given: EngineInput[C]) -> tuple[E, ...]:
        """Return the events that follow from an input, or raise `Refused`; a pure function."""

    def step(self, rules: R, state: S, given: EngineInput[C]) -> tuple[tuple[E, ...], S]:
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
    def is_over(self, state: S) -> bool:
        """Tell whether the round has ended."""

    @abstractmethod
    def on_layout(self, state: S) -> Amount:
        """Return the players' chips that lie at the table; after the end, what is carried over.

        On the layout, and where the game has them in the bank and the garage.
        """

    @abstractmethod
    def staked_parties(self, state: S) -> frozenset[Party]:
        """Return the parties that have chips in this round."""

    def parties_who_must_stay(self, state: S) -> frozenset[Party]:
        """Return the parties that keep their box until the round is over: those with chips in it.

        None where chips are played for without their owner.
        """
        return self.staked_parties(state)

    def stake_changes(self, event: E) -> Iterable[tuple[Party, int]]:
        """Return what an event stakes of each party, in minor units; below zero for what goes back.

        Read off its moves, but in a game whose chips come to the table before they are staked.
        """
        return money.stake_changes(event.moves)

    def ticket_code(self, command: C) -> str:
        """Return the code of the ticket that a command presents; empty where it presents none."""
        return ""

    def is_stake_in_notes(self, command: C) -> bool:
        """Tell whether a command makes a stake that may be in notes, changed at once (MC-CHIPS-03).

        Such a command moves no wallet but its party's and those of the seats.
        """
        return False

    def ticket(self, rules: R, event: E) -> TicketIssue | TicketUse | None:
        """Return the machine ticket that an event issues or takes; `None` for any other event."""
        return None

    def hand_pay(self, rules: R, event: E) -> PaidByHand | None:
        """Return what an event changes of a hand-pay; `None` for any other event."""
        return None

    def contested_game(self, state: S) -> ContestedGame | None:
        """Return the game of a machine about which a complaint waits for its decision."""
        return None

    def game_start(self, rules: R, event: E) -> GameStart | None:
        """Return the game of a machine that an event starts, with its pace floor."""
        return None

    def stakes_on_layout(self, state: S, party: Party) -> Iterable[tuple[str, Amount]]:
        """Return what a party has on each position, in a game that sells colour chips.

        Everybody sees where a party's colour chips lie.
        """
        return ()

    @abstractmethod
    def result(self, state: S) -> str:
        """Return a finished round's result in a few characters, for the list of last rounds."""

    def voiding_event(self, state: S, moves: tuple[Move, ...], reason: str) -> Voided:
        """Return the event that voids a round, from all that it moved.

        Undoes every move, except in a game where chips that were laid before the stakes stay.
        """
        return Voided(reason, reversal(moves))

    def pot_claims(self, state: S) -> tuple[PotClaim, ...]:
        """Return the shares of pots that the round has won and that `Approved` is yet to pay."""
        return ()

    def opens_by_itself(self, rules: R, state: S | None, context: OpeningContext) -> bool:
        """Tell whether the next round opens by itself, before anybody stakes.

        For stakes that stay over, a banker who keeps the hand, and the announced last rounds.
        `state` is that of the last round, which is over, or `None`.
        """
        return False

    def is_session_over(self, rules: R, state: S) -> bool:
        """Tell whether a round that is over was the last of its session, by the text.

        The table closes with it, whatever was announced.
        """
        return False

    def needs_another_round(self, rules: R, state: S) -> bool:
        """Tell whether the last announced round, which is over, is followed by another.

        For stakes that only a further round decides; `opening_event` is given one round left again.
        """
        return False

    @property
    def staff_orders(self) -> Mapping[str, Words]:
        """The orders that the person in charge of a table may give (`OperatorAction`), by key."""
        return {}

    @property
    def staff_orders_at_rest(self) -> frozenset[str]:
        """Those of `staff_orders` that may be given between two rounds too: they open a round."""
        return frozenset()

    def last_rounds_notice(self, rules: R) -> int:
        """Return how many rounds are still played once the end of a session is announced.

        They are owed: until they are played only an incident ends the session.
        """
        return 0

    def minutes_before_last_rounds(self, rules: R) -> int:
        """Return how many minutes play goes on before the announced last rounds (MC-041).

        That they begin is announced too; 0 where they begin at once.
        """
        return 0

    def yields_spare_boxes(self, rules: R) -> bool:
        """Tell whether boxes that a player holds beside their own go to others who wish to sit.

        HOUSE-22. Those of `boxes_with_stakes` stay theirs until the round is over.
        """
        return False

    def boxes_with_stakes(self, state: S) -> frozenset[BoxNo]:
        """Return the boxes on which stakes lie, in a game that `yields_spare_boxes`."""
        return frozenset()

    def cutters(self, rules: R, state: S | None, context: OpeningContext) -> tuple[BoxNo, ...]:
        """Return the boxes to which the cut of a fresh shoe is offered, in their order.

        `state` is that of the last round, or `None` before the first. The house cuts where all of
        them decline.
        """
        return ()

    def cut_consent_box(self, rules: R, context: OpeningContext) -> BoxNo | None:
        """Return the box whose holder must consent before one of the `cutters` may cut.

        `None` where no consent is needed. Without it the house cuts.
        """
        return None

    def unused_options(self, rules: R) -> frozenset[str]:
        """Return the house options without effect on these rules, whose bets are not offered."""
        return frozenset()

    def is_cut_offered_to_all(self, rules: R) -> bool:
        """Tell whether the cut is offered to all `cutters` at once: no text puts them in order."""
        return False

    def idle_minutes(self, rules: R) -> int | None:
        """Return after how many minutes without a stake play counts as interrupted.

        A shoe from which cards were dealt is shuffled anew before interrupted play goes on, and
        also where everybody has left (MC-019). `None` where it stays.
        """
        return None

    def shuffle_on_order(self, rules: R) -> Literal["never", "one_player", "always"]:
        """Return when the person in charge may have the cards shuffled between two rounds.

        ON-37, MC-020.
        """
        return "never"

    @abstractmethod
    def view(self, rules: R, state: S) -> V:
        """Return the public projection of a state: what everybody may know."""

    @property
    def has_private_views(self) -> bool:
        """Whether one party is shown what others are not.

        Then `private_view` shows it, and `redact` hides it from the others.
        """
        return self.wire.own is not None

    def parties_with_private_view(self, state: S) -> frozenset[Party]:
        """Return the parties for whom `private_view` returns something."""
        return frozenset()

    def private_view(self, rules: R, state: S, party: Party) -> Any:
        """Return this party's private projection (`Wire.own`), shown beside the view, or `None`."""
        return None

    def redact(self, event: E, audience: Audience = EVERYBODY) -> E:
        """Return an event with only what an audience may know; unchanged without private views.

        Left out are lists of what is a party's own, its moves, and cards that lie face down: the
        holder's own cards too, which `private_view` shows.
        """
        return event

    def face_up_cards(self, state: S) -> frozenset[int] | None:
        """Return which of the round's cards everybody sees, by when they were drawn, from 0.

        `None` in a game in which no card lies face down.
        """
        return None

    def card_destinations(self, events: Iterable[E]) -> tuple[str, ...]:
        """Return where each card went that left the shoe in a round, in their order.

        From all the round's events: a hand in the words of the game (`box 3`, `dealer`), or what
        became of the card (`burnt`), in printable ASCII. A game without a shoe says nothing.
        """
        return ()

    def face_down_cards_of(self, state: S, party: Party) -> frozenset[int]:
        """Return the cards that lie face down and that this party holds and may look at.

        By when they were drawn, from 0.
        """
        return frozenset()

    def meter_totals(self, state: S) -> tuple[MeterTotal, ...]:
        """Return what each meter of the table has counted; empty in a game without meters.

        Compared with the ledger (`manage.py audit_meters`), with what lies there.
        """
        return ()

    def box_totals(self, state: S) -> BoxTotals:
        """Return all that a machine's meters counted into its note box and base; never set back.

        A relief takes out what came since the last one.
        """
        return BoxTotals()

    def return_sheet(self, rules: R) -> ReturnSheet | None:
        """Return what a device's games pay back by its sheet; `None` in a game without devices."""
        return None

    def technical_sheet(self, rules: R) -> TechnicalSheet | None:
        """Return what a machine's file takes from its sheet; `None` in a game without machines.

        Where there is one, the table is a machine: it has a file and opens on the floor alone.
        """
        return None

    @property
    def device_orders(self) -> DeviceOrders | None:
        """The staff orders that need the device's key; `None` in a game without devices."""
        return None

    def meter_readings(self, rules: R, state: S) -> Mapping[str, int]:
        """Return every meter as the device shows it, by name; empty in a game without meters."""
        return {}

    def stake_limits(self, rules: R) -> tuple[int | None, int | None]:
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
    def demo_tables(self) -> tuple[DemoTable, ...]:
        """The game's tables in the demo house."""
        return ()

    @property
    def pricing(self) -> Pricing | None:
        """What its bets cost; `None` where no report computes it.

        Imported late: no engine depends on what computes its prices.
        """
        return None

    @property
    def round_conversion(self) -> RoundConversion | None:
        """How its recorded rounds become worked examples, by which disputed rounds are reviewed."""
        return None

    def incident(self, rules: R, event: E) -> Incident | None:
        """Return the incident that an event submits or decides, if the control is notified of it.

        What a chief decides on the spot, as a spin that is stopped, is none (MC-EROU-07).
        """
        return None

    @property
    def options_to_notify(self) -> Mapping[str, str]:
        """Option -> the clause by which the regulator is notified when the operator sets it."""
        return {}

    @property
    def options_to_approve(self) -> Mapping[str, str]:
        """Option -> the clause by which the regulator approves it before the operator sets it.

        Such a change is in force from a table's next session on.
        """
        return {}

    @property
    def levy_kind(self) -> str:
        """The kind of the events that are numbered records of the levy; empty without a levy."""
        return ""

    def levy_record(self, event: E) -> tuple[int, Amount] | None:
        """Return serial and amount of an event of `levy_kind`, `None` for any other event.

        Serials run on from 1 at each table.
        """
        return None

    def player_transfers(self, state: S, event: E) -> tuple[PlayerTransfer, ...]:
        """Return what an event transfers from player to player; `state` is the one before it.

        Empty in games where the house banks.
        """
        return ()

    @property
    def bet_result_kinds(self) -> frozenset[str]:
        """The kinds of the events of `bet_results`; none where the bets are not summed up apart."""
        return frozenset()

    def bet_results(self, event: E) -> tuple[BetResult, ...]:
        """Return what an event of `bet_result_kinds` adds to the sums of the bets.

        Over a round that is not annulled all that was won comes to what float and levy have gained.
        """
        return ()

    @property
    def throw_kind(self) -> str:
        """The kind of the events that say what dice show; empty in a game without dice."""
        return ""

    def thrown_dice(self, event: E) -> tuple[tuple[int, int], ...]:
        """Return which dice of the session an event of `throw_kind` throws, each with its face."""
        return ()

    def expand_written_announcement(self, rules: R, text: str) -> tuple[tuple[str, int], ...]:
        """Return the positions that a written announcement stands for, and the units on each.

        Refuses `writings_not_taken` in a game that knows none, `variant_disabled` where the rules
        take none, `need_not_be_written` for a simple one, and `not_a_combination`.
        """
        raise Refused("writings_not_taken")

    def parties_with_announcement(self, state: S) -> frozenset[Party]:
        """Return the parties with a written announcement in the round."""
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
