"""The course of a coup: which input is awaited, and which events follow from it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, assert_never

from tables.games.chemin_de_fer import asking, claims, settle
from tables.games.chemin_de_fer.messages import (
    NO_SEAT,
    CardPassed,
    Command,
    CoupClosed,
    CoupOpened,
    DealBegan,
    DealCards,
    Event,
    HandPassed,
    HandSpoke,
    NobodyStaked,
    NothingMoreGoes,
    SeatsChanged,
    SeatTaken,
    Side,
)
from tables.games.chemin_de_fer.rules import Rules, refusal
from tables.games.chemin_de_fer.state import State, evolve, next_seat
from tables.games.core.baccara import is_natural
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import (
    Approved,
    Asked,
    Awaiting,
    Cards,
    Drawn,
    Expired,
    Fell,
    Given,
    Misdealt,
    Nobody,
    Players,
    Ruled,
    Seated,
    SessionEnded,
    Setting,
    SettleSideBets,
    Shuffle,
    Stopped,
)

WINDOWS_WITHOUT_STAKE = 3
"""After so many windows in which nobody stakes, the hand passes (A8)."""


@dataclass(slots=True)
class _Telling:
    """The events told so far in answer to one input, and the state that they lead to."""

    rules: Rules
    state: State
    events: list[Event] = field(default_factory=list)

    def tell(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)


# --- from one coup to the next --------------------------------------------------------------------


def persons(seats: Iterable[tuple[BoxNo, Party]]) -> tuple[SeatTaken, ...]:
    """Return who sits where; who holds several seats sits at the first of them."""
    first: dict[Party, BoxNo] = {}
    for seat, party in sorted(seats):
        first.setdefault(party, seat)
    return tuple(SeatTaken(seat, party) for party, seat in first.items())


def goes_on(rules: Rules, state: State | None, setting: Setting) -> bool:
    """Tell whether the next coup opens by itself.

    While a banker has chips on the table, if only to give them back, or enough players sit that
    one of them must take the hand. At the end of the shoe it waits for the next one.
    """
    seats = persons(setting.seats)
    if state is None:
        return setting.rounds_left != 0 and settle.may_follow(rules, seats, started=False)
    held = state.bank + state.garage > 0
    if setting.rounds_left == 0 or (state.shoe_over and not setting.fresh_shoe):
        return held
    started = state.started and not setting.fresh_shoe
    return held or settle.may_follow(rules, seats, started=started)


def opening(rules: Rules, carried: State | None, setting: Setting) -> CoupOpened:
    """Return the event that opens a coup, with all that the coups before it have left."""
    seats = persons(setting.seats)
    ending = setting.rounds_left == 0
    last = setting.rounds_left == 1
    if carried is None:
        begins = settle.may_follow(rules, seats, started=False) and not ending
        return CoupOpened(
            stage="bank" if begins else "idle",
            seats=seats,
            started=begins,
            seat=seats[0].seat if begins else NO_SEAT,
            banker=seats[0].party if begins else Party(""),
            last=last,
            ending=ending,
        )
    shoe_over = carried.shoe_over and not setting.fresh_shoe
    started = carried.started and not setting.fresh_shoe
    enough = settle.may_follow(rules, seats, started=started)
    held = carried.bank + carried.garage > 0
    hand = _hand(carried, seats, enough=enough, held=held)
    return CoupOpened(
        stage=_first_stage(carried, held=held, may_deal=enough and not shoe_over and not ending),
        seats=seats,
        started=enough,
        seat=hand.seat,
        banker=hand.party,
        bank=carried.bank,
        garage=carried.garage,
        coups=carried.coups,
        silent=carried.silent,
        windows=carried.windows,
        follower=carried.follower,
        rights=carried.rights,
        cards_were=carried.cards_were,
        tied=carried.tied,
        shoe_over=shoe_over,
        last=last,
        ending=ending,
        coup=carried.coup,
        tickets=carried.tickets,
        ticket=carried.ticket,
    )


def _first_stage(
    carried: State, *, held: bool, may_deal: bool
) -> Literal["idle", "bank", "keep", "banco"]:
    if not held:
        return "bank" if may_deal else "idle"
    return "keep" if carried.coups or not may_deal else "banco"


def _hand(carried: State, seats: tuple[SeatTaken, ...], *, enough: bool, held: bool) -> SeatTaken:
    """Return who has the hand: a banker with chips on the table keeps it although he left."""
    seat = next((each for each in seats if each.party == carried.banker), None)
    if held:
        return seat or SeatTaken(carried.seat, carried.banker)
    if not enough:
        return SeatTaken(NO_SEAT, Party(""))
    if not carried.started:
        return seats[0]
    # Whoever comes after the one who left.
    return seat or next_seat(seats, carried.seat)


def cutters(setting: Setting) -> tuple[BoxNo, ...]:
    """Return the seats to which a fresh shoe's cut is offered, in their order (MC-CDF-04).

    The last one first; each that refuses is followed by the player before him. Where all refuse
    the house cuts, as an inspector would (MC-CDF-05).
    """
    return tuple(sorted((seat for seat, _ in setting.seats), reverse=True))


# --- one coup -------------------------------------------------------------------------------------


def awaiting(rules: Rules, state: State) -> Awaiting:
    """Return what the coup needs next."""
    match state.stage:
        case "closed":
            return Shuffle() if state.shoe_over else Nobody()
        case "idle":
            return Nobody()
        case "bank":
            return Players((state.seat,), rules.decision_seconds, f"bank/{state.seat}")
        case "keep":
            if not state.seat_of(state.banker):
                return Players((), 0, "keep/left")
            return Players((state.seat,), rules.decision_seconds, f"keep/{state.windows}")
        case "banco" | "complete":
            turn = f"{state.stage}/{state.seat}/{state.windows}"
            pontes = tuple(each.seat for each in state.seats if each.party != state.banker)
            return Players(pontes, rules.betting_window_seconds, turn)
        case "deal" | "ponte" | "banker":
            seat = asking.seat_that_speaks(state)
            return Players((seat,) if seat else (), rules.decision_seconds, state.stage)
        case "cards":
            return Cards(1)
        case _:
            assert_never(state.stage)


def decide(rules: Rules, state: State, given: Given[Command]) -> tuple[Event, ...]:
    """Return what follows from the input, as far as no further input is needed.

    Refuses a command that the rules do not allow now, and `not_awaited` for cards, a clock or
    another input that nothing waits for.
    """
    telling = _Telling(rules, state)
    match given:
        case Asked():
            telling.tell(*asking.asked(rules, state, given))
            if isinstance(given.command, DealCards):
                _deal(telling, timed_out=False)
        case Expired():
            _expired(telling)
        case Drawn():
            _drawn(telling, given)
        case Seated():
            _seated(telling, given)
        case SessionEnded():
            if state.stage == "closed" and not state.on_layout:
                raise refusal("not_awaited")
            telling.tell(settle.broken_off(state, given.by))
        case SettleSideBets() | Misdealt() | Ruled() | Approved() | Fell() | Stopped():
            raise refusal("not_awaited")
        case _:
            assert_never(given)
    _carry_on(telling)
    return tuple(telling.events)


def _expired(telling: _Telling) -> None:
    """Apply the default of the time-out table."""
    rules, state = telling.rules, telling.state
    match state.stage:
        case "idle":
            telling.tell(CoupClosed())
        case "bank":
            telling.tell(asking.bank_staked(state, rules.least_bank, timed_out=True))
        case "keep":
            telling.tell(*asking.kept(rules, state, timed_out=True))
        case "banco":
            telling.tell(claims.compared(rules, state))
        case "complete":
            _close_window(telling)
        case "deal":
            _deal(telling, timed_out=True)
        case "ponte" | "banker":
            hand: Side = "ponte" if state.stage == "ponte" else "banker"
            draws = asking.by_default(rules, state, hand)
            telling.tell(HandSpoke(hand, draws, timed_out=True))
        case "cards" | "closed":
            raise refusal("not_awaited")
        case _:
            assert_never(state.stage)


def _close_window(telling: _Telling) -> None:
    """Say « rien ne va plus », or that there is no coup because nobody has staked."""
    rules, state = telling.rules, telling.state
    if state.covered:
        telling.tell(NothingMoreGoes(state.covered))
        return
    telling.tell(NobodyStaked("keep" if state.coups else "banco"))
    if telling.state.windows >= WINDOWS_WITHOUT_STAKE:
        # Otherwise a round at a table where nobody plays would never end.
        telling.tell(settle.passed(rules, telling.state, "no_stakes"), CoupClosed())


def _deal(telling: _Telling, *, timed_out: bool) -> None:
    """Turn down late stakes, give the uncovered part of the bank back, and draw."""
    if late := claims.not_agreed(telling.state):
        telling.tell(late)
    state = telling.state
    uncovered = Amount(state.missing)
    back = (
        (Move(uncovered, Place.BANK, Place.WALLET, state.banker, state.seat, "uncovered"),)
        if uncovered
        else ()
    )
    ponte = claims.receives_cards(state)
    telling.tell(DealBegan(state.coup + 1, ponte, uncovered, timed_out, back))


def _drawn(telling: _Telling, drawn: Drawn) -> None:
    """Pass the card on: two each, ponte first, face down; a third card face up (MC-CDF-28)."""
    state = telling.state
    if state.stage != "cards" or len(drawn.cards) != 1:
        raise refusal("not_awaited")
    ponte, banker = len(state.ponte_cards), len(state.banker_cards)
    hand: Side = "ponte" if ponte <= banker and not state.banker_draws else "banker"
    third = (ponte if hand == "ponte" else banker) == 2
    telling.tell(CardPassed(hand, drawn.cards[0], third, drawn.stop_card and not state.shoe_over))


def _seated(telling: _Telling, seated: Seated) -> None:
    rules, state = telling.rules, telling.state
    seats = persons(seated.seats)
    if seats == state.seats or state.stage == "closed":
        return
    begins = (
        state.stage == "idle"
        and not (state.shoe_over or state.ending)
        and settle.may_follow(rules, seats, started=False)
    )
    telling.tell(SeatsChanged(seats, seats[0].seat if begins else NO_SEAT))
    state = telling.state
    left = not begins and state.stage in ("bank", "keep") and not state.seat_of(state.banker)
    if state.stage in ("bank", "keep") and not settle.may_follow(rules, seats, started=True):
        telling.tell(settle.passed(rules, state, "too_few"))
    elif left and (state.coups or not state.bank):
        telling.tell(settle.passed(rules, state, "left"))


def _carry_on(telling: _Telling) -> None:
    """Tell all that needs no further input."""
    rules = telling.rules
    if telling.state.stage == "banco" and _all_have_spoken(telling.state):
        telling.tell(claims.compared(rules, telling.state))
    if telling.state.stage == "complete" and _all_have_spoken(telling.state):
        _close_window(telling)
    state = telling.state
    if state.stage in ("banco", "complete") and not state.missing:
        telling.tell(NothingMoreGoes(state.covered))
    if _hands_are_done(telling.state):
        _settle(telling)
    if telling.state.stage == "idle" and any(
        isinstance(event, HandPassed) for event in telling.events
    ):
        telling.tell(CoupClosed())


def _all_have_spoken(state: State) -> bool:
    pontes = {each.party for each in state.seats} - {state.banker}
    return bool(pontes) and pontes <= state.no_more


def _hands_are_done(state: State) -> bool:
    """Tell whether both hands lie as they will be compared: a natural ends the coup."""
    ponte, banker = state.ponte_cards, state.banker_cards
    if state.stage == "ponte":
        return is_natural(ponte) or is_natural(banker)
    if state.stage != "cards" or state.banker_draws is None:
        return False
    return len(banker) == (3 if state.banker_draws else 2)


def _settle(telling: _Telling) -> None:
    rules = telling.rules
    stakes = telling.state.covered
    telling.tell(settle.shown(telling.state), settle.decided(telling.state))
    if telling.state.winner == "banker":
        telling.tell(*settle.after_win(rules, telling.state, stakes))
    if why := settle.why_hand_passes(rules, telling.state):
        telling.tell(settle.passed(rules, telling.state, why))
    telling.tell(CoupClosed())
