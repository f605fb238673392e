"""HMAC_DRBG of SP 800-90A Rev. 1, section 10.1.2, over the standard library's `hmac.digest`.

Python cannot promise to overwrite memory: `uninstantiate` drops the state, the allocator keeps or
reuses its bytes.
"""

import hmac
import os
from typing import Final, NoReturn

from casino.rng.core import health
from casino.rng.core.constants import (
    DIGEST_BYTES,
    KNOWN_ANSWERS,
    MAX_INPUT_BYTES,
    MAX_REQUEST_BYTES,
    MAX_REQUESTS,
    MIN_ENTROPY_BYTES,
    MIN_NONCE_BYTES,
    Digest,
    KnownAnswer,
)


class RequestRefused(Exception):
    """A request outside the mechanism's limits; the instance is unchanged."""


class HmacDrbg:
    """One instantiation. Usable only in the process that made it, by one thread at a time."""

    __slots__ = ("_digest", "_key", "_limit", "_pid", "_requests", "_value")

    _digest: Digest
    _key: bytes
    _value: bytes
    _requests: int
    _limit: int
    _pid: int | None

    def __init__(
        self,
        digest: Digest,
        entropy: bytes,
        nonce: bytes,
        personalisation: bytes = b"",
        *,
        limit: int | None = None,
    ) -> None:
        """Instantiate (10.1.2.3); refuses less entropy than the security strength of 256 bits.

        `limit` is how many requests it serves between two reseedings: MAX_REQUESTS, unless it is
        said.
        """
        health.ready()
        _check_entropy(entropy, personalisation)
        if not MIN_NONCE_BYTES <= len(nonce) <= MAX_INPUT_BYTES:
            raise RequestRefused("nonce length")
        self._digest = digest
        self._key = bytes(DIGEST_BYTES[digest])
        self._value = b"\x01" * DIGEST_BYTES[digest]
        self._requests = 0
        self._limit = MAX_REQUESTS if limit is None else limit
        self._pid = os.getpid()
        self._update(entropy + nonce + personalisation)

    def reseed(self, entropy: bytes, additional: bytes = b"") -> None:
        """Mix fresh entropy into the state (10.1.2.4)."""
        self._check()
        _check_entropy(entropy, additional)
        self._update(entropy + additional)
        self._requests = 0

    def generate(self, count: int, additional: bytes = b"", fresh_entropy: bytes = b"") -> bytes:
        """Return `count` bytes (10.1.2.5); refuses more requests since the reseed than its limit.

        With `fresh_entropy` the request has prediction resistance: the state is reseeded first,
        and the additional input goes into the reseed (9.3.1).
        """
        self._check()
        if not 0 < count <= MAX_REQUEST_BYTES:
            raise RequestRefused("request length")
        if len(additional) > MAX_INPUT_BYTES:
            raise RequestRefused("additional input length")
        if fresh_entropy:
            self.reseed(fresh_entropy, additional)
            additional = b""
        if self._requests >= self._limit:
            raise RequestRefused("reseed required")
        if additional:
            self._update(additional)
        digest, key, value = self._digest, self._key, self._value
        blocks = []
        for _ in range(-(-count // DIGEST_BYTES[digest])):
            value = hmac.digest(key, value, digest)
            blocks.append(value)
        self._value = value
        self._update(additional)
        self._requests += 1
        return b"".join(blocks)[:count]

    def uninstantiate(self) -> None:
        """Drop the state (9.4); every later request is refused."""
        self._key = self._value = b""
        self._pid = None

    def __reduce__(self) -> NoReturn:
        raise TypeError("a generator's state is not copied")

    def _check(self) -> None:
        health.ready()
        if self._pid is None:
            raise RequestRefused("uninstantiated")
        if self._pid != os.getpid():
            raise RequestRefused("instantiated in another process")

    def _update(self, provided: bytes) -> None:
        """HMAC_DRBG_Update (10.1.2.2)."""
        key = hmac.digest(self._key, self._value + b"\x00" + provided, self._digest)
        value = hmac.digest(key, self._value, self._digest)
        if provided:
            key = hmac.digest(key, value + b"\x01" + provided, self._digest)
            value = hmac.digest(key, value, self._digest)
        self._key, self._value = key, value


def _check_entropy(entropy: bytes, other: bytes) -> None:
    if not MIN_ENTROPY_BYTES <= len(entropy) <= MAX_INPUT_BYTES:
        raise RequestRefused("entropy length")
    if len(other) > MAX_INPUT_BYTES:
        raise RequestRefused("input length")


@health.self_test
def known_answers() -> None:
    """Prove instantiate, reseed, generate and uninstantiate, errors included (11.3)."""
    for case in KNOWN_ANSWERS:
        drbg = _after_first_request(case)
        if drbg.generate(len(case.returned) // 2, bytes.fromhex(case.additional[1])) != (
            bytes.fromhex(case.returned)
        ):
            health.fail(f"known answer of HMAC_DRBG {case.digest}")
        _must_refuse(drbg, 1, "requests since the reseed")
        drbg.reseed(bytes(MIN_ENTROPY_BYTES))
        _must_refuse(drbg, MAX_REQUEST_BYTES + 1, "request length")
        drbg.uninstantiate()
        _must_refuse(drbg, 1, "uninstantiated")
    try:
        HmacDrbg("sha512", bytes(MIN_ENTROPY_BYTES - 1), bytes(MIN_NONCE_BYTES))
    except RequestRefused:
        return
    health.fail("HMAC_DRBG takes too little entropy")


def _after_first_request(case: KnownAnswer) -> HmacDrbg:
    of: Final = bytes.fromhex
    drbg = HmacDrbg(case.digest, of(case.entropy), of(case.nonce), of(case.personalisation))
    drbg.reseed(of(case.reseed_entropy), of(case.reseed_additional))
    drbg.generate(len(case.returned) // 2, of(case.additional[0]))
    return drbg


def _must_refuse(drbg: HmacDrbg, count: int, limit: str) -> None:
    try:
        drbg.generate(count)
    except RequestRefused:
        return
    health.fail(f"HMAC_DRBG ignores its limit: {limit}")
