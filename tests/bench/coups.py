"""What a coup costs, and how much later it falls, by the secrets of its players and a witness.

Real sockets at a house of its own: wheels with two players each, who seal a secret for each coup
and open it when they are asked to, as their pages do; or who bring none. The clock runs from the
moment at which the last of them says that he is ready until the frame has come with the number.
"""

import asyncio
import contextlib
import json
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from casino.rng.core.constants import DRAW_TAGS, SECRET_BYTES
from casino.rng.core.contribution import contribution_hash
from tables.games.core.money import Amount
from tables.games.european_roulette import messages
from tables.games.wheel.stakes import Wager
from tables.wire.floor_commands import OpenDraw, SealDraw
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import ROOT, House, Process
from tests.bench.people import Person, people
from tests.load.client import Client
from tests.load.door import Door

PLAYERS: Final = 2
"""At each wheel."""
CHIP: Final = Amount(1_00)
STAKED: Final = "straight:17"
"""No even chance: the zero would imprison its stake."""
STANDING: Final = 1001
"""The number of the first who stands."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Wheels that are open, and players for each."""

    tables: tuple[int, ...]
    crew: tuple[Person, ...]


class Form(StrEnum):
    """What is brought to a coup, and who looks."""

    NONE = "no secrets"
    SECRETS = "two secrets"
    WITNESSED = "two secrets, and a witness that looks each second"


@dataclass
class Seen:
    """Coups of one form."""

    waits: list[float] = field(default_factory=list)
    """Seconds from ready to number."""
    cpu: float = 0.0
    """CPU seconds of the house, its servers among them."""


def prepared(effort: Effort) -> Floor:
    """Open the wheels, whose draws the workers promise, and enrol their players."""
    from casino.players.models import Player
    from tables.operation import opening, sessions
    from tests.opening_checks import pass_opening_check
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
        pass_opening_check(table.pk)
        sessions.open_session(table.pk, operator=operator, reason="bench")
        tables.append(table.pk)
    return Floor(tuple(tables), tuple(people(PLAYERS * count, "coups", chips=100_000_00)))


async def bench(house: House, floor: Floor, effort: Effort) -> list[Figure]:
    """Measure coups of each form, in turns."""
    web = await asyncio.to_thread(house.web, "daphne")
    seen = {form: Seen() for form in Form}
    turns, coups = effort.pick((4, 5), (2, 5), (1, 2))
    crews = [floor.crew[at : at + PLAYERS] for at in range(0, len(floor.crew), PLAYERS)]
    try:
        async with contextlib.AsyncExitStack() as stack:
            wheels = [
                [
                    await stack.enter_async_context(Client(Door(web.origin), table, each.cookie))
                    for each in crew
                ]
                for table, crew in zip(floor.tables, crews, strict=True)
            ]
            # The first coups of the processes cost more than the next ones.
            await _turn(house, web, wheels, Form.SECRETS, Seen(), 2)
            for _ in range(turns):
                for form in Form:
                    await _turn(house, web, wheels, form, seen[form], coups)
    finally:
        await asyncio.to_thread(house.stop, web)
    return _figures(seen)


async def _turn(
    house: House,
    web: Process,
    wheels: Sequence[Sequence[Client]],
    form: Form,
    seen: Seen,
    coups: int,
) -> None:
    """Play so many coups of a form at every wheel."""
    with _witness(web.origin) if form is Form.WITNESSED else contextlib.nullcontext():
        before = house.cpu(web, *house.staffed, servers=True)
        async with asyncio.TaskGroup() as playing:
            for players in wheels:
                playing.create_task(_coups(players, form, seen, coups))
        seen.cpu += house.cpu(web, *house.staffed, servers=True).since(before)


async def _coups(players: Sequence[Client], form: Form, seen: Seen, coups: int) -> None:
    for each in players:
        await each.ready()
    for _ in range(coups):
        seen.waits.append(await _coup(players, seals=form is not Form.NONE))


@contextlib.contextmanager
def _witness(origin: str) -> Iterator[None]:
    """Have a witness of its own process follow the house's log."""
    with urllib.request.urlopen(f"{origin}/api/log/keys/", timeout=30) as answer:  # noqa: S310
        known = [each["verifier_key"] for each in json.loads(answer.read())]
    key = next(each for each in reversed(known) if each)
    with tempfile.TemporaryDirectory() as state:
        command = [sys.executable, str(ROOT / "casino" / "rng" / "witness.py"), "follow", origin]
        command += ["--log", key, "--name", "bench.example/w1", "--state", state, "--every", "1"]
        looking = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            yield
            assert looking.poll() is None, "the witness has ended"
        finally:
            looking.terminate()
            looking.wait()


async def _coup(players: Sequence[Client], *, seals: bool) -> float:
    """Play one coup; return the seconds from the last ready to the number."""
    first = players[0]
    frame = await _until(first, lambda frame: frame.floor.accepting and frame.floor.draw)
    draw = frame.floor.draw.id
    for each in players:
        await _done(each, messages.Stake((Wager("w", STAKED, CHIP),)))
    kept = {
        seat: (each, secrets.token_bytes(SECRET_BYTES))
        for seat, each in enumerate(players, STANDING)
    }
    if seals:
        for seat, (each, secret) in kept.items():
            hashed = contribution_hash(DRAW_TAGS, draw, seat, secret).hex()
            await _done(each, SealDraw(draw, seat, hashed))
    await _done(first, messages.Ready())
    began = time.monotonic()
    opening = [
        asyncio.create_task(_open(each, draw, seat, secret))
        for seat, (each, secret) in kept.items()
        if seals
    ]
    await _done(players[1], messages.Ready())
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


async def _until(player: Client, holds: Callable[[Any], object]) -> Any:
    """Wait for a frame; return it."""
    async with asyncio.timeout(120):
        while player.frame is None or not holds(player.frame):
            await player.changed(1)
        return player.frame


def _figures(seen: dict[Form, Seen]) -> list[Figure]:
    cuts = {
        form: statistics.quantiles(each.waits, n=100, method="inclusive")
        for form, each in seen.items()
    }
    told = "; ".join(
        f"{form}: p50 {1000 * cuts[form][49]:.0f} ms, p95 {1000 * cuts[form][94]:.0f} ms"
        for form in Form
    )
    added = 1000 * (cuts[Form.SECRETS][94] - cuts[Form.NONE][94])
    return [
        *(
            Figure("", f"coups, {form}, per CPU s of the house", len(each.waits) / each.cpu, "/s")
            for form, each in seen.items()
        ),
        Figure("", "what secrets add to a coup, p95", added, "ms", note=told),
    ]
