"""Tickets away from the machines: who is paid by the cage, and which lapse."""

from datetime import timedelta
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone
from pytest_django import Settings

from casino.ledger.models import Account
from casino.players.models import Player
from tables.disputes import services as disputes
from tables.games.core.protocol import Refused
from tables.machines import tickets
from tables.models import Dispute, Ticket, TicketEnd
from tables.rows import disputes as dispute_rows
from tests.machines import officer_with
from tests.tables.test_automatic_games import Device, agree, second

pytestmark = pytest.mark.django_db(transaction=True)


def cashier() -> Player:
    return officer_with("clea", tickets.CASH)


def cashed(device: Device, code: str, payee: str, operator: Player | None = None) -> str:
    name = device.house.player(payee).username
    try:
        tickets.pay_ticket(code, payee=name, operator=operator or cashier(), reason="counted")
    except Refused as refused:
        return refused.code
    return ""


def issued(**options: object) -> tuple[Device, str]:
    """Have ann take her credits out on a ticket; return its code."""
    device = Device(**options)
    assert device.load() == ""
    return device, device.issue()


def balance(code: str) -> int:
    found = Account.objects.filter(code=code).first()
    return found.balance if found else 0


def test_a_ticket_of_before_a_new_secret_key_is_shown_while_the_former_is_kept(
    settings: Settings,
) -> None:
    device, code = issued()
    former = settings.SECRET_KEY
    settings.SECRET_KEY = "a new one, " * 6
    assert [each.code for each in device.owned("ann")] == [""]
    settings.SECRET_KEY_FALLBACKS = [former]
    assert [each.code for each in device.owned("ann")] == [code]
    assert cashed(device, code, "ann") == ""


def test_the_cage_pays_a_bound_ticket_to_its_owner_alone_and_says_who_was_paid() -> None:
    device, code = issued()
    assert cashed(device, code, "bob") == "ticket_of_another"
    ann = device.house.player("ann")
    ann.user_permissions.add(Permission.objects.get(codename="cash_ticket"))
    assert cashed(device, code, "ann", Player.objects.get(pk=ann.pk)) == "own_ticket"
    assert cashed(device, code, "ann") == ""
    end = TicketEnd.objects.get()
    assert (end.how, end.player_id, end.by) == ("cage", ann.pk, cashier())
    agree()


def test_an_orphan_is_its_owners_although_the_ticket_was_anybodys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its time is over, and the daily round has not come yet: the cage makes the orphan."""
    device, code = issued(ticket_bound_to_player=False, ticket_validity_days=1)
    late = timezone.now() + timedelta(days=2)
    monkeypatch.setattr(tickets, "timezone", SimpleNamespace(now=lambda: late))
    assert cashed(device, code, "bob") == "ticket_of_another"
    assert cashed(device, code, "ann") == ""
    assert (balance("orphans:PLAY"), balance("tickets:PLAY")) == (0, 0)
    assert {*TicketEnd.objects.values_list("how", flat=True)} == {"orphan", "cage"}


def test_only_tickets_whose_time_is_over_lapse() -> None:
    device, code = issued(ticket_validity_days=1)
    tickets.orphan_expired_tickets(timezone.now())
    assert (balance("orphans:PLAY"), device.insert(code)) == (0, "")


def test_a_ticket_that_was_paid_between_the_look_and_the_lock_does_not_lapse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device, code = issued(ticket_validity_days=1)
    # What another ticket is worth lies with it, so the ledger alone would not refuse.
    assert device.load() == ""
    device.issue()
    assert cashed(device, code, "ann") == ""
    paid = TicketEnd.objects.get().ticket_id
    seen = SimpleNamespace(values_list=lambda *_, **__: [paid])
    rows = SimpleNamespace(
        filter=lambda **_: seen, select_for_update=Ticket.objects.select_for_update
    )
    monkeypatch.setattr(tickets, "Ticket", SimpleNamespace(objects=rows))
    tickets.orphan_expired_tickets(timezone.now())
    assert (balance("orphans:PLAY"), balance("tickets:PLAY")) == (0, 50_00)


def test_a_ticket_is_reported_at_the_machine_that_issued_it() -> None:
    device, _ = issued()
    asked = {
        "operator": officer_with("rita", dispute_rows.FILE),
        "kind": Dispute.Kind.OTHER,
        "reason": "its code is unreadable",
        "ticket_id": Ticket.objects.get().pk,
    }
    with pytest.raises(Refused, match="no_such_ticket"):
        disputes.report_incident(second(device).house.table_id, order=uuid4(), **asked)
    filed = disputes.report_incident(device.house.table_id, order=uuid4(), **asked)
    assert filed.ticket_id == asked["ticket_id"]
