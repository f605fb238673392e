"""The witness: cosigns what only grows, over real HTTP, and convicts a house with two histories."""

import base64
import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from pytest_django import Settings

from casino.rng import witness as program
from casino.rng.log import tree
from casino.rng.log.models import Cosignature
from casino.rng.verify import log as verify_log
from casino.rng.witness import Fork, State, Witness
from tests.rng.test_log import own_keys, played

__all__ = ["own_keys"]

PRIVATE = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"test_witness").digest())
LOG = program.Key("lies.test/log", 1, PRIVATE.public_key().public_bytes_raw())
LOGS = [LOG]
BEGAN = 1_790_000_000_000
"""Of the first checkpoint, milliseconds since 1970: before any clock that runs this."""


def root(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + root(leaves[:split]) + root(leaves[split:])).digest()


def grown(first: int, leaves: list[bytes], *, whole: bool = True) -> list[bytes]:
    """RFC 6962, 2.1.2."""
    if first == len(leaves):
        return [] if whole else [root(leaves)]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    if first <= split:
        return [*grown(first, leaves[:split], whole=whole), root(leaves[split:])]
    return [*grown(first - split, leaves[split:], whole=False), root(leaves[:split])]


def signed(leaves: list[bytes], key: Ed25519PrivateKey = PRIVATE, began: int = BEGAN) -> str:
    """The note of a log of these leaves."""
    text = ""
    for size in range(1, len(leaves) + 1):
        before = hashlib.sha256(text.encode()).digest()
        lines = [LOG.name, str(size), base64.b64encode(root(leaves[:size])).decode()]
        lines += [f"previous {base64.b64encode(before).decode()}"] if text else []
        text = "".join(f"{each}\n" for each in (*lines, f"time {began + size}"))
    return f"{text}\n{LOG.line(key.sign(text.encode()))}"


class House(ThreadingHTTPServer):
    """A house that may tell each witness another history; the first step of a path names whom."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.told: dict[str, list[bytes]] = {}
        """By witness: the entries of the log as it is told."""
        self.notes: dict[str, str] = {}
        """By witness: a note that is shown as the newest in place of the right one."""
        self.cosigned: list[tuple[str, int]] = []
        self.on_post: Callable[[str], None] = lambda who: None
        self.texts: dict[str, str] = {}
        """What is answered at a path, whatever it would be else."""
        self.manner = ""
        """`drip`: a byte at a time; `elsewhere`: a redirect; `busy`: no proofs now (429)."""
        self.denies_before = 0
        """Checkpoints below this size are not shown."""

    def url(self, who: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{who}"


class _Asked(BaseHTTPRequestHandler):
    server: House

    def do_GET(self) -> None:
        who, leaves = self._who()
        if self.path in self.server.texts:
            return self._write(self.server.texts[self.path].encode())
        if self.path.endswith("/fork"):
            return self._say({}, 404)
        path = urlsplit(self.path)
        if path.path.endswith("/log/checkpoint/"):
            self._say({"note": self.server.notes.get(who) or signed(leaves)})
        elif "/checkpoints/" in path.path:
            size = int(path.path.split("/")[-2])
            there = self.server.denies_before <= size <= len(leaves)
            self._say({"note": signed(leaves[:size])} if there else {}, 200 if there else 404)
        else:
            asked = {name: int(value[0]) for name, value in parse_qs(path.query).items()}
            first, second = asked["first"], asked["second"]
            proof = grown(first, leaves[:second]) if second <= len(leaves) else []
            said = {"proof": [base64.b64encode(each).decode() for each in proof]}
            busy = self.server.manner == "busy"
            self._say(said, 429 if busy else 200 if proof else 400)
        return None

    def do_POST(self) -> None:
        who, _ = self._who()
        self.server.on_post(who)
        self.server.cosigned.append((who, int(self.path.split("/")[-2])))
        self._say({}, 201)

    def _who(self) -> tuple[str, list[bytes]]:
        who = self.path.split("/")[1]
        return who, self.server.told[who]

    def _say(self, what: object, status: int = 200) -> None:
        self._write(json.dumps(what).encode(), status)

    def _write(self, body: bytes, status: int = 200) -> None:
        manner = self.server.manner
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            sent = manner == "elsewhere" and self.path.startswith("/ana/")
            self.send_response(302 if sent else status)
            self.send_header("Location", self.path.replace("/ana/", "/other/"))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            for at in range(0, len(body), 1 if manner == "drip" else len(body)):
                if manner == "drip":
                    time.sleep(0.05)
                self.wfile.write(body[at : at + (1 if manner == "drip" else len(body))])

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing: the test looks at what was asked."""


@pytest.fixture
def house() -> Iterator[House]:
    server = House()
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def leaves(count: int, *, lie_from: int = 1_000) -> list[bytes]:
    return [f"{'a lie' if at >= lie_from else 'entry'} {at}".encode() for at in range(count)]


def codes(witness: Witness) -> list[str]:
    return [each.code for each in witness.round()]


def note_of(witness: Witness) -> program.Checkpoint:
    assert witness.note is not None
    return program.checkpoint(witness.note, LOGS)


# --- three witnesses and a lying house


def test_three_witnesses_find_and_prove_that_one_of_them_is_told_another_log(
    house: House, tmp_path: Path
) -> None:
    names = ("ana", "ben", "carl")
    house.told = {name: leaves(5) for name in names}
    states = [State(tmp_path / name) for name in names]
    seen = [
        Witness(house.url(name), LOGS, f"{name}.test/w", state)
        for name, state in zip(names, states, strict=True)
    ]
    servers = [program.listen(each, "127.0.0.1:0") for each in seen]
    for each in seen:
        each.peers = [
            f"http://127.0.0.1:{server.server_port}"
            for other, server in zip(seen, servers, strict=True)
            if other is not each
        ]
    for each in seen * 2:
        assert set(codes(each)) <= {"cosigned", "unreadable"}
    assert house.cosigned == [(name, 5) for name in names]
    # The lie: from its seventh entry on carl has a log of his own, and each of them only grows.
    house.told = {"ana": leaves(8), "ben": leaves(9), "carl": leaves(11, lie_from=6)}
    ana, ben, carl = seen
    assert (codes(ana), codes(ben)) == (["cosigned"], ["cosigned"])
    for each in (carl, ana, ben):
        with pytest.raises(Fork):
            each.round()
        assert house.cosigned[3:] == [("ana", 8), ("ben", 9)]
        proof = each.state.proof()
        assert proof is not None
        found = program.convicts(proof.read_bytes(), LOGS)
        assert found is not None
        one, other = found
        assert one.size == other.size
        assert one.root != other.root
    # Nobody signs again, in this process or another, though the house goes on honestly.
    cosigned = list(house.cosigned)
    house.told = {name: leaves(20) for name in names}
    for each, name, state in zip(seen, names, states, strict=True):
        with pytest.raises(Fork):
            each.round()
        state.close()
        with pytest.raises(Fork):
            Witness(house.url(name), LOGS, f"{name}.test/w", State(tmp_path / name)).round()
    assert house.cosigned == cosigned
    for server in servers:
        server.shutdown()
        server.server_close()


def test_without_a_peer_the_same_lie_goes_unseen(house: House, tmp_path: Path) -> None:
    """Why witnesses read each other: each history by itself only grows."""
    house.told = {"carl": leaves(5)}
    carl = Witness(house.url("carl"), LOGS, "carl.test/w", State(tmp_path / "carl"))
    assert codes(carl) == ["cosigned"]
    house.told = {"carl": leaves(11, lie_from=6)}
    assert codes(carl) == ["cosigned"]


# --- one witness


@pytest.fixture
def ana(house: House, tmp_path: Path) -> Witness:
    house.told = {"ana": leaves(6)}
    witness = Witness(house.url("ana"), LOGS, "ana.test/w", State(tmp_path / "ana"))
    assert codes(witness) == ["cosigned"]
    return witness


def test_every_pair_of_sizes_is_followed() -> None:
    for first in range(1, 10):
        for second in range(first + 1, 18):
            one, other = (program.checkpoint(signed(leaves(n)), LOGS) for n in (first, second))
            proof = grown(first, leaves(second))
            assert program.has_grown(one, other, proof)
            assert not program.has_grown(one, other, proof[1:])
            assert not program.has_grown(other, one, proof)
            lied = program.checkpoint(signed(leaves(second, lie_from=first - 1)), LOGS)
            lied_proof = grown(first, leaves(second, lie_from=first - 1))
            assert not program.has_grown(one, lied, lied_proof)


def test_what_is_cosigned_is_what_c2sp_says(house: House, ana: Witness) -> None:
    assert ana.note is not None
    shown = verify_log.note(ana.note)
    assert verify_log.key(str(ana.key)).signed(shown) is True
    assert verify_log.key(str(LOG)).signed(shown) is True


def test_nothing_new_is_not_signed_again(house: House, ana: Witness) -> None:
    note = ana.note
    assert (codes(ana), ana.note, house.cosigned) == ([], note, [("ana", 6)])


def test_a_rewritten_log_is_convicted_by_what_was_kept(house: House, ana: Witness) -> None:
    house.told = {"ana": leaves(9, lie_from=4)}
    with pytest.raises(Fork):
        ana.round()
    assert house.cosigned == [("ana", 6)]


def test_a_house_that_hides_its_lie_is_not_cosigned(house: House, ana: Witness) -> None:
    house.told, house.denies_before = {"ana": leaves(9, lie_from=4)}, 9
    assert codes(ana) == ["unproven"]
    kept = json.loads((ana.state.folder / "unproven-6-9.json").read_text())
    assert [verify_log.note(each).size for each in kept["notes"]] == [6, 9]
    assert program.convicts(json.dumps(kept).encode(), LOGS) is None
    assert (house.cosigned, note_of(ana).size) == ([("ana", 6)], 6)


def test_an_older_checkpoint_is_not_cosigned(house: House, ana: Witness) -> None:
    house.notes = {"ana": signed(leaves(4))}
    assert codes(ana) == ["behind"]
    house.told, house.notes = {"ana": leaves(4)}, {}
    assert codes(ana) == ["unproven"]
    assert (house.cosigned, note_of(ana).size) == ([("ana", 6)], 6)


def test_two_texts_of_one_size_convict_though_the_tree_is_the_same(
    house: House, ana: Witness
) -> None:
    house.notes = {"ana": signed(leaves(6), began=BEGAN + 1)}
    with pytest.raises(Fork):
        ana.round()


def test_a_checkpoint_that_names_another_before_it_convicts(house: House, ana: Witness) -> None:
    house.notes = {"ana": signed(leaves(7), began=BEGAN + 1)}
    with pytest.raises(Fork):
        ana.round()


def test_a_restored_log_of_another_name_convicts_nobody_and_is_not_cosigned() -> None:
    there = signed(leaves(6), began=BEGAN + 1)
    restored = program.Key("restored/log", 1, LOG.public)
    text = there.partition("\n\n")[0].replace(LOG.name, restored.name) + "\n"
    note = f"{text}\n{restored.line(PRIVATE.sign(text.encode()))}"
    mine, theirs = (program.checkpoint(each, [LOG, restored]) for each in (there, note))
    assert not program.contradict(mine, theirs)
    with pytest.raises(ValueError, match="not signed"):
        program.checkpoint(note, [LOG])
    # The control: under one name it convicts.
    assert program.contradict(mine, program.checkpoint(signed(leaves(6)), [LOG]))


def test_what_the_log_did_not_sign_is_no_proof(house: House, ana: Witness) -> None:
    stranger = Ed25519PrivateKey.generate()
    house.notes = {"ana": signed(leaves(6, lie_from=1), stranger)}
    assert codes(ana) == ["unsigned"]
    forged = {"notes": [signed(leaves(6)), house.notes["ana"]]}
    assert program.convicts(json.dumps(forged).encode(), LOGS) is None
    same = {"notes": [signed(leaves(6)), signed(leaves(6))]}
    assert program.convicts(json.dumps(same).encode(), LOGS) is None
    right = {"notes": [signed(leaves(6)), signed(leaves(6, lie_from=1))]}
    assert program.convicts(json.dumps(right).encode(), LOGS) is not None


def test_a_checkpoint_of_the_future_is_not_cosigned(house: House, ana: Witness) -> None:
    house.told = {"ana": leaves(8)}
    house.notes = {"ana": signed(leaves(8), began=time.time_ns() // 1_000_000 + 3_600_000)}
    assert codes(ana) == ["ahead"]
    assert note_of(ana).size == 6


@pytest.mark.parametrize(
    "note",
    ["", "\n\n", "x" * 70_000, "a\n1\n\ntime 1\n\n— a b\n", "lies.test/log\n1\nAAAA\ntime 1\n\n—"],
)
def test_rubbish_is_refused_in_a_sentence(house: House, ana: Witness, note: str) -> None:
    house.notes = {"ana": note or " "}
    (told,) = ana.round()
    for lang in ("fr", "en"):
        assert program.sentence(told.code, lang, **told.detail)
    assert told.code in ("unsigned", "unreadable")


def test_a_house_that_drips_or_sends_elsewhere_holds_nobody(
    house: House, ana: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "WAIT", 0.4)
    began = time.monotonic()
    house.manner = "drip"
    assert codes(ana) == ["unreadable"]
    assert time.monotonic() - began < 3
    house.manner, house.told["other"] = "elsewhere", leaves(7)
    assert codes(ana) == ["unreadable"]
    house.manner, house.told = "busy", {"ana": leaves(8)}
    assert codes(ana) == ["unreadable"]
    house.manner = ""
    assert codes(ana) == ["cosigned"]


def test_peers_that_are_silent_or_lie_hold_nobody(house: House, ana: Witness) -> None:
    """A peer has no signature of the log's but those that the house gave."""
    stranger = Ed25519PrivateKey.generate()
    house.told = {"ana": leaves(7), "peer": leaves(1)}
    ana.peers = [house.url("peer"), "http://127.0.0.1:9"]
    house.texts = {"/peer/checkpoint": signed(leaves(9, lie_from=0), stranger)}
    forged = [signed(leaves(6)), signed(leaves(6, lie_from=0), stranger)]
    house.texts["/peer/fork"] = json.dumps({"notes": forged})
    assert codes(ana) == ["unsigned", "unreadable", "cosigned"]
    house.told["ana"] = leaves(8)
    house.texts = {"/peer/checkpoint": signed(leaves(3))}
    assert codes(ana) == ["unreadable", "cosigned"]


# --- crashes


def test_what_was_signed_is_on_the_disk_before_anybody_reads_it(house: House, ana: Witness) -> None:
    kept: list[int] = []

    def posted(who: str) -> None:
        newest = (ana.state.folder / "seen").read_text().splitlines()[-1]
        kept.append(verify_log.note(json.loads(newest)["note"]).size)

    house.on_post = posted
    house.told = {"ana": leaves(7)}
    assert (codes(ana), kept) == (["cosigned"], [7])


def test_a_line_torn_by_a_crash_is_forgotten_and_a_whole_one_is_not(
    house: House, ana: Witness, tmp_path: Path
) -> None:
    ana.state.close()
    with open(tmp_path / "ana" / "seen", "ab") as file:
        file.write(b'{"note": "half')
    again = Witness(house.url("ana"), LOGS, "ana.test/w", State(tmp_path / "ana"))
    assert (again.key, again.note) == (ana.key, ana.note)
    with pytest.raises(program.WitnessError, match="busy"):
        State(tmp_path / "ana")
    house.told = {"ana": leaves(6, lie_from=2)}
    with pytest.raises(Fork):
        again.round()


def test_killed_while_it_posts_it_comes_back_to_the_same_history(
    house: House, tmp_path: Path
) -> None:
    """As a program, in a process of its own; then the house lies about what the dead one saw."""
    posting = threading.Event()
    house.told = {"ana": leaves(6)}

    def posted(who: str) -> None:
        posting.set()
        time.sleep(0.3)

    house.on_post = posted
    command = [sys.executable, program.__file__, "--lang", "en", "follow", house.url("ana")]
    command += ["--log", str(LOG), "--name", "ana.test/w", "--state", str(tmp_path / "ana")]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, env={"PATH": os.environ["PATH"]})
    assert posting.wait(20)
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    house.on_post = lambda who: None
    house.told = {"ana": leaves(9, lie_from=2)}
    second = subprocess.run([*command, "--once"], capture_output=True, text=True, check=False)
    assert second.returncode == 1, second.stderr
    assert "THE HOUSE LIES" in second.stdout
    proof = str(tmp_path / "ana" / "fork-6.json")
    convict = [sys.executable, program.__file__, "convict", proof, "--log", str(LOG)]
    said = subprocess.run(convict, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (1, "")
    assert "deux histoires" in said.stdout
    assert (tmp_path / "ana" / "key").stat().st_mode & 0o777 == 0o600


def test_it_is_one_file_that_needs_nothing_of_the_house() -> None:
    code = f"import runpy, sys; runpy.run_path({program.__file__!r}); print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in told.stdout.split()}
    assert "cryptography" in loaded
    assert loaded.isdisjoint({"casino", "django", "tables", "redis", "psycopg"})


# --- with the house itself


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_keys")
def test_it_follows_and_cosigns_the_log_of_the_house(
    live_server: Any, tmp_path: Path, settings: Settings, client: Client
) -> None:
    log = program.key(str(tree.log_key("sabot.localhost/log", tree.public_key("log"))), kind=1)
    witness = Witness(live_server.url, [log], "ana.test/w", State(tmp_path / "ana"))
    assert [each.detail["why"] for each in witness.round()] == ["unknown_witness"]
    settings.LOG_WITNESSES = [str(witness.key)]
    assert codes(witness) == ["cosigned"]
    played()
    assert codes(witness) == ["cosigned"]
    assert [*Cosignature.objects.values_list("checkpoint", flat=True).order_by("pk")] == [1, 11]
    shown = verify_log.note(client.get("/api/log/checkpoint/").json()["note"])
    assert verify_log.key(str(witness.key)).signed(shown) is True
