"""However a load test ends, it ends with figures or with one sentence."""

import asyncio
import json
import os
import signal
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tests.backstage import open_table
from tests.house import House, own_port
from tests.load import bots, door, run
from tests.load.client import Client
from tests.load.door import Door, DoorShut, address

TABLE = {
    "id": 1, "game": "blackjack", "status": "open", "boxes": 7, "seated": 2, "minimum": 500,
}  # fmt: skip
CLOSING = ("clean: nothing lost, reordered or refused to an honest player", "NOT CLEAN")
FORM = '<input name="csrfmiddlewaretoken" value="a1">'


@contextmanager
def answering(pages: dict[str, tuple[int, str]]) -> Iterator[str]:
    """Serve these pages, by method and path; give the address."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, text = pages.get(f"{self.command} {self.path}", (404, ""))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Write nothing to the terminal."""

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def load(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["load", *words])
    return run.main()


@pytest.fixture(autouse=True)
def kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords of players are kept in a folder of the test's own, where no house is open."""
    monkeypatch.delenv("PORT", raising=False)
    for module in (door, run, bots):
        monkeypatch.setattr(module, "VAR", tmp_path)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://127.0.0.1:1", "No house answers at http://127.0.0.1:1"),
        ("https://127.0.0.1:1", "No house answers at https://127.0.0.1:1"),
        ("http://127.0.0.1:80x", "is no address of a house"),
        ("127.0.0.1:8000", "is no address of a house"),
        ("http://casino.example", "is not on this machine"),
    ],
)
def test_where_no_house_is_one_sentence_is_said(
    url: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load(monkeypatch, "--url", url) == 2
    told = capsys.readouterr().out
    assert said in told
    assert told.count("\n") == 1


def test_a_server_that_is_no_house_is_said_to_be_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with answering({"GET /api/tables/": (200, '{"detail": "no"}')}) as url:
        assert load(monkeypatch, "--url", url) == 2
    with answering({}) as other:
        assert load(monkeypatch, "--url", other) == 2
    assert capsys.readouterr().out.splitlines() == [
        f"{url} is no house: it lists no tables.",
        f"{other}/api/tables/ answered 404: is a house open there?",
    ]


def test_a_house_without_a_table_of_the_game_or_of_that_id_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with answering({"GET /api/tables/": (200, json.dumps([TABLE]))}) as url:
        assert load(monkeypatch, "--url", url, "--game", "craps") == 2
        assert load(monkeypatch, "--url", url, "--tables", "1", "9") == 2
    none, unknown = (line for line in capsys.readouterr().out.splitlines() if url in line)
    assert none.startswith(f"No table of craps is open at {url}")
    assert unknown == f"{url} has no table 9; it has 1."


def test_a_house_that_lets_nobody_sign_up_is_quoted_after_what_it_has_room_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {
        "GET /api/tables/": (200, json.dumps([TABLE])),
        "GET /sign-up/": (200, FORM),
        "POST /sign-up/": (429, '<p role="alert">Too many accounts from your address.</p>'),
    }
    with answering(pages) as url:
        assert load(monkeypatch, "--url", url, "--players", "1000") == 2
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1 table of blackjack, 5 of 7 boxes free: 5 sit, 995 watch."
    assert said[-1].endswith("does not let load-0001 in: Too many accounts from your address.")
    assert len(said) == 3


def test_players_whom_a_limit_keeps_out_are_no_five_minutes_wait() -> None:
    async def close(socket: ServerConnection) -> None:
        await socket.close(4430)

    async def come() -> None:
        async with serve(close, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with Client(Door(f"http://127.0.0.1:{port}"), 1) as client:
                await run._shown([client], 300.0)

    with pytest.raises(DoorShut, match=r"1 of 1 players were not shown .*closed .* with 4430: 1"):
        asyncio.run(come())


def test_a_house_is_found_by_its_port_or_by_the_folder_that_it_is_open_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DoorShut, match="No house is open below"):
        address(None)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "lock").write_text("process 7, http://127.0.0.1:8471/\n")
    assert address(None) == "http://127.0.0.1:8471"
    monkeypatch.setenv("PORT", "9000")
    assert address(None) == "http://127.0.0.1:9000"
    assert address("http://127.0.0.1:7") == "http://127.0.0.1:7"


def test_a_house_over_tls_is_asked_with_its_certificate_checked() -> None:
    over_tls = Door("https://casino.example", permitted=True)
    assert over_tls.socket(3) == "wss://casino.example/ws/tables/3/?deltas&beats"
    assert over_tls.tls is not None
    assert over_tls.tls.verify_mode == ssl.CERT_REQUIRED
    assert (over_tls.port, over_tls.name) == (443, "casino.example-443")


def test_those_who_find_no_box_watch_and_the_run_is_clean(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = str(open_table(house))
    words = ("--url", house.base_url, "--tables", table, "--players", "9", "--arrive", "0.5")
    assert (
        load(monkeypatch, *words, "--seconds", "600", "--think", "0.1", "0.3", "--stakes", "7") == 0
    )
    told = capsys.readouterr().out
    assert "1 table of blackjack, 7 of 7 boxes free: 7 sit, 2 watch." in told
    assert "9 of 9 players at 1 tables" in told


def test_ctrl_c_ends_a_run_with_the_figures_until_then(house: House) -> None:
    table = str(open_table(house))
    command = ("--url", house.base_url, "--tables", table, "--players", "2", "--seconds", "3000")
    with subprocess.Popen(
        [sys.executable, "-m", "tests.load.run", *command],
        env={**os.environ, **house.environment()},
        stdout=subprocess.PIPE,
        text=True,
    ) as run_:
        assert run_.stdout is not None
        said = [run_.stdout.readline(), run_.stdout.readline()]
        run_.send_signal(signal.SIGINT)
        said += run_.stdout.readlines()
    assert "Traceback" not in "".join(said)
    assert said[-1].strip() in {"Ended before anybody played.", *CLOSING}


def test_bots_say_in_one_sentence_that_no_house_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def go(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["bots", *words])
        return asyncio.run(bots.main(bots._arguments()))

    assert go() == 1
    assert go("--url", f"http://127.0.0.1:{own_port()}") == 1
    with answering({"GET /api/tables/": (200, json.dumps([TABLE]))}) as url:
        assert go("--url", url, "--game", "craps") == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3
    assert said[0].startswith("No house is open below")
    assert said[1].startswith("No house answers at")
    assert said[2] == f"No table of craps is open at {url}: it has blackjack."
