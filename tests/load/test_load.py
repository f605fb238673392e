"""Twelve scripted players at two tables of a real house: nothing is lost, late or out of order."""

import asyncio
import dataclasses
import itertools
import json
import os
import shutil
import signal
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.asyncio.server import ServerConnection, serve

from tables.games.core.money import BoxNo
from tables.wire import codec, floor_commands, outgoing
from tests import campaign
from tests.house import House, own_port, run_web_process
from tests.house_console import open_roulette, open_table
from tests.load import bots
from tests.load.client import Client, Frames, Glance, Plain, Sequence, Tally, decode
from tests.load.costs import Costs
from tests.load.door import Door, DoorShut, KeyRing
from tests.load.play import ACCEPTED, Temper
from tests.load.run import Plan, main, run, say, tables_of
from tests.load.test_protocol_doc import session

QUICK = Temper(think=(0.1, 0.4), insures=0.2, rest=0.05)
EAGER = dataclasses.replace(QUICK, rest=0.0)
"""Nobody sits a round out, so nobody waits for a clock."""


def keys_of(house: House, door: Door) -> KeyRing:
    """Return the passwords of the house's scripted players: they are the same in every test."""
    return KeyRing(house.var / "players.json", door)


@pytest.mark.campaign
def test_twelve_players_lose_no_frame(house: House) -> None:
    tables = tables_of(house.manage("open_tables", "2", "--prefix", "Charge"))
    plan = Plan(
        players=12,
        tables=tables,
        seconds=campaign.length(8, 15),
        temper=QUICK,
        drop_every=campaign.length(3, 6),
    )
    door = Door(house.base_url)
    tally = Tally()
    for _ in range(campaign.length(16, 8)):
        played, _ = asyncio.run(run(plan, door, keys_of(house, door)))
        tally += played
        assert tally.errors == []
        assert (tally.lost, tally.reordered, tally.unanswered) == (0, 0, 0)
        # On a busy machine they come less far in the time.
        if tally.reconnections >= 12 and tally.commands > 100 and tally.frames > 12 * 50:
            break
    assert tally.reconnections >= 12
    assert tally.commands > 100
    assert tally.frames > 12 * 50


@campaign.soak_only
def test_thirty_players_stake_at_one_wheel(house: House) -> None:
    # On a busy machine the window may be too short for thirty: then once more.
    assert any(all_stake_in_the_first_window(house) for _ in range(8))


def all_stake_in_the_first_window(house: House) -> bool:
    """Let thirty play until the wheel has spun twice; tell whether all were in time for both."""
    tables = (open_roulette(house, betting_window_seconds=12),)
    plan = Plan(players=30, tables=tables, seconds=300, temper=Temper(spread=2))
    door = Door(house.base_url)
    spun: set[int] = set()

    def spun_twice(seen: Glance) -> bool:
        if seen.phase == "spinning":
            spun.add(seen.round)
        return len(spun) == 2

    tally = asyncio.run(run_until(plan, door, keys_of(house, door), spun_twice))
    assert tally.errors == []
    assert (tally.lost, tally.reordered, tally.unanswered) == (0, 0, 0)
    rounds = [count for note, count in tally.notes.items() if note.startswith("stakes in round")]
    # Everybody stakes in a window with one command for ten positions, and none is under way.
    once = tally.commands == sum(rounds) + sum(tally.refusals.values())
    return once and len(rounds) >= 2 and rounds[0] == 30


@campaign.soak_only
def test_six_players_finish_a_coup_of_chemin_de_fer(house: House) -> None:
    opens = ("open_tables", "1", "--prefix", "Charge chemin", "--rules", "MC-CDF/demo")
    tables = tables_of(house.manage(*opens))
    door = Door(house.base_url)
    plan = Plan(players=6, tables=tables, seconds=300, temper=EAGER)
    tally = asyncio.run(run_until(plan, door, keys_of(house, door), lambda seen: seen.round > 1))
    assert tally.errors == []
    assert (tally.lost, tally.reordered, tally.unanswered) == (0, 0, 0)


@campaign.soak_only
def test_six_players_finish_a_coup_of_punto_banco(house: House) -> None:
    opens = ("open_tables", "1", "--prefix", "Charge punto", "--rules", "MC-PB/demo")
    tables = tables_of(house.manage(*opens))
    door = Door(house.base_url)
    plan = Plan(players=6, tables=tables, seconds=300, temper=EAGER)
    tally = asyncio.run(run_until(plan, door, keys_of(house, door), lambda seen: seen.round > 1))
    assert tally.errors == []
    assert (tally.lost, tally.reordered, tally.unanswered) == (0, 0, 0)
    assert tally.notes[ACCEPTED] > 0


def test_twelve_players_finish_coups_of_trente_et_quarante(house: House) -> None:
    opens = ("open_tables", "1", "--prefix", "Charge trente", "--rules", "MC-TQ/demo")
    tables = tables_of(house.manage(*opens))
    door = Door(house.base_url)
    # Two of them find no seat, and stake standing.
    plan = Plan(players=12, tables=tables, seconds=300, temper=EAGER)
    tally = asyncio.run(run_until(plan, door, keys_of(house, door), lambda seen: seen.round > 2))
    assert tally.errors == []
    assert (tally.lost, tally.reordered, tally.unanswered) == (0, 0, 0)
    assert tally.notes[ACCEPTED] > 12


def test_six_players_finish_a_coup_of_banque_a_tout_va(house: House) -> None:
    opens = ("open_tables", "1", "--prefix", "Charge banque", "--rules", "MC-BTV/demo")
    tables = tables_of(house.manage(*opens))
    door = Door(house.base_url)
    plan = Plan(players=6, tables=tables, seconds=300, temper=EAGER)
    tally = asyncio.run(run_until(plan, door, keys_of(house, door), lambda seen: seen.round > 1))
    assert tally.errors == []
    assert (tally.lost, tally.reordered, tally.unanswered) == (0, 0, 0)
    assert tally.notes[ACCEPTED] > 0


async def run_until(plan: Plan, door: Door, keys: KeyRing, over: Callable[[Glance], bool]) -> Tally:
    """Let everybody play until this is true of what a visitor sees of the plan's first table."""
    enough = asyncio.Event()

    async def watch() -> None:
        async with Client(door, plan.tables[0], hurried=True) as visitor:
            while not over(await visitor.ready()):
                await visitor.changed(1)
            assert visitor.tally.errors == []
            enough.set()

    async with asyncio.TaskGroup() as group:
        watching = group.create_task(watch())
        tally, _ = await run(plan, door, keys, enough)
        watching.cancel()
    assert enough.is_set()
    return tally


def test_a_lost_frame_is_counted() -> None:
    tally, sequence = Tally(), Sequence()
    sequence.follow(10, 0, tally)
    sequence.follow(13, 3, tally)
    assert tally.clean
    sequence.follow(16, 2, tally)
    assert tally.lost == 1


@pytest.mark.parametrize(
    "code", ["malformed", "unknown_command", "internal", "seal_closed", "opening_closed"]
)
def test_a_refusal_that_nobody_earned_is_a_fault(code: str) -> None:
    tally = Tally()
    tally.refusals["table_closed"] += 1
    assert tally.clean
    tally.refusals[code] += 1
    assert not tally.clean


def same(plain: Any, typed: Any) -> bool:
    """Tell whether a plain reading shows all that the types of the protocol read."""
    if dataclasses.is_dataclass(typed):
        names = [each.name for each in dataclasses.fields(typed)]
        # The transcript in the document leaves out what its rule book does not fill.
        told = [name for name in names if hasattr(plain, name)]
        return bool(told) and all(same(getattr(plain, n), getattr(typed, n)) for n in told)
    if isinstance(typed, tuple):
        return len(plain) == len(typed) and all(map(same, plain, typed))
    return bool(plain == typed)


def test_a_plain_reading_sees_what_the_types_see() -> None:
    sent = [json.loads(text) for direction, text in session() if direction == "<"]
    frames, made = Frames(), [each["type"] for each in sent].count("delta")
    whole = [frames.whole(each) for each in sent if each["type"] in ("frame", "delta")]
    assert made > 3
    assert len(whole) > 5
    assert all(same(Plain(each), decode(json.dumps(each))) for each in whole)
    others = itertools.pairwise(whole)
    assert not any(same(Plain(one), decode(json.dumps(other))) for one, other in others)
    with pytest.raises(AttributeError):
        _ = Plain(whole[0]).nowhere


def test_a_run_tells_what_it_cost(tmp_path: Path) -> None:
    (tmp_path / "web.pid").write_text(str(os.getppid()))
    (tmp_path / "gone.pid").write_text("999999999")

    async def spent() -> list[str]:
        costs = Costs([tmp_path])
        while len(costs._late) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        return costs.told(10)

    told = asyncio.run(spent())
    assert {line.split()[1] for line in told[:-1]} == {"players", "web"}
    assert "late by" in told[-1]


def test_a_line_that_ends_before_its_handshake_is_tried_again() -> None:
    """As it does when a web process dies that had just taken it."""

    async def come_back() -> int:
        again = asyncio.Event()
        came: list[asyncio.StreamWriter] = []

        def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            came.append(writer)
            writer.close()
            if len(came) == 2:
                again.set()

        async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with Client(Door(f"http://127.0.0.1:{port}"), 1) as client:
                await asyncio.wait_for(again.wait(), 300)
                return client.tally.reconnections

    assert asyncio.run(come_back()) == 1


def test_a_late_frame_is_counted_and_not_news() -> None:
    tally, sequence = Tally(), Sequence()
    sequence.follow(10, 0, tally)
    sequence.follow(12, 2, tally)
    assert not sequence.follow(11, 1, tally)
    assert tally.reordered == 1


def test_a_healed_gap_is_a_resync_not_a_loss() -> None:
    tally, sequence = Tally(), Sequence()
    sequence.follow(10, 0, tally)
    sequence.follow(20, 0, tally)
    assert tally.clean
    assert tally.resyncs == 1


def test_after_a_loss_the_client_asks_again() -> None:
    """The frame that would have answered was lost; the table is shown anew, without a cause."""
    shown = session()[1][1]
    asked: list[str] = []

    async def house(socket: ServerConnection) -> None:
        await socket.send(session()[0][1])
        await socket.send(shown)
        async for text in socket:
            asked.append(json.loads(text)["id"])
            if len(asked) == 1:
                await socket.send(json.dumps(json.loads(shown) | {"seq": 9}))
            else:
                receipt = outgoing.ReceiptShown(asked[-1], 8, None)
                await socket.send(codec.encode(receipt))

    async def ask() -> object:
        async with serve(house, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with Client(Door(f"http://127.0.0.1:{port}"), 2) as client:
                await client.ready()
                return await client.ask(floor_commands.Leave(BoxNo(3)))

    answer = asyncio.run(ask())
    assert isinstance(answer, outgoing.ReceiptShown)
    assert len(asked) == 2
    assert asked[0] == asked[1] == answer.cause


@pytest.mark.parametrize(
    "url",
    ["http://example.com", "https://example.com", "ftp://localhost", "127.0.0.1:8000", "http://:x"],
)
def test_only_a_house_on_this_machine_is_addressed_without_permission(url: str) -> None:
    with pytest.raises(DoorShut):
        Door(url)


def test_a_house_elsewhere_is_addressed_with_its_operators_permission() -> None:
    door = Door("https://casino.example", elsewhere=True)
    assert (door.port, door.name) == (443, "casino.example-443")
    assert door.socket(3).startswith("wss://casino.example/ws/tables/3/")


Load = Callable[..., tuple[int, str]]


@pytest.fixture
def load(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Load:
    """Run `make load` with these arguments; return its exit code and what it said."""
    monkeypatch.setenv("SABOT_VAR", str(tmp_path))
    monkeypatch.delenv("PORT", raising=False)

    def run_it(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        monkeypatch.setattr("sys.argv", ["load", *map(str, arguments)])
        code = main()
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return code, said.out

    return run_it


@pytest.fixture
def keeps(house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Let a run at an address of the house have the passwords of its scripted players."""
    monkeypatch.setattr("tests.load.run.KEYS", tmp_path)
    players = house.var / "players.json"
    (tmp_path / f"{Door(house.base_url).name}.json").symlink_to(players)

    def copy(url: str) -> None:
        shutil.copy(players, tmp_path / f"{Door(url).name}.json")

    return copy


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[], object]], None]:
    """Have something happen once a run says this; or, for `evening`, once all are in."""

    def when(begins: str, happens: Callable[[], object]) -> None:
        def says(text: str) -> None:
            say(text)
            if text.startswith(begins):
                happens()

        class Begins(Costs):
            def __init__(self, folders: Any) -> None:
                super().__init__(folders)
                happens()

        monkeypatch.setattr("tests.load.run.say", says)
        monkeypatch.setattr("tests.load.run.Costs", Begins if begins == "evening" else Costs)

    return when


Once = Callable[[str, Callable[[], object]], None]
Keeps = Callable[[str], None]


def in_one_sentence(done: tuple[int, str], *words: str) -> None:
    """Assert that a run failed, and that the last it said is a sentence with these words."""
    code, said = done
    assert code == 1
    last = said.splitlines()[-1]
    assert last.endswith("."), said
    assert all(word in last for word in words), said


def test_a_load_without_a_house_ends_in_a_sentence(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = own_port()
    in_one_sentence(load("--url", f"http://127.0.0.1:{nobody}"), "No house answers", str(nobody))
    monkeypatch.setenv("PORT", str(nobody))
    in_one_sentence(load(), "No house answers", str(nobody))
    monkeypatch.delenv("PORT")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    in_one_sentence(load(), "No house is open", "PORT")
    in_one_sentence(load("--url", "http://casino.example"), "--with-permission")


def test_a_load_asks_first_how_many_can_play(
    house: House, load: Load, keeps: Keeps, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(house)
    monkeypatch.setenv("PORT", str(house.port))
    code, said = load("--players", 9, "--tables", table, "--seconds", 1, "--arrive", 1)
    first, *_, last = said.splitlines()
    assert first == (
        "7 of 9 players play at 1 tables with 7 boxes, 0 of them held; the other 2 watch."
    )
    assert (code, last[:6]) == (0, "clean:"), said
    in_one_sentence(load("--tables", table, 999_999), "No such table is open", "999999")
    monkeypatch.delenv("PORT")
    in_one_sentence(load("--url", f"https://127.0.0.1:{house.port}"), "TLS")


def test_ctrl_c_ends_a_load_with_its_figures(
    house: House, load: Load, keeps: Keeps, once: Once
) -> None:
    arguments = ("--url", house.base_url, "--tables", open_table(house), "--players", 2)
    once("evening", lambda: os.kill(os.getpid(), signal.SIGINT))
    code, said = load(*arguments, "--seconds", 600, "--arrive", 0)
    assert code == 0, said
    assert "2 players at 1 tables for" in said
    once("Letting", lambda: os.kill(os.getpid(), signal.SIGINT))
    in_one_sentence(load(*arguments), "Stopped")


@campaign.soak_only
def test_a_load_keeps_within_a_houses_limits_and_sees_it_close(
    house: House, load: Load, keeps: Keeps, once: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.load.run.GONE", 0.5)
    at = ("--tables", open_table(house), "--arrive", 0, "--names", "limited")
    load("--url", house.base_url, "--players", 2, "--seconds", 0.1, *at)
    limits = dict.fromkeys(
        ("SIGN_UPS_PER_ADDRESS", "SIGN_UPS_PER_NETWORK", "SOCKETS_PER_ADDRESS"), "1"
    )
    with ExitStack() as opened:
        url = opened.enter_context(run_web_process(house, **limits))
        keeps(url)
        closing = threading.Thread(target=opened.pop_all().close)
        opened.callback(closing.join)
        once("evening", closing.start)
        code, said = load("--url", url, "--players", 4, "--seconds", 600, *at)
    assert code == 1
    assert "2 players have no account and only watch. " in said
    assert "were not let in: too many sockets of one address or player: 1" in said
    assert "the house closed while they played" in said


@campaign.soak_only
def test_a_house_behind_tls_is_played_at(
    house: House, load: Load, keeps: Keeps, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = open_table(house)
    assert load("--url", house.base_url, "--tables", table, "--players", 1, "--seconds", 1)[0] == 0
    with run_web_process(house, BEHIND_TLS="1", SECRET_KEY=token_urlsafe(60)) as plain:
        in_one_sentence(load("--url", plain, "--tables", table), "wants TLS")
        with behind_tls(Door(plain).port, tmp_path) as url:
            keeps(url)
            at = ("--url", url, "--tables", table, "--players", 1, "--seconds", 1)
            in_one_sentence(load(*at), "SSL_CERT_FILE")
            monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "house.pem"))
            code, said = load(*at)
    assert code == 0, said


def test_bots_that_find_no_table_say_so(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    for url, table, said in (
        (house.base_url, 999_999, "No such table is open"),
        (f"http://127.0.0.1:{own_port()}", None, "No house answers"),
        ("https://casino.example", None, "--with-permission"),
    ):
        assert asyncio.run(bots.main(1, url, table, None)) == 1
        (sentence,) = capsys.readouterr().out.splitlines()
        assert said in sentence


@contextmanager
def behind_tls(port: int, folder: Path) -> Iterator[str]:
    """Have a proxy that speaks TLS before a web process; its certificate is `house.pem`.

    Each connection brings one request, of which it says that it came by TLS.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    own = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(own, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "house.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    pem.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(pem)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection("127.0.0.1", port)
        ours.write(await reader.readline() + b"X-Forwarded-Proto: https\r\n")
        await asyncio.gather(passed_on(reader, ours), passed_on(theirs, writer))

    loop = asyncio.new_event_loop()
    serving = asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    server = loop.run_until_complete(serving)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(65536):
            writer.write(piece)
    writer.close()
