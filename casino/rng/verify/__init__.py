"""Checks a finished shoe or draw from its bundle alone, with nothing of the house.

Shares no line with the generator: it was written from the description of the protocol, so that an
error of one is not repeated by the other. Needs the standard library only; run it anywhere:
`python verify BUNDLE.json`, this folder being all that it needs. The beacon's BLS signature and
secrets that were locked to it alone need `py_ecc`; where that is not installed the answer says that
they were not checked. That the whole
log is right is what `log` checks: `python verify log FILE_OR_ADDRESS`.
"""

from .bundle import verify, verify_draw
from .crypto.beacon import CHAINS, is_beacon
from .crypto.generator import card, fall_of, order_of
from .crypto.signatures import is_signed
from .findings import (
    NOTHING_KNOWN,
    ContributionFindings,
    KnownFacts,
    LogComparison,
    VerifiedDraw,
    VerifiedShoe,
    Withdrawal,
)
from .program import (
    add_draw_arguments,
    add_shoe_arguments,
    known_from_options,
    main,
    report,
    report_draw,
    report_either,
    report_with_options,
)
from .sentences import SENTENCES, WHY
from .texts import read
from .verdicts import sentence
from .words import Lang, Wrong

__all__ = [
    "CHAINS",
    "NOTHING_KNOWN",
    "SENTENCES",
    "WHY",
    "ContributionFindings",
    "KnownFacts",
    "Lang",
    "LogComparison",
    "VerifiedDraw",
    "VerifiedShoe",
    "Withdrawal",
    "Wrong",
    "add_draw_arguments",
    "add_shoe_arguments",
    "card",
    "fall_of",
    "is_beacon",
    "is_signed",
    "known_from_options",
    "main",
    "order_of",
    "read",
    "report",
    "report_draw",
    "report_either",
    "report_with_options",
    "sentence",
    "verify",
    "verify_draw",
]
