"""The laws of chemin de fer, over several coups: chips, determinism, options, secrecy, the end."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.chemin_de_fer import CHEMIN_DE_FER as GAME
from tables.games.chemin_de_fer import settle
from tables.games.chemin_de_fer.messages import CardPassed, Event, HandsShown
from tables.games.chemin_de_fer.state import State
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Move, Party, Place, reversal
from tables.games.core.protocol import (
    Approved,
    Cards,
    ClockExpired,
    Drawn,
    DrawResult,
    Misdealt,
    Nobody,
    PlayerCommand,
    Players,
    Ruled,
    Seated,
    SettleSideBets,
    Shuffle,
    Voided,
)
from tables.wire import codec
from tests import campaign
from tests.games.chemin_de_fer.conduct import CONDUCT, Walk, asked, folded, offered, step, walk
from tests.games.tape import Tape

pytestmark = pytest.mark.campaign

SHORT = 70
often = campaign.examples(SHORT, 3000)
walks = st.builds(
    lambda options, tape: walk(options, Tape(tape)),
    CONDUCT.books["MC"],
    st.binary(min_size=20, max_size=500),
)


@cache
def drawn_walks() -> list[Walk]:
    """Return the walks that every law is tried on in the short form."""
    return campaign.draw_examples(SHORT, lambda data: data.draw(walks))


def on_walks(tried: Callable[[Walk], None]) -> Callable[..., None]:
    """Make a test of what holds for one walk: in the short form the walks are played once."""

    @often
    @given(walks)
    def at_length(walked: Walk) -> None:
        tried(walked)

    def in_short() -> None:
        for number, walked in enumerate(drawn_walks()):
            try:
                tried(walked)
            except BaseException as error:
                error.add_note(f"walk {number}, rules {walked.rules}")
                raise

    test: Callable[..., None] = at_length if campaign.SOAK else in_short
    test.__name__, test.__qualname__, test.__doc__ = tried.__name__, tried.__name__, tried.__doc__
    return test


ON_THE_TABLE = (Place.LAYOUT, Place.BANK, Place.GARAGE)


def on(place: Place, moves: Iterable[Move]) -> int:
    return sum(move.amount * ((move.target is place) - (move.source is place)) for move in moves)


def check_chips(walked: Walk) -> None:
    """What moved onto the table and not off it lies there, coup after coup; nothing is owed."""
    moves: list[Move] = []
    for each in walked.steps:
        moves += [move for event in each.events for move in event.moves]
        lying = [on(place, moves) for place in ON_THE_TABLE]
        assert sum(lying) == GAME.on_layout(each.after)
        assert lying[1:] == [each.after.bank, each.after.garage]
        assert min(*lying, on(Place.LEVY, moves)) >= 0
        assert on(Place.FLOAT, moves) == on(Place.JACKPOT, moves) == 0
        assert sum(on(place, moves) for place in Place) == 0


@on_walks
def test_chips_are_conserved(walked: Walk) -> None:
    check_chips(walked)


def test_the_law_of_chips_sees_a_chip_that_vanishes() -> None:
    """Negative control: forget the moves of one event after another; the law must notice."""
    walked = max(arbitrary(30), key=lambda each: len(each.events))
    check_chips(walked)
    tried = 0
    for index, each in enumerate(walked.steps):
        for place, event in enumerate(each.events):
            if not any(on(where, event.moves) for where in ON_THE_TABLE):
                continue
            events = list(each.events)
            events[place] = replace(event, moves=())
            steps = list(walked.steps)
            steps[index] = replace(each, events=tuple(events))
            with pytest.raises(AssertionError):
                check_chips(Walk(walked.rules, steps))
            tried += 1
    assert tried > 10


@on_walks
def test_the_levy_records_are_unbroken_and_come_to_what_was_taken(walked: Walk) -> None:
    """MC-CDF-35, MC-CDF-38."""
    tickets = [event.ticket for event in walked.events if event.kind == "chemin_de_fer.levy_taken"]
    assert [ticket.serial for ticket in tickets] == list(range(1, len(tickets) + 1))
    moves = [move for event in walked.events for move in event.moves]
    assert sum(ticket.amount for ticket in tickets) == on(Place.LEVY, moves)


@on_walks
def test_the_same_input_gives_the_same_events(walked: Walk) -> None:
    for each in walked.steps:
        if each.before is None or each.given is None or isinstance(each.given, Voided):
            continue
        again = step(walked.rules, each.before, each.given)
        assert (again.events, again.after, again.refused) == (each.events, each.after, each.refused)


@on_walks
def test_events_read_back_from_json_fold_to_the_state(walked: Walk) -> None:
    state = None
    for event in walked.events:
        again = codec.decode_event(codec.encode_event(event))
        assert again == event
        state = GAME.evolve(state, again)
    assert state == walked.state


@on_walks
def test_every_offered_option_is_accepted_at_its_price(walked: Walk) -> None:
    for each in walked.steps:
        for party, option in offered(walked.rules, each.after):
            command = CONDUCT.of_option(option)
            assert command.kind == option.command
            events = GAME.decide(walked.rules, each.after, asked(each.after, party, command))
            paid = sum(
                move.amount
                for event in events
                for move in event.moves
                if move.source is Place.WALLET and move.party == party
            )
            assert paid == option.amount


STRAYS = (
    ClockExpired(),
    SettleSideBets(),
    Drawn(PACK[:1]),
    Drawn(PACK[:3]),
    Drawn(()),
    Misdealt(),
    Ruled("director"),
    Approved(()),
    DrawResult((3,)),
)


@on_walks
def test_only_what_is_awaited_is_taken_and_a_refusal_changes_nothing(walked: Walk) -> None:
    for each in walked.steps:
        awaited = GAME.awaiting(walked.rules, each.after)
        for stray in (*STRAYS, each.given):
            if stray is None or isinstance(stray, Voided | Seated):
                continue
            tried = step(walked.rules, each.after, stray)
            assert bool(tried.events) != bool(tried.refused)
            if isinstance(stray, Drawn):
                assert (tried.refused is None) == (awaited == Cards(len(stray.cards)))
            elif isinstance(stray, ClockExpired):
                assert (tried.refused is None) == (
                    isinstance(awaited, Players) or each.after.stage == "idle"
                )
            elif not isinstance(stray, PlayerCommand):
                assert tried.refused == "not_awaited"


@on_walks
def test_every_coup_ends_although_nobody_acts(walked: Walk) -> None:
    for each in walked.steps[:: max(1, len(walked.steps) // 8)]:
        state = each.after
        for _ in range(60):
            if GAME.is_over(state):
                break
            cards = GAME.awaiting(walked.rules, state) == Cards(1)
            given_: Any = Drawn((PACK[4],)) if cards else ClockExpired()
            state = folded(state, GAME.decide(walked.rules, state, given_))
        assert GAME.is_over(state)
        assert isinstance(GAME.awaiting(walked.rules, state), Nobody | Shuffle)


@on_walks
def test_a_void_gives_back_the_stakes_or_the_whole_round(walked: Walk) -> None:
    """A21: the stakes go back, the bank stays; undoing the round restores what was carried in."""
    begins = 0
    for index, each in enumerate(walked.steps):
        if each.given is None:
            begins = index
        state = each.after
        if GAME.is_over(state):
            continue
        assert state.opened is not None
        after = GAME.evolve(state, settle.voiding_event(state, "spilt drink"))
        kept = () if state.last else ("bank", "garage")
        for name in (*kept, "banker", "follower", "rights", "tied", "coups"):
            if kept:
                assert getattr(after, name) == getattr(state, name)
        assert GAME.is_over(after)
        assert GAME.on_layout(after) == (state.bank + state.garage if kept else 0)
        moves = tuple(
            move
            for one in walked.steps[begins : index + 1]
            for event in one.events
            for move in event.moves
        )
        undone = GAME.evolve(state, Voided("spilt drink", reversal(moves)))
        assert (undone.bank, undone.garage) == (state.opened.bank, state.opened.garage)
        assert GAME.on_layout(undone) == state.opened.bank + state.opened.garage


# --- secrecy --------------------------------------------------------------------------------------


def swapped(events: list[Event], hand: str, cards: tuple[Card, Card]) -> list[Event]:
    """Return the events with other cards face down in one hand."""
    other = iter(cards)
    return [
        replace(event, card=next(other))
        if isinstance(event, CardPassed) and event.hand == hand and not event.face_up
        else event
        for event in events
    ]


def coups_of(walked: Walk) -> list[list[Event]]:
    """Return the events of each coup up to where the hands are shown."""
    coups: list[list[Event]] = []
    shown = False
    for event in walked.events:
        if event.kind == "chemin_de_fer.opened":
            coups.append([])
            shown = False
        shown = shown or isinstance(event, HandsShown)
        if not shown:
            coups[-1].append(event)
    return coups


Look = Callable[[State], object]
Seen = Callable[[Event], Event]


def check_secrecy(walked: Walk, look: Look, seen: Seen, cards: tuple[Card, Card]) -> int:
    """Nobody but its holder can tell two hands apart that differ in the cards face down."""
    told = 0
    for events in coups_of(walked):
        for hand in ("ponte", "banker"):
            left = right = None
            for one, two in zip(events, swapped(events, hand, cards), strict=True):
                assert seen(one) == seen(two)
                left, right = GAME.evolve(left, one), GAME.evolve(right, two)
                if left.stage in ("ponte", "banker") and not left.shown:
                    told += left != right
                assert look(left) == look(right)
                assert GAME.awaiting(walked.rules, left) == GAME.awaiting(walked.rules, right)
                holder = left.ponte if hand == "ponte" else left.banker
                for party in sorted(GAME.parties_with_private_view(left) - {holder}):
                    assert GAME.private_view(walked.rules, left, party) == GAME.private_view(
                        walked.rules, right, party
                    )
                assert GAME.result(left) == GAME.result(right)
    return told


@often
@given(walks, st.tuples(st.sampled_from(PACK), st.sampled_from(PACK)))
def test_cards_face_down_are_seen_by_their_holder_only(
    walked: Walk, cards: tuple[Card, Card]
) -> None:
    check_secrecy(walked, lambda state: GAME.view(walked.rules, state), GAME.redact, cards)


def test_the_law_of_secrecy_has_something_to_tell_apart() -> None:
    other = (Card("2c"), Card("2d"))
    assert sum(
        check_secrecy(each, lambda state: state.stage, GAME.redact, other) for each in arbitrary(20)
    )


def test_the_law_of_secrecy_sees_a_planted_leak() -> None:
    """Negative control: a view with the banker's point, an event with its card, are noticed."""
    walked = next(each for each in arbitrary(50) if check_leak(each))
    other = (Card("2c"), Card("2d"))
    with pytest.raises(AssertionError):
        check_secrecy(walked, lambda state: state.banker_cards, GAME.redact, other)
    with pytest.raises(AssertionError):
        check_secrecy(walked, lambda state: state.stage, lambda event: event, other)


def check_leak(walked: Walk) -> bool:
    return check_secrecy(walked, lambda state: None, GAME.redact, (Card("2c"), Card("2d"))) > 0


@on_walks
def test_which_word_may_be_said_is_told_to_its_speaker_alone(walked: Walk) -> None:
    for each in walked.steps:
        shown = GAME.view(walked.rules, each.after)
        words = {"chemin_de_fer.draw", "chemin_de_fer.stand"}
        assert not words & {option.command for option in shown.options}
        assert GAME.parties_with_private_view(each.after) <= {each.after.ponte, each.after.banker}
        assert GAME.private_view(walked.rules, each.after, Party("stranger")) is None


# --- reach ----------------------------------------------------------------------------------------


def arbitrary(count: int) -> list[Walk]:
    """Return as many walks as asked, the same each time."""
    small = {"garage_from_cents": 800, "table_min_cents": 700, "bank_max_cents": 1200}
    options = ({}, {**small, "late_stakes_with_banker_consent": True})
    # After a short tape nobody acts any more.
    lengths = [(800, 800, 800, 200)[no % 4] for no in range(count)]
    tapes = [
        hashlib.shake_256(no.to_bytes(4, "big")).digest(size) for no, size in enumerate(lengths)
    ]
    return [walk(dict(options[no % 2]), Tape(tape), 9) for no, tape in enumerate(tapes)]


def test_arbitrary_coups_reach_every_event_and_every_reason_to_pass() -> None:
    """The laws are worth what they reach."""
    events = [event for each in arbitrary(300) for event in each.events]
    kinds = {
        next(each.default for each in fields(event) if each.name == "kind")
        for event in GAME.wire.events.__args__
    }
    assert kinds - {event.kind for event in events} == set()
    reasons = {event.why for event in events if event.kind == "chemin_de_fer.hand_passed"}
    assert reasons == {"passed", "lost", "left", "away", "no_stakes", "too_few", "session"}
