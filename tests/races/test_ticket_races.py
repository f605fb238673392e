"""One ticket, two machines: whoever comes first is paid."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from casino.ledger import services as ledger
from tables.funds import tickets
from tables.games.automatic_games.messages import CashOut, InsertTicket, Load
from tables.games.core.money import Amount
from tables.machines import meters
from tables.models import Ticket, TicketEnd
from tests.floor import House, open_house, reused_house
from tests.races.test_floor_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
OPTIONS = {"game": "automatic_games", "ticket_bound_to_player": False}


def two_presented() -> list[Callable[[], str]]:
    """Issue a ticket to ann; return how bob and cat present it at two other machines."""
    first = reused_house("first", "MC", **OPTIONS)
    first.sit("ann", 1)
    assert first.do("ann", Load(Amount(50_00))) == ""
    assert first.do("ann", CashOut(medium="ticket")) == ""
    (ticket,) = tickets.unpaid_of_player(first.player("ann").pk, timezone.now())
    return [presenting(name, first, ticket.code) for name in ("bob", "cat")]


def presenting(name: str, beside: House, code: str) -> Callable[[], str]:
    machine = open_house(f"of {name}", "MC", **OPTIONS)
    machine.people = beside.people
    machine.sit(name, 1)
    return lambda: machine.do(name, InsertTicket(code))


def test_of_two_who_present_a_ticket_at_two_machines_one_is_paid() -> None:
    assert sorted(map(str, at_once(*two_presented()))) == ["", "ticket_used"]
    assert TicketEnd.objects.count() == 1
    assert meters.audit_meters() == (3, [])
    assert ledger.audit() == []


def test_without_the_lock_two_are_told_that_they_are_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: the database alone keeps one of them from it, by an error."""
    calls = two_presented()

    def unlocked(code: str, currency: str) -> Ticket | None:
        return Ticket.objects.filter(hash=tickets.hash_of(code)).first()

    monkeypatch.setattr(tickets, "lock", unlocked)
    looked, state = threading.Barrier(2, timeout=300), tickets.state_of

    def seen(*of: Any) -> tickets.State:
        found = state(*of)
        looked.wait()
        return found

    monkeypatch.setattr(tickets, "state_of", seen)
    answers = at_once(*calls)
    assert [type(each) for each in answers if each != ""] == [IntegrityError]
    assert TicketEnd.objects.count() == 1
    assert ledger.audit() == []
