"""What Channels' specification of a channel layer says, of ours and of two that can replace it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from pytest_django import Settings

from tests.realtime.layers import KINDS, Ear, configured

pytestmark = pytest.mark.asyncio

Open = Callable[[], Awaitable[Ear]]


@pytest.fixture(params=KINDS)
def layer(request: pytest.FixtureRequest, settings: Settings, servers_at_hand: None) -> Any:
    settings.CHANNEL_LAYERS = configured(request.param)
    return get_channel_layer()


@pytest_asyncio.fixture
async def ear(layer: Any) -> AsyncIterator[Open]:
    opened: list[Ear] = []

    async def one() -> Ear:
        opened.append(await Ear.of(layer))
        return opened[-1]

    yield one
    for each in opened:
        await each.stop()
    await layer.flush()


async def test_it_says_which_extensions_it_has(layer: Any) -> None:
    assert {"groups", "flush"} <= {*layer.extensions}


async def test_a_new_channel_has_a_valid_name_of_its_own(layer: Any, ear: Open) -> None:
    names = {(await ear()).channel for _ in range(5)}
    assert len(names) == 5
    for name in names:
        assert BaseChannelLayer().require_valid_channel_name(name)


async def test_a_message_comes_whole_with_every_type_that_it_may_have(
    layer: Any, ear: Open
) -> None:
    one = await ear()
    message = {
        "type": "test.message",
        "text": "♠ é \0",
        "bytes": b"\0\xff",
        "numbers": [0, -1, 2**63 - 1, 1.5],
        "others": [None, True, False, {}, []],
        "nested": {"deeper": {"still": ["x"]}},
    }
    await layer.send(one.channel, message)
    assert await one.next() == message


async def test_a_channel_is_first_in_first_out(layer: Any, ear: Open) -> None:
    one = await (await ear()).join("group")
    for nth in range(40):
        await layer.group_send("group", {"type": "test", "nth": nth})
    assert [(await one.next())["nth"] for _ in range(40)] == [*range(40)]


async def test_a_message_is_a_copy(layer: Any, ear: Open) -> None:
    one, other = await (await ear()).join("group"), await (await ear()).join("group")
    message = {"type": "test", "list": [1]}
    await layer.group_send("group", message)
    message["list"] = [2]
    first = await one.next()
    first["list"].append(3)
    assert (await other.next())["list"] == [1]


async def test_a_channels_message_goes_to_one_of_its_receivers(layer: Any, ear: Open) -> None:
    one = await ear()
    assert await one.has_nothing()
    waiting = [asyncio.ensure_future(layer.receive(one.channel)) for _ in range(2)]
    for nth in range(2):
        await layer.send(one.channel, {"type": "test", "nth": nth})
    told = [await asyncio.wait_for(each, 300) for each in waiting]
    assert sorted(each["nth"] for each in told) == [0, 1]


async def test_a_groups_message_comes_once_to_each_member_and_to_nobody_else(
    layer: Any, ear: Open
) -> None:
    ann, bob, cat = await ear(), await ear(), await ear()
    await ann.join("group.1")
    await bob.join("group.1")
    await cat.join("group.2")
    # To join again changes nothing.
    await layer.group_add("group.1", ann.channel)
    await layer.group_send("group.1", {"type": "test"})
    assert await ann.next() == await bob.next() == {"type": "test"}
    assert await ann.has_nothing()
    assert await bob.has_nothing()
    assert await cat.has_nothing()


async def test_who_left_a_group_hears_it_no_more_and_others_do(layer: Any, ear: Open) -> None:
    ann, bob = await (await ear()).join("group"), await (await ear()).join("group")
    await layer.group_discard("group", bob.channel)
    # Whoever is not there leaves without a word.
    await layer.group_discard("group", bob.channel)
    await layer.group_discard("another", bob.channel)
    await layer.group_send("group", {"type": "test"})
    assert await ann.next() == {"type": "test"}
    assert await bob.has_nothing()
    await bob.join("group")
    await layer.group_send("group", {"type": "again"})
    assert await bob.next() == {"type": "again"}


async def test_a_group_that_nobody_is_in_may_be_sent_to(layer: Any, ear: Open) -> None:
    one = await ear()
    await layer.group_send("nobody", {"type": "test"})
    assert await one.has_nothing()


async def test_a_thread_without_an_event_loop_sends_too(layer: Any, ear: Open) -> None:
    one = await (await ear()).join("group")
    send = async_to_sync(layer.group_send)
    await asyncio.to_thread(send, "group", {"type": "test"})
    assert await one.next() == {"type": "test"}


async def test_flushed_it_is_as_new(layer: Any) -> None:
    before = await (await Ear.of(layer)).join("group")
    await before.stop()
    await layer.flush()
    after = await Ear.of(layer)
    await layer.group_send("group", {"type": "test"})
    assert await after.has_nothing()
    await after.join("group")
    await layer.group_send("group", {"type": "again"})
    assert await after.next() == {"type": "again"}
    await after.stop()
    await layer.flush()
