"""A player disputes a round, the office upholds it, and he reads that and has the money."""

from io import BytesIO
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests import campaign
from tests.browser.test_own_rounds import _AT, DESKTOP, PHONE
from tests.browser.test_pages import accessible, speak
from tests.house import House
from tests.house_console import open_table, run_in_house, sign_in

_LOSE = """
from tests.api.asking import lose
print(lose(house, {name!r}))
"""


def sheets(page: Page) -> int:
    """Return on how many sheets of A4 a page is printed."""
    return len(PdfReader(BytesIO(page.pdf(format="A4"))).pages)


@campaign.soak_only
def test_a_player_disputes_a_round_and_the_office_upholds_it(
    house: House, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    name = f"p{uuid4().hex[:10]}"
    table_id = open_table(house, betting_seconds=300, decision_seconds=120)
    lost = int(run_in_house(house, (_AT + _LOSE).format(table_id=table_id, name=name)).split()[-1])
    player, office = (browser.new_context(**browser_context_args) for _ in range(2))
    sign_in(house, player, name)
    sign_in(house, office, "management")

    page = player.new_page()
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    page.goto(f"/rounds/{lost}/")
    page.get_by_role("link", name="Contester ce coup").click()
    page.get_by_label("Ce qui ne va pas").fill("J’ai demandé une carte, elle n’est pas venue.")
    accessible(page)
    page.get_by_role("button", name="Contester").click()
    told = page.get_by_role("region", name="Contestation")
    expect(told).to_contain_text("J’ai demandé une carte")

    page.goto(f"/tables/{table_id}/")
    expect(page.locator(".felt").first).to_be_visible()

    desk = office.new_page()
    desk.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    desk.goto("/admin/tables/dispute/")
    accessible(desk)
    desk.locator("#result_list a").first.click()
    expect(desk.get_by_text("Le registre et les règles concordent.")).to_be_visible()
    accessible(desk)
    assert sheets(desk) <= 2, "the whole dossier, its logs folded"
    desk.get_by_role("link", name="Revoir sur le tapis").click()
    expect(desk.locator(".table-page")).to_contain_text(name)
    desk.get_by_role("link", name="La page du coup").click()
    assert sheets(desk) <= 2, "the round of it, its events folded"
    desk.goto("/admin/tables/dispute/")
    desk.locator("#result_list a").first.click()
    desk.get_by_role("link", name="Accepter").click()
    desk.get_by_label(f"Rendre à {name}").fill("10,00")
    desk.get_by_label("Motif").fill("La carte était due.")
    accessible(desk)
    desk.get_by_role("button", name="Accepter").click()
    expect(desk.locator(".messagelist").first).to_contain_text("C’est tranché, sans appel.")

    notice = page.locator(".notices")
    expect(notice).to_contain_text("coup 1) : la décision est sur la page du coup.")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    speak(page, "en", house)
    page.goto("/account/")
    expect(page.get_by_text("Correction after a dispute")).to_be_visible()
    page.get_by_role("link", name="The games management has decided").click()
    told = page.get_by_role("region", name="Dispute")
    expect(told).to_contain_text("Your dispute was upheld. The house gives you 10 chips.")
    expect(told).to_contain_text("La carte était due.")
    accessible(page)
    page.get_by_role("link", name="Dossier to print").click()
    expect(page.get_by_role("link", name="Signed dossier (JSON)")).to_be_visible()
    accessible(page)
    page.get_by_role("link", name="Replay on the felt").click()
    expect(page.locator("input[type=range]")).to_be_visible()
