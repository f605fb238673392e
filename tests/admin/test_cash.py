"""The cage in the office: a cashier decides with a reason, and others look."""

from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from casino.cashier import providers, transfers
from casino.cashier import services as cash
from casino.players import tasks
from casino.players.models import CashRequest, PaymentAlarm, Player
from casino.responsible_gaming import exclusions
from tests.admin.office import sign_in, url
from tests.floor import House
from tests.players.cage import asked, cashier, has
from tests.players.provider import ACME, Acme, provider

START = 1_000_00


@pytest.fixture
def desk(house: House) -> Client:
    """The browser of somebody who looks and decides at the cage."""
    client = sign_in("reader")
    cashier("the.reader")
    return client


def decide(client: Client, request: CashRequest, act: str, **given: str) -> list[str]:
    """Post an act's form; return what the cashier is told, nothing when asked again."""
    page = reverse("admin:players_cashrequest_decide", args=[request.pk, act])
    answer = client.post(page, given)
    assert answer.status_code in (200, 302)
    return [str(each) for each in get_messages(answer.wsgi_request)][-1:]


def test_a_cashier_approves_and_refuses_and_it_is_on_record(house: House, desk: Client) -> None:
    ann = house.player("ann")
    first, second = asked(ann, cash.DEPOSIT, 50_00), asked(ann, cash.DEPOSIT, 20_00)
    page = desk.get(url(CashRequest, "change", first)).content.decode()
    assert f"/{first.pk}/approve/act/" in page
    listed = desk.get(url(CashRequest, "changelist")).content.decode()
    assert "50,00" in listed
    for wrong in ({}, {"reason": "ok"}, {"receipt": "R"}, {"reason": " ", "receipt": " "}):
        assert decide(desk, first, "approve", **wrong) == []
    assert decide(desk, second, "refuse", reason="") == []
    assert decide(desk, first, "approve", reason="compté", receipt="R-7") == ["C’est décidé."]
    assert decide(desk, second, "refuse", reason="billet déchiré") == ["C’est décidé."]
    (said,) = decide(desk, first, "refuse", reason="encore")
    assert "déjà décidé" in said
    assert has(ann) == (50_00, 0, START)
    by = Player.objects.get(username="the.reader")
    first.refresh_from_db()
    assert (first.state, first.decided_by, first.reason, first.receipt) == (
        "approved", by, "compté", "R-7",
    )  # fmt: skip
    kept = LogEntry.objects.filter(user=by, content_type__model="cashrequest").order_by("pk")
    assert [each.change_message for each in kept] == ["approve: compté", "refuse: billet déchiré"]
    page = desk.get(url(CashRequest, "change", first)).content.decode()
    assert "/act/" not in page
    assert "Pas maintenant (2)" in page


def test_a_request_offers_what_its_state_allows_and_tells_why_not_the_rest(
    house: House, desk: Client, settings: Settings
) -> None:
    settings.CASH_BY_ONE = 20_00
    ann = house.player("ann")
    large, small = asked(ann, cash.DEPOSIT, 50_00), asked(ann, cash.DEPOSIT, 10_00)

    def offered(client: Client, request: CashRequest) -> dict[str, str]:
        """Return the orders of a page, each with why it is refused."""
        page = client.get(url(CashRequest, "change", request))
        orders = [*page.context["orders"], *page.context["refused_orders"]]
        for each in page.context["refused_orders"]:
            name = each.url.split("/")[-3]
            (said,) = decide(client, request, name, reason="x", receipt="R-8")
            assert said.endswith(each.refusal), "its service refuses by the same words"
        return {each.title: each.refusal for each in orders}

    assert offered(desk, large) == {"Approuver": "", "Refuser": ""}
    assert decide(desk, large, "approve", reason="compté", receipt="R-7") != []
    assert offered(desk, large) == {"Approuver": cash.OFFICE["approved_it"].fr, "Refuser": ""}
    second = Client()
    cora = cashier("cora")
    cora.user_permissions.add(Permission.objects.get(codename="view_cashrequest"))
    second.force_login(cora)
    assert offered(second, large) == {"Approuver": "", "Refuser": ""}
    exclusions.ban(ann.pk, operator=house.operator, reason="tricheur")
    assert offered(desk, small) == {"Approuver": cash.OFFICE["player_shut_out"].fr, "Refuser": ""}


def test_nobody_in_the_office_decides_his_own_request(house: House) -> None:
    request = asked(house.player("ann"), cash.DEPOSIT, 50_00)
    Player.objects.filter(username="ann").update(is_staff=True)
    client = Client()
    client.force_login(cashier("ann"))
    for act in ("approve", "refuse"):
        (said,) = decide(client, request, act, reason="mine", receipt="R-1")
        assert cash.OFFICE["own_request"].fr in said
    request.refresh_from_db()
    assert request.state == "asked"


@pytest.mark.parametrize("role", ["anonymous", "player", "clerk", "reader", "operator"])
def test_whoever_is_no_cashier_decides_nothing(house: House, role: str) -> None:
    request = asked(house.player("ann"), cash.DEPOSIT, 50_00)
    client = sign_in(role)
    for act in ("approve", "refuse"):
        page = reverse("admin:players_cashrequest_decide", args=[request.pk, act])
        for answer in (client.get(page), client.post(page, {"reason": "x", "receipt": "x"})):
            assert answer.status_code == (302 if role in ("anonymous", "player") else 403)
    request.refresh_from_db()
    assert request.state == "asked"


def test_what_is_not_there_is_not_found(house: House, desk: Client) -> None:
    request = asked(house.player("ann"), cash.DEPOSIT, 50_00)
    for args in ([request.pk, "steal"], [0, "approve"]):
        page = reverse("admin:players_cashrequest_decide", args=args)
        assert desk.get(page).status_code == 404


def test_a_provider_s_request_is_approved_without_a_receipt_and_its_end_is_shown(
    house: House, desk: Client
) -> None:
    ann = house.player("ann")
    with provider() as acme:
        request = cash.request_cash(ann, cash.DEPOSIT, 50_00, order=uuid4(), means=ACME)
        page = reverse("admin:players_cashrequest_decide", args=[request.pk, "approve"])
        assert 'name="receipt"' not in desk.get(page).content.decode()
        assert decide(desk, request, "approve", reason="vu") == ["C’est décidé."]
        shown = url(CashRequest, "change", request)
        assert "approuvée, en paiement" in desk.get(shown).content.decode()
        assert "/act/" not in desk.get(shown).content.decode()
        tasks.ask_payment(request.pk)
        request.refresh_from_db()
        assert acme.call(str(request.payment), "failed", proof="refusé").status_code == 200
        page = desk.get(shown).content.decode()
        assert "approuvée, non payée" in page
        assert str(request.payment) in page
        acme.call(str(request.payment), "paid")
    assert has(ann) == (0, 0, START)
    (alarm,) = PaymentAlarm.objects.all()
    context = desk.get(url(PaymentAlarm, "change", alarm)).context
    (order,) = context["refused_orders"]
    assert (context["orders"], order.refusal) == ([], cash.OFFICE["own_decision"].fr)


def test_a_difference_tells_amounts_as_the_office_writes_money(
    house: House, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(providers.MEANS, ACME, Acme(""))
    told = PaymentAlarm.Of
    for of, ours, theirs, shown in (
        (told.AMOUNT, "5000 EUR", "4550 EUR", ("50,00 EUR", "45,50 EUR")),
        (told.OUTCOME, "paid deposit 123456 EUR", "failed", ("payé dépôt 1\xa0234,56 EUR",)),
        (told.POSTED, "paid deposit 100 EUR", "account 17 +5000", ("compte 17 +50,00",)),
        # What stands for a payment there is no amount.
        (told.TOLD, "paid 5000", "failed 4550", ("payé 5000", "non payé 4550")),
    ):
        found = transfers.raise_alarm(ACME, str(uuid4()), of, ours, theirs)
        for page in (
            url(PaymentAlarm, "change", found),
            reverse("admin:players_paymentalarm_close", args=[found.pk]),
        ):
            content = desk.get(page).content.decode()
            assert [each for each in shown if each not in content] == [], page
            assert Acme.name.fr in content


def test_a_difference_is_shown_on_the_opening_page_until_it_is_closed(
    house: House, desk: Client
) -> None:
    found = transfers.raise_alarm(ACME, str(uuid4()), PaymentAlarm.Of.UNKNOWN_HERE, "", "paid")
    home = reverse("admin:index")
    assert "Paiements qui diffèrent" in desk.get(home).content.decode()
    listed = desk.get(url(PaymentAlarm, "changelist")).content.decode()
    assert "inconnu de la maison" in listed
    page = reverse("admin:players_paymentalarm_close", args=[found.pk])
    assert page in desk.get(url(PaymentAlarm, "change", found)).content.decode()
    assert desk.post(page, {"reason": ""}).status_code == 200
    assert desk.post(page, {"reason": "remboursé"}).status_code == 302
    found.refresh_from_db()
    assert found.reason == "remboursé"
    answer = desk.post(page, {"reason": "encore"})
    assert [str(each) for each in get_messages(answer.wsgi_request)][-1].endswith(
        cash.OFFICE["alarm_closed"].fr
    )
    assert "Paiements qui diffèrent" not in desk.get(home).content.decode()
    reader = sign_in("operator")
    assert reader.get(page).status_code == 403
    assert desk.get(reverse("admin:players_paymentalarm_close", args=[0])).status_code == 404
