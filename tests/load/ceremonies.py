"""Players make shoes with the house by real sockets, again and again.

Everybody who was asked seals in time, opens in time and says the truth, so each sealed hash must
stand in its shoe's public record and be opened. Half of the secrets and hashes (all with
`--chosen 1`) are chosen to hold long runs of decimal digits.
"""

import asyncio
import re
import secrets
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from pydantic import TypeAdapter

from casino.rng.core.constants import SHOE_TAGS
from casino.rng.core.contribution import contribution_hash
from tables.games.core.money import BoxNo
from tables.wire.floor_commands import Cut, DeclineCut, Open, Seal, Sit
from tables.wire.outgoing import ShufflingShown
from tests.house import ROOT, House
from tests.load.client import Client, Tally
from tests.load.door import Door, KeyRing

SEATED: Final = 3
"""Players at each table: the first leaves the cut to the second."""
CUTTER: Final = 2
RUN: Final = re.compile("[0-9]{14}")
_SHOES: Final = """
import time
from django.db import transaction
from tables.rows import table_rows as rows
from tables.shoes import requests as orders
from tables.models import Table
left = dict.fromkeys({tables!r}, {each!r})
while left:
    time.sleep(0.05)
    for table_id in Table.objects.filter(pk__in=left, shoe_id__isnull=False).values_list("pk"):
        left[table_id[0]] -= 1
        with transaction.atomic(durable=True):
            table = rows.lock(table_id[0])
            if left[table_id[0]]:
                orders.request_equipment(table, resumes=True)
            else:
                del left[table_id[0]]
"""


@dataclass(frozen=True, slots=True)
class Part:
    """What a box brought to a shoe."""

    secret: bytes
    cut: int | None
    hash: str


@dataclass
class Ceremony:
    """What the players of a run brought, and what became of it."""

    parts: dict[tuple[str, int], Part] = field(default_factory=dict)
    """By shoe and box."""
    tally: Tally = field(default_factory=Tally)
    shoes: int = 0
    """That were put on a table."""
    lost: list[str] = field(default_factory=list)
    """Parts that do not count, though they were honest."""

    def told(self) -> str:
        """Return the run as lines for a terminal."""
        runs = sum(
            bool(RUN.search(each.secret.hex()) or RUN.search(each.hash))
            for each in self.parts.values()
        )
        return "\n".join(
            (
                f"{self.shoes} shoes, {len(self.parts)} contributions,"
                f" {runs} with fourteen decimal digits in a row",
                f"refusals: {dict(self.tally.refusals) or 'none'}",
                f"contributions that do not count: {len(self.lost)}",
                *(f"  {each}" for each in self.lost[:10]),
                *(f"  {each}" for each in self.tally.errors[:10]),
            )
        )

    @property
    def whole(self) -> bool:
        """Tell whether every contribution counts and nothing was refused or lost."""
        return not self.lost and not self.tally.refusals and self.tally.clean


@dataclass
class Contributor:
    """A player who sits at one box and takes part in every shoe."""

    client: Client
    box: BoxNo
    chosen: float
    """The chance that what he seals holds a run of digits on purpose."""
    chance: Random
    ceremony: Ceremony
    seated: asyncio.Barrier

    async def play(self) -> None:
        """Sit down, and take part until cancelled, or until something is refused."""
        await self.client.ready()
        await self.client.ask(Sit(self.box))
        await self.seated.wait()
        while not self.client.tally.refusals:
            frame = self.client.frame
            assert frame is not None
            making = frame.floor.shuffling
            if making is not None and (part := self._part(making)):
                await self.client.ask(part)
            else:
                await self.client.changed(0.2)
        self.ceremony.lost.append(f"box {self.box}: {dict(self.client.tally.refusals)}")

    def _part(self, making: ShufflingShown) -> Any | None:
        """Return what the player does for the shoe that is being made, or `None`."""
        shoe, mine = making.shoe, self.ceremony.parts.get((making.shoe, self.box))
        if making.stage == "sealing" and self.box not in making.sealed:
            if CUTTER in making.offered and self.box != CUTTER:
                # Whoever declines what another accepts at that moment is refused.
                return None
            if self.box in making.offered:
                if self.box != CUTTER:
                    return DeclineCut(self.box, shoe)
                cut = self.chance.randint(making.cut_from, making.cut_to)
                return Cut(self.box, shoe, (mine or self._seal(shoe, cut)).hash)
            if not making.offered:
                return Seal(self.box, shoe, (mine or self._seal(shoe, None)).hash)
        if making.stage == "opening" and mine and self.box not in making.opened:
            return Open(self.box, shoe, mine.secret.hex(), mine.cut)
        return None

    def _seal(self, shoe: str, cut: int | None) -> Part:
        chosen = self.chance.random() < self.chosen
        while True:
            secret = secrets.token_bytes(32)
            if chosen:
                secret = bytes.fromhex("".join(self.chance.choices("0123456789", k=64)))
            sealed = contribution_hash(SHOE_TAGS, shoe, self.box, secret, cut).hex()
            if not chosen or RUN.search(sealed):
                part = self.ceremony.parts[shoe, self.box] = Part(secret, cut, sealed)
                return part


async def contribute(
    house: House, tables: Sequence[int], each: int, *, chosen: float, seed: int = 1
) -> Ceremony:
    """Have `each` shoes made at every table with all its players; return what became of it."""
    door, ceremony = Door(house.base_url), Ceremony()
    keys = KeyRing(house.var / "players.json", door)
    clients: list[Client] = []
    tasks: list[asyncio.Task[None]] = []
    seated = asyncio.Barrier(SEATED * len(tables))
    try:
        for number, table in enumerate(tables):
            for box in range(1, SEATED + 1):
                cookie = await keys.cookie(f"soak-{number + 1}-{box}")
                client = Client(door, table, cookie)
                await client.__aenter__()
                clients.append(client)
                chance = Random(f"{seed} {number} {box}")
                player = Contributor(client, BoxNo(box), chosen, chance, ceremony, seated)
                tasks.append(asyncio.create_task(player.play()))
        tasks.append(asyncio.create_task(_order(house, tables, each)))
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in clients:
            ceremony.tally += client.tally
            await client.__aexit__()
    await asyncio.to_thread(_judge, house, ceremony)
    return ceremony


async def _order(house: House, tables: Sequence[int], each: int) -> None:
    """Take each shoe away as soon as it lies on the table, until so many have been there."""
    script = _SHOES.format(tables=[*tables], each=each)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "manage.py", "shell", "-v0", "-c", script),
        cwd=ROOT,
        env={**house.environment(), **house.running_urls()},
    )
    try:
        if await process.wait():
            raise RuntimeError("no shoes could be ordered")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


_FACE: Final[TypeAdapter[dict[str, Any]]] = TypeAdapter(dict[str, Any])


def _judge(house: House, ceremony: Ceremony) -> None:
    """Look for every part in the public record of its shoe."""
    for shoe in {shoe for shoe, _ in ceremony.parts}:
        with urllib.request.urlopen(f"{house.base_url}/api/shoes/{shoe}/", timeout=300) as answer:  # noqa: S310
            face = _FACE.validate_json(answer.read())
        record = face["contributions"]
        hashes = {each["seat"]: each["hash"] for each in record["hashes"]}
        opened_ = {each["seat"]: each["secret"] for each in record["opened"]}
        ceremony.shoes += 1
        for box in range(1, SEATED + 1):
            part = ceremony.parts.get((shoe, box))
            if part is None:
                ceremony.lost.append(f"{shoe}, box {box}: was not asked")
            elif hashes.get(box) != part.hash:
                ceremony.lost.append(f"{shoe}, box {box}: the hash {part.hash} is not there")
            elif opened_.get(box) != part.secret.hex():
                ceremony.lost.append(f"{shoe}, box {box}: withheld {part.secret.hex()}")
        cuts = [box for (of, box), part in ceremony.parts.items() if of == shoe and part.cut]
        if [record["cutter"]] != (cuts or [0]):
            ceremony.lost.append(f"{shoe}: cut by {record['cutter']}, not by {cuts}")


def tables_in(house: House, count: int) -> tuple[int, ...]:
    """Return so many open tables; their first shoes wait for somebody to sit down."""
    return tuple(
        int(line)
        for line in house.manage("open_tables", str(count), "--prefix", "Sabot").split()
        if line.isdigit()
    )
