"""The contributions of players and beacon to a shoe or a draw, checked."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .crypto.beacon import AHEAD, CHAINS, Chain, is_beacon
from .crypto.generator import hash_of, u
from .findings import ContributionFindings
from .forms import BEACON, FactsByKind, fields_of
from .locks import check_locks_open, locks_signed_at
from .parsed_bundle import ParsedBundle
from .texts import utf8
from .words import Wrong


@dataclass(slots=True)
class Contributions:
    """The contributions, the cut and the beacon of one shoe or draw, as the log has them."""

    parsed: ParsedBundle
    hashes: dict[int, str]
    """By box."""
    locked: dict[int, bytes]
    """By box, where secrets are locked."""
    opened: tuple[tuple[int, bytes], ...] = ()
    """Box and secret, boxes ascending."""
    withheld: tuple[int, ...] = ()
    by: int = 0
    cut: int = 0
    round: int = 0
    opened_at: int = 0
    """Milliseconds since 1970."""
    cutter: int = 0
    beacon: dict[str, Any] | None = None

    @property
    def chain(self) -> Chain | None:
        """Return the beacon's chain that the header names; None for none or an unknown one."""
        return CHAINS.get(self.parsed.header.get("beacon", "none"))

    def take_beacon(self, given: dict[str, Any] | None) -> None:
        """Keep the beacon; raise `Wrong` unless its round was named while it lay ahead."""
        if given is None:
            return
        entry = "order" if "shoe" in self.parsed.header else "reveal"
        fields_of(given, BEACON, f"{entry}.beacon.")
        if self.chain is None or given["round"] != self.round:
            raise Wrong("beacon", field="round")
        late = self.opened_at >= self.chain.time(self.round)
        if late and "opening" not in self.parsed.header:
            raise Wrong("beacon_time", round=self.round, entry="opened")
        signed = hashlib.sha256(bytes.fromhex(given["signature"])).hexdigest()
        if given["randomness"] != signed:
            raise Wrong("beacon", field="randomness")
        self.beacon = given

    @property
    def mixed_secrets(self) -> tuple[tuple[int, bytes], ...]:
        """Return the opened secrets that are mixed in: all or, where players only cut, none."""
        return self.opened if self.parsed.header.get("contributions") == "full" else ()

    def mix(self) -> bytes:
        """Return the bytes that the generator adds at each reseeding; none before version 3."""
        if self.parsed.version < 3:
            return b""
        if "opening" in self.parsed.header and self.beacon is None:
            raise Wrong("beacon", field="randomness")
        parts = [
            u(2, seat) if part else secret for seat, secret in self.mixed_secrets for part in (1, 0)
        ]
        randomness = bytes.fromhex(self.beacon["randomness"]) if self.beacon else b""
        tag = self.parsed.tag(b"/mix")
        return hash_of(tag, self.parsed.promised, randomness, *parts, of=hashlib.sha512)

    def findings(self) -> ContributionFindings:
        """Return what was found; check last what needs pairings, as each takes its time."""
        seats = tuple(seat for seat, _ in self.mixed_secrets)
        if self.beacon is None or self.chain is None:
            state: Literal["none", "missing"] = "missing" if self.round else "none"
            return ContributionFindings(seats, self.withheld, state, self.round)
        right = is_beacon(self.chain, self.round, bytes.fromhex(self.beacon["signature"]))
        if right is False:
            raise Wrong("beacon", field="signature")
        locks: Literal["none", "checked", "unchecked"] = "none"
        if "opening" in self.parsed.header:
            signature = bytes.fromhex(self.beacon["signature"])
            opens = check_locks_open(
                *(self.parsed, signature, self.locked, self.hashes, self.cutter), dict(self.opened)
            )
            locks = "checked" if right and opens else "unchecked"
        return ContributionFindings(
            seats, self.withheld, "checked" if right else "unchecked", self.round, locks
        )


def contributions_of(parsed: ParsedBundle, facts_by_kind: FactsByKind) -> Contributions:
    """Read the contributions of the log's entries; raise `Wrong` where they break the protocol.

    Refused are lists out of order, a secret without its hash, a cut by another box or outside the
    header's limits, and a beacon's round that was not ahead. Empty before version 3.
    """
    contributions = Contributions(parsed, {}, {})
    if parsed.version < 3 or "contributions" not in facts_by_kind:
        return contributions
    header, closed = parsed.header, facts_by_kind["contributions"]
    hashes = {each["seat"]: each["hash"] for each in closed["hashes"]}
    _ascending([each["seat"] for each in closed["hashes"]], "contributions")
    if hashes and header["contributions"] == "none":
        raise Wrong("seats", entry="contributions")
    cutter, contributions.round = closed["cutter"], closed["beacon_round"]
    if cutter and (cutter not in hashes or not header.get("cut_to")):
        raise Wrong("cutter", entry="contributions")
    if contributions.round:
        if contributions.chain is None:
            raise Wrong("beacon", field="beacon_round")
        if closed["at"] + AHEAD > contributions.chain.time(contributions.round):
            raise Wrong("beacon_time", round=contributions.round, entry="contributions")
    contributions.hashes, contributions.cutter = hashes, cutter
    if "opening" in header:
        _take_locks(contributions, facts_by_kind.get("locked"))
    if "opened" not in facts_by_kind:
        return contributions
    given = facts_by_kind["opened"]
    secrets = {each["seat"]: bytes.fromhex(each["secret"]) for each in given["opened"]}
    for seats in ([each["seat"] for each in given["opened"]], given["withheld"]):
        _ascending(seats, "opened")
    if sorted([*secrets, *given["withheld"]]) != [*hashes]:
        raise Wrong("seats", entry="opened")
    by, cut = given["by"], given["cut"]
    if by != (cutter if cutter in secrets else 0):
        raise Wrong("cutter", entry="opened")
    if not (header["cut_from"] <= cut <= header["cut_to"] if by else cut == 0):
        raise Wrong("cutter", entry="opened")
    for seat, secret in secrets.items():
        parts = [utf8(parsed.id, "header"), u(2, seat), secret, *([u(2, cut)] * (seat == by))]
        if hash_of(parsed.tag(b"/contribution"), *parts).hex() != hashes[seat]:
            raise Wrong("contribution", seat=seat)
        if "opening" in header and seat not in contributions.locked:
            raise Wrong("lock", seat=seat)
    contributions.opened, contributions.withheld = tuple(secrets.items()), tuple(given["withheld"])
    contributions.by, contributions.cut, contributions.opened_at = by, cut, given["at"]
    return contributions


def _take_locks(contributions: Contributions, given: dict[str, Any] | None) -> None:
    """Keep the locked secrets; refuse one outside the list, or locked after the round's time."""
    if not contributions.round or contributions.chain is None:
        raise Wrong("beacon", field="beacon_round")
    if given is None:
        return
    seats = [each["seat"] for each in given["locked"]]
    _ascending(seats, "locked")
    if not set(seats) <= contributions.hashes.keys():
        raise Wrong("seats", entry="locked")
    held = locks_signed_at(contributions.parsed, given["at"])
    if seats and held >= contributions.chain.time(contributions.round):
        raise Wrong("beacon_time", round=contributions.round, entry="locked")
    contributions.locked = {each["seat"]: bytes.fromhex(each["locked"]) for each in given["locked"]}


def _ascending(seats: Sequence[int], entry: str) -> None:
    if any(one >= other for one, other in itertools.pairwise(seats)):
        raise Wrong("seats", entry=entry)
