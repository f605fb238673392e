"""A player's own limit, hit at the table, and a break that ends play in every tab at once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.gallery import picture
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player, enter
from tests.house import House
from tests.house_console import open_roulette, open_table, run_in_house, stack_cards

__all__ = ["enter"]

WORD = "cinq-dames-de-coeur"
_KNOWS = """
from casino.players.models import Player
player = Player.objects.get(username={name!r})
player.set_password({word!r})
player.save()
print(player.get_session_auth_hash())
"""
_SESSION = """
from django.conf import settings
from django.test import Client
from casino.players.models import Player
client = Client()
client.force_login(Player.objects.get(username={name!r}))
print(client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


@pytest.fixture
def table_id(house: House) -> int:
    return open_table(house, betting_seconds=300, decision_seconds=120)


def knows_a_password(player: Player, house: House) -> None:
    """Give a player a password, and the browser the session that it leaves."""
    run_in_house(house, _KNOWS.format(name=player.name, word=WORD))
    session = run_in_house(house, _SESSION.format(name=player.name)).split()[-1]
    (kept,) = (each for each in player.page.context.cookies() if each.get("name") == "sessionid")
    player.page.context.add_cookies([{**kept, "value": session}])  # type: ignore[typeddict-item]


def test_a_limit_is_hit_at_the_table_and_a_break_ends_play_in_every_tab(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    wheel = open_roulette(house, betting_window_seconds=300)
    ann = enter()
    knows_a_password(ann, house)
    page = ann.page
    page.goto("/account/limits/")
    page.get_by_label("Limite de").select_option("stake")
    page.get_by_label("Durée").first.select_option("day")
    page.get_by_label("Jetons, ou minutes").fill("30")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("C’est enregistré.")).to_be_visible()

    page.goto(f"/tables/{table_id}/")
    ann.sit(1)
    stack_cards(house, table_id, "Th 9s 9d 8c Kh 9c 9h 8d")
    ann.put(1, "3")
    ann.ready()
    ann.do("stand")
    ann.ends_with("1025")
    # Of the 30 of the day 25 are staked: 25 more are refused, 5 are taken.
    ann.put(1, "3")
    refusal = page.locator(".notices .refusal")
    expect(refusal).to_contain_text("Votre limite de mises est de 30", timeout=SLOW)
    expect(refusal).to_contain_text(re.compile(r"il vous en reste 5 d’ici au \d\d/\d\d/\d{4}"))
    accessible(page)
    picture(page, "limit-reached")
    assert ann.ledger_balance() == 1025
    ann.put(1, "2")
    stake = page.locator("button[data-spot='1/main']")
    expect(stake).to_have_accessible_name(re.compile("mise : 5"), timeout=SLOW)
    expect(page.locator(".panel dd").nth(1)).to_have_text("5", timeout=SLOW)

    # A break is taken in one tab while two others are open at tables.
    other = page.context.new_page()
    other.goto(f"/tables/{wheel}/")
    red = other.locator("button[data-spot='red']")
    expect(red).to_have_attribute("aria-disabled", "false", timeout=SLOW)
    office = page.context.new_page()
    office.goto("/account/limits/")
    office.locator("#pause_password").fill(WORD)
    office.get_by_role("button", name="Faire une pause").click()
    expect(office.get_by_role("heading", name="Votre pause a commencé.")).to_be_visible()
    accessible(office)
    picture(office, "break")
    for tab in (page, other):
        expect(tab.locator(".lost")).to_contain_text("Votre session a pris fin.", timeout=SLOW)
    before = ann.ledger_balance()
    red.evaluate("spot => spot.click()")
    page.locator(".console .go").evaluate("go => go.click()")
    page.wait_for_timeout(1000)
    assert ann.ledger_balance() == before

    # The password is right, and says until when it opens nothing.
    office.goto("/sign-in/")
    office.locator("[name=username]").fill(ann.name)
    office.locator("[name=password]").fill(WORD)
    office.locator(".door button[type=submit]").click()
    said = office.locator(".door [role=alert]")
    expect(said).to_contain_text("Ce compte est en pause jusqu’au", timeout=SLOW)
