"""The machines: the published examples, the exact return, meters, payments, and who holds what."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from tables.games.automatic_games import AUTOMATIC_GAMES, machines
from tables.games.automatic_games.machines import CLASSIC, Award
from tables.games.automatic_games.messages import (
    CashedOut,
    CashOut,
    Complain,
    Event,
    GameEnded,
    HandPaid,
    Load,
    Play,
    Position,
)
from tables.games.automatic_games.meters import Meters
from tables.games.automatic_games.play import opening
from tables.games.automatic_games.rules import Rules, contradictions
from tables.games.automatic_games.state import State, evolve
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    Asked,
    Draw,
    Expired,
    Fell,
    Nobody,
    Ordered,
    Players,
    Refused,
    SessionEnded,
    Setting,
    Stopped,
)
from tests import campaign
from tests.games.worked import Worked

WORKED = Worked(AUTOMATIC_GAMES)
ANN, BEN = Party("ann"), Party("ben")
SEVENS = (0, 0, 0)
"""The first stop of each reel is its seven."""
LOST = (1, 1, 1)


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


class Machine:
    """A position, and what happens at it."""

    def __init__(self, **options: Any) -> None:
        self.rules: Rules = AUTOMATIC_GAMES.amend("MC", options)
        self.state: State = evolve(None, opening(None, Setting()))
        self.events: list[Event] = []

    def give(self, given: Any) -> str:
        """Give the engine an input; return the refusal's code, or nothing."""
        if AUTOMATIC_GAMES.over(self.state):
            self._fold((opening(self.state, Setting()),))
        try:
            events, after = AUTOMATIC_GAMES.step(self.rules, self.state, given)
        except Refused as refused:
            return refused.code
        self._fold(events)
        assert self.state == after
        return ""

    def _fold(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def ask(self, command: Any, party: Party = ANN, seated: bool = True) -> str:
        boxes = frozenset({BoxNo(1)}) if seated else frozenset[BoxNo]()
        return self.give(Asked(party, boxes, command))

    def order(self, what: str, reason: str = "why") -> str:
        return self.give(Ordered(what, "chief", reason))

    def game(self, stops: tuple[int, ...], stake: int = 100) -> None:
        assert self.ask(Play(Amount(stake))) == ""
        assert self.give(Fell(stops)) == ""

    @property
    def now(self) -> Position:
        return self.state.now


def loaded(amount: int = 10_00, **options: Any) -> Machine:
    machine = Machine(**options)
    assert machine.ask(Load(Amount(amount))) == ""
    return machine


# --- the sheet ------------------------------------------------------------------------------------


def test_mc_auto_14_21_the_return_is_computed_from_strips_and_pay_table() -> None:
    """By another way than the engine's: every one of the stops of all reels, one by one."""
    stops = product(*(range(len(strip)) for strip in CLASSIC.strips))
    paid = sum(CLASSIC.pays(CLASSIC.line(each)) for each in stops)
    assert Fraction(paid, 32**3) == CLASSIC.theoretical_return == CLASSIC.certified
    report = AUTOMATIC_GAMES.priced.report(Rules())
    assert report.bets[0].edge == 1 - Fraction(7777, 8192)
    assert list(contradictions(Rules())) == []


def test_mc_auto_14_simulated_games_return_what_the_sheet_says() -> None:
    games, chance = campaign.length(20_000, 10_000_000), Random(14)
    paid = squares = 0
    for _ in range(games):
        pays = CLASSIC.pays(CLASSIC.line(tuple([chance.randrange(32) for _ in range(3)])))
        paid += pays
        squares += pays * pays
    mean = paid / games
    error = ((squares / games - mean * mean) / games) ** 0.5
    assert abs(mean - float(CLASSIC.theoretical_return)) < 4 * error


def test_mc_auto_14_a_sheet_that_states_another_return_is_not_published(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dearer = replace(CLASSIC, awards=(Award(("seven",) * 3, 501), *CLASSIC.awards[1:]))
    assert dearer.hash != CLASSIC.hash
    monkeypatch.setattr("tables.games.automatic_games.rules.MACHINES", {CLASSIC.key: dearer})
    assert list(contradictions(Rules())) == ["machine"]
    with pytest.raises(Refused, match="invalid_option"):
        AUTOMATIC_GAMES.amend("MC", {})


def test_mc_auto_14_a_machine_below_the_houses_least_return_is_not_published(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    AUTOMATIC_GAMES.amend("MC", {"theoretical_return_min": "90/100"})
    monkeypatch.setattr("tables.games.automatic_games.rules.MACHINES", {CLASSIC.key: cheaper()})
    AUTOMATIC_GAMES.amend("MC", {"theoretical_return_min": "75/100"})
    with pytest.raises(Refused) as refused:
        AUTOMATIC_GAMES.amend("MC", {"theoretical_return_min": "90/100"})
    assert refused.value.detail["option"] == "theoretical_return_min"


def cheaper() -> machines.Machine:
    """Return the machine without its pay line of one cherry, rightly certified."""
    less = replace(CLASSIC, awards=CLASSIC.awards[:-1])
    return replace(less, certified=less.theoretical_return)


def test_mc_auto_21_the_best_line_that_fits_is_paid_and_no_other() -> None:
    line = machines.Machine.pays
    assert line(CLASSIC, ("cherry", "cherry", "cherry")) == 10
    assert line(CLASSIC, ("cherry", "cherry", "seven")) == 5
    assert line(CLASSIC, ("cherry", "seven", "cherry")) == 2
    assert line(CLASSIC, ("seven", "cherry", "cherry")) == 0
    # Nothing pays less than a stake: no loss looks like a win.
    assert min(each.pays for each in CLASSIC.awards) > 1


# --- meters ---------------------------------------------------------------------------------------


def test_mc_auto_19_no_meter_is_set_back_whatever_happens() -> None:
    machine = loaded()
    seen = [machine.now.meters]
    machine.game(SEVENS)
    machine.game(LOST)
    seen.append(machine.now.meters)
    assert machine.ask(Play(Amount(100))) == ""
    machine._fold((AUTOMATIC_GAMES.annulled(machine.state, (), "spilt drink"),))
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
    machine._fold((AUTOMATIC_GAMES.annulled(machine.state, (), "spilt drink"),))
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
    assert AUTOMATIC_GAMES.opening(machine.rules, machine.state, Setting()).found == machine.now


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
    assert machine.give(Expired()) == ""
    (back,) = [each for each in machine.events if isinstance(each, CashedOut)]
    assert (back.party, back.amount, back.timed_out) == (ANN, 11_00, True)
    assert AUTOMATIC_GAMES.over(machine.state)


def test_a_stopped_draw_leaves_the_stake_and_draws_again() -> None:
    machine = loaded()
    assert machine.ask(Play(Amount(100))) == ""
    assert machine.give(Stopped("chief")) == ""
    assert isinstance(AUTOMATIC_GAMES.awaiting(machine.rules, machine.state), Draw)
    assert AUTOMATIC_GAMES.on_layout(machine.state) == 10_00
    assert machine.give(Fell(LOST)) == ""
    assert machine.now.balance == 9_00


def test_the_last_round_of_a_session_gives_credits_back_and_takes_none() -> None:
    machine = loaded()
    machine.game(LOST)
    machine._fold((opening(machine.state, Setting(rounds_left=1)),))
    assert machine.ask(Play(Amount(100))) == "session_ended"
    assert machine.ask(Load(Amount(100))) == "session_ended"
    assert machine.give(Expired()) == ""
    assert (machine.now.balance, AUTOMATIC_GAMES.over(machine.state)) == (0, True)


def test_mc_auto_46_the_last_round_gives_frozen_credits_back_too() -> None:
    machine = loaded()
    assert machine.order("open_machine") == ""
    machine._fold((opening(machine.state, Setting(rounds_left=1)),))
    assert machine.give(Expired()) == ""
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
    assert [(move.amount, move.target) for move in paid.moves] == [(2500_00, Place.WALLET)]
    assert machine.order("hand_pay") == "not_awaited"
    assert (machine.now.meters.jackpot, machine.now.meters.out) == (2500_00, 0)
    assert machine.now.meters.hold == 5_00 - 2500_00


def test_mc_auto_18_a_win_stays_owed_when_its_owner_and_the_session_are_gone() -> None:
    machine = loaded(50_00)
    machine.game(SEVENS, stake=3_00)
    assert machine.give(Expired()) == ""
    assert (machine.now.balance, machine.now.owner) == (0, ANN)
    assert AUTOMATIC_GAMES.over(machine.state)
    assert machine.ask(Load(Amount(100)), BEN) == "position_locked"
    assert machine.give(SessionEnded("director")) == ""
    assert not AUTOMATIC_GAMES.goes_on(machine.rules, machine.state, Setting())
    assert machine.order("hand_pay") == ""
    assert AUTOMATIC_GAMES.over(machine.state)


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


def test_mc_auto_39_a_game_that_is_paid_for_is_played_though_the_device_opens() -> None:
    machine = loaded()
    assert machine.ask(Play(Amount(100))) == ""
    assert machine.order("open_machine") == ""
    assert machine.give(Fell(SEVENS)) == ""
    assert machine.now.balance == 509_00
    assert not AUTOMATIC_GAMES.goes_on(machine.rules, machine.state, Setting())
    assert machine.order("close_machine") == ""
    assert not AUTOMATIC_GAMES.over(machine.state)


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
