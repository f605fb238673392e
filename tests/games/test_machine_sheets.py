"""The technical sheet of a machine: its return, exactly and by play, and what it tells."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from tables.games.automatic_games import AUTOMATIC_GAMES, machines
from tables.games.automatic_games.machines import CLASSIC, FIVE, JACKS, Award, Scattered
from tables.games.automatic_games.prices import PAGES
from tables.games.automatic_games.rules import Rules, contradictions
from tables.games.automatic_games.spread import spread
from tables.games.core.money import Amount
from tables.games.core.protocol import (
    Refused,
)
from tests import campaign
from tests.games.automatic_games.position import STARS


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
