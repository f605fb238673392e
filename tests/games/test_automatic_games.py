"""The machines: the published examples, the exact return, meters, payments, and who holds what."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from tables.games.automatic_games import AUTOMATIC_GAMES, machines
from tables.games.automatic_games.account import played_free
from tables.games.automatic_games.machines import CLASSIC, FIVE, Award
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
STARS = tuple([strip.index("star") for strip in FIVE.strips])
NOTHING = (5, 0, 0, 0, 0)
"""Five reels that pay nothing on any line."""


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


@pytest.mark.campaign
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


def _by_hand_of_the_sheet(line: tuple[str, ...]) -> int:
    """Return what a line of the five reels pays, read from its sheet another way."""
    best = 0
    for award in FIVE.awards:
        run = 0
        while run < 5 and line[run] in (award.symbols[0], "joker"):
            run += 1
        if run >= len(award.symbols):
            best = max(best, award.pays)
    return best


SYMBOLS = sorted({symbol for strip in FIVE.strips for symbol in strip})


def test_mc_auto_14_21_the_return_of_five_reels_is_computed_with_its_free_games() -> None:
    """By another way than the engine's: every line symbol by symbol, every set of windows."""
    weights = [Counter(strip) for strip in FIVE.strips]
    lines = sum(
        prod(weight[symbol] for weight, symbol in zip(weights, line, strict=True))
        * _by_hand_of_the_sheet(line)
        for line in product(SYMBOLS, repeat=5)
    )
    seen = [
        Counter(sum(strip[(stop + row) % 30] == "star" for row in (-1, 0, 1)) for stop in range(30))
        for strip in FIVE.strips
    ]
    scatters = frees = 0
    for stars in product(*seen):
        ways = prod(each[count] for each, count in zip(seen, stars, strict=True))
        pays, free = {3: (2, 10), 4: (10, 15), 5: (100, 20)}.get(sum(stars), (0, 0))
        scatters, frees = scatters + ways * pays, frees + ways * free
    game, free_games = Fraction(lines + scatters, 30**5), Fraction(frees, 30**5)
    # All that follow a game: those that it brings, and all that follow each of these.
    follow = (FIVE.theoretical_return / game - 1) / 2
    assert follow == free_games * (1 + follow)
    assert FIVE.theoretical_return == FIVE.certified == Fraction(2808644467, 2955042000)


@pytest.mark.campaign
def test_mc_auto_14_simulated_games_of_five_reels_return_what_the_sheet_says() -> None:
    games, chance = campaign.length(200_000, 10_000_000), np.random.default_rng(campaign.seed(5))
    table = np.array([_by_hand_of_the_sheet(line) for line in product(SYMBOLS, repeat=5)])
    strips = np.array([[SYMBOLS.index(symbol) for symbol in strip] for strip in FIVE.strips])
    star, reels = SYMBOLS.index("star"), np.arange(5)
    brings = np.zeros((2, 6), int)
    brings[:, 3:] = np.array([(2, 10, 100), (10, 15, 20)])

    def played(count: int) -> tuple[Any, Any]:
        """Return what each of so many games pays, in tenths of its stake, and brings."""
        stops = chance.integers(0, 30, (count, 5))
        windows = [strips[reels, (stops + row) % 30] for row in (-1, 0, 1)]
        stars = sum((window == star).sum(axis=1) for window in windows)
        paid = brings[0, stars] * 10
        for rows in FIVE.lines:
            code = np.zeros(count, int)
            for reel, row in enumerate(rows):
                code = code * len(SYMBOLS) + windows[row + 1][:, reel]
            paid += table[code]
        return paid, brings[1, stars]

    total, squares, left = 0, 0, games
    while left:
        count = min(left, 200_000)
        left -= count
        paid, brought = played(count)
        whose = np.repeat(np.arange(count), brought)
        while whose.size:
            more, again = played(whose.size)
            np.add.at(paid, whose, 2 * more)
            whose = np.repeat(whose, again)
        total, squares = total + int(paid.sum()), squares + int((paid * paid).sum())
    mean = total / games
    error = ((squares / games - mean * mean) / games) ** 0.5
    assert abs(mean - 10 * float(FIVE.theoretical_return)) < 4 * error


def test_mc_auto_14_free_games_that_never_end_have_no_return() -> None:
    endless = replace(FIVE, scattered=(machines.Scattered(0, 0, 2),))
    with pytest.raises(ValueError, match="never end"):
        _ = endless.theoretical_return


def test_mc_auto_21_every_award_of_a_game_is_told_line_by_line() -> None:
    wins = FIVE.wins((0, 0, 0, 0, 0), Amount(2_00))
    told = [(each.line, each.symbols, each.pays, each.amount) for each in wins]
    bells = ("bell", "joker", "bell", "joker", "bell")
    assert told == [(7, bells, 100, 20_00), (9, ("plum", "joker", "plum"), 8, 1_60)]
    for each in wins:
        # What is told stands in the windows, on the rows of the line.
        stands = FIVE.line((0, 0, 0, 0, 0), FIVE.lines[each.line - 1])
        assert stands[: len(each.symbols)] == each.symbols
    free = FIVE.wins((0, 0, 0, 0, 0), Amount(2_00), free=True)
    assert [each.amount for each in free] == [2 * each.amount for each in wins]
    stars = FIVE.wins(STARS, Amount(2_00))
    assert (stars[-1].line, stars[-1].pays, stars[-1].amount) == (0, 100, 200_00)
    assert FIVE.pays(("joker",) * 5) == 1000
    # A star stands on no line, and no wild for it.
    assert FIVE.pays(("star",) * 5) == 0


def test_a_sheets_hash_changes_with_whatever_it_pays_by() -> None:
    changes: list[dict[str, Any]] = [
        {"lines": FIVE.lines[1:]}, {"free_pays": 3}, {"wild": ""}, {"scattered": ()},
        {"version": 2}, {"awards": FIVE.awards[1:]}, {"strips": FIVE.strips[::-1]},
    ]  # fmt: skip
    found = {replace(FIVE, **change).hash for change in changes}
    assert len(found | {FIVE.hash}) == len(changes) + 1


# --- free games -----------------------------------------------------------------------------------


def five(amount: int = 50_00, **options: Any) -> Machine:
    machine = loaded(amount, machine="five_stars", **options)
    machine.game(STARS)
    return machine


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
    assert machine.give(Expired()) == ""
    assert machine.state.free
    assert machine.give(Fell((0, 0, 0, 0, 0))) == ""
    assert (machine.now.balance, machine.now.free) == (2 * (10_00 + 80), 19)
    (game, before) = machine.now.games
    assert (game.free, game.stake, before.wins) == (True, 0, ())
    assert (machine.now.meters.played, machine.now.meters.games) == (1_00, 2)
    assert machine.now.meters.free == 1
    # They may bring others, for the same stake.
    assert machine.give(Expired()) == ""
    assert machine.give(Fell(STARS)) == ""
    assert (machine.now.free, machine.now.free_stake) == (18 + 20, 1_00)


def test_mc_auto_18_a_free_game_waits_until_a_win_is_paid_by_hand() -> None:
    machine = five(hand_pay_threshold_cents=50_00)
    assert machine.now.owed >= 100_00
    assert AUTOMATIC_GAMES.over(machine.state)
    assert machine.order("identify") == ""
    with pytest.raises(Refused, match="not_awaited"):
        played_free(machine.state)
    assert machine.order("hand_pay") == ""
    assert AUTOMATIC_GAMES.goes_on(machine.rules, machine.state, Setting())
    assert machine.give(Expired()) == ""
    assert machine.give(Fell(STARS)) == ""
    assert machine.now.owed >= 200_00


def test_the_last_round_of_a_session_is_followed_by_the_free_games_that_are_left() -> None:
    machine = loaded(machine="five_stars")
    machine.game(STARS)
    last = Setting(rounds_left=1)
    for left in range(20, 0, -1):
        assert AUTOMATIC_GAMES.plays_on(machine.rules, machine.state)
        machine._fold((opening(machine.state, last),))
        assert machine.now.free == left
        assert machine.give(Expired()) == ""
        assert machine.give(Fell(NOTHING)) == ""
    assert not AUTOMATIC_GAMES.plays_on(machine.rules, machine.state)
    assert not AUTOMATIC_GAMES.over(machine.state)
    assert machine.give(Expired()) == ""
    assert (machine.now.balance, machine.now.owner) == (0, "")


def test_a_free_game_that_is_void_or_broken_off_is_played_again() -> None:
    machine = five()
    assert machine.give(Expired()) == ""
    assert machine.now.free == 19
    machine._fold((AUTOMATIC_GAMES.annulled(machine.state, (), "spilt drink"),))
    assert machine.now.free == 20
    assert machine.give(Expired()) == ""
    assert machine.give(SessionEnded("director")) == ""
    assert (machine.now.free, machine.now.balance, machine.now.owner) == (20, 0, ANN)
    assert AUTOMATIC_GAMES.goes_on(machine.rules, machine.state, Setting())


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
