"""Checks receipts: what the house signed of a secret, against the log's entries."""

from collections.abc import Callable, Mapping, Set
from typing import Any

from .crypto.generator import hash_of, u
from .crypto.signatures import is_signed
from .forms import GIVEN, GIVEN_LOCKED, ID, SIGNED_OPENING, SIGNED_SEAL, Fields, fields_of
from .texts import canonical, utf8
from .words import Wrong


def receipts_in_file(file: object) -> object:
    """Return the secret with its receipts, from a file or an alarm's part of it."""
    if type(file) is dict and type(file.get("evidence")) is dict:
        return file["evidence"].get("mine")
    return file


def check_receipt(
    given: object,
    what: str,
    its_id: str,
    facts_by_kind: Mapping[str, dict[str, Any]],
    names: Callable[[], Set[object]] | None,
) -> str:
    """Return the key (hex) that signed a kept receipt; raise `Wrong` for a broken one.

    `what` is `shoe` or `draw`, `facts_by_kind` those of its entries. `names` returns the keys
    for receipts that the log names, and is None where nobody knows them.
    """
    locks = GIVEN_LOCKED if type(given) is dict and "locked" in given else {}
    mine = fields_of(given, {**GIVEN, **locks, what: ID}, "")
    seat, secret, cut = mine["seat"], mine["secret"], mine["cut"]
    parts = [utf8(its_id, "header"), u(2, seat), bytes.fromhex(secret)]
    parts += [] if cut is None else [u(2, cut)]
    hashed = hash_of(f"sabot-{what}/2/contribution".encode(), *parts).hex()
    if mine[what] != its_id or mine["hash"] != hashed:
        raise Wrong("other_receipt")
    common = {"hash": hashed, "seat": seat, "subject": f"{what}:{its_id}"}
    opening = common | {"secret": secret} | ({} if cut is None else {"cut": cut})
    if mine.get("locked"):
        opening = common | {"locked": mine["locked"]}
    sealed_by = _signed_for(mine["receipt"], SIGNED_SEAL, b"sabot-receipt/1\n", common)
    opened_by = _signed_for(mine["opening"], SIGNED_OPENING, b"sabot-opening-receipt/1\n", opening)
    keys = [key for key in (sealed_by, opened_by) if key]
    if not keys:
        raise Wrong("other_receipt")
    if names is not None:
        named = names()
        for key in keys:
            if key not in named:
                raise Wrong("receipt_key", key=key)
    if "contributions" in facts_by_kind and hashed not in [
        each["hash"] for each in facts_by_kind["contributions"]["hashes"] if each["seat"] == seat
    ]:
        raise Wrong("receipt_unlisted", key=keys[0], seat=seat)
    if opened_by and not _counted(mine, facts_by_kind):
        raise Wrong("receipt_dropped", key=opened_by, seat=seat)
    return keys[-1]


def _counted(mine: Mapping[str, Any], facts_by_kind: Mapping[str, dict[str, Any]]) -> bool:
    """Tell whether the log has what came in time; also where it has not come so far."""
    seat = mine["seat"]
    if mine.get("locked") and "locked" in facts_by_kind:
        # Whether it opens is for the beacon to say: a player may lock any bytes. An
        # empty list is of a house that was too late, for all to see, and then nobody's counts.
        listed = facts_by_kind["locked"]["locked"]
        return not listed or {"locked": mine["locked"], "seat": seat} in listed
    opened = facts_by_kind["opened"]["opened"] if "opened" in facts_by_kind else None
    return opened is None or {"seat": seat, "secret": mine["secret"]} in opened


def _signed_for(
    receipt: object, fields: Fields, tag: bytes, expected: Mapping[str, object]
) -> str | None:
    """Return the key of a receipt that says this; raise `Wrong` for another or a forged one."""
    if receipt is None:
        return None
    whole = fields_of(receipt, fields, "receipt.")
    if any(whole[name] != expected[name] for name in ("hash", "seat", "subject")):
        raise Wrong("other_receipt")
    key: str = whole["key"]
    signed = dict(expected) | ({"at": whole["at"]} if "at" in whole else {})
    signature = bytes.fromhex(whole["signature"])
    if not is_signed(bytes.fromhex(key), signature, tag + canonical(signed)):
        raise Wrong("receipt_forged")
    return key
