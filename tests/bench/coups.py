"""How much later a coup falls by the secrets of its players.

Real sockets at a house of its own: wheels with two players each, who seal a secret for every other
coup and open it when they are asked to, as their pages do. The clock runs from the moment at which
the last of them says that he is ready until the frame has come with the number.
"""

import asyncio
import secrets
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from casino.rng.core.constants import DRAW_TAGS, SECRET_BYTES
from casino.rng.core.contribution import contribution_hash
from tables.games.core.money import Amount
from tables.games.european_roulette.messages import Ready, Stake
from tables.games.wheel.stakes import Wager
from tables.live.floor_commands import OpenDraw, SealDraw
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import House
from tests.bench.people import Person, people
from tests.load.client import Client
from tests.load.door import Door

PLAYERS: Final = 2
"""At each wheel."""
CHIP: Final = Amount(1_00)
STANDING: Final = 1001
"""The number of the first who stands."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Wheels that are open, and players for each."""

    tables: tuple[int, ...]
    crew: tuple[Person, ...]


@dataclass
class Seen:
    """Seconds from ready to number, by whether secrets were sealed."""

    waits: dict[bool, list[float]] = field(default_factory=lambda: {True: [], False: []})


def prepared(effort: Effort) -> Floor:
    """Open the wheels, whose draws the workers promise, and enrol their players."""
    from casino.players.models import Player
    from tables.floor import opening, sessions
    from tests.checked import checked
    from tests.published import publish

    operator = Player.objects.get(username="operator")
    # Nobody waits for a clock: the players say when they are ready.
    rules = publish(
        "MC/coups", "MC", "european_roulette", operator=operator, betting_window_seconds=300
    )
    tables = []
    count = effort.pick(20, 10, 2)
    for number in range(count):
        table = opening.create_table(name=f"Coups {number}", rules_key=rules.key, operator=operator)
        checked(table.pk)
        sessions.open(table.pk, operator=operator, reason="bench")
        tables.append(table.pk)
    return Floor(tuple(tables), tuple(people(PLAYERS * count, "coups", chips=100_000_00)))


async def bench(house: House, floor: Floor, effort: Effort) -> list[Figure]:
    """Measure coups with and without secrets, in turn at each wheel."""
    web = await asyncio.to_thread(house.web, "daphne")
    seen, coups = Seen(), effort.pick(20, 10, 2)
    door = Door(web.origin)
    crews = [floor.crew[at : at + PLAYERS] for at in range(0, len(floor.crew), PLAYERS)]
    try:
        async with asyncio.TaskGroup() as wheels:
            for table, crew in zip(floor.tables, crews, strict=True):
                wheels.create_task(_wheel(door, table, crew, seen, coups))
    finally:
        await asyncio.to_thread(house.stop, web)
    return _figures(seen)


async def _wheel(door: Door, table: int, crew: Sequence[Person], seen: Seen, coups: int) -> None:
    async with (
        Client(door, table, crew[0].cookie) as one,
        Client(door, table, crew[1].cookie) as two,
    ):
        players = (one, two)
        for each in players:
            await each.ready()
        # The first coups of the processes cost more than the next ones.
        for number in range(-2, coups):
            wait = await _coup(players, seals=number % 2 == 0)
            if number >= 0:
                seen.waits[number % 2 == 0].append(wait)


async def _coup(players: Sequence[Client], *, seals: bool) -> float:
    """Play one coup; return the seconds from the last ready to the number."""
    first = players[0]
    frame = await _until(first, lambda frame: frame.floor.accepting and frame.floor.draw)
    draw = frame.floor.draw.id
    for each in players:
        await _done(each, Stake((Wager("w", "red", CHIP),)))
    kept = {
        seat: (each, secrets.token_bytes(SECRET_BYTES))
        for seat, each in enumerate(players, STANDING)
    }
    if seals:
        for seat, (each, secret) in kept.items():
            hashed = contribution_hash(DRAW_TAGS, draw, seat, secret).hex()
            await _done(each, SealDraw(draw, seat, hashed))
    await _done(first, Ready())
    began = time.monotonic()
    opening = [
        asyncio.create_task(_open(each, draw, seat, secret))
        for seat, (each, secret) in kept.items()
        if seals
    ]
    await _done(players[1], Ready())
    await _until(first, lambda frame: frame.view.number is not None)
    wait = time.monotonic() - began
    await asyncio.gather(*opening)
    await _until(first, lambda frame: frame.view.phase == "closed")
    return wait


async def _open(player: Client, draw: str, seat: int, secret: bytes) -> None:
    """Open a secret as soon as the list is closed."""
    await _until(
        player,
        lambda frame: (
            frame.floor.draw is not None
            and frame.floor.draw.id == draw
            and frame.floor.draw.stage == "opening"
        ),
    )
    await _done(player, OpenDraw(draw, seat, secret.hex()))


async def _done(player: Client, command: Any) -> None:
    answer = await player.ask(command)
    assert getattr(answer, "refused", None) is None, answer


async def _until(player: Client, holds: Any) -> Any:
    """Wait for a frame; return it."""
    async with asyncio.timeout(120):
        while player.frame is None or not holds(player.frame):
            await player.changed(1)
        return player.frame


def _figures(seen: Seen) -> list[Figure]:
    with_, without = (
        statistics.quantiles(seen.waits[sealed], n=100, method="inclusive")
        for sealed in (True, False)
    )
    note = (
        f"p95 {1000 * with_[94]:.0f} ms with two secrets, {1000 * without[94]:.0f} ms without;"
        f" p50 {1000 * with_[49]:.0f} and {1000 * without[49]:.0f} ms;"
        f" {len(seen.waits[True])} coups of each"
    )
    added = 1000 * (with_[94] - without[94])
    return [Figure("", "what secrets add to a coup, p95", added, "ms", note=note)]
