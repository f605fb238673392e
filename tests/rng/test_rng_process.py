"""What is true of a whole process: self-tests, the error state, forks, the clock (R11, R23)."""

import hashlib
import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from casino.rng.core import jitter
from casino.rng.core.constants import (
    JITTER_BLOCK,
    JITTER_CUTOFFS,
    KERNEL_CUTOFFS,
    Cutoffs,
)
from casino.rng.core.continuous import ContinuousTests

Run = Callable[[str], str]

GOOD = hashlib.shake_256(b"a good source").digest(500_000)


@pytest.mark.parametrize(("cutoffs", "claimed"), [(KERNEL_CUTOFFS, 8), (JITTER_CUTOFFS, 1)])
def test_the_cutoffs_are_those_of_sp_800_90b_at_2_to_the_minus_40(
    cutoffs: Cutoffs, claimed: int
) -> None:
    """Of each source, for the bits of min-entropy that it is claimed to have in a sample."""
    alpha = Fraction(1, 2**40)
    assert math.ceil(40 / claimed) + 1 == cutoffs.repetition
    p, n = Fraction(1, 2**claimed), cutoffs.window
    at_most = itertools.accumulate(
        math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)
    )
    critical = next(count for count, sure in enumerate(at_most) if sure >= 1 - alpha)
    assert critical + 1 == cutoffs.proportion


@pytest.mark.parametrize(
    ("source", "failed"),
    [
        (bytes(448), "repetition count"),
        (b"\xff" * 6, "repetition count"),
        (b"ab" * 256, "adaptive proportion"),
        (bytes(range(16)) * 32, "adaptive proportion"),
        (GOOD[:1000] + GOOD[999:1000] * 5, "repetition count"),
    ],
)
def test_a_bad_source_trips_the_health_tests(source: bytes, failed: str) -> None:
    assert ContinuousTests(KERNEL_CUTOFFS).examine(source) == failed


@pytest.mark.parametrize("source", [b"\x07" * 5, GOOD, bytes(range(256)) * 40])
def test_a_source_within_the_cutoffs_passes(source: bytes) -> None:
    assert ContinuousTests(KERNEL_CUTOFFS).examine(source) is None


def test_the_tests_are_continuous_over_short_reads() -> None:
    tests = ContinuousTests(KERNEL_CUTOFFS)
    assert [tests.examine(b"\x05\x05") for _ in range(3)] == [None, None, "repetition count"]


def test_a_window_ends_after_512_samples() -> None:
    rare = [0, *[1 + index % 200 for index in range(511)]]
    assert ContinuousTests(KERNEL_CUTOFFS).examine(bytes(rare * 30)) is None
    assert (
        ContinuousTests(KERNEL_CUTOFFS).examine(bytes([0, *([0, 1] * 20)])) == "adaptive proportion"
    )


CLOCKS = """
import random
random = random.Random(5)
def clock(step):
    told = [0]
    def read():
        told[0] += step()
        return told[0]
    return read
stuck = clock(lambda: 700)
biased = clock(lambda: 700 if random.random() < 0.8 else random.randrange(700, 956))
within = clock(lambda: 700 if random.random() < 0.4 else random.randrange(700, 956))
"""
"""Clocks of a processor whose work always takes the same time, mostly, and seldom enough."""

ERROR_STATE = """
import logging
logging.disable()
import os
from casino.rng.core import constants, drbg, entropy, health, jitter, shuffle
real, right = os.getrandom, jitter.clock
{clocks}
{fault}
def attempt(call):
    try:
        call()
    except health.Broken as error:
        return str(error)
    return "drew"
instances = {before}
said = [attempt(lambda: entropy.draw(448))]
{repair}
said += [
    attempt(lambda: entropy.draw(448)),
    attempt(lambda: shuffle.shuffle(bytes(448), bytes(32), 6, bytes(64))),
    attempt(lambda: drbg.HmacDrbg("sha512", bytes(64), bytes(32))),
    *(attempt(lambda: one.generate(1)) for one in instances),
]
child = os.fork()
if child == 0:
    os._exit(0 if attempt(lambda: entropy.draw(32)) == said[0] else 1)
assert os.waitpid(child, 0)[1] == 0
print("|".join(sorted(set(said))))
"""


@pytest.mark.parametrize(
    ("fault", "before", "repair", "reason"),
    [
        (
            "os.getrandom = lambda n: bytes(n)",
            "[]",
            "os.getrandom = real",
            "entropy source kernel: repetition count",
        ),
        (
            "os.getrandom = lambda n: b''",
            "[]",
            "os.getrandom = real",
            "entropy source kernel: nothing read",
        ),
        (
            "",
            '[drbg.HmacDrbg("sha512", bytes(64), bytes(32))]\n'
            "os.getrandom = lambda n: (b'ab' * n)[:n]",
            "os.getrandom = real",
            "entropy source kernel: adaptive proportion",
        ),
        (
            "os.getrandom = lambda n: bytes(b & 15 for b in real(n))",
            "[]",
            "os.getrandom = real",
            "entropy source kernel: adaptive proportion",
        ),
        (
            "jitter.clock = stuck",
            "[]",
            "jitter.clock = right",
            "entropy source jitter: repetition count",
        ),
        (
            "jitter.clock = biased",
            "[]",
            "jitter.clock = right",
            "entropy source jitter: adaptive proportion",
        ),
        (
            "",
            '[drbg.HmacDrbg("sha512", bytes(64), bytes(32))]\n'
            "entropy.draw(448)\n"
            "jitter.clock = biased\n"
            "for _ in range(140): attempt(lambda: entropy.draw(16))",
            "jitter.clock = right",
            "entropy source jitter: adaptive proportion",
        ),
        ("jitter.clock = within", "[]", "", "drew"),
        (
            "good = drbg.hmac.digest\n"
            "drbg.hmac.digest = lambda k, m, d: bytes([good(k, m, d)[0] ^ 1]) + good(k, m, d)[1:]",
            "[]",
            "drbg.hmac.digest = good",
            "known answer of HMAC_DRBG sha512",
        ),
        (
            "drbg.MAX_REQUESTS = 3",
            "[]",
            "drbg.MAX_REQUESTS = 2",
            "HMAC_DRBG ignores its limit: requests since the reseed",
        ),
        (
            "shuffle.DRAWS_PER_SEGMENT = 51",
            "[]",
            "shuffle.DRAWS_PER_SEGMENT = 52",
            "known answer of the shuffle",
        ),
        (
            "shuffle.Draws.uniform = lambda self, m: next(self._words) % m if m != 7 else 1 / 0",
            "[]",
            "",
            "self-test known_shoe raised ZeroDivisionError",
        ),
        (
            "from casino.rng.core import fall\nfall.WORD_SPAN = 2**31",
            "[]",
            "fall.WORD_SPAN = 2**32",
            "known answer of the draw",
        ),
        ("", "[]", "", "drew"),
    ],
)
def test_a_failure_stops_the_process_for_good(
    fault: str, before: str, repair: str, reason: str, new_process: Run
) -> None:
    said = new_process(ERROR_STATE.format(fault=fault, before=before, repair=repair, clocks=CLOCKS))
    assert said == f"{reason}\n"


def test_the_alarm_is_logged_once_without_a_secret(new_process: Run) -> None:
    logged = new_process(
        """
import logging, os, sys
logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(name)s %(message)s")
from casino.rng.core import entropy, health
os.getrandom = lambda n: bytes(n)
for _ in range(2):
    try:
        entropy.draw(448)
    except health.Broken:
        pass
"""
    )
    assert logged == (
        "CRITICAL casino.rng.core.health rng error state: entropy source kernel: repetition count\n"
    )


def test_the_self_tests_run_before_the_first_use_and_again_in_a_child(new_process: Run) -> None:
    said = new_process(
        """
import os
from casino.rng.core import drbg, entropy, fall, health, shuffle
ran = []
for number, test in enumerate(health._process.tests):
    def counted(test=test):
        ran.append(test.__name__)
        test()
    health._process.tests[number] = counted
drbg.HmacDrbg("sha512", bytes(64), bytes(32))
shuffle.shuffle(bytes(448), bytes(32), 6, bytes(64))
print(sorted(ran), flush=True)
if (child := os.fork()) == 0:
    entropy.draw(1)
    os._exit(len(ran))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    )
    tests = [
        *("jitter_startup", "kernel_startup"),
        *("known_answers", "known_contribution", "known_fall", "known_shoe"),
    ]
    assert said == f"{tests}\n{2 * len(tests)}\n"


LATE_FAULT = """
import logging
logging.disable()
from casino.rng.core import drbg, entropy, fall, health, shuffle
health.RETEST_AFTER = {period}
fall.fall(bytes(128), bytes(32), (37,), bytes(64))
good = drbg.hmac.digest
drbg.hmac.digest = lambda k, m, d: bytes([good(k, m, d)[0] ^ 1]) + good(k, m, d)[1:]
drawn = 0
try:
    {again}
    for drawn in range(1, 200):
        fall.fall(bytes(128), bytes(32), (37,), bytes(64))
except health.Broken as error:
    print(error)
print(drawn)
"""


@pytest.mark.parametrize(
    ("period", "again", "said"),
    [
        (60, "pass", "known answer of HMAC_DRBG sha512\n20\n"),
        (10_000, "health.test_again()", "known answer of HMAC_DRBG sha512\n0\n"),
        (10_000, "pass", "199\n"),
    ],
    ids=["periodically", "on demand", "the control: neither, and nobody notices"],
)
def test_what_breaks_later_is_found(period: int, again: str, said: str, new_process: Run) -> None:
    assert new_process(LATE_FAULT.format(period=period, again=again)) == said


def test_the_tests_run_again_after_so_many_requests_and_on_demand(new_process: Run) -> None:
    said = new_process(
        """
from casino.rng.core import constants, health
runs = []
health.self_test(lambda: runs.append(1))
for _ in range(1 + 2 * (constants.RETEST_AFTER + 1)):
    health.ready()
print(len(runs))
health.test_again()
print(len(runs))
"""
    )
    assert said == "3\n4\n"


def test_a_generator_made_before_a_fork_refuses_in_the_child(new_process: Run) -> None:
    said = new_process(
        """
import os
from casino.rng.core.drbg import HmacDrbg, RequestRefused
drbg = HmacDrbg("sha512", bytes(64), bytes(32))
if (child := os.fork()) == 0:
    try:
        drbg.generate(32)
    except RequestRefused as refused:
        os._exit(7 if str(refused) == "instantiated in another process" else 1)
    os._exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
drbg.generate(32)
"""
    )
    assert said == ""


def test_with_a_frozen_clock_and_forked_workers_all_shoes_differ(new_process: Run) -> None:
    said = new_process(
        """
import os, time
time.time = time.monotonic = time.perf_counter = lambda: 0.0
time.time_ns = time.monotonic_ns = lambda: 0
from casino.rng.core import entropy
from casino.rng.core.shuffle import shuffle
entropy.draw(448)
def work():
    for _ in range(3):
        order = shuffle(entropy.draw(448), bytes(32), 6, bytes(64)).faces
        os.write(1, f"{entropy.instance()} {bytes(order).hex()}\\n".encode())
children = []
for _ in range(4):
    if (child := os.fork()) == 0:
        work()
        os._exit(0)
    children.append(child)
work()
for child in children:
    assert os.waitpid(child, 0)[1] == 0
"""
    )
    lines = [line.split() for line in said.splitlines()]
    assert len(lines) == 15
    assert len({instance for instance, _ in lines}) == 5
    assert len({order for _, order in lines}) == 15


def test_threads_that_come_first_together_all_wait_for_the_tests(new_process: Run) -> None:
    said = new_process(
        """
import threading
from casino.rng.core import entropy
drawn = []
threads = [threading.Thread(target=lambda: drawn.append(entropy.draw(32))) for _ in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print(len(set(drawn)))
"""
    )
    assert said == "8\n"


# --- two sources


KNOWN_SOURCE = """
import hashlib, os, itertools
from casino.rng.core import entropy, health, jitter
def known_to_me(label):
    count = itertools.count()
    return lambda size: hashlib.shake_256(f"{label} {next(count)}".encode()).digest(size)
"""


@pytest.mark.parametrize(
    ("backdoor", "same"),
    [
        ("os.getrandom = known_to_me('kernel')", False),
        ("jitter.draw = known_to_me('jitter')", False),
        ("os.getrandom, jitter.draw = known_to_me('kernel'), known_to_me('jitter')", True),
    ],
    ids=["of the kernel", "of the jitter", "the control: of both"],
)
def test_who_knows_one_source_knows_no_seed(backdoor: str, same: bool, new_process: Run) -> None:
    """Two processes with the same back door: seeds repeat only when both sources are known."""
    code = f"{KNOWN_SOURCE}\n{backdoor}\nprint(entropy.draw(448).hex())"
    assert (new_process(code) == new_process(code)) is same


@pytest.mark.parametrize("zero", ["kernel", "jitter"])
def test_a_byte_is_the_exclusive_or_of_both(zero: str, new_process: Run) -> None:
    said = new_process(
        f"""
import os
from casino.rng.core import entropy, health, jitter
health.ready()
given = bytes(range(1, 65))
none = lambda count: bytes(count)
entropy._tested_read = none if "{zero}" == "kernel" else lambda count: given
jitter.draw = none if "{zero}" == "jitter" else lambda count: given
print(entropy.draw(64) == given)
"""
    )
    assert said == "True\n"


def test_a_child_shares_nothing_of_the_jitter_with_its_parent(new_process: Run) -> None:
    said = new_process(
        """
import os
from casino.rng.core import entropy, jitter
entropy.draw(64)
before = jitter._source.drbg
drawn = []
for _ in range(2):
    if os.fork() == 0:
        assert jitter._source.drbg is None and not jitter._source.held
        os.write(1, jitter.draw(32).hex().encode() + b"\\n")
        os._exit(0)
    assert os.wait()[1] == 0
assert jitter._source.drbg is before
print(jitter.draw(32).hex())
"""
    )
    assert len(set(said.split())) == 3


def test_the_jitter_reseeds_its_generator_with_a_whole_block_of_samples(new_process: Run) -> None:
    said = new_process(
        """
from casino.rng.core import drbg, entropy, jitter
blocks, reseeded = [], []
conditioned, reseed = jitter.conditioned, drbg.HmacDrbg.reseed
def counted(samples):
    blocks.append(len(samples))
    return conditioned(samples)
def noted(self, entropy, additional=b""):
    reseeded.append(len(entropy))
    reseed(self, entropy, additional)
entropy.draw(1)
jitter.conditioned, drbg.HmacDrbg.reseed = counted, noted
for _ in range(2 * 128 - 1):
    entropy.draw(1)
print(blocks, reseeded)
"""
    )
    assert said == "[1024, 1024] [64, 64]\n"


def test_too_few_samples_make_no_block() -> None:
    with pytest.raises(ValueError, match="too few"):
        jitter.conditioned(bytes(JITTER_BLOCK - 1))
