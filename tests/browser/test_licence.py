"""A house with a licence: the browser shows what its place wants, and takes a date of birth."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from casino.jurisdiction import load
from tests.browser.test_pages import accessible
from tests.house import House, opened
from tests.houses import Lender

FRANCE = load("fr")
(NOTE,) = FRANCE.shown
lender = Lender()


@pytest.fixture
def house(servers_at_hand: None, tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house under the law of France; nobody is in it."""
    return lender.lend(
        "licensed_house", lambda: opened(tmp_path_factory.mktemp("licensed"), JURISDICTION="fr")
    )


@pytest.fixture(scope="module", autouse=True)
def closed_afterwards() -> object:
    """Close the house after the last test here: no other asks for it."""
    yield
    lender.close_all()


def shows_what_it_must(page: Page) -> None:
    """Assert that a page shows in French what the licence wants, with the way to help."""
    foot = page.locator(".foot")
    expect(foot).to_contain_text("18+")
    expect(foot).to_contain_text("Maison sous licence : France.")
    expect(foot).not_to_contain_text("Argent fictif")
    expect(foot).to_contain_text(NOTE.text.fr)
    expect(foot.get_by_role("link", name=NOTE.phone)).to_have_attribute("href", "tel:0974751313")
    expect(foot.get_by_role("link", name="joueurs-info-service")).to_have_attribute(
        "href", NOTE.url
    )


def test_every_page_shows_what_the_licence_wants_and_the_account_asks_the_age(
    house: House, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto("/")
    shows_what_it_must(page)
    page.get_by_role("button", name="English").click()
    expect(page.locator(".foot")).to_contain_text(NOTE.text.en)
    page.get_by_role("button", name="Français").click()

    page.goto("/sign-up/")
    shows_what_it_must(page)
    expect(page.get_by_text("J’ai 18 ans ou plus.")).to_be_visible()
    page.locator("[name=username]").fill(f"p{uuid4().hex[:10]}")
    for field in page.locator("[type=password]").all():
        field.fill("cinq-dames-de-coeur")
    page.locator("[name=adult]").check()
    page.get_by_role("button", name="Ouvrir un compte").last.click()
    expect(page).to_have_url(re.compile("/account/$"))
    shows_what_it_must(page)
    expect(page.get_by_role("heading", name="Ce que vous devez savoir")).to_be_visible()
    expect(page.get_by_text(NOTE.text.fr)).to_have_count(2)
    accessible(page)

    page.get_by_role("link", name="Votre identité").last.click()
    expect(page.get_by_text("non déclarée")).to_be_visible()
    expect(page.get_by_text("vérifiée avant la première mise")).to_be_visible()
    page.get_by_label("Date de naissance").fill("1980-02-29")
    page.get_by_role("button", name="Déclarer").click()
    expect(page.get_by_text("déclarée, non vérifiée")).to_be_visible()
    expect(page.get_by_label("Date de naissance")).to_have_count(0)
    accessible(page)
    page.goto("/account/limits/")
    expect(page.locator("tr", has_text="Dépôts à la caisse, par semaine")).to_contain_text("500")
