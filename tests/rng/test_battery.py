"""The battery's expectations are exact, it sees each known flaw, and its rule is the registered."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from casino.rng.core import shuffle
from casino.rng.core.draw import Draws
from casino.rng.stats import battery, bits, controls, exact, numbers, source
from casino.rng.stats.cards import ShoeTests
from casino.rng.stats.measures import Measure, fit, normal, poisson

SMALL = replace(
    battery.QUICK,
    sizes={"bits": 1, "six packs": 300, "eight packs": 200, "wheel": 2_000, "dice": 2_000},
    control=600,
)


def silent(_what: str, _share: float) -> None:
    """Tell nobody."""


PERMUTATIONS = list(itertools.permutations(range(6)))


def shares(statistic: Callable[[tuple[int, ...]], int], classes: int) -> list[float]:
    """The exact distribution over all permutations of six, the last class and more."""
    counts = Counter(min(statistic(each), classes - 1) for each in PERMUTATIONS)
    return [counts[value] / len(PERMUTATIONS) for value in range(classes)]


def test_fixed_points() -> None:
    found = shares(lambda p: sum(at == card for at, card in enumerate(p)), 5)
    assert exact.fixed_points(6, 5) == pytest.approx(found)


def longest_rise(cards: tuple[int, ...]) -> int:
    longest = run = 1
    for before, card in itertools.pairwise(cards):
        run = run + 1 if card > before else 1
        longest = max(longest, run)
    return longest


def test_the_longest_rise() -> None:
    assert exact.longest_rise(6, 8) == pytest.approx(shares(longest_rise, 8))


def test_neighbours_of_one_kind() -> None:
    kinds = (0, 0, 0, 1, 1, 1)
    same = [sum(kinds[a] == kinds[b] for a, b in itertools.pairwise(each)) for each in PERMUTATIONS]
    assert exact.same_neighbours(6, 3) == pytest.approx((np.mean(same), np.var(same)))


def test_cards_until_all_kinds() -> None:
    def last(cards: tuple[int, ...]) -> int:
        firsts = [min(cards.index(card) for card in (2 * k, 2 * k + 1)) for k in range(3)]
        return max(firsts) + 1

    assert exact.draws_until_all(3, 2) == pytest.approx(shares(last, 7))


def test_throws_until_all_kinds() -> None:
    throws = list(itertools.product(range(3), repeat=6))
    counts = Counter(
        next((n for n in range(1, 6) if len(set(each[:n])) == 3), 6) for each in throws
    )
    found = [counts[n] / len(throws) for n in range(7)]
    assert exact.throws_until_all(3, 6) == pytest.approx(found)


def test_the_published_values_of_games() -> None:
    assert exact.naturals(6) == pytest.approx(0.047489, abs=1e-6)
    assert exact.naturals(8) == pytest.approx(0.047451, abs=1e-6)
    assert sum(exact.PUNTO_BANCO) == pytest.approx(1)
    assert sum(exact.TWO_DICE) == pytest.approx(1)
    # Infinite packs: the textbooks' 28.16 per cent; six are close to it.
    assert exact.dealer_totals(6)[5] == pytest.approx(0.2819, abs=2e-4)
    assert sum(exact.dealer_totals(6)) == pytest.approx(1)


def test_inversions_turns_and_cycles_are_those_of_permutations() -> None:
    shoes = np.array([range(104)] * 2, np.int64)
    tests = ShoeTests(2)
    tests.add(shoes)
    found = {each.name: each.statistic for each in tests.measures()}
    assert found["permutation: inversions"] < 0
    assert found["permutation: cycles"] > 0
    assert found["runs: up and down"] < 0


def test_raw_output_is_what_the_shuffle_scales() -> None:
    seeds = source.repeatable("raw")
    seed, header, mix = seeds(shuffle.seed_size(6)), seeds(32), seeds(64)
    segments = [np.frombuffer(block, ">u4").tolist() for block in source.raw_of(seed, header, mix)]
    cards, size = list(range(312)), 312
    for number, words in enumerate(segments):
        draws = Draws(iter(words), 2**32)
        top = size - 1 - 52 * number
        for last in range(top, max(top - 52, 0), -1):
            other = draws.uniform(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
    assert tuple(cards) == shuffle.shuffle(seed, header, 6, mix).cards


def test_fixed_seeds_repeat_and_fresh_ones_do_not() -> None:
    def first(seeds: source.Seeds) -> bytes:
        return next(source.raw(seeds))

    assert first(source.repeatable("a")) == first(source.repeatable("a"))
    assert first(source.repeatable("a")) != first(source.repeatable("b"))
    assert first(source.fresh()) != first(source.fresh())


def test_blocks_leave_nothing_out() -> None:
    stream = iter([b"abc", b"defg", b"hij"])
    assert list(source.in_blocks(stream, 5, 2)) == [b"abcde", b"fghij"]


def test_the_generator_passes_and_every_control_fails() -> None:
    found = battery.run(SMALL, silent)
    assert found["passed"]
    assert found["rejected"] == []
    assert found["controls"].keys() == {*controls.BAD_SHUFFLES, "stuck byte"}
    for name, control in found["controls"].items():
        assert control["failed"], name


def test_a_control_that_passes_fails_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def good(chance: np.random.Generator, _number: int) -> list[int]:
        return [int(card) for card in chance.permutation(controls.SIZE)]

    monkeypatch.setattr(controls, "BAD_SHUFFLES", {"off by one": good})
    plan = replace(SMALL, sizes={"dice": 2_000})
    assert not battery.run(plan, silent)["passed"]


@pytest.fixture
def biased(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator whose draws leave out the last of a range (Sattolo's mistake)."""
    good = Draws.uniform
    monkeypatch.setattr(Draws, "uniform", lambda draws, m: good(draws, max(m - 1, 1)))
    monkeypatch.setattr("casino.rng.core.health.ready", lambda: None)


def test_a_biased_generator_fails_twice(biased: None) -> None:
    found = battery.run(replace(SMALL, sizes={"six packs": 300, "dice": 300}), silent)
    assert not found["passed"]
    assert "six packs: permutation: fixed points" in found["failed"]
    first = found["measures"]["six packs: permutation: fixed points"]
    again = found["confirmation"]["six packs: permutation: fixed points"]
    assert again["sample"] == battery.CONFIRMATION * first["sample"]


def test_a_rejection_that_is_not_confirmed_is_told_and_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def measured(_plan: Any, group: str, run: int, _tell: Any) -> dict[str, Measure]:
        return {f"{group}: x": Measure("x", 1, 0.0, 1e-9 if run == 1 else 0.4, spread=False)}

    monkeypatch.setattr(battery, "measure", measured)
    found = battery.run(replace(SMALL, sizes={"dice": 1}), silent)
    assert (found["rejected"], found["failed"]) == (["dice: x"], [])
    assert found["passed"]
    assert found["confirmation"]["dice: x"]["p"] == 0.4


def measures(*ps: float) -> dict[str, Measure]:
    return {str(n): Measure(str(n), 1, 0.0, p) for n, p in enumerate(ps)}


def test_holm_steps_down() -> None:
    verdict = battery.judge(measures(0.0024, 0.0033, 0.02, 0.9), 0.01, 0.0)
    assert verdict.rejected == ("0", "1")
    assert battery.judge(measures(0.0026, 0.0033, 0.02, 0.9), 0.01, 0.0).rejected == ()


def test_p_values_that_crowd_are_uneven() -> None:
    crowded = measures(*(0.5 + i / 10_000 for i in range(100)))
    assert battery.judge(crowded, 0.01, 0.001).uneven
    assert not battery.judge(measures(*(i / 100 for i in range(100))), 0.01, 0.001).uneven


def test_many_sequences_are_judged_by_proportion_and_evenness() -> None:
    chance = np.random.default_rng(3)
    good = battery._second_level("x", chance.random(1000))
    assert all(each.p > 0.001 for each in good)
    proportion, _ = battery._second_level("x", np.concatenate((np.zeros(40), chance.random(960))))
    assert proportion.p < 1e-6
    _, evenness = battery._second_level("x", chance.random(1000) ** 1.5)
    assert evenness.p < 1e-6


def test_few_sequences_are_combined() -> None:
    # Fisher: for two p-values, k (1 - ln k) of their product k.
    combined = battery._combined("x", np.array([0.2, 0.5]))
    assert combined.p == pytest.approx(0.1 * (1 - math.log(0.1)))


def test_what_cannot_be_is_infinitely_bad() -> None:
    assert fit("x", 10, np.array([5, 5]), [1.0, 0.0]).p == 0.0
    assert normal("x", 1, math.inf).p == 0.0
    assert poisson("x", 10, 3, 1e-9, both_sides=False).p < 1e-20


def test_wheel_and_dice_see_a_bias() -> None:
    chance = np.random.default_rng(4)
    fair = chance.integers(0, 37, 20_000)
    assert min(each.p for each in numbers.wheel(fair)) > 1e-4
    leaning = np.where(chance.random(20_000) < 0.02, 17, fair)
    assert min(each.p for each in numbers.wheel(leaning)) < 1e-9
    sixes = np.minimum(chance.integers(0, 7, (5_000, 2)), 5)
    assert min(each.p for each in numbers.dice(sixes)) < 1e-9


def test_the_plans_are_the_registered_ones() -> None:
    assert battery.FULL.sizes["bits"] == 1_000
    assert battery.FULL.sizes["six packs"] + battery.FULL.sizes["eight packs"] == 1_000_000
    assert (battery.FULL.family, battery.FULL.evenness) == (0.01, 0.001)
    assert battery.QUICK.family == 1e-6
    assert bits.LENGTH == 1_000_000


def test_the_full_plan_takes_fresh_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def entropy(count: int) -> bytes:
        asked.append(count)
        return bytes(count)

    monkeypatch.setattr(source.entropy, "draw", entropy)
    battery.seeds(battery.FULL, "dice", 1)(64)
    battery.seeds(battery.QUICK, "dice", 1)(64)
    assert asked == [64]


def bad_chunks() -> Iterator[source.Shoes]:
    yield from controls.bad_shoes(controls.sixteen_bit_seed, 1_500, 3)


def test_repeated_shoes_are_found_by_their_first_cards() -> None:
    found = {each.name: each.p for each in battery.measure_shoes(bad_chunks(), 6)}
    assert found["duplicates: first eight cards"] < 1e-9
