"""Whether a process that starts has the keys of the house."""

from typing import Final

import structlog
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from casino.rng import keys
from casino.rng.log import tree
from casino.rng.rotation import resealing

log = structlog.get_logger(__name__)

SIGNING: Final[tuple[keys.Use, ...]] = ("log", "receipts")
"""The keys that sign while the house plays. A report is signed elsewhere, and its key left there.
"""
ADD_FORMER: Final = "add the key that sealed them to SHOE_KEY_FALLBACKS"


def refuse_wrong_keys() -> None:
    """Raise `ImproperlyConfigured`, with one sentence, for keys that are not the house's.

    That is a SHOE_KEY that opens nothing of what is sealed, and a LOG_KEY or RECEIPTS_KEY without
    the secret of the key in force; also a key that is too short. Where some of what is sealed does
    not open, the log names how many. A database that does not answer, or is not migrated, is left
    to who needs it.
    """
    try:
        _check_shoe_key()
        _check_signing_keys()
    except DatabaseError:
        return
    except ValueError as error:
        raise ImproperlyConfigured(str(error)) from None


def _check_shoe_key() -> None:
    counts = resealing.count_sealed()
    if not counts.broken:
        return
    if not counts.present + counts.former:
        raise ImproperlyConfigured(
            f"SHOE_KEY opens none of the {len(counts.broken)} shoes and draws of this database:"
            f" set the house's, or {ADD_FORMER} (docs/rotating-keys.md)."
        )
    log.error("sealed_by_another_key", count=len(counts.broken), remedy=ADD_FORMER)


def _check_signing_keys() -> None:
    in_force = {each.use: each.public for each in tree.published_keys()}
    for use in SIGNING:
        if use not in in_force:
            continue
        try:
            keys.key(use, in_force[use])
        except keys.KeyMissing:
            raise ImproperlyConfigured(
                f"{use.upper()}_KEY has no secret of the key in force, {in_force[use]}: set the"
                " house's, or add it behind a comma (docs/rotating-keys.md)."
            ) from None
