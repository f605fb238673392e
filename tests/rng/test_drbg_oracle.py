"""HMAC_DRBG against OpenSSL's, which knows nothing of ours (R9)."""

import hashlib
from typing import Literal

import pytest

from casino.rng.core.commitment import tagged_hash
from casino.rng.core.constants import DRAW_TAGS, SHOE_TAGS
from casino.rng.core.drbg import HmacDrbg
from tests.rng.openssl import OpensslDrbg
from tests.rng.test_drbg_vectors import FILES, cases

Digest = Literal["sha256", "sha512"]


def random_bytes(label: str, count: int) -> bytes:
    return hashlib.shake_256(label.encode()).digest(count)


@pytest.mark.parametrize("name", FILES)
def test_openssl_answers_the_cavp_cases_too(name: str) -> None:
    """The oracle is given its entropy as it should be: it finds NIST's answers."""
    digest = "sha512" if "sha512" in name else "sha256"
    right = 0
    for case in cases(name):
        drbg = OpensslDrbg(
            digest, case["EntropyInput"][0], case["Nonce"][0], case["PersonalizationString"][0]
        )
        if "EntropyInputReseed" in case:
            drbg.reseed(case["EntropyInputReseed"][0], case["AdditionalInputReseed"][0])
        output = b""
        for additional, fresh in zip(
            case["AdditionalInput"], case.get("EntropyInputPR", [b"", b""]), strict=True
        ):
            output = drbg.generate(len(case["ReturnedBits"][0]), additional, fresh)
        drbg.close()
        right += output == case["ReturnedBits"][0]
    assert right == 240


@pytest.mark.parametrize("digest", ["sha256", "sha512"])
@pytest.mark.parametrize("number", range(60))
def test_both_give_the_same_bytes(digest: Digest, number: int) -> None:
    """Inputs and requests of many lengths, most of them in no vector; also a reseed in between."""

    def piece(name: str, count: int) -> bytes:
        return random_bytes(f"{number} {name}", count)

    seeded = (piece("entropy", 32 + number), piece("nonce", 16 + number % 33))
    personal = piece("personal", number * 7 % 200)
    ours, theirs = HmacDrbg(digest, *seeded, personal), OpensslDrbg(digest, *seeded, personal)
    for step in range(3):
        count = 1 + (number * 131 + step * 977) % 5000
        additional = piece(f"additional {step}", (number + step) % 4 * 50)
        assert ours.generate(count, additional) == theirs.generate(count, additional)
        assert ours.generate(64) == theirs.generate(64)
        fresh, mixed = piece(f"fresh {step}", 64), piece(f"mixed {step}", step * 40)
        ours.reseed(fresh, mixed)
        theirs.reseed(fresh, mixed)
    assert ours.generate(2**16) == theirs.generate(2**16)
    theirs.close()


@pytest.mark.parametrize("tags", [SHOE_TAGS, DRAW_TAGS])
def test_both_give_the_same_words_in_the_way_of_a_shoe_or_a_draw(tags: tuple[bytes, ...]) -> None:
    hashed = random_bytes("a header", 32)
    nonce = tagged_hash(tags[2], hashed)
    for number in range(20):
        seed = random_bytes(f"seed {number}", 128)
        ours = HmacDrbg("sha512", seed[:64], nonce, hashed)
        theirs = OpensslDrbg("sha512", seed[:64], nonce, hashed)
        ours.reseed(seed[64:])
        theirs.reseed(seed[64:])
        assert ours.generate(208) == theirs.generate(208)
        theirs.close()


@pytest.mark.parametrize("place", range(4))
def test_one_bit_of_any_input_parts_them(place: int) -> None:
    """The negative control: the comparison sees a bit in each input."""
    inputs = [random_bytes(f"input {i}", 64) for i in range(4)]
    changed = [bytes([each[0] ^ (i == place)]) + each[1:] for i, each in enumerate(inputs)]
    ours, theirs = HmacDrbg("sha512", *inputs[:3]), OpensslDrbg("sha512", *changed[:3])
    assert ours.generate(64, inputs[3]) != theirs.generate(64, changed[3])
    theirs.close()
