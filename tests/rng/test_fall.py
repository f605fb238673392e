"""What falls on wheels and dice: a pure function, uniform, and the one that the verifier knows."""

import hashlib
import inspect
import itertools
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from casino.rng import verify
from casino.rng.core import fall
from casino.rng.core.draw import Draws
from tests import campaign

HEADER_HASH = hashlib.sha256(b"a header").digest()
MIX = bytes(range(64))

SIDES = [(37,), (38,), (54,), (6, 6), (6, 6, 6), (2,), (1000,), (1000,) * 8, (2, 37, 6, 999)]


def seed(label: str) -> bytes:
    return hashlib.shake_256(label.encode()).digest(128)


@pytest.mark.parametrize("sides", SIDES)
def test_generator_and_verifier_agree(sides: tuple[int, ...]) -> None:
    for number in range(25):
        material = seed(f"agree {number}")
        fallen = fall.fall(material, HEADER_HASH, sides, MIX)
        assert len(fallen.values) == len(sides)
        assert all(0 <= value < ways for value, ways in zip(fallen.values, sides, strict=True))
        assert verify.fall_of(material, HEADER_HASH, sides, MIX, b"sabot-draw/2") == (
            list(fallen.values),
            fallen.rejected,
        )


def test_a_draw_with_a_rejected_word() -> None:
    """One in some 600,000 has one; this was found by trying, so that the branch is real."""
    material, header_hash, sides = bytes(range(128)), (1_077_666).to_bytes(32, "big"), (997,) * 8
    fallen = fall.fall(material, header_hash, sides, MIX)
    assert (fallen.values, fallen.rejected) == ((680, 43, 818, 544, 613, 245, 663, 198), 1)
    checked = verify.fall_of(material, header_hash, sides, MIX, b"sabot-draw/2")
    assert checked == (list(fallen.values), 1)


def test_the_rejection_matters() -> None:
    """With the neighbouring range no word is rejected, and the last die takes an earlier word."""
    material, header_hash = bytes(range(128)), (1_077_666).to_bytes(32, "big")
    kept = fall.fall(material, header_hash, (997,) * 5 + (16, 16), MIX)
    # 4294966670 is the sixth word: rejected for 997, kept for 16; then the seventh follows.
    assert (kept.values[5:], kept.rejected) == ((4294966670 % 16, 3174498095 % 16), 0)


def test_every_pair_of_8_bit_words_gives_two_dice_exactly_uniform() -> None:
    def thrown(words: tuple[int, int], throw: Callable[[Draws], tuple[int, int]]) -> object:
        try:
            return throw(Draws(iter(words), 256))
        except EOFError:
            return None

    pairs = list(itertools.product(range(256), repeat=2))
    counts = Counter(thrown(pair, lambda d: (d.uniform(6), d.uniform(6))) for pair in pairs)
    del counts[None]
    assert counts == dict.fromkeys(itertools.product(range(6), repeat=2), (256 // 6) ** 2)
    biased = Counter((one % 6, two % 6) for one, two in pairs)
    assert len(set(biased.values())) > 1


def test_the_same_seed_and_header_give_the_same() -> None:
    first, again = (fall.fall(seed("same"), HEADER_HASH, (37,), MIX) for _ in range(2))
    assert (first.values, first.rejected) == (again.values, again.rejected)


def test_both_segments_the_header_and_the_mix_matter() -> None:
    sides = (1000,) * 8
    material = bytearray(seed("matter"))
    seen = {fall.fall(bytes(material), HEADER_HASH, sides, MIX).values}
    seen.add(fall.fall(bytes(material), hashlib.sha256(b"another").digest(), sides, MIX).values)
    for place in (63, 127):
        changed = material.copy()
        changed[place] ^= 1
        seen.add(fall.fall(bytes(changed), HEADER_HASH, sides, MIX).values)
    seen.add(fall.fall(bytes(material), HEADER_HASH, sides, MIX[::-1]).values)
    assert len(seen) == 5


def test_r17_nothing_else_goes_in() -> None:
    assert list(inspect.signature(fall.fall).parameters) == [
        "seed",
        "header_hash",
        "sides",
        "mix",
    ]


@pytest.mark.parametrize(
    "sides", [(), (1,), (0,), (-6,), (1001,), (6,) * 9, (True,), (6.0,), ("6",), (37, 1)]
)
def test_sides_that_cannot_be_are_refused(sides: tuple[int, ...]) -> None:
    assert not fall.can_fall(sides)
    with pytest.raises(ValueError, match="do not make a draw"):
        fall.fall(bytes(128), bytes(32), sides, MIX)


@pytest.mark.parametrize(
    ("length", "hash_length", "mixed"),
    [(127, 32, 64), (129, 32, 64), (64, 32, 64), (128, 31, 64), (128, 32, 63), (128, 32, 0)],
)
def test_an_input_of_another_length_is_refused(length: int, hash_length: int, mixed: int) -> None:
    with pytest.raises(ValueError, match="do not make a draw"):
        fall.fall(bytes(length), bytes(hash_length), (37,), bytes(mixed))


@pytest.mark.parametrize("values", [(37,), (-1,), (), (1, 2)])
def test_the_post_condition_sees_what_is_no_side(
    values: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def failing(reason: str) -> None:
        seen.append(reason)
        raise InterruptedError

    monkeypatch.setattr(fall.health, "fail", failing)
    with pytest.raises(InterruptedError):
        fall._check(values, (37,))
    assert seen == ["something fell on no side"]


def test_what_fell_is_never_printed() -> None:
    fallen = fall.fall(seed("print"), HEADER_HASH, (1000,) * 8, MIX)
    assert str(fallen.values)[1:12] not in f"{fallen!r} {fallen}"


# --- statistics, with fixed seeds, so the answer is the same in every run

THROWS = campaign.length(8_000, 20_000)


def chi(counts: Counter[object], ways: int) -> float:
    """How many deviations the counts are above their expectation."""
    expected = THROWS / ways
    empty = (ways - len(counts)) * expected
    total = sum((count - expected) ** 2 / expected for count in counts.values()) + empty
    return float((total - (ways - 1)) / (2 * (ways - 1)) ** 0.5)


@cache
def thrown(sides: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return what falls THROWS times."""
    return [fall.fall(seed(f"throw {n}"), HEADER_HASH, sides, MIX).values for n in range(THROWS)]


@pytest.mark.campaign
@pytest.mark.parametrize(("sides", "ways"), [((37,), 37), ((6, 6), 36)])
def test_every_number_and_every_pair_of_dice(sides: tuple[int, ...], ways: int) -> None:
    assert abs(chi(Counter[object](thrown(sides)), ways)) < 5


@pytest.mark.campaign
def test_the_statistic_sees_a_biased_wheel() -> None:
    numbers = (6 * one + two for one, two in thrown((6, 6)))
    assert chi(Counter[object](number % 23 for number in numbers), 23) > 5


@pytest.mark.campaign
def test_successive_spins_do_not_depend_on_each_other() -> None:
    spins = [first for first, _ in thrown((6, 6))]
    pairs = Counter[object](zip(spins, [*spins[1:], spins[0]], strict=True))
    assert abs(chi(pairs, 36)) < 5
