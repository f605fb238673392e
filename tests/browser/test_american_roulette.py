"""American roulette in two real browsers: by mouse and keyboard in French, by touch in English.

The one stakes chips with a face value, the other buys colour chips, plays with them and leaves.
"""

import re
from typing import Any

from playwright.sync_api import Browser, expect

from tables.games.american_roulette.rules import DEVICE, LAYOUT
from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_boule import entered
from tests.browser.test_pages import accessible, stays_in_view
from tests.browser.test_rounds import SLOW, books_balance
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_for_draws, set_next_draw

FINGER = 24
"""Pixels that a finger hits on a phone."""


@campaign.soak_only
def test_two_play_by_mouse_keyboard_and_touch_in_both_languages(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "american_roulette", stake_increment_cents=100, betting_window_seconds=300
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
        assert sorted(drawn) == sorted(LAYOUT)
        for on in LAYOUT:
            # Where the zeros touch the 2, five positions lie side by side.
            if on.startswith(("split:0", "street:0", "first_five")):
                found = ben.spot(on).bounding_box()
                assert found
                assert min(found["width"], found["height"]) >= FINGER, on

        # By keyboard from 0 over the split to 00; by mouse a chip of 5 on the first five.
        choose_chip(ann.page, "1")
        ann.spot("straight:0").focus()
        for on in ("split:0-00", "straight:00"):
            ann.page.keyboard.press("ArrowUp")
            expect(ann.spot(on)).to_be_focused()
        for key in ("Enter", "Enter", "Backspace"):
            ann.page.keyboard.press(key)
        choose_chip(ann.page, "2")
        ann.spot("first_five:0-00-1-2-3").click()
        ann.spot("street:0-00-2").click()
        ann.has_staked("11")

        # By touch 20 chips of 2 in a colour, of which ann sees the marker and where they lie.
        ben.page.get_by_label("Value of a chip").fill("2")
        ben.page.get_by_role("button", name="Buy for 40").tap()
        expect(ben.page.locator(".hand")).to_have_text("In hand: 20 × 2 = 40", timeout=SLOW)
        expect(ben.page.locator(".tray .chip")).to_have_count(1)
        marks = ann.page.locator(".marks .sr")
        expect(marks).to_have_text(re.compile("^bleu, .+ : un jeton vaut 2$"), timeout=SLOW)
        ben.spot("low").tap()
        ben.spot("straight:00").tap()
        expect(ben.spot("straight:00").locator(".jeton")).to_be_visible()
        expect(ben.page.locator(".layout .pending")).to_have_count(0, timeout=SLOW)
        expect(ann.spot("low").locator(".theirs .of-blue")).to_be_visible(timeout=SLOW)
        expect(ben.spot("straight:00").locator(".crowd")).to_be_visible(timeout=SLOW)
        expect(ben.page.get_by_role("button", name="Change and leave")).to_be_disabled()
        # European roulette's page is looked at on a desk.
        for player in campaign.sample(2, (ben, ann)):
            accessible(player.page)
        picture(ann.page, "american-roulette")
        stays_in_view(ben.page)

        # The double zero wins straight, in the street and in the first five; low loses.
        set_next_draw(house, table_id, DEVICE.names.index("00"))
        ann.ready()
        ben.ready()
        for player, zero in ((ann, "zéro"), (ben, "zero")):
            expect(player.page.locator(".wheel .told b")).to_have_text("00", timeout=SLOW)
            expect(player.page.locator(".announced")).to_have_text(f"00, {zero}")
        picture(ann.page, "american-roulette-fallen")
        # 1 at 35, 5 at 11 and 5 at 6 to 1; and 2 at 35 against 2 that are lost.
        ann.ends_with("1120")
        expect(ben.page.locator(".hand")).to_have_text("In hand: 54 × 2 = 108", timeout=SLOW)
        assert ben.ledger_balance() == 960
        ben.page.get_by_role("button", name="Change and leave").tap()
        expect(ann.page.locator(".marks")).to_have_text("Personne n’en a.", timeout=SLOW)
        expect(ben.page.locator("a.balance b")).to_have_text("1,068", timeout=SLOW)
        assert ben.ledger_balance() == 1068
        expect(ann.page.locator(".last b")).to_have_text(["00"])
