"""Checks the whole public log from what the house publishes, with nothing of the house.

Shares no line with the log: it was written from RFC 6962, RFC 9162, C2SP's signed-note,
tlog-checkpoint and tlog-cosignature, and from the description of the entries. Needs the standard
library and `cryptography`; run it anywhere: `python verify log FILE` on a dump, or on the address
of a house, `python verify log https://casino.example`.
"""

from ..crypto.trees import Tree, is_grown, is_included, leaf_hash
from ..words import Wrong
from .entries import check_growth, check_receipt_kept, verify
from .findings import Restored, VerifiedLog, WithdrawalRate, withdrawal_rates
from .notes import Key, Note, accepts, key, note
from .program import add_arguments, main, report
from .sentences import SENTENCES, sentence

__all__ = [
    "SENTENCES",
    "Key",
    "Note",
    "Restored",
    "Tree",
    "VerifiedLog",
    "WithdrawalRate",
    "Wrong",
    "accepts",
    "add_arguments",
    "check_growth",
    "check_receipt_kept",
    "is_grown",
    "is_included",
    "key",
    "leaf_hash",
    "main",
    "note",
    "report",
    "sentence",
    "verify",
    "withdrawal_rates",
]
