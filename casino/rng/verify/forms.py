"""Which fields a bundle and its entries have, and what may be in them."""

import re
from collections.abc import Callable
from typing import Any, Final

from .words import Wrong, printable

Check = Callable[[object], bool]
Fields = dict[str, Check]
FactsByKind = dict[str, dict[str, Any]]
"""The facts of the entries of a shoe or a draw, by kind, in the log's order."""


def _number(least: int = 0, most: int = 2**53 - 1) -> Check:
    # `type is`, because to Python True is the number 1.
    return lambda given: type(given) is int and least <= given <= most


def _text(pattern: str) -> Check:
    form = re.compile(pattern)
    return lambda given: type(given) is str and form.fullmatch(given) is not None


def _a(kind: type) -> Check:
    return lambda given: type(given) is kind


def _or_null(check: Check) -> Check:
    return lambda given: given is None or check(given)


def _list(check: Check) -> Check:
    return lambda given: type(given) is list and all(map(check, given))


def _some(check: Check) -> Check:
    return lambda given: bool(given) and _list(check)(given)


ANY: Final = _a(str)
SOME: Final = _text(r"[\s\S]+")
ASCII: Final = _text(r"[\x00-\x7f]+")
HASH: Final = _text("[0-9a-f]{64}")
NAMED: Final = _text("(?!0{64})[0-9a-f]{64}")
"""A hash of something that there is."""
ID: Final = _text("[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")
CODE: Final = _text("[a-z_]{1,16}")
SEAT: Final = _number(1, 2**16 - 1)
FACE: Final = _number(0, 51)

SUBJECT: Final[Fields] = {
    "instance": ASCII,
    "mechanism": ANY,
    "protocol": ANY,
    "sequence": _number(1),
    "table": ASCII,
}
SHOE: Final[Fields] = {
    **SUBJECT,
    "burn": _number(),
    "pack": ANY,
    "packs": _number(1, 8),
    "shoe": ID,
    "size": _number(1),
    "stop_at": _number(1),
}
REFILL: Final[Fields] = {"cards": HASH, "refills": ID}
"""What the header of a refill has besides: cards that were dealt, shuffled again."""
DRAW: Final[Fields] = {
    **SUBJECT,
    "draw": ID,
    "sides": _text("[1-9][0-9]{0,3}(,[1-9][0-9]{0,3}){0,7}"),
}
SINCE_2: Final[Fields] = {
    "beacon": _text("none|[0-9a-f]{64}"),
    "game": ASCII,
    "instance": _text("[0-9a-f]{32}"),
    "report": NAMED,
    "rules": ASCII,
}
SHOE_2: Final[Fields] = {
    **SHOE,
    **SINCE_2,
    "contributions": _text("full|cut_only|none"),
    "cut_from": _number(),
    "cut_to": _number(),
}
DRAW_2: Final[Fields] = {**DRAW, **SINCE_2, "contributions": _text("full|none")}
LOCKS: Final[Fields] = {"opening": _text("timelock")}
"""What a header has besides where secrets are locked to the beacon's round."""
HEADERS: Final[dict[str, Fields]] = {
    "sabot-shoe/1": SHOE,
    "sabot-refill/1": {**SHOE, **REFILL},
    "sabot-draw/1": DRAW,
    "sabot-shoe/2": SHOE_2,
    "sabot-refill/2": {**SHOE_2, **REFILL, "contributions": _text("none")},
    "sabot-draw/2": DRAW_2,
}
KNOWN: Final = {"mechanism": "HMAC_DRBG SHA-512", "pack": "cdhs A23456789TJQK"}

BUNDLE: Final[Fields] = {
    "commitment": HASH,
    "header": _a(dict),
    "reveal": _or_null(_a(dict)),
    "version": _number(),
}
LOGGED: Final[Fields] = {**BUNDLE, "log": _a(dict)}
BUNDLES: Final[dict[int, Fields]] = {1: BUNDLE, 2: LOGGED, 3: LOGGED, 4: LOGGED}
"""By version: the shoes and draws of version 1 are older than the log; 4 is of shoes alone."""
REVEAL: Final[Fields] = {
    "burnt": _number(),
    "dealt": _number(),
    "left": _number(),
    "order": _or_null(_list(FACE)),
    "rejected_words": _or_null(_number()),
    "seed": ANY,
    "stop_card": _a(bool),
}
DEAL_REVEAL: Final[Fields] = {**REVEAL, "deal": _list(_a(dict))}
"""Of version 4, which says which hand got which card."""
DEALT: Final[Fields] = {"hands": _some(_text("[ -~]{1,32}")), "round": _number(1)}
DRAW_REVEAL: Final[Fields] = {
    "rejected_words": _or_null(_number()),
    "seed": ANY,
    "values": _or_null(_list(_number())),
}
LOG: Final[Fields] = {"checkpoint": ANY, "entries": _list(_a(dict)), "key": ANY}
HELD: Final[Fields] = {"locked": _a(dict)}
"""What `log` has besides where secrets were locked: the checkpoint that ends with them."""
HELD_BY: Final[Fields] = {"checkpoint": ANY, "key": ANY, "proof": _list(ANY)}
ENTRY: Final[Fields] = {"entry": ANY, "index": _number(), "proof": _list(ANY)}
LEAF: Final[Fields] = {
    "facts": _a(dict),
    "id": SOME,
    "kind": _text("[a-z]+"),
    "log": ANY,
    "subject": SOME,
}
FACTS: Final[dict[str, Fields]] = {
    "commitment": {"commitment": HASH, "header": _a(dict)},
    "contributions": {
        "at": _number(),
        "beacon_round": _number(0, 2**40),
        "cutter": _number(0, 2**16 - 1),
        "hashes": _list(_a(dict)),
    },
    "locked": {"at": _number(), "locked": _list(_a(dict))},
    "opened": {
        "at": _number(),
        "by": _number(0, 2**16 - 1),
        "cut": _number(0, 2**16 - 1),
        "opened": _list(_a(dict)),
        "withheld": _list(SEAT),
    },
    "order": {
        "at": _number(),
        "beacon": _or_null(_a(dict)),
        "by": _number(0, 2**16 - 1),
        "cut": _number(),
        "root": HASH,
    },
    "void": {"at": _number(), "reason": SOME},
    "reveal": {"left": _number(), "seed": ANY},
    "reveal with its deal": {"deal": HASH, "left": _number(), "seed": ANY},
    "reveal of a draw": {
        "beacon": _or_null(_a(dict)),
        "request": _or_null(SOME),
        "seed": ANY,
        "values": _or_null(_list(_number())),
    },
}
"""Of the entries of version 3, by their kind."""
SINCE: Final[dict[str, Fields]] = {
    "void": {"by": _number(), "code": CODE},
    "reveal of a draw": {"withdrawn": _a(dict)},
}
"""What such an entry may have besides, all or nothing: older ones do not say why or by whom."""
WITHDRAWN: Final[Fields] = {"by": _number(), "code": CODE}
SENT: Final[Fields] = {"hash": HASH, "seat": SEAT}
OPENED: Final[Fields] = {"seat": SEAT, "secret": HASH}
LOCKED: Final[Fields] = {"locked": _text("[0-9a-f]{320}([0-9a-f]{4})?"), "seat": SEAT}
SIGNED_REPORT: Final[Fields] = {
    "key": HASH,
    "report": _a(dict),
    "signature": _text("[0-9a-f]{128}"),
}
"""A conformity report as the house serves it."""
SIGNED_OPENING: Final[Fields] = {
    "hash": HASH,
    "key": HASH,
    "seat": SEAT,
    "signature": _text("[0-9a-f]{128}"),
    "subject": ANY,
    "type": _text("opened"),
}
SIGNED_SEAL: Final[Fields] = {**SIGNED_OPENING, "at": _number(), "type": _text("sealed")}
GIVEN: Final[Fields] = {
    "cut": _or_null(_number(0, 2**16 - 1)),
    "hash": HASH,
    "opening": _or_null(_a(dict)),
    "receipt": _or_null(_a(dict)),
    "seat": SEAT,
    "secret": HASH,
}
"""A secret that a player gave, as their page saves it, but for the id of the shoe or draw."""
GIVEN_LOCKED: Final[Fields] = {"locked": _or_null(LOCKED["locked"])}
"""What such a secret has besides since secrets may be locked."""
BEACON: Final[Fields] = {
    "randomness": HASH,
    "round": _number(1, 2**40),
    "signature": _text("[0-9a-f]{96}"),
}

GATHERED: Final = "commitment contributions opened "
LOCKING: Final = "commitment contributions locked opened "
ORDERS: Final[dict[str, str]] = {
    "shoe": "commitment (order|void) reveal",
    "shoe, gathered": f"{GATHERED}order reveal|commitment (contributions (opened )?)?void reveal",
    "draw": "commitment reveal",
    "draw, gathered": f"{GATHERED}reveal",
    "draw, gathered, withdrawn": "commitment (contributions (opened )?)?reveal",
    "shoe, locked": f"{LOCKING}order reveal"
    "|commitment (contributions (locked (opened )?)?)?void reveal",
    "draw, locked": f"{LOCKING}reveal",
    "draw, locked, withdrawn": "commitment (contributions (locked (opened )?)?)?reveal",
}
"""The kinds of entries of version 3, in the log's order."""


def fields_of(given: object, expected: Fields, path: str) -> dict[str, Any]:
    """Return an object when it has exactly these fields, each as it must be."""
    if type(given) is not dict:
        raise Wrong("not_a_bundle", field=path.rstrip(".") or "JSON")
    for field in sorted({*given, *expected}):
        if field not in expected or field not in given or not expected[field](given[field]):
            raise Wrong("not_a_bundle", field=printable(path + field))
    return given
