"""The fifteen tests of SP 800-22 Rev. 1a: 188 p-values of one sequence of a million bits.

They find gross bias and prove no security; the publication says so itself, and is under revision.
"""

import itertools
import math
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.fft import rfft
from scipy.special import erfc, gammaincc, ndtr

Bits = NDArray[np.uint8]
Counts = NDArray[Any]
LENGTH: Final = 1_000_000
"""Bits of a sequence; the block lengths below are those the reference takes for it."""
MIN_CYCLES: Final = 500
"""Random excursions say nothing about a walk with fewer cycles."""


@dataclass(frozen=True, slots=True)
class Classes:
    """The class probabilities of the tests whose published ones are rounded or wrong."""

    longest_run: tuple[float, ...]
    rank: tuple[float, ...]
    overlapping: tuple[float, ...]
    linear_complexity: tuple[float, ...]


def p_values(sequence: bytes, classes: Classes) -> dict[str, list[float] | None]:
    """Run all fifteen tests; return p-values by test, None where a test does not apply.

    The bits of `sequence` are read from the most significant one. Raises ValueError unless they
    are LENGTH.
    """
    if len(sequence) * 8 != LENGTH:
        raise ValueError("a sequence has a million bits")
    bits = np.unpackbits(np.frombuffer(sequence, np.uint8))
    walk = np.cumsum(bits.astype(np.int32) * 2 - 1)
    windows = _windows(bits)
    counts = np.bincount(windows, minlength=1 << WINDOW)
    return {
        "Frequency": [_frequency(walk)],
        "BlockFrequency": [_block_frequency(bits)],
        "CumulativeSums": [
            _cumulative_sums(int(np.abs(walk).max())),
            _cumulative_sums(int(np.abs(walk[-1] - np.concatenate(([0], walk[:-1]))).max())),
        ],
        "Runs": [_runs(bits)],
        "LongestRun": [_longest_run(bits, classes.longest_run)],
        "Rank": [_rank(sequence, classes.rank)],
        "FFT": [_fourier(bits)],
        "NonOverlappingTemplate": _templates(windows),
        "OverlappingTemplate": [_overlapping(windows, classes.overlapping)],
        "Universal": [_universal(bits)],
        "ApproximateEntropy": [_approximate_entropy(counts)],
        "RandomExcursions": _excursions(walk),
        "RandomExcursionsVariant": _excursions_variant(walk),
        "Serial": _serial(counts),
        "LinearComplexity": [_linear_complexity(bits, classes.linear_complexity)],
    }


def _upper(half_degrees: float, half_statistic: float) -> float:
    return float(gammaincc(half_degrees, half_statistic))


def _chi_square(observed: Counts, probabilities: tuple[float, ...]) -> float:
    expected = np.array(probabilities) * observed.sum()
    return float(((observed - expected) ** 2 / expected).sum())


def _classed(observed: Counts, probabilities: tuple[float, ...]) -> float:
    return _upper((len(probabilities) - 1) / 2, _chi_square(observed, probabilities) / 2)


def _two_sided(z: float) -> float:
    return float(erfc(abs(z) / math.sqrt(2)))


# --- 2.1 to 2.4 and 2.13: ones, runs and the walk


def _frequency(walk: Counts) -> float:
    return _two_sided(int(walk[-1]) / math.sqrt(LENGTH))


BLOCK: Final = 128


def _block_frequency(bits: Bits) -> float:
    blocks = LENGTH // BLOCK
    shares = bits[: blocks * BLOCK].reshape(blocks, BLOCK).mean(axis=1)
    return _upper(blocks / 2, 2 * BLOCK * float(((shares - 0.5) ** 2).sum()))


def _runs(bits: Bits) -> float:
    share = float(bits.mean())
    if abs(share - 0.5) >= 2 / math.sqrt(LENGTH):
        return 0.0
    runs = 1 + int(np.count_nonzero(bits[1:] != bits[:-1]))
    spread = share * (1 - share)
    return float(erfc(abs(runs - 2 * LENGTH * spread) / (2 * math.sqrt(2 * LENGTH) * spread)))


RUN_BLOCK: Final = 10_000
RUN_CLASSES: Final = range(10, 17)


def _longest_run(bits: Bits, probabilities: tuple[float, ...]) -> float:
    longest = [_longest(block) for block in bits.reshape(-1, RUN_BLOCK)]
    low, high = RUN_CLASSES[0], RUN_CLASSES[-1]
    observed = np.bincount(np.clip(longest, low, high) - low, minlength=len(RUN_CLASSES))
    return _classed(observed, probabilities)


def _longest(block: Bits) -> int:
    zeros = np.flatnonzero(np.concatenate(([0], block, [0])) == 0)
    return int(np.diff(zeros).max()) - 1


def _cumulative_sums(farthest: int) -> float:
    root, z = math.sqrt(LENGTH), farthest
    reach = LENGTH / z
    inner = np.arange(math.trunc((-reach + 1) / 4), math.trunc((reach - 1) / 4) + 1)
    outer = np.arange(math.trunc((-reach - 3) / 4), math.trunc((reach - 1) / 4) + 1)
    stays = ndtr((4 * inner + 1) * z / root) - ndtr((4 * inner - 1) * z / root)
    returns = ndtr((4 * outer + 3) * z / root) - ndtr((4 * outer + 1) * z / root)
    return float(1 - stays.sum() + returns.sum())


# --- 2.5, 2.6, 2.10: ranks, spectrum, linear complexity

ORDER: Final = 32


def _rank(sequence: bytes, probabilities: tuple[float, ...]) -> float:
    matrices = LENGTH // ORDER**2
    words = np.frombuffer(sequence, ">u4").astype(np.uint32)[: matrices * ORDER]
    rows = words.reshape(matrices, ORDER).copy()
    ranks = np.zeros(matrices, int)
    free = np.ones((matrices, ORDER), bool)
    each = np.arange(matrices)
    for bit in range(ORDER):
        set_ = (rows >> np.uint32(bit)) & np.uint32(1) == 1
        usable = set_ & free
        pivot = usable.argmax(axis=1)
        found = usable[each, pivot]
        ranks += found
        lead = np.where(found, rows[each, pivot], np.uint32(0))
        free[each[found], pivot[found]] = False
        set_[each, pivot] = False
        rows ^= np.where(set_, lead[:, None], np.uint32(0))
    full, less = int((ranks == ORDER).sum()), int((ranks == ORDER - 1).sum())
    return _classed(np.array([full, less, matrices - full - less]), probabilities)


def _fourier(bits: Bits) -> float:
    heights = np.abs(rfft(bits.astype(np.float64) * 2 - 1))[: LENGTH // 2]
    below = int(np.count_nonzero(heights < math.sqrt(2.995732274 * LENGTH)))
    return _two_sided((below - 0.95 * LENGTH / 2) / math.sqrt(LENGTH / 4 * 0.95 * 0.05))


COMPLEXITY_BLOCK: Final = 500


def _linear_complexity(bits: Bits, probabilities: tuple[float, ...]) -> float:
    size = COMPLEXITY_BLOCK
    lengths = _shortest_registers(bits.reshape(-1, size))
    mean = size / 2 + (9 + (-1) ** (size + 1)) / 36 - (size / 3 + 2 / 9) / 2**size
    deviations = (-1) ** size * (lengths - mean) + 2 / 9
    edges = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5])
    observed = np.bincount(np.searchsorted(edges, deviations), minlength=len(edges) + 1)
    return _classed(observed, probabilities)


def _shortest_registers(blocks: Bits) -> Counts:
    """Return each block's linear complexity: Berlekamp-Massey on all at once, 64 bits a word."""
    count, size = blocks.shape
    words = size // 64 + 1
    current, before, window = (np.zeros((words, count), np.uint64) for _ in range(3))
    current[0] = before[0] = 1
    lengths = np.zeros(count, int)
    for step in range(size):
        _shift(window)
        window[0] |= blocks[:, step]
        _shift(before)
        wrong = (np.bitwise_count(current & window).sum(axis=0) & 1).astype(bool)
        longer = wrong & (2 * lengths <= step)
        kept = current.copy()
        current ^= np.where(wrong, before, np.uint64(0))
        np.copyto(before, kept, where=longer)
        lengths = np.where(longer, step + 1 - lengths, lengths)
    return lengths


def _shift(words: NDArray[np.uint64]) -> None:
    carried = words[:-1] >> np.uint64(63)
    words <<= np.uint64(1)
    words[1:] |= carried


# --- 2.7, 2.8, 2.11, 2.12: patterns

WINDOW: Final = 16
TEMPLATE: Final = 9
TEMPLATE_BLOCKS: Final = 8
OVERLAP_BLOCK: Final = 1032
OVERLAP_CLASSES: Final = 5


def _windows(bits: Bits) -> NDArray[np.int32]:
    """Return the WINDOW bits from each place on, round the end, the first bit highest."""
    wrapped = np.concatenate((bits, bits[: WINDOW - 1])).astype(np.int32)
    windows = np.zeros(LENGTH, np.int32)
    for offset in range(WINDOW):
        windows = windows << 1 | wrapped[offset : offset + LENGTH]
    return windows


@cache
def templates() -> tuple[int, ...]:
    """Return the aperiodic templates: no shift of one agrees with itself."""
    return tuple(
        number
        for number in range(1 << TEMPLATE)
        if all(
            number >> shift != number & ((1 << (TEMPLATE - shift)) - 1)
            for shift in range(1, TEMPLATE)
        )
    )


def _templates(windows: NDArray[np.int32]) -> list[float]:
    size = LENGTH // TEMPLATE_BLOCKS
    mean = (size - TEMPLATE + 1) / 2**TEMPLATE
    variance = size * (1 / 2**TEMPLATE - (2 * TEMPLATE - 1) / 2 ** (2 * TEMPLATE))
    blocks = (windows >> (WINDOW - TEMPLATE)).reshape(TEMPLATE_BLOCKS, size)
    # An aperiodic template never overlaps itself, so every occurrence counts.
    counts = np.array(
        [np.bincount(each[: size - TEMPLATE + 1], minlength=1 << TEMPLATE) for each in blocks]
    )
    statistics = ((counts - mean) ** 2 / variance).sum(axis=0)
    return [_upper(TEMPLATE_BLOCKS / 2, statistics[each] / 2) for each in templates()]


def _overlapping(windows: NDArray[np.int32], probabilities: tuple[float, ...]) -> float:
    blocks = LENGTH // OVERLAP_BLOCK
    ones = (windows >> (WINDOW - TEMPLATE)) == (1 << TEMPLATE) - 1
    whole = ones[: blocks * OVERLAP_BLOCK].reshape(blocks, OVERLAP_BLOCK)
    hits = whole[:, : OVERLAP_BLOCK - TEMPLATE + 1].sum(axis=1)
    observed = np.bincount(np.minimum(hits, OVERLAP_CLASSES), minlength=OVERLAP_CLASSES + 1)
    return _classed(observed, probabilities)


UNIVERSAL_BITS: Final = 7
UNIVERSAL_START: Final = 1280
UNIVERSAL_MEAN: Final = 6.1962507
UNIVERSAL_VARIANCE: Final = 3.125


def _universal(bits: Bits) -> float:
    size, start = UNIVERSAL_BITS, UNIVERSAL_START
    blocks = LENGTH // size
    weights = 1 << np.arange(size - 1, -1, -1)
    values = bits[: blocks * size].reshape(blocks, size) @ weights
    order = np.argsort(values, kind="stable")
    places = order + 1
    distances = np.empty(blocks, int)
    first = np.concatenate(([True], values[order][1:] != values[order][:-1]))
    distances[order] = places - np.where(first, 0, np.concatenate(([0], places[:-1])))
    tested = blocks - start
    measured = float(np.log2(distances[start:]).sum()) / tested
    factor = 0.7 - 0.8 / size + (4 + 32 / size) * tested ** (-3 / size) / 15
    deviation = factor * math.sqrt(UNIVERSAL_VARIANCE / tested)
    return _two_sided((measured - UNIVERSAL_MEAN) / deviation)


def _of_length(counts: Counts, length: int) -> Counts:
    """Return how often each pattern of a length occurs, from the counts of the longest."""
    folded: Counts = counts.reshape(1 << length, -1).sum(axis=1)
    return folded


ENTROPY: Final = 10


def _approximate_entropy(counts: Counts) -> float:
    def mean_log(length: int) -> float:
        shares = _of_length(counts, length) / LENGTH
        shares = shares[shares > 0]
        return float((shares * np.log(shares)).sum())

    entropy = mean_log(ENTROPY) - mean_log(ENTROPY + 1)
    return _upper(2 ** (ENTROPY - 1), LENGTH * (math.log(2) - entropy))


def _serial(counts: Counts) -> list[float]:
    def spread(length: int) -> float:
        found = _of_length(counts, length).astype(np.float64)
        return float((found**2).sum()) * (1 << length) / LENGTH - LENGTH

    longest, shorter, shortest = (spread(WINDOW - less) for less in range(3))
    return [
        _upper(2 ** (WINDOW - 2), (longest - shorter) / 2),
        _upper(2 ** (WINDOW - 3), (longest - 2 * shorter + shortest) / 2),
    ]


# --- 2.14, 2.15: excursions

NEAR: Final = (-4, -3, -2, -1, 1, 2, 3, 4)
FAR: Final = tuple(x for x in range(-9, 10) if x)
VISITS: Final = 5


def _cycles(walk: Counts) -> int:
    return int(np.count_nonzero(walk == 0)) + int(walk[-1] != 0)


def _excursions(walk: Counts) -> list[float] | None:
    cycles = _cycles(walk)
    if cycles < MIN_CYCLES:
        return None
    home = walk == 0
    cycle = np.cumsum(home) - home
    found = []
    for x in NEAR:
        visits = np.bincount(cycle[walk == x], minlength=cycles)
        observed = np.bincount(np.minimum(visits, VISITS), minlength=VISITS + 1)
        leave = 1 / (2 * abs(x))
        inner = [leave**2 * (1 - leave) ** (k - 1) for k in range(1, VISITS)]
        probabilities = (1 - leave, *inner, leave * (1 - leave) ** (VISITS - 1))
        found.append(_classed(observed, probabilities))
    return found


def _excursions_variant(walk: Counts) -> list[float] | None:
    cycles = _cycles(walk)
    if cycles < MIN_CYCLES:
        return None
    return [
        float(
            erfc(
                abs(int(np.count_nonzero(walk == x)) - cycles)
                / math.sqrt(2 * cycles * (4 * abs(x) - 2))
            )
        )
        for x in FAR
    ]


# --- class probabilities


@cache
def exact() -> Classes:
    """Return the probabilities computed, as every report takes them."""
    return Classes(
        longest_run=_exact_longest_run(),
        rank=_exact_rank(),
        overlapping=_exact_overlapping(),
        linear_complexity=(1 / 96, 1 / 32, 1 / 8, 1 / 2, 1 / 4, 1 / 16, 1 / 48),
    )


def _exact_longest_run() -> tuple[float, ...]:
    at_most = [_no_run_above(longest) for longest in RUN_CLASSES[:-1]]
    inner = (high - low for low, high in itertools.pairwise(at_most))
    return (at_most[0], *inner, 1 - at_most[-1])


def _no_run_above(longest: int) -> float:
    """Return the probability that a block has no run of more ones than that."""
    state = np.zeros(longest + 1)
    state[0] = 1.0
    for _ in range(RUN_BLOCK):
        state = np.concatenate(([state.sum() / 2], state[:-1] / 2))
    return float(state.sum())


def _exact_rank() -> tuple[float, ...]:
    def of(rank: int) -> float:
        product = 1.0
        for i in range(rank):
            product *= (1 - 2.0 ** (i - ORDER)) ** 2 / (1 - 2.0 ** (i - rank))
        return float(product * 2.0 ** -((ORDER - rank) ** 2))

    return (of(ORDER), of(ORDER - 1), 1 - of(ORDER) - of(ORDER - 1))


def _exact_overlapping() -> tuple[float, ...]:
    """Return how probable 0, 1, .. and 5 or more occurrences of nine ones in a block are."""
    # state[k][r]: k occurrences so far, the block now ends with r ones, nine standing for more.
    state = np.zeros((OVERLAP_CLASSES + 1, TEMPLATE + 1))
    state[0, 0] = 1.0
    for _ in range(OVERLAP_BLOCK):
        after = np.zeros_like(state)
        after[:, 0] = state.sum(axis=1) / 2
        after[:, 1:TEMPLATE] = state[:, : TEMPLATE - 1] / 2
        hit = (state[:, TEMPLATE - 1] + state[:, TEMPLATE]) / 2
        after[1:, TEMPLATE] = hit[:-1]
        after[-1, TEMPLATE] += hit[-1]
        state = after
    return tuple(float(each) for each in state.sum(axis=1))


@cache
def nist_classes() -> Classes:
    """Return the class probabilities of NIST's program, to reproduce its results only.

    Some are rounded, and those of overlapping templates are wrong.
    """
    return Classes(
        longest_run=(0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727),
        rank=_exact_rank(),
        overlapping=_compound_poisson((OVERLAP_BLOCK - TEMPLATE + 1) / 2 ** (TEMPLATE + 1)),
        linear_complexity=(0.01047, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833),
    )


def _compound_poisson(mean: float) -> tuple[float, ...]:
    """Return what 3.8 takes for the occurrences: it ignores the end of a block."""
    found = [math.exp(-mean)]
    for hits in range(1, OVERLAP_CLASSES):
        ways = (
            mean**runs / math.factorial(runs) * math.comb(hits - 1, runs - 1)
            for runs in range(1, hits + 1)
        )
        found.append(math.exp(-mean) / 2**hits * sum(ways))
    return (*found, 1 - sum(found))
