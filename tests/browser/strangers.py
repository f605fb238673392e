"""A stranger alone at a table: opens an account, reads what the page says, and clicks that.

What is gold is the next step; where nothing is, a chip goes to the spot that the tour names.
"""

import time
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from playwright.sync_api import Browser, Locator, Page

from tests.browser.office_people import PASSWORD

FIRST_SPOTS: Final = {
    "american_roulette": ("red",),
    "banque_a_tout_va": ("tableau_right",),
    "big_wheel": ("one",),
    "boule": ("red",),
    "craps": ("field",),
    "european_roulette": ("red",),
    "punto_banco": ("punto",),
    "trente_et_quarante": ("red",),
}
"""Where chips are laid first, at games that take stakes of whoever stands."""
SITS: Final = ("banque_a_tout_va", "bataille", "blackjack", "craps", "punto_banco",
               "trente_et_quarante", "automatic_games")  # fmt: skip
"""At the others nobody sits."""
WALKS: Final = (*[(game, False) for game in FIRST_SPOTS], *[(game, True) for game in SITS])
"""Each game with whether one sits there: all but chemin de fer, at which four must sit."""
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

    def settles_a_bet(self, game: str, table: int, *, seated: bool) -> Walk:
        """Play at a table until a bet of mine is settled, by what the page says alone."""
        page = self.page
        page.goto("/")
        begun, before, most = time.monotonic(), self.clicks, 0
        self.click(page.locator(f"[data-table='{table}'] a").first)
        page.wait_for_url("**/tables/*/")
        page.locator(".console :is(button, .idle)").first.wait_for()
        spots = [*FIRST_SPOTS.get(game, ("main",))]
        if seated and game in FIRST_SPOTS:
            # The tour speaks first; what it shows is clicked without it.
            self._skip_tour()
            self.click(page.locator(":is(.seat, .rail, .seats) button:enabled").first)
            page.locator(".mine, .me").first.wait_for()
            spots = ["pass_line", *spots] if game == "craps" else spots
        while not page.locator(OVER).count():
            most = max(most, page.locator(GOLD).count())
            if time.monotonic() - begun > PATIENCE:
                raise TimeoutError(f"{game}: {page.locator('main').aria_snapshot()}")
            self._next(spots)
            # What came of it is looked for until it is there.
            page.wait_for_timeout(200)
        return Walk(self.clicks - before, time.monotonic() - begun, most)

    def _skip_tour(self) -> None:
        if (tour := self.page.locator("[role=dialog] button")).count():
            self.click(tour.first)

    def _next(self, spots: list[str]) -> None:
        """Do what the page asks for now, if it asks for anything."""
        page = self.page
        cut = page.locator("main .go:enabled:not(.console *)")
        decisions, gold = page.locator(DECISION), page.locator(GOLD)
        careful = page.locator(f"{DECISION}{CAREFUL}")
        staking = page.locator(".console .tray").count() and spots
        if page.locator("[role=dialog]").count():
            self._skip_tour()
        elif decisions.count():
            self.click(careful.first if careful.count() else decisions.first)
        elif staking:
            self.click(page.locator(f"[data-spot='{spots.pop(0)}'], .mine .spot.main").first)
        elif cut.count():
            self.click(cut.first)
        elif gold.count():
            self.click(gold.first)
