"""A machine in two real browsers: played by mouse and key in French, watched in English."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from tests import campaign
from tests.backstage import behind, open_for_draws, promised, sign_in
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible, speak
from tests.browser.test_rounds import SLOW, Player, books_balance
from tests.house import House

_WINS = """
from tables.games.automatic_games.machines import CLASSIC
from tests.stacked import promise
promise({table_id}, where=lambda stops: CLASSIC.pays(CLASSIC.line(stops)) == {pays})
"""


def pays(house: House, table_id: int, stakes: int) -> None:
    """Let the next game pay so many stakes."""
    promised(house, table_id)
    behind(house, _WINS.format(table_id=table_id, pays=stakes))


_BRINGS = """
from tables.games.automatic_games.machines import FIVE
from tests.stacked import promise
promise({table_id}, where=lambda stops: FIVE.brought(stops) is not None)
"""


_DEALS = """
from tables.games.automatic_games import poker
from tests.stacked import promise

def pair(values):
    cards = poker.dealt(values)
    return poker.kind_of(cards) == "jacks_or_better" and cards[1][0] == cards[3][0]

promise({table_id}, where=pair)
"""
"""Let a hand be dealt whose second and fourth card are a high pair."""
_MENDS = """
from tables.games.automatic_games import poker
from tables.records import rows
from tables.showing import standing
from tests.stacked import promise

table = rows.unlocked({table_id})
hand = standing.live(table, rows.surroundings(table)).state.now.hand
promise(
    {table_id},
    where=lambda values: poker.kind_of(poker.redrawn(hand, (2, 4), values)) == "two_pairs",
)
"""
"""Let the draw to that pair give another."""


def picture(page: Page, name: str) -> None:
    """Keep a screenshot where one is wanted."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@contextmanager
def entered(
    browser: Browser, house: House, table_id: int, options: dict[str, Any], size: str, **more: Any
) -> Iterator[Player]:
    """Take somebody new to the machine, in a browser of a size."""
    width, height = SIZES[size]
    visitor = browser.new_context(**options, viewport={"width": width, "height": height}, **more)
    page = visitor.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    player = Player(page, house, f"m{uuid4().hex[:10]}")
    sign_in(house, visitor, player.name)
    if more:
        speak(page, "en", house)
    page.goto(f"/tables/{table_id}/")
    expect(page.locator(".reels, .device .hand")).to_be_visible(timeout=SLOW)
    yield player
    visitor.close()
    assert wrong == []


@contextmanager
def standing_still(house: House, name: str) -> Iterator[None]:
    """Have a process of the house stand still."""
    process = psutil.Process(house.pid(name))
    process.suspend()
    try:
        yield
    finally:
        process.resume()


def credits_are(player: Player, chips: str) -> None:
    expect(player.page.locator(".credit b").first).to_have_text(chips, timeout=SLOW)


@pytest.mark.campaign
def test_a_machine_is_played_by_mouse_and_key_watched_on_a_phone_and_cashed_out(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(house, "automatic_games", stake_increment_cents=100)
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
        books_balance(house, table_id),
    ):
        ann.page.get_by_role("button", name="Prendre le poste").click()
        ann.page.get_by_role("button", name="Charger 50").click()
        credits_are(ann, "50")
        comes_to(ann.page, ann.ledger_balance, 950)
        # Whoever watches sees credits and reels, and that the position is taken.
        credits_are(ben, "50")
        expect(ben.page.locator(".status")).to_contain_text("taken")
        expect(ben.page.get_by_role("button", name="Take the position")).to_have_count(0)
        pays(house, table_id, 5)
        ann.page.get_by_role("button", name="Miser plus").click()
        ann.page.get_by_role("button", name="Jouer").click()
        credits_are(ann, "58")
        expect(ann.page.locator(".won")).to_contain_text("5 × 2, soit 10")
        credits_are(ben, "58")
        for player in campaign.one_in(2, (ann, ben)):
            accessible(player.page)
        picture(ann.page, "machine-desktop")
        picture(ben.page, "machine-phone")

        # A lost game by the keyboard: nothing is feted, and the meters have counted it.
        pays(house, table_id, 0)
        ann.page.keyboard.press("g")
        credits_are(ann, "56")
        expect(ann.page.locator(".won")).to_have_text("")
        ann.page.get_by_text("Compteurs").click()
        expect(ann.page.locator("[data-meter=in]")).to_have_text("40")
        expect(ann.page.locator("[data-meter=out]")).to_have_text("100")
        cash_out = ann.page.get_by_role("button", name="Reprendre")
        expect(cash_out).to_be_enabled(timeout=SLOW)
        cash_out.click()
        credits_are(ann, "0")
        comes_to(ann.page, ann.ledger_balance, 1006)


@pytest.mark.campaign
def test_five_reels_tell_every_line_and_play_the_free_games_that_stars_bring(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "automatic_games", machine="five_stars", stake_increment_cents=100
    )
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
    ):
        expect(ann.page.locator(".pays table tbody tr")).to_have_count(6)
        ann.page.get_by_role("button", name="Prendre le poste").click()
        ann.page.get_by_role("button", name="Charger 50").click()
        credits_are(ann, "50")
        promised(house, table_id)
        behind(house, _BRINGS.format(table_id=table_id))
        with standing_still(house, "croupier"):
            # Nobody begins the first free game while its page is looked at.
            ann.page.get_by_role("button", name="Jouer").click()
            expect(ann.page.locator(".status")).to_contain_text("Parties gratuites", timeout=SLOW)
            expect(ann.page.locator(".won")).to_contain_text("étoile, étoile, étoile")
            expect(ben.page.locator(".won")).to_contain_text("star, star, star", timeout=SLOW)
            expect(ann.page.get_by_role("button", name="Jouer")).to_be_disabled()
            for player in campaign.one_in(2, (ben, ann)):
                accessible(player.page)
            picture(ann.page, "five-desktop")
            picture(ben.page, "five-phone")
        # A free game begins by itself, and costs nothing.
        ann.page.get_by_text("Compteurs").click()
        expect(ann.page.locator("[data-meter=free]")).not_to_have_text("0", timeout=SLOW)
        expect(ann.page.locator("[data-meter=in]")).to_have_text("10")
        expect(ann.page.get_by_text("gratuite, paie").first).to_be_visible()
        picture(ann.page, "five-free")


def test_cards_are_held_by_key_and_press_drawn_won_and_cashed_out(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "automatic_games", machine="jacks_or_better", stake_increment_cents=100
    )
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
        books_balance(house, table_id),
    ):
        page = ann.page
        # A position is no box.
        expect(page.locator(".idle")).to_have_text("Le poste est libre : prenez-le.")
        page.get_by_role("button", name="Prendre le poste").click()
        expect(ben.page.locator(".idle")).to_contain_text("The position is taken.", timeout=SLOW)
        page.get_by_role("button", name="Charger 50").click()
        credits_are(ann, "50")
        promised(house, table_id)
        behind(house, _DEALS.format(table_id=table_id))
        page.keyboard.press("g")
        draw = page.get_by_role("button", name="Tirer")
        # The second draw is promised before anything can be held.
        expect(draw).to_be_enabled(timeout=SLOW)
        expect(page.locator(".status")).to_contain_text("Valets ou mieux")
        expect(page.locator(".pays .lit")).to_contain_text("Valets ou mieux")
        slots = page.locator(".slot")
        # The first by its key, the second by a press, which a second press takes back.
        page.keyboard.press("2")
        other = slots.nth(3)
        for pressed in ("true", "false", "true"):
            other.click()
            expect(other).to_have_attribute("aria-pressed", pressed)
        expect(page.locator(".slot[aria-pressed=true]")).to_have_count(2)
        # Whoever watches sees the hand, and may hold nothing of it.
        expect(ben.page.locator(".slot .card")).to_have_count(5, timeout=SLOW)
        expect(ben.page.locator("button.slot")).to_have_count(0)
        accessible(page)
        picture(page, "poker-hold")
        behind(house, _MENDS.format(table_id=table_id))
        draw.click()
        credits_are(ann, "51")
        expect(page.locator(".won")).to_contain_text("Deux paires : 2 × 1, soit 2")
        expect(ben.page.locator(".won")).to_contain_text("Two pairs: 2 × 1", timeout=SLOW)
        picture(page, "poker-desktop")
        picture(ben.page, "poker-phone")
        # A ticket comes out, whose code she alone is told, and goes in again.
        out = page.get_by_role("button", name="Sortir un ticket")
        expect(out).to_be_enabled(timeout=SLOW)
        out.click()
        credits_are(ann, "0")
        code = page.locator("details code")
        expect(code).to_have_text(re.compile(r"^(\w{4}-){3}\w{4}$"), timeout=SLOW)
        expect(ben.page.locator("details code")).to_have_count(0)
        accessible(page)
        picture(page, "ticket-desktop")
        page.get_by_label("Code d’un ticket").fill(code.inner_text().lower())
        insert = page.get_by_role("button", name="Insérer", exact=True)
        # The game after the ticket is promised: the button is not greyed again for a moment.
        promised(house, table_id)
        expect(insert).to_be_enabled(timeout=SLOW)
        insert.click()
        credits_are(ann, "51")
        expect(code).to_have_count(0)
        cash_out = page.get_by_role("button", name="Reprendre")
        expect(cash_out).to_be_enabled(timeout=SLOW)
        cash_out.click()
        credits_are(ann, "0")
        comes_to(page, ann.ledger_balance, 1001)
