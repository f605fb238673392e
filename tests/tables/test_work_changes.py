"""What has the office's open pages look again: what duties depend on, and no step of a round."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.cashier import services as cage
from casino.staff import work_changes
from tables.games.core.money import BoxNo
from tables.models import Round
from tables.operation import sessions
from tables.seating import services as seating
from tests.floor import House
from tests.players.cage import asked
from tests.tables.test_disputes import disputed
from tests.tables.test_rounds import play_simple_win
from tests.tables.test_staff import employee


@pytest.fixture
def noted() -> Iterator[Callable[[], bool]]:
    """Tell whether the office's pages were told to look again since it was asked last."""
    told: list[None] = []

    def note(**_: Any) -> None:
        told.append(None)

    def since() -> bool:
        found = bool(told)
        told.clear()
        return found

    work_changes.changed.connect(note)
    yield since
    work_changes.changed.disconnect(note)


def test_sitting_down_a_round_and_leaving_tell_the_office_nothing(
    house: House, noted: Callable[[], bool]
) -> None:
    assert house.wish("will") == ""
    play_simple_win(house)
    receipt = seating.leave_box(
        player_id=house.player("ann").pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(1),
    )
    assert receipt is None
    assert house.table.boxes.filter(player=None).exists()
    assert not noted()


def test_what_waits_for_the_staff_tells_the_office(house: House, noted: Callable[[], bool]) -> None:
    play_simple_win(house)
    ann = house.player("ann")
    disputed(house, "ann", Round.objects.get().pk)
    assert noted()
    request = asked(ann, cage.DEPOSIT, 10_00)
    assert noted()
    cage.cancel_request(ann, request.order)
    assert noted()
    sessions.announce_end(house.table_id, operator=house.operator, reason="night")
    assert noted()
    # What is done in the office tells it, whatever it is.
    request = asked(ann, cage.DEPOSIT, 10_00)
    assert noted()
    client = Client()
    client.force_login(employee("carl", "decide_cashrequest", "view_cashrequest"))
    assert not noted()
    page = reverse("admin:players_cashrequest_decide", args=[request.pk, "refuse"])
    assert client.post(page, {"reason": "no receipt"}).status_code == 302
    request.refresh_from_db()
    assert request.state == request.State.REFUSED
    assert noted()
