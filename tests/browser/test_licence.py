"""A house with a licence: the browser shows what its place wants, and takes a date of birth."""

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from casino.identity.words import REFUSALS
from casino.responsible_gaming.jurisdiction import load
from tests import campaign
from tests.browser.patience import comes_to
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player
from tests.house import House, run_house
from tests.house_console import open_table, run_in_house, sign_in
from tests.houses import HousePool
from tests.players.provider import KEY, Provider, call_over_the_line, provider

FRANCE = load("fr")
(NOTE,) = FRANCE.shown
lender = HousePool()


@pytest.fixture(scope="module")
def acme() -> Iterator[Provider]:
    """A provider of payments, which the house asks."""
    with provider() as here:
        yield here


@pytest.fixture
def house(servers_at_hand: None, tmp_path_factory: pytest.TempPathFactory, acme: Provider) -> House:
    """A house under the law of France; nobody is in it."""
    return lender.lend(
        "licensed_house",
        lambda: run_house(
            tmp_path_factory.mktemp("licensed"),
            JURISDICTION="fr",
            PAYMENT_MEANS="acme=tests.players.provider.FromEnvironment",
            PAYMENT_SECRETS=f"acme={KEY.decode()}",
            ACME_URL=acme.url,
        ),
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


_ENROLLED = """
from datetime import date
from uuid import uuid4
from django.db import transaction
from casino.ledger import services as ledger
from casino.identity import services as identity
from casino.players.models import Player
from casino.players.services import ensure_demo_player, wallet_of
player = ensure_demo_player({name!r}, "cinq-dames-de-coeur")
identity.declare(player, date(1980, 2, 29))
with transaction.atomic():
    mint = ledger.open_account("mint:EUR", "mint", "EUR", unbounded=True)
    leg = ledger.Leg(mint.pk, wallet_of(player.pk).account_id, 100_00, "test")
    ledger.post(uuid4(), [leg], cause="test")
"""
_JUDGED = """
from datetime import date, timedelta
from django.contrib.auth.models import Permission
from casino.identity import services as identity
from casino.players.models import Player
player = Player.objects.get(username={name!r})
# In a licensed house a superuser has no duty that was not given to them.
Player.objects.get(username="operator").user_permissions.set(Permission.objects.all())
operator = Player.objects.get(username="operator")
if {verified}:
    identity.verify(
        player,
        born_on=date(1980, 2, 29),
        valid_until=date.today() + timedelta(days=365),
        operator=operator,
        reason="passport seen",
    )
else:
    identity.refuse(player, operator=operator, reason="another face")
"""
_APPROVED = """
from casino.cashier import services as cash
from casino.players.models import CashRequest, Player
asked = CashRequest.objects.get(asked_by__username={name!r})
operator = Player.objects.get(username="operator")
print(cash.approve_request(asked.pk, cashier=operator, reason="seen", receipt="").payment)
"""


@pytest.fixture
def ann(house: House, context: BrowserContext) -> Player:
    """A player with a hundred euros in chips, whose date of birth is declared."""
    name = f"p{uuid4().hex[:10]}"
    run_in_house(house, _ENROLLED.format(name=name))
    sign_in(house, context, name)
    return Player(context.new_page(), house, name)


@campaign.soak_only
def test_whose_identity_was_refused_stakes_and_reads_why_and_who_is_verified_plays(
    house: House, ann: Player
) -> None:
    run_in_house(house, _JUDGED.format(name=ann.name, verified=False))
    table_id = open_table(house, betting_seconds=300, decision_seconds=120)
    page = ann.page
    page.goto(f"/tables/{table_id}/")
    expect(page.locator(".seat")).to_have_count(7, timeout=SLOW)
    ann.sit(1)
    ann.put(1, "3")
    refusal = page.locator(".notices .refusal")
    expect(refusal).to_contain_text(REFUSALS["identity_refused"].fr, timeout=SLOW)
    accessible(page)
    assert ann.ledger_balance() == 100
    # Negative control: the same stake is taken once the house has verified who he is.
    run_in_house(house, _JUDGED.format(name=ann.name, verified=True))
    ann.put(1, "3")
    ann.ends_with("75")


@campaign.soak_only
def test_a_provider_is_asked_by_a_worker_and_calls_the_house_back_over_the_line(
    house: House, ann: Player, acme: Provider
) -> None:
    run_in_house(house, _JUDGED.format(name=ann.name, verified=True))
    page = ann.page
    page.goto("/account/cash/")
    page.get_by_label("Moyen de paiement").select_option("Carte Acme")
    page.locator("#ask_way").select_option("deposit")
    page.locator("#ask_amount").fill("20")
    page.get_by_role("button", name="Demander").click()
    expect(page.get_by_text("Dépôt, attend la caisse")).to_be_visible()
    accessible(page)
    named = run_in_house(house, _APPROVED.format(name=ann.name)).split()[-1]
    comes_to(page, lambda: set(acme.asked), {named})
    assert (acme.books[named]["amount"], acme.books[named]["currency"]) == (20_00, "EUR")
    page.goto("/account/cash/")
    expect(page.get_by_text("Dépôt, en cours de paiement")).to_be_visible()
    for _ in range(2):
        told = call_over_the_line(house.base_url, named, "paid", proof="A-1", amount=20_00)
        assert told == (200, {"outcome": "paid"})
    assert call_over_the_line(house.base_url, named, "failed") == (409, {"outcome": "paid"})
    page.reload()
    expect(page.get_by_text("Dépôt, fait")).to_be_visible()
    expect(page.locator(".balance").first).to_contain_text("20")
    assert "agrees" in house.manage("audit_cash")
