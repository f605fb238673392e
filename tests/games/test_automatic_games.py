"""The machines: the published examples, free games, meters, payments, and who holds what."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tables.games.automatic_games import AUTOMATIC_GAMES
from tables.games.automatic_games.account import play_free_game, undo_moves
from tables.games.automatic_games.messages import (
    CashedOut,
    CashOut,
    Complain,
    Event,
    GameEnded,
    HandPaid,
    InsertTicket,
    Load,
    Opened,
    Play,
    Position,
)
from tables.games.automatic_games.meters import Meters
from tables.games.automatic_games.play import opening_event
from tables.games.automatic_games.state import evolve
from tables.games.core.money import Amount, BoxNo, Place
from tables.games.core.protocol import (
    ClockExpired,
    Draw,
    DrawResult,
    DrawStopped,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    PresentedTicket,
    Refused,
    SessionEnded,
    TicketIssue,
    TicketUse,
)
from tests.games.automatic_games.position import (
    ANN,
    BEN,
    LOST,
    NOTHING,
    SEVENS,
    STARS,
    Machine,
    five,
    loaded,
)
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(AUTOMATIC_GAMES)


@WORKED.each
def test_example(example: dict[str, Any]) -> None:
    got, expected = WORKED.play(example), example["expected"]
    for ref, bet in expected["bets"].items():
        told = {key: value for key, value in got["bets"][ref].items() if key != "reason"}
        assert told == {key: value for key, value in bet.items() if key != "reason"}, ref
    for kind in ("decisions", "outcomes"):
        assert got[kind].keys() == expected[kind].keys(), kind
    assert got["totals"] == expected["totals"]
    for key, value in expected["table"].items():
        # The meters and tickets that an example does not speak of may be anything.
        told = got["table"][key]
        assert {name: told[name] for name in value} == value if key == "meters" else told == value


def test_no_example_is_left_out() -> None:
    WORKED.check_ids("AUTO", 30)


# --- free games -----------------------------------------------------------------------------------


def test_free_games_cost_nothing_pay_twice_and_come_by_themselves() -> None:
    machine = five()
    # Five stars pay a hundred stakes; whatever else stands there is paid too.
    won = machine.now.balance - 49_00
    assert won >= 100_00
    assert (machine.now.free, machine.now.free_stake) == (20, 1_00)
    assert machine.ask(Play(Amount(100))) == "free_games_left"
    awaited = AUTOMATIC_GAMES.awaiting(machine.rules, machine.state)
    assert isinstance(awaited, Players)
    assert (awaited.boxes, awaited.seconds) == ((), 3)
    # Its owner may cash out meanwhile; the games stay his, and nobody else plays there.
    assert machine.ask(CashOut()) == ""
    assert machine.ask(Load(Amount(100)), BEN) == "position_locked"
    assert machine.give(ClockExpired()) == ""
    assert machine.state.free
    assert machine.give(DrawResult((0, 0, 0, 0, 0))) == ""
    assert (machine.now.balance, machine.now.free) == (2 * (10_00 + 80), 19)
    (game, before) = machine.now.games
    assert (game.free, game.stake, before.wins) == (True, 0, ())
    assert (machine.now.meters.played, machine.now.meters.games) == (1_00, 2)
    assert machine.now.meters.free == 1
    # They may bring others, for the same stake.
    assert machine.give(ClockExpired()) == ""
    assert machine.give(DrawResult(STARS)) == ""
    assert (machine.now.free, machine.now.free_stake) == (18 + 20, 1_00)


def test_mc_auto_18_a_free_game_waits_until_a_win_is_paid_by_hand() -> None:
    machine = five(hand_pay_threshold_cents=50_00)
    assert machine.now.owed >= 100_00
    assert AUTOMATIC_GAMES.is_over(machine.state)
    assert machine.order("identify") == ""
    with pytest.raises(Refused, match="not_awaited"):
        play_free_game(machine.state)
    assert machine.order("hand_pay") == ""
    assert AUTOMATIC_GAMES.opens_by_itself(machine.rules, machine.state, OpeningContext())
    assert machine.give(ClockExpired()) == ""
    assert machine.give(DrawResult(STARS)) == ""
    assert machine.now.owed >= 200_00


def test_the_last_round_of_a_session_is_followed_by_the_free_games_that_are_left() -> None:
    machine = loaded(machine="five_stars")
    machine.game(STARS)
    last = OpeningContext(rounds_left=1)
    for left in range(20, 0, -1):
        assert AUTOMATIC_GAMES.needs_another_round(machine.rules, machine.state)
        machine._fold((opening_event(machine.rules, machine.state, last),))
        assert machine.now.free == left
        assert machine.give(ClockExpired()) == ""
        assert machine.give(DrawResult(NOTHING)) == ""
    assert not AUTOMATIC_GAMES.needs_another_round(machine.rules, machine.state)
    assert not AUTOMATIC_GAMES.is_over(machine.state)
    assert machine.give(ClockExpired()) == ""
    assert (machine.now.balance, machine.now.owner) == (0, "")


def test_a_free_game_that_is_void_or_broken_off_is_played_again() -> None:
    machine = five()
    assert machine.give(ClockExpired()) == ""
    assert machine.now.free == 19
    machine._fold((AUTOMATIC_GAMES.voiding_event(machine.state, (), "spilt drink"),))
    assert machine.now.free == 20
    assert machine.give(ClockExpired()) == ""
    assert machine.give(SessionEnded("director")) == ""
    assert (machine.now.free, machine.now.balance, machine.now.owner) == (20, 0, ANN)
    assert AUTOMATIC_GAMES.opens_by_itself(machine.rules, machine.state, OpeningContext())


def test_a_stake_is_whole_credits_on_each_line() -> None:
    machine = loaded(machine="five_stars", denomination_cents=10)
    assert machine.ask(Play(Amount(1_50))) == "bad_increment"
    assert machine.ask(Play(Amount(2_00))) == ""
    with pytest.raises(Refused, match="invalid_option"):
        AUTOMATIC_GAMES.amend("MC", {"machine": "five_stars", "table_max_cents": 50})


# --- meters ---------------------------------------------------------------------------------------


def test_mc_auto_19_no_meter_is_set_back_whatever_happens() -> None:
    machine = loaded()
    seen = [machine.now.meters]
    machine.game(SEVENS)
    machine.game(LOST)
    seen.append(machine.now.meters)
    assert machine.ask(Play(Amount(100))) == ""
    machine._fold((AUTOMATIC_GAMES.voiding_event(machine.state, (), "spilt drink"),))
    seen.append(machine.now.meters)
    for before, after in pairwise(seen):
        for name in before.in_credits(1):
            assert after.in_credits(1)[name] >= before.in_credits(1)[name]
    with pytest.raises(AssertionError, match="counts up"):
        Meters().more(out=-1)


def test_mc_auto_19_a_game_that_is_annulled_leaves_the_credits_as_they_were() -> None:
    machine = loaded()
    machine.game(LOST)
    machine.game(SEVENS)
    assert machine.now.balance == 9_00 - 1_00 + 500_00
    opened = machine.state.found
    machine._fold((AUTOMATIC_GAMES.voiding_event(machine.state, (), "spilt drink"),))
    assert machine.now.balance == opened.balance == 9_00
    assert machine.now.meters.annulled_out == 499_00


def test_the_balance_identity_is_checked_after_every_event() -> None:
    """The control: an event that credits what it does not count is no event of a machine."""
    machine = loaded()
    odd = CashedOut(ANN, "coin", Amount(1_00))
    assert evolve(machine.state, odd).now.meters.coin_out == 1_00
    broken = replace(machine.state, now=replace(machine.now, balance=Amount(11_00)))
    with pytest.raises(AssertionError, match="meters"):
        evolve(broken, odd)


def test_mc_auto_01_a_position_keeps_its_meters_from_round_to_round() -> None:
    machine = loaded()
    machine.game(LOST)
    machine.game(LOST)
    assert machine.now.meters.games == 2
    assert (
        AUTOMATIC_GAMES.opening_event(machine.rules, machine.state, OpeningContext()).found
        == machine.now
    )


# --- who plays ------------------------------------------------------------------------------------


def test_mc_auto_47_a_position_is_one_players_at_a_time() -> None:
    machine = loaded()
    for command in (Load(Amount(100)), Play(Amount(100)), CashOut(), Complain(1)):
        assert machine.ask(command, BEN, seated=False) == "position_locked"
    for command in (Load(Amount(100)), Play(Amount(100)), CashOut()):
        assert machine.ask(command, BEN) == "position_locked"
    assert machine.ask(CashOut()) == ""
    assert machine.ask(Play(Amount(100)), BEN) == "insufficient_credit"
    assert machine.ask(Load(Amount(100)), BEN) == ""


def test_mc_auto_46_credits_go_back_to_their_owner_when_nobody_plays() -> None:
    machine = loaded()
    awaited = AUTOMATIC_GAMES.awaiting(machine.rules, machine.state)
    assert isinstance(awaited, Players)
    assert awaited.seconds == 15 * 60
    assert machine.ask(Load(Amount(100))) == ""
    again = AUTOMATIC_GAMES.awaiting(machine.rules, machine.state)
    assert isinstance(again, Players)
    assert again.turn != awaited.turn
    assert machine.give(ClockExpired()) == ""
    (back,) = [each for each in machine.events if isinstance(each, CashedOut)]
    assert (back.party, back.amount, back.timed_out) == (ANN, 11_00, True)
    assert AUTOMATIC_GAMES.is_over(machine.state)


def test_a_stopped_draw_leaves_the_stake_and_draws_again() -> None:
    machine = loaded()
    assert machine.ask(Play(Amount(100))) == ""
    assert machine.give(DrawStopped("chief")) == ""
    assert isinstance(AUTOMATIC_GAMES.awaiting(machine.rules, machine.state), Draw)
    assert AUTOMATIC_GAMES.on_layout(machine.state) == 10_00
    assert machine.give(DrawResult(LOST)) == ""
    assert machine.now.balance == 9_00


def test_the_last_round_of_a_session_gives_credits_back_and_takes_none() -> None:
    machine = loaded()
    machine.game(LOST)
    machine._fold((opening_event(machine.rules, machine.state, OpeningContext(rounds_left=1)),))
    assert machine.ask(Play(Amount(100))) == "session_ended"
    assert machine.ask(Load(Amount(100))) == "session_ended"
    assert machine.give(ClockExpired()) == ""
    assert (machine.now.balance, AUTOMATIC_GAMES.is_over(machine.state)) == (0, True)


def test_mc_auto_46_the_last_round_gives_frozen_credits_back_too() -> None:
    machine = loaded()
    assert machine.order("open_machine") == ""
    machine._fold((opening_event(machine.rules, machine.state, OpeningContext(rounds_left=1)),))
    assert machine.give(ClockExpired()) == ""
    assert (machine.now.balance, machine.now.in_service) == (0, False)


def test_a_session_that_is_broken_off_gives_everything_back() -> None:
    machine = loaded()
    assert machine.ask(Play(Amount(300))) == ""
    assert machine.give(SessionEnded("director")) == ""
    (move,) = machine.events[-1].moves
    assert (move.amount, move.target) == (10_00, Place.WALLET)
    assert machine.now.meters.credit == 0


# --- payments by hand, interventions, complaints --------------------------------------------------


def test_mc_auto_18_42_56_the_floor_pays_a_great_win_by_hand_once() -> None:
    machine = loaded(50_00)
    machine.game(SEVENS, stake=5_00)
    assert (machine.now.owed, machine.now.balance) == (2500_00, 45_00)
    assert machine.ask(Play(Amount(100))) == "position_locked"
    assert machine.order("hand_pay") == "identity_required"
    assert machine.order("identify") == ""
    assert machine.order("hand_pay") == ""
    (paid,) = [each for each in machine.events if isinstance(each, HandPaid)]
    assert [(move.amount, move.target, move.party) for move in paid.moves] == [
        (2500_00, Place.WALLET, ANN)
    ]
    assert machine.order("hand_pay") == "not_awaited"
    assert (machine.now.meters.jackpot, machine.now.meters.out) == (2500_00, 0)
    assert machine.now.meters.hold == 5_00 - 2500_00


@pytest.mark.parametrize(("threshold", "owed"), [(500_00, 0), (499_99, 500_00)])
def test_mc_auto_18_what_is_above_the_threshold_is_paid_by_hand_and_nothing_else(
    threshold: int, owed: int
) -> None:
    machine = loaded(hand_pay_threshold_cents=threshold)
    machine.game(SEVENS)
    assert (machine.now.owed, machine.now.balance) == (owed, 509_00 - owed)


@pytest.mark.parametrize("means", ["cheque", "transfer"])
def test_mc_auto_44_what_is_paid_by_cheque_or_transfer_waits_for_the_cage(means: str) -> None:
    machine = loaded(50_00, payment_means=means)
    machine.game(SEVENS, stake=3_00)
    assert machine.order("hand_pay") == ""
    (paid,) = [each for each in machine.events if isinstance(each, HandPaid)]
    assert [(move.source, move.target, move.party) for move in paid.moves] == [
        (Place.FLOAT, Place.PAYMENTS, ANN)
    ]


def test_mc_auto_18_a_win_stays_owed_when_its_owner_and_the_session_are_gone() -> None:
    machine = loaded(50_00)
    machine.game(SEVENS, stake=3_00)
    assert machine.give(ClockExpired()) == ""
    assert (machine.now.balance, machine.now.owner) == (0, ANN)
    assert AUTOMATIC_GAMES.is_over(machine.state)
    assert machine.ask(Load(Amount(100)), BEN) == "position_locked"
    assert machine.give(SessionEnded("director")) == ""
    assert not AUTOMATIC_GAMES.opens_by_itself(machine.rules, machine.state, OpeningContext())
    assert machine.order("hand_pay") == ""
    assert AUTOMATIC_GAMES.is_over(machine.state)


def test_mc_auto_43_a_fault_that_was_found_holds_the_payment_back() -> None:
    machine = loaded()
    machine.game(SEVENS, stake=3_00)
    assert machine.order("check_fault") == ""
    assert machine.order("hand_pay") == "position_locked"
    assert machine.order("check_right") == ""
    assert machine.order("hand_pay") == ""


def test_mc_auto_39_40_an_open_device_freezes_credits_until_its_sheet_is_complete() -> None:
    machine = loaded()
    assert machine.order("open_machine") == ""
    assert isinstance(AUTOMATIC_GAMES.awaiting(machine.rules, machine.state), Nobody)
    for command in (Load(Amount(100)), Play(Amount(100)), CashOut()):
        assert machine.ask(command) == "position_locked"
    assert machine.order("open_machine") == "position_locked"
    assert machine.order("close_machine", reason=" ") == "form_incomplete"
    assert machine.order("close_machine", reason="reel 2 stuck") == ""
    assert machine.now.balance == 10_00
    machine.game(LOST)


@pytest.mark.parametrize(
    ("accepts", "hopper", "media"),
    [
        (("note", "card", "ticket"), 0, ["card", "ticket"]),
        (("coin",), 10_00, ["coin"]),
        (("coin",), 9_90, []),
        (("note",), 0, []),
    ],
)
def test_mc_auto_24_31_33_each_way_out_of_all_credits_is_offered_where_it_is_open(
    accepts: tuple[str, ...], hopper: int, media: list[str]
) -> None:
    rules = AUTOMATIC_GAMES.amend("MC", {"accepts": accepts, "denomination_cents": 10})
    meters = Meters(coin_in=10_00, cash_box=10_00)
    found = Position(ANN, Amount(10_00), hopper=Amount(hopper), meters=meters)
    shown = AUTOMATIC_GAMES.view(rules, evolve(None, Opened(found)))
    assert [each.stake for each in shown.options] == media


def test_mc_auto_39_a_game_that_is_paid_for_is_played_though_the_device_opens() -> None:
    machine = loaded()
    assert machine.ask(Play(Amount(100))) == ""
    assert machine.order("open_machine") == ""
    assert machine.give(DrawResult(SEVENS)) == ""
    assert machine.now.balance == 509_00
    assert not AUTOMATIC_GAMES.opens_by_itself(machine.rules, machine.state, OpeningContext())
    assert machine.order("close_machine") == ""
    assert not AUTOMATIC_GAMES.is_over(machine.state)


def test_mc_auto_45_49_a_complaint_is_decided_after_the_mechanic_was_heard() -> None:
    machine = loaded()
    machine.game(LOST)
    assert machine.ask(Complain(1), BEN) == "not_owner"
    assert machine.order("hear_mechanic") == "not_awaited"
    assert machine.ask(Complain(1)) == ""
    assert machine.ask(Complain(1)) == "already_decided"
    assert machine.order("decide_complaint") == "mechanic_not_heard"
    assert machine.order("hear_mechanic") == ""
    assert machine.order("decide_complaint") == ""
    assert machine.order("decide_complaint") == "not_awaited"
    # The device paid what its table says: nothing was short.
    assert machine.now.complements == 0
    ended = [each for each in machine.events if isinstance(each, GameEnded)]
    assert (ended[0].due, ended[0].paid) == (0, 0)


@pytest.mark.clause("MC-AUTO-29")
def test_a_note_falls_into_its_box_and_stays_there_when_its_game_is_annulled() -> None:
    machine = Machine()
    assert machine.ask(Load(Amount(10_00), "note")) == ""
    moves = machine.events[-1].moves
    wallet, layout = Place.WALLET, Place.LAYOUT
    assert [(each.source, each.target, each.amount) for each in moves] == [
        (wallet, Place.NOTE_BOX, 10_00),
        (Place.FLOAT, layout, 10_00),
    ]
    # The box is locked: the credits that the house gave for the note go to who inserted it.
    assert [(each.source, each.target, each.amount) for each in undo_moves(moves)] == [
        (layout, wallet, 10_00)
    ]
    loaded_by_card = loaded().events[-1].moves
    assert [(each.source, each.target) for each in loaded_by_card] == [(wallet, layout)]
    assert [(each.source, each.target) for each in undo_moves(loaded_by_card)] == [(layout, wallet)]


def test_mc_auto_31_33_tickets_pay_once_and_to_their_owner_alone() -> None:
    def played(**options: Any) -> dict[str, Any]:
        note = {"ref": "a", "player": "ann", "action": "insert_note", "amount": 1000}
        out = {"ref": "b", "player": "ann", "action": "cash_out", "value": "ticket", "ticket": "T"}
        taken = [
            {"ref": ref, "player": name, "action": "insert_ticket", "ticket": "T", "amount": 1000}
            for ref, name in (("c", "ben"), ("d", "ann"), ("e", "ann"))
        ]
        return WORKED.play({"players": ["ann", "ben"], "decisions": [note, out, *taken]}, **options)

    assert played()["decisions"].keys() == {"c", "e"}
    assert played(ticket_bound_to_player=False)["decisions"].keys() == {"d", "e"}


def presented(amount: int = 5_00, **more: Any) -> PresentedTicket:
    return replace(PresentedTicket("7", Amount(amount), ANN, "issued"), **more)


@pytest.mark.parametrize(
    ("ticket", "refused"),
    [
        (presented(), ""),
        (None, "no_such_ticket"),
        (presented(state="redeemed"), "ticket_used"),
        (presented(state="orphan"), "ticket_lapsed"),
        (presented(party=BEN), "ticket_of_another"),
        (presented(party=BEN, bound=False), ""),
        (presented(5_05), "bad_increment"),
    ],
)
def test_mc_auto_32_46_47_a_ticket_is_taken_for_what_it_is(
    ticket: PresentedTicket | None, refused: str
) -> None:
    machine = Machine()
    asked = PlayerCommand(ANN, frozenset({BoxNo(1)}), InsertTicket("code"), ticket=ticket)
    assert machine.give(asked) == refused
    assert machine.now.balance == machine.now.meters.ticket_in == (0 if refused else 5_00)
    assert AUTOMATIC_GAMES.is_over(machine.state) is not bool(refused)
    # Its money waits where all tickets' does, not in the float.
    moved = [each for event in machine.events for each in ways(event)]
    assert moved == ([] if refused else [(Place.TICKETS, Place.LAYOUT, 5_00)])


def ways(event: Event) -> list[tuple[Place, Place, int]]:
    return [(each.source, each.target, each.amount) for each in event.moves]


@pytest.mark.clause("MC-AUTO-17")
def test_a_stake_goes_to_the_float_and_a_win_comes_from_it_unless_it_is_owed() -> None:
    machine = loaded(10_00)
    machine.game(SEVENS, stake=3_00)
    (ended,) = [each for each in machine.events if isinstance(each, GameEnded)]
    assert ended.by_hand
    assert ways(ended) == [(Place.LAYOUT, Place.FLOAT, 3_00)]
    machine = loaded(10_00)
    machine.game(SEVENS, stake=1_00)
    (ended,) = [each for each in machine.events if isinstance(each, GameEnded)]
    assert ways(ended) == [
        (Place.LAYOUT, Place.FLOAT, 1_00),
        (Place.FLOAT, Place.LAYOUT, ended.paid),
    ]


@pytest.mark.clause("MC-INC-02")
def test_a_session_that_breaks_off_gives_credits_and_the_stake_of_a_game_that_waits_back() -> None:
    machine = loaded(10_00)
    assert machine.ask(Play(Amount(1_00))) == ""
    assert machine.give(SessionEnded("director")) == ""
    broken = next(each for each in machine.events if each.kind.endswith("session_broken"))
    assert ways(broken) == [(Place.LAYOUT, Place.WALLET, 10_00)]


@pytest.mark.clause("MC-AUTO-15")
def test_no_more_credits_are_cashed_than_there_are() -> None:
    machine = loaded(10_00)
    for medium in ("card", "ticket"):
        assert machine.ask(CashOut(Amount(10_10), medium)) == "insufficient_credit"
    assert machine.ask(CashOut(Amount(4_00), "ticket")) == ""
    assert machine.events[-2].moves[0].target is Place.TICKETS
    assert machine.ask(CashOut(Amount(6_10), "card")) == "insufficient_credit"
    assert machine.ask(CashOut(Amount(6_00), "card")) == ""
    assert machine.ask(CashOut(Amount(10), "card")) == "insufficient_credit"


def test_a_ticket_comes_and_goes_between_games_and_ends_its_round() -> None:
    """So that no round with a ticket is ever annulled: it may have been paid elsewhere."""
    machine = loaded()
    taken = PlayerCommand(ANN, frozenset({BoxNo(1)}), InsertTicket("code"), ticket=presented())
    out = CashOut(medium="ticket")
    assert machine.ask(Play(Amount(100))) == ""
    assert (machine.ask(out), machine.give(taken)) == ("position_locked",) * 2
    assert machine.give(DrawResult(LOST)) == ""
    assert machine.ask(CashOut(Amount(4_00), "ticket")) == ""
    assert AUTOMATIC_GAMES.is_over(machine.state)
    (issued,) = [AUTOMATIC_GAMES.ticket(machine.rules, each) for each in machine.events[-2:-1]]
    assert issued == TicketIssue(ANN, Amount(4_00), bound=True, valid_days=30)
    assert machine.give(taken) == ""
    assert AUTOMATIC_GAMES.ticket(machine.rules, machine.events[-2]) == TicketUse("7", ANN)
    assert (machine.now.balance, machine.now.meters.ticket_out) == (10_00, 4_00)
    # In the last round nothing is left behind.
    machine._fold(
        (replace(opening_event(machine.rules, machine.state, OpeningContext()), last=True),)
    )
    assert machine.ask(CashOut(Amount(4_00), "ticket")) == "session_ended"
    assert machine.give(taken) == "session_ended"
    assert machine.ask(out) == ""
    assert (machine.now.balance, machine.now.owner) == (0, "")
