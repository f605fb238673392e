"""A witness of a house's public log: follows it, cosigns what only grew, and convicts a fork.

A program of its own, in one file: the standard library and `cryptography`. Anybody runs it:
`python witness.py follow https://casino.example --log KEY --name me.example/w1 --state DIR`.
Written from RFC 9162, C2SP's signed-note, tlog-checkpoint and tlog-cosignature (cosignature/v1).

What it saw is on the disk before anybody reads its word, so that a crash never makes it sign two
histories. Two witnesses that read each other (`--peer`) find a house that tells them different
ones. The proof is a file of two signed checkpoints, which `convict` checks anywhere.
"""

import argparse
import base64
import fcntl
import hashlib
import http.client
import json
import os
import re
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

Lang = Literal["fr", "en"]
WAIT: Final = 10
"""Seconds that a whole answer may take."""
MOST: Final = 65_536
"""Bytes of an answer at most."""
LONGEST: Final = 2_000
"""Characters of a checkpoint's text at most."""
HASHES: Final = 64
"""Of a proof at most: a tree of 2^63 leaves needs no more."""
AHEAD: Final = 60_000
"""Milliseconds that the house's clock may be ahead of this one."""

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "key": ("La clé de ce témoin : {key}", "The key of this witness: {key}"),
    "cosigned": (
        "État {size} vu et cosigné.",
        "Checkpoint {size} seen and cosigned.",
    ),
    "alone": (
        "État {size} vu ; la maison ne prend pas la cosignature : {why}.",
        "Checkpoint {size} seen; the house does not take the cosignature: {why}.",
    ),
    "behind": (
        "La maison montre l'état {size}, plus vieux que l'état {seen} déjà vu : rien n'est signé.",
        "The house shows checkpoint {size}, older than {seen} seen before: nothing is signed.",
    ),
    "unreadable": ("{what} ne répond rien de lisible.", "{what} answers nothing readable."),
    "unsigned": (
        "L'état montré par {what} n'est pas signé par une clé connue du journal.",
        "The checkpoint shown by {what} is not signed by a known key of the log.",
    ),
    "ahead": (
        "L'état {size} est daté de plus tard que cette horloge : rien n'est signé.",
        "Checkpoint {size} is dated later than this clock: nothing is signed.",
    ),
    "fork": (
        "LA MAISON MENT : deux états signés se contredisent. La preuve : {file}",
        "THE HOUSE LIES: two signed checkpoints contradict each other. The proof: {file}",
    ),
    "unproven": (
        "La maison ne prouve pas que l'état {second} continue l'état {first} : rien n'est signé. "
        "Les deux états : {file}",
        "The house does not prove that checkpoint {second} continues checkpoint {first}: nothing "
        "is signed. Both checkpoints: {file}",
    ),
    "busy": ("Un autre témoin travaille dans {what}.", "Another witness works in {what}."),
    "convicted": (
        "Le journal {origin} a signé deux histoires : états {first} et {second}.",
        "The log {origin} signed two histories: checkpoints {first} and {second}.",
    ),
    "innocent": ("Ce fichier ne prouve rien.", "This file proves nothing."),
    "usage": ("{what} n'est pas une clé Ed25519 de ce genre.", "{what} is no key of that kind."),
}


class WitnessError(Exception):
    """Why the witness signs nothing: a code of `SENTENCES` and its detail."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code)
        self.code, self.detail = code, detail


class Fork(WitnessError):
    """The house signed two histories."""


def sentence(code: str, lang: Lang, **detail: object) -> str:
    """Return what a code says, without what a terminal could obey."""
    text = SENTENCES[code][0 if lang == "fr" else 1].format(**detail)
    return "".join(each if each.isprintable() else "?" for each in text)


# --- C2SP


@dataclass(frozen=True, slots=True)
class Key:
    """A public key: 1 is a log's, 4 a witness's."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """Its four bytes in a signature line."""
        whole = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(whole).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_written(bytes([self.kind]) + self.public)}"

    def line(self, signature: bytes) -> str:
        """Return the signature line, with its end."""
        return f"— {self.name} {_written(self.id + signature)}\n"


def key(text: str, kind: int) -> Key:
    """Return the key that a text names; raises ValueError when it is none of this kind."""
    name, _, rest = text.partition("+")
    whole = _read(rest.partition("+")[2])
    found = Key(name, kind, whole[1:])
    if whole[:1] != bytes([kind]) or len(whole) != 33 or str(found) != text:
        raise ValueError("not a key")
    return found


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint under a right signature of the log."""

    text: str
    """What is signed."""
    signature: str
    """The log's signature line."""
    origin: str
    size: int
    root: bytes
    previous: bytes
    """SHA-256 of the text of the checkpoint before; empty in the first."""
    time: int
    """Milliseconds since 1970, by the house's clock."""

    @property
    def note(self) -> str:
        """The signed note, with the log's signature alone."""
        return f"{self.text}\n{self.signature}"


def checkpoint(note: object, logs: Sequence[Key]) -> Checkpoint:
    """Return the checkpoint of a signed note; raises ValueError unless a key of `logs` signed."""
    text, _, lines = note.rpartition("\n\n") if type(note) is str else ("", "", "")
    found = re.fullmatch(
        r"([^\n]+)\n([1-9][0-9]{0,17})\n([^\n]+)\n(?:previous ([^\n]+)\n)?time ([0-9]{1,16})", text
    )
    if found is None or len(text) > LONGEST or len(root := _read(found[3])) != 32:
        raise ValueError("not a checkpoint")
    text += "\n"
    for line in lines.split("\n"):
        for log in logs:
            head = f"— {log.name} "
            if log.name == found[1] and line.startswith(head):
                whole = _read(line.removeprefix(head))
                if whole[:4] == log.id and accepts(log.public, whole[4:], text.encode()):
                    rest = int(found[2]), root, _read(found[4] or ""), int(found[5])
                    return Checkpoint(text, f"{line}\n", found[1], *rest)
    raise ValueError("not signed")


def contradict(one: Checkpoint, other: Checkpoint) -> bool:
    """Tell whether no log can have both: two texts of one size, or one that does not follow."""
    if one.origin != other.origin:
        # A restored database's log has another name, and other witnesses.
        return False
    first, second = sorted((one, other), key=lambda each: each.size)
    if first.size == second.size:
        return first.text != second.text
    follows = hashlib.sha256(first.text.encode()).digest()
    return first.size + 1 == second.size and second.previous != follows


def has_grown(first: Checkpoint, second: Checkpoint, proof: Sequence[bytes]) -> bool:
    """Tell whether the second tree continues the smaller first one (RFC 9162, 2.1.4.2)."""
    if not proof or any(len(each) != 32 for each in (first.root, second.root, *proof)):
        return False
    path = [first.root, *proof] if first.size & (first.size - 1) == 0 else list(proof)
    node, last = first.size - 1, second.size - 1
    while node % 2 == 1:
        node, last = node // 2, last // 2
    was = now = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if node % 2 == 1 or node == last:
            was, now = _pair(sibling, was), _pair(sibling, now)
            while node % 2 == 0 and node != 0:
                node, last = node // 2, last // 2
        else:
            now = _pair(now, sibling)
        node, last = node // 2, last // 2
    return last == 0 and was == first.root and now == second.root


def _pair(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


_P: Final = 2**255 - 19
_ORDER_8: Final = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_SMALL: Final = frozenset((0, 1, _P - 1, _ORDER_8, _P - _ORDER_8))
"""The coordinates y of the points of small order: under such a key anybody signs."""


def _is_sound(point: bytes) -> bool:
    y = int.from_bytes(point, "little") & (2**255 - 1)
    return y < _P and y not in _SMALL


def accepts(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether an Ed25519 signature is right (RFC 8032), its points sound, as verifiers do."""
    if not (_is_sound(public) and _is_sound(signature[:32])):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _written(whole: bytes) -> str:
    return base64.b64encode(whole).decode()


def _read(text: object) -> bytes:
    """Return bytes from base64; raises ValueError also for a second way to write them."""
    whole = base64.b64decode(text, validate=True) if type(text) is str else b""
    if _written(whole) != text:
        raise ValueError("not base64")
    return whole


# --- what it keeps


class State:
    """A folder: the private key, each checkpoint that was cosigned, and proofs of lies."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        self._seen = open(folder / "seen", "a+b")  # noqa: SIM115 - locked as long as it works
        try:
            fcntl.flock(self._seen, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise WitnessError("busy", what=folder) from None
        self._drop_torn_line()

    def private(self) -> Ed25519PrivateKey:
        """Return the private key, made and on the disk at the first call (mode 600)."""
        path = self.folder / "key"
        if not path.exists():
            self.keep("key", Ed25519PrivateKey.generate().private_bytes_raw())
        return Ed25519PrivateKey.from_private_bytes(path.read_bytes())

    def newest(self) -> tuple[str, str] | None:
        """Return the newest note that was signed and the cosignature's line."""
        self._seen.seek(max(0, self._seen.seek(0, os.SEEK_END) - MOST))
        lines = self._seen.read().splitlines()
        if not lines:
            return None
        row = json.loads(lines[-1])
        return row["note"], row["line"]

    def add(self, note: str, line: str) -> None:
        """Keep a note and the cosignature; both are on the disk when this returns."""
        self._seen.write(json.dumps({"note": note, "line": line}).encode() + b"\n")
        self._seen.flush()
        os.fsync(self._seen.fileno())

    def keep(self, name: str, content: bytes) -> Path:
        """Write a file, whole or not at all, to the disk itself."""
        path, draft = self.folder / name, self.folder / f".{name}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        folder = os.open(self.folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        return path

    def proof(self) -> Path | None:
        """Return the file that convicts, where there is one."""
        return min(self.folder.glob("fork-*.json"), default=None)

    def close(self) -> None:
        """Let another process have the folder."""
        self._seen.close()

    def _drop_torn_line(self) -> None:
        """Cut off what a crash left half written: nobody has read that cosignature."""
        size = self._seen.seek(0, os.SEEK_END)
        self._seen.seek(max(0, size - MOST))
        tail = self._seen.read()
        self._seen.truncate(size - len(tail) + tail.rfind(b"\n") + 1)


# --- what it does


class Witness:
    """Follows one log in one folder. `round` is one look at the house and at its peers."""

    def __init__(
        self, house: str, logs: Sequence[Key], name: str, state: State, peers: Sequence[str] = ()
    ) -> None:
        self.house, self.logs, self.peers, self.state = house.rstrip("/"), logs, peers, state
        self._private = state.private()
        self.key = Key(name, 4, self._private.public_key().public_bytes_raw())
        self._head: tuple[Checkpoint, str] | None = None
        if (kept := state.newest()) is not None:
            try:
                self._head = checkpoint(kept[0], logs), kept[1]
            except ValueError:
                raise WitnessError("unsigned", what=state.folder) from None
        self._posted = False

    @property
    def note(self) -> str | None:
        """The newest checkpoint that was cosigned, with both signatures."""
        return None if self._head is None else self._head[0].note + self._head[1]

    def round(self) -> list[WitnessError]:
        """Look once at the house and at each peer; return what is to be said.

        Raises `Fork` when the house lied, now or before: from then on nothing is signed.
        """
        if (proof := self.state.proof()) is not None:
            raise Fork("fork", file=proof)
        findings: list[WitnessError] = []
        # A peer first: what contradicts it is not signed.
        for step, given in [*((self._compare, peer) for peer in self.peers), (self._follow, "")]:
            try:
                if (finding := step(given)) is not None:
                    findings.append(finding)
            except Fork:
                raise
            except WitnessError as error:
                findings.append(error)
                if error.code == "unproven":
                    break
        return findings

    def _follow(self, _: str) -> WitnessError | None:
        """Look at the house's newest checkpoint, and cosign it when the log has only grown."""
        now = self._shown("/api/log/checkpoint/")
        if now is None:
            raise WitnessError("unreadable", what=self.house)
        if self._head is not None:
            kept = self._head[0]
            self._agree(kept, now)
            if now.size < kept.size:
                return WitnessError("behind", size=now.size, seen=kept.size)
            if now.size == kept.size:
                return None if self._posted else self._post(kept.size, self._head[1])
        if now.time > time.time_ns() // 1_000_000 + AHEAD:
            raise WitnessError("ahead", size=now.size)
        seconds = time.time_ns() // 1_000_000_000
        message = f"cosignature/v1\ntime {seconds}\n{now.text}".encode()
        line = self.key.line(seconds.to_bytes(8, "big") + self._private.sign(message))
        self.state.add(now.note, line)
        self._head, self._posted = (now, line), False
        return self._post(now.size, line)

    def _post(self, size: int, line: str) -> WitnessError:
        status, answer = _fetched(
            f"{self.house}/api/log/checkpoints/{size}/", json.dumps({"line": line}).encode()
        )
        self._posted = status == 201
        if self._posted:
            return WitnessError("cosigned", size=size)
        why = status
        with suppress(ValueError, TypeError, KeyError):
            why = json.loads(answer)["code"]
        return WitnessError("alone", size=size, why=why)

    def _compare(self, peer: str) -> None:
        """Take over another witness's proof; else compare what it saw with what is said here."""
        status, answer = _fetched(f"{peer.rstrip('/')}/fork")
        if status == 200 and (proven := convicts(answer, self.logs)) is not None:
            self._convict(*proven)
        status, answer = _fetched(f"{peer.rstrip('/')}/checkpoint")
        if status != 200:
            raise WitnessError("unreadable", what=peer)
        try:
            theirs = checkpoint(answer.decode(), self.logs)
        except ValueError:
            raise WitnessError("unsigned", what=peer) from None
        if self._head is None:
            return
        kept = self._head[0]
        here = self._shown(f"/api/log/checkpoints/{theirs.size}/")
        for each in (kept, here):
            if each is not None and contradict(each, theirs):
                self._convict(each, theirs)
        # A longer log may not have come here yet; the peer asks the same about this one.
        if theirs.size <= kept.size:
            self._agree(kept, theirs)

    def _agree(self, one: Checkpoint, other: Checkpoint) -> None:
        """Have the house prove that one checkpoint continues the other.

        Raises `Fork` or, where nothing signed shows the lie, `WitnessError`.
        """
        if contradict(one, other):
            self._convict(one, other)
        first, second = sorted((one, other), key=lambda each: each.size)
        if first.size == second.size:
            return
        where = f"/api/log/proof/consistency/?first={first.size}&second={second.size}"
        status, answer = _fetched(f"{self.house}{where}")
        if status not in (200, 400, 404):
            raise WitnessError("unreadable", what=self.house)
        if status == 200 and has_grown(first, second, _proof(answer)):
            return
        # What the house says of either size now may contradict what it signed before.
        for size in (first.size, second.size):
            shown = self._shown(f"/api/log/checkpoints/{size}/")
            for each in (one, other):
                if shown is not None and contradict(shown, each):
                    self._convict(shown, each)
        file = self.state.keep(f"unproven-{first.size}-{second.size}.json", _evidence(one, other))
        raise WitnessError("unproven", first=first.size, second=second.size, file=file)

    def _convict(self, one: Checkpoint, other: Checkpoint) -> None:
        file = self.state.keep(f"fork-{max(one.size, other.size)}.json", _evidence(one, other))
        raise Fork("fork", file=file)

    def _shown(self, path: str) -> Checkpoint | None:
        """Return a checkpoint that the house shows; None when it says that it has none."""
        status, answer = _fetched(f"{self.house}{path}")
        if status == 404:
            return None
        try:
            if status != 200:
                raise ValueError(status)
            note = json.loads(answer)["note"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise WitnessError("unreadable", what=self.house) from None
        try:
            return checkpoint(note, self.logs)
        except ValueError:
            raise WitnessError("unsigned", what=self.house) from None


def _proof(answer: bytes) -> list[bytes]:
    """Return the hashes of a proof; none when it is malformed, which proves nothing."""
    try:
        found = json.loads(answer)["proof"]
        return [_read(each) for each in found] if len(found) <= HASHES else []
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def _evidence(*notes: Checkpoint) -> bytes:
    return json.dumps({"notes": [each.note for each in notes]}, indent=1).encode() + b"\n"


def convicts(evidence: bytes, logs: Sequence[Key]) -> tuple[Checkpoint, Checkpoint] | None:
    """Return the two checkpoints of a file when they convict the owner of one of the keys."""
    try:
        one, other = (checkpoint(note, logs) for note in json.loads(evidence)["notes"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return (one, other) if contradict(one, other) else None


class _Straight(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: a witness asks the addresses that it was given."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER: Final = urllib.request.build_opener(_Straight, urllib.request.ProxyHandler({}))


def _fetched(address: str, posted: bytes | None = None) -> tuple[int, bytes]:
    """Return status and body of an answer; raises `WitnessError` for one too late or too long."""
    until = time.monotonic() + WAIT
    request = urllib.request.Request(  # noqa: S310 - `follow` takes http(s) only
        address, data=posted, headers={"Content-Type": "application/json"}
    )
    try:
        try:
            answer = _OPENER.open(request, timeout=WAIT)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            body = b""
            while time.monotonic() < until and len(body) <= MOST:
                if not (part := answer.read1(min(4096, MOST + 1 - len(body)))):
                    return answer.status, body
                body += part
    except (OSError, ValueError, http.client.HTTPException):
        pass
    raise WitnessError("unreadable", what=address)


class _Asked(BaseHTTPRequestHandler):
    """What others may ask a witness: its newest checkpoint, its key, and its proof."""

    timeout = WAIT
    witness: Witness

    def do_GET(self) -> None:
        proof = self.witness.state.proof()
        found = {
            "/checkpoint": self.witness.note,
            "/key": f"{self.witness.key}\n",
            "/fork": None if proof is None else proof.read_text(encoding="utf-8"),
        }.get(self.path)
        body = (found or "").encode()
        self.send_response(404 if found is None else 200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing about whoever asks."""


def listen(witness: Witness, place: str) -> ThreadingHTTPServer:
    """Answer others at `HOST:PORT` in a thread of its own."""
    host, _, port = place.rpartition(":")
    handler = type("Asked", (_Asked,), {"witness": witness})
    server = ThreadingHTTPServer((host or "127.0.0.1", int(port)), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


# --- the program


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Witness the public log of a house.")
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    commands = parser.add_subparsers(dest="what", required=True)
    follow = commands.add_parser("follow", help="follow a log and cosign it")
    follow.add_argument("house", metavar="ADDRESS")
    follow.add_argument("--name", required=True, help="of this witness, e.g. me.example/w1")
    follow.add_argument("--state", required=True, type=Path, help="the folder of what it saw")
    follow.add_argument("--peer", action="append", default=[], help="another witness's address")
    follow.add_argument("--listen", metavar="HOST:PORT", help="where other witnesses may ask")
    follow.add_argument("--every", type=float, default=10, help="seconds between two looks")
    follow.add_argument("--once", action="store_true", help="look once and end")
    convict = commands.add_parser("convict", help="check a proof of a fork")
    convict.add_argument("file", type=Path)
    for each in (follow, convict):
        each.add_argument("--log", action="append", required=True, help="a key of the log")
    return parser


def main() -> int:
    """Run as a program: 0 for a log that only grew, 1 for a lie, 2 for what is not known."""
    parser = _arguments()
    options = parser.parse_args()

    def say(code: str, **detail: object) -> None:
        sys.stdout.write(sentence(code, options.lang, **detail) + "\n")
        sys.stdout.flush()

    logs = []
    for text in options.log:
        try:
            logs.append(key(text, kind=1))
        except ValueError:
            say("usage", what=text)
            return 2
    if options.what == "convict":
        found = convicts(options.file.read_bytes(), logs)
        if found is None:
            say("innocent")
            return 2
        one, other = found
        say("convicted", origin=one.origin, first=one.size, second=other.size)
        return 1
    if re.fullmatch(r"[^\s+\x00-\x1f\x7f]{1,200}", options.name) is None:
        parser.error("--name")
    if any(not re.match("https?://", each) for each in (options.house, *options.peer)):
        parser.error("http:// or https://")
    try:
        witness = Witness(options.house, logs, options.name, State(options.state), options.peer)
        say("key", key=witness.key)
        if options.listen:
            listen(witness, options.listen)
        while True:
            findings = witness.round()
            for finding in findings:
                say(finding.code, **finding.detail)
            if options.once:
                return 0 if all(each.code in ("cosigned", "alone") for each in findings) else 2
            time.sleep(options.every)
    except WitnessError as error:
        say(error.code, **error.detail)
        return 1 if isinstance(error, Fork) else 2
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
