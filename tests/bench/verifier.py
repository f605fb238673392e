"""How long the page's verifier takes in a real browser: one card, and a whole shoe (G22)."""

import json
import statistics
from dataclasses import replace
from typing import Any, Final

from playwright.sync_api import sync_playwright

from scripts.setup import chromium
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.house import ROOT
from tests.rng.bundles import Shape, shoe

MODULE: Final = ROOT / "frontend" / "dist" / "verify.mjs"
SHOE: Final = Shape(packs=6, burn=5, behind=60, dealt=250, cutter=4, cut_from=104, cut_to=208)
_MEASURE: Final = """async ([module, bundle, runs]) => {
    const address = URL.createObjectURL(new Blob([module], {type: "text/javascript"}));
    const { measure } = await import(address);
    await measure(bundle, 2);
    const found = await measure(bundle, runs);
    // The same many hashes of the browser's own, one after another, as nobody can avoid.
    const block = new Uint8Array(65);
    const began = performance.now();
    for (let n = 0; n < 2000; n++) await crypto.subtle.digest("SHA-256", block);
    return {...found, hash: (performance.now() - began) / 2000};
}"""


def bench(effort: Effort) -> list[Figure]:
    """Measure both in headless Chromium; the page must have been built."""
    if not MODULE.exists():
        raise FileNotFoundError(f"{MODULE} is not there: npm run build in frontend/")
    bundle, lit = (json.dumps(shoe(each)) for each in (SHOE, replace(SHOE, beacon="recorded")))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        page = browser.new_page()
        # A secure context, as the house's own pages are: without one there is no crypto.subtle.
        page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
        page.goto("http://localhost/")
        module, runs = MODULE.read_text(), effort.pick(20, 5, 2)
        found: dict[str, Any] = page.evaluate(_MEASURE, [module, bundle, runs])
        beacon: dict[str, Any] = page.evaluate(_MEASURE, [module, lit, runs])
        version = browser.version
        browser.close()
    note = f"headless Chromium {version}; its own SHA-256, awaited: {1000 * found['hash']:.1f} us"
    worst = f"worst of {runs}: {max(found['shoe']):.0f} ms; {len(bundle):,} characters"
    return [
        Figure("G22", "one card opened and checked in a browser", found["card"], "ms", 5, 0.5,
               "less", note),
        Figure("G22", "a whole six-deck shoe verified in a browser",
               statistics.median(found["shoe"]), "ms", 300, 100, "less", worst),
        Figure("G22", "the same with a beacon's signature (BLS12-381)",
               statistics.median(beacon["shoe"]), "ms", 300, 150, "less",
               f"worst of {runs}: {max(beacon['shoe']):.0f} ms"),
    ]  # fmt: skip
