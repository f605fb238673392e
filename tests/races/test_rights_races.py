"""Two who approve one change of rights at once carry it out once."""

import threading
from typing import Any
from uuid import uuid4

import pytest

from casino.players.models import OfficeAct, RightsChange
from casino.staff import rights
from casino.staff.rights import RightsRefused
from tests.players.test_rights import OTHER, decider, fresh, person
from tests.races.test_floor_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def approved_by_two() -> list[str]:
    """Have two approve one request for a password at once; return what came of each."""
    ann, one = person("ann"), decider("one")
    two, three = decider("two"), decider("three")
    request = rights.request_password(uuid4(), ann, OTHER, asker=one, reason="she forgot hers")
    answers = at_once(
        lambda: rights.approve(request.pk, by=two, reason="yes"),
        lambda: rights.approve(request.pk, by=three, reason="yes"),
    )
    assert fresh(ann).check_password(OTHER)
    assert OfficeAct.objects.filter(what="rights_changed").count() == 1
    return sorted(
        each.state
        if isinstance(each, RightsChange)
        else each.code
        if isinstance(each, RightsRefused)
        else type(each).__name__
        for each in answers
    )


@pytest.fixture
def carried_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who was given which password, in their order."""
    found: list[str] = []
    carry_out = rights._set_password

    def noted(whose: Any, hashed: str) -> None:
        found.append(hashed)
        carry_out(whose, hashed)

    monkeypatch.setattr(rights, "_set_password", noted)
    return found


def test_two_who_approve_at_once_approve_once(carried_out: list[str]) -> None:
    assert approved_by_two() == ["approved", "request_decided"]
    assert len(carried_out) == 1


def test_control_without_the_lock_both_carry_it_out_and_the_database_stops_one(
    carried_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its lock the service carries it out twice; only the guard behind it stops one."""
    both_have_looked = threading.Barrier(2)

    def looked(request_id: int) -> RightsChange:
        found = RightsChange.objects.select_related("asked_by", "person").get(pk=request_id)
        both_have_looked.wait(300)
        return found

    monkeypatch.setattr(rights, "_lock", looked)
    assert approved_by_two() == ["IntegrityError", "approved"]
    assert len(carried_out) == 2
