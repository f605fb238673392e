"""What players and the beacon brought to a shoe or a draw."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .crypto.beacon import AHEAD, CHAINS, Chain, is_beacon
from .crypto.generator import hash_of, u
from .forms import BEACON, fields_of
from .found import Gathered
from .locks import held_at, open_as_said
from .promise import Case
from .texts import utf8
from .words import Wrong


@dataclass(slots=True)
class Brought:
    """The contributions, the cut and the beacon of one shoe or draw, as the log has them."""

    case: Case
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
        return CHAINS.get(self.case.header.get("beacon", "none"))

    def take_beacon(self, given: dict[str, Any] | None) -> None:
        """Take the beacon when it is the one that was named while it lay ahead."""
        if given is None:
            return
        entry = "order" if "shoe" in self.case.header else "reveal"
        fields_of(given, BEACON, f"{entry}.beacon.")
        if self.chain is None or given["round"] != self.round:
            raise Wrong("beacon", field="round")
        late = self.opened_at >= self.chain.time(self.round)
        if late and "opening" not in self.case.header:
            raise Wrong("beacon_time", round=self.round, entry="opened")
        signed = hashlib.sha256(bytes.fromhex(given["signature"])).hexdigest()
        if given["randomness"] != signed:
            raise Wrong("beacon", field="randomness")
        self.beacon = given

    @property
    def mixed(self) -> tuple[tuple[int, bytes], ...]:
        return self.opened if self.case.header.get("contributions") == "full" else ()

    def mix(self) -> bytes:
        """Return what is added at each reseeding; nothing before version 3."""
        if self.case.version < 3:
            return b""
        if "opening" in self.case.header and self.beacon is None:
            raise Wrong("beacon", field="randomness")
        parts = [u(2, seat) if part else secret for seat, secret in self.mixed for part in (1, 0)]
        randomness = bytes.fromhex(self.beacon["randomness"]) if self.beacon else b""
        tag = self.case.tag(b"/mix")
        return hash_of(tag, self.case.promised, randomness, *parts, of=hashlib.sha512)

    def gathered(self) -> Gathered:
        """Return the summary; what needs pairings is checked last, as each takes its time."""
        seats = tuple(seat for seat, _ in self.mixed)
        if self.beacon is None or self.chain is None:
            state: Literal["none", "missing"] = "missing" if self.round else "none"
            return Gathered(seats, self.withheld, state, self.round)
        right = is_beacon(self.chain, self.round, bytes.fromhex(self.beacon["signature"]))
        if right is False:
            raise Wrong("beacon", field="signature")
        locks: Literal["none", "checked", "unchecked"] = "none"
        if "opening" in self.case.header:
            signature = bytes.fromhex(self.beacon["signature"])
            opens = open_as_said(
                *(self.case, signature, self.locked, self.hashes, self.cutter), dict(self.opened)
            )
            locks = "checked" if right and opens else "unchecked"
        return Gathered(
            seats, self.withheld, "checked" if right else "unchecked", self.round, locks
        )


def brought_to(case: Case, said: dict[str, dict[str, Any]]) -> Brought:
    """Return what was brought when every list, secret and cut is as the protocol has it."""
    brought = Brought(case, {}, {})
    if case.version < 3 or "contributions" not in said:
        return brought
    header, closed = case.header, said["contributions"]
    hashes = {each["seat"]: each["hash"] for each in closed["hashes"]}
    _ascending([each["seat"] for each in closed["hashes"]], "contributions")
    if hashes and header["contributions"] == "none":
        raise Wrong("seats", entry="contributions")
    cutter, brought.round = closed["cutter"], closed["beacon_round"]
    if cutter and (cutter not in hashes or not header.get("cut_to")):
        raise Wrong("cutter", entry="contributions")
    if brought.round:
        if brought.chain is None:
            raise Wrong("beacon", field="beacon_round")
        if closed["at"] + AHEAD > brought.chain.time(brought.round):
            raise Wrong("beacon_time", round=brought.round, entry="contributions")
    brought.hashes, brought.cutter = hashes, cutter
    if "opening" in header:
        _take_locks(brought, said.get("locked"))
    if "opened" not in said:
        return brought
    given = said["opened"]
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
        parts = [utf8(case.id, "header"), u(2, seat), secret, *([u(2, cut)] * (seat == by))]
        if hash_of(case.tag(b"/contribution"), *parts).hex() != hashes[seat]:
            raise Wrong("contribution", seat=seat)
        if "opening" in header and seat not in brought.locked:
            raise Wrong("lock", seat=seat)
    brought.opened, brought.withheld = tuple(secrets.items()), tuple(given["withheld"])
    brought.by, brought.cut, brought.opened_at = by, cut, given["at"]
    return brought


def _take_locks(brought: Brought, given: dict[str, Any] | None) -> None:
    """Take what was locked when each is of the list, and all before the round or nothing."""
    if not brought.round or brought.chain is None:
        raise Wrong("beacon", field="beacon_round")
    if given is None:
        return
    seats = [each["seat"] for each in given["locked"]]
    _ascending(seats, "locked")
    if not set(seats) <= brought.hashes.keys():
        raise Wrong("seats", entry="locked")
    held = held_at(brought.case, given["at"])
    if seats and held >= brought.chain.time(brought.round):
        raise Wrong("beacon_time", round=brought.round, entry="locked")
    brought.locked = {each["seat"]: bytes.fromhex(each["locked"]) for each in given["locked"]}


def _ascending(seats: Sequence[int], entry: str) -> None:
    if any(one >= other for one, other in itertools.pairwise(seats)):
        raise Wrong("seats", entry=entry)
