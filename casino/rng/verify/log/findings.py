"""What a right log says, and how often its promises were withdrawn, as values."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Restored:
    """Where a log was continued under another name, from a backup of the house's database."""

    former: str
    """The name until then."""
    size: int
    """Entries of the log of that name that the backup had."""
    seen: int | None
    """The size of the newest checkpoint of that name that the house knew of; None where of none."""


@dataclass(slots=True)
class VerifiedLog:
    """What a right log says."""

    origin: str = ""
    """Its name now."""
    restored: list[Restored] = field(default_factory=list)
    """Where a restored database's part of it begins, oldest first."""
    entries: int = 0
    commitments: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By subject: the facts of its commitment."""
    revealed: set[str] = field(default_factory=set)
    facts_by_subject: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """By subject: the facts of all its entries, by their kinds, in the log's order."""
    checkpoint_times: dict[str, int] = field(default_factory=dict)
    """By subject: the time of its newest entry's checkpoint, milliseconds since 1970."""
    reports: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By SHA-256 (hex): what the log says of the conformity report."""
    witnessed: int = 0
    """Checkpoints under which a known witness's cosignature is right."""
    root: bytes = b""
    keys: dict[str, list[str]] = field(default_factory=dict)
    """By use: every public key (hex) that was in force, the newest last."""


def names(found: VerifiedLog) -> list[str]:
    """Return every name that the log had, oldest first."""
    return [*(each.former for each in found.restored), found.origin]


@dataclass(frozen=True, slots=True)
class WithdrawalRate:
    """How often a table's promises of one kind were kept, and how often withdrawn, and why."""

    table: str
    what: Literal["draw", "shoe"]
    kept: int
    withdrawn: dict[tuple[str, int], int]
    """How many by code and staff number; an empty code where the log does not say why."""


def withdrawal_rates(found: VerifiedLog) -> list[WithdrawalRate]:
    """Return a right log's rates of withdrawals, by table, for shoes and for draws."""
    kept: Counter[tuple[str, str]] = Counter()
    ended: dict[tuple[str, str], Counter[tuple[str, int]]] = {}
    for subject in found.revealed:
        what = subject.partition(":")[0]
        facts_by_subject = found.facts_by_subject[subject]
        where = str(facts_by_subject["commitment"]["header"].get("table")), what
        reveal = facts_by_subject["reveal"]
        if what == "shoe":
            why = facts_by_subject.get("void")
        else:
            why = reveal.get("withdrawn", {}) if reveal.get("values", ()) is None else None
        if why is None:
            kept[where] += 1
        else:
            each = (str(why.get("code", "")), int(why.get("by", 0)))
            ended.setdefault(where, Counter())[each] += 1
    return [
        WithdrawalRate(
            table,
            "draw" if what == "draw" else "shoe",
            kept[table, what],
            {**ended.get((table, what), {})},
        )
        for table, what in sorted({*kept, *ended})
    ]
