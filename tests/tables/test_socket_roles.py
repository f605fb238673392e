"""Who has which command carried out over a socket, as `tests/doors/permissions.toml` has it.

Each kind of the wire is sent as everybody, over the socket of each; what it does is undone.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, Final

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session

from casino.players.models import Player
from casino.responsible_gaming import exclusions, limits
from tables.games import GAMES
from tables.sockets import admission, dispatch
from tables.wire import outgoing
from tests.doors.asking import undone
from tests.doors.test_messages import IN_PLAY, commands
from tests.doors.test_permissions import WRITTEN
from tests.floor import House, open_house, text_of
from tests.tables.test_excluded_sockets import STAKES
from tests.tables.test_socket import Browser, browse, hub_of_this_test, sign_in

__all__ = ["browse", "hub_of_this_test"]

LINES: Final[dict[str, dict[str, str]]] = WRITTEN["socket"]
DOOR: Final[dict[str, str]] = WRITTEN["socket_door"]
DONE: Final = "done"
TAKEN_AT: Final = {
    "table.write": "european_roulette",
    "table.buy_colours": "american_roulette",
    "table.change_colours": "american_roulette",
    **dict.fromkeys(("table.seal_draw", "table.open_draw", "table.lock_draw"), "american_roulette"),
}
"""At which game's table a command of the floor is tried; the others at blackjack's."""
WHEELS: Final = ("american_roulette", "big_wheel", "boule", "european_roulette")
WAGER: Final = {"id": "b", "amount": 1000}
SENT: Final[dict[str, dict[str, Any]]] = {
    "table.sit": {"box": 5},
    "table.say": {"text": ""},
    "table.buy_colours": {"unit": 500, "chips": 20},
    "chemin_de_fer.bank": {"amount": 2000},
    "table.lock": {"locked": "0" * 320},
    "table.lock_draw": {"locked": "0" * 320},
    "table.change_cash": {"amount": 100},
    "blackjack.stake": {"bets": [{"box": 1, "main": 1000, "queen_of_hearts": 0}]},
    "american_roulette.stake": {"wagers": [{**WAGER, "on": "red"}], "announced": [], "chips": 0},
    "european_roulette.stake": {"wagers": [{**WAGER, "on": "red"}], "announced": []},
    "boule.stake": {"wagers": [{**WAGER, "on": "red"}], "announced": []},
    "big_wheel.stake": {"wagers": [{**WAGER, "on": "one"}], "announced": []},
    "trente_et_quarante.stake": {"wagers": [{**WAGER, "on": "red"}], "announced": []},
    "punto_banco.stake": {"wagers": [{**WAGER, "on": "punto"}]},
    "banque_a_tout_va.stake": {"wagers": [{**WAGER, "on": "tableau_right"}]},
    "craps.stake": {"wagers": [{**WAGER, "on": "pass_line"}]},
    "automatic_games.play": {"amount": 100},
    "automatic_games.cash_out": {"amount": 1000, "medium": "ticket"},
    "automatic_games.load": {"amount": 1000, "medium": "note"},
}
"""What a command says that the house takes; of the others the least that is well formed."""


def game_of(kind: str) -> str:
    family = kind.partition(".")[0]
    return TAKEN_AT.get(kind, "blackjack") if family == "table" else family


def kinds() -> dict[str, dict[str, Any]]:
    """Return a command of every kind of the wire."""
    formed = [each for family in ("table", *GAMES) for each in commands(family)]
    return {each["kind"]: {**each, **SENT.get(each["kind"], {})} for each in formed}


def open_table(game: str) -> House:
    """Return a table at which nobody has staked; ann holds box 1 where there are boxes."""
    house = open_house(
        f"open {game}", "FR-2024" if game == "blackjack" else text_of(game), game=game
    )
    if GAMES[game].box_count(house.table.rules.rules()):
        house.sit("ann", 1)
    return house


def in_play(game: str) -> House:
    """Return a table of the game at which ann plays."""
    if game in IN_PLAY and game not in WHEELS:
        return IN_PLAY[game]()
    house = open_table(game)
    assert house.do("ann", STAKES[game](1)) == ""
    return house


AT: Final[dict[str, Callable[[str], House]]] = {"open": open_table, "play": in_play}


def differing(lines: Mapping[str, Any]) -> set[str]:
    """Return the kinds of the wire that have no line, and the lines that are no kind of it."""
    return kinds().keys() ^ lines.keys()


def test_every_kind_of_the_wire_has_its_line() -> None:
    assert differing(LINES) == set()
    # Negative control: a kind too many on either side is found.
    assert differing({**LINES, "table.cheat": {}}) == {"table.cheat"}
    assert differing({k: v for k, v in LINES.items() if k != "table.sit"}) == {"table.sit"}
    for kind, line in LINES.items():
        assert set(line) == {"at", "player", "seated"}, kind
        assert line["at"] in AT, kind


def keys_of(house: House) -> dict[str, str]:
    """Return the session of everybody; those of the excluded and the banned began before that."""
    found = {role: sign_in(house, role) for role in ("excluded", "banned", "eve", "ann")}
    rows = [Session.objects.get(pk=found[role]) for role in ("excluded", "banned")]
    limits.exclude(house.people["excluded"], "year", by=house.people["excluded"])
    exclusions.ban(house.people["banned"].pk, operator=house.operator, reason="cheated")
    # One that had begun at that very moment opens nothing either.
    for row in rows:
        row.save()
    serves = Player.objects.create_user(f"serves.{house.table_id}", password="pass", is_staff=True)
    house.people["staff"] = serves
    found["staff"] = sign_in(house, "staff")
    return found


def obeyed_and_undone(**asked: Any) -> outgoing.ReceiptShown:
    """Carry a command out as the socket has it done, and undo it."""
    with undone():
        receipt = usual(**asked)
    return receipt or outgoing.ReceiptShown(str(asked["sent"].id), None, None)


usual = dispatch.obey


async def answered(browser: Browser, command: Any) -> str:
    """Send a command and return the code of its refusal, or DONE."""
    while True:
        receipt = await browser.hear("receipt", await browser.say(command))
        code = receipt["refused"]["code"] if receipt["refused"] else DONE
        if code not in ("too_fast", "busy"):
            return str(code)
        await asyncio.sleep(0.1)


async def told(browse: Any, game: str, at: str, sent: list[Any]) -> dict[str, dict[str, str]]:
    """Return what everybody is told of each command, at a table of the game."""
    house = await sync_to_async(AT[at])(game)
    keys = await sync_to_async(keys_of)(house)
    found: dict[str, dict[str, str]] = {each["kind"]: {} for each in sent}
    async with AsyncExitStack() as stack:
        for role in ("visitor", *DOOR.keys() - {"visitor"}, "player", "seated"):
            key = keys.get({"player": "eve", "seated": "ann"}.get(role, role))
            browser = await stack.enter_async_context(
                browse(role if key else None, key=key, table=house.table_id)
            )
            await browser.hear("frame")
            for each in sent:
                found[each["kind"]][role] = await answered(browser, each)
    return found


PLACES: Final = sorted({(game_of(kind), line["at"]) for kind, line in LINES.items()})


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "at"), PLACES)
async def test_everybody_is_told_what_the_file_says(
    browse: Any, house: House, game: str, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "obey", obeyed_and_undone)
    monkeypatch.setattr(admission, "RATE_PER_SECOND", 1000.0)
    monkeypatch.setattr(admission, "BURST", 1000.0)
    here = [
        command
        for kind, command in kinds().items()
        if game_of(kind) == game and LINES[kind]["at"] == at
    ]
    said = await told(browse, game, at, here)
    wanted = {
        each["kind"]: {
            **DOOR,
            "player": LINES[each["kind"]]["player"],
            "seated": LINES[each["kind"]]["seated"],
        }
        for each in here
    }
    assert said == wanted
