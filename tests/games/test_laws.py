"""The laws of every game: whatever players, cards and clock do, these hold at each step.

Generic over the register: whoever plays is `tests.games.conduct.CONDUCT`.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any, cast, get_args, get_type_hints
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from casino.rng import deal
from tables.games import GAMES
from tables.games.core.cards import PACK
from tables.games.core.money import ON_THE_TABLE, BoxNo, Move, Party, Place, reversal
from tables.games.core.protocol import (
    EVERYBODY,
    OFFICE,
    OFFICE_AFTERWARDS,
    AnyGame,
    Audience,
    Cards,
    ClockExpired,
    Draw,
    Drawn,
    DrawResult,
    EngineInput,
    Fact,
    Nobody,
    OpeningContext,
    Option,
    PlayerCommand,
    Players,
    Refused,
    SettleSideBets,
    Shoe,
    Shuffle,
    SideBets,
    Voided,
)
from tables.history.narration import Narrator, result_text, wording_of
from tables.history.round_record import event_for
from tables.wire import codec, outgoing
from tests import campaign
from tests.games.conduct import CONDUCT, STRAYS, command_input, random_cards, random_draw
from tests.games.refusal_texts import check_move_reasons, check_refusal_text
from tests.games.tape import Tape

MOST_INPUTS = 1500
"""More inputs than any round can take before it ends."""


@dataclass(frozen=True)
class Step:
    """One input and what came of it."""

    state: Any
    given: EngineInput[Any]
    events: tuple[Fact, ...]
    """Empty when the input was refused."""
    after: Any
    refused: str | None = None
    opens: OpeningContext | None = None
    """Nothing was given: a round opened like this, the first or one that goes on."""


@dataclass(frozen=True)
class Walk:
    """A round that arbitrary people played, and those that went on from it by themselves."""

    game: AnyGame
    rules: Any
    holders: dict[BoxNo, Party]
    steps: list[Step]

    @property
    def events(self) -> list[Fact]:
        return [event for step in self.steps for event in step.events]

    @property
    def end(self) -> Any:
        return self.steps[-1].after


def holders_of(game: AnyGame, rules: Any) -> dict[BoxNo, Party]:
    """Seat a few parties round the table, box after box."""
    parties = CONDUCT[game.key].parties or ("ann", "ben", "cat")
    return {
        BoxNo(no): Party(parties[no % len(parties)]) for no in range(1, game.box_count(rules) + 1)
    }


def walk(key: str, book: str, options: dict[str, Any], tape: Tape) -> Walk:
    """Play one round as the tape says; when it runs out, nobody does anything any more."""
    game, conduct = GAMES[key], CONDUCT[key]
    rules = game.amend(book, options)
    holders = holders_of(game, rules)
    seats = tuple(holders.items())
    found = OpeningContext(seats)
    opened = game.opening_event(rules, None, found)
    state = game.evolve(None, opened)
    steps = [Step(None, ClockExpired(), (opened,), state, opens=found)]
    given_: EngineInput[Any]
    for _ in range(MOST_INPUTS):
        awaited = game.awaiting(rules, state)
        if game.is_over(state):
            assert isinstance(awaited, Nobody | Shuffle)
            if tape.over or not game.opens_by_itself(rules, state, OpeningContext(seats)):
                return Walk(game, rules, holders, steps)
            found = OpeningContext(seats, rounds_left=tape.choose((None, 2, 1)))
            opened = game.opening_event(rules, state, found)
            assert game.on_layout(game.evolve(None, opened)) == game.on_layout(state)
            state = game.evolve(state, opened)
            steps.append(Step(steps[-1].after, ClockExpired(), (opened,), state, opens=found))
            continue
        if tape.over and isinstance(awaited, Nobody):
            return Walk(game, rules, holders, steps)
        if not tape.below(12) and not tape.over:
            given_ = tape.choose(STRAYS)
        elif isinstance(awaited, Cards):
            given_ = random_cards(tape, awaited.count)
        elif isinstance(awaited, Draw):
            given_ = random_draw(tape, awaited.sides)
        elif isinstance(awaited, SideBets):
            given_ = SettleSideBets()
        elif tape.over or (isinstance(awaited, Players) and not tape.below(24)):
            given_ = ClockExpired()
        else:
            given_ = somebody(game, conduct, rules, state, holders, tape)
        steps.append(step(game, rules, state, given_))
        state = steps[-1].after
    raise AssertionError("The round does not end.")


def somebody(
    game: AnyGame, conduct: Any, rules: Any, state: Any, holders: dict[BoxNo, Party], tape: Tape
) -> PlayerCommand[Any]:
    """Let somebody press an offered button, or say anything at all."""
    shown = game.view(rules, state)
    behind = getattr(shown, "standing_options", ())
    if behind and not tape.below(3):
        chosen = tape.choose(behind)
        return command_input(holders, chosen.party, conduct.of_option(chosen.option))
    options = shown.options
    if options and tape.below(3):
        option = tape.choose(options)
        return command_input(holders, holders[option.box], conduct.of_option(option))
    own = [
        (party, option)
        for party in conduct.parties
        for option in own_options(game, rules, state, party)
    ]
    if own and tape.below(2):
        party, option = tape.choose(own)
        return command_input(holders, party, conduct.of_option(option))
    players = sorted(set(holders.values())) or conduct.parties
    party = tape.choose((*[*players] * 3, Party("dan"), Party("dan"), Party("stranger")))
    sensible = shown.phase == "betting" and tape.below(3)
    command = (
        conduct.wager(tape, shown, holders, party)
        if sensible
        else conduct.command(tape, holders, party)
    )
    return command_input(holders, party, command, alone=not tape.below(4))


def own_options(game: AnyGame, rules: Any, state: Any, party: Party) -> tuple[Option, ...]:
    """Return the buttons that only this party is shown."""
    own = game.private_view(rules, state, party)
    return tuple(own.options) if own is not None else ()


def step(game: AnyGame, rules: Any, state: Any, given_: EngineInput[Any]) -> Step:
    try:
        events, stepped = game.step(rules, state, given_)
    except Refused as refused:
        check_refusal_text(game.key, refused)
        return Step(state, given_, (), state, refused.code)
    check_move_reasons(game.key, events)
    after = state
    for event in events:
        after = game.evolve(after, event)
    assert stepped == after, "the engine's own step is not the fold of its events"
    return Step(state, given_, events, after)


BOOKS = [(key, book) for key, game in GAMES.items() for book in game.books]
law = pytest.mark.parametrize(("key", "book"), BOOKS, scope="module")
"""Of the module's scope, so that the laws of a book follow each other."""
pytestmark = pytest.mark.campaign
SHORT = 60
often = campaign.examples(SHORT, 10_000)


def walks(data: st.DataObject, key: str, book: str) -> Walk:
    options = data.draw(CONDUCT[key].books[book], label="options")
    tape = data.draw(st.binary(min_size=20, max_size=400), label="tape")
    return walk(key, book, options, Tape(tape))


@lru_cache(maxsize=1)
def walks_of(key: str, book: str) -> list[Walk]:
    """Return the rounds that every law of a book is tried on in the short form."""
    return campaign.draw_examples(SHORT, lambda data: walks(data, key, book))


LAWS: list[Callable[[Walk], None]] = []
"""What holds for every round."""


def on_walks(tried: Callable[[Walk], None]) -> Callable[..., None]:
    """Make a test of what holds for one round, on rounds that are played once for all laws."""

    def in_short(key: str, book: str) -> None:
        for number, walked in enumerate(walks_of(key, book)):
            with named(walked, f"round {number}"):
                tried(walked)

    LAWS.append(tried)
    in_short.__name__, in_short.__doc__ = tried.__name__, tried.__doc__
    in_short.__qualname__ = tried.__qualname__
    return law(in_short)


@contextmanager
def named(walked: Walk, what: str) -> Iterator[None]:
    """Say of which round and rules a law does not hold."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"{what}, rules {walked.rules}")
        raise


if campaign.SOAK:

    @law
    @often
    @given(data=st.data())
    def test_every_law_holds_at_length(key: str, book: str, data: st.DataObject) -> None:
        """All laws are tried on each of the campaign's rounds, which cost more than the laws."""
        walked = walks(data, key, book)
        for tried in LAWS:
            with named(walked, tried.__name__):
                tried(walked)


def test_every_game_and_book_is_played() -> None:
    assert {key: set(game.books) for key, game in GAMES.items()} == {
        key: set(conduct.books) for key, conduct in CONDUCT.items()
    }


# --- chips ----------------------------------------------------------------------------------------


def on(place: Place, moves: Iterable[Move]) -> int:
    """Return the chips that these moves have left at a place."""
    return sum(move.amount * ((move.target is place) - (move.source is place)) for move in moves)


PLAYERS_BANK = {Place.BANK, Place.GARAGE}


def check_chips(walked: Walk) -> None:
    """Chips are conserved: what moved onto the layout and not off it lies there, per party too."""
    moves: list[Move] = []
    for each in walked.steps:
        for event in each.events:
            moves += event.moves
        lying = sum(on(place, moves) for place in ON_THE_TABLE)
        assert lying == walked.game.on_layout(each.after) >= 0
        by_party = Counter[str]()
        for move in moves:
            by_party[move.party] += (move.target is Place.LAYOUT) * move.amount
            by_party[move.party] -= (move.source is Place.LAYOUT) * move.amount
        assert all(amount >= 0 for amount in by_party.values())
    if walked.game.is_over(walked.end):
        stays = walked.game.opens_by_itself(
            walked.rules, walked.end, OpeningContext(tuple(walked.holders.items()))
        )
        assert stays or on(Place.LAYOUT, moves) == 0


@on_walks
def test_chips_are_conserved(walked: Walk) -> None:
    check_chips(walked)


def check_bank(walked: Walk) -> None:
    """What everybody's chips change by comes to nothing, less the levy, of which each has a record.

    A bank that is a player's is paid and collected among players: the house's float and pots stay
    as they are.
    """
    moves: list[Move] = []
    for each in walked.steps:
        for event in each.events:
            places = {place for move in event.moves for place in (move.source, move.target)}
            assert not (places & PLAYERS_BANK and places & {Place.FLOAT, Place.JACKPOT})
            ticket = walked.game.levy_record(event)
            assert on(Place.LEVY, event.moves) == (ticket[1] if ticket else 0)
            moves += event.moves
        players = sum(
            on(place, moves)
            for place in (Place.WALLET, Place.TICKETS, Place.PAYMENTS, *ON_THE_TABLE)
        )
        own = (Place.FLOAT, Place.JACKPOT, Place.LEVY, Place.NOTE_BOX)
        house = sum(on(place, moves) for place in own)
        assert players == -house
        assert all(on(place, moves) >= 0 for place in (*ON_THE_TABLE, Place.LEVY))


@on_walks
def test_a_bank_wins_what_its_pontes_lose(walked: Walk) -> None:
    check_bank(walked)


@pytest.mark.parametrize(
    ("key", "options"), [("chemin_de_fer", {}), ("banque_a_tout_va", {"banker_account": 7})]
)
def test_the_law_of_the_bank_sees_a_chip_of_the_house(key: str, options: dict[str, Any]) -> None:
    """Negative control: a payment of a player's bank that the float adds to is noticed."""
    walked, index, place = next(
        (walked, index, place)
        for walked in arbitrary(key, "MC", 60, **options)
        for index, each in enumerate(walked.steps)
        for place, event in enumerate(each.events)
        if any(move.source is Place.BANK and move.why == "pay" for move in event.moves)
    )
    check_bank(walked)
    events = list(walked.steps[index].events)
    paid = next(move for move in events[place].moves if move.source is Place.BANK)
    gift = replace(paid, source=Place.FLOAT)
    events[place] = replace(events[place], moves=(*events[place].moves, gift))  # type: ignore[type-var]
    steps = list(walked.steps)
    steps[index] = replace(steps[index], events=tuple(events))
    with pytest.raises(AssertionError):
        check_bank(replace(walked, steps=steps))


def rounds_of(walked: Walk) -> Iterator[list[Fact]]:
    """Yield the events of each round that is over and was not annulled."""
    opened = [index for index, each in enumerate(walked.steps) if each.opens]
    for first, after in zip(opened, [*opened[1:], len(walked.steps)], strict=True):
        steps = walked.steps[first:after]
        events = [event for each in steps for event in each.events]
        annulled = any(isinstance(event, Voided) for event in events)
        if walked.game.is_over(steps[-1].after) and not annulled:
            yield events


def check_earned(walked: Walk) -> None:
    """What the bets earn is what the house wins; what they are priced by is what was played."""
    game = walked.game
    for events in rounds_of(walked):
        earned = [(event, each) for event in events for each in game.bet_results(event)]
        assert {event.kind for event, _ in earned} <= game.bet_result_kinds
        moves = [move for event in events for move in event.moves]
        won = sum(each.won for _, each in earned)
        assert won == on(Place.FLOAT, moves) + on(Place.LEVY, moves)
        bases = Counter[str]()
        for _, each in earned:
            bases[each.bet] += each.base
        assert min(bases.values(), default=0) >= 0
        assert bases.total() == CONDUCT[game.key].played(events)


@on_walks
def test_what_the_bets_earn_is_what_the_house_wins(walked: Walk) -> None:
    if walked.game.bet_result_kinds:
        check_earned(walked)


def holds(law: Callable[[Walk], None], walked: Walk) -> bool:
    """Tell whether a law holds for a round."""
    try:
        law(walked)
    except AssertionError:
        return False
    return True


def test_the_law_of_the_bets_sees_an_event_that_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Negative control; what only jackpots bring is counted in `tests/tables/test_takings.py`."""
    game = GAMES["blackjack"]
    sides = {"enabled_side_bets": ["queen_of_hearts", "jp1"]}
    walks = list(arbitrary("blackjack", "FR-2024", 150, **sides))
    told = game.bet_results
    for kind in game.bet_result_kinds - {"blackjack.consolation_paid", "blackjack.pot_restarted"}:
        monkeypatch.setattr(
            type(game),
            "bet_results",
            lambda _, event, kind=kind: () if event.kind == kind else told(event),
        )
        assert not all(holds(check_earned, each) for each in walks), kind


@on_walks
def test_a_void_gives_every_stake_back(walked: Walk) -> None:
    moves: list[Move] = []
    carried = 0
    for each in walked.steps:
        if each.opens:
            # What lay there before the round opened is none of its stakes: it stays.
            moves, carried = [], walked.game.on_layout(each.after)
        for event in each.events:
            moves += event.moves
        back = reversal(tuple(moves))
        state = walked.game.evolve(each.after, Voided("spilt drink", back))
        assert walked.game.is_over(state)
        assert walked.game.on_layout(state) == carried
        assert isinstance(walked.game.awaiting(walked.rules, state), Nobody | Shuffle)
        walked.game.view(walked.rules, state)
        walked.game.result(state)
        for party in {move.party for move in moves}:
            both = [move for move in (*moves, *back) if move.party == party]
            assert not any(on(place, both) for place in Place)


@law
def test_the_law_of_chips_sees_a_chip_that_vanishes(key: str, book: str) -> None:
    """Negative control: forget the moves of one event after another; the law must notice."""
    walked = max(arbitrary(key, book, 30), key=lambda each: len(each.events))
    check_chips(walked)
    paying = [
        (index, place)
        for index, each in enumerate(walked.steps)
        for place, event in enumerate(each.events)
        if sum(on(where, event.moves) for where in ON_THE_TABLE)
    ]
    assert len(paying) > 1
    for index, place in paying:
        steps = list(walked.steps)
        events = list(steps[index].events)
        events[place] = replace(events[place], moves=())  # type: ignore[type-var]
        steps[index] = replace(steps[index], events=tuple(events))
        with pytest.raises(AssertionError):
            check_chips(replace(walked, steps=steps))


# --- inputs and events ----------------------------------------------------------------------------


@on_walks
def test_every_result_has_words_in_both_languages(walked: Walk) -> None:
    result = walked.game.result(walked.end)
    if not walked.game.is_over(walked.end) or not result:
        return
    french, english = result_text(walked.game.key, result)
    assert french
    assert english
    # A number or a rank may stand as the engine writes it; nothing else does.
    assert result.isalnum() or result not in (french, english)


@on_walks
def test_the_same_input_gives_the_same_events(walked: Walk) -> None:
    for each in walked.steps:
        if each.opens:
            continue
        again = step(walked.game, walked.rules, each.state, each.given)
        assert (again.events, again.after, again.refused) == (each.events, each.after, each.refused)


@on_walks
def test_events_read_back_from_json_fold_to_the_state(walked: Walk) -> None:
    state = None
    for event in walked.events:
        stored = codec.encode_event(event)
        assert codec.decode_event(stored) == event
        state = walked.game.evolve(state, codec.decode_event(stored))
    assert state == walked.end


@cache
def json_of(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


@on_walks
def test_commands_and_views_survive_json(walked: Walk) -> None:
    view = json_of(walked.game.wire.view)
    for each in walked.steps:
        if isinstance(each.given, PlayerCommand):
            sent = codec.Sent(UUID(int=7), each.given.command)
            text = json.dumps(json_of(codec.Sent).dump_python(sent, mode="json"))
            assert codec.decode(text) == sent
        shown = walked.game.view(walked.rules, each.after)
        assert view.validate_json(view.dump_json(shown)) == shown
        for party in walked.game.parties_with_private_view(each.after):
            own = outgoing.OwnShown(walked.game.private_view(walked.rules, each.after, party), 1)
            assert json_of(outgoing.OwnShown).validate_json(codec.encode(own)) == own


@on_walks
def test_every_offered_option_is_accepted_at_its_price(walked: Walk) -> None:
    for each in walked.steps:
        for option in walked.game.view(walked.rules, each.after).options:
            command = CONDUCT[walked.game.key].of_option(option)
            assert command.kind == option.command
            held = command_input(walked.holders, walked.holders[option.box], command)
            events = walked.game.decide(walked.rules, each.after, held)
            assert paid(events, walked.holders[option.box]) == option.amount
        for party in walked.game.parties_with_private_view(each.after):
            for option in own_options(walked.game, walked.rules, each.after, party):
                command = CONDUCT[walked.game.key].of_option(option)
                assert command.kind == option.command
                held = command_input(walked.holders, party, command)
                events = walked.game.decide(walked.rules, each.after, held)
                assert paid(events, party) == option.amount
        for each_behind in getattr(
            walked.game.view(walked.rules, each.after), "standing_options", ()
        ):
            party, option = each_behind.party, each_behind.option
            held = command_input(walked.holders, party, CONDUCT[walked.game.key].of_option(option))
            events = walked.game.decide(walked.rules, each.after, held)
            assert paid(events, party) == option.amount


def paid(events: Iterable[Fact], party: Party) -> int:
    """Return what the first event takes from a party's wallet."""
    first = next(iter(events))
    return sum(
        move.amount for move in first.moves if move.source is Place.WALLET and move.party == party
    )


@on_walks
def test_a_refusal_changes_nothing(walked: Walk) -> None:
    for each in walked.steps:
        for stray in (*STRAYS, *(() if each.opens else (each.given,))):
            tried = step(walked.game, walked.rules, each.after, stray)
            assert tried.refused is None or tried.after == each.after
            assert bool(tried.events) != bool(tried.refused)


UNOFFERED = {
    *{"stake", "put_up", "load", "play", "banco", "with_table", "complement"},
    *{"set_working", "set_no_action"},
    *{"ready", "complain"},
}
"""Commands that lay chips, or switch some that lie, both by the layout, and those of any time."""


@on_walks
def test_a_command_has_an_event_or_a_refusal_and_a_decision_is_of_whom_it_is_offered_to(
    walked: Walk,
) -> None:
    """Whatever anybody at the table says at any moment, beside what was said."""
    game, rules, holders = walked.game, walked.rules, walked.holders
    conduct = CONDUCT[game.key]
    tape = Tape(hashlib.shake_256(repr(walked.events[:20]).encode()).digest(2000))
    parties = sorted({*holders.values(), *conduct.parties})
    for each in walked.steps:
        party = tape.choose(parties)
        command = conduct.command(tape, holders, party)
        tried = step(game, rules, each.after, command_input(holders, party, command))
        assert bool(tried.events) != bool(tried.refused)
        if tried.refused or command.kind.partition(".")[2] in UNOFFERED:
            continue
        if command.kind == "automatic_games.cash_out" and command.amount:
            # The buttons are of all credits; a part is typed.
            continue
        if game.is_over(each.after) or not isinstance(
            game.awaiting(rules, each.after), Players | Nobody
        ):
            # While cards are awaited nobody is asked; what the text leaves open until then, as
            # insurance, is taken. After a round the floor opens the next before it gives a command.
            continue
        shown = game.view(rules, each.after)
        behind = getattr(shown, "standing_options", ())
        offered = {(holders[option.box], option.command) for option in shown.options}
        offered |= {(other.party, other.option.command) for other in behind}
        offered |= {(party, own.command) for own in own_options(game, rules, each.after, party)}
        assert (party, command.kind) in offered


@on_walks
def test_only_awaited_inputs_of_the_house_are_taken(walked: Walk) -> None:
    for each in walked.steps:
        awaited = walked.game.awaiting(walked.rules, each.after)
        cards = step(walked.game, walked.rules, each.after, Drawn((PACK[0],)))
        assert (cards.refused is None) == (awaited == Cards(1))
        due = step(walked.game, walked.rules, each.after, SettleSideBets())
        assert (due.refused is None) == isinstance(awaited, SideBets)
        sides = awaited.sides if isinstance(awaited, Draw) else (6,)
        ball = step(walked.game, walked.rules, each.after, DrawResult((0,) * len(sides)))
        assert (ball.refused is None) == isinstance(awaited, Draw)
        clock = step(walked.game, walked.rules, each.after, ClockExpired())
        if isinstance(awaited, Players):
            assert clock.events
        elif walked.game.is_over(each.after) or isinstance(awaited, Cards | Draw | SideBets):
            assert clock.refused


@on_walks
def test_strangers_move_nothing(walked: Walk) -> None:
    """A party acts only on boxes that it holds, and where there are none, for itself alone.

    It has not played in the round: the last player who is ready ends the stakes for all.
    """
    conduct = CONDUCT[walked.game.key]
    tape = Tape(hashlib.shake_256(repr(walked.events[:20]).encode()).digest(60))
    stranger = Party("passer-by")
    for each in walked.steps:
        command = conduct.command(tape, walked.holders, stranger)
        tried = step(
            walked.game, walked.rules, each.after, PlayerCommand(stranger, frozenset(), command)
        )
        if not conduct.standing:
            assert tried.refused
        assert {move.party for event in tried.events for move in event.moves} <= {stranger}


# --- cards


def check_hands(walked: Walk, card_destinations: Callable[[list[Fact]], tuple[str, ...]]) -> None:
    """Each card that left the shoe in a round has one hand, and that hand holds it."""
    conduct = CONDUCT[walked.game.key]
    rounds: list[list[Step]] = []
    for each in walked.steps:
        if each.opens is not None:
            rounds.append([])
        rounds[-1].append(each)
    for of_round in rounds:
        events = [event for each in of_round for event in each.events]
        cards = [
            card
            for each in of_round
            if isinstance(each.given, Drawn) and each.refused is None
            for card in conduct.dealt(each.given)
        ]
        hands = card_destinations(events)
        assert len(hands) == len(cards)
        assert deal.fits([{"hands": [*hands], "round": 1}] if hands else [], len(cards))
        if not cards or any(isinstance(event, Voided) for event in events):
            continue
        for name, lying in conduct.hands(of_round[-1].after).items():
            got = [c for c, hand in zip(cards, hands, strict=True) if hand.split(".")[0] == name]
            assert got == [*lying], name


@on_walks
def test_each_card_that_leaves_the_shoe_has_the_hand_that_holds_it(walked: Walk) -> None:
    check_hands(walked, walked.game.card_destinations)


def is_dealt(key: str, book: str) -> bool:
    game = GAMES[key]
    return isinstance(game.equipment(game.books[book].rules), Shoe)


@pytest.mark.parametrize(("key", "book"), [each for each in BOOKS if is_dealt(*each)])
def test_the_law_of_hands_sees_a_card_that_another_hand_got(key: str, book: str) -> None:
    """Negative control: a card without a hand, and hands in another order, are noticed."""
    game = GAMES[key]
    wrongs = [lambda events: game.card_destinations(events)[1:]]
    if CONDUCT[key].hands(walks_of(key, book)[0].end):
        wrongs.append(lambda events: game.card_destinations(events)[::-1])
    for wrong in wrongs:
        law = partial(check_hands, card_destinations=wrong)
        assert not all(holds(law, walked) for walked in walks_of(key, book))


@on_walks
def test_a_game_that_lies_face_up_hides_nothing(walked: Walk) -> None:
    if walked.game.has_private_views:
        return
    for each in walked.steps:
        assert not walked.game.parties_with_private_view(each.after)
    for event in walked.events:
        assert walked.game.redact(event) == event


@on_walks
def test_what_is_one_partys_own_nobody_else_sees(walked: Walk) -> None:
    """Two runs that differ only in what is somebody's own look the same to everybody."""
    if not walked.game.has_private_views or CONDUCT[walked.game.key].face_down:
        return
    game, rules = walked.game, walked.rules
    state: Any = None
    events: tuple[Fact, ...]
    for each in walked.steps:
        if each.opens:
            events = (game.opening_event(rules, state, each.opens),)
            state = game.evolve(state, events[0])
        else:
            twin = step(game, rules, state, CONDUCT[walked.game.key].disguised(each.given))
            events, state = twin.events, twin.after
            assert twin.refused == each.refused
        assert [*map(game.redact, events)] == [*map(game.redact, each.events)]
        assert game.view(rules, state) == game.view(rules, each.after)
        assert game.parties_with_private_view(state) == game.parties_with_private_view(each.after)
        # What everybody sees is as large a kind of event as was told, and reads as one.
        for event in events:
            assert codec.decode_event(codec.encode_event(game.redact(event))) == game.redact(event)


@law
def test_the_law_of_secrecy_sees_a_secret_that_is_told(key: str, book: str) -> None:
    """Negative control: the events as they are stored differ where those that are seen do not."""
    if not GAMES[key].has_private_views or CONDUCT[key].face_down:
        return
    walked = max(arbitrary(key, book, 30), key=lambda each: len(each.events))
    asked_ = [
        each for each in walked.steps if isinstance(each.given, PlayerCommand) and each.events
    ]
    twins = [
        step(walked.game, walked.rules, each.state, CONDUCT[key].disguised(each.given))
        for each in asked_
    ]
    assert any(twin.events != each.events for twin, each in zip(twins, asked_, strict=True))


# --- what is told ---------------------------------------------------------------------------------


BLANK = re.compile(
    r"[:;,(]\s*[.;,:)]|[:;,]\s*$|\(\)|\s\s|^[^\w«]|[][{}]|\s[.)]|\b(None|True|False)\b"
)
"""A gap in a sentence, where a field said nothing, or said so in Python's words."""
CHECKED: set[tuple[Any, ...]] = set()
"""The outlines of events whose sentences have been read: others like them have the same ones."""
TAKEN_BACK = ("nothing", "less", "less both")
"""The sentences of `staked` that say that chips went back."""


def sentences(game: AnyGame, event: Fact, audience: Audience) -> tuple[str, str]:
    """Return what an audience reads of an event, in French and in English."""
    shown = event_for(game, event, audience)
    return Narrator(True, {}).describe(shown), Narrator(False, {}).describe(shown)


def outline(event: Fact) -> tuple[Any, ...]:
    """Return what decides how a sentence is made: its variant, and which fields are empty."""
    return event.kind, wording_of(event.kind).variant(event), filled(event)


def filled(value: Any) -> Any:
    """Return whether a value says something: of a tuple's members each way in which they do."""
    if isinstance(value, tuple):
        return frozenset(map(filled, value))
    if is_dataclass(value):
        return tuple(filled(getattr(value, each.name)) for each in fields(value))
    return bool(value)


def check_sentences(walked: Walk) -> None:
    """Nobody reads a sentence with a gap, in neither language."""
    people = [Audience(party) for party in sorted({*walked.holders.values()})]
    for event in walked.events:
        if outline(event) in CHECKED:
            continue
        for audience in (EVERYBODY, OFFICE, OFFICE_AFTERWARDS, *people):
            for said in sentences(walked.game, event, audience):
                assert not BLANK.search(said), (audience, said)
        CHECKED.add(outline(event))


@on_walks
def test_no_sentence_has_a_gap(walked: Walk) -> None:
    check_sentences(walked)


@pytest.mark.parametrize("said", ["Left: {rounds_left}.", "{rounds_left} are left.", "Left: None."])
def test_the_law_of_sentences_sees_a_value_that_is_none(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: a sentence names a field that has no value, or writes it as Python does."""
    (walked, *_) = arbitrary("blackjack", "FR-2024", 1)
    monkeypatch.setitem(globals(), "CHECKED", set())
    check_sentences(walked)
    CHECKED.clear()
    monkeypatch.setitem(
        cast("Any", wording_of("blackjack.")).sentences, "blackjack.opened", (said,) * 2
    )
    with pytest.raises(AssertionError):
        check_sentences(walked)


@cache
def list_of(event: type, *names: str) -> str:
    """Return which field of an event lists values that have all these; empty where none does."""
    for field, hint in get_type_hints(event).items():
        (listed, *_) = (*get_args(hint), None)
        if is_dataclass(listed) and {*names} <= {each.name for each in fields(listed)}:
            return field
    return ""


def listed(event: Any, *names: str) -> tuple[Any, ...]:
    """Return the values that an event lists of which each has all these."""
    found = list_of(type(event), *names)
    return getattr(event, found) if found else ()


def check_stakes(walked: Walk) -> None:
    """Whoever stakes reads what he has laid and where; what he takes back is told as that."""
    game = walked.game
    for event in walked.events:
        if not event.kind.endswith(".staked"):
            continue
        for audience in (Audience(event.party), OFFICE):  # type: ignore[attr-defined]
            shown: Any = event_for(game, event, audience)
            more = on(Place.LAYOUT, event.moves)
            variant = game.wording.variant(shown)
            assert (more < 0) == (variant in TAKEN_BACK) or not more, variant
            laid = listed(shown, "on", "amount")
            assert variant == "nothing" or laid or not list_of(type(event), "on", "amount")
            for said, french in zip(sentences(game, event, audience), (True, False), strict=True):
                teller = Narrator(french, {})
                for each in () if variant == "nothing" else laid:
                    assert not each.amount or teller.amount(each.amount) in said
                    assert teller._value_text(None, each.on, game.wording) in said
        # Others are told how much, and never that it was taken back while some lies there.
        if game.has_private_views:
            shown = event_for(game, event, EVERYBODY)
            assert not listed(shown, "on", "amount")
            assert not shown.moves
            assert (game.wording.variant(shown) == "nothing") == (not shown.total)


@on_walks
def test_a_stake_is_told_to_its_owner_with_amount_and_place(walked: Walk) -> None:
    check_stakes(walked)


def check_results(walked: Walk) -> None:
    """What a party reads that it got back is what its wallet was given."""
    game = walked.game
    for event in walked.events:
        for party in {each.party for each in listed(event, "party", "returned")}:
            shown = event_for(game, event, Audience(party))
            told = listed(shown, "party", "returned")
            mine = [each for each in told if each.party == party]
            given = sum(
                move.amount
                for move in shown.moves
                if move.party == party and move.target is Place.WALLET
                if not move.why.startswith(("premium", "fee"))
            )
            assert sum(each.returned for each in mine) == given, event.kind
            if game.has_private_views and not CONDUCT[game.key].shows_results(event):
                assert all(each.party == party for each in (*told, *shown.moves))
            for said, french in zip(
                sentences(game, event, Audience(party)), (True, False), strict=True
            ):
                for each in mine:
                    assert Narrator(french, {}).amount(each.returned) in said


@on_walks
def test_a_result_is_told_to_its_owner_as_his_wallet_was_given_it(walked: Walk) -> None:
    check_results(walked)


@on_walks
def test_of_others_a_party_reads_no_more_than_everybody(walked: Walk) -> None:
    """To a party that an event does not name it says what it says to everybody."""
    if not walked.game.has_private_views:
        return
    for event in walked.events:
        assert event_for(walked.game, event, Audience(Party("somebody else"))) == event_for(
            walked.game, event, EVERYBODY
        )


@law
def test_the_laws_of_telling_see_a_reader_who_is_shown_as_everybody(
    key: str, book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: a player who is shown nobody's own does not read what he has laid."""
    if not GAMES[key].has_private_views:
        return
    lists = [
        each
        for each in walks_of(key, book)
        if any(listed(event, "on", "amount") for event in each.events)
    ]
    if not lists:
        return
    staked = lists[0]
    check_stakes(staked)
    shown = event_for
    monkeypatch.setitem(
        globals(), "event_for", lambda game, event, audience: shown(game, event, EVERYBODY)
    )
    with pytest.raises(AssertionError):
        check_stakes(staked)


# --- the end --------------------------------------------------------------------------------------


@on_walks
def test_a_round_ends_although_nobody_acts(walked: Walk) -> None:
    """From every state, the clock, the cards and the settlement alone end the round."""
    for each in walked.steps[:: max(1, len(walked.steps) // 6)]:
        state, tape = each.after, Tape(b"")
        for _ in range(MOST_INPUTS):
            match walked.game.awaiting(walked.rules, state):
                case Cards(n):
                    given_: EngineInput[Any] = random_cards(tape, n)
                case Draw(sides):
                    given_ = random_draw(tape, sides)
                case SideBets():
                    given_ = SettleSideBets()
                case Players():
                    given_ = ClockExpired()
                case _:
                    break
            state = step(walked.game, walked.rules, state, given_).after
        assert isinstance(walked.game.awaiting(walked.rules, state), Nobody | Shuffle)
        waiting = CONDUCT[walked.game.key].waiting(state)
        assert walked.game.is_over(state) or walked.game.on_layout(state) == waiting


@on_walks
def test_the_clock_restarts_exactly_when_somebody_else_must_decide(walked: Walk) -> None:
    """While a refused or foreign input changes nothing, the name of the turn stays the same."""
    for each in walked.steps:
        if each.opens:
            continue
        before = walked.game.awaiting(walked.rules, each.state)
        if each.refused and isinstance(before, Players):
            after = walked.game.awaiting(walked.rules, each.after)
            assert isinstance(after, Players)
            assert after.turn == before.turn


def arbitrary(key: str, book: str, count: int, **options: Any) -> Iterator[Walk]:
    """Yield as many rounds as asked, the same each time."""
    for seed in range(count):
        tape = hashlib.shake_256(seed.to_bytes(4, "big")).digest(500)
        yield walk(key, book, options, Tape(tape))


def test_arbitrary_rounds_of_blackjack_reach_every_event() -> None:
    """The laws are worth what they reach."""
    fr = {
        "enabled_side_bets": ["queen_of_hearts", "hyper", "two_plus_one", "jp1"],
        "surrender": True,
    }
    mc = {"enabled_side_bets": ["perfect_pairs"]}
    rounds = [
        *arbitrary("blackjack", "FR-2024", 400, **fr),
        *arbitrary("blackjack", "MC", 100, **mc),
    ]
    reached = {event.kind for each in rounds for event in each.events}
    kinds = {
        event.__dataclass_fields__["kind"].default
        for event in GAMES["blackjack"].wire.events.__args__
    }
    # Jackpots are too seldom won by chance: they have laws of their own.
    later = {
        "jackpot_claimed",
        "consolation_due",
        "jackpot_paid",
        "consolation_paid",
        "pot_restarted",
    }
    assert kinds - reached == {"table.voided", *[f"blackjack.{kind}" for kind in later]}


def test_arbitrary_rounds_of_european_roulette_reach_every_event() -> None:
    rounds = [
        *arbitrary("european_roulette", "MC", 60),
        *arbitrary("european_roulette", "MC", 60, auto_rebet=True, reopen_on_void=True),
    ]
    reached = {event.kind for each in rounds for event in each.events}
    kinds = {
        event.__dataclass_fields__["kind"].default
        for event in GAMES["european_roulette"].wire.events.__args__
    }
    assert kinds - reached == {"table.voided"}
    assert any(sum(each.opens is not None for each in walked.steps) > 3 for walked in rounds)
