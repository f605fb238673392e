"""Numbers from words: exactly uniform (R5, R8)."""

from collections import Counter

import pytest

from casino.rng.core.draw import Draws, words
from casino.rng.core.drbg import HmacDrbg


def kept(word: int, m: int) -> int | None:
    """The number that one 8-bit word gives, or None when it is rejected."""
    try:
        return Draws(iter([word]), 256).uniform(m)
    except EOFError:
        return None


@pytest.mark.clause("MC-EROU-04")
@pytest.mark.parametrize("m", range(1, 257))
def test_every_8_bit_word_for_every_range(m: int) -> None:
    numbers = Counter(kept(word, m) for word in range(256))
    assert numbers.pop(None, 0) == 256 % m
    assert numbers == dict.fromkeys(range(m), 256 // m)


def test_a_bare_modulo_would_fail_that_test() -> None:
    numbers = Counter(word % 100 for word in range(256))
    assert numbers != dict.fromkeys(range(100), 256 // 100)


def test_the_words_at_the_edge_of_the_range() -> None:
    limit = 2**32 - 2**32 % 416
    draws = Draws(iter([2**32 - 1, limit, limit - 1, 415, 416]), 2**32)
    assert [draws.uniform(416), draws.rejected] == [415, 2]
    assert [draws.uniform(416), draws.uniform(416), draws.rejected] == [415, 0, 2]


def test_a_range_of_one_takes_a_word_and_gives_0() -> None:
    draws = Draws(iter([7]), 256)
    assert draws.uniform(1) == 0
    with pytest.raises(EOFError):
        draws.uniform(1)


@pytest.mark.parametrize("m", [0, -1, 257])
def test_a_range_that_a_word_cannot_cover_is_refused(m: int) -> None:
    with pytest.raises(ValueError, match="range"):
        Draws(iter([0]), 256).uniform(m)


@pytest.mark.parametrize("m", [2, 6, 36, 37, 38, 52, 54, 312, 416])
def test_the_ranges_of_the_house(m: int) -> None:
    limit = 2**32 - 2**32 % m
    draws = Draws(iter([0, m - 1, m, limit - 1]), 2**32)
    assert [draws.uniform(m) for _ in range(4)] == [0, m - 1, 0, m - 1]
    assert draws.rejected == 0


def test_words_are_the_generators_bytes_in_order_big_endian() -> None:
    raw, drawn = (HmacDrbg("sha512", bytes(64), bytes(32)) for _ in range(2))
    blocks = raw.generate(208) + raw.generate(208)
    stream = words(drawn)
    assert b"".join(next(stream).to_bytes(4, "big") for _ in range(104)) == blocks
