"""A house of real processes: a standing bettor, a refill and a shuffler that never runs out."""

import asyncio
import json
import urllib.request
from typing import Any
from uuid import uuid4

import pytest

from casino.rng import verify
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.wire import floor_commands
from tests.house import House
from tests.house_console import open_table, run_in_house
from tests.load.client import Client, Frame
from tests.load.door import Credentials, Door

pytestmark = pytest.mark.asyncio

START = 1_000_00
BOX = BoxNo(1)
WITHIN = 300.0
"""Seconds that the croupier and the workers may take on a busy machine."""

_MONACO = """
from casino.players.models import Player
from tables.operation import opening
from tables.operation import sessions
from tests.published import publish
operator = Player.objects.get(username="operator")
rules = publish("MC/{name}", "MC", shuffling="continuous", betting_seconds=300)
table = opening.create_table(name="Table {name}", rules_key=rules.key, operator=operator)
from tests.opening_checks import pass_opening_check
pass_opening_check(table.pk)
sessions.open_session(table.pk, operator=operator, reason="test")
print(table.pk)
"""


def stacked(house: House, table_id: int, cards: str, *, only: bool = False) -> None:
    run_in_house(
        house,
        f"from tests import stacked_shoes as s; s.stack_shoe({table_id}, {cards!r}, only={only})",
    )


async def come(house: House, table_id: int) -> Client:
    """Return a new player's client for the table, not yet connected."""
    door = Door(house.base_url)
    cookie = await door.sign_up(Credentials(f"p{uuid4().hex[:10]}", "a long password 7"))
    assert cookie
    return Client(door, table_id, cookie)


async def until(client: Client, reached: Any) -> Frame:
    """Wait for a frame of which `reached` is true."""
    async with asyncio.timeout(WITHIN):
        while not reached(client.frame):
            await client.changed(1.0)
    return client.frame


async def play_on(client: Client) -> Frame:
    """Decline and stand until the round is over."""
    async with asyncio.timeout(WITHIN):
        while client.frame.view.phase != "closed":
            kinds = {each.command for each in client.frame.view.options}
            if "blackjack.decline" in kinds:
                await client.ask(bj.Decline(BOX))
            elif "blackjack.stand" in kinds:
                await client.ask(bj.Stand(BOX))
            else:
                await client.changed(1.0)
    return client.frame


def stake(main: int, *, standing: bool = False) -> bj.Stake:
    return bj.Stake((bj.BoxStake(BOX, Amount(main), standing=standing),))


async def test_a_visitor_stakes_behind_a_holder_who_consents_and_is_paid(house: House) -> None:
    table_id = await asyncio.to_thread(open_table, house, betting_seconds=300)
    await asyncio.to_thread(stacked, house, table_id, "Th 9s 9d 8c")
    async with await come(house, table_id) as ann, await come(house, table_id) as sam:
        await ann.ready()
        await sam.ready()
        await ann.ask(floor_commands.Sit(BOX))
        await ann.ask(stake(1000))
        refused = await sam.ask(stake(700, standing=True))
        assert refused.refused.code == "standing_without_consent"
        frame = await ann.ask(floor_commands.Consent(BOX, welcomes=True))
        assert frame.floor.seats[0].welcomes is True
        await until(sam, lambda seen: seen.floor.seats[0].welcomes)
        await sam.ask(stake(700, standing=True))
        await ann.ask(bj.Ready())
        await sam.ask(bj.Ready())
        await until(ann, lambda seen: seen.view.phase == "play")
        await ann.ask(bj.Stand(BOX))
        await until(sam, lambda seen: seen.view.phase == "closed")
        async with asyncio.timeout(WITHIN):
            while (ann.balance, sam.balance) != (START + 1000, START + 700):
                await sam.changed(1.0)
        assert ann.tally.clean
        assert sam.tally.clean


async def test_the_workers_refill_a_shoe_that_runs_out(house: House) -> None:
    table_id = await asyncio.to_thread(open_table, house, betting_seconds=300)
    await asyncio.to_thread(stacked, house, table_id, "5h 9s", only=True)
    async with await come(house, table_id) as ann:
        await ann.ready()
        await ann.ask(floor_commands.Sit(BOX))
        await ann.ask(stake(1000))
        await ann.ask(bj.Ready())
        frame = await until(ann, lambda seen: seen.view.phase == "play")
        assert frame.view.boxes[0].hands[0].cards[0] == "5h"
        assert frame.floor.shoe.size == 310
        await play_on(ann)
        await until(ann, lambda seen: seen.floor.accepting)
        assert ann.tally.clean


async def test_a_continuous_shuffler_shows_each_commitment_before_the_stakes(house: House) -> None:
    name = uuid4().hex[:8]
    table_id = int(
        (await asyncio.to_thread(run_in_house, house, _MONACO.format(name=name))).split()[-1]
    )
    async with await come(house, table_id) as ann:
        await ann.ready()
        await ann.ask(floor_commands.Sit(BOX))
        shown = []
        for _ in range(3):
            frame = await until(ann, lambda seen: seen.floor.accepting)
            shown.append(frame.floor.shoe)
            await ann.ask(stake(1000))
            await ann.ask(bj.Ready())
            await until(ann, lambda seen: seen.view.phase != "betting")
            await play_on(ann)
        await until(ann, lambda seen: seen.floor.accepting)
        assert ann.tally.clean
    assert len({each.commitment for each in shown}) == 3
    for shoe in shown:
        bundle = await asyncio.to_thread(fetched, f"{house.base_url}/api/shoes/{shoe.id}/bundle/")
        assert verify.verify(bundle).commitment == shoe.commitment


def fetched(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=WITHIN) as answer:  # noqa: S310
        return json.load(answer)
