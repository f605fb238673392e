"""A supervisor approves a jackpot: what the page shows, who may, and that it happens once."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from casino.players.models import Player
from tables.models import Claim, ClaimPayment, Jackpot, RuleSet, Table
from tests.admin.office import sign_in
from tests.floor import House
from tests.jackpots import SEED_MAIN, jp1_house, win

WON = SEED_MAIN + 100


@pytest.fixture
def jp1(house: House) -> House:
    """A table at which ann has won the main pot."""
    table = jp1_house()
    table.people = house.people
    win(table, "ann")
    return table


@pytest.fixture
def supervisor() -> Client:
    """The browser of somebody with a supervisor's card."""
    client = Client()
    person = Player.objects.create_user("the.supervisor", password="pass", is_staff=True)
    person.user_permissions.set(
        Permission.objects.filter(codename__in=("approve_claim", "view_claim"))
    )
    client.force_login(person)
    return client


def page(claim: Claim) -> str:
    return reverse("admin:tables_claim_approve", args=[claim.pk])


def test_the_page_shows_the_cards_the_pot_and_what_will_be_paid(
    jp1: House, supervisor: Client
) -> None:
    claim = Claim.objects.get()
    text = supervisor.get(page(claim)).content.decode()
    assert text.count("Case 1, main h : 7♠.") == 3
    assert "Case 1 (ann) reçoit 10001,00 du jackpot (Principal)." in text
    assert "Le jackpot (Principal) repart de 10000,00." in text
    english = supervisor.get(page(claim), headers={"accept-language": "en"}).content.decode()
    assert "is paid 10001.00 from the jackpot (Main)" in english
    assert (
        page(claim)
        in supervisor.get(reverse("admin:tables_claim_change", args=[claim.pk])).content.decode()
    )
    assert not ClaimPayment.objects.exists()


def test_a_supervisor_approves_with_a_reason_once(jp1: House, supervisor: Client) -> None:
    claim = Claim.objects.get()
    before = jp1.balance("ann")
    seen = {"footage_seen": "on"}
    assert supervisor.post(page(claim), {"reason": " ", **seen}).status_code == 200
    assert jp1.balance("ann") == before
    for _ in range(2):
        told = supervisor.post(page(claim), {"reason": "brelan de 7", **seen}, follow=True)
        assert "Le jackpot est payé." in told.content.decode()
    assert jp1.balance("ann") == before + WON
    payment = ClaimPayment.objects.get()
    assert (str(payment.by), payment.reason) == ("the.supervisor", "brelan de 7")
    assert payment.footage_seen
    text = supervisor.get(reverse("admin:tables_claim_change", args=[claim.pk])).content.decode()
    assert "payé (the.supervisor)" in text
    assert page(claim) not in text


def test_fr_2024_139_nothing_is_paid_without_the_statement_that_the_footage_was_seen(
    jp1: House, supervisor: Client
) -> None:
    claim = Claim.objects.get()
    before = jp1.balance("ann")
    for language, label in (("fr", "visionné les images"), ("en", "viewed the video-surveillance")):
        form = supervisor.get(page(claim), headers={"accept-language": language}).content.decode()
        assert label in form
    answer = supervisor.post(page(claim), {"reason": "images vues"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, ["footage_seen"])
    assert jp1.balance("ann") == before
    assert not ClaimPayment.objects.exists()


def test_the_dealing_operator_is_told_no(jp1: House) -> None:
    client = Client()
    client.force_login(jp1.operator)
    given = {"reason": "mine", "footage_seen": "on"}
    answer = client.post(page(Claim.objects.get()), given, follow=True)
    assert (
        "Refusé. Il faut une autre personne que celle qui tient la table ou y gagne."
        in answer.content.decode()
    )
    assert not ClaimPayment.objects.exists()


@pytest.mark.parametrize("role", ["anonymous", "player", "clerk", "reader", "operator"])
def test_nobody_without_the_card_reaches_the_page(jp1: House, role: str) -> None:
    client = sign_in(role)
    claim = Claim.objects.get()
    for answer in (client.get(page(claim)), client.post(page(claim), {"reason": "x"})):
        assert answer.status_code in (302, 403)
    assert not ClaimPayment.objects.exists()


def test_a_claim_that_is_none_is_not_found(house: House, supervisor: Client) -> None:
    assert supervisor.get(reverse("admin:tables_claim_approve", args=[7])).status_code == 404


def test_a_table_is_set_up_with_a_shared_jackpot_or_its_own(jp1: House) -> None:
    client = sign_in("operator")
    add = reverse("admin:tables_table_add")
    assert re.search("Pot commun", client.get(add).content.decode())
    jackpot, rules = Jackpot.objects.get(), jp1.table.rules_id
    client.post(add, {"name": "Deux", "rules": rules, "jackpot": jackpot.pk})
    client.post(add, {"name": "Trois", "rules": rules})
    assert Table.objects.get(name="Deux").jackpot == jackpot
    assert Table.objects.get(name="Trois").jackpot == Jackpot.objects.get(name="Trois")
    plain = RuleSet.objects.exclude(pk=rules).get()
    answer = client.post(add, {"name": "Quatre", "rules": plain.pk, "jackpot": jackpot.pk})
    assert "les cagnottes de ce règlement" in answer.content.decode()
    assert not Table.objects.filter(name="Quatre").exists()
