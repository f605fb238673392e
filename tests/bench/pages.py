"""How the page of each game's table comes to life on a throttled phone, and rests (G25).

What Lighthouse counts, by Chromium's own observers and for a player who is signed in; and what all
of Chromium's processes use while nothing happens at the table.
"""

import os
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from scripts.setup import chromium
from tests.bench import cpu
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.house import PASSWORD, run_house

PHONE: Final = {"width": 390, "height": 844}
SLOWER: Final = 4
"""Times as slow as this machine."""
LINE: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SETTLED: Final = 2_000
"""Milliseconds after the table is there in which it may still move or be busy."""
RESTS: Final = 20_000
"""Milliseconds after which nothing moves on a page by itself."""
WATCH: Final = """() => {
  window.noted = { shift: 0, tasks: [], paint: 0 };
  const watch = (type, note) => new PerformanceObserver(list =>
    list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("layout-shift", each => { if (!each.hadRecentInput) noted.shift += each.value; });
  watch("longtask", each => noted.tasks.push(each.duration));
  watch("largest-contentful-paint", each => { noted.paint = each.startTime; });
}"""
BYTES: Final = """() => [...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")].reduce((sum, each) => sum + each.encodedBodySize, 0)
"""


def bench(effort: Effort) -> list[Figure]:
    """Open a house and a table of each game of its lobby, each as a newcomer's browser does."""
    with (
        tempfile.TemporaryDirectory(prefix="sabot-") as var,
        run_house(Path(var)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium())
        tables = tables_of(browser, house.base_url)
        games = dict(list(tables.items())[: effort.pick(99, 99, 1)])
        found = {game: _seen(browser, house.base_url, table) for game, table in games.items()}
        browser.close()
    return [figure for game, seen in found.items() for figure in _figures(game, seen)]


def tables_of(browser: Browser, base_url: str) -> dict[str, int]:
    """Return for each game of the lobby its first table."""
    visitor = browser.new_context(base_url=base_url)
    found: dict[str, int] = {}
    for each in visitor.request.get("/api/tables/").json():
        found.setdefault(each["game"], each["id"])
    visitor.close()
    return found


def _seen(browser: Browser, base_url: str, table: int) -> dict[str, Any]:
    """Return what a phone saw of a table's page until it stood still."""
    visitor = browser.new_context(base_url=base_url, viewport=PHONE, locale="fr-FR")  # type: ignore[arg-type]
    page = visitor.new_page()
    page.goto("/sign-in/")
    page.locator("[name=username]").fill("demo6")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator(".door button[type=submit]").click()
    page.wait_for_url("**/")
    page.add_init_script(f"({WATCH})()")
    phone = visitor.new_cdp_session(page)
    phone.send("Network.clearBrowserCache")
    phone.send("Network.emulateNetworkConditions", LINE)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"/tables/{table}/")
    page.locator("[role=log][aria-live=polite] p").first.wait_for(state="attached", timeout=60_000)
    page.wait_for_timeout(SETTLED)
    seen: dict[str, Any] = page.evaluate("window.noted") | {"bytes": page.evaluate(BYTES)}
    phone.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.wait_for_timeout(RESTS)
    seen["rest"] = _cpu_at_rest()
    visitor.close()
    return seen


def _cpu_at_rest(seconds: float = 10) -> float:
    """Return the share of a core that this process's browsers use meanwhile."""
    programs = [each for each in cpu.descendants(os.getpid()) if "chrom" in cpu.program(each)]
    before, began = cpu.used(programs), time.monotonic()
    time.sleep(seconds)
    return cpu.used(programs).since(before) / (time.monotonic() - began)


def _figures(game: str, seen: dict[str, Any]) -> list[Figure]:
    tasks: list[float] = seen["tasks"]
    blocked = sum(max(0.0, each - 50) for each in tasks)
    note = f"largest paint {seen['paint']:.0f} ms; {len(tasks)} tasks above 50 ms"
    return [
        Figure("G25", f"{game}: longest task on a phone", max(tasks, default=0.0), "ms",
               floor=150, goal=100, better="less", note=note),
        Figure("G25", f"{game}: blocked", blocked, "ms", floor=250, goal=200, better="less"),
        Figure("G25", f"{game}: layout shift", seen["shift"], "",
               floor=0.05, goal=0.02, better="less"),
        Figure("G25", f"{game}: bytes", seen["bytes"], "",
               floor=175_000, goal=160 * 1024, better="less"),
        Figure("G25", f"{game}: CPU at rest", 100 * seen["rest"], "% of a core",
               floor=5, goal=2, better="less"),
    ]  # fmt: skip
