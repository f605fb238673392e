"""Players talk at a table, over real sockets: what is heard, by whom, how much, and what is not."""

import itertools
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.conf import LazySettings
from django.contrib.auth.models import Permission
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.players.models import Player
from tables.chat import services as chat
from tables.games.core.protocol import Refused
from tables.models import ChatMessage, FloorEvent, RoundEvent, Silence, Table
from tables.realtime import publish
from tables.sockets import admission
from tables.wire.chat_signals import KEPT_DAYS, LEVELS
from tests.floor import House, open_house
from tests.profiles import PLAY
from tests.tables.test_socket import Browser, browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test"]

real_sockets = pytest.mark.asyncio


def signal(name: str = "well_played") -> dict[str, str]:
    return {"kind": "table.say", "signal": name}


def words(text: str) -> dict[str, str]:
    return {"kind": "table.say", "signal": "free", "text": text}


def moderator(name: str = "mona") -> Player:
    person = Player.objects.create_user(name, password="pass", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename="moderate_chat"))
    return person


async def heard_until_pong(browser: Browser) -> list[dict[str, Any]]:
    """Return all that was said to a browser up to the answer to a ping of its own."""
    await browser.socket.send_to('{"ping": 1}')
    heard = []
    while (message := await browser.next())["type"] != "pong":
        if message["type"] == "chat":
            heard.append(message)
    return heard


@real_sockets
async def test_a_signal_is_heard_by_all_at_the_table_once_and_by_nobody_else(
    browse: Any, house: House
) -> None:
    other = await sync_to_async(open_house)("Autre table")
    before = await sync_to_async(lambda: house.table.seq)()
    async with (
        browse("ann") as ann,
        browse("bob") as bob,
        browse(None) as visitor,
        browse("cat", table=other.table_id) as cat,
    ):
        me = (await ann.hear("welcome"))["you"]
        assert (await bob.hear("welcome"))["chat"] == "signals"
        for each in (ann, visitor, cat):
            await each.hear("frame")
        cause = await ann.say(signal())
        receipt = await ann.hear("receipt", cause)
        assert (receipt["refused"], receipt["seq"]) == (None, None)
        told = (await bob.hear("chat"))["said"]
        assert {name: told[name] for name in ("party", "name", "signal", "text")} == {
            "party": me,
            "name": await sync_to_async(lambda: house.player("ann").shown_name)(),
            "signal": "well_played",
            "text": "",
        }
        assert told.keys() == {"id", "party", "name", "signal", "text", "at"}
        assert (await visitor.hear("chat"))["said"] == told
        # A copy of the command is answered as the first was, and heard by nobody.
        await ann.say(signal("goodbye"), cause)
        assert (await ann.hear("receipt", cause))["refused"] is None
        assert await heard_until_pong(bob) == []
        assert await heard_until_pong(cat) == []
    assert await sync_to_async(lambda: house.table.seq)() == before
    assert await sync_to_async(RoundEvent.objects.count)() == 0
    assert await sync_to_async(ChatMessage.objects.count)() == 1


@real_sockets
async def test_a_visitor_says_nothing_and_own_words_wait_until_house_and_table_allow_them(
    browse: Any, house: House, settings: LazySettings
) -> None:
    async with browse("ann") as ann, browse(None) as visitor:
        await ann.hear("frame")
        assert await visitor.refused(signal()) == "not_signed_in"
        assert await ann.refused(words("Bonsoir")) == "chat_signals_only"
        allow = sync_to_async(chat.set_chat_level)
        with pytest.raises(Refused, match="chat_above_house"):
            await allow(house.table_id, level="free", operator=house.operator, reason="soirée")
        settings.CHAT = "free"
        await allow(house.table_id, level="free", operator=house.operator, reason="soirée")
        for each in (ann, visitor):
            assert await each.hear("chat") == {"level": "free", "said": None, "type": "chat"}
        text = '  <b>Bonsoir</b> &amp;  "tous" 🎲 '
        await ann.say(words(text))
        assert (await visitor.hear("chat"))["said"]["text"] == '<b>Bonsoir</b> &amp; "tous" 🎲'
        settings.PROFILE = replace(settings.PROFILE, chat="off")
        assert await ann.refused(signal()) == "chat_off"
        async with browse("bob") as bob:
            assert (await bob.hear("welcome"))["chat"] == "off"
    event = await FloorEvent.objects.aget(kind="chat")
    assert (event.by_id, event.reason) == (house.operator.pk, "signals -> free: soirée")


@real_sockets
async def test_what_cannot_be_shown_safely_is_refused_and_the_socket_stays(
    browse: Any, house: House, settings: LazySettings
) -> None:
    settings.CHAT = "free"
    await Table.objects.filter(pk=house.table_id).aupdate(chat="free")
    bad = {
        "malformed": [
            words("a\u202eb"),
            words("a\u2066b"),
            words("a\x00b"),
            words("a\nb"),
            words("\u200b"),
            words("x" * 201),
            {**signal(), "text": "and more"},
            signal("resign"),
            {"kind": "table.say"},
            {**signal(), "text": None},
        ],
        "chat_empty": [words(""), words("   ")],
        "chat_unreadable": [words("Z" + "\u0301" * 9)],
    }
    async with browse("ann") as ann, browse("bob") as bob:
        await bob.hear("frame")
        for code, commands in bad.items():
            for command in commands:
                assert await ann.refused(command) == code, command
        assert await heard_until_pong(bob) == []
    assert not await ChatMessage.objects.aexists()


async def codes_of(browser: Browser, times: int) -> list[str | None]:
    """Return how so many signals of a browser are answered, one after the other."""
    codes = []
    for _ in range(times):
        receipt = await browser.hear("receipt", await browser.say(signal()))
        codes.append((receipt["refused"] or {}).get("code"))
    return codes


@pytest.fixture
def never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has said as much as he may at once waits for longer than any test takes."""
    monkeypatch.setattr(admission, "SAID_PER_SECOND", 1e-4)


@real_sockets
async def test_whoever_says_much_is_stopped_over_all_his_sockets_together(
    browse: Any, house: House, never_again: None
) -> None:
    async with browse("ann") as one, browse("ann") as other:
        for each in (one, other):
            await each.hear("frame")
        said = await one.say(signal())
        assert (await one.hear("receipt", said))["refused"] is None
        assert await codes_of(one, 2) == [None] * 2
        assert await codes_of(other, 3) == [None, "chat_too_fast", "chat_too_fast"]
        assert await codes_of(one, 1) == ["chat_too_fast"]
        # The second time a command gives its first answer.
        await other.say(signal(), said)
        assert (await other.hear("receipt", said))["refused"] is None


@real_sockets
async def test_those_of_one_address_say_no_more_than_some_together(
    browse: Any, house: House, never_again: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "ADDRESS", 1.5)
    async with (
        browse("ann") as ann,
        browse("bob") as bob,
        browse("cat", address="192.0.2.7") as cat,
    ):
        for each in (ann, bob, cat):
            await each.hear("frame")
        assert await codes_of(ann, 4) == [None] * 4
        assert await codes_of(bob, 3) == [None, None, "chat_too_fast"]
        assert await codes_of(cat, 4) == [None] * 4


def test_of_two_copies_of_a_command_at_once_one_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    monkeypatch.setattr(publish, "aside", lambda table_id, shown: told.append(shown))
    read, command_id = chat._read, uuid4()

    def say() -> None:
        receipt = chat.say_at_table(
            player_id=house.player("ann").pk,
            table_id=house.table_id,
            command_id=command_id,
            signal="hello",
            text="",
        )
        assert receipt.refused is None

    def the_other_copy_first(signal: str, text: str) -> str:
        """Both have found that nothing was said; the other is the sooner to write."""
        monkeypatch.setattr(chat, "_read", read)
        say()
        return read(signal, text)

    monkeypatch.setattr(chat, "_read", the_other_copy_first)
    say()
    assert len(told) == ChatMessage.objects.count() == 1


@real_sockets
async def test_a_silenced_player_reads_why_and_is_heard_again_once_it_is_lifted(
    browse: Any, house: House
) -> None:
    def silenced() -> Player:
        mona = moderator()
        player = house.player("ann").pk
        with pytest.raises(Refused, match="not_moderator"):
            chat.silence_player(player, operator=house.player("bob"), reason="x")
        chat.silence_player(player, operator=mona, reason="insultes")
        with pytest.raises(Refused, match="already_silenced"):
            chat.silence_player(player, operator=mona, reason="encore")
        return mona

    mona = await sync_to_async(silenced)()
    async with browse("ann") as ann, browse("bob") as bob:
        await bob.hear("frame")
        receipt = await ann.hear("receipt", await ann.say(signal()))
        assert receipt["refused"] == {"code": "chat_silenced", "detail": {"reason": "insultes"}}
        await bob.say(signal("hello"))
        assert (await ann.hear("chat"))["said"]["signal"] == "hello"
        player = await sync_to_async(lambda: house.player("ann").pk)()
        await sync_to_async(chat.lift_silence)(player, operator=mona, reason="excuses")
        await ann.say(signal("sorry"))
        while (told := (await bob.hear("chat"))["said"])["signal"] == "hello":
            pass
        assert told["signal"] == "sorry"
    silence = await Silence.objects.select_related("lifted").aget()
    assert (silence.by_id, silence.reason) == (mona.pk, "insultes")
    assert (silence.lifted.by_id, silence.lifted.reason) == (mona.pk, "excuses")


def test_a_silence_is_on_record_for_ever(house: House) -> None:
    chat.silence_player(house.player("ann").pk, operator=moderator(), reason="insultes")
    for change in (
        lambda: Silence.objects.update(reason="rien"),
        lambda: Silence.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="what happened stays"), transaction.atomic():
            change()


def test_the_least_of_house_licence_and_table_holds(house: House, settings: LazySettings) -> None:
    for of_house, of_licence, chosen in itertools.product(LEVELS, repeat=3):
        settings.CHAT = of_house
        settings.PROFILE = replace(PLAY, chat=of_licence)
        Table.objects.filter(pk=house.table_id).update(chat=chosen)
        least = min(of_house, of_licence, chosen, key=LEVELS.index)
        assert chat.chat_level(house.table_id) == least


def test_the_house_forgets_what_was_said_in_time(house: House) -> None:
    def say(name: str) -> None:
        receipt = chat.say_at_table(
            player_id=house.player("ann").pk,
            table_id=house.table_id,
            command_id=uuid4(),
            signal=name,
            text="",
        )
        assert receipt.refused is None

    say("hello")
    ChatMessage.objects.update(at=timezone.now() - timedelta(days=KEPT_DAYS, seconds=1))
    say("goodbye")
    chat.delete_old_messages()
    assert [each.signal for each in ChatMessage.objects.all()] == ["goodbye"]
