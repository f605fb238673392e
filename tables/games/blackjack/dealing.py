"""Where the cards of the shoe go, and what is done with those out of order (ENG-03, ENG-22)."""

from tables.games.blackjack.legal import next_card_for
from tables.games.blackjack.messages import (
    CardDealt,
    CardDiscarded,
    CardExposed,
    Event,
    IncidentSubmitted,
    Misdealing,
    ShoeRefilled,
    StopCardOut,
)
from tables.games.blackjack.points import dealer_draws
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import State
from tables.games.blackjack.terms import Incidents, Shuffling
from tables.games.core.cards import Card
from tables.games.core.money import BoxNo
from tables.games.core.protocol import Cards, Drawn, Misdealt, Tag

DEALER = BoxNo(0)
_PLAYED: frozenset[Tag | None] = frozenset({None, "error_unexposed", "error_exposed"})
"""The cards that are used as the next card of the shoe (ON-79, ON-80)."""


def deal_order(state: State) -> list[tuple[BoxNo, str]]:
    """Return the places of the deal: each box, the dealer, each box again (ENG-03).

    A box that missed its second card gets it when the others have theirs (AMB-48).
    """
    boxes = [box for box in state.boxes if not box.void]
    return [
        *[(box.no, "h") for box in boxes],
        (DEALER, "d"),
        *[(box.no, "h") for box in boxes if not box.short],
        *[(box.no, "h") for box in boxes if box.short],
    ]


def dealt_count(state: State) -> int:
    """Return how many cards of the deal lie on the layout."""
    return sum(len(box.hands[0].cards) for box in state.boxes) + len(state.dealer)


def missing_count(state: State) -> int:
    """Return how many cards of the deal are still to come."""
    boxes = [box for box in state.boxes if not box.void]
    return 2 * len(boxes) + 1 - dealt_count(state)


def note_passed_over_boxes(rules: Rules, state: State, given: Misdealt) -> list[Event]:
    """Note the boxes that were passed over; refused once a card of the deal lies (ON-85, 86)."""
    boxes = {box.no for box in state.boxes}
    named = given.no_card | given.one_card
    both = given.no_card & given.one_card
    if state.stage != "dealing" or dealt_count(state) or not named or both or not named <= boxes:
        raise rules.refusal("not_awaited")
    noted = Misdealing(tuple(sorted(given.no_card)), tuple(sorted(given.one_card)))
    return [noted, *_submitted(rules, "misdeal")]


def place_cards(rules: Rules, state: State, due: object, given: Drawn) -> list[Event]:
    """Return where the cards go; refuses another number of cards than was awaited.

    What is out of order rides along: discarded cards are more than was awaited.
    """
    if isinstance(due, Cards) and not given.tags and not given.stop_card:
        if len(given.cards) != due.count:
            raise rules.refusal("not_awaited")
        places = _places(rules, state, due.count)
        return [
            CardDealt(no, label, card)
            for (no, label), card in zip(places, given.cards, strict=True)
        ]
    tags = given.tags or (None,) * len(given.cards)
    if len(tags) != len(given.cards) or not given.cards:
        raise rules.refusal("not_awaited")
    if tags == ("error_exposed",) and not isinstance(due, Cards):
        return _exposed(rules, state, given)
    played = sum(tag in _PLAYED for tag in tags)
    awaited = due.count if isinstance(due, Cards) else 0
    if played != awaited or not (awaited or _drew_too_many(state, tags)):
        raise rules.refusal("not_awaited")
    free = iter(_places(rules, state, played))
    stop_at = given.stop_at if _stopped(rules, state, given) else None
    events: list[Event] = []
    dealer = state.dealer
    for index, (card, tag) in enumerate(zip(given.cards, tags, strict=True)):
        if index == stop_at:
            events.append(StopCardOut(_behind(rules, state, tags, index, played)))
        if tag in _PLAYED:
            no, label = next(free)
            events.append(CardDealt(no, label, card))
            dealer = (*dealer, card) if no == DEALER else dealer
        else:
            events += _discarded(rules, card, tag, dealer)
        if tag is not None:
            events += _submitted(rules, tag)
    return events


def _drew_too_many(state: State, tags: tuple[Tag | None, ...]) -> bool:
    """Tell whether these cards followed the dealer's last, which no `Drawn` brought (ON-82).

    That was the exposed card which every player refused: it lay there already (ON-81).
    """
    stands = state.dealer_result not in (None, "NOT_DRAWN")
    return stands and set(tags) == {"dealer_overdraw"}


def _stopped(rules: Rules, state: State, given: Drawn) -> bool:
    """Tell whether the stop card came out now; a dealing shuffler has none (MC-037)."""
    new = given.stop_card and not state.stop_card
    return new and rules.shuffling is not Shuffling.CONTINUOUS


def _places(rules: Rules, state: State, count: int) -> list[tuple[BoxNo, str]]:
    if state.stage == "dealing":
        done = dealt_count(state)
        return deal_order(state)[done : done + count]
    return [next_card_for(rules, state) or (DEALER, "d")]


def _behind(
    rules: Rules, state: State, tags: tuple[Tag | None, ...], index: int, count: int
) -> BoxNo:
    """Return the box that gets the first card behind the stop card, 0 for the dealer."""
    places = _places(rules, state, count)
    before = sum(tag in _PLAYED for tag in tags[:index])
    return places[before][0] if before < len(places) else DEALER


def _discarded(rules: Rules, card: Card, tag: Tag | None, dealer: tuple[Card, ...]) -> list[Event]:
    match tag:
        case "face_up_in_shoe":
            return [CardDiscarded(card, tag)]
        case "dealer_overdraw" if not dealer_draws(rules, dealer):
            return [CardDiscarded(card, tag)]
        case "burn_after_refill":
            return [ShoeRefilled(), CardDiscarded(None, tag)]
        case _:
            raise rules.refusal("not_awaited")


def _exposed(rules: Rules, state: State, given: Drawn) -> list[Event]:
    """Lay the card open until somebody takes it (ON-80)."""
    if state.stage not in ("insurance", "play") or state.exposed is not None:
        raise rules.refusal("not_awaited")
    events: list[Event] = []
    if _stopped(rules, state, given):
        # The player who takes it gets the card behind the stop card.
        events.append(StopCardOut())
    return [*events, CardExposed(given.cards[0]), *_submitted(rules, "error_exposed")]


def _submitted(rules: Rules, what: str) -> list[Event]:
    if rules.incidents is Incidents.MANAGEMENT:
        return [IncidentSubmitted(what)]
    return []
