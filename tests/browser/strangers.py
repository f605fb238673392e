"""A stranger alone at a table: opens an account, reads what the page says, and clicks that.

What is gold is the next step; where nothing is, a chip goes to the spot that the tour names.
"""

import time
from dataclasses import dataclass
from operator import itemgetter
from typing import Final
from uuid import uuid4

from playwright.sync_api import Browser, Locator, Page

from tests.browser.office_people import PASSWORD

SPOTS: Final = ("field", "red", "punto", "tableau_right", "one")
"""Where a chip is laid first: decided by one round, and found on one layout or another."""
MOST_CLICKS: Final = 9
MOST_SECONDS: Final = 60
GOLD: Final = ".console .go:enabled:not([aria-disabled=true])"
DECISION: Final = ".console .do:not(.off):not([aria-disabled=true])"
CAREFUL: Final = ":is([class*=-stand], [class*=-decline], [class*=-give_up], [class*=-turn])"
"""Of several decisions the one that stakes no more."""
OVER: Final = ".notices :is(.win, .even, .loss), .told .contest"
"""What a bet of mine gave; at a machine the list of games."""


PATIENCE: Final = 120
"""Seconds after which a walk is a dead end, however busy the machine."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How a stranger came to a settled bet: clicks and seconds from the lobby on."""

    clicks: int
    seconds: float
    golds: int
    """The most gold buttons that were lit at once."""


class Stranger:
    """Somebody new before a browser of their own, who counts what they click."""

    def __init__(self, browser: Browser, base_url: str, language: str, width: int) -> None:
        phone = width < 720
        self.visitor = browser.new_context(
            base_url=base_url,
            locale={"fr": "fr-FR", "en": "en-GB"}[language],
            viewport={"width": width, "height": 844 if phone else 900},
            has_touch=phone,
            reduced_motion="reduce",
        )
        self.page: Page = self.visitor.new_page()
        self.clicks = 0
        self._staked = False

    def click(self, what: Locator) -> None:
        """Click, and count it."""
        what.click()
        self.clicks += 1

    def signs_up(self) -> None:
        """Open an account from the lobby."""
        page = self.page
        page.goto("/")
        self.click(page.get_by_role("banner").locator("a.gold"))
        page.locator("[name=username]").fill(f"s{uuid4().hex[:10]}")
        page.locator("[name=password]").fill(PASSWORD)
        self.click(page.locator("[name=adult]"))
        self.click(page.locator("main button[type=submit]"))
        page.wait_for_url("**/")

    def settles_a_bet(self, table: int, *, seated: bool) -> Walk | None:
        """Play at a table until a bet of mine is settled, by what the page says alone.

        Return nothing where no stake is taken of whoever stands, nobody sits, or all is taken.
        """
        page = self.page
        page.goto("/")
        begun, before, most = time.monotonic(), self.clicks, 0
        self.click(page.locator(f"[data-table='{table}'] a").first)
        page.wait_for_url("**/tables/*/")
        page.locator(".console :is(button, .idle)").first.wait_for()
        stands = page.locator(".console .tray").count() > 0
        taken = page.locator(".console [aria-pressed=false]").count()
        if taken or not (seated or stands):
            return None
        self._skip_tour()
        if seated and stands:
            seats = page.locator(":is(.seat, .rail, .seats) button:enabled")
            if not seats.count():
                return None
            self.click(seats.first)
            page.locator(".mine, .me").first.wait_for()
        self._staked = False
        while not page.locator(OVER).count():
            most = max(most, page.locator(GOLD).count())
            if time.monotonic() - begun > PATIENCE:
                raise TimeoutError(page.locator("main").aria_snapshot())
            self._next()
            # What came of it is looked for until it is there.
            page.wait_for_timeout(200)
        return Walk(self.clicks - before, time.monotonic() - begun, most)

    def _skip_tour(self) -> None:
        if (tour := self.page.locator("[role=dialog] button")).count():
            self.click(tour.first)

    def _next(self) -> None:
        """Do what the page asks for now, if it asks for anything."""
        page = self.page
        decisions, gold = page.locator(DECISION), page.locator(GOLD)
        careful = page.locator(f"{DECISION}{CAREFUL}")
        lit, cut = page.locator(".spot.asked"), page.locator("main .go:enabled:not(.console *)")
        if page.locator("[role=dialog]").count():
            self._skip_tour()
        elif decisions.count():
            self.click(careful.first if careful.count() else decisions.first)
        elif page.locator(".console .tray").count() and not self._staked:
            spots = ", ".join(f"[data-spot='{each}']" for each in SPOTS)
            self.click(page.locator(f"{spots}, .mine .spot.main").first)
            self._staked = True
        elif lit.count():
            self.click(lit.first)
        elif cut.count():
            self.click(cut.first)
        elif gold.count():
            self.click(gold.first)


def tables_alone(page: Page) -> dict[str, int]:
    """Return for each game that one person may play alone a table of the house's own."""
    listed = sorted(page.request.get("/api/tables/").json(), key=itemgetter("id"), reverse=True)
    return {each["game"]: each["id"] for each in listed if each["least"] <= 1}
