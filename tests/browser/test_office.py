"""The office on a phone: nothing overflows, nobody is shut out, and it has the house's icon."""

import re
from base64 import b32decode
from uuid import uuid4

import pytest
from django_otp.oath import totp
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_pages import accessible
from tests.house import PASSWORD, House
from tests.house_console import run_in_house, sign_in

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def desk(context: BrowserContext, house: House) -> Page:
    """A page of an operator's phone, signed in."""
    sign_in(house, context, "operator")
    page = context.new_page()
    page.set_viewport_size(PHONE)
    return page


def test_an_operator_signs_in_on_a_phone(page: Page, house: House) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/admin/")
    accessible(page)
    page.locator("[name=username]").fill("operator")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[type=submit]").click()
    expect(page.locator("#user-tools")).to_be_visible()
    assert page.url == f"{house.base_url}/admin/"


def test_an_operator_enrols_a_phone_on_a_phone(desk: Page, house: House) -> None:
    desk.goto("/account/second-factor/")
    accessible(desk)
    # Drawn to scale: one that is cut off is read by no phone.
    expect(desk.locator(".square svg[viewBox]")).to_be_visible()
    key = desk.locator(".key code").inner_text().replace(" ", "")
    desk.locator("[name=code]").fill(f"{totp(b32decode(key)):06}")
    desk.locator("[type=submit]").last.click()
    expect(desk.locator(".codes li")).to_have_count(10)
    accessible(desk)
    desk.locator(".factor a.gold").click()
    expect(desk.locator("#user-tools")).to_be_visible()
    # The others of this file sign the same operator in without a code.
    house.manage("forget_second_factor", "operator", "--reason", "test")


def draft(desk: Page, text: str) -> None:
    """Begin a draft of a text and end at its page."""
    desk.goto("/admin/tables/rulesetdraft/add/")
    desk.locator("[name=series]").fill(f"{text.partition('/')[2]}/{uuid4().hex[:8]}")
    desk.locator("[name=text]").select_option(text)
    desk.locator(".submit-row [type=submit]").click()
    desk.wait_for_url("**/change/")


def save(desk: Page) -> None:
    """Revise the draft with what was typed."""
    desk.locator("[name=reason]").fill("pour voir")
    desk.locator(".submit-row [type=submit]").click()
    desk.locator(".messagelist .success").wait_for()


@campaign.soak_only
def test_a_draft_with_its_differences_fits_a_phone(desk: Page) -> None:
    draft(desk, "blackjack/FR-2024")
    accessible(desk)
    desk.locator("[name=table_min_cents]").fill("500")
    desk.locator("[name=queen_of_hearts_pay_table]").select_option(index=1)
    save(desk)
    assert desk.locator("td code").all_inner_texts() == [
        "table_min_cents",
        "queen_of_hearts_pay_table",
    ]
    accessible(desk)
    picture(desk, "office-draft")
    desk.locator(".submit-row a", has_text="Publier").click()
    desk.locator("[name=effective_at_0]").wait_for()
    accessible(desk)
    picture(desk, "office-publish")


def test_options_with_lines_of_inputs_fit_a_phone(desk: Page) -> None:
    draft(desk, "blackjack/HOUSE")
    accessible(desk)


PATHS = {
    "": "office",
    "tables/table/": "office-tables",
    "tables/table/add/": "",
    "tables/table/1/change/": "",
    "tables/table/room/": "",
    "tables/takings/report/": "",
    "tables/table/order/fill/?tables=1": "office-order",
    "tables/takings/report/?by=table": "",
    "tables/ruleset/": "",
    "tables/ruleset/compare/": "",
    "tables/rulesetdraft/add/": "",
    "players/player/": "",
    "search/?q=table": "",
    "tables/round/?opened_at__from=2026-11-30&opened_at__until=2026-11-29": "",
}
"""Pages of the office, and the state of the gallery that some are."""


@pytest.mark.campaign
def test_pages_of_the_office_fit_a_phone_and_have_the_icon(
    desk: Page, subtests: pytest.Subtests
) -> None:
    # Else links are read while their colour changes.
    desk.emulate_media(reduced_motion="reduce")
    for path in campaign.sample(5, PATHS):
        with subtests.test(path=path):
            desk.goto(f"/admin/{path}")
            accessible(desk)
            desk.emulate_media(color_scheme="dark")
            accessible(desk)
            desk.emulate_media(color_scheme="light")
            if state := PATHS[path]:
                picture(desk, state)
            icon = desk.locator("link[rel=icon]").get_attribute("href")
            assert icon
            assert desk.request.get(icon).headers["content-type"] == "image/svg+xml"


_CASE = """
from django.utils import timezone
from casino.players.services import ensure_demo_player
from casino.staff import work_changes
from tables.models import Case
ann, bob = (ensure_demo_player(name, "pass") for name in ("ann", "bob"))
case = Case.objects.create(kind="dumping", about="", at=timezone.now(), evidence=dict(
    giver=ann.pk, taker=bob.pk, coups=41, lost=38, amount=90000, against=7.5, tables=[], rounds=[],
))
case.players.set([ann, bob])
work_changes.note_change()
print(case.pk)
"""
OPEN_CASES = "Dossiers de surveillance à examiner"


@pytest.fixture
def opening_page(desk: Page) -> Page:
    """The opening page of the same person, live, with all that can be unfolded or focused so."""
    page = desk.context.new_page()
    page.set_viewport_size(PHONE)
    page.goto("/admin/")
    expect(page.locator("#live")).to_have_attribute("data-line", "live")
    page.locator("details.task summary").first.click()
    page.locator("#waits a").last.focus()
    return page


def waiting(page: Page) -> int:
    """Return how much waits, as the page's title has it; 0 where it has no number."""
    found = re.match(r"\((\d+)\) ", page.title())
    return int(found[1]) if found else 0


def test_the_opening_page_tells_what_waits_while_it_is_read(
    desk: Page, opening_page: Page, house: House
) -> None:
    before = waiting(opening_page)
    case = run_in_house(house, _CASE).strip()
    expect(opening_page.locator("#waits a", has_text=OPEN_CASES)).to_be_visible()
    assert waiting(opening_page) == before + 1
    expect(opening_page.locator(".heard")).to_have_text(f"{before + 1} choses vous attendent.")
    # Nothing was taken from whoever works there.
    expect(opening_page.locator("#waits a").last).to_be_focused()
    expect(opening_page.locator("details.task").first).to_have_attribute("open", "")
    accessible(opening_page)
    if campaign.SOAK:
        bulletins_cases_and_sign_ins_fit(desk, case)
    desk.goto("/admin/")
    desk.locator("#logout-form button").click()
    signed_out = opening_page.locator(".line [data-line=signed_out]")
    expect(signed_out).to_be_visible()
    accessible(opening_page)
    signed_out.get_by_role("link").click()
    opening_page.wait_for_url("**/admin/login/?next=/admin/")


def bulletins_cases_and_sign_ins_fit(desk: Page, case: str) -> None:
    """Publish and withdraw a bulletin, and look at the pages of a case and of sign-ins."""
    text = f"La salle ferme à minuit ({uuid4().hex[:4]})."
    desk.goto("/admin/tables/bulletin/add/")
    accessible(desk)
    desk.locator("[name=fr]").fill(text)
    desk.locator("[name=en]").fill("The floor closes at midnight.")
    desk.locator("[name=reason]").fill("fermeture")
    desk.locator("[type=submit]").last.click()
    expect(desk.locator(".messagelist .success")).to_be_visible()
    desk.get_by_role("link", name="20").first.click()
    desk.get_by_role("link", name="Retirer le message").click()
    desk.locator("[name=reason]").fill("rouverte")
    desk.locator("[type=submit]").last.click()
    expect(desk.locator(".messagelist .success")).to_be_visible()
    for page in (
        f"/admin/tables/case/{case}/change/",
        f"/admin/tables/case/{case}/act/close/",
        "/admin/players/staffsignin/",
        "/account/access/",
    ):
        desk.goto(page)
        accessible(desk)
