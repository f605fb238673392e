"""A visitor takes a box that somebody else holds beside his own, where the rules say so."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.gallery import picture
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player, enter
from tests.house import House
from tests.house_console import open_game

__all__ = ["enter"]


@pytest.fixture
def table_id(house: House) -> int:
    """A table by the house's own rules, with clocks that do not hurry it."""
    return open_game(
        house, "blackjack", "HOUSE", table_min_cents=100, betting_seconds=300, decision_seconds=120
    )


def test_house_22_a_visitor_who_waits_takes_the_box_that_is_due_to_him(
    house: House, enter: Callable[[], Player]
) -> None:
    ann, bob = enter(), enter()
    for box in (4, 1, 2, 3, 5, 6, 7):
        ann.sit(box)
    bob.page.get_by_role("button", name="Je voudrais jouer").click()
    expect(bob.page.locator(".idle")).to_contain_text("La case 7 vous revient", timeout=SLOW)
    expect(ann.seat(7).locator(".tag")).to_have_text("demandée", timeout=SLOW)
    accessible(bob.page)
    picture(bob.page, "box-due")
    # Ann's own box is hers; those beside it have a button.
    expect(bob.seat(4).locator("button.sit")).to_have_count(0)
    expect(bob.seat(6).locator("button.sit")).to_have_count(1)
    bob.page.get_by_role("button", name="Prendre la case 7", exact=True).click()
    expect(bob.page.locator(".seat.mine[data-box='7']")).to_be_visible(timeout=SLOW)
    expect(ann.page.locator(".seat.mine")).to_have_count(6, timeout=SLOW)
