"""The machines: the published examples, the exact return, meters, payments, and who holds what."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
import pytest

from tables.games.automatic_games import AUTOMATIC_GAMES, machines, poker, theory
from tables.games.automatic_games.account import play_free_game, undo_moves
from tables.games.automatic_games.machines import CLASSIC, FIVE, JACKS, Award, Scattered
from tables.games.automatic_games.messages import (
    CashedOut,
    CashOut,
    Complain,
    Event,
    GameEnded,
    HandPaid,
    Held,
    Hold,
    InsertTicket,
    Load,
    Opened,
    Play,
    Position,
)
from tables.games.automatic_games.meters import Meters
from tables.games.automatic_games.play import opening_event
from tables.games.automatic_games.prices import PAGES
from tables.games.automatic_games.rules import Rules, contradictions
from tables.games.automatic_games.spread import spread
from tables.games.automatic_games.state import State, evolve
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import (
    ClockExpired,
    Draw,
    DrawResult,
    DrawStopped,
    Nobody,
    OpeningContext,
    OperatorAction,
    PlayerCommand,
    Players,
    PresentedTicket,
    Refused,
    SessionEnded,
    TicketIssue,
    TicketUse,
)
from tests import campaign
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(AUTOMATIC_GAMES)
ANN, BEN = Party("ann"), Party("ben")
SEVENS = (0, 0, 0)
"""The first stop of each reel is its seven."""
LOST = (1, 1, 1)
_ONE = Amount(1)
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
        self.state: State = evolve(None, opening_event(self.rules, None, OpeningContext()))
        self.events: list[Event] = []

    def give(self, given: Any) -> str:
        """Give the engine an input; return the refusal's code, or nothing."""
        if AUTOMATIC_GAMES.is_over(self.state):
            self._fold((opening_event(self.rules, self.state, OpeningContext()),))
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
        return self.give(PlayerCommand(party, boxes, command))

    def order(self, what: str, reason: str = "why") -> str:
        return self.give(OperatorAction(what, "chief", reason))

    def game(self, stops: tuple[int, ...], stake: int = 100) -> None:
        assert self.ask(Play(Amount(stake))) == ""
        assert self.give(DrawResult(stops)) == ""

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
    report = AUTOMATIC_GAMES.pricing.report(Rules())
    assert report.bets[0].edge == 1 - Fraction(7777, 8192)
    assert list(contradictions(Rules())) == []


def test_mc_auto_21_the_sheet_tells_how_far_the_pay_lies_about_the_return() -> None:
    """Every game of a short machine with free games, one by one; moments by iteration."""
    names = {name[0]: name for name in ("cherry", "bell", "joker", "star")}
    reels = ("scjb", "csbc", "cscj", "cbcs", "csjb")
    short = replace(
        FIVE,
        strips=tuple([tuple([names[each] for each in reel]) for reel in reels]),
        lines=FIVE.lines[:4],
        scattered=(Scattered(3, 2, 1), Scattered(5, 9, 2)),
    )
    games = list[tuple[Fraction, int]]()
    for stops in product(range(4), repeat=5):
        paid = sum(each.amount for each in short.wins(stops, Amount(4)))
        brought = short.brought(stops)
        games.append((Fraction(paid, 4), brought.free if brought else 0))
    many = len(games)
    y, n = np.array([float(paid) for paid, _ in games]), np.array([free for _, free in games])

    def squared(times: int) -> float:
        """Return the mean square of what a game comes to with those that it brings."""
        both = (times * y) ** 2 + 2 * times * y * n * mean + n * square + n * (n - 1) * mean**2
        return float(both.mean())

    mean = square = 0.0
    for _ in range(400):
        # A free game pays twice.
        mean, square = float((2 * y + n * mean).mean()), squared(2)
    whole = squared(1)
    told = spread(short)
    assert told.hits == Fraction(sum(paid > 0 for paid, _ in games), many)
    assert 0 < told.hits < 1
    assert float(told.variance) == pytest.approx(whole - float(short.theoretical_return) ** 2)


def test_mc_auto_21_the_sheet_of_the_cards_tells_what_is_published_of_them() -> None:
    """Jacks or better, full pay: 19.514676 and 45.4565 % are in every table of it."""
    assert round(float(spread(JACKS).variance), 6) == 19.514676
    assert round(float(spread(JACKS).hits), 6) == 0.454565
    stops = [CLASSIC.pays((a, b, c)) for a, b, c in product(*CLASSIC.strips)]
    square = Fraction(sum(pays**2 for pays in stops), 32**3)
    assert spread(CLASSIC).variance == square - CLASSIC.theoretical_return**2
    assert spread(CLASSIC).hits == Fraction(sum(map(bool, stops)), 32**3)
    report = AUTOMATIC_GAMES.pricing.report(AUTOMATIC_GAMES.amend("MC", {"machine": JACKS.key}))
    sheet = report.pages["sheet"]
    assert sheet.keys() == set(PAGES["sheet"]["required"])
    (line,) = AUTOMATIC_GAMES.pricing.terminal_lines(report)
    assert "4.4175 stakes, 45.4565% of games pay" in line


def test_mc_auto_14_a_sheet_tells_what_a_game_itself_returns_and_pays_at_most() -> None:
    stops = [CLASSIC.pays((a, b, c)) for a, b, c in product(*CLASSIC.strips)]
    sheet = AUTOMATIC_GAMES.return_sheet(Rules())
    assert (sheet.mean, sheet.most) == (Fraction(sum(stops), 32**3), max(stops))
    five = AUTOMATIC_GAMES.return_sheet(AUTOMATIC_GAMES.amend("MC", {"machine": FIVE.key}))
    # 10 games and more follow three stars, at twice the pay: the return holds them, a game not.
    assert 0 < five.mean < FIVE.theoretical_return
    assert five.most == 1100
    jacks = AUTOMATIC_GAMES.return_sheet(AUTOMATIC_GAMES.amend("MC", {"machine": JACKS.key}))
    assert (jacks.mean, jacks.most) == (JACKS.theoretical_return, 800)
    assert (sheet.independent_of_play, five.independent_of_play, jacks.independent_of_play) == (
        True,
        True,
        False,
    )


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


def paying_by_hand() -> Callable[[Any], tuple[Any, Any]]:
    """Return what tells of many stops what each pays, in tenths of its stake, and brings."""
    table = np.array([_by_hand_of_the_sheet(line) for line in product(SYMBOLS, repeat=5)])
    strips = np.array([[SYMBOLS.index(symbol) for symbol in strip] for strip in FIVE.strips])
    star, reels = SYMBOLS.index("star"), np.arange(5)
    brings = np.zeros((2, 6), int)
    brings[:, 3:] = np.array([(2, 10, 100), (10, 15, 20)])

    def paying(stops: Any) -> tuple[Any, Any]:
        windows = [strips[reels, (stops + row) % 30] for row in (-1, 0, 1)]
        stars = sum((window == star).sum(axis=1) for window in windows)
        paid = brings[0, stars] * 10
        for rows in FIVE.lines:
            code = np.zeros(len(stops), int)
            for reel, row in enumerate(rows):
                code = code * len(SYMBOLS) + windows[row + 1][:, reel]
            paid += table[code]
        return paid, brings[1, stars]

    return paying


@pytest.mark.campaign
def test_mc_auto_14_simulated_games_of_five_reels_return_what_the_sheet_says() -> None:
    games, chance = campaign.length(200_000, 10_000_000), np.random.default_rng(campaign.seed(5))
    paying = paying_by_hand()

    def played(count: int) -> tuple[Any, Any]:
        return paying(chance.integers(0, 30, (count, 5)))

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


if campaign.SOAK:

    @pytest.mark.campaign
    def test_mc_auto_21_every_way_of_five_reels_to_fall_is_counted_for_the_sheet() -> None:
        paying, sums, hits = paying_by_hand(), [0] * 5, 0
        others = np.array(list(product(range(30), repeat=4)))
        for first in range(30):
            y, n = paying(np.insert(others, 0, first, axis=1))
            for no, each in enumerate((y, n, y * y, n * n, y * n)):
                sums[no] += int(each.sum())
            hits += int((y > 0).sum())
        assert spread(FIVE).hits == Fraction(hits, 30**5)
        paid, free, paid_twice, free_twice, both = (Fraction(each, 30**5) for each in sums)
        # From tenths to stakes; free games pay twice.
        paid, paid_twice, both = paid / 10, paid_twice / 100, both / 10
        each = 2 * paid / (1 - free)
        more = free_twice - free
        square = 4 * paid_twice + 4 * both * each + more * each**2
        square /= 1 - free
        whole = paid_twice + 2 * both * each + free * square + more * each**2
        assert spread(FIVE).variance == whole - FIVE.theoretical_return**2


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


# --- video poker ----------------------------------------------------------------------------------


def dealing(*cards: str) -> tuple[int, ...]:
    """Return a draw that deals these cards, which are in pack order; its other values are 0."""
    places = [PACK.index(Card(card)) for card in cards]
    return _numbered(sum(comb(place, no) for no, place in enumerate(places, 1)))


def _numbered(number: int) -> tuple[int, ...]:
    """Return a draw that deals the hand of this number."""
    rest, third = divmod(number, 980)
    return (*divmod(rest, 51), third, *NO_CARDS)


NO_CARDS = (0,) * poker.HAND


def giving(hand: Sequence[str], *cards: str) -> tuple[int, ...]:
    """Return a draw that replaces cards of this hand by these."""
    left, places = [each for each in PACK if each not in hand], list[int]()
    for card in cards:
        places.append(left.index(Card(card)))
        left.remove(Card(card))
    return (0, 0, 0, *places, *NO_CARDS[len(places) :])


QUEENS = ("9c", "Qc", "7d", "Qh", "2s")
KEPT = (2, 4)
"""Its queens."""


def at_cards(*hand: str, stake: int = 1_00, **options: Any) -> Machine:
    """Return a position of video poker where a hand waits to be held."""
    machine = loaded(machine="jacks_or_better", **options)
    assert machine.ask(Play(Amount(stake))) == ""
    assert machine.give(DrawResult(dealing(*(hand or QUEENS)))) == ""
    assert AUTOMATIC_GAMES.is_over(machine.state)
    assert AUTOMATIC_GAMES.opens_by_itself(machine.rules, machine.state, OpeningContext())
    assert AUTOMATIC_GAMES.result(machine.state) == "dealt"
    return machine


def test_a_game_of_cards_is_two_rounds_and_the_second_draw_replaces_what_is_not_held() -> None:
    machine = at_cards()
    assert machine.now.hand == QUEENS
    assert (machine.now.balance, AUTOMATIC_GAMES.on_layout(machine.state)) == (9_00, 10_00)
    assert machine.ask(Play(Amount(100))) == "cards_to_hold"
    assert machine.ask(Hold(KEPT), BEN) == "position_locked"
    for wrong in ((0,), (6,), (1, 1)):
        assert machine.ask(Hold(wrong)) == "no_such_card"
    assert machine.ask(Hold((4, 2))) == ""
    assert machine.ask(Hold((1,))) == "not_awaited"
    assert machine.give(DrawResult((0, 0, 0))) == "not_awaited"
    assert machine.give(DrawResult(giving(QUEENS, "Qs", "5d", "5h"))) == ""
    (game, *_) = machine.now.games
    assert game.cards == ("Qs", "Qc", "5d", "Qh", "5h")
    (win,) = game.wins
    assert (win.symbols, win.pays, game.paid) == (("full_house",), 9, 9_00)
    assert (machine.now.balance, machine.now.hand, game.stake) == (18_00, (), 1_00)
    meters = machine.now.meters
    assert (meters.games, meters.won, meters.played, meters.out) == (1, 1, 1_00, 9_00)
    assert AUTOMATIC_GAMES.is_over(machine.state)


def test_every_number_is_a_hand_of_its_own() -> None:
    hands, chance = comb(52, 5), Random(5)
    assert prod(poker.DEAL) == hands
    assert len(poker.SIDES) == 8
    numbers = [0, 1, 5, hands - 1] + [chance.randrange(hands) for _ in range(50)]
    for number in numbers:
        cards = poker.dealt(_numbered(number))
        assert dealing(*cards) == _numbered(number)
        assert sorted(cards, key=PACK.index) == list(cards)
    assert poker.dealt(_numbered(0)) == PACK[:5]
    assert poker.dealt(_numbered(hands - 1)) == PACK[-5:]


def test_the_draw_of_a_hold_takes_the_cards_that_were_not_dealt_in_pack_order() -> None:
    assert poker.redrawn(PACK[:5], (), (51, 50, 979, *NO_CARDS)) == PACK[5:10]
    assert poker.redrawn(PACK[:5], (2, 4), (0, 0, 0, 46, 0, 0, 9, 9)) == (
        PACK[51], PACK[1], PACK[5], PACK[3], PACK[6],
    )  # fmt: skip
    assert poker.redrawn(PACK[:5], poker.ALL, (0,) * 8) == PACK[:5]


def test_who_does_not_choose_holds_all_five_and_is_told() -> None:
    machine = at_cards()
    # Credits may leave meanwhile: the stake is none of them, and the hand stays its owner's.
    assert machine.ask(CashOut()) == ""
    assert machine.ask(Load(Amount(100)), BEN) == "position_locked"
    awaited = AUTOMATIC_GAMES.awaiting(machine.rules, machine.state)
    assert isinstance(awaited, Players)
    assert (awaited.boxes, awaited.seconds) == ((BoxNo(1),), 15 * 60)
    assert machine.give(ClockExpired()) == ""
    (held,) = [each for each in machine.events if isinstance(each, Held)]
    assert (held.positions, held.timed_out) == (poker.ALL, True)
    assert machine.give(DrawResult((0,) * 8)) == ""
    assert (machine.now.games[0].cards, machine.now.balance) == (QUEENS, 1_00)


def test_the_end_of_a_session_waits_for_a_hand_that_was_paid_for() -> None:
    machine = at_cards()
    assert AUTOMATIC_GAMES.needs_another_round(machine.rules, machine.state)
    machine._fold((opening_event(machine.rules, machine.state, OpeningContext(rounds_left=1)),))
    awaited = AUTOMATIC_GAMES.awaiting(machine.rules, machine.state)
    assert isinstance(awaited, Players)
    assert awaited.seconds == 60
    assert machine.ask(Hold(())) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c", "5c", "8h"))) == ""
    assert machine.now.games[0].paid == 0
    assert machine.give(ClockExpired()) == ""
    assert (machine.now.balance, machine.now.owner) == (0, "")
    assert AUTOMATIC_GAMES.is_over(machine.state)
    assert not AUTOMATIC_GAMES.needs_another_round(machine.rules, machine.state)


def test_mc_auto_39_a_hand_that_was_paid_for_is_held_though_the_device_opens() -> None:
    machine = at_cards()
    assert machine.order("open_machine") == ""
    assert machine.ask(CashOut()) == "position_locked"
    assert machine.ask(Hold(KEPT)) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c"))) == ""
    assert (machine.now.balance, machine.now.in_service) == (10_00, False)


def annulled(machine: Machine) -> None:
    """Annul the round in play."""
    machine._fold((AUTOMATIC_GAMES.voiding_event(machine.state, (), "spilt drink"),))


def agrees(machine: Machine, collected: int) -> None:
    """Assert that the position's meters say what lies there, and what the house collected."""
    assert machine.now.meters.credit == machine.now.balance
    told = {each.name: each.amount for each in AUTOMATIC_GAMES.meter_totals(machine.state)}
    assert told["in"] == collected


def test_mc_auto_19_a_void_round_gives_the_hand_back_as_it_was() -> None:
    machine = at_cards()
    assert machine.ask(Hold((2,))) == ""
    annulled(machine)
    assert (machine.now.hand, AUTOMATIC_GAMES.on_layout(machine.state)) == (QUEENS, 10_00)
    agrees(machine, 0)
    assert machine.ask(Hold(KEPT)) == ""
    assert machine.give(DrawStopped("chief")) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c"))) == ""
    assert machine.now.balance == 10_00
    agrees(machine, 1_00)


def test_mc_auto_19_a_game_that_had_ended_is_held_again_after_its_round_is_void() -> None:
    machine = at_cards()
    machine._fold((opening_event(machine.rules, machine.state, OpeningContext(rounds_left=1)),))
    assert machine.ask(Hold(KEPT)) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c"))) == ""
    annulled(machine)
    # Collected once, and lying there again: the reversal of a move is no part of a meter.
    assert (machine.now.balance, machine.now.hand, machine.state.stake) == (9_00, QUEENS, 1_00)
    agrees(machine, 1_00)
    assert machine.ask(Hold(())) == ""
    assert machine.give(DrawResult(giving(QUEENS, "2c", "3c", "4c", "5c", "8h"))) == ""
    agrees(machine, 2_00)


def test_a_session_that_is_broken_off_gives_the_stake_of_a_hand_back() -> None:
    machine = at_cards()
    assert machine.give(SessionEnded("director")) == ""
    (move,) = machine.events[-1].moves
    assert (move.amount, move.target) == (10_00, Place.WALLET)
    assert (machine.now.hand, machine.now.owner) == ((), "")
    agrees(machine, 0)


def test_rules_that_know_no_cards_make_the_stake_of_a_hand_credit_again() -> None:
    machine = at_cards()
    machine.rules = AUTOMATIC_GAMES.amend("MC", {})
    opened = opening_event(machine.rules, machine.state, OpeningContext())
    machine._fold((opened,))
    assert (machine.now.balance, machine.now.hand) == (10_00, ())
    agrees(machine, 0)
    machine.game(LOST)


def test_mc_auto_18_a_royal_flush_is_paid_by_hand() -> None:
    royal = ("Ah", "Th", "Jh", "Qh", "Kh")
    machine = at_cards(*royal, stake=2_00)
    assert machine.ask(Hold(poker.ALL)) == ""
    assert machine.give(DrawResult((0,) * 8)) == ""
    assert (machine.now.owed, machine.now.balance) == (1600_00, 8_00)


HANDS = {
    "Ah Kh Qh Jh Th": "royal_flush",
    "Ah 2h 3h 4h 5h": "straight_flush",
    "9s Ts Js Qs Ks": "straight_flush",
    "4c 4d 4h 4s Ac": "four_of_a_kind",
    "4c 4d 4h As Ac": "full_house",
    "2c 4c 6c 8c Tc": "flush",
    "Ac 2d 3h 4s 5c": "straight",
    "Tc Jd Qh Ks Ac": "straight",
    "Jc Qd Kh As 2c": "",
    "4c 4d 4h Ks Ac": "three_of_a_kind",
    "4c 4d Kh Ks Ac": "two_pairs",
    "Jc Jd Kh 2s Ac": "jacks_or_better",
    "Ac Ad Kh 2s 3c": "jacks_or_better",
    "Tc Td Kh 2s Ac": "",
    "Kc Qc Jc Tc 8d": "",
}


def test_mc_auto_21_a_hand_is_called_by_the_best_that_it_is() -> None:
    assert {hand: poker.kind_of(tuple(map(Card, hand.split()))) for hand in HANDS} == HANDS


def _number(card: Card) -> int:
    """Return a card as the sums count it: four times the rank, the deuce 0, and the suit."""
    return 4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1])


def _numbers(cards: Sequence[Card]) -> list[int]:
    return [_number(card) for card in cards]


@pytest.mark.campaign
def test_mc_auto_14_the_sums_call_a_hand_what_the_machine_calls_it() -> None:
    chance = Random(campaign.seed(9))
    hands = [tuple(map(Card, each.split())) for each in HANDS]
    hands += [tuple(chance.sample(PACK, 5)) for _ in range(campaign.length(200, 200_000))]
    found = theory.kinds_of(np.array([_numbers(each) for each in hands]).T)
    called = [*poker.KINDS, ""]
    assert [called[no] for no in found] == [poker.kind_of(each) for each in hands]


@pytest.mark.campaign
def test_mc_auto_14_the_best_play_of_a_short_pack_is_found_by_brute_force() -> None:
    """Every hold of a deal with every draw, one by one, in a pack of the highest ranks alone."""
    ranks, pays = 5, JACKS.pays
    pack = [card for card in PACK if card[0] in "TJQKA"]
    worth = {
        frozenset(hand): pays[poker.KINDS.index(kind)]
        for hand in combinations(pack, 5)
        if (kind := poker.kind_of(hand))
    }
    sums, chance = theory.HoldCounts.over_pack(pays, ranks), Random(campaign.seed(3))
    shift = 4 * (13 - ranks)
    for _ in range(campaign.length(2, 100)):
        deal = sorted(chance.sample(pack, 5), key=_number)
        left = [card for card in pack if card not in deal]
        best = max(
            Fraction(sum(worth.get(frozenset((*held, *new)), 0) for new in draws), len(draws))
            for size in range(6)
            for held in combinations(deal, size)
            for draws in [list(combinations(left, 5 - size))]
        )
        _, ways = sums.best(np.array([_numbers(deal)]).T - shift)
        paid = sum(paid * int(often[0]) for paid, often in zip(pays, ways, strict=True))
        assert Fraction(paid, sums.draws_per_deal) == best, deal


def test_mc_auto_14_21_each_draw_of_a_hold_is_paid_by_the_pay_table() -> None:
    """Four cards to a royal flush: a royal, eight flushes, three straights, twelve high pairs."""
    hand = tuple(map(Card, ("Ah", "Kh", "Qh", "Jh", "2c")))
    paid = Counter[str]()
    for place in range(47):
        cards = poker.redrawn(hand, (1, 2, 3, 4), (0, 0, 0, place))
        paid.update(each.symbols[0] for each in JACKS.wins(cards, _ONE))
    assert paid == {"royal_flush": 1, "flush": 8, "straight": 3, "jacks_or_better": 12}


def test_mc_auto_14_the_return_of_the_cards_is_that_of_the_best_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert JACKS.theoretical_return == JACKS.certified == Fraction(1653526326983, 1661102543100)
    AUTOMATIC_GAMES.amend("MC", {"machine": JACKS.key})
    # What the house pays more, it has counted before it is published.
    dearer = replace(JACKS, pays=(801, *JACKS.pays[1:]))
    assert (dearer.theoretical_return, dearer.hash == JACKS.hash) == (0, False)
    monkeypatch.setattr("tables.games.automatic_games.rules.MACHINES", {JACKS.key: dearer})
    with pytest.raises(Refused, match="invalid_option"):
        AUTOMATIC_GAMES.amend("MC", {"machine": JACKS.key})


if campaign.SOAK:

    @pytest.mark.campaign
    def test_mc_auto_14_every_deal_and_draw_of_the_best_play_is_counted_anew() -> None:
        assert theory.best_play(JACKS.pays).of == poker.COUNTED
        for pays, ways in poker.BEST_PLAY.items():
            assert theory.best_play(pays).ways == ways

    @pytest.mark.campaign
    def test_mc_auto_14_simulated_games_of_cards_return_what_the_sheet_says() -> None:
        chance, paid, squares, games = Random(campaign.seed(52)), 0, 0, 1_000_000
        sums, machine = theory.HoldCounts.over_pack(JACKS.pays), JACKS
        for _ in range(games // 10_000):
            draws = ([chance.randrange(side) for side in poker.SIDES] for _ in range(10_000))
            ordered = [sorted(poker.dealt(each), key=_number) for each in draws]
            holds, _ = sums.best(np.array([_numbers(each) for each in ordered]).T)
            for deal, mask in zip(ordered, holds, strict=True):
                held = [no for no in poker.ALL if mask >> (no - 1) & 1]
                values = [chance.randrange(side) for side in poker.SIDES]
                cards = poker.redrawn(tuple(deal), held, values)
                pays = sum(each.pays for each in machine.wins(cards, _ONE))
                paid, squares = paid + pays, squares + pays * pays
        mean = paid / games
        error = ((squares / games - mean * mean) / games) ** 0.5
        assert abs(mean - float(JACKS.theoretical_return)) < 4 * error
