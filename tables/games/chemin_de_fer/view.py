"""What everybody may know of a coup, what the two who hold cards know, and what an event tells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from tables.games.baccara.points import point
from tables.games.baccara.seats import NO_SEAT, SeatTaken, next_seat
from tables.games.chemin_de_fer import asking, messages
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import Claim, Stage, State
from tables.games.core.cards import Card
from tables.games.core.messages import GameView
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import EVERYBODY, Audience, Option
from tables.games.core.values import changed, copy_as


@dataclass(frozen=True, slots=True)
class ClaimView:
    claim: int
    party: Party
    bet: messages.Bet
    amount: Amount
    state: Literal["asked", "accepted", "late"]
    left_in: bool
    """Left in after a tie."""
    marked: bool
    """*Jeu marqué*: a part of more than half of the bank (MC-CDF-23)."""


@dataclass(frozen=True, slots=True)
class CardsView:
    """A hand as it lies on the table: `None` is a card face down."""

    cards: tuple[Card | None, ...]
    point: int | None
    """`None` until the hand is shown."""
    draws: bool | None
    """« Carte » or « non », once it was said."""


class View(GameView, kind="chemin_de_fer"):
    phase: Stage
    seats: tuple[SeatTaken, ...]
    seat: BoxNo
    """The banker's; 0 while there is none."""
    banker: Party
    bank: Amount
    garage: Amount
    missing: Amount
    """What of the bank nobody has covered yet."""
    claims: tuple[ClaimView, ...]
    holder: Party
    """Who holds the banco or a part of it."""
    follower: Party
    """Who has *banco suivi*."""
    ponte: Party
    """Who received the ponte's cards."""
    ponte_hand: CardsView
    banker_hand: CardsView
    winner: messages.Winner | None
    outcomes: tuple[messages.Outcome, ...]
    coup: int
    """The number of the coup, counted as they are dealt."""
    ticket: messages.Ticket | None
    """The last levy, until the next coup is dealt."""
    last_coup: bool
    """The stop card is out: no other coup of this shoe follows."""
    last_of_session: bool
    ending: bool
    """The session is over."""
    least: Amount
    """The least part or complement, and the least stake of a new banker."""
    most: Amount
    """The most that a new banker may stake."""
    voided: bool
    options: tuple[Option, ...]
    for_standing: tuple[Option, ...]
    """What anybody without a seat may do, under box 0."""
    needed: int = 0
    """How many persons must sit for a game to begin."""
    follows: BoxNo = NO_SEAT
    """The seat that has the hand after this banker; 0 while there is none."""


class Own(GameView, kind="chemin_de_fer"):
    """What the holder of a hand is shown: his cards, and what he may say."""

    hand: messages.Side
    cards: tuple[Card, ...]
    point: int
    options: tuple[Option, ...]


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know; cards face down are nothing but backs."""
    return copy_as(
        View,
        state,
        phase=state.stage,
        claims=tuple(_claim(state, claim) for claim in state.claims),
        ponte_hand=_hand(state, state.ponte_cards, state.ponte_draws),
        banker_hand=_hand(state, state.banker_cards, state.banker_draws),
        last_coup=state.shoe_over,
        last_of_session=state.last,
        least=Amount(rules.table_min_cents),
        most=rules.most_first_bank,
        options=tuple(
            option
            for no in range(1, rules.seats + 1)
            for option in options(rules, state, BoxNo(no))
        ),
        for_standing=tuple(_claim_options(rules, state, Party(""), NO_SEAT)),
        needed=rules.min_seated_players,
        follows=next_seat(state.seats, state.seat).seat if state.seat and state.seats else NO_SEAT,
    )


def _claim(state: State, claim: Claim) -> ClaimView:
    marked = claim.bet == "with_table" and 2 * claim.amount > state.bank
    return ClaimView(
        claim.no, claim.party, claim.bet, claim.amount, claim.state, claim.left_in, marked
    )


def _hand(state: State, cards: tuple[Card, ...], draws: bool | None) -> CardsView:
    if state.shown:
        return CardsView(cards, point(cards), draws)
    # Only a third card lies face up.
    return CardsView(tuple(card if no == 2 else None for no, card in enumerate(cards)), None, draws)


def _option(
    command: str, box: BoxNo, clause: str, amount: int = 0, hand: str = "", stake: str = ""
) -> Option:
    return Option(f"chemin_de_fer.{command}", box, hand, Amount(amount), f"MC-CDF-{clause}", stake)


def options(rules: Rules, state: State, box: BoxNo) -> tuple[Option, ...]:
    """Return what the party of this seat may do now, as far as everybody may see it.

    Which of the two words a hand may say would give its cards away: that is in `own`.
    """
    party = state.party_at(box)
    if not party:
        return ()
    if party == state.banker:
        return tuple(_banker_options(rules, state, box))
    return tuple(_claim_options(rules, state, party, box))


def _banker_options(rules: Rules, state: State, box: BoxNo) -> Iterator[Option]:
    match state.stage:
        case "bank":
            yield _option("bank", box, "16", rules.least_bank)
        case "keep":
            yield _option("keep", box, "41")
            if state.coups:
                yield _option("pass_hand", box, "14")
            if asking.may_cap(rules, state):
                yield _option("garage", box, "44")
        case "deal":
            yield _option("deal", box, "27")
            for claim in state.claims:
                if claim.state == "late":
                    yield _option("consent", box, "26", stake=str(claim.no))


def _claim_options(rules: Rules, state: State, party: Party, box: BoxNo) -> Iterator[Option]:
    own = [claim for claim in state.claims if party and claim.party == party]
    if state.stage == "banco":
        if not any(claim.bet == "banco" for claim in own):
            yield _option("banco", box, "17", state.bank)
        half = max(-(-state.bank // 2), rules.table_min_cents)
        if half < state.bank and not own:
            yield _option("with_table", box, "20", half)
        for right in state.rights:
            claimed = any((each.bet, each.amount) == (right.bet, right.amount) for each in own)
            if party == right.party and right.bet != "banco" and not claimed:
                yield _option(right.bet, box, "39", right.amount)
    late = state.stage == "deal" and rules.late_stakes_with_banker_consent
    if (state.stage == "complete" or late) and state.missing >= rules.table_min_cents:
        yield _option("complement", box, "26" if late else "24", state.missing)
    for claim in own:
        if asking.may_withdraw(state, claim):
            yield _option("withdraw", box, "17", stake=str(claim.no))
    if party and state.stage in ("banco", "complete") and party not in state.no_more:
        yield _option("no_more", box, "24")


def parties_with_private_view(state: State) -> frozenset[Party]:
    """Return who holds cards that the others do not see."""
    if state.shown or state.stage not in ("cards", "ponte", "banker"):
        return frozenset()
    return frozenset({state.ponte, state.banker})


def private_view(rules: Rules, state: State, party: Party) -> Own | None:
    """Return a holder's cards and the words that he may say now."""
    if party not in parties_with_private_view(state):
        return None
    hand: messages.Side = "ponte" if party == state.ponte else "banker"
    cards = state.ponte_cards if hand == "ponte" else state.banker_cards
    return Own(hand, cards, point(cards), tuple(_words(rules, state, hand, party)))


def face_up_cards(state: State) -> frozenset[int]:
    """Return the cards that everybody sees, by when they were drawn: two each, ponte first.

    Only a third card is passed face up (MC-CDF-28).
    """
    drawn = len(state.ponte_cards) + len(state.banker_cards)
    return frozenset(range(0 if state.shown else 4, drawn))


def face_down_cards_of(state: State, party: Party) -> frozenset[int]:
    """Return the cards that a party alone may look at."""
    if party not in parties_with_private_view(state):
        return frozenset()
    drawn = len(state.ponte_cards) + len(state.banker_cards)
    first = 0 if party == state.ponte else 1
    return frozenset(range(first, min(4, drawn), 2))


def _words(rules: Rules, state: State, hand: messages.Side, party: Party) -> Iterator[Option]:
    if state.stage != hand:
        return
    forced = asking.must_draw(rules, state, hand)
    for command, draws in (("draw", True), ("stand", False)):
        if forced is None or forced is draws:
            yield _option(command, state.seat_of(party), "28", hand=hand)


def redact(event: messages.Event, audience: Audience = EVERYBODY) -> messages.Event:
    """Return an event with only what an audience may know (`Game.redact`)."""
    if isinstance(event, messages.CardPassed) and not event.face_up and not audience.face_down:
        return changed(event, card=None)
    return event


def result(state: State) -> str:
    """Return `void`, who won with which points, ponte first, or nothing without a coup."""
    if state.voided:
        return "void"
    if state.winner is None:
        return ""
    sign = {"ponte": "P", "banker": "B", "tie": "="}[state.winner]
    return f"{sign} {point(state.ponte_cards)}:{point(state.banker_cards)}"


def card_destinations(events: Iterable[messages.Event]) -> tuple[str, ...]:
    """Return where each card of a coup went, in the order in which they left the shoe."""
    return tuple([event.hand for event in events if isinstance(event, messages.CardPassed)])
