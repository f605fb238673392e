"""What the verifier finds in a bundle, and what its user knew before, as values."""

from dataclasses import dataclass
from typing import Final, Literal

Deal = tuple[tuple[int, tuple[str, ...]], ...]
"""By round, its number and the hands that got its cards, in the order in which they left the shoe.
"""


@dataclass(frozen=True, slots=True)
class ContributionFindings:
    """The contributions of players and beacon to a shoe or a draw; none before version 3."""

    mixed: tuple[int, ...] = ()
    """The boxes whose secrets are in the shuffle."""
    withheld: tuple[int, ...] = ()
    beacon: Literal["none", "missing", "checked", "unchecked"] = "none"
    """`unchecked`: all but the BLS signature is right, and that needs `py_ecc`."""
    round: int = 0
    """The round of the beacon that was named; 0 when none was."""
    locks: Literal["none", "checked", "unchecked"] = "none"
    """Whether secrets were locked to that round, and each was opened with its signature."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """How a promise ended before anything came of it."""

    code: str = ""
    """Why, by the log; empty where it does not say so, as before it was kept."""
    by: int = 0
    """The staff number of the operator who decided it; 0 for the house's processes."""
    would: tuple[int, ...] | None = None
    """What would have fallen, from 0, or the faces as they would have been dealt, burnt ones
    included; None where that was not decided, or a refill's cards are not shown."""
    awaits: Literal["nothing", "secrets", "beacon"] = "nothing"
    """What it still depended on."""


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What the user knows of the house; what a bundle says of it anybody could have made."""

    keys: tuple[str, ...] = ()
    """Keys of the log, as C2SP writes them: `name+id+base64`."""
    origin: str | None = None
    """The name of the log."""
    report: object = None
    """A signed conformity report, as the house serves it."""
    log: object = None
    """The log, as `dump_log` writes it or the house serves it: `{"results": [...]}`."""
    receipt: object = None
    """A secret with its receipts, or an alarm about one, as a player's page saves it."""


@dataclass(frozen=True, slots=True)
class LogComparison:
    """Whose log a bundle is of, and what of it was compared with what the user knows."""

    origin: str
    key: str
    key_known: bool
    origin_known: bool
    report: str | None
    """SHA-256 of the conformity report that the header names; None before version 3."""
    report_by: Literal["nothing", "file", "log"] = "nothing"
    """What the report was compared with."""
    signer: str = ""
    """The key (hex) that signed the report; empty unless it was given."""
    receipt: str = ""
    """The key (hex) that signed the receipt which was given and kept; empty where none was."""
    receipt_by: Literal["nothing", "log"] = "nothing"


@dataclass(frozen=True, slots=True)
class VerifiedShoe:
    """What a right bundle of a shoe says."""

    table: str
    sequence: int
    commitment: str
    """To be compared with the one that the table showed before the first stake."""
    burnt: tuple[str, ...]
    dealt: tuple[str, ...]
    left: tuple[str, ...]
    deal: Deal | None = None
    """Which hands got the dealt cards; None before version 4, and of what was given up."""
    cut: int = 0
    """How many cards of the shuffled shoe went behind the others; 0 when nobody cuts."""
    by: int = 0
    """The box that cut; 0 for the dealer."""
    void: str | None = None
    """Why the shoe was given up before any card; it has no cards then."""
    contributions: ContributionFindings = ContributionFindings()
    withdrawn: Withdrawal | None = None
    """None of what was not withdrawn, and of bundles before version 3."""
    comparison: LogComparison | None = None
    """None of a bundle that is older than the log."""


@dataclass(frozen=True, slots=True)
class VerifiedDraw:
    """What a right bundle of a draw says."""

    table: str
    sequence: int
    commitment: str
    """To be compared with the one that the table showed before the first stake."""
    sides: tuple[int, ...]
    values: tuple[int, ...] | None
    """What fell, from 0; None when the draw was withdrawn before anything fell."""
    contributions: ContributionFindings = ContributionFindings()
    withdrawn: Withdrawal | None = None
    """None of what was not withdrawn, and of bundles before version 3."""
    comparison: LogComparison | None = None
    """None of a bundle that is older than the log."""


NOTHING_KNOWN: Final = KnownFacts()
