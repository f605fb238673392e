"""Known answers that come with the repository: CAVP's and SP 800-22's."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from casino.rng.core.constants import Digest
from casino.rng.core.drbg import HmacDrbg
from casino.rng.stats import bits

Case = dict[str, list[bytes]]


def cavp(folder: Path) -> tuple[int, int]:
    """Return how many of how many HMAC_DRBG cases give the published bytes."""
    right = total = 0
    for path in sorted(folder.glob("*_sha*.rsp")):
        digest = cast("Digest", path.stem.rpartition("_")[2])
        for case in _cases(path.read_text(encoding="utf-8")):
            total += 1
            right += _answer(digest, case, path.stem) == case["ReturnedBits"][0]
    return right, total


def _cases(text: str) -> Iterator[Case]:
    for block in text.split("\n\n"):
        case: Case = {}
        for line in block.splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith(("[", "#")) and name.strip() != "COUNT":
                case.setdefault(name.strip(), []).append(bytes.fromhex(value.strip()))
        if "ReturnedBits" in case:
            yield case


def _answer(digest: Digest, case: Case, kind: str) -> bytes:
    drbg = HmacDrbg(
        digest, case["EntropyInput"][0], case["Nonce"][0], case["PersonalizationString"][0]
    )
    if kind.startswith("pr_false"):
        drbg.reseed(case["EntropyInputReseed"][0], case["AdditionalInputReseed"][0])
    fresh = case.get("EntropyInputPR", [b"", b""])
    size = len(case["ReturnedBits"][0])
    drbg.generate(size, case["AdditionalInput"][0], fresh[0])
    return drbg.generate(size, case["AdditionalInput"][1], fresh[1])


def sp800_22(folder: Path) -> tuple[int, int]:
    """Return how many of how many p-values agree with NIST's program to six digits."""
    right = total = 0
    expected: dict[str, dict[str, list[float] | None]] = json.loads(
        (folder / "expected.json").read_text(encoding="utf-8")
    )["p_values"]
    for name, tests in expected.items():
        found = bits.p_values((folder / f"{name}.1e6.bin").read_bytes(), bits.nist_classes())
        for test, values in tests.items():
            total += len(values or ())
            right += _agreeing(values, found[test])
    return right, total


def _agreeing(values: list[float] | None, found: list[float] | None) -> int:
    if values is None or found is None:
        # A test that does not apply to a sequence must not apply here either.
        return 0 if values is found else -1
    return sum(abs(one - other) <= 1e-6 for one, other in zip(values, found, strict=True))


def results(folder: Path) -> dict[str, Any]:
    """Return the results of every set that is here; an installation may be without them."""
    found: dict[str, Any] = {}
    for name, place, count in (
        ("CAVP HMAC_DRBG", folder, cavp),
        ("SP 800-22", folder / "sp800_22", sp800_22),
    ):
        right, total = count(place) if place.is_dir() else (0, 0)
        found[name] = {"right": right, "total": total}
    return found
