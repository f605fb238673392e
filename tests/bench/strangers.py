"""Clicks and seconds of a stranger alone, from the lobby to a settled bet, at each game (G31).

Seated where one sits and standing where the game takes that, on a desk and on a phone.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scripts.setup import chromium
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.browser.strangers import MOST_CLICKS, MOST_SECONDS, Stranger, Walk, tables_alone
from tests.house import run_house

WIDTHS = {"desk": 1440, "phone": 390}


def bench(effort: Effort) -> list[Figure]:
    """Open a house, and walk to each table of its lobby as somebody new."""
    figures: list[Figure] = []
    with (
        tempfile.TemporaryDirectory(prefix="sabot-") as var,
        # Players make each shoe with the house, as they do where nobody measures.
        run_house(Path(var), SHOE_CONTRIBUTIONS="full") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium())
        for form, width in list(WIDTHS.items())[: effort.pick(2, 2, 1)]:
            found = _walked(browser, house.base_url, width, effort.pick(99, 99, 1))
            for game, walk in found.items():
                figures += _figures(f"{game}, {form}", walk)
        browser.close()
    return figures


def _walked(browser: Browser, base_url: str, width: int, most: int) -> dict[str, Walk]:
    found: dict[str, Walk] = {}
    for seated, how in ((False, "standing"), (True, "seated")):
        stranger = Stranger(browser, base_url, "en", width)
        stranger.signs_up()
        for game, table in list(tables_alone(stranger.page).items())[:most]:
            if walk := stranger.settles_a_bet(table, seated=seated):
                found[f"{game}, {how}"] = walk
        stranger.visitor.close()
    return found


def _figures(what: str, walk: Walk) -> list[Figure]:
    return [
        Figure("G31", f"{what}: clicks to a settled bet", walk.clicks,
               floor=MOST_CLICKS, goal=6, better="less"),
        Figure("G31", f"{what}: seconds to it", walk.seconds, "s",
               floor=MOST_SECONDS, goal=20, better="less"),
    ]  # fmt: skip
