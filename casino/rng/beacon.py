"""The public beacon: drand's quicknet, a number every three seconds that nobody can know before.

Off unless BEACON says otherwise, as it needs the network. No relay is believed: what one answers
counts only with the chain's signature under it. Knows no shoe and no draw.
"""

import hashlib
import io
import json
import queue
import socket
import ssl
import sys
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from http.client import HTTPException, HTTPResponse
from typing import Any, Final, Literal, cast
from urllib.parse import urlsplit

import structlog
from django.conf import settings

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Chain:
    """A drand chain of the scheme `bls-unchained-g1-rfc9380`: signatures on G1, no round before."""

    hash: str
    """Its name, 64 hex digits: in the header of what it takes part in."""
    public_key: str
    """A point of G2, compressed, 192 hex digits."""
    genesis: int
    """When round 1 comes, seconds since 1970."""
    period: int
    """Seconds between two rounds."""


CHAIN: Final = Chain(
    hash="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
        "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
        "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=1692803367,
    period=3,
)
"""drand's quicknet. No setting names another one: whoever could would know its numbers before."""

HASH_TO_CURVE: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain under which quicknet's messages become points (RFC 9380; drand kept G2's name out)."""
SIGNATURE_BYTES: Final = 48
ANSWERS_WITHIN: Final = 3.0
"""Seconds in which one call hears all its relays, names and handshakes included."""
NEXT_AFTER: Final = 0.75
"""Seconds after which the next relay is asked too, without giving up the one before."""
MAX_ANSWER_BYTES: Final = 16_384
"""A round takes some 250, and a relay's headers about 1,000."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """One round of the chain, its signature checked."""

    round: int
    randomness: bytes
    """32 bytes: SHA-256 of the signature."""
    signature: bytes


def chain() -> str:
    """Return what a header says of the beacon: the chain's hash, or `none` where it is off."""
    return CHAIN.hash if settings.BEACON == "quicknet" else "none"


def wait_seconds() -> int:
    """Return how long the house waits for a round after its time."""
    return int(settings.BEACON_WAIT)


def fallback() -> Literal["no_beacon", "pause"]:
    """Return what the house does when the wait is over: go on without, for all to see, or pause."""
    return cast("Literal['no_beacon', 'pause']", settings.BEACON_FALLBACK)


def time_of(round: int) -> int:
    """Return when a round comes, milliseconds since 1970; refuses with ValueError one below 1."""
    if round < 1:
        raise ValueError("the first round is 1")
    return (CHAIN.genesis + (round - 1) * CHAIN.period) * 1000


def round_at(moment_ms: int) -> int:
    """Return the first round that does not come before a moment, milliseconds since 1970."""
    return max(1, 1 - (CHAIN.genesis * 1000 - moment_ms) // (CHAIN.period * 1000))


def randomness(round: int) -> Beacon | None:
    """Return the round of the chain, or None: not there yet, or no relay told it in time.

    Asks the relays of BEACON_URLS in turn, the next when one answers badly or takes more than
    `NEXT_AFTER`; lasts `ANSWERS_WITHIN` seconds and the checks. Takes no lock and wants none held:
    call it outside transactions. Refuses with ValueError a round below 1, and a house without a
    beacon.
    """
    if chain() == "none":
        raise ValueError("this house has no beacon")
    if round < 1:
        raise ValueError("the first round is 1")
    answers: queue.SimpleQueue[tuple[str, bytes | None]] = queue.SimpleQueue()
    deadline = time.monotonic() + ANSWERS_WITHIN
    relays = list(settings.BEACON_URLS)
    awaited = 0
    while relays or awaited:
        if relays:
            relay = relays.pop(0)
            threading.Thread(
                target=_ask, args=(relay, round, deadline, answers), name="beacon", daemon=True
            ).start()
            awaited += 1
        left = deadline - time.monotonic()
        try:
            relay, body = answers.get(timeout=max(0.0, min(left, NEXT_AFTER) if relays else left))
        except queue.Empty:
            if left <= 0:
                break
            continue
        awaited -= 1
        if body is not None and (found := _told(relay, round, body)) is not None:
            return found
    return None


def is_signed(round: int, signature: bytes) -> bool:
    """Tell whether this is the chain's signature of the round; takes about half a CPU second.

    Refused: another length, another form of the same point, a point off the curve, at infinity or
    outside the subgroup of prime order.
    """
    return round >= 1 and _is_signed(CHAIN, round, signature)


@lru_cache(maxsize=256)
def _is_signed(chain: Chain, round: int, signature: bytes) -> bool:
    deepest = sys.getrecursionlimit()
    # Here, as it takes half a second and 20 MB that a house without a beacon does not need.
    from py_ecc.bls.g2_primitives import subgroup_check
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import decompress_G1, decompress_G2
    from py_ecc.bls.typing import G1Compressed, G2Compressed
    from py_ecc.fields import optimized_bls12_381_FQ12
    from py_ecc.optimized_bls12_381.optimized_curve import G2, is_inf, neg
    from py_ecc.optimized_bls12_381.optimized_pairing import final_exponentiate, pairing

    # py_ecc raises it to 100,000: a stranger's nested JSON would then end the process.
    sys.setrecursionlimit(deepest)
    if len(signature) != SIGNATURE_BYTES:
        return False
    key = bytes.fromhex(chain.public_key)
    try:
        point = decompress_G1(G1Compressed(int.from_bytes(signature)))
    except ValueError:
        return False
    # Every point of small order pairs to 1 with everything: infinity would sign any round.
    if is_inf(point) or not subgroup_check(point):
        return False
    named = hashlib.sha256(round.to_bytes(8)).digest()
    message = hash_to_G1(named, HASH_TO_CURVE, cast("Any", hashlib.sha256))
    public = decompress_G2(G2Compressed((int.from_bytes(key[:48]), int.from_bytes(key[48:]))))
    # e(message, key) = e(signature, G2), as one product: one final exponentiation for both.
    product = pairing(public, message, final_exponentiate=False) * pairing(
        neg(G2), point, final_exponentiate=False
    )
    return bool(final_exponentiate(product) == optimized_bls12_381_FQ12.one())


def _told(relay: str, round: int, body: bytes) -> Beacon | None:
    """Return the round that a relay's answer tells, or None when it is not the chain's."""
    try:
        said = json.loads(body)
        number, value = said["round"], bytes.fromhex(said["randomness"])
        signature = bytes.fromhex(said["signature"])
    except (ValueError, KeyError, TypeError, RecursionError):
        log.warning("beacon.answer_unread", relay=relay, round=round)
        return None
    if (
        type(number) is not int
        or number != round
        or value != hashlib.sha256(signature).digest()
        or not is_signed(round, signature)
    ):
        log.warning("beacon.answer_false", relay=relay, round=round)
        return None
    return Beacon(round, value, signature)


def _ask(
    relay: str,
    round: int,
    deadline: float,
    answers: "queue.SimpleQueue[tuple[str, bytes | None]]",
) -> None:
    """Put a relay's answer into the queue: its body, or None when there is none."""
    body = None
    try:
        body = _body(relay, f"/{CHAIN.hash}/public/{round}", deadline)
    except (OSError, HTTPException, ValueError) as error:
        log.info("beacon.no_answer", relay=relay, round=round, why=str(error)[:200])
    finally:
        answers.put((relay, body))


def _body(relay: str, path: str, deadline: float) -> bytes:
    """Return the body of a GET, whole or not at all; follows no redirect.

    The time left is counted anew before every read: a socket's own time-out begins again with each
    byte that drips in. Raises OSError, HTTPException or ValueError.
    """
    address = urlsplit(relay)
    host, secure = address.hostname or "", address.scheme == "https"
    request = (
        f"GET {address.path.rstrip('/')}{path} HTTP/1.1\r\nHost: {address.netloc}\r\n"
        "Accept: application/json\r\nUser-Agent: sabot\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection(
        (host, address.port or (443 if secure else 80)), timeout=_left(deadline)
    ) as plain:
        plain.settimeout(_left(deadline))
        with _over_tls(plain, host) if secure else plain as connection:
            connection.sendall(request.encode("ascii"))
            answer = bytearray()
            while len(answer) <= MAX_ANSWER_BYTES:
                connection.settimeout(_left(deadline))
                if not (part := connection.recv(MAX_ANSWER_BYTES)):
                    break
                answer += part
            else:
                raise ValueError("the answer is too long")
    response = HTTPResponse(cast("socket.socket", _Received(bytes(answer))), method="GET")
    response.begin()
    if response.status != 200:
        raise ValueError(f"status {response.status}")
    return response.read()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("no answer in time")
    return left


def _over_tls(plain: socket.socket, host: str) -> ssl.SSLSocket:
    return _certificates().wrap_socket(plain, server_hostname=host)


@lru_cache(maxsize=1)
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


class _Received:
    """What has come in whole, as `HTTPResponse` asks a socket for it."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer

    def makefile(self, mode: str) -> io.BytesIO:
        """Return the answer as a file."""
        return io.BytesIO(self._answer)
