"""Pictures as small as they can be, made here: a file in the repository could not be read."""

import struct
import zlib


def png(width: int = 2, height: int = 2) -> bytes:
    """Return a grey PNG."""
    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


def chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG with its length and its sum."""
    told = name + content
    return struct.pack(">I", len(content)) + told + struct.pack(">I", zlib.crc32(told))


def jpeg(width: int = 2, height: int = 2) -> bytes:
    """Return what is built as a JPEG: its application's segment, its size, a scan, its end."""
    size = struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\0"
    scan = struct.pack(">HB", 8, 1) + b"\x01\0\0\x3f\0" + b"pixels"
    return b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0" + size + b"\xff\xda" + scan + b"\xff\xd9"
