"""Several web processes at one port: a table is the same at each, and a death is no end for any."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from random import Random
from urllib.request import Request, urlopen

import psutil
import pytest
from django.core.exceptions import ImproperlyConfigured
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from casino.embedded import serve
from casino.embedded.errors import Trouble
from casino.embedded.serve import Address, rng_workers, web, web_processes
from casino.embedded.supervisor import Program
from casino.settings import SOCKETS_PER_PLAYER
from tables.sockets import admission
from tables.sockets.base_consumer import TOO_MANY
from tests.house import House
from tests.house_console import open_table
from tests.load.client import Client
from tests.load.door import Door, KeyRing
from tests.load.play import Temper, player_of
from tests.load.run import place_at

EAGER = Temper(think=(0.05, 0.3), insures=0.3)
WITHIN = 300.0
"""Seconds for what takes two, on a busy machine."""


@contextlib.contextmanager
def taken_by(house: House, name: str) -> Iterator[None]:
    """Have this web process alone take connections: the others stand still meanwhile."""
    others = [psutil.Process(house.pid(each)) for each in house.webs if each != name]
    for other in others:
        other.suspend()
    try:
        yield
    finally:
        for other in others:
            other.resume()


def test_a_table_is_the_same_at_two_processes_and_one_of_them_may_die(
    mortal_house: House,
) -> None:
    house = mortal_house
    asyncio.run(_play_at_two(house, open_table(house, betting_seconds=5, decision_seconds=3)))
    house.recover()


async def _play_at_two(house: House, table: int) -> None:
    here, there = house.webs
    door = Door(house.base_url)
    keys = KeyRing(house.var / "players.json", door)
    listed = next(each for each in await door.tables() if each["id"] == table)
    ann, bob = [
        Client(door, table, await keys.cookie(name), keep_text=True) for name in ("ann", "bob")
    ]
    async with AsyncExitStack() as stack:
        for client, name in ((ann, here), (bob, there)):
            with taken_by(house, name):
                await stack.enter_async_context(client)
                await client.ready()
        playing = [
            asyncio.create_task(
                player_of("blackjack")(client, Random(nth), EAGER, place_at(listed, nth)).play()
            )
            for nth, client in enumerate((ann, bob))
        ]
        try:
            await _rounds(ann, bob, 2)
            assert (ann.tally.reconnections, bob.tally.reconnections) == (0, 0)
            assert _told(ann, bob) == _told(bob, ann)
            assert len(_told(ann, bob)) > 10

            killed = house.kill(here)
            await _until(lambda: ann.tally.reconnections and house.pid(here) != killed)
            await _rounds(ann, bob, 2)
        finally:
            for task in playing:
                task.cancel()
            ends = await asyncio.gather(*playing, return_exceptions=True)
        assert [each for each in ends if isinstance(each, Exception)] == []
        await _until(lambda: ann.frame.seq == bob.frame.seq)  # type: ignore[union-attr]
    assert bob.tally.reconnections == 0
    for each in (ann, bob):
        assert each.tally.clean, each.tally
    last = ann.frame.seq  # type: ignore[union-attr]
    assert _view(ann, last) == _view(bob, last)
    house.manage("audit_ledger")
    assert house.manage("doctor").split() == [
        *("database:", "ok", "processes:", "ok", "generator:", "ok"),
        *("tables:", "ok", "duties:", "ok", "books:", "ok"),
    ]


async def _until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(WITHIN):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def _rounds(ann: Client, bob: Client, count: int) -> None:
    """Wait until both have seen so many rounds more begin, in which both gave commands."""
    frames = [(await each.ready(), each.tally.commands) for each in (ann, bob)]
    async with asyncio.timeout(WITHIN):
        for client, (frame, commands) in zip((ann, bob), frames, strict=True):
            while (
                client.frame.floor.round < frame.floor.round + count  # type: ignore[union-attr]
                or client.tally.commands < commands + count
            ):
                await client.changed(1)


def _told(client: Client, other: Client) -> dict[int, str]:
    """Return what a player has been told while the other watched too, by each event's number."""
    first = max(min(each.texts) for each in (client, other))
    last = min(max(each.texts) for each in (client, other))
    told = {}
    for seq, text in client.texts.items():
        events = json.loads(text)["events"]
        for number, event in enumerate(events, start=seq - len(events) + 1):
            if first < number <= last:
                told[number] = json.dumps(event)
    return told


def _view(client: Client, seq: int) -> object:
    return json.loads(client.texts[seq])["view"]


def test_a_players_sockets_are_counted_over_both_processes(mortal_house: House) -> None:
    asyncio.run(_as_many_as_allowed(mortal_house))


async def _as_many_as_allowed(house: House) -> None:
    door = Door(house.base_url)
    table = (await door.tables())[0]["id"]
    cookie = await KeyRing(house.var / "players.json", door).cookie("crowd")

    async def opened(stack: AsyncExitStack) -> ClientConnection:
        return await stack.enter_async_context(
            connect(
                door.socket(table),
                origin=Origin(house.base_url),
                additional_headers={"Cookie": cookie or ""},
                proxy=None,
                open_timeout=WITHIN,
            )
        )

    async def answered() -> str | int | None:
        """Return the first text that one socket more is sent, or the code that closes it."""
        async with AsyncExitStack() as stack:
            line = await opened(stack)
            try:
                return str(await line.recv())
            except ConnectionClosed:
                return line.close_code

    async def comes(name: str, wanted: Callable[[str | int | None], bool]) -> None:
        """Try again until the answer is the wanted one.

        A process whose question Redis does not answer in time counts its own sockets for a moment;
        whoever was turned away is not looked at again for a while.
        """
        for _ in range(30):
            with taken_by(house, name):
                if wanted(await answered()):
                    return
            await asyncio.sleep(admission.AWAY)
        raise AssertionError(f"{name} went on to answer otherwise")

    async with AsyncExitStack() as stack:
        lines = []
        for nth, name in enumerate(house.webs):
            with taken_by(house, name):
                for _ in range(SOCKETS_PER_PLAYER // 2 + nth * (SOCKETS_PER_PLAYER % 2)):
                    lines.append(await opened(stack))
                    await lines[-1].recv()
        assert len(lines) == SOCKETS_PER_PLAYER
        for name in house.webs:
            await comes(name, lambda answer: answer == TOO_MANY)
        await lines[0].close()
        await comes(house.webs[1], lambda answer: '"welcome"' in str(answer))


def test_whoever_comes_while_no_process_lives_waits_and_is_served(mortal_house: House) -> None:
    house = mortal_house
    assert house.process is not None
    supervisor = psutil.Process(house.process.pid)
    supervisor.suspend()
    try:
        for name in house.webs:
            house.kill(name)
        peer = socket.create_connection(("127.0.0.1", house.port), timeout=WITHIN)
    finally:
        supervisor.resume()
    with peer:
        peer.sendall(f"GET /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n\r\n".encode())
        assert peer.recv(4096).startswith(b"HTTP/1.1 200")


def test_a_line_of_the_log_names_its_process(mortal_house: House) -> None:
    for name in mortal_house.webs:
        asked = f"asked-of-{name}"
        with taken_by(mortal_house, name):
            address = f"{mortal_house.base_url}/sign-in/"
            urlopen(Request(address, headers={"X-Request-Id": asked}), timeout=WITHIN).close()  # noqa: S310
        lines = [
            json.loads(line) for line in mortal_house.log.read_text().splitlines() if asked in line
        ]
        assert [line["process"] for line in lines] == [name]


def test_there_is_a_process_for_each_core_up_to_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEB_PROCESSES", raising=False)
    for cores, processes in ((1, 1), (2, 2), (64, 4)):
        monkeypatch.setattr(serve, "_cores", lambda cores=cores: cores)
        assert web_processes() == processes
    monkeypatch.setenv("WEB_PROCESSES", "16")
    assert web_processes() == 16


def test_two_workers_make_chance_where_there_are_two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RNG_WORKERS", raising=False)
    for cores, workers in ((1, 1), (2, 2), (64, 2)):
        monkeypatch.setattr(serve, "_cores", lambda cores=cores: cores)
        assert rng_workers() == workers


@pytest.mark.parametrize("stands_still", ["rng.1", "rng.2"])
def test_chance_is_made_while_one_of_two_workers_stands_still(
    mortal_house: House, stands_still: str
) -> None:
    worker = psutil.Process(mortal_house.pid(stands_still))
    worker.suspend()
    try:
        open_table(mortal_house)
    finally:
        worker.resume()


@pytest.mark.parametrize("said", ["0", "17", "-1", "two", "²"])
def test_a_wrong_number_is_one_sentence(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("WEB_PROCESSES", said)
    sentence = f"WEB_PROCESSES must be a whole number from 1 to 16, not '{said}'"
    with pytest.raises(ImproperlyConfigured, match=sentence):
        web_processes()


def test_a_port_that_was_taken_as_the_house_opened_is_one_sentence() -> None:
    address = Address("127.0.0.1", 0)
    with socket.socket() as quicker:
        quicker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        quicker.bind(("127.0.0.1", address.port))
        quicker.listen()
        with pytest.raises(Trouble, match=f"Port {address.port} of 127.0.0.1 is taken"):
            address.listen()


def test_web_processes_differ_by_their_names_alone() -> None:
    line = Program("web", ("daphne", "-p", "1"), {"SABOT_PROCESS": "web", "A": "b"})
    [only] = web(line, 1, 7)
    assert (only.name, only.env["SABOT_PROCESS"], only.inherits) == ("web", "web", (7,))
    assert only.argv == ("daphne", "-p", "1", "--fd", "7")
    both = web(line, 2, 7)
    assert [(each.name, each.env["SABOT_PROCESS"]) for each in both] == [
        ("web.1", "web.1"),
        ("web.2", "web.2"),
    ]
    assert {each.argv for each in both} == {only.argv}
