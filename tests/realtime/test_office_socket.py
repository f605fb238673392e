"""The sockets of the office's live pages, through the whole application and the real layer."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from casino.asgi import application
from casino.asgi_servers import draining
from casino.i18n import money
from casino.ledger import services as ledger
from casino.players import login_sessions
from casino.players.models import Player
from casino.process import fair_threads
from casino.staff import work_changes
from tables.models import Table
from tables.realtime import hub
from tables.sockets import admission, base_consumer, office_consumer, office_news
from tests.floor import House, reused_house
from tests.tables.test_staff import employee

pytestmark = pytest.mark.asyncio

WITHIN = 300.0
"""Seconds until what is waited for must have come, on a busy machine."""
LONG_AGO = 1_700_000_000


class Desk:
    """Somebody of the staff with a page of the office open."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket

    async def page(self) -> dict[str, Any]:
        """Return the next page that comes, which is not the same as the one before."""
        message: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=WITHIN))
        assert message["type"] == "page", message
        return message

    async def closed(self) -> int:
        """Return the code with which the house closes, whatever it sends before."""
        while True:
            message = await self.socket.receive_output(timeout=WITHIN)
            if message["type"] == "websocket.close":
                return int(message["code"])


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for seconds: neither who is turned away nor for the next look at a page."""
    monkeypatch.setattr(base_consumer, "PENANCE", 0.0)
    monkeypatch.setattr(office_consumer, "PAUSE", 0.0)
    monkeypatch.setattr(office_consumer, "RESTS", 0.0)
    monkeypatch.setattr(admission, "PATIENCE", 30.0)
    # Nothing is looked at but what a message told of.
    monkeypatch.setattr(office_consumer, "LOOKS_EACH", 3600.0)


@pytest.fixture(autouse=True)
def no_hop(monkeypatch: pytest.MonkeyPatch) -> None:
    """No event goes by the thread that all consumers of a process share."""

    async def hop(*_: Any, **__: Any) -> None:
        raise AssertionError("a hop to the thread that all consumers share")

    monkeypatch.setattr("channels.consumer.aclose_old_connections", hop)


@pytest.fixture
def house(transactional_db: None) -> House:
    """A closed roulette of Monaco, of which the wheel is to be checked."""
    house = reused_house("Roulette", "MC", game="european_roulette")
    Table.objects.filter(pk=house.table_id).update(status="closed")
    return house


@pytest_asyncio.fixture
async def ended(transactional_db: None) -> AsyncIterator[None]:
    yield
    for news in office_news._news.values():
        await news.stop()
    office_news._news.clear()
    for door in base_consumer._admissions.values():
        await door.stop()
    base_consumer._admissions.clear()
    layer: Any = get_channel_layer()
    await layer.flush()
    # A look goes on in its thread when its socket has ended: whoever locks all tables meanwhile, to
    # empty them, and a query of several may wait for each other.
    async with asyncio.timeout(WITHIN):
        while fair_threads.thread_queue().figures.at_work:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await sync_to_async(connections.close_all)()


def client_of(person: Player) -> Client:
    """Return the browser of somebody who has signed in just now."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


@pytest.fixture
def sit_down(ended: None) -> Callable[..., Any]:
    @asynccontextmanager
    async def opened(
        client: Client | None,
        page: str = "room",
        *,
        language: str = "en",
        origin: bytes = b"http://localhost",
    ) -> AsyncIterator[Desk]:
        headers = [(b"origin", origin), (b"host", b"localhost")]
        if client is not None:
            headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
        path = f"/ws/office/{page}/?language={language}"
        socket = WebsocketCommunicator(application, path, headers=headers)
        socket.scope["client"] = ("127.0.0.1", 40_000)
        connected, code = await socket.connect(timeout=WITHIN)
        if not connected:
            raise ConnectionRefusedError(code)
        try:
            yield Desk(socket)
        finally:
            await socket.disconnect()

    return opened


def maintenance(name: str = "mona") -> Player:
    return employee(name, "check_device", "view_table")


def inspector(name: str = "inga") -> Player:
    return employee(name, "serve_as_inspector", "view_table")


def check_wheel(client: Client, house: House) -> None:
    page = f"/admin/tables/table/order/check_device/?tables={house.table_id}"
    assert client.post(page, {"reason": "evening"}).status_code == 302


async def test_what_another_does_is_shown_at_once_in_the_language_of_each_page(
    house: House, sit_down: Any
) -> None:
    mona, inga = await sync_to_async(lambda: (maintenance(), inspector()))()
    his, hers = await sync_to_async(lambda: (client_of(mona), client_of(inga)))()
    async with (
        sit_down(hers) as english,
        sit_down(hers, language="fr") as french,
        sit_down(hers, "home") as home,
        sit_down(his) as own,
    ):
        # An inspector is wanted besides, where nobody serves as one.
        before = await english.page()
        assert "to be checked (maintenance)" in before["html"]
        assert "à vérifier (entretien)" in (await french.page())["html"]
        count = (await home.page())["count"]
        assert (await own.page())["count"] == 1
        # The page itself is the same, for whoever loads it.
        loaded = await sync_to_async(hers.get)("/admin/tables/table/room/")
        assert before["html"] in loaded.content.decode()
        await sync_to_async(check_wheel)(his, house)
        after = await english.page()
        assert "check to be signed for" in after["html"]
        assert after["count"] == before["count"] + 1
        said = await french.page()
        assert "vérification à signer" in said["html"]
        assert (await home.page())["count"] == count + 1
        done = await own.page()
        assert (done["count"], done["announcement"]) == (0, "Nothing waits for you.")


async def test_a_page_is_not_sent_again_where_nothing_differs(
    house: House, sit_down: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = asyncio.Queue[str | int]()
    loop, usual = asyncio.get_running_loop(), office_consumer.look

    def look(*asked: Any) -> str | int:
        found = usual(*asked)
        loop.call_soon_threadsafe(looks.put_nowait, found)
        return found

    monkeypatch.setattr(office_consumer, "look", look)
    mona, inga = await sync_to_async(lambda: (client_of(maintenance()), client_of(inspector())))()
    async with sit_down(inga) as desk:
        first = await desk.page()
        assert json.loads(str(await looks.get())) == first
        await sync_to_async(work_changes.note_change)()
        assert json.loads(str(await asyncio.wait_for(looks.get(), WITHIN))) == first
        await sync_to_async(check_wheel)(mona, house)
        assert (await desk.page())["html"] != first["html"]


async def test_what_happens_during_a_look_is_shown_by_one_look_more(
    house: House, sit_down: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    may_end, looking = threading.Event(), threading.Event()

    def look(*_: Any) -> str:
        looks.append(json.dumps({"type": "page", "look": len(looks) + 1}))
        looking.set()
        assert may_end.wait(WITHIN)
        return looks[-1]

    monkeypatch.setattr(office_consumer, "look", look)
    mona = await sync_to_async(lambda: client_of(maintenance()))()
    heard = asyncio.Semaphore(0)
    async with sit_down(mona) as desk:
        await office_news.office_news().join(lambda message: heard.release())
        assert await asyncio.to_thread(looking.wait, WITHIN)
        for _ in range(5):
            await sync_to_async(work_changes.note_change)()
        for _ in range(5):
            await asyncio.wait_for(heard.acquire(), WITHIN)
        may_end.set()
        assert [(await desk.page())["look"] for _ in range(2)] == [1, 2]
        await sync_to_async(work_changes.note_change)()
        assert (await desk.page())["look"] == 3
        await sync_to_async(mona.post)("/sign-out/")
        assert await desk.closed() == hub.SIGNED_OUT
    assert len(looks) == 3


def written(client: Client, **values: Any) -> dict[str, Any]:
    """Write into somebody's session; return all of it."""
    session = SessionStore(client.cookies["sessionid"].value)
    session.update(values)
    if values:
        session.save()
    return dict(session.items())


@pytest.mark.parametrize("since", [login_sessions.OFFICE_SEEN, login_sessions.OFFICE_BEGAN])
@pytest.mark.parametrize("told", [True, False], ids=["told of a change", "each minute"])
async def test_a_live_page_keeps_nobody_signed_in(
    house: House, sit_down: Any, since: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not told:
        monkeypatch.setattr(office_consumer, "LOOKS_EACH", 0.01)
    mona, inga = await sync_to_async(lambda: (client_of(maintenance()), client_of(inspector())))()
    async with sit_down(inga) as desk:
        await desk.page()
        # As long ago as it may be, but for one request: what is sent, and asked, is none.
        before = await sync_to_async(written)(inga, **{login_sessions.OFFICE_SEEN: LONG_AGO * 2})
        await sync_to_async(check_wheel)(mona, house)
        await desk.page()
        await desk.socket.send_to('{"ping": 1}')
        assert json.loads(await desk.socket.receive_from(timeout=WITHIN))["ping"] == 1
        assert await sync_to_async(written)(inga) == before
        await sync_to_async(written)(inga, **{since: LONG_AGO})
        if told:
            await sync_to_async(work_changes.note_change)()
        assert await desk.closed() == hub.SIGNED_OUT
    # It ended nothing by itself: the next request does, and leads to the sign-in.
    answer = await sync_to_async(inga.get)("/admin/tables/table/room/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/")


async def test_who_loses_a_right_or_signs_out_is_sent_away(house: House, sit_down: Any) -> None:
    mona, inga = await sync_to_async(lambda: (maintenance(), inspector()))()
    his, hers = await sync_to_async(lambda: (client_of(mona), client_of(inga)))()
    async with sit_down(his) as his_desk, sit_down(hers) as desk:
        await his_desk.page()
        await desk.page()
        await sync_to_async(mona.user_permissions.clear)()
        await sync_to_async(work_changes.note_change)()
        assert await his_desk.closed() == office_consumer.FORBIDDEN
        await sync_to_async(hers.post)("/sign-out/")
        assert await desk.closed() == hub.SIGNED_OUT


async def test_a_process_that_ends_sends_the_page_to_another(house: House, sit_down: Any) -> None:
    mona = await sync_to_async(lambda: client_of(maintenance()))()
    async with sit_down(mona) as desk:
        await desk.page()
        (close,) = draining._sockets
        close()
        assert await desk.closed() == draining.SERVICE_RESTART


async def turned_away(sit_down: Any, *asked: Any, **how: Any) -> int:
    async with sit_down(*asked, **how) as desk:
        return int(await desk.closed())


async def test_who_may_not_load_a_page_has_no_socket_of_it(
    house: House, sit_down: Any, settings: Settings
) -> None:
    ann, mona, clerk = await sync_to_async(
        lambda: [client_of(each) for each in (house.player("ann"), maintenance(), employee("cy"))]
    )()
    assert await turned_away(sit_down, None) == hub.SIGNED_OUT
    assert await turned_away(sit_down, ann) == office_consumer.FORBIDDEN
    assert await turned_away(sit_down, ann, "home") == office_consumer.FORBIDDEN
    assert await turned_away(sit_down, clerk) == office_consumer.FORBIDDEN
    assert await turned_away(sit_down, mona, "cellar") == office_consumer.NO_SUCH_PAGE
    with pytest.raises(ConnectionRefusedError):
        await turned_away(sit_down, mona, origin=b"http://elsewhere.example")
    async with sit_down(clerk, "home") as desk:
        assert (await desk.page())["count"] == 0
    settings.SECOND_FACTOR = True
    assert await turned_away(sit_down, mona) == hub.SIGNED_OUT
    assert await turned_away(sit_down, clerk, "home") == hub.SIGNED_OUT


async def test_nothing_is_read_but_a_short_ping(
    house: House, sit_down: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SOCKETS_PER_PLAYER = 1
    # Nobody gets a message more than the first ones, however slow the machine.
    monkeypatch.setattr(admission, "RATE_PER_SECOND", 0.001)
    mona = await sync_to_async(lambda: client_of(maintenance()))()
    for said, code in (
        ('{"page": 1}', base_consumer.BAD_MESSAGE),
        ('{"ping": 1, "page": "room"}', base_consumer.BAD_MESSAGE),
        ('{"ping": ' + "1" * office_consumer.LONGEST_PING + "}", base_consumer.TOO_BIG),
    ):
        async with sit_down(mona) as desk:
            await desk.page()
            await desk.socket.send_to(said)
            assert await desk.closed() == code
    async with sit_down(mona) as desk:
        await desk.page()
        assert await turned_away(sit_down, mona) == base_consumer.TOO_MANY
        # A hundred pings at once: he is sent away, who goes on.
        with suppress(AssertionError):
            for _ in range(2 * base_consumer.PATIENCE):
                await desk.socket.send_to('{"ping": 1}')
        assert await desk.closed() == base_consumer.FLOOD


@pytest.mark.clause("MC-CHIPS-08")
async def test_a_float_that_is_hidden_on_the_page_does_not_come_over_the_socket(
    transactional_db: None, sit_down: Any
) -> None:
    def arrange() -> tuple[Client, Client, str]:
        bons = reused_house("Bons", "MC", table_min_cents=500)
        sees = ("view_table", "view_floatcount")
        chief = employee("cleo", "operate_table", *sees)
        accountant = employee("adele", "count_drop", *sees)
        with translation.override("fr"):
            holds = money(ledger.balance(bons.table.float_account_id))
        return client_of(chief), client_of(accountant), holds

    hers, his, holds = await sync_to_async(arrange)()
    async with (
        sit_down(hers, language="fr") as chief,
        sit_down(his, language="fr") as accountant,
    ):
        blind, seen = (await chief.page())["html"], (await accountant.page())["html"]
    assert holds in seen
    assert holds not in blind
    assert "masquée jusqu’à la comptée" in blind
