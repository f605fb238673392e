"""A round in sentences, French or English, for the operator who settles a dispute.

Knows a sentence for every kind of event; a kind without one is described by its fields.
"""

import dataclasses
import functools
import re
import types
import typing
from collections.abc import Mapping
from typing import Any, Final

from tables.funds import postings
from tables.games import GAMES
from tables.games.core import words
from tables.games.core.cards import Card
from tables.games.core.money import Amount, Move, Party, Place
from tables.games.core.protocol import Fact, Wording
from tables.games.core.words import Words

COMMON: Final = Wording(
    {"table.voided": ("Coup annulé : {reason}.", "Round voided: {reason}.")}, {}, lambda event: ""
)
"""The sentences and words that all games share."""

REASONS: Final[Mapping[str, Words]] = {
    **words.REASONS,
    **postings.REASONS,
    **{code: told for game in GAMES.values() for code, told in game.wording.reasons.items()},
}
"""What moves of all games, and between the house and its floats, are for, by code."""


def move_reason(why: str) -> tuple[str, str]:
    """Return what a move is for; its bare code in both languages where nobody has words for it."""
    return REASONS.get(why, (why, why))


POTS: Final[Mapping[str, Words]] = {
    pot: words for game in GAMES.values() for pot, words in game.wording.pots.items()
}
"""What the pots of jackpots are called, by name."""


def pot_name(pot: str) -> tuple[str, str]:
    """Return what a pot of a jackpot is called; its bare name where nobody has words for it."""
    return POTS.get(pot, (pot, pot))


_OPTIONAL: Final = re.compile(r"\[(?P<part>[^\[\]]*\{(?P<field>\w+)\}[^\[\]]*)\]")
RANKS: Final = {"T": ("10", "10"), "J": ("V", "J"), "Q": ("D", "Q"), "K": ("R", "K")}
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclasses.dataclass(frozen=True, slots=True)
class Narrator:
    """Describes events in one language, with the names under which the parties play."""

    french: bool
    names: Mapping[Party, str]

    def describe(self, event: Fact) -> str:
        """Return the event in one sentence."""
        wording = wording_of(event.kind)
        fields = self._fields(event, wording, "moves")
        pair = wording.sentences.get(f"{event.kind} {wording.variant(event)}")
        pair = pair or wording.sentences.get(event.kind)
        if pair is None:
            return " ".join([event.kind, *(f"{name}: {text}" for name, text in fields.items())])
        return self._filled(pair, fields)

    def tell_move(self, move: Move) -> str:
        """Return where the chips went."""
        ends = (self._place(move.source, move.party), self._place(move.target, move.party))
        why = self.choose(move_reason(move.why))
        return f"{self.amount(move.amount)} : {' → '.join(ends)} ({why}, {move.box})"

    def amount(self, minor: int) -> str:
        """Return minor units as they are written: `10,00`, or `10.00` in English."""
        return f"{minor // 100}{',' if self.french else '.'}{minor % 100:02}"

    def card(self, card: Card) -> str:
        """Return a card as players read it: `R♥`, or `K♥` in English."""
        rank = RANKS.get(card[0])
        return (self.choose(rank) if rank else card[0]) + SUITS[card[1]]

    def choose(self, pair: tuple[str, str]) -> str:
        """Return the words of this language out of both."""
        return pair[0] if self.french else pair[1]

    def _filled(self, pair: tuple[str, str], fields: Mapping[str, str]) -> str:
        """Return a sentence with its fields, without the bracketed parts whose field is empty."""

        def part(found: re.Match[str]) -> str:
            return found["part"] if fields[found["field"]] else ""

        return _OPTIONAL.sub(part, self.choose(pair)).format(**fields)

    def _place(self, place: Place, party: Party) -> str:
        return self.choose(words.PLACES[place]).format(party=self.names.get(party, party))

    def _fields(self, value: Any, wording: Wording, *left_out: str) -> dict[str, str]:
        kind: type = type(value)
        kinds = _kinds(kind)
        return {
            each.name: self._value_text(kinds.get(each.name), getattr(value, each.name), wording)
            for each in dataclasses.fields(value)
            if each.name not in ("kind", *left_out)
        }

    def _value_text(self, kind: Any, value: Any, wording: Wording) -> str:
        """Return a value as it is read; empty for `None`."""
        if value is None:
            return ""
        if kind is Amount:
            return self.amount(value)
        if kind is Card:
            return self.card(value)
        if kind is Party:
            return self.names.get(value, value)
        if isinstance(value, tuple | list):
            inner = (typing.get_args(kind) or (None,))[0]
            return ", ".join(self._value_text(inner, each, wording) for each in value)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = self._fields(value, wording)
            name = type(value).__name__
            pair = wording.sentences.get(name)
            if getattr(value, "amount", None) == 0:
                pair = wording.sentences.get(f"{name} nothing", pair)
            if pair is None:
                return " ".join(reversed(fields.values()))
            return self._filled(pair, fields)
        if not isinstance(value, str):
            return str(value)
        kind, _, chosen = value.partition(":")
        bet = wording.bets.get(value) or wording.bets.get(kind)
        pair = (
            wording.words.get(value) or (bet and bet.with_choice(chosen)) or wording.pots.get(value)
        )
        return self.choose(pair) if pair else value


@functools.cache
def _kinds(event: type) -> Mapping[str, Any]:
    """Return the types of the fields; of what may be `None`, the other type."""
    kinds = typing.get_type_hints(event)
    for name, hint in kinds.items():
        match typing.get_args(hint):
            case kind, types.NoneType:
                kinds[name] = kind
    return kinds


def wording_of(kind: str) -> Wording:
    """Return the sentences for a kind of event: its game's, or those that all games share."""
    game = GAMES.get(kind.partition(".")[0])
    return game.wording if game else COMMON


def result_text(game: str, result: str) -> tuple[str, str]:
    """Return a finished round's result in French and in English words."""
    if result == "void":
        return "Coup annulé, mises rendues", "Round voided, stakes returned"
    return GAMES[game].wording.result(result) if result else ("Sans résultat", "No result")


def parties_of(event: Any) -> set[Party]:
    """Return whom an event names, itself or in what it lists."""
    found = {event.party} if getattr(event, "party", None) else set()
    for each in dataclasses.fields(event):
        listed = getattr(event, each.name)
        if isinstance(listed, tuple):
            for item in listed:
                if dataclasses.is_dataclass(item) and not isinstance(item, type):
                    found |= parties_of(item)
    return found
