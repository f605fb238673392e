"""The registered battery: which tests, how much of what, which rule. Fixed before it is run.

The rule (rng 7.5): Holm over every p-value, then a Kolmogorov-Smirnov test of those that are
spread evenly. What is rejected is measured once more, ten times as large and on other material;
a second rejection fails. Both runs are reported.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal, TypeVar

import numpy as np
from scipy.special import bdtr, bdtrc

from casino.rng.stats import bits, controls, numbers, source
from casino.rng.stats.cards import ShoeTests
from casino.rng.stats.measures import Measure, chi_square, fit

T = TypeVar("T")
Mode = Literal["quick", "full"]
Group = Literal["bits", "six packs", "eight packs", "wheel", "dice"]
Progress = Callable[[str, float], None]
"""Called with what is being measured, and how much of it is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured, and how sure one must be to call it bad."""

    mode: Mode
    sizes: dict[Group, int]
    """Sequences of a million bits, shoes, spins, throws."""
    family: float
    """Chance that Holm rejects anything of a perfect generator."""
    evenness: float
    """The same of the Kolmogorov-Smirnov test."""
    control: int
    """Shoes of each known-bad shuffle."""


QUICK: Final = Plan(
    "quick",
    {"bits": 3, "six packs": 3_000, "eight packs": 2_000, "wheel": 20_000, "dice": 20_000},
    family=1e-6,
    evenness=1e-6,
    control=1_500,
)
"""For every change of the code: its seeds are fixed, so it never flickers."""
FULL: Final = Plan(
    "full",
    {
        "bits": 1_000,
        "six packs": 500_000,
        "eight packs": 500_000,
        "wheel": 1_000_000,
        "dice": 1_000_000,
    },
    family=0.01,
    evenness=0.001,
    control=1_500,
)
"""For a release: fresh entropy, a million shoes, GLI-19's 99 per cent collectively."""
PLANS: Final[dict[Mode, Plan]] = {"quick": QUICK, "full": FULL}
CONFIRMATION: Final = 10
SECOND_LEVEL: Final = 55
"""Sequences from which on SP 800-22 judges proportion and evenness of each statistic."""
SEQUENCE_ALPHA: Final = 0.01


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a family of measures comes to."""

    rejected: tuple[str, ...]
    """By Holm."""
    evenness: float
    """The p-value of the Kolmogorov-Smirnov test."""
    uneven: bool


def judge(measures: dict[str, Measure], family: float, evenness: float) -> Verdict:
    """Return what Holm and Kolmogorov-Smirnov say of these measures."""
    # Loaded when somebody judges: it takes a second.
    from scipy.stats import kstest

    ranked = sorted(measures, key=lambda name: measures[name].p)
    rejected: list[str] = []
    for place, name in enumerate(ranked):
        if not measures[name].p <= family / (len(ranked) - place):
            break
        rejected.append(name)
    spread = [each.p for each in measures.values() if each.spread]
    even = float(kstest(spread, "uniform").pvalue) if spread else 1.0
    return Verdict(tuple(rejected), even, even <= evenness)


def seeds(plan: Plan, group: Group, run: int) -> source.Seeds:
    """Return the seeds of a group: fixed for the quick plan, fresh for the full one."""
    if plan.mode == "full":
        return source.fresh()
    return source.repeatable(f"{plan.mode}/{group}/{run}")


def measure(plan: Plan, group: Group, run: int, progress: Progress) -> dict[str, Measure]:
    """Return the measures of a group, by `group: test`; the second run is CONFIRMATION as large."""
    size = plan.sizes[group] * (CONFIRMATION if run == 2 else 1)
    given = seeds(plan, group, run)
    match group:
        case "bits":
            sequences = source.in_blocks(source.raw(given), bits.LENGTH // 8, size)
            found = measure_bits(_with_progress(sequences, size, 1, group, progress))
        case "six packs" | "eight packs":
            packs = 6 if group == "six packs" else 8
            chunks = _with_progress(
                source.shoes(given, packs, size), size, source.CHUNK, group, progress
            )
            found = measure_shoes(chunks, packs)
        case "wheel":
            found = numbers.wheel(source.falls(given, (numbers.POCKETS,), size)[:, 0])
        case "dice":
            found = numbers.dice(source.falls(given, (6, 6), size))
    progress(group, 1.0)
    return {f"{group}: {each.name}": each for each in found}


def _with_progress(
    items: Iterator[T], size: int, step: int, group: Group, progress: Progress
) -> Iterator[T]:
    for number, item in enumerate(items):
        progress(group, number * step / size)
        yield item


def measure_shoes(chunks: Iterator[source.Shoes], packs: int) -> list[Measure]:
    """Return every measure of shoes that come in chunks."""
    tests = ShoeTests(packs)
    for chunk in chunks:
        tests.add(chunk)
    return tests.measures()


def measure_bits(sequences: Iterator[bytes]) -> list[Measure]:
    """Return the measures of sequences of a million bits.

    Of few sequences the p-values of each statistic are combined; of many, it counts how many pass
    and how evenly they are spread.
    """
    found: dict[str, list[float]] = {}
    count = 0
    for sequence in sequences:
        count += 1
        for test, values in bits.p_values(sequence, bits.exact()).items():
            for number, p in enumerate(values or (), 1):
                name = test if values is None or len(values) == 1 else f"{test} {number}"
                found.setdefault(name, []).append(p)
    if count < SECOND_LEVEL:
        # The statistics of one sequence hang together, so they say nothing about evenness.
        return [replace(_combined(name, np.array(ps)), spread=False) for name, ps in found.items()]
    return [each for name, ps in found.items() for each in _second_level(name, np.array(ps))]


def _combined(name: str, ps: "np.ndarray[Any, Any]") -> Measure:
    """Return the one measure of few p-values, by Fisher's method."""
    with np.errstate(divide="ignore"):
        return chi_square(name, len(ps), -2 * float(np.log(ps).sum()), 2 * len(ps))


def _second_level(name: str, ps: "np.ndarray[Any, Any]") -> list[Measure]:
    count, passed = len(ps), int((ps >= SEQUENCE_ALPHA).sum())
    failed = count - passed
    tail = min(
        float(bdtr(failed, count, SEQUENCE_ALPHA)),
        1.0 if failed == 0 else float(bdtrc(failed - 1, count, SEQUENCE_ALPHA)),
    )
    bins = np.bincount(np.minimum((ps * 10).astype(int), 9), minlength=10)
    evenly = fit(f"{name}, evenness", count, bins, [0.1] * 10)
    return [
        Measure(f"{name}, proportion", count, passed / count, min(1.0, 2 * tail), spread=False),
        replace(evenly, spread=False),
    ]


def run(plan: Plan, progress: Progress) -> dict[str, Any]:
    """Return what the battery found, as plain JSON values; `passed` is the whole verdict."""
    first: dict[str, Measure] = {}
    for group in plan.sizes:
        first |= measure(plan, group, 1, progress)
    verdict = judge(first, plan.family, plan.evenness)
    again: dict[str, Measure] = {}
    groups = [
        group for group in plan.sizes if any(n.startswith(f"{group}: ") for n in verdict.rejected)
    ]
    for group in groups:
        again |= {
            name: each
            for name, each in measure(plan, group, 2, progress).items()
            if name in verdict.rejected
        }
    # A statistic that cannot be measured again was rejected once and is not confirmed as good.
    lost = [name for name in verdict.rejected if name not in again]
    confirmed = judge(again, plan.family, 0.0).rejected if again else ()
    known_bad = run_controls(plan, progress)
    return {
        "mode": plan.mode,
        "sizes": dict(plan.sizes),
        "family": plan.family,
        "evenness_alpha": plan.evenness,
        "measures": {name: asdict(each) for name, each in first.items()},
        "rejected": list(verdict.rejected),
        "evenness": verdict.evenness,
        "uneven": verdict.uneven,
        "confirmation": {name: asdict(each) for name, each in again.items()},
        "failed": [*confirmed, *lost],
        "controls": known_bad,
        "passed": not (confirmed or lost or verdict.uneven)
        and all(each["failed"] for each in known_bad.values()),
    }


def run_controls(plan: Plan, progress: Progress) -> dict[str, Any]:
    """Return, for each known-bad source, by which tests it failed; it must fail."""
    found: dict[str, list[Measure]] = {}
    names = [*controls.BAD_SHUFFLES, "stuck byte"]
    for number, name in enumerate(names):
        progress("controls", number / len(names))
        if name == "stuck byte":
            stream = iter([controls.stuck_byte(bits.LENGTH // 8, 7)])
            found[name] = measure_bits(stream)
            continue
        chunks = controls.bad_shoes(controls.BAD_SHUFFLES[name], plan.control, 7)
        found[name] = measure_shoes(chunks, controls.PACKS)
    progress("controls", 1.0)
    return {
        name: {"failed": list(judge({m.name: m for m in each}, QUICK.family, 0.0).rejected)}
        for name, each in found.items()
    }
