"""Side bets in a real browser: laid by mouse and keyboard, announced as they settle, booked."""

import re
from collections.abc import Callable
from functools import partial
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_table, stack_cards

__all__ = ["enter"]

OFFERED = {
    "enabled_side_bets": ["queen_of_hearts", "hyper", "two_plus_one"],
    "hyper_min_cents": 100,
    "hyper_max_cents": 2500,
    "two_plus_one_min_cents": 100,
    "two_plus_one_max_cents": 2500,
}


@pytest.fixture
def table_id(house: House) -> int:
    """A table that offers side bets with and without a strip, with clocks that do not hurry it."""
    return open_table(house, betting_seconds=300, decision_seconds=120, **OFFERED)


def by_mouse(page: Page, spot: str, chip: str) -> None:
    """Choose a chip and touch the spot with it."""
    page.locator("fieldset.tray label").nth(int(chip) - 1).click()
    page.locator(f"button[data-spot='{spot}']").click()


def by_keyboard(page: Page, spot: str, chip: str) -> None:
    """Choose a chip by its digit, go from spot to spot with the tabulator, and press Enter."""
    page.locator(".seat.mine .hands").evaluate("hands => hands.parentElement.focus()")
    choose_chip(page, chip)
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.spot") == spot:
            break
    else:
        raise AssertionError(f"The tabulator never comes to {spot}.")
    page.keyboard.press("Enter")


TOUCHED = ((390, 844), (360, 640), (844, 390), (820, 1180), (1180, 820))
SMALL = """all => all
    .map(each => [each.className, each.offsetWidth, each.offsetHeight])
    .filter(([, width, height]) => Math.min(width, height) < 44)"""
"""What has less than 44 pixels of width or height."""
COVERED = """all => all.filter(each => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !each.contains(hit);
}).map(each => each.className)"""
"""What a finger does not hit where it points at its middle."""


def a_finger_hits_each(page: Page) -> None:
    """Assert that all that may be touched on phones and tablets has 44 pixels, and is not covered.

    Where the felt has no room the side bets of a box are in its sheet.
    """
    before = page.viewport_size
    assert before
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for width, height in TOUCHED:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        touched = page.locator(".seat.mine button, .console :is(button, label), .tool:visible")
        comes_to(page, partial(touched.evaluate_all, SMALL), [])
        assert page.locator(".seat.mine button").evaluate_all(COVERED) == []
        opens = page.locator(".seat.mine .opens")
        if opens.count():
            opens.last.click()
            sheet = page.locator(".sheet")
            expect(sheet).to_be_focused()
            assert sheet.locator("button").evaluate_all(SMALL) == []
            accessible(page)
            if opens.count() == 7 and width == 390:
                picture(page, "sheet")
            page.keyboard.press("Escape")
            expect(sheet).to_have_count(0)
            expect(opens.last).to_be_focused()
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    page.set_viewport_size(before)


@campaign.soak_only
def test_on_a_phone_the_side_bets_of_several_boxes_are_in_a_sheet_of_each(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    with books_balance(house, table_id):
        ann = enter()
        page = ann.page
        page.set_viewport_size({"width": 390, "height": 844})
        for box in (7, 6, 5, 4, 3, 2, 1):
            ann.sit(box)
        a_finger_hits_each(page)
        # A queen's 20 of one suit at box 3; the strip says what the dealer's 17 pays.
        stack_cards(house, table_id, "Qh Jh Kh 7s")
        ann.put(3, "3")
        choose_chip(page, "1")
        ann.seat(3).locator(".opens").click()
        page.locator(".sheet [data-spot='3/queen_of_hearts']").click()
        page.locator(".sheet [data-spot='3/hyper:17']").click()
        expect(ann.seat(3).locator(".aside .sum")).to_have_text("2")
        ann.ready()
        expect(page.locator(".sheet")).to_have_count(0, timeout=SLOW)
        ann.do("stand")
        notes = ann.seat(3).locator(".notes")
        expect(notes).to_contain_text("Dames de cœur, même couleur +9", timeout=SLOW)
        expect(notes).to_contain_text("Hyper black jack 17 +4")
        ann.ends_with(str(1000 + 25 + 9 + 4))


@pytest.mark.campaign
@pytest.mark.parametrize(
    "ways", campaign.sample(3, [(by_mouse, by_keyboard), (by_mouse,), (by_keyboard,)])
)
def test_side_bets_are_laid_told_and_paid(
    house: House,
    table_id: int,
    enter: Callable[[], Player],
    ways: tuple[Callable[[Page, str, str], None], ...],
) -> None:
    way = cycle(ways)

    def lay(page: Page, spot: str, chip: str) -> None:
        next(way)(page, spot, chip)

    with books_balance(house, table_id):
        ann = enter()
        page = ann.page
        ann.sit(4)
        # Two hearts that make 20, with the dealer’s jack a straight flush; he ends with 17.
        stack_cards(house, table_id, "Qh Jh Kh 7s")
        expect(page.locator(".seat.mine .strip button")).to_have_count(7)
        lay(page, "4/hyper:17", "1")
        expect(page.locator(".notices .info")).to_be_visible()
        lay(page, "4/main", "3")
        lay(page, "4/queen_of_hearts", "1")
        lay(page, "4/two_plus_one", "2")
        lay(page, "4/hyper:17", "1")
        lay(page, "4/hyper:BUST", "1")
        for spot, name in (
            ("main", "mise : 25."),
            ("queen_of_hearts", "Dames de cœur : 1."),
            ("two_plus_one", "2+1 cartes : 5."),
            ("hyper:17", "Hyper black jack 17 : 1."),
            ("hyper:BUST", "Hyper black jack, la banque crève (BUST) : 1."),
        ):
            expect(page.locator(f"button[data-spot='4/{spot}']")).to_have_accessible_name(
                re.compile(re.escape(name))
            )
        accessible(page)
        picture(page, "side-bets")
        a_finger_hits_each(page)
        page.keyboard.press("u")
        expect(page.locator("[data-spot='4/hyper:BUST'] .lying")).to_have_count(0)
        lay(page, "4/hyper:BUST", "1")
        ann.ready()
        # FR-2024-081: the dealer says how many bonuses are at stake.
        expect(page.locator(".bonuses")).to_have_text("1 bonus en jeu", timeout=SLOW)
        ann.do("stand")
        notes = ann.seat(4).locator(".notes")
        expect(notes).to_contain_text("Dames de cœur, même couleur +9", timeout=SLOW)
        expect(notes).to_contain_text("2+1 cartes, tierce flush +150")
        expect(notes).to_contain_text("Hyper black jack 17 +4")
        expect(notes).not_to_contain_text("BUST")
        accessible(page)
        picture(page, "side-bets-paid")
        # 20 against 17 wins 25; the field that missed costs 1.
        ann.ends_with(str(1000 + 25 + 9 + 150 + 4 - 1))


def test_a_table_without_side_bets_shows_no_spot_for_them(house: House, page: Page) -> None:
    plain = open_table(house, enabled_side_bets=[])
    page.goto(f"/tables/{plain}/")
    expect(page.locator(".seat")).to_have_count(7)
    expect(page.locator(".spot.side, .strip")).to_have_count(0)
    expect(page.locator(".felt .pays")).to_contain_text("PAIE 3 POUR 2")


def test_a_visitor_stakes_behind_a_holder_who_accepts(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    with books_balance(house, table_id):
        ann, bob = enter(), enter()
        ann.sit(4)
        behind = bob.seat(4).locator("button.behind")
        expect(behind).to_have_count(0)
        welcome = ann.seat(4).locator(".welcome")
        expect(welcome).to_have_attribute("aria-pressed", "false")
        welcome.click()
        expect(welcome).to_have_attribute("aria-pressed", "true", timeout=SLOW)
        stack_cards(house, table_id, "Th Ts 9h 8s")
        ann.put(4, "3")
        expect(bob.seat(4).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
        choose_chip(bob.page, "4")
        behind.click()
        accessible(bob.page)
        expect(ann.seat(4).locator(".standing")).to_contain_text("100", timeout=SLOW)
        ann.ready()
        bob.ready()
        ann.do("stand")
        # 19 against 18: both win their stakes.
        ann.ends_with("1025")
        bob.ends_with("1100")


def test_a_round_that_is_over_at_once_can_be_staked_again(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann = enter()
    ann.sit(4)
    # A black-jack against a nine: dealt, paid and closed in one frame.
    stack_cards(house, table_id, "Ah 9c Kh")
    ann.put(4, "3")
    ann.ready()
    expect(ann.seat(4).locator(".badge")).to_be_visible(timeout=SLOW)
    ann.ends_with("1037.5")
    ann.page.keyboard.press("r")
    stake = ann.page.locator("button[data-spot='4/main']")
    expect(stake).to_have_accessible_name(re.compile("mise : 25"), timeout=SLOW)
