"""La bataille in a real browser: equal cards, a battle that is won and a box that is given up."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.gallery import picture
from tests.browser.test_pages import WIDTHS, accessible, nothing_is_covered
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import House
from tests.house_console import open_game, stack_cards

__all__ = ["enter"]

CARDS = "9h Kc 9d 9c 2c 3c 4c Th 8c"
"""Boxes 2, 3 and 5 and the bank; three that are burnt, box 2 and the bank again."""


@pytest.fixture
def table_id(house: House) -> int:
    """A table of its own, with clocks that do not hurry it."""
    return open_game(
        house,
        "bataille",
        "BAT",
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )


def test_a_battle_is_won_and_a_box_is_given_up(
    house: House, table_id: int, enter: Callable[..., Player]
) -> None:
    ann, bob = enter(), enter()
    page = ann.page
    with books_balance(house, table_id):
        stack_cards(house, table_id, CARDS)
        for player, box in ((ann, 2), (ann, 3), (bob, 5)):
            player.sit(box)
            player.put(box, "2")
        # A right click takes a chip back.
        ann.put(3, "2")
        ann.seat(3).locator("button.main").click(button="right")
        ann.put(2, "2", "side")
        for name in ("2/main", "2/tie", "3/main", "5/main"):
            expect(page.locator(f"[data-spot='{name}'] .sum")).to_have_text("5", timeout=SLOW)
        accessible(page)
        ann.ready()
        bob.ready()

        fight = page.locator(".console .do.bataille-fight")
        expect(fight).to_be_enabled(timeout=SLOW)
        expect(ann.seat(2).locator(".badge")).to_have_text("Égalité")
        expect(ann.seat(3).locator(".badge.win")).to_contain_text("+5")
        expect(ann.seat(5).locator(".card")).to_have_count(1)
        accessible(page, ".console, .seats")
        nothing_is_covered(page)
        nothing_is_covered(page, notices=2, sizes=WIDTHS[1:3])
        fight.click()
        bob.page.locator(".console .do.bataille-give_up").click()

        expect(ann.seat(2).locator(".badge.win")).to_contain_text("Bataille gagnée", timeout=SLOW)
        expect(bob.seat(5).locator(".badge.half")).to_contain_text("−2,50", timeout=SLOW)
        expect(page.locator(".dealer .card")).to_have_count(2)
        accessible(page, ".console, .seats")
        picture(page, "bataille")
        # 5 at box 3, 50 on the tie and 5 by the battle.
        ann.ends_with("1060")
        bob.ends_with("997.5")
