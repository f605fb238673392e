"""`make bots`: scripted players sit down at a running house, so that nobody plays alone.

They use the public WebSocket and the public forms like everybody, play at a human's pace from what
the view offers, leave boxes free, come back after a restart, and get up on Ctrl-C.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from tables.games import GAMES
from tests.load.client import Client
from tests.load.door import Door, DoorShut, KeyRing, address
from tests.load.play import Broke, NoBox, Place, Player, Temper, player_of

KEYS: Final = Path(os.environ.get("SABOT_VAR", "var")) / "bots"
NAMES: Final = ("Camille", "Noor", "Jules", "Inès", "Marius")
MOST: Final = len(NAMES)
LEFT_FREE: Final = 2
"""Boxes that always stay free for people."""
TEMPERS: Final = (
    Temper(think=(0.9, 2.4), boldness=1.0, rest=0.05),
    Temper(think=(0.6, 1.5), boldness=2.0, insures=0.15),
    Temper(think=(1.2, 3.0), boldness=0.5, rest=0.15),
    Temper(think=(0.8, 2.0), boldness=1.5),
    Temper(think=(1.0, 2.6), boldness=1.0, insures=0.3),
)
FAVOURITES: Final = (3, 5, 6, 2, 7)
"""The boxes they like, one each, where there are so many; 1 and 4 are for people."""


def say(text: str) -> None:
    """Print a line for the person at the keyboard."""
    print(text, flush=True)  # noqa: T201


async def play_forever(
    number: int, door: Door, keys: KeyRing, table: Mapping[str, Any], stop: asyncio.Event
) -> None:
    """Keep one scripted player at the table until `stop`; a broke one is followed by a friend."""
    generation = 1
    name, chance = NAMES[number], Random()
    place = place_of(number, table)
    plays = player_of(place.game)
    while not stop.is_set():
        username = f"bot-{number + 1}-{generation}"
        try:
            # Whoever went home keeps his name.
            cookie = await keys.cookie(
                username, name if generation == 1 else f"{name} {generation}"
            )
        except DoorShut as shut:
            say(str(shut))
            await _pause(stop, 5)
            continue
        if cookie is None:
            generation += 1
            continue
        async with Client(door, place.table, cookie, hurried=plays.hurried) as client:
            player = plays(client, chance, TEMPERS[number], place)
            playing = asyncio.create_task(player.play())
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({playing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if not playing.done():
                playing.cancel()
            try:
                await playing
            except asyncio.CancelledError:
                if not await _get_up(player):
                    say(f"{name}'s chips are still in play: the house frees the box later.")
            except Broke:
                say(f"{name} has lost everything and goes home; a friend takes over.")
                await _get_up(player)
                generation += 1
            except NoBox:
                await _pause(stop, 10)
            except TimeoutError:
                say(f"{name}: the table does not answer; trying again.")


def place_of(number: int, table: Mapping[str, Any]) -> Place:
    """Return where a player goes at a table of the lobby."""
    boxes = int(table["boxes"])
    turns = (*FAVOURITES[number:], *FAVOURITES[:number])
    wanted = tuple(box for box in turns if box <= boxes)
    return Place(int(table["id"]), table["game"], boxes, table["minimum"] or 0, wanted, LEFT_FREE)


async def _get_up(player: Player) -> bool:
    """Leave the boxes, staying a little when chips lie on them; return whether that worked."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(10):
            while not await player.leave():
                # Whoever stays away makes the others wait, so hands are still played.
                await player.client.changed(1.0)
                frame = player.client.frame
                if frame and (command := player.decision(frame)):
                    await player.decide(command)
            return True
    return False


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)


async def main(
    players: int, url: str | None, table: int | None, game: str | None, *, elsewhere: bool = False
) -> int:
    """Run the players until a signal comes; return the exit code."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    try:
        door = Door(address(url), elsewhere=elsewhere)
        chosen = await _table(door, table, game)
    except DoorShut as shut:
        say(str(shut))
        return 1
    keys = KeyRing(KEYS / f"{door.name}.json", door)
    say(f"{players} scripted players go to {chosen['name']} of {door.url}. Ctrl-C sends them home.")
    await asyncio.gather(
        *(play_forever(number, door, keys, chosen, stop) for number in range(players))
    )
    say("The scripted players have gone home.")
    return 0


async def _table(door: Door, table: int | None, game: str | None) -> dict[str, Any]:
    """Return the table of this id, or the one that was opened first, of this game or of any."""
    for each in sorted(await door.tables(), key=lambda each: int(each["id"])):
        if each["status"] != "open":
            continue
        if each["id"] == table or (table is None and game in (None, each["game"])):
            return each
    raise DoorShut(f"No such table is open at {door.url}.")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bots", description=__doc__)
    parser.add_argument("--players", type=int, default=3, choices=range(1, MOST + 1))
    parser.add_argument("--url", help="a house; by default PORT's, or the one of this folder")
    parser.add_argument(
        "--with-permission",
        action="store_true",
        help="the house is on another machine, and its operator has agreed",
    )
    parser.add_argument("--table", type=int, help="its id; by default the first open one")
    parser.add_argument("--game", choices=GAMES, help="of which the first open table is taken")
    return parser.parse_args()


if __name__ == "__main__":
    chosen = _arguments()
    playing = main(
        chosen.players, chosen.url, chosen.table, chosen.game, elsewhere=chosen.with_permission
    )
    sys.exit(asyncio.run(playing))
