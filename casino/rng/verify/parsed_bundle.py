"""Parses a bundle and checks its commitment: seed and header are those that were promised."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from .crypto.beacon import CHAINS
from .crypto.generator import hash_of
from .forms import (
    BUNDLE,
    BUNDLES,
    DEAL_REVEAL,
    DRAW_REVEAL,
    HEADERS,
    KNOWN,
    LOCKS,
    REVEAL,
    fields_of,
)
from .texts import canonical
from .words import Wrong


@dataclass(frozen=True, slots=True)
class ParsedBundle:
    """A bundle whose promise is kept: what everything else is checked against."""

    version: int
    header: dict[str, Any]
    header_hash: bytes
    reveal: dict[str, Any]
    seed: bytes
    promised: bytes
    log: dict[str, Any]
    protocol: bytes
    """The beginning of the tags: `sabot-shoe/2` for a refill too."""
    id: str

    def tag(self, name: bytes) -> bytes:
        """Return the domain tag of a hash of this protocol; `name` is e.g. `b"/commitment"`."""
        return self.protocol + name


def parse_bundle(bundle: object, what: Literal["shoe", "draw"]) -> ParsedBundle:
    """Parse a bundle; raise `Wrong` where a field is not right or the commitment is another."""
    version = bundle.get("version") if type(bundle) is dict else None
    if type(version) is int and (version not in BUNDLES or (version == 4 and what == "draw")):
        raise Wrong("unknown_version", field="version")
    whole = fields_of(bundle, BUNDLES.get(version or 1, BUNDLE), "")
    header = whole["header"]
    protocol = header.get("protocol")
    names = ("draw",) if what == "draw" else ("shoe", "refill")
    if protocol not in [f"sabot-{name}/{2 if version in (3, 4) else 1}" for name in names]:
        raise Wrong("unknown_version", field="header.protocol")
    locks = LOCKS if version in (3, 4) and "opening" in header else {}
    fields_of(header, {**HEADERS[protocol], **locks}, "header.")
    for field in KNOWN.keys() & header.keys():
        if header[field] != KNOWN[field]:
            raise Wrong("unknown_version", field=f"header.{field}")
    for field, right in _conditions(header):
        if not right:
            raise Wrong("not_a_bundle", field=f"header.{field}")
    if header.get("beacon", "none") not in ("none", *CHAINS):
        raise Wrong("unknown_version", field="header.beacon")
    if whole["reveal"] is None:
        raise Wrong("not_revealed")
    shape = DRAW_REVEAL if what == "draw" else DEAL_REVEAL if version == 4 else REVEAL
    reveal = fields_of(whole["reveal"], shape, "reveal.")
    seed = reveal["seed"]
    if not re.fullmatch(f"([0-9a-f]{{128}}){{{1 + header.get('packs', 1)}}}", seed):
        raise Wrong("not_a_bundle", field="reveal.seed")
    tags = f"sabot-{what}/{2 if version in (3, 4) else 1}".encode()
    text = canonical(header)
    parsed = ParsedBundle(
        version=whole["version"],
        header=header,
        header_hash=hash_of(tags + b"/header", text),
        reveal=reveal,
        seed=bytes.fromhex(seed),
        promised=bytes.fromhex(whole["commitment"]),
        log=whole.get("log", {}),
        protocol=tags,
        id=header[what],
    )
    if hash_of(tags + b"/commitment", text, parsed.seed) != parsed.promised:
        raise Wrong("commitment")
    return parsed


def _conditions(header: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield what one field of a header demands of another."""
    if "opening" in header:
        yield "opening", "none" not in (header["contributions"], header["beacon"])
    if "sides" in header:
        yield "sides", all(2 <= ways <= 1000 for ways in sides_of(header))
        return
    size, refill = header["size"], "cards" in header
    yield "size", -(-size // 52) == header["packs"] and (refill or size % 52 == 0)
    yield "stop_at", header["burn"] < header["stop_at"] <= size
    if "cut_to" in header:
        first, last = header["cut_from"], header["cut_to"]
        yield "cut_to", first == last == 0 or 1 <= first <= last < size


def sides_of(header: dict[str, Any]) -> tuple[int, ...]:
    """Return how many sides each wheel or die of a draw has."""
    return tuple(map(int, header["sides"].split(",")))


def has_contribution_list(header: dict[str, Any]) -> bool:
    """Tell whether a list of contributions is closed before anything is made of the promise."""
    return bool(header["contributions"] != "none" or header["beacon"] != "none")
