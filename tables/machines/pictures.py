"""What a picture is, by its content alone: a name or a header that came with it proves nothing."""

import struct
import zlib
from collections.abc import Mapping
from typing import Final

MOST: Final = 192 * 1024
"""Bytes of a picture; a request has no more than 256 KiB."""
WIDEST: Final = 4096
"""Pixels of a side."""
ENDINGS: Final[Mapping[str, str]] = {"image/png": "png", "image/jpeg": "jpg"}
"""How a file of each kind is called."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The markers of a JPEG that tell its size."""
_SCAN: Final = 0xDA


def media_type_of(content: bytes) -> str:
    """Return the media type of a picture; empty for what is none, is broken off or is too wide."""
    if len(content) > MOST:
        return ""
    if content.startswith(_PNG) and _fits(_size_of_png(content)):
        return "image/png"
    if content.startswith(b"\xff\xd8") and _fits(_size_of_jpeg(content)):
        return "image/jpeg"
    return ""


def _fits(size: tuple[int, int]) -> bool:
    return all(0 < side <= WIDEST for side in size)


def _size_of_png(content: bytes) -> tuple[int, int]:
    """Return width and height; 0 of one whose chunks are not whole and in their order."""
    at, names, size = len(_PNG), list[bytes](), (0, 0)
    while at + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, at)
        name, end = content[at + 4 : at + 8], at + 8 + length
        if end + 4 > len(content):
            return 0, 0
        if zlib.crc32(content[at + 4 : end]) != struct.unpack_from(">I", content, end)[0]:
            return 0, 0
        if not names:
            if name != b"IHDR" or length != 13:
                return 0, 0
            width, height = struct.unpack_from(">II", content, at + 8)
            size = (width, height)
        names.append(name)
        at = end + 4
        if name == b"IEND":
            break
    whole = at == len(content) and names[-1:] == [b"IEND"] and b"IDAT" in names
    return size if whole else (0, 0)


def _size_of_jpeg(content: bytes) -> tuple[int, int]:
    """Return width and height; 0 of one without them before its pixels, or without its end."""
    at, size = 2, (0, 0)
    if not content.endswith(b"\xff\xd9"):
        return size
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        (length,) = struct.unpack_from(">H", content, at + 2)
        if marker == _SCAN:
            return size
        if length < 2:
            break
        if marker in _FRAMES and length >= 8 and at + 9 <= len(content):
            height, width = struct.unpack_from(">HH", content, at + 5)
            size = (width, height)
        at += 2 + length
    return 0, 0
