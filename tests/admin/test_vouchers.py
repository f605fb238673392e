"""Vouchers in the office: written at the table, signed on their own page by three persons."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from casino.ledger import services as ledger
from casino.players.models import Player
from tables.management.commands.seed_demo import Command
from tables.models import Voucher
from tables.staff import services as staff
from tests.admin.office import url
from tests.admin.test_acts import order
from tests.floor import House, open_house

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> House:
    return open_house("Bons", "MC", table_min_cents=500)


def seeded(*roles: str) -> list[Client]:
    """Return the browsers of seeded staff: everybody with the rights of his duty alone."""
    Command()._staff()
    clients = []
    for role in roles:
        client = Client(headers={"accept-language": "fr"})
        client.force_login(Player.objects.get(username=role))
        clients.append(client)
    return clients


def given(table: House, role: str) -> None:
    """Give the table to another chief."""
    person = Player.objects.get(username=role)
    staff.hand_over_table(table.table_id, person=person, operator=table.operator, reason="shift")


def sign(client: Client, voucher: Voucher, step: str, reason: str = "vu") -> str:
    """Sign as the page asks; return what one is told, or the status where the page is refused."""
    page = reverse("admin:tables_voucher_sign", args=[voucher.pk, step])
    answer = client.get(page)
    if answer.status_code != 200:
        return str(answer.status_code)
    answer = client.post(page, {"reason": reason})
    (told,) = [str(each) for each in get_messages(answer.wsgi_request)] or [""]
    client.get(reverse("admin:index"))
    return told


@pytest.mark.clause("MC-CHIPS-14", "MC-CHIPS-15", "MC-CHIPS-16", "MC-CHIPS-17")
def test_a_voucher_goes_through_the_office_of_the_demo_house(table: House) -> None:
    chief, inspector, cashier = seeded("chief", "inspector", "cashier")
    before = ledger.balance(table.table.float_account_id)
    assert order(chief, "fill", table.table_id, reason="x", amount="5") == [
        "Approvisionner, Bons : refusé. Le texte de cette table veut un bon signé : rédigez-le"
        " (MC-CHIPS-14)."
    ]
    pieces = {"kind": "fill", "asked_pieces-100000": "2", "asked_pieces-2500": "4"}
    writes = (
        f"{reverse('admin:tables_table_order', args=['write_voucher'])}?tables={table.table_id}"
    )
    shown = reverse("admin:tables_table_change", args=[table.table_id])
    assert "/order/write_voucher/" not in chief.get(shown).content.decode()
    assert chief.get(writes).status_code == chief.post(writes, pieces).status_code == 403
    given(table, "chief")
    assert "/order/write_voucher/" in chief.get(shown).content.decode()
    assert "/order/write_voucher/" not in inspector.get(shown).content.decode()
    assert order(chief, "write_voucher", table.table_id, reason="plaques", **pieces) == [
        "Rédiger un bon, Bons : fait."
    ]
    voucher = Voucher.objects.get()
    page = url(Voucher, "change", voucher)
    shown = inspector.get(page).content.decode()
    assert "2 × 1\N{NO-BREAK SPACE}000,00 + 4 × 25,00" in shown
    assert "attend : inspecteur" in shown
    assert sign(chief, voucher, "inspector") == sign(cashier, voucher, "inspector") == "403"
    assert sign(inspector, voucher, "cashier") == "403"
    assert sign(inspector, voucher, "inspector").endswith(" : fait.")
    assert ledger.balance(table.table.float_account_id) == before
    assert sign(cashier, voucher, "cashier") == "Remettre les jetons, comme caissier : fait."
    assert ledger.balance(table.table.float_account_id) == before + 2_100_00
    assert sign(chief, voucher, "declined") == "403", "its chips have moved"
    assert sign(inspector, voucher, "receipt").endswith(" : fait.")
    shown = inspector.get(page, headers={"accept-language": "en"}).content.decode()
    assert "complete" in shown
    assert "counted at the table : inspector" in shown


@pytest.mark.parametrize("typed", ["-1", "1.5", "x", "٣", "1000001", "99999999999"])
def test_what_is_no_count_of_pieces_is_asked_again(table: House, typed: str) -> None:
    (chief,) = seeded("chief")
    given(table, "chief")
    asked = {"kind": "fill", "asked_pieces-100": typed}
    assert order(chief, "write_voucher", table.table_id, reason="x", **asked) == []
    assert not Voucher.objects.exists()


def test_a_voucher_is_declined_in_the_office_with_a_reason(table: House) -> None:
    chief, inspector = seeded("chief", "inspector")
    given(table, "chief")
    pieces = {"kind": "credit", "asked_pieces-100": "3"}
    order(chief, "write_voucher", table.table_id, reason="trop", **pieces)
    voucher = Voucher.objects.get()
    page = reverse("admin:tables_voucher_sign", args=[voucher.pk, "declined"])
    assert inspector.post(page, {"reason": " "}).status_code == 200
    assert sign(inspector, voucher, "declined") == "Écarter le bon : fait."
    assert "écarté" in inspector.get(url(Voucher, "changelist")).content.decode()
    for name in ("nothing", "chief"):
        gone = inspector.get(reverse("admin:tables_voucher_sign", args=[voucher.pk, name]))
        assert gone.status_code in (403, 404)
