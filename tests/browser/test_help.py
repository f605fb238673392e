"""Newcomers: a short tour once for each game, help above the rules, and for what every bet pays."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import accessible, speak
from tests.house import House
from tests.house_console import open_for_draws, open_roulette, open_table, sign_in

SLOW = 300_000

APART = """() => {
  const [card, ring] = [".tour", ".ring"].map(
    each => document.querySelector(each).getBoundingClientRect()
  );
  const over = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  return card.left >= 0 && card.right <= innerWidth && card.top >= 0 && card.bottom <= innerHeight
    && !over(card, ring);
}"""
"""The tour's card is whole on the screen, and not on what it is about."""


@pytest.fixture
def newcomer(
    browser: Browser,
    browser_context_args: dict[str, Any],
    house: House,
    request: pytest.FixtureRequest,
) -> Callable[..., Page]:
    """Sign somebody in who was never shown round."""

    def come(**device: Any) -> Page:
        visitor = browser.new_context(**browser_context_args | device)
        request.addfinalizer(visitor.close)
        sign_in(house, visitor, f"n{uuid4().hex[:8]}", toured=False)
        return visitor.new_page()

    return come


def test_a_newcomer_is_shown_round_once_and_finds_help_and_what_bets_pay(
    house: House, newcomer: Callable[..., Page]
) -> None:
    every = ["queen_of_hearts", "hyper", "two_plus_one"]
    table_id = open_table(house, enabled_side_bets=every, betting_seconds=300)
    page = newcomer(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(f"/tables/{table_id}/")
    tour = page.get_by_role("dialog", name="Visite guidée")
    expect(tour).to_contain_text("Touchez une case libre", timeout=SLOW)
    expect(tour.get_by_role("button", name="Suivant")).to_be_focused()
    accessible(page)
    for nth in range(1, 5):
        expect(tour).to_contain_text(f"{nth} sur 4")
        comes_to(page, lambda: page.evaluate(APART), True)
        if nth == 2:
            picture(page, "tour")
        page.keyboard.press("Enter")
    expect(tour).to_have_count(0)

    # The words below a free box sit down as the circle does.
    words = page.locator(".seat[data-box='3'] .holder").bounding_box()
    assert words
    page.mouse.click(words["x"] + words["width"] / 2, words["y"] + words["height"] / 2)
    expect(page.locator(".seat.mine[data-box='3']")).to_be_visible(timeout=SLOW)
    page.reload()
    expect(page.locator(".seat.mine")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Règlement").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("Comment jouer")
    expect(panel).to_contain_text("19 (paire)")
    options = panel.locator(".options").first
    expect(options).to_contain_text("Dames de cœur : maximum")
    expect(options).not_to_contain_text("JP1 : mise")
    expect(tour).to_have_count(0)
    accessible(page)
    picture(page, "help")
    panel.get_by_role("button", name="Visite guidée").click()
    expect(tour).to_contain_text("1 sur 4")
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)

    # Another game has a tour of its own, in the language of the page.
    speak(page, "en", house)
    page.set_viewport_size({"width": 1440, "height": 900})
    for opened, told in (
        (lambda: open_roulette(house), "pays 35 to 1"),
        (lambda: open_for_draws(house, "boule"), "pays 7 to 1"),
    ):
        page.goto(f"/tables/{opened()}/")
        shown = page.get_by_role("dialog", name="Guided tour")
        expect(shown).to_contain_text("1 of 4", timeout=SLOW)
        comes_to(page, lambda: page.evaluate(APART), True)
        shown.get_by_role("button", name="Skip").click()
        expect(shown).to_have_count(0)
        page.get_by_role("button", name="Rules").click()
        expect(page.get_by_role("dialog")).to_contain_text("How to play")
        expect(page.get_by_role("dialog")).to_contain_text(told, timeout=SLOW)
        accessible(page)
