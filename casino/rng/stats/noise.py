"""How much entropy the processor's jitter has: estimates of SP 800-90B 6.3, of raw samples.

Those of 6.3.1, 6.3.8 and 6.3.9 are made; the lowest counts. They are figures of ours, of one
machine at one time, and no validation: the others of 6.3, restart tests (3.1.4) and a model of the
source, which 3.2.2 asks for, are not there.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any, Final

from casino.rng.core import jitter

CLAIMED: Final = 1.0
"""Bits of min-entropy a sample, from which the cutoffs of `core.constants` are made."""
SURE: Final = 2.576
"""Standard errors of the upper bound of 99 per cent."""
LAGS: Final = 128
MODELS: Final = 16
"""Markov models of 6.3.9, of 1 to so many samples before."""
ENTRIES: Final = 100_000
"""That one model keeps at the most."""


def measured(samples: int) -> dict[str, Any]:
    """Take raw jitter samples of this machine; return their estimates as plain JSON values."""
    taken = jitter.raw(samples)
    estimates = {name: estimate(taken) for name, estimate in ESTIMATES.items()}
    return {
        "source": "jitter",
        "samples": samples,
        "claimed": CLAIMED,
        "estimates": estimates,
        "passed": min(estimates.values()) >= CLAIMED,
    }


def most_common_value(samples: bytes) -> float:
    """Estimate min-entropy by the most common value (6.3.1); bits a sample, a byte each."""
    return -math.log2(_above(max(Counter(samples).values()), len(samples)))


def lag_prediction(samples: bytes) -> float:
    """Estimate min-entropy by lag prediction (6.3.8): each sample repeats the one `lag` before.

    In bits a sample, a byte each.
    """
    score = [0] * (LAGS + 1)
    winner, right = 1, bytearray()
    for at in range(1, len(samples)):
        actual = samples[at]
        right.append(winner <= at and samples[at - winner] == actual)
        back = samples[max(0, at - LAGS) : at][::-1]
        lag = back.find(actual)
        while lag >= 0:
            score[lag + 1] += 1
            if score[lag + 1] >= score[winner]:
                winner = lag + 1
            lag = back.find(actual, lag + 1)
    return _of_guesses(right)


def markov_prediction(samples: bytes) -> float:
    """Estimate min-entropy by Markov prediction (6.3.9, MultiMMC); bits a sample, a byte each.

    A sample is predicted from what followed the same samples earlier.
    """
    followed: list[defaultdict[bytes, Counter[int]]] = [
        defaultdict(Counter) for _ in range(MODELS + 1)
    ]
    score = [0] * (MODELS + 1)
    winner, right = 1, bytearray()
    for at in range(2, len(samples)):
        actual = samples[at]
        guesses = [-1] * (MODELS + 1)
        for depth in range(1, min(MODELS, at - 1) + 1):
            model = followed[depth]
            # What the samples before the last one were followed by is learnt first.
            before = samples[at - depth - 1 : at - 1]
            if before in model or len(model) < ENTRIES:
                model[before][samples[at - 1]] += 1
            known = model.get(samples[at - depth : at])
            if known:
                guesses[depth] = max((times, value) for value, times in known.items())[1]
        right.append(guesses[winner] == actual)
        for depth in range(1, MODELS + 1):
            if guesses[depth] == actual:
                score[depth] += 1
                if score[depth] >= score[winner]:
                    winner = depth
    return _of_guesses(right)


ESTIMATES: Final[dict[str, Callable[[bytes], float]]] = {
    "6.3.1 most common value": most_common_value,
    "6.3.8 lag prediction": lag_prediction,
    "6.3.9 MultiMMC prediction": markov_prediction,
}


def _above(count: int, of: int) -> float:
    """Return the upper bound of a proportion, at 99 per cent."""
    p = count / of
    return min(1.0, p + SURE * math.sqrt(p * (1 - p) / (of - 1)))


def _of_guesses(right: bytearray) -> float:
    """Return the bits a sample that a predictor leaves, by all its guesses and its longest run."""
    count, of = sum(right), len(right)
    overall = _above(count, of) if count else 1 - 0.01 ** (1 / of)
    run = max(map(len, right.split(b"\x00"))) + 1
    return -math.log2(max(overall, _locally(run, of), 1 / 256))


def _locally(run: int, of: int) -> float:
    """Return the chance of a right guess at which a run so long is still missing with 99 per cent.

    By bisection of the equation in 6.3.7, step 8.
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2
        if _no_run(p, run, of) > 0.99:
            low = p
        else:
            high = p
    return low


def _no_run(p: float, run: int, of: int) -> float:
    """Return the chance that so many guesses, each right with `p`, have no run so long."""
    q = 1 - p
    if q <= 0 or p <= 0:
        return float(q > 0)
    x = 1.0
    for _ in range(10):
        x = 1 + q * p**run * x ** (run + 1)
        if x > 2:
            return 0.0
    left = (1 - p * x) / ((run + 1 - run * x) * q)
    return left * math.exp(-(of + 1) * math.log(x)) if left > 0 else 0.0
