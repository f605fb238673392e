"""What everybody may know of a coup, what one party alone is shown, and what an event tells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from tables.games.baccara.hands import Hand
from tables.games.baccara.seats import SeatTaken
from tables.games.baccara.stakes import own_stakes, stakes_shown
from tables.games.core.cards import Card
from tables.games.core.messages import GameView
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import EVERYBODY, Audience, Option, redact_stakes
from tables.games.core.values import changed, copy_as
from tables.games.punto_banco import messages
from tables.games.punto_banco.messages import Event, Settled, Side, Wager
from tables.games.punto_banco.rules import Bet, Rules, Variant
from tables.games.punto_banco.state import Stage, State


@dataclass(frozen=True, slots=True)
class CardsView:
    """A hand as it lies on the table: `None` is a card face down."""

    cards: tuple[Card | None, ...]
    point: int | None
    """`None` until the hand is turned."""
    draws: bool | None
    """« Carte » or « non », once it was said."""
    to: Party
    """Who may turn it; empty for the dealer."""


@dataclass(frozen=True, slots=True)
class SpotView:
    """A bet that is offered: what all players have on it, and what one may have."""

    on: Bet
    staked: Amount
    least: Amount
    step: Amount
    most: Amount


class View(GameView, kind="punto_banco"):
    """All that everybody may know."""

    phase: Stage
    options: tuple[Option, ...]
    """Those of the seats."""
    seats: tuple[SeatTaken, ...]
    seat: BoxNo
    """The banker's; 0 while the dealer has banco's cards."""
    banker: Party
    spots: tuple[SpotView, ...]
    """In the order of the layout."""
    staked: Amount
    """All chips on the layout."""
    players: int
    """How many parties have chips there."""
    ready: int
    """How many of them want no more."""
    punto: CardsView
    banco: CardsView
    pairs: tuple[bool, bool] | None
    """Whether punto's, whether banco's first two cards are a pair, once it is announced."""
    wins: tuple[Bet, ...] | None
    """What wins, once it is announced."""
    turned_up: Card | None
    """The card that said how many were burnt of this shoe."""
    burned: int
    results: tuple[str, ...]
    """The coups of this shoe, first to last: `P98n`, see `state.written`."""
    coup: int
    """The number of the coup, counted as they are dealt."""
    last_coup: bool
    """The stop card is out: no other coup of this shoe follows."""
    rounds_left: int | None
    """How many coups are left with this one, once it is announced."""
    variant: Literal["classic", "punto_2000"]
    voided: bool


class Own(GameView, kind="punto_banco"):
    """What a party has on the layout, the cards that it holds, and what became of its stakes."""

    wagers: tuple[Wager, ...]
    staked: Amount
    ready: bool
    punto: tuple[Card, ...]
    """Punto's cards, while they are face down and passed to this party."""
    banco: tuple[Card, ...]
    settled: tuple[Settled, ...]
    returned: Amount
    """Given back in this coup, stakes included."""
    options: tuple[Option, ...]


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know; cards face down are nothing but backs."""
    return copy_as(
        View,
        state,
        **stakes_shown(rules, state, SpotView),
        phase=state.stage,
        options=tuple(_options(state)),
        punto=_hand(state.punto),
        banco=_hand(state.banco),
        last_coup=state.shoe_over,
        variant="classic" if rules.variant is Variant.CLASSIC else "punto_2000",
    )


def _hand(hand: Hand) -> CardsView:
    if not hand.shown:
        return CardsView((None,) * len(hand.cards), None, None, hand.holder)
    return CardsView(hand.cards, hand.point, hand.draws, hand.holder)


def _option(command: str, box: BoxNo, clause: str, hand: str = "") -> Option:
    return Option(f"punto_banco.{command}", box, hand, Amount(0), f"MC-PB-{clause}")


def _options(state: State) -> Iterator[Option]:
    """Yield what the parties at the seats may do now."""
    if state.stage == "betting":
        for each in state.seats:
            banker = each.party == state.banker
            if banker and not state.held and each.party not in state.refused:
                yield _option("refuse_bank", each.seat, "14")
    elif state.stage in ("punto", "banco"):
        side = state.turn
        if seat := state.seat_of(state.hand(side).holder):
            yield _option("turn", seat, "34" if side == "punto" else "36", side)
            yield _option("refuse_cards", seat, "35" if side == "punto" else "38", side)


def holds(state: State, party: Party) -> tuple[Side, ...]:
    """Return the sides whose cards lie face down before this party."""
    sides: tuple[Side, ...] = ("punto", "banco")
    return tuple([side for side in sides if state.hand(side).held_by(party)])


def parties_with_private_view(state: State) -> frozenset[Party]:
    """Return who has stakes, results, or cards that the others do not see."""
    holders = [each.holder for each in (state.punto, state.banco)]
    held = [party for party in holders if holds(state, party) and state.stage != "closed"]
    return frozenset((*state.stakes, *state.settled, *held))


def private_view(rules: Rules, state: State, party: Party) -> Own | None:
    """Return what this party alone is shown; `None` where there is nothing."""
    if party not in parties_with_private_view(state):
        return None
    held = holds(state, party) if state.stage != "closed" else ()
    may_ready = state.stage == "betting" and party in state.stakes and party not in state.ready
    return Own(
        **own_stakes(state, party),
        punto=state.punto.cards if "punto" in held else (),
        banco=state.banco.cards if "banco" in held else (),
        options=(_option("ready", state.seat_of(party), "31"),) if may_ready else (),
    )


def _first(state: State) -> int:
    """Return how many cards left the shoe in this coup before punto's first."""
    return state.dealt - len(state.punto.cards) - len(state.banco.cards)


def face_up_cards(state: State) -> frozenset[int]:
    """Return the cards that everybody sees, by when they were drawn; burnt cards are none of them.

    The one that is turned up comes first, then those burnt, then two each, punto's first.
    """
    first = _first(state)
    shown = {0} if state.burns and state.to_burn is not None else set()
    for no, hand in enumerate((state.punto, state.banco)):
        if hand.shown:
            shown |= {first + no, first + no + 2}
    if state.punto.cards:
        shown |= set(range(first + 4, state.dealt))
    return frozenset(shown)


def face_down_cards_of(state: State, party: Party) -> frozenset[int]:
    """Return the cards that a party alone may look at."""
    if state.stage == "closed":
        return frozenset()
    first = _first(state)
    numbers = {"punto": (first, first + 2), "banco": (first + 1, first + 3)}
    return frozenset(no for side in holds(state, party) for no in numbers[side])


def redact(event: Event, audience: Audience = EVERYBODY) -> Event:
    """Return an event with only what an audience may know (`Game.redact`)."""
    if isinstance(event, messages.CardsDealt) and not audience.face_down:
        return changed(event, punto=(), banco=())
    return redact_stakes(event, audience)


def result(state: State) -> str:
    """Return `void`, who won with which points, punto's first, or nothing without a coup."""
    if state.voided:
        return "void"
    return state.results[-1] if state.wins is not None else ""


def card_destinations(events: Iterable[Event]) -> Iterator[str]:
    """Yield where each card of a coup went, in the order in which they left the shoe."""
    for event in events:
        match event:
            case messages.CardTurnedUp():
                yield "turned up"
            case messages.CardsBurnt():
                yield from ("burnt",) * event.count
            case messages.CardsDealt():
                # One by one, punto's first (MC-PB-32).
                yield from ("punto", "banco") * len(event.punto)
            case messages.ThirdCard():
                yield event.hand
