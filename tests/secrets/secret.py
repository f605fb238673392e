"""What a house must not tell, and how it is found in whatever the house said."""

import base64
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg

from casino.rng.seal import SEALED_CARD_BYTES, Seal, SeedSeal
from tables.games.core.cards import PACK

TOGETHER: Final = 6
"""So many undealt cards in their order are no accident, written as numbers, names or hex."""
RAW_TOGETHER: Final = 8
"""The same for bare bytes, which half of all text looks like."""
NEXT: Final = 12
"""So many cards of each shoe have salts that are looked for: the next that an early proof shows."""
PIECE: Final = 32
"""Bytes of a seed or key that no two hold by accident; leaks are of whole segments of 64."""

# Each begins with a set of characters and looks behind itself afterwards: `re` skips to the next of
# a set four times as fast as it tries an expression at every place.
_TOKEN: Final = re.compile(rb"[A2-9TJQK](?<![0-9A-Za-z].)[cdhs](?![0-9A-Za-z*])", re.DOTALL)
_NUMBERS: Final = re.compile(
    rb"\d(?<![\d.].)\d?[^\w.]{1,24}(?:\d{1,2}[^\w.]{1,24}){4,}\d{1,2}(?![\d.])", re.DOTALL
)
_HEX: Final = re.compile(rb"([0-3])(?=([0-9a-fA-F](?:[0-3][0-9a-fA-F]){%d}))" % (TOGETHER - 1))
"""A match is a sign and, looked at only, what follows it: matches may overlap."""
_RAW: Final = re.compile(rb"[\x00-\x33]{%d,}" % RAW_TOGETHER)
"""A match is as long as it can be: every run of bytes that may be cards is within one."""
_BASE64: Final = re.compile(rb"[A-Za-z0-9+/_-]{10,}={0,2}")
_ESCAPE: Final = re.compile(
    rb"\\(?:(?:x|u00)([0-9a-fA-F]{2})|([0-3][0-7]{2})|([ntrbf\\\"'/]))", re.DOTALL
)
"""As Python, JSON and PostgreSQL write bytes in a text."""
_PIECES: Final = re.compile(rb"(['\"])\s*\n\s*b?\1")
_SIGNS: Final = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b"f": b"\f"}
_TAG: Final = re.compile(rb"<[^>]*>")
_NAMES: Final = {card.encode(): face for face, card in enumerate(PACK)}


@dataclass
class Secrets:
    """Everything that was secret at one moment."""

    texts: dict[bytes, str] = field(default_factory=dict)
    """What must not be found as it stands, and what it is."""
    runs: set[bytes] = field(default_factory=set)
    """Every run of TOGETHER undealt faces."""
    long_runs: set[bytes] = field(default_factory=set)

    def hide_bytes(self, name: str, value: bytes) -> None:
        """Take some bytes for secret, bare and in hex; base 64 is undone by the search."""
        self.texts |= dict.fromkeys(
            (value, value.hex().encode(), value.hex().upper().encode()), name
        )

    def hide(self, name: str, value: bytes) -> None:
        """Take bytes for secret, in every piece and writing."""
        for at in range(0, max(1, len(value) - PIECE + 1), PIECE):
            piece = value[at : at + PIECE]
            for written in (
                piece,
                piece.hex().encode(),
                piece.hex().upper().encode(),
                ", ".join(map(str, piece)).encode(),
                ",".join(map(str, piece)).encode(),
            ):
                self.texts[written] = name

    def hide_code(self, name: str, code: str) -> None:
        """Take a code for secret, as it is told and as somebody may write it."""
        for told in (code, code.replace("-", "")):
            self.hide_bytes(name, told.encode())
            self.hide_bytes(name, told.lower().encode())

    def hide_cards(self, faces: bytes) -> None:
        """Take the order of these cards for secret."""
        for runs, length in ((self.runs, TOGETHER), (self.long_runs, RAW_TOGETHER)):
            runs |= {faces[at : at + length] for at in range(len(faces) - length + 1)}

    def still(self, later: "Secrets") -> "Secrets":
        """Return what was secret at this moment and at a later one."""
        return Secrets(
            {text: name for text, name in self.texts.items() if text in later.texts},
            self.runs & later.runs,
            self.long_runs & later.long_runs,
        )

    def found_in(self, said: bytes) -> set[str]:
        """Return what leaked."""
        found = set()
        # Most texts hold no escapes: their views are one and the same.
        for view in dict.fromkeys(_views(said)):
            found |= {name for text, name in self._near(view) if text in view}
            if self.runs and self._cards_in(view):
                found.add("undealt cards")
        return found

    def _near(self, view: bytes) -> Iterator[tuple[bytes, str]]:
        """Give the texts that may be in this view, and their names: most are not, and are many.

        Wherever a text of 23 bytes or more stands, one of the eights that are looked at is in it.
        """
        eights = {view[at : at + 8] for at in range(0, len(view), 16)}
        for text, name in self.texts.items():
            if len(text) < 23 or not eights.isdisjoint(text[at : at + 8] for at in range(16)):
                yield text, name

    def _cards_in(self, view: bytes) -> bool:
        cards = bytes(_NAMES[token] for token in _TOKEN.findall(view))
        runs = [cards]
        runs += [
            bytes(map(int, re.findall(rb"\d+", numbers))) for numbers in _NUMBERS.findall(view)
        ]
        return (
            any(
                run[at : at + TOGETHER] in self.runs
                for run in runs
                for at in range(len(run) - TOGETHER + 1)
            )
            or any(bytes.fromhex((a + b).decode()) in self.runs for a, b in _HEX.findall(view))
            or any(
                raw[at : at + RAW_TOGETHER] in self.long_runs
                for raw in _RAW.findall(view)
                for at in range(len(raw) - RAW_TOGETHER + 1)
            )
        )


def _views(said: bytes) -> Iterator[bytes]:
    """Give a text as it stands, as a page shows it, both without escapes, and out of base 64."""
    yield said
    yield from _unescaped(said)
    if b"<" in said:
        shown = html.unescape(_TAG.sub(b" ", said).decode("latin-1")).encode(errors="replace")
        # Python breaks what is long into pieces, one a line.
        shown = _PIECES.sub(b"", shown)
        yield shown
        yield from _unescaped(shown)
    yield b"\n".join(_out_of_base64(said))


def _unescaped(said: bytes) -> Iterator[bytes]:
    # A text in a text has its escapes escaped.
    for _ in range(2):
        said = _ESCAPE.sub(_meant, said)
        yield said


def _meant(escape: "re.Match[bytes]") -> bytes:
    digits, octal, sign = escape.groups()
    if digits:
        return bytes.fromhex(digits.decode())
    return bytes([int(octal, 8)]) if octal else _SIGNS.get(sign, sign)


def _out_of_base64(said: bytes) -> Iterator[bytes]:
    for blob in set(_BASE64.findall(said)):
        text = blob.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
        # A name or a path may stand right before it.
        for begin in range(4):
            whole = text[begin:]
            yield base64.b64decode(whole[: len(whole) // 4 * 4] if len(whole) % 4 == 1 else
                                   whole + b"=" * (-len(whole) % 4))  # fmt: skip


def secrets_of(database: "psycopg.Connection[Any]", keys: Path) -> Secrets:
    """Return what is secret now: seeds not revealed, cards not dealt, the house's keys."""
    found = Secrets()
    for path in keys.iterdir():
        for line in path.read_text().split():
            found.texts[line.encode()] = f"the key {path.name}"
            found.texts[line[:24].encode()] = f"the key {path.name}"
    key = (keys / "SHOE_KEY").read_text().strip()
    shoes = database.execute(
        "SELECT id, root, sealed_seed, sealed_order, position FROM rng_shoe WHERE seed IS NULL"
    ).fetchall()
    for shoe_id, root, sealed_seed, sealed_order, position in shoes:
        seal = Seal(key, shoe_id, root)
        found.hide("a shoe's seed", seal.open_seed(bytes(sealed_seed)))
        if sealed_order:
            undealt = bytes(sealed_order)[position * SEALED_CARD_BYTES :]
            cards = seal.open_salted(position, undealt)
            found.hide_cards(bytes(face for face, _ in cards))
            for _, salt in cards[:NEXT]:
                found.hide_bytes("an undealt card's salt", salt)
    draws = database.execute("SELECT id, sealed_seed FROM rng_draw WHERE seed IS NULL").fetchall()
    for draw_id, sealed_seed in draws:
        found.hide("a draw's seed", SeedSeal(key, draw_id).open_seed(bytes(sealed_seed)))
    assert len(found.runs) > 300
    assert draws
    return found
