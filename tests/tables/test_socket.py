"""The table's WebSocket, through the whole ASGI application and the real Redis layer."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings, settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import signed_cookies
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connections, transaction
from django.test import Client
from django.utils import timezone

from casino.asgi import application
from casino.players.models import Player, Visit
from casino.players.services import refill, wallet_of
from tables.games.blackjack import messages as bj
from tables.games.core.money import Party
from tables.models import Table
from tables.realtime import connections as lines
from tables.realtime import deltas, hub, publish
from tables.rows import receipts, table_rows
from tables.seating import snapshots
from tables.sockets import admission, base_consumer, consumer, dispatch, sessions
from tables.wire import codec
from tests.floor import House, open_house
from tests.load.client import BEAT, Frames

pytestmark = pytest.mark.asyncio

ORIGIN = b"http://localhost"
WITHIN = 300.0
"""Seconds until what is waited for must have come, on a busy machine."""


def sign_in(house: House, name: str) -> str:
    """Return the key of a session that this player opened."""
    player = house.player(name)
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    assert session.session_key
    return session.session_key


class Browser:
    """One socket, as a browser would use it."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket
        self.seq = -1
        self.came: list[dict[str, Any]] = []
        """Every message as it came."""
        self._frames = Frames()

    async def next(self, seconds: float = WITHIN) -> dict[str, Any]:
        """Return the next message, a frame whole."""
        self.came.append(json.loads(await self.socket.receive_from(timeout=seconds)))
        return self._frames.whole(self.came[-1])

    async def hear(self, kind: str, cause: str | None = None) -> dict[str, Any]:
        """Return the next message of a type (and cause), checking that frames never go back."""
        deadline = time.monotonic() + WITHIN
        while time.monotonic() < deadline:
            message = await self.next()
            if message["type"] == "frame":
                assert message["seq"] >= self.seq
                self.seq = message["seq"]
            if message["type"] == kind and (cause is None or message["cause"] == cause):
                return message
        raise AssertionError(f"no {kind}")

    async def say(self, command: Any, command_id: str | None = None) -> str:
        command_id = command_id or str(uuid4())
        await self.socket.send_to(json.dumps({"id": command_id, "command": command}))
        return command_id

    async def done(self, command: Any) -> dict[str, Any]:
        """Give a command and return the frame that shows it."""
        return await self.hear("frame", await self.say(command))

    async def refused(self, command: Any) -> str:
        receipt = await self.hear("receipt", await self.say(command))
        code: str = receipt["refused"]["code"]
        return code

    async def closed(self) -> int:
        """Return the code with which the server closes."""
        while True:
            message = await self.socket.receive_output(timeout=WITHIN)
            if message["type"] == "websocket.close":
                code: int = message["code"]
                return code


@pytest_asyncio.fixture
async def hub_of_this_test() -> AsyncIterator[None]:
    yield
    for each in consumer._hubs.values():
        await each.stop()
    consumer._hubs.clear()
    for door in base_consumer._admissions.values():
        await door.stop()
    base_consumer._admissions.clear()
    await sync_to_async(connections.close_all)()


@pytest.fixture
def browse(house: House, hub_of_this_test: None) -> Callable[..., Any]:
    @asynccontextmanager
    async def opened(
        name: str | None,
        *,
        origin: bytes = ORIGIN,
        table: int | None = None,
        key: str | None = None,
        asks: str = "?deltas",
        address: str = "127.0.0.1",
    ) -> AsyncIterator[Browser]:
        headers = [(b"origin", origin), (b"host", b"localhost")]
        if name:
            key = key or await sync_to_async(sign_in)(house, name)
            headers.append((b"cookie", f"sessionid={key}".encode()))
        socket = WebsocketCommunicator(
            application, f"/ws/tables/{table or house.table_id}/{asks}", headers=headers
        )
        socket.scope["client"] = (address, 40_000)
        connected, code = await socket.connect(timeout=WITHIN)
        if not connected:
            raise ConnectionRefusedError(code)
        try:
            yield Browser(socket)
        finally:
            await socket.disconnect()

    return opened


async def test_a_visitor_is_greeted_and_sees_the_table(browse: Any, house: House) -> None:
    async with browse(None) as visitor:
        welcome = await visitor.hear("welcome")
        assert (welcome["you"], welcome["balance"]) == (None, None)
        frame = await visitor.hear("frame")
        assert frame["events"] == []
        assert frame["floor"]["accepting"] is True
        assert len(frame["floor"]["shoe"]["commitment"]) == 64
        assert await visitor.refused({"kind": "table.sit", "box": 1}) == "not_signed_in"


async def test_a_stake_reaches_both_tabs_and_the_wallet_only_its_owner(
    browse: Any, house: House
) -> None:
    async with browse("ann") as ann, browse("bob") as bob:
        me = (await ann.hear("welcome"))["you"]
        await ann.done({"kind": "table.sit", "box": 3})
        cause = await ann.say(
            {"kind": "blackjack.stake", "bets": [{"box": 3, "main": 1000, "queen_of_hearts": 0}]}
        )
        mine, his = await ann.hear("frame", cause), await bob.hear("frame", cause)
        assert mine == his
        assert his["view"]["boxes"][0]["party"] == me
        assert (await ann.hear("wallet"))["balance"] == 999_00 - 900
        await bob.socket.send_to(json.dumps({"ping": 7}))
        while True:
            message = await bob.next()
            assert message["type"] != "wallet", "bob must not learn ann's balance"
            if message["type"] == "pong":
                break


async def test_a_changed_password_closes_every_socket_and_an_ended_sign_in_its_own(
    browse: Any, house: House
) -> None:
    def signed_in() -> Client:
        client = Client()
        client.force_login(house.player("ann"))
        return client

    def key(client: Client) -> str:
        return str(client.session.session_key)

    here, there, third = [await sync_to_async(signed_in)() for _ in range(3)]
    keys = [await sync_to_async(key)(each) for each in (here, there, third)]
    async with (
        browse("ann", key=keys[0]) as one,
        browse("ann", key=keys[1]) as other,
        browse("ann", key=keys[2]) as ended,
        browse("bob") as bob,
    ):
        for each in (one, other, ended, bob):
            await each.hear("frame")
        visit = await Visit.objects.aget(session_id=keys[2])
        await sync_to_async(here.post)("/account/access/end/", {"visit": visit.pk})
        assert await ended.closed() == hub.SIGNED_OUT
        assert await other.socket.receive_nothing(0.2), "the others stay"
        secret = {"current": "pass", "new": "seven boxes on the felt"}
        answer = await sync_to_async(here.post)(
            "/account/access/", {**secret, "again": secret["new"]}
        )
        assert answer.status_code == 302
        for each in (one, other):
            assert await each.closed() == hub.SIGNED_OUT
        await bob.socket.send_to(json.dumps({"ping": 7}))
        assert json.loads(await bob.socket.receive_from(timeout=WITHIN))["type"] == "pong"


async def test_a_break_closes_every_socket_of_the_player_and_nobody_elses(
    browse: Any, house: House
) -> None:
    def signed_in() -> Client:
        client = Client()
        client.force_login(house.player("ann"))
        return client

    def key(client: Client) -> str:
        return str(client.session.session_key)

    here, there = [await sync_to_async(signed_in)() for _ in range(2)]
    keys = [await sync_to_async(key)(each) for each in (here, there)]
    async with (
        browse("ann", key=keys[0]) as one,
        browse("ann", key=keys[0]) as tab,
        browse("ann", key=keys[1]) as other,
        browse("bob") as bob,
    ):
        for each in (one, tab, other, bob):
            await each.hear("frame")
        asked = {"span": "day", "password": "pass"}
        answer = await sync_to_async(here.post)("/account/limits/pause/", asked)
        assert answer.status_code == 200
        for each in (one, tab, other):
            assert await each.closed() == hub.SIGNED_OUT
        await bob.socket.send_to(json.dumps({"ping": 7}))
        assert json.loads(await bob.socket.receive_from(timeout=WITHIN))["type"] == "pong"
    async with browse("ann", key=keys[0]) as again:
        assert (await again.hear("welcome"))["you"] is None, "she may watch, as a stranger"


async def test_chips_given_by_the_house_reach_every_socket_of_the_player(
    browse: Any, house: House
) -> None:
    await sync_to_async(house.empty)("ann")
    async with browse("ann") as one, browse("ann") as other, browse("bob") as bob:
        for each in (one, other, bob):
            await each.hear("frame")
        wallet = await sync_to_async(wallet_of)(house.player("ann").pk)
        given = await sync_to_async(refill)(wallet, "203.0.113.7")
        for each in (one, other):
            told = await each.hear("wallet")
            assert (told["balance"], told["seq"]) == (given.balance, 0)
        await bob.socket.send_to(json.dumps({"ping": 7}))
        assert json.loads(await bob.socket.receive_from(timeout=WITHIN))["type"] == "pong"


async def test_deltas_are_sent_to_whoever_asks_for_them_alone(browse: Any, house: House) -> None:
    """A page that was loaded before there were any, or a program, is shown every frame whole."""
    async with browse("ann") as ann, browse("bob", asks="") as bob:
        for browser in (ann, bob):
            await browser.hear("frame")
        for box in (1, 2, 3):
            await ann.done({"kind": "table.sit", "box": box})
        shown: dict[str, list[dict[str, Any]]] = {}
        for name, browser in (("ann", ann), ("bob", bob)):
            await browser.socket.send_to('{"ping": 1}')
            shown[name] = browser.came
            while (await browser.next())["type"] != "pong":
                pass
        kinds = {name: [each["type"] for each in came] for name, came in shown.items()}
        assert kinds["ann"].count("delta") >= 2
        assert (kinds["bob"].count("delta"), kinds["bob"].count("frame")) == (0, 4)
        seats = [each["floor"]["seats"] for each in shown["bob"] if each["type"] == "frame"]
        assert len(seats[-1]) == 3


async def test_the_same_id_twice_happens_once(browse: Any, house: House) -> None:
    async with browse("ann") as ann:
        await ann.done({"kind": "table.sit", "box": 3})
        stake = {
            "kind": "blackjack.stake",
            "bets": [{"box": 3, "main": 1000, "queen_of_hearts": 0}],
        }
        cause = await ann.say(stake)
        frame = await ann.hear("frame", cause)
        await ann.say(stake, cause)
        receipt = await ann.hear("receipt", cause)
        assert (receipt["seq"], receipt["refused"]) == (frame["seq"], None)


async def test_after_a_reconnect_the_first_frame_is_the_whole_table(
    browse: Any, house: House
) -> None:
    async with browse("ann") as ann:
        await ann.done({"kind": "table.sit", "box": 3})
        last = await ann.done(
            {"kind": "blackjack.stake", "bets": [{"box": 3, "main": 1000, "queen_of_hearts": 0}]}
        )
    async with browse("ann") as again:
        frame = await again.hear("frame")
        assert frame["seq"] >= last["seq"]
        assert frame["view"] == last["view"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "malformed"),
        ("[]", "malformed"),
        ("1", "malformed"),
        ('{"id": "x", "command": {"kind": "blackjack.ready"}}', "malformed"),
        ('{"id": "%ID%", "command": {"kind": "blackjack.cheat"}}', "unknown_command"),
        ('{"id": "%ID%", "command": {"kind": "blackjack.hit", "box": "1"}}', "malformed"),
        ('{"id": "%ID%", "command": {"kind": "blackjack.hit", "box": 1, "x": 1}}', "malformed"),
        ('{"id": "%ID%", "command": {"kind": "blackjack.hit", "box": 1.0}}', "malformed"),
        ('{"id": "%ID%", "command": {"box": 1}}', "malformed"),
        (
            '{"id": "%ID%", "command": {"kind": "blackjack.stake", "bets":'
            ' [{"box": 1, "main": 99999999999999999999, "queen_of_hearts": 0}]}}',
            "malformed",
        ),
        ('{"id": "%ID%", "command": {"kind": "table.sit", "box": -99999999999999}}', "malformed"),
        ('{"id": "%ID%", "command": {"kind": "table.sit", "box": 1e400}}', "malformed"),
        ('{"id": "%ID%", "command": {"kind": "table.sit", "box": NaN}}', "malformed"),
        ('{"id": "%ID%", "command": {"kind": "x", "box": -Infinity}}', "malformed"),
        ('{"id": "%ID%", "command": ' + "[" * 16_000, "malformed"),
        ('{"id": "%ID%", "command": ' + '{"a":' * 3_000, "malformed"),
        ('{"id": "%ID%", "command": {"kind": "table.sit", "box": ' + "9" * 16_000, "malformed"),
    ],
)
async def test_a_message_of_another_form_is_refused_and_changes_nothing(
    browse: Any, house: House, text: str, code: str
) -> None:
    async with browse("ann") as ann:
        before = (await ann.hear("frame"))["seq"]
        command_id = str(uuid4())
        await ann.socket.send_to(text.replace("%ID%", command_id))
        receipt = await ann.hear("receipt")
        assert receipt["refused"]["code"] == code
        assert receipt["cause"] == (command_id if "%ID%" in text else "")
        assert await sync_to_async(lambda: house.table.seq)() == before


async def test_a_number_of_thirteen_digits_is_read(browse: Any) -> None:
    async with browse("ann") as ann:
        await ann.socket.send_to('{"ping": 1795186404538}')
        assert (await ann.hear("pong"))["ping"] == 1795186404538


@pytest.mark.parametrize("digits", ["5" * 64, "ab" + "0" * 14 + "c" * 48])
async def test_digits_in_a_text_are_no_number(browse: Any, house: House, digits: str) -> None:
    """A hash in hexadecimal may well hold fourteen decimal digits in a row."""
    async with browse("ann") as ann:
        await ann.done({"kind": "table.sit", "box": 1})
        seal = {"kind": "table.seal", "box": 1, "shoe": "none", "hash": digits}
        assert await ann.refused(seal) == "no_shuffle"


async def test_a_huge_message_closes_the_socket(browse: Any) -> None:
    async with browse("ann") as ann:
        await ann.socket.send_to("x" * (codec.MAX_FRAME_BYTES + 1))
        assert await ann.closed() == base_consumer.TOO_BIG


async def test_a_messages_size_is_counted_in_bytes(browse: Any) -> None:
    fits = json.dumps({"ping": 1}).ljust(codec.MAX_FRAME_BYTES)
    async with browse("ann") as ann:
        await ann.socket.send_to(fits)
        await ann.hear("pong")
        await ann.socket.send_to("é" * (codec.MAX_FRAME_BYTES // 2 + 1))
        assert await ann.closed() == base_consumer.TOO_BIG


async def test_a_lost_frames_command_is_answered_by_its_receipt(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit stands, the message to Redis does not get there: the sender learns it at once."""
    monkeypatch.setattr(publish, "_send", lambda *_: None)
    async with browse("ann") as ann:
        before = (await ann.hear("frame"))["seq"]
        cause = await ann.say({"kind": "table.sit", "box": 1})
        receipt = await ann.hear("receipt", cause)
        assert (receipt["seq"], receipt["refused"]) == (before + 1, None)


async def test_a_frame_that_came_is_answer_enough(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer, "ANSWER_SECONDS", 0.5)
    async with browse("ann") as ann:
        for box in range(1, 8):
            began = time.monotonic()
            cause = await ann.say({"kind": "table.sit", "box": box})
            await ann.hear("frame", cause)
            # On a busy machine it may come later than the receipt: then once more.
            if time.monotonic() - began < 0.5:
                break
        else:
            raise AssertionError("no frame came in time")
        await asyncio.sleep(0.8)
        await ann.socket.send_to('{"ping": 1}')
        while (message := await ann.next())["type"] != "pong":
            assert message["type"] != "receipt" or message["cause"] != cause


async def test_bytes_close_the_socket(browse: Any) -> None:
    async with browse("ann") as ann:
        await ann.socket.send_to(bytes_data=b"\x00")
        assert await ann.closed() == base_consumer.BAD_MESSAGE


async def test_a_flood_is_slowed_then_ended(browse: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # However slow the machine, nobody gets a message more than the first ones.
    monkeypatch.setattr(admission, "RATE_PER_SECOND", 0.001)
    async with browse("ann") as ann:
        await ann.hear("frame")
        for _ in range(int(admission.BURST) + 10):
            await ann.socket.send_to(json.dumps({"ping": 1}))
        assert (await ann.hear("receipt"))["refused"]["code"] == "too_fast"
        for _ in range(base_consumer.PATIENCE * 2):
            await ann.socket.send_to(json.dumps({"ping": 1}))
        assert await ann.closed() == base_consumer.FLOOD


async def test_a_foreign_origin_is_turned_away(browse: Any) -> None:
    with pytest.raises(ConnectionRefusedError):
        async with browse("ann", origin=b"https://evil.example"):
            pass


async def test_a_table_that_does_not_exist_closes_the_socket(browse: Any) -> None:
    async with browse(None, table=999_999) as visitor:
        assert await visitor.closed() == consumer.NO_SUCH_TABLE


async def test_signing_out_closes_the_sockets_of_the_session(browse: Any, house: House) -> None:
    async with browse("ann") as ann:
        await ann.hear("frame")
        key = await sync_to_async(
            lambda: SessionStore.get_model_class().objects.values_list("pk", flat=True).last()
        )()
        publish.signed_out(key)
        assert await ann.closed() == hub.SIGNED_OUT


async def test_a_session_outlives_a_change_of_the_houses_secret(
    browse: Any, house: House, settings: LazySettings
) -> None:
    before = settings.SECRET_KEY
    key = await sync_to_async(sign_in)(house, "ann")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [before]
    visitor = await sync_to_async(consumer.recognise)(key)
    assert visitor is not None
    assert visitor.session == key
    # Only a page can hand out the key's successor.
    assert await SessionStore(key).aexists(key)
    # The socket has signed it anew.
    settings.SECRET_KEY_FALLBACKS = []
    assert await sync_to_async(consumer.recognise)(key) == visitor
    settings.SECRET_KEY = "a third"
    assert await sync_to_async(consumer.recognise)(key) is None
    assert await SessionStore(key).aexists(key)


async def test_sessions_are_where_the_setting_says(
    browse: Any, house: House, settings: LazySettings
) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
    stored = SessionStore(await sync_to_async(sign_in)(house, "ann"))
    elsewhere = signed_cookies.SessionStore()
    elsewhere.update(await stored.aload())
    elsewhere.save()
    assert elsewhere.session_key
    visitor = await sync_to_async(consumer.recognise)(elsewhere.session_key)
    assert visitor is not None
    assert visitor.player_id == (await sync_to_async(house.player)("ann")).pk


async def test_an_expired_session_closes_the_socket_at_the_next_command(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer, "SESSION_SECONDS", 0.0)
    async with browse("ann") as ann:
        await ann.hear("frame")
        await sync_to_async(SessionStore.get_model_class().objects.all().delete)()
        await ann.say({"kind": "table.sit", "box": 1})
        assert await ann.closed() == hub.SIGNED_OUT
        assert await sync_to_async(lambda: house.frame()["floor"]["seats"])() == []


def _ends(player: Player, key: str) -> None:
    SessionStore.get_model_class().objects.filter(pk=key).delete()


def _expires(player: Player, key: str) -> None:
    past = timezone.now() - timedelta(seconds=1)
    SessionStore.get_model_class().objects.filter(pk=key).update(expire_date=past)


def _is_locked(player: Player, key: str) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _has_another_password(player: Player, key: str) -> None:
    player.set_password("seven boxes on the felt")
    player.save()


@pytest.mark.parametrize("what", [_ends, _expires, _is_locked, _has_another_password])
async def test_a_session_that_no_message_ended_gives_no_command_after_the_hubs_look(
    browse: Any, house: House, what: Callable[[Player, str], None]
) -> None:
    key = await sync_to_async(sign_in)(house, "ann")
    ann_herself = await sync_to_async(house.player)("ann")
    async with browse("ann", key=key) as ann, browse("bob") as bob:
        await ann.hear("frame")
        await bob.hear("frame")
        await sync_to_async(what)(ann_herself, key)
        await consumer.hub().heal()
        await ann.say({"kind": "table.sit", "box": 1})
        assert await ann.closed() == hub.SIGNED_OUT
        frame = await bob.done({"kind": "table.sit", "box": 2})
        assert [seat["box"] for seat in frame["floor"]["seats"]] == [2]


async def test_no_command_looks_its_session_up_while_the_hub_does(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "HEAL_SECONDS", 3600.0)
    async with browse("ann") as ann:
        await ann.hear("frame")
        monkeypatch.setattr(consumer, "recognise", None)
        (session,) = sessions.sessions._open
        long_ago = time.monotonic() - consumer.SESSION_SECONDS - 1
        session.note_check(long_ago, found=True)
        await consumer.hub().heal()
        await ann.done({"kind": "table.sit", "box": 1})
        session.note_check(long_ago, found=True)
        assert await ann.refused({"kind": "table.leave", "box": 1}) == "internal"


async def test_a_command_that_the_database_committed_as_it_went_away_is_answered_as_done(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def obey_and_break(**given: Any) -> None:
        dispatch.obey(**given)
        raise OperationalError("server closed the connection unexpectedly")

    def away_at_first(*whose: Any) -> Any:
        monkeypatch.setattr(receipts, "settled", settled)
        raise OperationalError("the database system is in recovery mode")

    settled = receipts.settled
    monkeypatch.setattr(consumer, "dispatch", SimpleNamespace(obey=obey_and_break))
    monkeypatch.setattr(receipts, "settled", away_at_first)
    async with browse("ann") as ann:
        before = await ann.hear("frame")
        cause = await ann.say({"kind": "table.sit", "box": 1})
        receipt = await ann.hear("receipt", cause)
    assert (receipt["refused"], receipt["seq"]) == (None, before["seq"] + 1)


async def test_a_command_under_which_the_database_went_away_before_has_come_to_nothing(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(**given: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(consumer, "dispatch", SimpleNamespace(obey=breaks))
    async with browse("ann") as ann:
        await ann.hear("frame")
        assert await ann.refused({"kind": "table.sit", "box": 1}) == "internal"


async def test_nobody_is_told_what_became_of_his_command_while_nobody_knows(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*given: Any, **named: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(consumer, "dispatch", SimpleNamespace(obey=breaks))
    monkeypatch.setattr(receipts, "settled", breaks)
    monkeypatch.setattr(consumer, "SETTLES", 0.0)
    async with browse("ann") as ann:
        await ann.hear("frame")
        await ann.say({"kind": "table.sit", "box": 1})
        assert await ann.closed() == consumer.TRY_AGAIN_LATER


async def test_a_slow_transaction_at_one_table_does_not_delay_frames(
    browse: Any, house: House
) -> None:
    """The lock of a table holds up its own commands, and no other frame of the process."""
    locked, release = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold_the_lock() -> None:
        with transaction.atomic():
            table_rows.lock(house.table_id)
            loop.call_soon_threadsafe(locked.set)
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result(WITHIN)
        connections.close_all()

    async with browse("ann") as ann, browse("bob") as bob:
        await ann.hear("frame")
        await bob.hear("frame")
        holding = asyncio.create_task(asyncio.to_thread(hold_the_lock))
        await locked.wait()
        cause = await ann.say({"kind": "table.sit", "box": 1})
        await bob.socket.send_to(json.dumps({"ping": 1}))
        await bob.hear("pong")
        release.set()
        await holding
        await ann.hear("frame", cause)


async def test_a_lost_message_heals_from_the_database(browse: Any, house: House) -> None:
    async with browse(None) as visitor:
        first = await visitor.hear("frame")
        # As if the message of the last change had been lost between Redis and this process.
        await sync_to_async(Table.objects.filter(pk=house.table_id).update)(seq=first["seq"] + 1)
        await consumer.hub().heal()
        assert (await visitor.hear("frame"))["seq"] == first["seq"] + 1


async def test_a_browser_that_does_not_read_is_dropped_and_others_are_served() -> None:
    gate = asyncio.Event()
    said: list[dict[str, Any]] = []

    async def stuck(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await gate.wait()
        said.append(message)

    line = lines.Line(stuck, None, None)
    line.join(0, lines.Prepared("{}"))
    for _ in range(lines.BUFFER_FRAMES + 2):
        line.push(lines.Prepared("{}"))
    await asyncio.sleep(0)
    assert line.closing
    gate.set()
    await settled()
    assert said[-1] == {"type": "websocket.close", "code": lines.SLOW}


async def test_frames_that_arrive_before_the_snapshot_wait_for_it() -> None:
    said: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        said.append(message["text"])

    line = lines.Line(send, None, None)
    line.push(lines.Prepared("in the snapshot"), 7)
    line.push(lines.Prepared("early"), 8)
    line.join(7, lines.Prepared("welcome"), lines.Prepared("snapshot"))
    line.push(lines.Prepared("late"), 9)
    await settled()
    assert said == ["welcome", "snapshot", "early", "late"]


def frame_of(seq: int, event: str = "") -> dict[str, Any]:
    text, events = text_of(seq, event)
    known = deltas.Deltas()
    known.note(1, seq - 1, *text_of(seq - 1))
    return {
        "type": "frame",
        "table": 1,
        "seq": seq,
        "follows": seq - 1,
        "text": text,
        "delta": known.delta_and_remember(1, seq, seq - 1, text, events),
        "events": events,
        "waits": False,
        "clock": [0, 0],
        "own": {},
    }


def text_of(seq: int, event: str = "") -> tuple[str, list[int]]:
    """Return a frame, and where its events are."""
    head = f'{{"type":"frame","seq":{seq},"events":['
    tail = f'],"view":{json.dumps(shown_at(seq))},"floor":{{"status":"open"}}}}'
    return head + event + tail, [len(head), len(head + event)]


def shown_at(seq: int) -> dict[str, Any]:
    """A view that changes in one part from frame to frame, and in another with every third."""
    return {"limits": {"least": 5}, "boxes": [{"chips": seq}, {"chips": seq // 3}]}


def stake_of(seq: int, party: str) -> dict[str, Any]:
    """A frame of one event that all but its party may wait for."""
    own = {party: [f"wallet {seq}"]}
    return frame_of(seq, f'"e{seq}"') | {"waits": True, "own": own}


async def settled() -> None:
    """Let what is ready go on, until it waits for something."""
    for _ in range(10):
        await asyncio.sleep(0)


class StoppedClock:
    """The running event loop's clock, which goes on when it is told to."""

    def __init__(self) -> None:
        self._at = asyncio.get_running_loop().time()

    def __enter__(self) -> "StoppedClock":
        asyncio.get_running_loop().time = lambda: self._at  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        del asyncio.get_running_loop().time

    async def goes(self, seconds: float) -> None:
        """Let so many seconds pass at once."""
        self._at += seconds
        await settled()


class Heard(list[str]):
    """What a socket was sent: frames by their number and events, each checked to be whole."""

    def __init__(self) -> None:
        self._frames = Frames()

    async def send(self, message: dict[str, Any]) -> None:
        text = message["text"]
        if text.startswith("{") and text != BEAT:
            frame = self._frames.whole(json.loads(text))
            assert (frame["view"], frame["floor"]) == (shown_at(frame["seq"]), {"status": "open"})
            events = json.dumps(frame["events"], separators=(",", ":"))
            text = f'{{"seq":{frame["seq"]},"events":{events}}}'
            text = text if frame["events"] else str(frame["seq"])
        self.append(text)


async def test_frames_are_shown_in_their_order_however_they_arrive(house: House) -> None:
    """Two processes commit in order, but may publish the other way round.

    With a house, because a thread that has rested looks at the connection that it has.
    """
    said = Heard()

    def nothing(*_: Any) -> Any:
        raise AssertionError

    def anew(table_id: int, parties: Any) -> snapshots.Snapshot:
        return snapshots.Snapshot(9, "9 anew", {}, frozenset(), "blackjack")

    one = hub.Hub(anew, nothing, nothing)
    line = lines.Line(said.send, Party("7"), None, deltas=True)
    line.join(3)
    watched = one._tables[1] = hub.Watched({line}, seq=3)
    with StoppedClock() as clock:
        for seq in (5, 6, 4):
            one._deliver(frame_of(seq))
        await settled()
        assert said == ["4", "5", "6"]
        one._deliver(frame_of(9))
        await clock.goes(hub.HOLD_SECONDS / 2)
        assert said == ["4", "5", "6"], "8 may still come"
        await clock.goes(hub.HOLD_SECONDS)
    async with asyncio.timeout(WITHIN):
        while said[3:] != ["9 anew"]:
            await settled()
    assert not watched.held, "but not for ever: the table is shown anew"
    watched.awaited.add("mine")
    one._deliver(frame_of(8) | {"cause": "mine", "own": {"7": ["wallet 8"]}})
    one._deliver(frame_of(10))
    await settled()
    assert said[4:] == ["wallet 8", "10"], "and never as it was before"
    assert watched.awaited == {"mine"}, "who awaits the late frame is sent his receipt"


async def test_nothing_is_held_for_a_table_that_everybody_left() -> None:
    def nothing(*_: Any) -> Any:
        raise AssertionError

    one = hub.Hub(nothing, nothing, nothing)
    line = lines.Line(Heard().send, Party("7"), None, deltas=True)
    watched = one._tables[1] = hub.Watched({line}, seq=3)
    one._deliver(frame_of(9))
    assert len(watched.held) == 1
    one.leave(1, line)
    assert not watched.held, "else it would ask for a snapshot for ever"


class Ears:
    """What three sockets at one table of a hub hear: ann's, bob's and a visitor's."""

    def __init__(self) -> None:
        def nothing(*_: Any) -> Any:
            raise AssertionError

        self.hub = hub.Hub(nothing, nothing, nothing)
        self.heard = {name: Heard() for name in ("ann", "bob", "")}
        self.lines = {name: self._line(name) for name in self.heard}
        for line in self.lines.values():
            line.join(3)
        self.hub._tables[1] = hub.Watched(set(self.lines.values()), seq=3)

    def _line(self, name: str) -> lines.Line:
        heard = self.heard.setdefault(name, Heard())
        return lines.Line(heard.send, Party(name) if name else None, None, deltas=True)

    async def tell(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            self.hub._deliver(message)
        await settled()

    def since(self, name: str) -> list[str]:
        """Return what a socket has heard since it was last asked."""
        heard, self.heard[name][:] = list(self.heard[name]), []
        return heard


async def test_stakes_that_come_fast_reach_their_party_at_once_and_the_others_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub, "SENDS_PER_SECOND", 3 / 0.15)  # three sockets: 0.15 s of rest
    ears = Ears()
    with StoppedClock() as clock:
        await _come_fast(ears, clock)


async def _come_fast(ears: Ears, clock: StoppedClock) -> None:
    await ears.tell(stake_of(4, "ann"))
    first = '{"seq":4,"events":["e4"]}'
    assert (ears.since("ann"), ears.since("bob")) == ([first, "wallet 4"], [first])
    assert ears.since("") == [first], "after a rest nobody waits"
    await ears.tell(stake_of(5, "ann"), stake_of(6, "bob"), stake_of(7, "ann"))
    assert ears.since("") == []
    assert ears.since("bob") == ['{"seq":6,"events":["e5","e6"]}', "wallet 6"]
    assert ears.since("ann") == [
        '{"seq":5,"events":["e5"]}',
        "wallet 5",
        '{"seq":7,"events":["e6","e7"]}',
        "wallet 7",
    ]
    await clock.goes(0.2)
    assert ears.since("") == ['{"seq":7,"events":["e5","e6","e7"]}']
    assert (ears.since("bob"), ears.since("ann")) == (['{"seq":7,"events":["e7"]}'], [])


async def test_a_frame_that_cannot_wait_comes_at_once_after_those_that_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub, "SENDS_PER_SECOND", 0.01)
    monkeypatch.setattr(hub, "LONGEST_WAIT", 3600.0)
    ears = Ears()
    await ears.tell(stake_of(4, "ann"), stake_of(5, "ann"), stake_of(6, "bob"))
    assert ears.since("") == ['{"seq":4,"events":["e4"]}']
    await ears.tell(frame_of(7), frame_of(8))
    assert ears.since("") == ['{"seq":6,"events":["e5","e6"]}', "7", "8"]
    assert ears.since("ann")[-3:] == ['{"seq":6,"events":["e6"]}', "7", "8"]
    # A frame that two processes published the other way round waits for its turn as before.
    await ears.tell(stake_of(10, "bob"), stake_of(9, "ann"), frame_of(11))
    assert ears.since("") == ['{"seq":10,"events":["e9","e10"]}', "11"]


async def test_a_socket_that_joins_meanwhile_hears_nothing_that_its_snapshot_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub, "SENDS_PER_SECOND", 4 / 0.1)
    ears = Ears()
    with StoppedClock() as clock:
        await ears.tell(stake_of(4, "ann"), stake_of(5, "ann"))
        late = ears._line("cat")
        ears.hub._tables[1].lines.add(late)
        await ears.tell(stake_of(6, "ann"), stake_of(7, "ann"))
        late.join(6, lines.Prepared("snapshot of 6"))
        await clock.goes(0.15)
    assert ears.since("cat") == ["snapshot of 6", '{"seq":7,"events":["e7"]}']
    assert ears.since("")[-1] == '{"seq":7,"events":["e5","e6","e7"]}'


async def test_stakes_at_a_real_table_reach_everybody_and_no_card_waits(
    browse: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a rest of a minute the dealing itself must bring every stake that waited."""
    monkeypatch.setattr(hub, "SENDS_PER_SECOND", 0.01)
    monkeypatch.setattr(hub, "LONGEST_WAIT", 3600.0)
    await sync_to_async(house.deal)("Th 9s 9d 8c")
    async with browse("ann") as ann, browse("bob") as bob:
        # Whoever waits for his snapshot is sent all that comes one by one.
        await bob.hear("frame")
        await ann.done({"kind": "table.sit", "box": 3})
        for main in (500, 600, 700):
            bets = [{"box": 3, "main": main, "queen_of_hearts": 0}]
            await ann.done({"kind": "blackjack.stake", "bets": bets})
        await ann.say({"kind": "blackjack.ready"})
        heard = []
        while not any(kind == "blackjack.card_dealt" for each in heard for kind in each):
            frame = await bob.hear("frame")
            heard.append([event["kind"] for event in frame["events"]])
        assert heard[-2] == ["blackjack.staked", "blackjack.staked"], heard


async def test_a_socket_that_asked_for_beats_is_sent_one_when_it_was_quiet_for_a_second(
    browse: Any,
) -> None:
    ears = Ears()
    for name in ("ann", "bob"):
        ears.lines[name].beats = True
    joining = ears._line("cat")
    joining.beats = True

    async def looked(*sent: dict[str, Any]) -> dict[str, list[str]]:
        await ears.tell(*sent)
        ears.hub.beat([*ears.lines.values(), joining])
        await settled()
        return {name: ears.since(name) for name in (*ears.lines, "cat")}

    nobody: dict[str, list[str]] = {"ann": [], "bob": [], "": [], "cat": []}
    assert await looked() == nobody
    purse = {"type": "purse", "party": "ann", "text": "purse"}
    assert await looked(purse) == nobody | {"ann": ["purse"], "bob": [BEAT]}
    assert await looked() == nobody | {"ann": [BEAT]}, "half a second after the beat bob waits"
    assert await looked() == nobody | {"bob": [BEAT]}

    async with browse(None, asks="?deltas&beats") as asked, browse(None) as other:
        heard = [(await asked.next())["type"] for _ in range(4)]
        assert heard == ["welcome", "frame", "beat", "beat"]
        await other.socket.send_to(json.dumps({"ping": 1}))
        heard = [(await other.next())["type"] for _ in range(3)]
        assert heard == ["welcome", "frame", "pong"], "whoever did not ask hears none"


async def test_what_belongs_to_no_number_is_shown_at_once_and_moves_none() -> None:
    said = Heard()

    def nothing(*_: Any) -> Any:
        raise AssertionError

    one = hub.Hub(nothing, nothing, nothing)
    line = lines.Line(said.send, None, None, deltas=True)
    line.join(3)
    one._tables[1] = hub.Watched({line}, seq=3)
    one._deliver({"type": "aside", "table": 1, "text": "pots"})
    one._deliver({"type": "aside", "table": 2, "text": "elsewhere"})
    one._deliver(frame_of(4))
    await settled()
    assert said == ["pots", "4"]


async def test_whoever_comes_to_a_practice_table_has_practice_chips(
    house: House, browse: Callable[..., Any]
) -> None:
    school = await sync_to_async(open_house)("École", practice=True)
    async with browse("ann", table=school.table_id) as ann:
        welcome = await ann.hear("welcome")
        assert (welcome["currency"], welcome["balance"]) == ("PRACTICE", 1_000_00)
        await ann.done({"kind": "table.sit", "box": 1})
        await ann.say({"kind": "blackjack.stake", "bets": [{"box": 1, "main": 1000}]})
        shown = await ann.hear("wallet")
        assert (shown["of"], shown["balance"]) == ("practice", 990_00)
    async with browse("ann") as ann:
        welcome = await ann.hear("welcome")
        assert (welcome["currency"], welcome["balance"]) == ("PLAY", 1_000_00)


async def test_a_balance_told_while_a_socket_joins_comes_after_its_welcome() -> None:
    ears = Ears()
    late = ears._line("cat")
    ears.hub._tables[1].lines.add(late)
    await ears.tell({"type": "purse", "party": "cat", "text": "purse"})
    late.join(3, lines.Prepared("welcome"))
    await settled()
    assert ears.since("cat") == ["welcome", "purse"]
    assert ears.since("ann") == []


async def test_every_command_of_the_protocol_decodes(browse: Any) -> None:
    """What the page sends is what the decoder takes: no field is missing or spare."""
    for command in (bj.Ready(), bj.Hit(1), bj.Split(1, "ha"), bj.Insure(1), bj.Decline(1)):  # type: ignore[arg-type]
        fields = {name: getattr(command, name) for name in command.__slots__}
        sent = codec.decode(json.dumps({"id": str(uuid4()), "command": fields}))
        assert isinstance(sent, codec.Sent)
        assert sent.command == command
