"""No message from a browser is answered `internal`: a fuzz over every command on the wire.

Every field of every command takes every hostile value, at a table of each game.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync

from tables.games import GAMES
from tables.games.american_roulette import messages as american_roulette
from tables.games.banque_a_tout_va.messages import Ready as BanqueReady
from tables.games.big_wheel import messages as big_wheel
from tables.games.blackjack.messages import Ready
from tables.games.boule import messages as boule
from tables.games.core.money import Amount
from tables.games.craps import messages as craps_messages
from tables.games.craps.stakes import Wager as CrapsWager
from tables.games.european_roulette import messages as european_roulette
from tables.games.punto_banco.messages import Ready as PuntoBancoReady
from tables.games.trente_et_quarante import messages as trente_et_quarante_messages
from tables.games.wheel.stakes import Wager
from tables.operation.croupier import Croupier
from tables.sockets import dispatch
from tables.wire import codec, floor_commands
from tests import campaign
from tests.doors.asking import Asked, answer_of, scope_of, undone
from tests.floor import House, open_house
from tests.games.banque_a_tout_va.playing import staking as staking_at_banque
from tests.games.punto_banco.playing import staking

TEXTS: Final = (
    "",
    "\0",
    "h\0",
    "\x1b[2J",
    "a\nb",
    "²",
    "１",
    "\u202e17",
    "é" * 5000,
    "x" * 1000,
    "9" * 300,
    "table:1",
    "'; drop table tables_round; --",
    "00000000-0000-0000-0000-000000000000",
    "0" * 64,
)
NUMBERS: Final = (
    -1,
    0,
    1,
    999,
    2**31,
    9_999_999_999_999,
    2**53,
    2**63 - 1,
    2**63,
    10**30,
    -(2**63),
)
OTHERS: Final = (None, True, 1.0, 1e400, float("nan"), [], {}, "1", [[]], {"box": 1})
RAW: Final = (
    *("", "{", "null", "[" * 9000, '{"ping":1e999}', '{"ping":1.5}'),
    *('{"id":"\\ud800"}', '{"id":1,"id":2}', "\x00", "﻿{}", '{"a":"' + "x" * 16_370 + '"}'),
)


def well_formed(schema: Any, node: Any) -> Any:
    """Return a value that the schema of the wire takes."""
    if "$ref" in node:
        return well_formed(schema, schema["$defs"][node["$ref"].rpartition("/")[2]])
    if "const" in node:
        return node["const"]
    if "enum" in node:
        return node["enum"][0]
    if "anyOf" in node:
        return well_formed(schema, node["anyOf"][0])
    if node["type"] == "object":
        return {name: well_formed(schema, each) for name, each in node["properties"].items()}
    if node["type"] == "array":
        return [well_formed(schema, node["items"])]
    if "pattern" in node:
        return "0" * 64
    return {"integer": 1, "boolean": True, "string": "h"}[node["type"]]


def commands(family: str) -> list[dict[str, Any]]:
    """Return one well-formed command of every kind of a game, or of the floor's."""
    schema = json_schema()
    known = schema["$defs"]["Sent"]["properties"]["command"]
    formed = [well_formed(schema, each) for each in known["oneOf"]]
    return [each for each in formed if each["kind"].partition(".")[0] == family]


@cache
def json_schema() -> dict[str, Any]:
    """Return the schema of the wire, made once."""
    return codec.json_schema()


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the way to every field, the kind apart."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, each in pairs:
        if name == "kind":
            continue
        yield (*before, name)
        if isinstance(each, dict | list):
            yield from places(each, (*before, name))


def changed(command: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return the command with another value in one place."""
    copy = json.loads(json.dumps(command))
    inner = copy
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return copy


def hostile(command: Any) -> Iterator[Any]:
    """Give a command with hostile values, one at a time."""
    yield command
    yield {**command, "more": 1}
    for place in places(command):
        for value in (*TEXTS, *NUMBERS, *OTHERS):
            yield changed(command, place, value)
        yield changed(command, place, [command] * 40)


def blackjack() -> House:
    """Return a table where ann decides about her hand."""
    house = open_house("cards")
    house.deal("Th 9s 2d 8c 2h 3h 4h 5h 6h 7h")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", Ready()) == ""
    return house


def wheel(game: str, stake: Callable[..., Any], on: str) -> Callable[[], House]:
    """Return what opens a table of a wheel on which ann has staked."""

    def opened() -> House:
        house = open_house("wheel", "MC", game=game)
        assert house.do("ann", stake((Wager("h", on, Amount(10_00)),))) == ""
        return house

    return opened


def chemin_de_fer() -> House:
    """Return a table whose bank ann may stake."""
    house = open_house("chemin", "MC", game="chemin_de_fer", betting_window_seconds=300)
    for box, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
        house.sit(name, box)
    Croupier().keep_clocks()
    return house


def craps() -> House:
    """Return a table where ann has the dice and a bet on the line."""
    house = open_house("dice", "MC", game="craps", betting_window_seconds=300)
    house.sit("ann", 1)
    line = (CrapsWager("h", "pass_line", Amount(10_00)),)
    assert house.do("ann", craps_messages.Stake(line)) == ""
    return house


def punto_banco() -> House:
    """Return a table where ann has stakes, and cards before her that she may turn."""
    house = open_house("punto", "MC", game="punto_banco", betting_window_seconds=300)
    house.sit("ann", 1)
    assert house.do("ann", staking(punto=10_00, pair_cheval=2_00)) == ""
    assert house.do("ann", PuntoBancoReady()) == ""
    return house


def trente_et_quarante() -> House:
    """Return a table where a stake of ann's waits for her choice after a refait."""
    house = open_house("trente", "MC", game="trente_et_quarante", betting_window_seconds=300)
    house.deal("Th 9c 5d 7s Kc Qd Js Ac")
    red = (Wager("h", "red", Amount(10_00)),)
    assert house.do("ann", trente_et_quarante_messages.Stake(red)) == ""
    assert house.do("ann", trente_et_quarante_messages.Ready()) == ""
    Croupier().keep_clocks()
    return house


def banque_a_tout_va() -> House:
    """Return a table where ann has stakes, and a hand before her for which she speaks."""
    house = open_house("banque", "MC", game="banque_a_tout_va", betting_window_seconds=300)
    house.sit("ann", 1)
    house.deal("2h 4h 2c 3d 3d 4c 9s 5s")
    assert house.do("ann", staking_at_banque(right=10_00, cheval=10_00)) == ""
    assert house.do("ann", BanqueReady()) == ""
    return house


def fresh(game: str) -> House:
    """Return a table of a game at which nobody plays."""
    return open_house(game, next(iter(GAMES[game].books)), game=game)


IN_PLAY: Final = {
    "blackjack": blackjack,
    "american_roulette": wheel("american_roulette", american_roulette.Stake, "straight:00"),
    "big_wheel": wheel("big_wheel", big_wheel.Stake, "one"),
    "boule": wheel("boule", boule.Stake, "red"),
    "european_roulette": wheel("european_roulette", european_roulette.Stake, "red"),
    "chemin_de_fer": chemin_de_fer,
    "craps": craps,
    "banque_a_tout_va": banque_a_tout_va,
    "punto_banco": punto_banco,
    "trente_et_quarante": trente_et_quarante,
}
"""By game: opens a table at which a round goes on."""


@pytest.mark.campaign
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_message_is_answered_with_an_error_of_the_house(game: str, house: House) -> None:
    table = IN_PLAY[game]() if game in IN_PLAY else fresh(game)
    ann = table.player("ann").pk
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    own, of_the_floor = commands(game), commands("table")
    assert len(of_the_floor) == len(floor_commands.FLOOR_COMMANDS)
    assert own
    # In the short form each of the floor's is sent to some of the tables.
    for command in [*own, *campaign.sample(4, of_the_floor, sorted(GAMES).index(game))]:
        for each in hostile(command):
            text = json.dumps({"id": str(uuid4()), "command": each})
            try:
                seen[_obeyed(text, ann, table.table_id)] += 1
            except Exception as error:  # the fuzz tells of all
                wrong.append(f"{text[:200]} -> {error!r}"[:400])
    assert not wrong, f"{len(wrong)} of {seen.total() + len(wrong)}:\n" + "\n".join(wrong[:30])
    assert seen["malformed"] > 100
    assert seen.keys() - {"malformed", "unknown_command"}, seen


def _obeyed(text: str, player_id: int, table_id: int) -> str:
    """Carry a message out as the socket does, and undo it; return the refusal's code, or none."""
    try:
        sent = codec.decode(text)
    except codec.Malformed as malformed:
        return malformed.code
    assert isinstance(sent, codec.Sent)
    # What cannot be read comes nowhere near the database.
    with undone():
        receipt = dispatch.obey(player_id=player_id, table_id=table_id, sent=sent)
    return receipt.refused.code if receipt and receipt.refused else ""


@pytest.mark.parametrize("text", RAW, ids=range(len(RAW)))
def test_what_is_no_message_is_malformed(text: str) -> None:
    with pytest.raises(codec.Malformed) as malformed:
        codec.decode(text)
    assert malformed.value.code == "malformed"


@pytest.mark.parametrize(
    ("path", "cookie", "status"),
    [
        ("/ws/tables/" + "9" * 30 + "/", "", 404),
        ("/ws/tables/", "", 404),
        ("/ws/tables/²/", "", 404),
        ("/", "", 404),
        ("/ws/tables/1%00/", "", 400),
        ("/ws/tables/1/", 'sessionid="\\000aaaaaaaaaaaa"', 400),
    ],
)
def test_a_handshake_that_cannot_be_answered_is_refused(
    path: str, cookie: str, status: int
) -> None:
    asked = Asked("GET", path, "", (("Origin", "http://localhost"), ("Cookie", cookie)))
    assert async_to_sync(knock)(asked) == status


async def knock(asked: Asked) -> int:
    """Try to open a socket; return the status of the refusal, or 101."""
    from casino.asgi import application

    said: list[dict[str, Any]] = []
    unheard = [{"type": "websocket.connect"}]

    async def receive() -> dict[str, Any]:
        if unheard:
            return unheard.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        said.append(dict(message))

    await asyncio.wait_for(
        application(scope_of(asked, "192.0.2.1", "websocket"), receive, send), 300
    )
    return 101 if said[0]["type"] == "websocket.accept" else answer_of(said).status
