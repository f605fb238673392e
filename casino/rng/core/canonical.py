"""The one JSON text of an entry of the log, as RFC 8785 writes it."""

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "str | int | bool | Sequence[Json] | Mapping[str, Json] | None"
"""What an entry holds: no fractions, whose text two languages write in two ways."""


def canonical_json(value: Json) -> bytes:
    """Return the one JSON text of a value.

    Refuses with ValueError what two languages could write in two ways: other types, names outside
    ASCII, numbers beyond 2^53, halves of characters.
    """
    _examine(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _examine(value: object) -> None:
    if value is None or type(value) in (str, bool):
        return
    if type(value) is int:
        if abs(value) >= 2**53:
            raise ValueError("a number is too large for every language to keep")
    elif isinstance(value, dict):
        for name, inner in value.items():
            if not (type(name) is str and name.isascii()):
                raise ValueError("a name must be ASCII text")
            _examine(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            _examine(inner)
    else:
        raise ValueError("an entry holds text, whole numbers, lists and objects only")
