"""Every decision has its place on the page, fits it, and costs nothing by one slip of the hand."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import LANGUAGES, accessible, speak
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import House
from tests.house_console import open_table, stack_cards

__all__ = ["enter"]

FIVE = ("hit", "stand", "double", "split", "surrender")
SIZES = ((360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800), (1440, 900))

OVERFLOW = """() => [...document.querySelectorAll(".console .do, .console .do > *")]
  .filter(each => {
    const box = each.getBoundingClientRect();
    const around = each.closest(".do").getBoundingClientRect();
    return each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1
      || box.left < around.left - 0.5 || box.right > around.right + 0.5
      || around.left < 0 || around.right > innerWidth || around.bottom > innerHeight
      || around.width < 24 || around.height < 24;
  }).map(each => each.textContent.trim())"""


UNSEEN = """() => [...document.querySelectorAll(".seat.mine .hand .rank")].filter(rank => {
  const { left, right, top, bottom } = rank.getBoundingClientRect();
  const card = rank.closest(".card");
  const at = x => document.elementFromPoint(x, (top + bottom) / 2);
  return bottom - top < 9 || [left + 1, (left + right) / 2, right - 1].some(
    x => !card.contains(at(x)));
}).map(each => each.textContent)"""
"""The ranks of my cards that another card or anything else covers, or that are too small."""

DOUBLE_CLICK = "button => { button.click(); button.click(); }"
"""Both at one moment of the page's clock, by which a double click is told: a busy machine may bring
the second late."""

TWICE = """async () => {
  const press = () => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key: "a", code: "KeyA", bubbles: true, cancelable: true }));
  press();
  await new Promise(over => setTimeout(over, 400));
  press();
}"""
"""A surrender and its confirmation: by the page's own clock, which the question goes by."""


@pytest.fixture
def table_id(house: House) -> int:
    """A table with surrender, whose clocks do not hurry anybody."""
    return open_table(house, betting_seconds=300, decision_seconds=120, surrender=True)


def decision(player: Player, verb: str) -> Locator:
    return player.page.locator(f".console .do.blackjack-{verb}")


def place(found: Locator) -> dict[str, Any]:
    """Return where a button is, in whole pixels."""
    box = found.bounding_box()
    assert box
    return {name: round(value) for name, value in box.items()}


def fits(page: Page) -> None:
    """Assert that every decision is whole on the screen, with its name inside it."""
    comes_to(page, lambda: page.evaluate(OVERFLOW), [])
    tall, seen = page.evaluate("() => [document.documentElement.scrollHeight, innerHeight]")
    assert tall <= seen


def test_five_decisions_fit_every_screen_in_both_languages(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann = enter()
    ann.sit(4)
    stack_cards(house, table_id, "8h 6c 8d")
    ann.put(4, "3")
    ann.ready()
    for language in LANGUAGES:
        speak(ann.page, language, house)
        ann.page.reload()
        for verb in FIVE:
            expect(decision(ann, verb)).to_be_enabled(timeout=SLOW)
        for width, height in SIZES:
            ann.page.set_viewport_size({"width": width, "height": height})
            fits(ann.page)
        accessible(ann.page)
    picture(ann.page, "blackjack")
    ann.page.set_viewport_size({"width": 360, "height": 640})
    decision(ann, "surrender").click()
    fits(ann.page)
    ann.page.keyboard.press("Escape")
    five_split_hands_are_read(ann, house, table_id)


def five_split_hands_are_read(ann: Player, house: House, table_id: int) -> None:
    """Split four times, draw twice, and find every rank of the five hands at each size."""
    stack_cards(house, table_id, "8s 8c 8h 3d 2d 4c")
    hands = ann.seat(4).locator(".hand")
    for count in (2, 3, 4, 5):
        ann.do("split")
        expect(hands).to_have_count(count, timeout=SLOW)
    drawn = ann.seat(4).locator(".hand.turn .card")
    for count in (3, 4):
        ann.do("hit")
        expect(drawn).to_have_count(count, timeout=SLOW)
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        comes_to(ann.page, lambda: ann.page.evaluate(UNSEEN), [])
    picture(ann.page, "split-hands")


@campaign.soak_only
@pytest.mark.parametrize("size", campaign.sample(2, [(390, 844), (1440, 900)]))
def test_surrender_stays_in_its_place_while_others_play_and_is_confirmed(
    house: House, table_id: int, enter: Callable[[], Player], size: tuple[int, int]
) -> None:
    with books_balance(house, table_id):
        ann, bob = enter(), enter()
        bob.page.set_viewport_size({"width": size[0], "height": size[1]})
        ann.sit(1)
        bob.sit(2)
        stack_cards(house, table_id, "Tc 9c 6d Th 7d Kd")
        ann.put(1, "3")
        bob.put(2, "3")
        expect(bob.seat(1).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
        expect(ann.seat(2).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
        ann.ready()
        bob.ready()
        expect(decision(ann, "stand")).to_be_enabled(timeout=SLOW)

        # Ann decides: of Bob's decisions only one is lit, and all have their place.
        expect(decision(bob, "surrender")).to_be_enabled(timeout=SLOW)
        expect(decision(bob, "surrender")).not_to_have_attribute("aria-pressed", "false")
        expect(decision(bob, "split")).to_be_disabled()
        for verb in FIVE[:3]:
            expect(decision(bob, verb)).to_have_attribute("aria-pressed", "false")
        before = {verb: place(decision(bob, verb)) for verb in FIVE}
        accessible(bob.page)
        ann.do("stand")
        expect(decision(bob, "stand")).to_be_enabled(timeout=SLOW)
        comes_to(bob.page, lambda: {verb: place(decision(bob, verb)) for verb in FIVE}, before)

        # One slip of the hand is a question, and so is a double click; Escape takes it back.
        surrender = decision(bob, "surrender")
        surrender.evaluate(DOUBLE_CLICK)
        expect(surrender).to_contain_text("Confirmer")
        assert place(surrender) == before["surrender"]
        bob.page.keyboard.press("Escape")
        expect(surrender).to_contain_text("Abandonner")
        bob.page.keyboard.press("a")
        expect(surrender).to_contain_text("Confirmer")
        accessible(bob.page)
        picture(bob.page, "surrender")
        assert bob.ledger_balance() == 975
        # The question is taken back after some seconds, which axe needs on a busy machine; and so
        # does whoever presses from outside the page.
        bob.page.keyboard.press("Escape")
        expect(surrender).to_contain_text("Abandonner")
        bob.page.evaluate(TWICE)
        expect(bob.seat(2).locator(".badge.surrender")).to_be_visible(timeout=SLOW)
        bob.ends_with("987.5")


@campaign.soak_only
def test_what_is_asked_besides_moves_no_decision(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann = enter()
    ann.sit(4)
    for width, height in ((1440, 900), (360, 640)):
        ann.page.set_viewport_size({"width": width, "height": height})
        stack_cards(house, table_id, "8h As 8d 5c 5d 9d")
        ann.put(4, "3")
        ann.ready()
        expect(decision(ann, "insure")).to_be_enabled(timeout=SLOW)
        expect(decision(ann, "stand")).to_be_disabled()
        fits(ann.page)
        accessible(ann.page)
        before = place(decision(ann, "stand"))
        asked = place(decision(ann, "decline"))
        assert asked["y"] + asked["height"] <= before["y"], "nothing else is where it was"
        picture(ann.page, "insurance")
        ann.do("decline")
        expect(decision(ann, "stand")).to_be_enabled(timeout=SLOW)
        assert place(decision(ann, "stand")) == before
        ann.do("stand")
        expect(ann.seat(4).locator(".badge")).to_be_visible(timeout=SLOW)
