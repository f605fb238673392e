"""What the purse cannot pay is not lit and says why; at no chips the table itself gives some."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player, enter
from tests.house import House
from tests.house_console import open_table, run_in_house, stack_cards

__all__ = ["enter"]

_LEAVE = """
from uuid import uuid4
from django.db import transaction
from casino.ledger import services as ledger
from casino.players.models import Player
from casino.players.services import wallet_of
from tables.funds.postings import capital_account
wallet = wallet_of(Player.objects.get(username={name!r}).pk)
amount = wallet.account.balance - {left}
with transaction.atomic():
    ledger.post(
        uuid4(),
        [ledger.Leg(wallet.account_id, capital_account(wallet.currency), amount, "collect")],
        cause="test",
    )
"""
TOO_FEW = "Pas assez de jetons"


@pytest.fixture
def table_id(house: House) -> int:
    return open_table(house, betting_seconds=300, decision_seconds=120)


@pytest.mark.campaign
@pytest.mark.parametrize("size", campaign.sample(2, [(360, 640), (1440, 900)]))
def test_out_of_chips_is_not_the_end(
    house: House, table_id: int, enter: Callable[[], Player], size: tuple[int, int]
) -> None:
    ann = enter()
    page = ann.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    run_in_house(house, _LEAVE.format(name=ann.name, left=30_00))
    page.evaluate("sessionStorage.clear()")
    page.reload()
    ann.sit(4)
    expect(page.locator(".tray .choice.short")).to_have_count(2)
    expect(page.locator(".tray input").nth(3)).to_have_accessible_name(f"Jeton de 100, {TOO_FEW}")

    stack_cards(house, table_id, "8h 9c 8d Tc")
    ann.put(4, "3")
    ann.ready()
    for verb in ("double", "split"):
        button = page.locator(f".console .do.blackjack-{verb}")
        expect(button).to_contain_text(TOO_FEW, timeout=SLOW)
        expect(button).to_be_disabled()
    accessible(page)
    page.keyboard.press("d")
    ann.do("stand")
    expect(ann.seat(4).locator(".badge.lose")).to_be_visible(timeout=SLOW)
    assert ann.ledger_balance() == 5, "the letter doubled nothing"

    rebet = page.locator(".console .quiet.poor")
    expect(rebet).to_contain_text("Rejouer 25")
    expect(rebet).to_contain_text(TOO_FEW)
    expect(rebet).to_be_disabled()
    accessible(page)
    page.keyboard.press("r")
    expect(page.locator(".seat.mine .spot.main .sum")).to_have_count(0)
    page.keyboard.press("4")
    ann.seat(4).locator("button.spot.main").click()
    expect(page.locator(".notices")).to_contain_text(TOO_FEW)

    stack_cards(house, table_id, "8h 9c 7d Tc")
    ann.put(4, "2")
    ann.ready()
    ann.do("stand")
    expect(page.locator(".broke")).to_contain_text("plus assez de jetons", timeout=SLOW)
    expect(page.locator(".tray")).to_have_count(0)
    take = page.locator(".broke .go")
    expect(take).to_have_text("Recevoir 500 jetons")
    accessible(page)
    tall, seen = page.evaluate("() => [document.documentElement.scrollHeight, innerHeight]")
    assert tall <= seen
    picture(page, "out-of-chips")
    take.click()
    expect(page.locator(".tray")).to_be_visible(timeout=SLOW)
    ann.ends_with("500")
    if size[0] > 1000:
        expect(page.locator(".figures dd")).to_have_text(["500", "0", "\u221230"])

    # Once a day: what is left to do is said.
    run_in_house(house, _LEAVE.format(name=ann.name, left=0))
    page.reload()
    expect(page.locator(".broke")).to_contain_text("déjà reçu les jetons du jour", timeout=SLOW)
    expect(page.locator(".broke a")).to_have_attribute("href", "/account/")
    accessible(page)


_BRING = """
from casino.players.models import Player
from tests.players.cage import bring
bring(Player.objects.get(username={name!r}), {amount})
"""


@pytest.mark.clause("MC-CHIPS-10", "MC-CHIPS-18", "MC-CHIPS-19")
def test_cash_is_changed_at_the_table_once_its_chips_lie_counted(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann = enter()
    page = ann.page
    before = ann.ledger_balance()
    run_in_house(house, _BRING.format(name=ann.name, amount=90_00))
    page.get_by_role("button", name="Réglages").click()
    page.get_by_role("button", name="Espèces en jetons").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("Vous avez 90 en espèces", timeout=SLOW)
    panel.get_by_label("Montant").fill("86")
    panel.get_by_label("Montant").press("Enter")
    piles = panel.get_by_role("region", name="Jetons comptés devant vous").locator("li .sr")
    expect(piles).to_have_text(["25 : 3", "5 : 2", "1 : 1"])
    assert ann.ledger_balance() == before, "nothing moves before they are taken"
    accessible(page)
    picture(page, "cash")
    panel.get_by_role("button", name="Prendre 86").click()
    expect(panel).to_contain_text("Vous avez 4 en espèces", timeout=SLOW)
    assert ann.ledger_balance() == before + 86
    ann.ends_with(str(before + 86))
