"""A house that plays is traced: one trace leads from a command through all processes to frames."""

import asyncio
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from tables.games.automatic_games.messages import Load, Play
from tables.games.core.money import Amount, BoxNo
from tables.wire import floor_commands
from tests.collector import CollectedSpan, collector
from tests.embedded.conftest import eventually
from tests.house import House
from tests.load.client import Client
from tests.load.door import Door, KeyRing

T = TypeVar("T")

PLAYER: Final = "Quentin-Corneille"
PLAY: Final = "command automatic_games.play"
ATTRIBUTES: Final = {
    *("db.query.summary", "db.query.text", "db.system.name", "error.type"),
    *("http.request.method", "http.response.status_code", "http.route"),
    *("messaging.message.id", "messaging.operation.type", "messaging.system"),
    *("sabot.command.id", "sabot.command.outcome", "sabot.frame.seq", "sabot.input"),
    *("sabot.sockets", "sabot.table.id", "user.id"),
}
"""All that a span may say."""


class Machine:
    """A player at a machine of the demo house."""

    def __init__(self, house: House) -> None:
        self._house = house
        with house.connect() as database:
            query = "SELECT id FROM tables_table WHERE name = 'Machine Larvotto'"
            ((self._table,),) = database.execute(query).fetchall()

    async def sign_in(self) -> str:
        """Sign in or up, and return the cookies."""
        door = Door(self._house.base_url)
        cookie = await KeyRing(self._house.var / "players.json", door).cookie(PLAYER)
        assert cookie is not None
        return cookie

    async def play(self, then: Callable[[], T]) -> T:
        """Play a game, and return what `then` returns while the socket is still open.

        A frame is shown where somebody watches.
        """
        async with Client(Door(self._house.base_url), self._table, await self.sign_in()) as client:
            await client.ready()
            # Whoever sits here already is refused.
            await client.ask(floor_commands.Sit(BoxNo(1)))
            for command in (Load(Amount(10_00)), Play(Amount(1_00))):
                async with asyncio.timeout(300):
                    # The draw may not be promised yet, or the last game not be over.
                    while getattr(await client.ask(command), "refused", None):
                        await client.changed(0.2)
            return await asyncio.to_thread(then)


def trace_with(
    spans: Sequence[CollectedSpan], root: str, wanted: Counter[tuple[str, str]]
) -> list[CollectedSpan]:
    """Return the spans of a trace that begins so, and has all that is wanted; empty before that.

    Each process exports its own, in whatever order.
    """
    traces = defaultdict(list)
    for each in spans:
        traces[each.trace].append(each)
    for found in traces.values():
        known = {each.id for each in found}
        roots = [each.name for each in found if each.parent not in known]
        if roots == [root] and wanted <= Counter((each.service, each.name) for each in found):
            return found
    return []


def test_a_trace_leads_from_the_command_through_the_worker_to_every_frame(
    mortal_house: House,
) -> None:
    machine = Machine(mortal_house)
    web = (PLAY, "step", "SELECT tables_begin", "SELECT tables_write", "publish frame")
    worker = ("process tables.make_draw", "step", "publish frame")
    wanted = Counter(("sabot-web", each) for each in web)
    wanted += Counter(("sabot-worker", each) for each in worker)
    # That of the command, and that of what fell; the web process shows both.
    wanted["sabot-web", "show frame"] = 2

    def traced() -> list[CollectedSpan]:
        whole: list[CollectedSpan] = collector().wait_for(
            lambda spans: trace_with(spans, PLAY, wanted)
        )
        return whole

    found = asyncio.run(machine.play(traced))
    by_id = {each.id: each for each in found}
    for each in found:
        if not each.parent:
            assert each.attributes["sabot.command.outcome"] == "done"
            continue
        above = by_id[each.parent].name
        assert (each.name == "show frame") == (above == "publish frame"), (each.name, above)
    # Nobody asked for it: a clock has ended.
    clock = Counter(
        [("sabot-croupier", "SELECT tables_begin"), ("sabot-croupier", "publish frame")]
    )
    collector().wait_for(lambda spans: trace_with(spans, "croupier.expire", clock))
    _says_no_secret(mortal_house, asyncio.run(machine.sign_in()))


def _says_no_secret(house: House, session: str) -> None:
    text = b"\n".join(collector().bodies)
    keys = [path.read_text().strip() for path in (house.var / "keys").iterdir() if path.is_file()]
    cookies = [each.partition("=")[2] for each in session.split("; ")]
    secrets = [each for each in keys + cookies if len(each) > 20]
    assert len(secrets) > len(keys) / 2
    for unwanted in (PLAYER, "demo1", *secrets, "127.0.0.1"):
        assert unwanted.encode() not in text
    assert {name for each in collector().spans() for name in each.attributes} <= ATTRIBUTES


def test_lines_of_the_log_name_their_trace(mortal_house: House) -> None:
    asyncio.run(Machine(mortal_house).sign_in())

    def requests(spans: Sequence[CollectedSpan]) -> set[str]:
        return {each.trace for each in spans if each.name.startswith(("GET ", "POST "))}

    lines = mortal_house.log.read_text().splitlines()
    logged = {json.loads(each)["trace_id"] for each in lines if '"event": "request"' in each}
    collector().wait_for(lambda spans: logged & requests(spans))


def test_play_goes_on_while_the_collector_is_away(mortal_house: House) -> None:
    logged = os.path.getsize(mortal_house.log)

    def grown(event: str) -> Counter[str]:
        text = mortal_house.log.read_bytes()[logged:].decode()
        lines = [json.loads(each) for each in text.splitlines() if event in each]
        return Counter(each["process"] for each in lines)

    machine = Machine(mortal_house)
    collector().close()
    try:
        eventually(lambda: _knocked(machine) and grown("traces_not_exported"))
        asyncio.run(machine.play(bool))
        # Several batches have failed by then, and the SDK tells of each.
        assert set(grown("traces_not_exported").values()) == {1}
        assert not grown("opentelemetry")
        collector().bodies.clear()
    finally:
        collector().open()
    eventually(lambda: _knocked(machine) and grown("traces_exported_again"))
    collector().wait_for(lambda spans: spans)


def _knocked(machine: Machine) -> bool:
    """Have a web process make a span."""
    return bool(asyncio.run(machine.sign_in()))
