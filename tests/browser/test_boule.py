"""Boule in two real browsers: by mouse and keyboard in French, by touch in English."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, expect

from tables.games.boule.rules import DEVICE, NUMBERS
from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible, speak
from tests.browser.test_rounds import SLOW, Player, books_balance
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_for_draws, set_next_draw, sign_in, stop_next_spin


class Thrower(Player):
    """A person before the layout."""

    def spot(self, spot: str) -> Locator:
        return self.page.locator(f"button[data-spot='{spot}']")

    def has_staked(self, chips: str) -> None:
        """Wait until the server holds these chips of mine: none is pending."""
        figure = self.page.locator(".panel dd").nth(1)
        expect(figure).to_have_text(chips, timeout=SLOW)
        expect(self.page.locator(".layout .pending")).to_have_count(0, timeout=SLOW)

    def sees(self, number: int) -> None:
        expect(self.page.locator(".wheel .told b")).to_have_text(str(number), timeout=SLOW)


@contextmanager
def entered(
    browser: Browser,
    house: House,
    table_id: int,
    options: dict[str, Any],
    size: str,
    spot: str = "red",
    **more: Any,
) -> Iterator[Thrower]:
    """Take somebody new to the table, in a browser of a size, until a spot of it takes stakes."""
    width, height = SIZES[size]
    visitor = browser.new_context(**options, viewport={"width": width, "height": height}, **more)
    page = visitor.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    player = Thrower(page, house, f"b{uuid4().hex[:10]}")
    sign_in(house, visitor, player.name)
    if more:
        speak(page, "en", house)
    page.goto(f"/tables/{table_id}/")
    expect(player.spot(spot)).to_have_attribute("aria-disabled", "false", timeout=SLOW)
    yield player
    visitor.close()
    assert wrong == []


def told_of_a_void_spin(player: Thrower, words: str) -> None:
    expect(player.page.locator(".notices").first).to_contain_text(words, timeout=SLOW)


@pytest.mark.campaign
def test_two_play_by_mouse_keyboard_and_touch_in_both_languages(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "boule", stake_increment_cents=100, betting_window_seconds=300, hole_rows=4
    )
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
        books_balance(house, table_id),
    ):
        drawn = ann.page.locator(".layout button[data-spot]").evaluate_all(
            "spots => spots.map(spot => spot.dataset.spot)"
        )
        assert sorted(drawn) == sorted(DEVICE.layout)

        # By keyboard: from 1 to 2, two chips on, one off; by mouse a chip of 5 on red.
        choose_chip(ann.page, "1")
        ann.spot("straight:1").focus()
        ann.page.keyboard.press("ArrowRight")
        expect(ann.spot("straight:2")).to_be_focused()
        for key in ("Enter", "Enter", "Backspace"):
            ann.page.keyboard.press(key)
        choose_chip(ann.page, "2")
        ann.spot("red").click()
        ann.has_staked("6")
        ben.spot("low").tap()
        ben.spot("straight:5").tap()
        expect(ben.spot("straight:5").locator(".jeton")).to_be_visible()
        expect(ben.page.locator(".layout .pending")).to_have_count(0, timeout=SLOW)
        expect(ann.spot("straight:5").locator(".crowd")).to_be_visible(timeout=SLOW)
        # Of the pages of wheels and dice axe looks at one on a desk, at the next on a phone.
        for player in campaign.sample(2, (ann, ben)):
            accessible(player.page)
        picture(ann.page, "boule")

        # Number 2 wins straight, red and low.
        set_next_draw(house, table_id, NUMBERS.index(2))
        ann.ready()
        ben.ready()
        ann.sees(2)
        ben.sees(2)
        picture(ann.page, "boule-fallen")
        expect(ann.page.locator(".announced")).to_have_text("2, rouge, pair, manque")
        expect(ben.page.locator(".announced")).to_have_text("2, red, even, low")
        ann.ends_with("1012")
        assert ben.ledger_balance() == 1000
        expect(ann.page.locator(".last b")).to_have_text(["2"])

        # A void throw: both are told, the stakes lie, and the next ball decides.
        ann.spot("red").click()
        ann.has_staked("5")
        ben.spot("low").tap()
        ben.has_staked("1")
        ben.ready()
        expect(ben.page.locator(".status")).to_contain_text("Waiting", timeout=SLOW)
        stop_next_spin(house, table_id, "boule", ann.name)
        told_of_a_void_spin(ann, "la boule est relancée, rien ne change")
        told_of_a_void_spin(ben, "the ball is thrown again, nothing changes")
        expect(ann.page.locator(".last b")).to_have_count(2, timeout=SLOW)
        number = ann.page.locator(".last b").first.inner_text()
        ann.sees(int(number))
        ann.ends_with("1017" if number in "2479" else "1007")
        comes_to(ben.page, ben.ledger_balance, 1001 if number in "1234" else 999)
