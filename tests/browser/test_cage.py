"""The cage in two browsers: a player asks for money to come and to go, a cashier decides."""

from base64 import b32decode
from typing import Any
from uuid import uuid4

from django_otp.oath import totp
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import campaign
from tests.browser.patience import Complaints
from tests.browser.test_pages import accessible
from tests.house import PASSWORD, House
from tests.house_console import sign_in


@campaign.soak_only
def test_a_cashier_with_a_second_factor_approves_a_deposit_and_refuses_a_withdrawal(
    house: House,
    context: BrowserContext,
    complaints: Complaints,
    browser: Browser,
    browser_context_args: dict[str, Any],
) -> None:
    name = f"p{uuid4().hex[:10]}"
    sign_in(house, context, name)
    page = context.new_page()
    page.goto("/account/cash/")
    asks(page, "deposit", "50")
    # The house's own chips stay as they are, and cash comes only when it was counted.
    shows(page, cash="0", chips="1 000")
    expect(page.locator(".ledger td").nth(1)).to_contain_text("Dépôt, attend la caisse")

    office = browser.new_context(**browser_context_args)
    desk = office.new_page()
    recovery = enrols(desk)
    office.clear_cookies()
    gives_the_password(desk)
    # With the password alone there is no cage: whoever has enrolled a phone is asked for its code.
    desk.goto("/admin/players/cashrequest/")
    desk.locator("[name=code]").fill(recovery)
    desk.locator("[type=submit]").last.click()
    expect(desk).to_have_url(f"{house.base_url}/admin/players/cashrequest/")
    decides(desk, name, "Approuver", reason="compté", receipt=f"R-{name}")
    page.goto("/account/cash/")
    shows(page, cash="50", chips="1 000")
    expect(page.locator(".ledger td").nth(1)).to_contain_text("Dépôt, fait compté")

    page.locator("#exchange_way").select_option("to_chips")
    page.locator("#exchange_amount").fill("30")
    page.get_by_role("button", name="Changer").click()
    expect(page.get_by_role("status")).to_have_text("C’est fait.")
    shows(page, cash="20", chips="1 030")

    asks(page, "withdrawal", "25")
    expect(page.get_by_role("alert").first).to_be_visible()
    complaints.come(page, "422")
    shows(page, cash="20", chips="1 030")
    asks(page, "withdrawal", "15")
    expect(page.locator(".balance").first).to_contain_text("dont réservé à un retrait 15")
    accessible(page)
    decides(desk, name, "Refuser", reason="pièce périmée")
    page.goto("/account/cash/")
    expect(page.locator(".balance").first).not_to_contain_text("réservé")
    expect(page.locator(".ledger td").nth(1)).to_contain_text("Retrait, refusé pièce périmée")
    shows(page, cash="20", chips="1 030")
    office.close()
    # Other tests sign the same cashier in without a code.
    house.manage("forget_second_factor", "cashier", "--reason", "test")


def gives_the_password(desk: Page) -> None:
    """Sign the demo house's cashier in to the office."""
    desk.goto("/admin/login/")
    desk.locator("[name=username]").fill("cashier")
    desk.locator("[name=password]").fill(PASSWORD)
    desk.locator("[type=submit]").click()
    desk.wait_for_url(lambda url: "/login/" not in url)


def enrols(desk: Page) -> str:
    """Have the cashier enrol a phone; return one of his recovery codes, which work at any time."""
    gives_the_password(desk)
    expect(desk.locator("#user-tools")).to_be_visible()
    desk.goto("/account/second-factor/")
    key = desk.locator(".key code").inner_text().replace(" ", "")
    desk.locator("[name=code]").fill(f"{totp(b32decode(key)):06}")
    desk.locator("[type=submit]").last.click()
    expect(desk.locator(".codes li")).to_have_count(10)
    return desk.locator(".codes li code").first.inner_text()


def asks(page: Page, way: str, amount: str) -> None:
    """Ask the cage for money to come or to go."""
    page.locator("#ask_way").select_option(way)
    page.locator("#ask_amount").fill(amount)
    page.get_by_role("button", name="Demander").click()


def shows(page: Page, *, cash: str, chips: str) -> None:
    """Assert what the page says that the player holds."""
    expect(page.locator(".balance b")).to_have_text([cash, chips])


def decides(desk: Page, player: str, act: str, **given: str) -> None:
    """Find a player's open request in the office, and decide it."""
    desk.goto(f"/admin/players/cashrequest/?state__exact=asked&q={player}")
    desk.locator("#result_list tbody th a").click()
    desk.get_by_role("link", name=act).click()
    for field, words in given.items():
        desk.locator(f"[name={field}]").fill(words)
    desk.locator(".submit-row [type=submit]").click()
    expect(desk.locator(".messagelist .success")).to_have_text("C’est décidé.")
