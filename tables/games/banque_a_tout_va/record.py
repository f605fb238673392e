"""A recorded coup as a worked example: events in, `mc-rules-examples/1` out.

Copies what the coup found, who had the bank and the hands, what lay there when bets were closed,
what was said and which cards were dealt, and nothing that the engine made of it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.games.banque_a_tout_va import last_coup
from tables.games.banque_a_tout_va.messages import (
    BankLeaves,
    BankLeft,
    BankPutUp,
    BetsClosed,
    CardsDealt,
    CheminDeFerBegan,
    CoupOpened,
    DealBegan,
    Event,
    HandSpoke,
    SessionBroken,
    ShoeEnds,
    Side,
    Staked,
    ThirdCard,
    Wager,
)
from tables.games.banque_a_tout_va.rules import Rules
from tables.games.banque_a_tout_va.state import State, evolve
from tables.games.chemin_de_fer import CHEMIN_DE_FER
from tables.games.chemin_de_fer import messages as chemin
from tables.games.core.examples import RecordedSteps
from tables.games.core.money import Party
from tables.games.core.protocol import Voided


@dataclass(slots=True)
class _Coup(RecordedSteps):
    """What the events have said so far."""

    stakes: dict[Party, tuple[Wager, ...]] = field(default_factory=dict)
    holders: dict[Side, Party] = field(default_factory=dict)
    banked: set[Party] = field(default_factory=set)
    """The players who have had the bank."""
    outcome: dict[str, Any] = field(default_factory=lambda: {"cards": []})
    offered: bool = False
    asked: bool = True
    """The banker was asked for the last coup; in older rounds he had his chips back instead."""

    def read(self, event: Event) -> None:
        match event:
            case CoupOpened(banker=banker) | BankPutUp(banker=banker):
                self.holders["banker"] = banker
                self.banked |= {banker} if banker else set()
                if isinstance(event, BankPutUp):
                    self.decide(banker, "put_up", at=0, amount=event.amount)
            case BankLeft(why="asked") if not self.outcome["cards"]:
                self.decide(event.banker, "leave_bank", at=0)
            case ShoeEnds(last="chemin_de_fer_offered"):
                self.offered = True
            case BankLeft(why="shoe") if self.offered:
                self.asked = False
            case BankLeaves():
                self.decide(event.banker, "leave_bank", at=0, phase="during")
            case Staked():
                self.stakes[event.party] = event.laid
            case BetsClosed():
                self.holders |= {"right": event.right, "left": event.left}
            case SessionBroken():
                self.outcome["broken_off"] = True
            case Voided():
                self.outcome["void"] = True
            case _:
                self._deal(event)

    def _deal(self, event: Event) -> None:
        match event:
            case DealBegan(by="holder"):
                self.decide(self.holders["banker"], "deal", at=0, phase="during")
            case CardsDealt():
                for three in zip(event.right, event.left, event.banker, strict=True):
                    self.outcome["cards"] += three
                self._rest(event.rest)
            case HandSpoke(by="holder"):
                word, hand = "draw" if event.draws else "stand", event.hand
                self.decide(self.holders[hand], word, at=0, phase="during", hand=hand)
            case ThirdCard():
                self.outcome["cards"].append(event.card)
                self._rest(event.rest)
            case _:
                pass

    def _rest(self, rest: int | None) -> None:
        if rest is not None:
            self.outcome |= {"stop_card": True, "cards_left": rest}


def carried(example: Mapping[str, Any]) -> int:
    """Return how many chips lay in a player's bank when the coup opened, in minor units."""
    return int(example["carried"]["bank"])


def example_of(
    amend: Callable[[str, Mapping[str, Any]], Rules],
    book: str,
    options: Mapping[str, Any],
    events: Sequence[Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`; `amend` is the game's.

    `None` when there is nothing to play: nobody had chips in it, or it was annulled and no player
    had the bank, which stays.
    """
    opened = events[0]
    if not isinstance(opened, CoupOpened):
        raise ValueError("A coup does not begin with its opening.")
    if any(isinstance(event, CheminDeFerBegan) for event in events):
        return _last_coup(amend(book, options), book, events, pots)
    coup = _Coup()
    for event in events:
        coup.read(event)
    laid = [(party, each) for party, wagers in coup.stakes.items() for each in wagers]
    if not coup.banked and (not laid or "void" in coup.outcome):
        return None
    players = coup.banked | {party for party, _ in laid}
    main = {side: party for side, party in coup.holders.items() if side != "banker" and party}
    offers = {} if coup.asked else {"last_coup_chemin_de_fer": False}
    return {
        "options": {**options, **offers, "ayants_main": main},
        "players": sorted(players),
        "carried": {
            "banker": opened.banker,
            "bank": opened.bank,
            "silent": opened.silent,
            "rest": opened.rest,
            "last": opened.last,
            "rounds_left": opened.rounds_left,
            "chemin_de_fer": opened.chemin_de_fer,
        },
        "bets": [
            {"ref": f"b{no}", "player": party, "bet": each.on, "stake": each.amount, "at": 0}
            for no, (party, each) in enumerate(laid, start=1)
        ],
        "decisions": coup.decisions,
        "outcomes": [coup.outcome],
    }


def _last_coup(
    rules: Rules, book: str, events: Sequence[Event], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return the last coup, « du chemin de fer », as that game records one (A5)."""
    as_chemin = tuple(_at_chemin(events))
    return CHEMIN_DE_FER.round_conversion.example(book, last_coup.options(rules), as_chemin, pots)


def _at_chemin(events: Sequence[Event]) -> Iterator[chemin.Event]:
    """Yield what happened from where the last coup began, in the events of chemin de fer."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
        if isinstance(event, CheminDeFerBegan):
            assert state.chemin is not None
            yield state.chemin.opened
        elif state.chemin is not None and (shared := last_coup.to_chemin_de_fer(event)):
            yield shared
