"""The page of every game's table: what it loads, and what fits a small screen."""

from functools import partial
from operator import itemgetter
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tables.games import GAMES
from tests import house_console
from tests.browser.patience import comes_to
from tests.browser.test_pages import ZOOMED, look, overflows_nowhere
from tests.house import House

MOST_BYTES: Final = 160 * 1024
"""Of all that a page loads before anybody presses anything; pictures on cards come with them."""
LOADED: Final = """() => {
  const loaded = performance
    .getEntriesByType("resource")
    // A picture is named with the card that it is drawn for, as in `courts.svg#Kh`.
    .filter(each => !new URL(each.name).pathname.endsWith(".svg"))
    .sort((one, other) => one.startTime - other.startTime);
  const [page] = performance.getEntriesByType("navigation");
  let { responseEnd: last, encodedBodySize: bytes } = page;
  for (const each of loaded) {
    // What refusals say is loaded after five seconds at rest; a slow machine is seen so late.
    if (each.startTime > last + 4000) break;
    last = Math.max(last, each.responseEnd);
    bytes += each.encodedBodySize;
  }
  return bytes;
}"""
"""The bytes of a page and of all that it has loaded by itself, as they came over the wire."""
MOST_MOVED: Final = 0.02
"""Of the window, by its own measure of what moves by itself (cumulative layout shift)."""
MOVED: Final = """() => new Promise(done => {
  const moved = [];
  new PerformanceObserver(list => moved.push(...list.getEntries().filter(
    each => !each.hadRecentInput))).observe({ type: "layout-shift", buffered: true });
  // What is buffered comes in a task of its own.
  setTimeout(() => done(moved.reduce((sum, each) => sum + each.value, 0)), 50);
})"""
MOST_AT_ONCE: Final = 320
"""Elements that one task draws: some 90 ms on a phone that is a quarter as quick as a desk."""
DRAWS: Final = """
  window.drawn = 0;
  new MutationObserver(list => {
    const added = list.flatMap(each => [...each.addedNodes]).filter(each => each.querySelectorAll);
    const many = added.reduce((sum, each) => sum + 1 + each.querySelectorAll("*").length, 0);
    // What the server has sent is there by then.
    if (document.readyState !== "loading") window.drawn = Math.max(window.drawn, many);
  }).observe(document, { childList: true, subtree: true });
"""
FINGER: Final = 44
"""Pixels of what is pressed where a finger points."""
POINTED_AT: Final = (
    ".split, .street, .corner, .double_column, .double_dozen, .six_line, .first_five"
)
"""Places between the numbers of a roulette, which have no more room than 24 pixels."""
CALLED: Final = ".pocket, .digit"
"""Of the racetrack, beside each other on one line: as high, not as wide."""
TOO_SMALL: Final = f"""all => all
  .filter(each => !each.matches(".sr, {POINTED_AT}"))
  .filter(({{ offsetWidth, offsetHeight }}) => offsetWidth && offsetHeight)
  .filter(each => Math.min(each.matches("{CALLED}") ? 99 : each.offsetWidth,
    each.offsetHeight) < (each.matches("{CALLED}") ? 38 : {FINGER}))
  .map(each => [each.className, each.textContent, each.offsetWidth, each.offsetHeight])"""


def first_tables(page: Page) -> dict[str, int]:
    """Return for each game the first table of the demo house at which it is played."""
    # Other tests leave tables in this house, whose names may come first, with their cards.
    listed = sorted(page.request.get("/api/tables/").json(), key=itemgetter("id"), reverse=True)
    return {each["game"]: each["id"] for each in listed}


def test_every_table_is_light_drawn_bit_by_bit_stands_still_and_fits_when_enlarged(
    page: Page, house: House, subtests: pytest.Subtests
) -> None:
    house_console.sign_in(house, page.context, "demo5")
    tables = first_tables(page)
    assert tables.keys() == GAMES.keys()
    page.add_init_script(DRAWS)
    touch = page.context.new_cdp_session(page)
    for game, table in tables.items():
        with subtests.test(game=game):
            look(page, "phone")
            page.goto(f"/tables/{table}/")
            expect(page.locator("[role=log][aria-live=polite] p").first).not_to_be_empty()
            expect(page.locator(".console")).to_be_visible()
            page.wait_for_load_state("networkidle")
            assert page.evaluate(LOADED) <= MOST_BYTES
            assert page.evaluate(MOVED) <= MOST_MOVED
            assert page.evaluate("window.drawn") <= MOST_AT_ONCE
            touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
            pressed = page.locator("button:visible, label:visible, select:visible, input:visible")
            comes_to(page, partial(pressed.evaluate_all, TOO_SMALL), [])
            touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
            for width, height in ((360, 640), *ZOOMED.values()):
                page.set_viewport_size({"width": width, "height": height})
                overflows_nowhere(page)
