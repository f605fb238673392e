"""JSON, UTF-8 and base64 in the one way that the protocol writes them; files."""

import base64
import json
import re
from pathlib import Path
from typing import Final

from .words import Wrong

LARGEST_FILE: Final = 1_000_000
"""Bytes; an eight-pack bundle of seven boxes has some nine thousand."""


LARGEST_LOG: Final = 1_000_000_000
"""Bytes of a whole log."""

DEEPEST: Final = 50
"""Levels of nesting; a bundle has five. Python's own limit is not relied on: py_ecc raises it."""

LONGEST: Final = 17
"""Characters of a whole number below 2^53, with its sign."""


def canonical(value: object) -> bytes:
    """Return a value as canonical JSON: names sorted, no blanks, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return utf8(text, "JSON")


def utf8(text: str, field: str) -> bytes:
    """Encode a text; raise `Wrong`, naming the field, for half a surrogate pair."""
    try:
        return text.encode()
    except ValueError:
        raise Wrong("not_a_bundle", field=field) from None


def base64_of(text: object, length: int, field: str) -> bytes:
    """Return so many bytes of canonical base64; raise `Wrong`, naming the field, for others."""
    try:
        whole = base64.b64decode(text if type(text) is str else "", validate=True)
    except ValueError:
        raise Wrong("not_a_bundle", field=field) from None
    # Base64 can write the last bits in more ways than one.
    if len(whole) != length or base64.b64encode(whole).decode() != text:
        raise Wrong("not_a_bundle", field=field)
    return whole


def read(path: Path, largest: int = LARGEST_FILE) -> object:
    """Return the JSON value in a file; raise `Wrong` when there is none, or a name comes twice."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except (OSError, ValueError):
        raise Wrong("unreadable", file=path) from None
    if len(content) > largest:
        raise Wrong("too_large", file=path)
    return json_of(unmarked(content, path), path)


def unmarked(content: bytes, file: object) -> bytes:
    """Return what a file holds without the mark of UTF-8 that editors write before it.

    Raises `Wrong` for UTF-16, as PowerShell's `>` writes, and for gzip. Blanks and line ends, also
    those of Windows, are for JSON to take.
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or 0 in content[:2]:
        raise Wrong("other_encoding", file=file, form="UTF-16")
    if content[:2] == b"\x1f\x8b":
        raise Wrong("other_encoding", file=file, form="gzip")
    return content.removeprefix(b"\xef\xbb\xbf")


def json_of(content: bytes, file: object = "JSON") -> object:
    """Return a JSON value; raise `Wrong` when there is none, or not in the protocol's strict form.

    Refused are a name that comes twice or is not ASCII, a number that is not whole or not below
    2^53 in size, half a surrogate pair, and what is nested too deeply.
    """
    try:
        text = content.decode()
        if _nesting(text) > DEEPEST:
            raise ValueError("nested too deeply")
        found = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_refuse,
            parse_float=_refuse,
            parse_int=_whole,
        )
        if "\\u" in text:
            # Half a surrogate pair cannot be written in UTF-8.
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except (ValueError, RecursionError):
        raise Wrong("not_json", file=file) from None


def _nesting(text: str) -> int:
    """Return how deep lists and objects lie in one another; strings do not count."""
    depth = deepest = 0
    for mark in re.sub(r'"(?:[^"\\]|\\.)*"|[^"\[\]{}]+', "", text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
        deepest = max(deepest, depth)
    return deepest


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = dict(pairs)
    if len(names) != len(pairs) or not all(map(str.isascii, names)):
        raise ValueError("a name comes twice, or is not ASCII")
    return names


def _whole(digits: str) -> int:
    if digits == "-0" or len(digits) > LONGEST or abs(number := int(digits)) >= 2**53:
        raise ValueError("two ways to write 0, or too large for some readers")
    return number


def _refuse(text: str) -> object:
    raise ValueError(text)
