"""What everybody may know of a coup, what one party alone is shown, and what an event tells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from tables.games.baccara.hands import Hand
from tables.games.baccara.points import point
from tables.games.baccara.seats import NO_SEAT, NOBODY, SeatTaken
from tables.games.baccara.stakes import own_stakes, stakes_shown
from tables.games.banque_a_tout_va import last_coup, messages, play
from tables.games.banque_a_tout_va.rules import Bet, Rules
from tables.games.banque_a_tout_va.state import Stage, State
from tables.games.chemin_de_fer import view as at_chemin
from tables.games.chemin_de_fer.messages import CardPassed
from tables.games.core.cards import Card
from tables.games.core.messages import GameView
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import EVERYBODY, Audience, Option, redact_stakes
from tables.games.core.values import changed, copy_as

_SIDES: tuple[messages.Side, ...] = ("right", "left", "banker")


@dataclass(frozen=True, slots=True)
class CardsView:
    """A hand as it lies on the table: `None` is a card face down."""

    cards: tuple[Card | None, ...]
    point: int | None
    """`None` until the first two are shown."""
    draws: bool | None
    """« Carte » or « non », once it was said."""
    holder: Party
    """Who looks at them and speaks; empty for the croupier."""
    seat: BoxNo
    """The holder's; 0 for the croupier and for a banker without a seat."""


@dataclass(frozen=True, slots=True)
class SpotView:
    """A bet: what all players have on it, and what one may have."""

    on: Bet
    staked: Amount
    least: Amount
    step: Amount
    most: Amount


class View(GameView, kind="banque_a_tout_va"):
    """All that everybody may know."""

    phase: Stage
    options: tuple[Option, ...]
    """Those of the seats, as far as they give no cards away; what a hand may say is in `own`."""
    seats: tuple[SeatTaken, ...]
    per_tableau: int
    """Seats 1 to so many are the right tableau's, the others the left one's."""
    spots: tuple[SpotView, ...]
    staked: Amount
    """All stakes of the coup."""
    players: int
    """How many parties have stakes."""
    ready: int
    """How many of them want no more."""
    banker: Party
    """Empty while the house has the bank."""
    bank: Amount
    """His chips; 0 while the house has the bank."""
    approved: Party
    """Who may put chips into the bank; empty where the house alone has it."""
    leaving: bool
    """The banker leaves after this coup."""
    limit: Amount | None
    """The most that all stakes of the coup may come to; `None` for no limit."""
    right: CardsView
    left: CardsView
    bankers: CardsView
    on_right: messages.Outcome | None
    """What the right tableau does against the banker, once it is announced."""
    on_left: messages.Outcome | None
    net: int
    """What the bank has won in this coup, once it is settled."""
    results: tuple[str, ...]
    """The coups of this shoe, first to last: `+7=6/6`, see `state.written`."""
    coup: int
    """The number of the coup, counted as they are dealt."""
    shoe: int
    shoes: int
    """Of so many shoes in the session this is which."""
    rest: int | None
    """Cards left in the shoe, once the stop card is out."""
    last: messages.LastCoup
    """What the stop card has led to."""
    rounds_left: int | None
    """How many coups are left with this one, once it is announced."""
    voided: bool
    chemin: at_chemin.View | None = None
    """The last coup, « du chemin de fer », as that game shows it, while it lies there."""


class Own(GameView, kind="banque_a_tout_va"):
    """What a party has on the layout, the hand that it holds, and what became of its stakes."""

    wagers: tuple[messages.Wager, ...]
    staked: Amount
    ready: bool
    hand: Literal["", "right", "left", "banker"]
    """The hand whose cards only this party sees; empty where it holds none."""
    cards: tuple[Card, ...]
    point: int
    """Of these cards and a third one that lies open."""
    settled: tuple[messages.Settled, ...]
    returned: Amount
    """Given back in this coup, stakes included."""
    options: tuple[Option, ...]
    chemin: at_chemin.Own | None = None
    """What the last coup, « du chemin de fer », shows this party alone."""


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know; cards face down are nothing but backs."""
    chemin = last_coup.shown(rules, state.chemin) if state.chemin is not None else None
    return copy_as(
        View,
        state,
        **stakes_shown(rules, state, SpotView),
        phase=state.stage,
        options=chemin.options if chemin is not None else (),
        chemin=chemin,
        per_tableau=rules.seats,
        approved=rules.approved or NOBODY,
        limit=play.limit(rules, state),
        right=_hand(state, state.right),
        left=_hand(state, state.left),
        bankers=_hand(state, state.bankers),
        shoes=rules.shoes_per_session,
    )


def _hand(state: State, hand: Hand) -> CardsView:
    seat = state.seat_of(hand.holder) if hand.holder else NO_SEAT
    if hand.shown:
        return CardsView(hand.cards, hand.point, hand.draws, hand.holder, seat)
    # Only a third card lies face up.
    cards = tuple([card if no == 2 else None for no, card in enumerate(hand.cards)])
    return CardsView(cards, None, hand.draws, hand.holder, seat)


def _option(command: str, box: BoxNo, clause: str, hand: str = "") -> Option:
    return Option(f"banque_a_tout_va.{command}", box, hand, Amount(0), f"MC-BTV-{clause}")


def holds(state: State, party: Party) -> messages.Side | None:
    """Return the hand whose cards lie face down before this party, or are thrown by it."""
    if state.stage == "closed":
        return None
    return next((side for side in _SIDES if state.hand(side).held_by(party)), None)


def parties_with_private_view(state: State) -> frozenset[Party]:
    """Return who has stakes, results, or cards that the others do not see, and the banker."""
    holders = [each.holder for each in (state.right, state.left)]
    held = [party for party in holders if holds(state, party)]
    banker = [state.banker] if state.banker else []
    chemin = at_chemin.parties_with_private_view(state.chemin) if state.chemin is not None else ()
    return frozenset((*state.stakes, *state.settled, *held, *banker, *chemin))


def private_view(rules: Rules, state: State, party: Party) -> Own | None:
    """Return what this party alone is shown; `None` where there is nothing."""
    if party not in parties_with_private_view(state):
        return None
    side = holds(state, party)
    cards = state.hand(side).cards if side else ()
    chemin = last_coup.private_view(rules, state, party)
    return Own(
        **own_stakes(state, party),
        hand=side or "",
        cards=cards[:2],
        point=point(cards),
        options=chemin.options if chemin is not None else tuple(_own_options(rules, state, party)),
        chemin=chemin,
    )


def _own_options(rules: Rules, state: State, party: Party) -> Iterator[Option]:
    seat = state.seat_of(party)
    if state.stage == "betting" and party in state.stakes and party not in state.ready:
        yield _option("ready", seat, "22")
    if party == state.banker:
        if state.stage == "offer":
            yield _option("chemin_de_fer", seat, "38")
        if not state.leaving and state.stage not in ("chemin_de_fer", "closed"):
            yield _option("leave_bank", seat, "38" if state.stage == "offer" else "08")
        if state.stage == "deal":
            yield _option("deal", seat, "15")
    if state.stage in ("right", "left", "banker"):
        side: messages.Side = state.stage
        if state.hand(side).holder == party:
            forced = play.must_draw(rules, state, side)
            clause = "30" if side == "banker" else "26"
            for command, draws in (("draw", True), ("stand", False)):
                if forced is None or forced is draws:
                    yield _option(command, seat, clause, side)


def face_up_cards(state: State) -> frozenset[int]:
    """Return the cards that everybody sees, by when they were drawn: right, left, banker, twice.

    Third cards follow, face up (MC-BTV-29).
    """
    if state.chemin is not None:
        return at_chemin.face_up_cards(state.chemin)
    shown: set[int] = set(range(6, state.dealt))
    for no, side in enumerate(_SIDES):
        if state.hand(side).shown:
            shown |= {no, no + 3}
    return frozenset(shown)


def face_down_cards_of(state: State, party: Party) -> frozenset[int]:
    """Return the cards that a party alone may look at."""
    if state.chemin is not None:
        return at_chemin.face_down_cards_of(state.chemin, party)
    side = holds(state, party)
    if side is None:
        return frozenset()
    no = _SIDES.index(side)
    return frozenset({no, no + 3})


def redact(event: messages.Event, audience: Audience = EVERYBODY) -> messages.Event:
    """Return an event with only what an audience may know (`Game.redact`)."""
    match event:
        case messages.CardsDealt() if not audience.face_down:
            return changed(event, right=(), left=(), banker=())
        case CardPassed() if not event.face_up and not audience.face_down:
            return changed(event, card=None)
        case _:
            return redact_stakes(event, audience)


def result(state: State) -> str:
    """Return `void`, the points with what each tableau does, or nothing without a coup."""
    if state.voided:
        return "void"
    if state.chemin is not None:
        return at_chemin.result(state.chemin)
    return state.results[-1] if state.on_right is not None else ""


def card_destinations(events: Iterable[messages.Event]) -> Iterator[str]:
    """Yield where each card of a coup went, in the order in which they left the shoe."""
    for event in events:
        match event:
            case messages.CardsDealt():
                # One by one (MC-BTV-23).
                yield from ("right", "left", "banker") * len(event.banker)
            case messages.ThirdCard() | CardPassed():
                yield event.hand
