"""What Lighthouse says of the page of each game's table, as a visitor's phone opens it (G26).

Lighthouse is installed beside its lock file at the first run: nothing else needs it.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from scripts.setup import Failed, chromium, npm, run
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import ROOT
from tests.bench.pages import tables_of
from tests.house import run_house

PACKAGE: Final = ROOT / "tests" / "bench" / "lighthouse"
TRIES: Final = 3
"""Of a page: one run in eight ends without a result, as Chromium was not ready (NO_NAVSTART)."""
CATEGORIES: Final = {"accessibility": "accessible", "best-practices": "practices", "seo": "found"}


def bench(effort: Effort) -> list[Figure]:
    """Open a house and have Lighthouse score a table of each game of its lobby, on its phone."""
    if not (PACKAGE / "node_modules").exists():
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error", run=run, folder=PACKAGE)
    with (
        tempfile.TemporaryDirectory(prefix="sabot-") as var,
        run_house(Path(var)) as house,
    ):
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium())
            tables = tables_of(browser, house.base_url)
            browser.close()
        games = list(tables.items())[: effort.pick(99, 99, 1)]
        return [
            _figure(game, _report(f"{house.base_url}/tables/{table}/", Path(var), effort))
            for game, table in games
        ]


def _report(url: str, folder: Path, effort: Effort) -> dict[str, Any]:
    """Return what Lighthouse reports of a page: the median of several runs by its speed."""
    runs = sorted(
        (_once(url, folder) for _ in range(effort.pick(3, 1, 1))),
        key=lambda each: each["categories"]["performance"]["score"],
    )
    return runs[len(runs) // 2]


def _once(url: str, folder: Path) -> dict[str, Any]:
    os.environ["CHROME_PATH"] = chromium() or ""
    written = folder / "lighthouse.json"
    command = (
        *("exec", "--offline", "--", "lighthouse", url, "--quiet", "--output=json"),
        *(f"--output-path={written}", "--chrome-flags=--headless --no-sandbox"),
        f"--only-categories=performance,{','.join(CATEGORIES)}",
    )
    for attempt in range(TRIES):
        try:
            npm(*command, run=run, folder=PACKAGE)
        except Failed:
            if attempt == TRIES - 1:
                raise
            continue
        report: dict[str, Any] = json.loads(written.read_text())
        if report.get("runtimeError") is None:
            return report
    raise RuntimeError(f"Lighthouse scored {url} in none of {TRIES} runs")


def _figure(game: str, report: dict[str, Any]) -> Figure:
    scores, audits = report["categories"], report["audits"]
    notes = [f"{said} {100 * scores[name]['score']:.0f}" for name, said in CATEGORIES.items()]
    for audit, said in (
        ("largest-contentful-paint", "largest paint"),
        ("total-blocking-time", "blocked"),
    ):
        notes.append(f"{said} {audits[audit]['numericValue']:.0f} ms")
    return Figure(
        "G26", f"{game}: Lighthouse on a phone", 100 * scores["performance"]["score"],
        floor=90, goal=95, note=", ".join(notes),
    )  # fmt: skip
