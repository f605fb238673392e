"""The state of a coup and its fold: what each event changes. Total, and knows no rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, assert_never

from tables.games.baccara.hands import NO_CARDS, Hand
from tables.games.baccara.seats import NOBODY
from tables.games.baccara.stakes import StakedCoup, settled_by_party, stakes_with
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import Voided
from tables.games.core.values import changed, copy_as
from tables.games.punto_banco import messages
from tables.games.punto_banco.messages import Carried, Event, Settled, Side, Wager
from tables.games.punto_banco.rules import Bet

Stage = Literal["betting", "dealing", "punto", "banco", "drawing", "third", "closed"]
"""Where the coup is.

`dealing`: four cards are drawn. `punto`, `banco`: the holder of these cards turns them up.
`drawing`: the table of third cards is applied. `third`: a third card is drawn for the side that
spoke last.
"""


@dataclass(frozen=True, slots=True)
class State(StakedCoup, Carried):
    """One coup, and what it carries of those before."""

    stage: Stage = "betting"
    refused: frozenset[Party] = frozenset()
    """Who lets the bank pass."""
    passed: frozenset[Party] = frozenset()
    """Over which of them it has gone on; their word is used up when the coup is over."""
    silent: frozenset[Party] = frozenset()
    to_burn: int | None = 0
    """Cards still to be burnt; `None` before one is turned up to say how many."""
    stakes: Mapping[Party, tuple[Wager, ...]] = field(default_factory=dict)
    """Parties in the order in which they first staked."""
    ready: frozenset[Party] = frozenset()
    punto: Hand = NO_CARDS
    banco: Hand = NO_CARDS
    pairs: tuple[bool, bool] | None = None
    """Punto's and banco's, once they are announced."""
    wins: tuple[Bet, ...] | None = None
    """What wins, once it is announced."""
    settled: Mapping[Party, tuple[Settled, ...]] = field(default_factory=dict)
    dealt: int = 0
    """Cards that have left the shoe in this coup."""
    voided: bool = False

    @property
    def on_layout(self) -> Amount:
        """Return the players' chips on the layout."""
        return self.staked

    def hand(self, side: Side) -> Hand:
        """Return the cards of a side."""
        return self.punto if side == "punto" else self.banco

    @property
    def turn(self) -> Side:
        """Return the side whose cards are to be turned up."""
        return "punto" if self.stage == "punto" else "banco"


def written(punto: Hand, banco: Hand) -> str:
    """Return a coup in a few characters: who won, both points, punto's first, then what it was.

    `P98n`: punto wins with 9 to 8, a natural. `p` and `b` say that punto, that banco had a pair.
    """
    mine, theirs = punto.point, banco.point
    sign = "T" if mine == theirs else "P" if mine > theirs else "B"
    natural = punto.natural or banco.natural
    return f"{sign}{mine}{theirs}" + "n" * natural + "p" * punto.pair + "b" * banco.pair


def evolve(state: State | None, event: Event) -> State:
    """Return the coup after the event; a `CoupOpened` begins it."""
    state = state or State()
    match event:
        case messages.CoupOpened():
            refused, silent = frozenset(event.refused), frozenset(event.silent)
            to_burn = None if event.burns else 0
            return copy_as(State, event, refused=refused, silent=silent, to_burn=to_burn)
        case messages.SeatsChanged():
            return _moved(changed(state, seats=event.seats), event)
        case messages.CardTurnedUp():
            return changed(state, turned_up=event.card, to_burn=event.burns, dealt=state.dealt + 1)
        case messages.CardsBurnt():
            return changed(state, burned=event.count, to_burn=0, dealt=state.dealt + event.count)
        case messages.Staked():
            return _staked(state, event)
        case messages.Readied():
            return changed(
                state, ready=state.ready | {event.party}, silent=state.silent - {event.party}
            )
        case messages.BankRefused():
            refused, passed = state.refused | {event.party}, state.passed | {*event.passed}
            return _moved(changed(state, refused=refused, passed=passed), event)
        case messages.BetsClosed():
            return changed(state, stage="dealing")
        case messages.CardsDealt():
            return changed(
                state,
                stage="punto",
                punto=Hand(event.punto, event.to_punto),
                banco=Hand(event.banco, event.to_banco),
                shoe_over=state.shoe_over or event.stop_card,
                coup=event.coup,
                dealt=state.dealt + 4,
            )
        case messages.CardsRefused():
            return _with(state, event.hand, changed(state.hand(event.hand), holder=NOBODY))
        case messages.HandTurned():
            return _turned(state, event)
        case messages.PairsAnnounced():
            return changed(state, pairs=(event.punto, event.banco))
        case messages.HandSpoke():
            spoken = changed(state.hand(event.hand), draws=event.draws)
            stage: Stage = "third" if event.draws else "drawing"
            return changed(_with(state, event.hand, spoken), stage=stage)
        case messages.ThirdCard():
            return _drawn(state, event)
        case messages.CoupAnnounced():
            return changed(
                state,
                wins=event.wins,
                results=(*state.results, event.result),
                held=state.held + 1,
                refused=state.refused - state.passed,
                passed=frozenset(),
            )
        case messages.StakesSettled():
            return _settled(state, event.settled)
        case messages.BankPassed():
            return _moved(changed(state, refused=state.refused - {*event.passed}), event)
        case messages.SessionBroken():
            return changed(state, stage="closed", stakes={}, rounds_left=0)
        case messages.CoupClosed():
            return changed(state, stage="closed")
        case Voided():
            return changed(state, stage="closed", stakes={}, settled={}, voided=True)
        case _:
            assert_never(event)


def _moved(
    state: State, to: messages.SeatsChanged | messages.BankRefused | messages.BankPassed
) -> State:
    held = state.held if to.banker == state.banker and to.banker else 0
    return changed(state, seat=to.seat, banker=to.banker, offered=to.offered, held=held)


def _drawn(state: State, event: messages.ThirdCard) -> State:
    hand = state.hand(event.hand)
    drawn = changed(hand, cards=(*hand.cards, event.card))
    return changed(
        _with(state, event.hand, drawn),
        stage="drawing",
        shoe_over=state.shoe_over or event.stop_card,
        dealt=state.dealt + 1,
    )


def _with(state: State, side: Side, hand: Hand) -> State:
    return changed(state, punto=hand) if side == "punto" else changed(state, banco=hand)


def _turned(state: State, event: messages.HandTurned) -> State:
    hand = state.hand(event.hand)
    state = _with(state, event.hand, changed(hand, shown=True))
    silent = state.silent | {hand.holder} if event.by == "clock" else state.silent
    if event.by == "holder":
        silent -= {hand.holder}
    return changed(state, stage="banco" if event.hand == "punto" else "drawing", silent=silent)


def _staked(state: State, event: messages.Staked) -> State:
    stakes, by = stakes_with(state.stakes, event.party, event.laid), {event.party}
    return changed(state, stakes=stakes, ready=state.ready - by, silent=state.silent - by)


def _settled(state: State, settled: Iterable[Settled]) -> State:
    stakes = state.stakes
    for each in settled:
        left = tuple([one for one in stakes.get(each.party, ()) if one.id != each.id])
        stakes = stakes_with(stakes, each.party, left)
    return changed(state, stakes=stakes, settled=settled_by_party(settled, state.settled))
