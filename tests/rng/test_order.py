"""Contributions, cut, salts and proofs as the core makes them, against what others have written."""

import hashlib
import hmac
import random

import pytest
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from casino.rng.core import merkle, order
from casino.rng.core.constants import DRAW_TAGS, SHOE_TAGS
from casino.rng.core.contribution import contribution_hash, dealers_cut, mix_of

SUBJECT = "00112233-4455-6677-8899-aabbccddeeff"
SECRET = bytes(range(32))
PROMISE = bytes(range(32, 64))


def written(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def test_hkdf_gives_rfc_5869_test_case_1() -> None:
    given = order.hkdf(
        "sha256",
        bytes.fromhex("0b" * 22),
        bytes.fromhex("000102030405060708090a0b0c"),
        bytes.fromhex("f0f1f2f3f4f5f6f7f8f9"),
        42,
    )
    assert given.hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )


def test_hkdf_gives_rfc_5869_test_case_3_without_salt_and_info() -> None:
    assert order.hkdf("sha256", bytes.fromhex("0b" * 22), b"", b"", 42).hex() == (
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    )


@pytest.mark.parametrize("length", [1, 32, 63, 64, 65, 128, 1000])
def test_hkdf_with_sha_512_is_the_one_of_cryptography(length: int) -> None:
    theirs = HKDF(algorithm=SHA512(), length=length, salt=PROMISE, info=b"info")
    assert order.hkdf("sha512", SECRET * 14, PROMISE, b"info", length) == theirs.derive(SECRET * 14)


@pytest.mark.parametrize("length", [0, -1, 255 * 64 + 1])
def test_hkdf_gives_no_more_than_it_can(length: int) -> None:
    with pytest.raises(ValueError, match="255 blocks"):
        order.hkdf("sha512", SECRET, b"", b"", length)


def test_a_contribution_is_hashed_as_the_page_says() -> None:
    seat, cut = (7).to_bytes(2, "big"), (200).to_bytes(2, "big")
    tag = b"sabot-shoe/2/contribution"
    plain = written(tag, SUBJECT.encode(), seat, SECRET)
    assert contribution_hash(SHOE_TAGS, SUBJECT, 7, SECRET) == hashlib.sha256(plain).digest()
    cutting = hashlib.sha256(plain + written(cut)).digest()
    assert contribution_hash(SHOE_TAGS, SUBJECT, 7, SECRET, 200) == cutting
    assert contribution_hash(DRAW_TAGS, SUBJECT, 7, SECRET) != hashlib.sha256(plain).digest()


def test_every_input_of_the_mix_matters() -> None:
    beacon, other = bytes(32), bytes(range(32))
    mixes = {
        mix_of(tags, promise, drawn, secrets)
        for tags in (SHOE_TAGS, DRAW_TAGS)
        for promise in (PROMISE, other)
        for drawn in (b"", beacon)
        for secrets in ((), ((1, SECRET),), ((2, SECRET),), ((1, SECRET), (2, other)))
    }
    assert len(mixes) == 2 * 2 * 2 * 4
    assert {len(mix) for mix in mixes} == {64}


@pytest.mark.parametrize(
    ("promise", "beacon", "secrets"),
    [
        (PROMISE[1:], b"", ()),
        (PROMISE, b"x", ()),
        (PROMISE, b"", ((2, SECRET), (1, SECRET))),
        (PROMISE, b"", ((1, SECRET), (1, SECRET))),
        (PROMISE, b"", ((1, SECRET[1:]),)),
    ],
)
def test_what_does_not_make_a_mix_is_refused(
    promise: bytes, beacon: bytes, secrets: tuple[tuple[int, bytes], ...]
) -> None:
    with pytest.raises(ValueError, match="make a mix"):
        mix_of(SHOE_TAGS, promise, beacon, secrets)


@pytest.mark.parametrize(("seat", "length", "cut"), [(-1, 32, 1), (2**16, 32, 1), (1, 31, 1)])
def test_no_seat_seals_other_numbers_and_lengths(seat: int, length: int, cut: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        contribution_hash(SHOE_TAGS, SUBJECT, seat, bytes(length), cut)
    with pytest.raises(ValueError, match="two bytes"):
        contribution_hash(SHOE_TAGS, SUBJECT, 1, SECRET, 2**16)


def test_the_dealer_cuts_by_the_first_word() -> None:
    mix = bytes(64)
    block = hashlib.sha512(written(b"sabot-shoe/2/cut", mix, bytes(8))).digest()
    word = int.from_bytes(block[:4], "big")
    assert dealers_cut(mix, 104, 208) == 104 + word % 105
    assert dealers_cut(mix, 5, 5) == 5
    for first, last in ((0, 5), (6, 5)):
        with pytest.raises(ValueError, match="cannot cut"):
            dealers_cut(mix, first, last)


def test_the_cut_turns_the_order() -> None:
    cards = tuple(range(52))
    for cut in (0, 1, 30, 51):
        dealt = order.as_dealt(cards, cut)
        assert all(dealt[place] == cards[(place + cut) % 52] for place in range(52))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 51, 52, 104, 311, 312, 416])
def test_the_tree_is_rfc_6962s(size: int) -> None:
    leaves = [
        hashlib.sha256(bytes([number % 256, number // 256])).digest() for number in range(size)
    ]
    grown = order.tree(leaves)

    def rfc(part: list[bytes]) -> bytes:
        if len(part) == 1:
            return part[0]
        split = max(2**n for n in range(10) if 2**n < len(part))
        return hashlib.sha256(b"\1" + rfc(part[:split]) + rfc(part[split:])).digest()

    assert grown.root == rfc(leaves)
    for number in {0, 1, size // 2, size - 2, size - 1} & set(range(size)):
        wanted = [rfc(leaves[first:end]) for first, end in merkle.inclusion(number, size)]
        assert list(grown.proof(number)) == wanted
    with pytest.raises(ValueError, match="no such leaf"):
        grown.proof(size)


def test_a_salt_hides_its_card_and_tells_nothing_of_another() -> None:
    salts = order.salts(SECRET * 14, PROMISE, 312)
    assert len(set(salts)) == 312
    key = order.hkdf("sha512", SECRET * 14, PROMISE, b"sabot-shoe/2/salts", 32)
    assert salts[300] == hmac.digest(key, (300).to_bytes(4, "big"), "sha256")
    # All 52 guesses of a card without its salt, and with its neighbour's, are wrong.
    promised = order.leaf(7, 33, salts[7])
    guesses = {order.leaf(7, face, salt) for face in range(52) for salt in (bytes(32), salts[8])}
    assert promised not in guesses
    assert promised in {order.leaf(7, face, salts[7]) for face in range(52)}


def test_two_shoes_of_one_seed_would_share_no_salt() -> None:
    chance = random.Random(1)
    seed = chance.randbytes(448)
    first, second = (order.salts(seed, chance.randbytes(32), 52) for _ in range(2))
    assert not set(first) & set(second)


def test_a_leaf_is_no_node() -> None:
    assert order.leaf(0, 0, bytes(32)) != merkle.node_hash(bytes(4), bytes(33))
