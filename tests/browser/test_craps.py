"""Craps in two real browsers: at the rail in French by mouse and keyboard, in English by touch."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, expect

from tables.games.craps.bets import LAYOUT
from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_pages import SIZES, accessible, speak, stays_in_view
from tests.browser.test_rounds import SLOW, Player, books_balance
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_for_draws, set_next_draw, sign_in


class Shooter(Player):
    """A person at the rail."""

    def spot(self, spot: str) -> Locator:
        return self.page.locator(f"button[data-spot='{spot}']")

    def stands_at(self, place: int) -> None:
        self.page.locator(f".rail li[data-box='{place}'] button").click()
        expect(self.page.locator(f".rail li.mine[data-box='{place}']")).to_be_visible(timeout=SLOW)

    def has_staked(self, chips: str) -> None:
        """Wait until the server holds these chips of mine: none is pending."""
        figure = self.page.locator(".panel dd").nth(1)
        expect(figure).to_have_text(chips, timeout=SLOW)
        expect(self.page.locator(".craps .pending")).to_have_count(0, timeout=SLOW)

    def throw(self, key: bool = False) -> None:
        button = self.page.locator("button.throw")
        expect(button).to_be_visible(timeout=SLOW)
        if key:
            self.page.keyboard.press("t")
        else:
            button.click()

    def sees(self, first: int, second: int) -> None:
        """Wait until the dice rest and show these faces, and the next bets are open."""
        newest = self.page.locator(".throws ol li").first.locator("b")
        shown = self.page.locator(".throws ol li").first.locator("span")
        faces = "⚀⚁⚂⚃⚄⚅"
        expect(shown).to_have_text(faces[first - 1] + faces[second - 1], timeout=SLOW)
        expect(newest).to_have_text(str(first + second))
        expect(self.spot("pass_line")).to_have_attribute("aria-disabled", "false", timeout=SLOW)


@contextmanager
def entered(
    browser: Browser,
    house: House,
    table_id: int,
    options: dict[str, Any],
    size: str,
    **more: Any,
) -> Iterator[Shooter]:
    """Take somebody new to the table, in a browser of a size, until it takes stakes."""
    width, height = SIZES[size]
    visitor = browser.new_context(**options, viewport={"width": width, "height": height}, **more)
    page = visitor.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    player = Shooter(page, house, f"c{uuid4().hex[:10]}")
    sign_in(house, visitor, player.name)
    if more:
        speak(page, "en", house)
    page.goto(f"/tables/{table_id}/")
    expect(player.spot("pass_line")).to_have_attribute("aria-disabled", "false", timeout=SLOW)
    yield player
    visitor.close()
    assert wrong == []


@pytest.mark.campaign
@pytest.mark.clause("MC-CRAPS-62", "MC-CRAPS-85")
def test_a_come_bet_travels_and_wins_its_odds_and_a_seven_passes_the_dice(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "craps", stake_increment_cents=100, betting_window_seconds=300, throw_seconds=30
    )
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
        books_balance(house, table_id),
    ):
        drawn = ann.page.locator(".craps button[data-spot]").evaluate_all(
            "spots => spots.map(spot => spot.dataset.spot)"
        )
        # The odds of come bets are drawn where a come bet lies.
        assert sorted(drawn) == sorted(set(LAYOUT) - {"come_odds", "dont_come_odds"})

        for player in (ann, ben):
            # What wins with 7 and 11 lies astride the box of the seven.
            seven, both = (
                player.spot(spot).bounding_box() for spot in ("any_seven", "seven_eleven")
            )
            assert seven
            assert both
            assert seven["x"] < both["x"] < seven["x"] + seven["width"] < both["x"] + both["width"]
            assert both["y"] == seven["y"]

        ann.stands_at(1)
        ben.stands_at(2)
        # Odds and come are not taken yet, and the page says why before it asks.
        ann.spot("come").click()
        expect(ann.page.locator(".notices")).to_contain_text("quand le point est connu")
        choose_chip(ann.page, "2")
        ann.spot("pass_line").click()
        ann.has_staked("5")
        expect(ann.page.locator(".rail li.shooter")).to_have_attribute("data-box", "1")
        ann.spot("place:6").hover()
        expect(ann.page.locator(".hint")).to_contain_text("7 contre 6")
        expect(ann.page.locator(".hint")).to_contain_text("coûte 1,52 pour 100", timeout=SLOW)
        for player in campaign.sample(2, (ben, ann)):
            accessible(player.page)
        picture(ann.page, "craps-come-out")
        set_next_draw(house, table_id, 3, 3)
        ann.throw()
        ann.sees(4, 4)
        expect(ann.page.locator(".number.point .figure")).to_contain_text("8")

        # The point is known: a come bet, a place bet and odds; the pass line is a contract now.
        choose_chip(ann.page, "2")
        ann.spot("come").click()
        ann.spot("pass_odds").click()
        ann.has_staked("15")
        ben.spot("place:6").tap()
        ben.has_staked("1")
        expect(ann.spot("place:6")).to_have_attribute(
            "title", re.compile("places 2$"), timeout=SLOW
        )
        ben.page.locator(".console .go").last.tap()
        set_next_draw(house, table_id, 3, 4)
        ann.throw(key=True)
        ann.sees(4, 5)
        ben.sees(4, 5)
        # It lies on the 9, and takes odds there.
        expect(ann.spot("come@9").locator(".jeton")).to_be_visible()
        ann.spot("come_odds@9").click()
        ann.has_staked("20")
        ben.spot("hard8").tap()
        expect(ann.spot("hard8").locator(".crowd")).to_be_visible(timeout=SLOW)
        picture(ann.page, "craps")
        stays_in_view(ben.page)
        accessible(ann.page)
        ben.page.locator(".console .go").last.tap()
        set_next_draw(house, table_id, 2, 5)
        ann.throw()
        ann.sees(3, 6)
        # 5 on the 9 pays 5, its odds of 5 pay 7.50: the other chips lie on.
        ann.has_staked("10")
        expect(ann.spot("come@9")).to_have_count(0)

        # Seven out: the dice go to place 2, and what lay there is gone.
        ben.page.locator(".console .go").last.tap()
        set_next_draw(house, table_id, 0, 5)
        ann.throw()
        ann.sees(1, 6)
        expect(ann.page.locator(".rail li.shooter")).to_have_attribute("data-box", "2")
        ann.has_staked("0")
        expect(ben.page.locator(".status")).to_contain_text("The dice are yours", timeout=SLOW)
        ben.spot("pass_line").tap()
        ben.has_staked("1")
        picture(ben.page, "craps-shooter")
        set_next_draw(house, table_id, 5, 4)
        ben.throw()
        ben.sees(6, 5)
