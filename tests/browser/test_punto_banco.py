"""Punto banco in real browsers: stakes with their prices, cards that one of two may peel, roads."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import accessible, accessible_at, nothing_is_covered, visits
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import House
from tests.house_console import open_game, stack_cards

__all__ = ["enter"]


@pytest.fixture
def table_id(house: House) -> int:
    """A table of its own for each test, with seven seats and clocks that do not hurry it."""
    return open_game(
        house,
        "punto_banco",
        "MC",
        seats=7,
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )


FILLS = """all => {
  const boxes = all.map(one => one.getBoundingClientRect());
  const [first, last] = [boxes.at(0), boxes.at(-1)];
  return first.top === last.top && first.width === last.width
    && last.right - first.left > innerWidth - 40;
}"""
"""The decisions stand in one row, as wide as each other, and have all of it."""
READ = """all => all.every(one => {
  const around = one.getBoundingClientRect();
  return [...one.querySelectorAll(".name, .under > *")].every(each => {
    const text = document.createRange();
    text.selectNodeContents(each);
    return [...text.getClientRects()].every(line =>
      line.top >= around.top && line.bottom <= around.bottom
      && line.left >= around.left && line.right <= around.right);
  });
})"""
"""What is written on each decision lies within it."""
SIDEWAYS = """hand => {
  const around = hand.getBoundingClientRect();
  const name = hand.querySelector("h2").getBoundingClientRect();
  const third = hand.querySelector(".third .card").getBoundingClientRect();
  return third.width > third.height && third.top >= name.bottom
    && third.left >= around.left && third.right <= around.right;
}"""
"""The third card lies across, below the name of its hand and within its frame."""


def lay(player: Player, bet: str, chips: int = 1) -> None:
    """Put chips of the least stake on a spot, and wait until they lie there."""
    spot = player.page.locator(f".spot[data-spot='{bet}']")
    for _ in range(chips):
        spot.click()
    expect(spot.locator(".jeton:not(.pending)")).to_be_visible(timeout=SLOW)


def labels(page: Page, side: str) -> list[str]:
    """Return what is read out of the cards of a side."""
    found = page.locator(f".hand.{side} .cards").locator("[role=img], button")
    named: list[str] = found.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return [each for each in named if each]


def drag_up(page: Page, number: int) -> None:
    """Drag a card of mine up by the mouse until its face is seen."""
    card = page.locator(f".peel[data-card='{number}']")
    middle, reach = card_of(card)
    page.mouse.move(middle, reach(0.95))
    page.mouse.down()
    page.mouse.move(middle, reach(0.5), steps=4)
    # Half lifted it is not seen as a whole, and the others see nothing of it.
    expect(card).not_to_have_class(re.compile(r"\bseen\b"))
    page.mouse.move(middle, reach(0.05), steps=4)
    page.mouse.up()


def touch_up(page: Page, number: int) -> None:
    """Drag a card of mine up by a finger until its face is seen."""
    card = page.locator(f".peel[data-card='{number}']")
    middle, reach = card_of(card)
    screen = page.context.new_cdp_session(page)
    screen.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(kind: str, *heights: float) -> None:
        points = [{"x": middle, "y": reach(height)} for height in heights]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0.95)
    for height in (0.8, 0.5):
        touch("touchMove", height)
    expect(card).not_to_have_class(re.compile(r"\bseen\b"))
    for height in (0.3, 0.05):
        touch("touchMove", height)
    touch("touchEnd")


def card_of(card: Locator) -> tuple[float, Callable[[float], float]]:
    """Return the middle of a card, and how high a part of its height lies on the page."""
    box = card.bounding_box()
    assert box is not None
    top, height = box["y"], box["height"]
    return box["x"] + box["width"] / 2, lambda part: top + height * part


def test_a_coup_that_two_people_peel_in_two_languages(
    house: House, table_id: int, enter: Callable[..., Player]
) -> None:
    with books_balance(house, table_id):
        ann, bob = enter(listens=True, locale="en"), enter(listens=True)
        to_ann, to_bob = ann.heard, bob.heard
        # One card is turned up and one burnt; punto 5 draws a 4, banco 7 stands.
        stack_cards(house, table_id, "Ah Jd 2h 3c 3d 4s 4h")
        ann.sit(1)
        bob.sit(2)
        for player, costs in ((ann, "costs 14.36 per 100"), (bob, "coûte 14,36 pour 100")):
            tie = player.page.locator(".spot.tie")
            expect(tie).to_have_attribute("title", re.compile(costs), timeout=SLOW)
        lay(bob, "punto", 2)
        lay(ann, "banco")
        lay(ann, "dragon_punto")
        accessible(ann.page)
        for player in (ann, bob):
            player.ready()

        turn = bob.page.locator(".console .do.punto_banco-turn")
        expect(turn).to_be_enabled(timeout=SLOW)
        assert labels(ann.page, "punto") == ["Card face down"] * 2
        comes_to(bob.page, lambda: {"2h", "3d"} <= set(json.dumps(to_bob).split('"')), True)
        assert not {"2h", "3d"} & set(json.dumps(to_ann).split('"'))
        drag_up(bob.page, 1)
        expect(bob.page.locator(".peel[data-card='1']")).to_have_attribute(
            "aria-label", "Votre carte 1 : 2 de cœur"
        )
        second = bob.page.locator(".peel[data-card='2']")
        second.focus()
        for _ in range(4):
            bob.page.keyboard.press("ArrowUp")
        expect(second).to_have_attribute("aria-label", "Votre carte 2 : 3 de carreau")
        assert labels(ann.page, "punto") == ["Card face down"] * 2
        accessible(bob.page)
        picture(bob.page, "punto-banco")
        decisions = bob.page.locator(".console .do")
        expect(decisions.locator(".name")).to_have_text(["Retourner", "Refuser les cartes"])
        expect(decisions.locator(".clause")).to_have_text(["MC-PB-34", "MC-PB-35"])
        assert decisions.evaluate_all(READ), "they are read to their end"
        size = bob.page.viewport_size
        assert size is not None
        for width, height in ((390, 844), (360, 640)):
            bob.page.set_viewport_size({"width": width, "height": height})
            assert decisions.evaluate_all(FILLS), "they share the whole row"
            assert decisions.evaluate_all(READ), "they are read to their end"
        bob.page.set_viewport_size(size)
        bob.page.keyboard.press("t")

        mine = ann.page.locator(".console .do.punto_banco-turn")
        expect(mine).to_be_enabled(timeout=SLOW)
        expect(ann.page.locator(".hand.punto .said strong")).to_have_text("5", timeout=SLOW)
        assert labels(bob.page, "banco") == ["Carte couverte"] * 2
        touch_up(ann.page, 2)
        expect(ann.page.locator(".peel[data-card='2']")).to_have_attribute(
            "aria-label", "Your card 2: 4 of spades"
        )
        assert labels(bob.page, "banco") == ["Carte couverte"] * 2
        mine.click()
        for player in (ann, bob):
            page = player.page
            expect(page.locator(".hand.punto .said")).to_contain_text("9", timeout=SLOW)
            expect(page.locator(".hand.punto.wins")).to_be_visible(timeout=SLOW)
            assert page.locator(".hand.punto").evaluate(SIDEWAYS)
            expect(page.locator(".spot.won .print")).to_have_text(["Punto"], timeout=SLOW)
            expect(page.locator(".roads .ring")).to_have_count(1)
            expect(page.locator(".halt")).to_have_count(0)
        # Bob wins 10; ann loses 5 on banco and 5 on a margin of two.
        ann.ends_with("990")
        bob.ends_with("1010")
        expect(bob.page.locator(".seat[data-box='2'] i")).to_have_text("banquier")
        nothing_is_covered(bob.page)
        picture(bob.page, "punto-banco-over")


@campaign.soak_only
def test_who_comes_late_has_the_whole_board_on_every_screen(
    house: House, table_id: int, enter: Callable[[], Player], page: Page
) -> None:
    ann = enter()
    # Three naturals: punto, banco, a tie.
    stack_cards(house, table_id, "Ah Jd 9h 4c Td 2s Th 4c Td 5s 9h 4c Td 5s")
    for coup in range(3):
        lay(ann, "tie")
        ann.ready()
        comes_to(ann.page, lambda: ann.page.locator(".roads .bead").count(), coup + 1)
    ann.ends_with("1030")
    for language, size in visits(page, house, f"/tables/{table_id}/"):
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".roads .bead")).to_have_count(3, timeout=SLOW)
        expect(page.locator(".roads .ring")).to_have_text(["", "1"])
        accessible_at(page, size)
