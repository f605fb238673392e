"""A player's page against a house that deals in one round and publishes another."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_cut import SLOW, Player, enter
from tests.house import House
from tests.house_console import open_waiting_table, run_in_house

__all__ = ["enter"]

REVEAL = """
from casino.rng import shoes
from tables.models import Table
from tables.history import card_assignments as dealt

def told(shoe):
    return [{{**each, "round": each["round"] + {later}}} for each in dealt.cards_by_hand(shoe)]

shoes.retire_shoe(Table.objects.get(pk={table_id}).shoe_id, told=told)
"""


@pytest.fixture
def table_id(ceremonial_house: House) -> int:
    return open_waiting_table(ceremonial_house, betting_seconds=300, decision_seconds=120)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "later",
    campaign.sample(2, [pytest.param(1, id="another round"), pytest.param(0, id="honest")]),
)
def test_cards_that_are_published_in_another_round_stop_the_page(
    ceremonial_house: House, enter: Callable[..., Player], table_id: int, later: int
) -> None:
    ann = enter()
    ann.sit(3)
    ann.cut_by_keyboard(11)
    expect(ann.making).to_contain_text("Vous avez coupé", timeout=SLOW)
    ann.play_a_round(3)
    run_in_house(ceremonial_house, REVEAL.format(table_id=table_id, later=later))
    panel = ann.fairness()
    panel.get_by_role("button", name="Vérifier tout le sabot n° 1").click()
    expect(panel).to_contain_text("Tout est juste" if not later else "Ne misez plus", timeout=SLOW)
    stop = ann.page.locator(".halt")
    if not later:
        expect(panel).to_contain_text("sont à leur place et dans leur coup")
        panel.locator(".rounds summary").click()
        told = panel.locator(".rounds li")
        expect(told).to_have_count(1)
        for hand in ("Coup 1", "case 3", "croupier"):
            expect(told).to_contain_text(hand)
        expect(stop).to_have_count(0)
        picture(ann.page, "shoe-hands")
        return
    expect(stop).to_contain_text("est publiée comme donnée dans un autre coup")
    with ann.page.expect_download() as kept:
        ann.page.keyboard.press("Escape")
        stop.get_by_role("button", name="Garder la preuve").click()
    assert '"deal"' in kept.value.path().read_text()
