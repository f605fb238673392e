"""What open tables cost at which nobody sits: every process of the house at rest (G23)."""

import asyncio
import io
import time
from typing import Final

from django.core.management import call_command
from django.db import connection

from tests.bench.commands import Floor
from tests.bench.effort import Effort
from tests.bench.figures import Figure

READY_SECONDS: Final = 300
"""Seconds within which the workers have made a shoe for each of the tables."""


async def bench(floor: Floor, effort: Effort) -> list[Figure]:
    """Open a thousand tables, wait for their shoes, and count the CPU of a quiet while."""
    count, seconds = effort.pick(1000, 1000, 3), effort.pick(60.0, 20.0, 1.0)
    return await asyncio.to_thread(_bench, floor, count, seconds)


def _bench(floor: Floor, count: int, seconds: float) -> list[Figure]:
    house = floor.house
    call_command("open_tables", str(count), prefix="Idle", stdout=io.StringIO())
    _await_shoes()
    everybody = [floor.web, *house.staffed]
    spent = {each.name: house.cpu(each) for each in everybody}
    servers, began = house.cpu(servers=True), time.monotonic()
    time.sleep(seconds)
    lasted = time.monotonic() - began
    shares = {each.name: house.cpu(each).since(spent[each.name]) / lasted for each in everybody}
    shares["servers"] = house.cpu(servers=True).since(servers) / lasted
    note = ", ".join(f"{name} {100 * share:.1f}" for name, share in shares.items())
    return [
        Figure(
            "G23",
            "a thousand open tables without players, of a core",
            100 * sum(shares.values()),
            "%",
            floor=5,
            goal=2,
            better="less",
            note=f"{count} tables, {lasted:.0f} s: {note}",
        )
    ]


def _await_shoes() -> None:
    deadline = time.monotonic() + READY_SECONDS
    with connection.cursor() as cursor:
        while True:
            cursor.execute(
                "SELECT count(*) FROM tables_table"
                " WHERE status = 'open' AND shoe_id IS NULL AND draw_id IS NULL"
            )
            ((bare,),) = cursor.fetchall()
            if not bare:
                return
            if time.monotonic() > deadline:
                raise TimeoutError(f"{bare} tables have no shoe")
            time.sleep(0.2)
