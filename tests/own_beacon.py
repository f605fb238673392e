"""A drand beacon with a test key, and a launcher of houses that trust it.

drand's rounds of today cannot be had without a network, and the recorded ones lie in the past. So
here quicknet's name, clock and period stay, and its key is the tests' own: `sign` makes any round,
and a relay tells one when its time has come and not before. `python -m tests.own_beacon` is
`tests.forking_launcher` with that key; `trust_own_beacon` gives it to a browser. No setting does.
"""

import hashlib
import json
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error, Route
from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.bls.point_compression import compress_G1, compress_G2
from py_ecc.optimized_bls12_381 import G2, curve_order, multiply

from casino.rng import beacon

# py_ecc raised it to 100,000, for every test of this process: nested JSON would end it.
sys.setrecursionlimit(1000)

QUICKNET: Final = beacon.CHAIN
_SECRET: Final = int.from_bytes(hashlib.sha512(b"tests/own_beacon.py").digest()) % curve_order


@cache
def public_key() -> str:
    """Return the key of the tests' beacon, a compressed point of G2 in hex."""
    return "".join(f"{int(half):096x}" for half in compress_G2(multiply(G2, _SECRET)))


@cache
def sign(round: int) -> dict[str, Any]:
    """Return a round as drand's relays tell it."""
    named = hashlib.sha256(round.to_bytes(8)).digest()
    message = hash_to_G1(named, beacon.HASH_TO_CURVE, hashlib.sha256)  # type: ignore[arg-type]
    signature = int(compress_G1(multiply(message, _SECRET))).to_bytes(48)
    return {
        "round": round,
        "randomness": hashlib.sha256(signature).hexdigest(),
        "signature": signature.hex(),
    }


class BeaconAnswers:
    """What such a relay answers: a round whose time has come, while it is not silent."""

    def __init__(self) -> None:
        self.silent = threading.Event()
        self.refused: set[int] = set()
        """Rounds that were asked for in vain."""
        self.told: dict[int, float] = {}
        """When each round was told first, seconds since 1970."""

    def __call__(self, asked: Any) -> None:
        """Answer what a relay was asked."""
        *_, chain, _, number = asked.path.split("/")
        round = int(number)
        come = 1000 * time.time() >= beacon.time_of(round)
        if self.silent.is_set() or not come or chain != QUICKNET.hash:
            self.refused.add(round)
            asked.tell(b"{}", status=404)
            return
        self.told.setdefault(round, time.time())
        asked.tell(json.dumps(sign(round)).encode())


def trust_own_beacon(visitor: BrowserContext, found: list[str]) -> None:
    """Have a browser's pages take the tests' beacon for quicknet; note which scripts had its key.

    Its public key is replaced in the scripts as they are loaded: nothing else of them.
    """

    def replaced(route: Route) -> None:
        for _ in range(5):
            # What was fetched is gone at once where the browser asks for something else meanwhile.
            with suppress(Error):
                answer = route.fetch()
                text = answer.text()
                break
        else:
            return
        if QUICKNET.public_key in text:
            found.append(route.request.url)
            text = text.replace(QUICKNET.public_key, public_key())
        route.fulfill(response=answer, body=text)

    visitor.route("**/assets/*.js", replaced)


if __name__ == "__main__":
    beacon.CHAIN = replace(QUICKNET, public_key=public_key())  # type: ignore[misc]
    from casino.embedded import supervisor
    from casino.embedded.__main__ import main
    from tests.forking_launcher import spawn

    supervisor.spawn = spawn  # type: ignore[assignment]
    sys.exit(main())
