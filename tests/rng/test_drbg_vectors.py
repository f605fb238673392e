"""HMAC_DRBG against NIST's CAVP vectors, and its own limits (R9)."""

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.rng.core.drbg import HmacDrbg, RequestRefused

VECTORS = Path(__file__).parent / "vectors"
FILES = [
    f"{mode}_{digest}.rsp"
    for mode in ("no_reseed", "pr_false", "pr_true")
    for digest in ("sha256", "sha512")
]

Case = dict[str, list[bytes]]


def cases(name: str) -> Iterator[Case]:
    for block in (VECTORS / name).read_text().split("\n\n"):
        case: Case = {}
        for line in block.splitlines():
            field, equals, value = line.partition(" =")
            if equals and not line.startswith(("[", "#", "COUNT")):
                case.setdefault(field, []).append(bytes.fromhex(value))
        if case:
            yield case


def answer(name: str, case: Case) -> bytes:
    digest = "sha512" if "sha512" in name else "sha256"
    drbg = HmacDrbg(
        digest, case["EntropyInput"][0], case["Nonce"][0], case["PersonalizationString"][0]
    )
    if "EntropyInputReseed" in case:
        drbg.reseed(case["EntropyInputReseed"][0], case["AdditionalInputReseed"][0])
    length = len(case["ReturnedBits"][0])
    fresh = case.get("EntropyInputPR", [b"", b""])
    output = b""
    for additional, entropy in zip(case["AdditionalInput"], fresh, strict=True):
        output = drbg.generate(length, additional, entropy)
    return output


@pytest.mark.parametrize("name", FILES)
def test_every_cavp_case_of_the_file(name: str) -> None:
    right = [answer(name, case) == case["ReturnedBits"][0] for case in cases(name)]
    assert (len(right), all(right)) == (240, True)


def test_the_vectors_are_1440() -> None:
    assert sum(1 for name in FILES for _ in cases(name)) == 1440


@pytest.mark.parametrize("name", FILES)
def test_the_comparison_sees_one_wrong_bit(name: str) -> None:
    case = next(cases(name))
    entropy = bytearray(case["EntropyInput"][0])
    entropy[0] ^= 1
    assert answer(name, {**case, "EntropyInput": [bytes(entropy)]}) != case["ReturnedBits"][0]


def fresh() -> HmacDrbg:
    return HmacDrbg("sha512", bytes(64), bytes(32))


@pytest.mark.parametrize("count", [0, -1, 2**16 + 1])
def test_a_request_outside_2_19_bits_is_refused(count: int) -> None:
    with pytest.raises(RequestRefused, match="request length"):
        fresh().generate(count)


def test_the_largest_request_is_served() -> None:
    assert len(fresh().generate(2**16)) == 2**16


def test_the_third_request_needs_a_reseed() -> None:
    drbg = fresh()
    drbg.generate(1)
    drbg.generate(1)
    with pytest.raises(RequestRefused, match="reseed required"):
        drbg.generate(1)
    drbg.reseed(bytes(32))
    assert drbg.generate(1)


def test_a_refused_request_leaves_the_state_alone() -> None:
    refused, other = fresh(), fresh()
    with pytest.raises(RequestRefused):
        refused.generate(2**16 + 1)
    assert refused.generate(32) == other.generate(32)


@pytest.mark.parametrize(("entropy", "nonce"), [(31, 32), (0, 32), (64, 15), (64, 0)])
def test_too_little_entropy_or_nonce_is_refused(entropy: int, nonce: int) -> None:
    with pytest.raises(RequestRefused):
        HmacDrbg("sha512", bytes(entropy), bytes(nonce))


def test_a_reseed_with_too_little_entropy_is_refused() -> None:
    with pytest.raises(RequestRefused, match="entropy length"):
        fresh().reseed(bytes(31))


def test_an_uninstantiated_generator_gives_nothing() -> None:
    drbg = fresh()
    drbg.uninstantiate()
    with pytest.raises(RequestRefused, match="uninstantiated"):
        drbg.generate(1)
    with pytest.raises(RequestRefused, match="uninstantiated"):
        drbg.reseed(bytes(64))


def test_its_state_is_neither_printed_nor_copied() -> None:
    drbg = fresh()
    drbg.generate(64)
    state = drbg._key
    assert state.hex() not in repr(drbg)
    assert repr(state) not in repr(drbg)
    for copying in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            copying(drbg)
