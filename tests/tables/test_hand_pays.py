"""Wins that are paid by hand: in cash, by cheque, by transfer; the cage issues what is written."""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.messages import get_messages
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.holdings import Holding
from casino.players.models import OfficeAct, Player
from tables.games.automatic_games.messages import CashOut, Complain
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.machines import hand_pays, meters
from tables.models import Complement, HandPay
from tables.seating import snapshots
from tests.machines import officer_with, supervisor
from tests.tables.test_automatic_games import GREAT, Device

pytestmark = pytest.mark.django_db(transaction=True)


def cashier(name: str = "clea") -> Player:
    found, _ = Player.objects.get_or_create(username=name, defaults={"is_staff": True})
    found.user_permissions.set(Permission.objects.filter(codename="issue_payment"))
    return Player.objects.get(pk=found.pk)


def issue(row: HandPay, by: Player, reference: str = "CH-1") -> str:
    try:
        hand_pays.issue_payment(row.pk, reference, operator=by, reason="seen")
    except Refused as refused:
        return refused.code
    return ""


def holds(code: str) -> int:
    found = Account.objects.filter(code=code).first()
    return found.balance if found else 0


def owing(means: str) -> tuple[Device, HandPay]:
    """Have ann win what is paid by hand, her identity seen; return it as it is owed."""
    device = Device(id_threshold_cents=1_50, payment_means=means)
    assert device.load() == ""
    device.game(GREAT)
    row = HandPay.objects.get()
    assert (row.amount, row.paid_at) == (device.view["owed"], None)
    assert Holding.HAND_PAYS in snapshots.holdings_of(device.house.player("ann").pk)
    assert device.order("identify") == ""
    return device, row


@pytest.mark.clause("MC-AUTO-44")
@pytest.mark.parametrize("means", ["cheque", "transfer"])
def test_what_the_management_pays_by_cheque_or_transfer_the_cage_issues_once(means: str) -> None:
    device, row = owing(means)
    won, ann = row.amount, device.house.player("ann")
    assert issue(row, cashier()) == "nothing_to_issue"
    assert device.order("hand_pay") == ""
    row.refresh_from_db()
    assert (row.means, row.paid_by, row.issued_at) == (means, device.house.operator, None)
    # Neither chips nor cash: it is the house's to issue.
    assert device.house.balance("ann") == device.before - 50_00
    assert holds("payments:PLAY") == won
    assert device.meter("jackpot") == won // 10
    assert meters.audit_meters() == (1, [])
    assert Holding.HAND_PAYS in snapshots.holdings_of(ann.pk)
    assert issue(row, device.house.operator) == "own_payment"
    assert issue(row, device.house.player("bob")) == "not_cashier"
    ann.user_permissions.add(Permission.objects.get(codename="issue_payment"))
    assert issue(row, Player.objects.get(pk=ann.pk)) == "own_payment"
    assert issue(row, cashier()) == ""
    assert issue(row, cashier("carl"), "CH-2") == "nothing_to_issue"
    row.refresh_from_db()
    assert (row.reference, row.issued_by) == ("CH-1", cashier())
    assert (holds("payments:PLAY"), holds("issued:PLAY")) == (0, won)
    assert device.house.do("ann", CashOut()) == ""
    assert not snapshots.holdings_of(ann.pk)
    assert meters.audit_meters() == (1, [])
    assert ledger.audit() == []
    # What is written stays.
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        HandPay.objects.update(reference="CH-3")


@pytest.mark.clause("MC-AUTO-44")
def test_cash_is_paid_into_the_wallet_and_nothing_is_issued() -> None:
    device, row = owing("cash")
    assert device.order("hand_pay") == ""
    row.refresh_from_db()
    assert row.means == "cash"
    assert device.house.balance("ann") == device.before - 50_00 + row.amount
    assert issue(row, cashier()) == "nothing_to_issue"


def test_a_round_that_is_annulled_takes_its_payment_back_unless_the_cage_has_issued_it() -> None:
    device, row = owing("cheque")
    assert device.order("hand_pay") == ""
    told = {"operator": device.house.operator, "reason": "spilt drink"}
    incidents.void_round(device.house.table_id, **told)
    row.refresh_from_db()
    assert (row.means, row.paid_at, row.annulled_at) == ("", None, None)
    assert device.view["owed"] == row.amount
    assert holds("payments:PLAY") == 0
    assert meters.audit_meters() == (1, [])
    device.equip()
    assert device.order("identify") == ""
    assert device.order("hand_pay") == ""
    assert issue(row, cashier()) == ""
    with pytest.raises(Refused, match="payment_issued"):
        incidents.void_round(device.house.table_id, **told)
    assert holds("issued:PLAY") == row.amount
    assert meters.audit_meters() == (1, [])


@pytest.mark.clause("MC-AUTO-42", "MC-AUTO-49", "MC-AUTO-50")
def test_the_office_asks_for_the_document_and_for_what_a_contested_game_is_worth() -> None:
    device = Device(id_threshold_cents=1_50)
    table_id, ann = device.house.table_id, device.house.player("ann")
    assert device.load() == ""
    device.game(GREAT)
    office = Client()
    office.force_login(supervisor())

    def posted(name: str, **given: str) -> list[str]:
        """Send the form of an order; return what is wrong with it, or what the office says then."""
        page = reverse("admin:tables_table_order", args=[name])
        answer = office.post(f"{page}?tables={table_id}", {"reason": "because", **given})
        if answer.status_code == 200:
            return sorted(answer.context["form"].errors)
        said = [str(each) for each in get_messages(answer.wsgi_request)]
        office.get(reverse("admin:index"))
        return said

    for wrong in (
        {"kind": "passport", "document_number": ""},
        {"kind": "record", "document_number": "12AB345"},
    ):
        assert posted("see_identity", **wrong) == ["document_number"]
    (said,) = posted("see_identity", kind="passport", document_number="12 ab-345")
    assert said.endswith(("fait.", "done."))
    (said,) = posted("order_play", what="hand_pay")
    assert said.endswith(("fait.", "done."))
    assert HandPay.objects.get().checks.get().number == "12AB345"
    acts = str(list(OfficeAct.objects.values()))
    assert ("see_identity" in acts, "ab-345" in acts) == (True, False)
    had = device.house.balance("ann")
    device.game(range(1))
    assert device.house.do("ann", Complain(2)) == ""
    assert posted("order_play", what="decide_complaint") == ["what"], "it has a page of its own"
    (said,) = posted("order_play", what="hear_mechanic")
    assert said.endswith(("fait.", "done."))
    (said,) = posted("decide_complaint", due="12.50")
    assert "identité" in said or "identity" in said
    assert posted("decide_complaint", due="١٢") == ["due"]
    (said,) = posted("decide_complaint", due="12.50", kind="identity_card", document_number="X4RT")
    assert said.endswith(("fait.", "done."))
    assert device.house.balance("ann") == had + 12_50
    line = Complement.objects.get()
    assert (line.player, line.amount, line.by.username if line.by else "") == (ann, 12_50, "sara")
    reader = officer_with("rita", "tables.view_complement", "tables.view_identitycheck")
    reader.user_permissions.set(
        Permission.objects.filter(codename__in=("view_complement", "view_identitycheck"))
    )
    office.force_login(reader)
    listed = office.get(reverse("admin:tables_complement_changelist")).content.decode()
    assert "12.50" in listed or "12,50" in listed
    assert "Ligne" not in listed
    shown = office.get(reverse("admin:tables_complement_change", args=[line.pk])).content.decode()
    assert line.hash in shown


@pytest.mark.clause("MC-AUTO-44")
def test_a_cheque_number_pays_one_win() -> None:
    device, first = owing("cheque")
    assert device.order("hand_pay") == ""
    assert issue(first, cashier()) == ""
    device.game(GREAT)
    assert device.order("identify") == ""
    assert device.order("hand_pay") == ""
    second = HandPay.objects.exclude(pk=first.pk).get()
    assert issue(second, cashier(), "ch-1") == "number_used"
    assert issue(second, cashier(), "CH-2") == ""
