"""Two persons decide one dispute at once; one form is sent many times at once."""

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError
from pytest_django import Settings

from casino.ledger import services as ledger
from tables.disputes import services as disputes
from tables.games.core.protocol import Refused
from tables.models import Dispute, DisputeRuling
from tests.api.asking import lose
from tests.floor import House
from tests.races.test_floor_races import at_once
from tests.tables.test_disputes import disputed, management, ruled
from tests.tables.test_rounds import START

pytestmark = pytest.mark.django_db(transaction=True)


def outcomes(answers: list[Any]) -> list[str]:
    """Return what came of each: the state of the dispute, or why not."""
    return sorted(
        each.state
        if isinstance(each, Dispute)
        else each.code
        if isinstance(each, Refused)
        else type(each).__name__
        for each in answers
    )


def test_mc_inc_03_of_two_who_decide_at_once_one_decides_and_the_house_pays_once(
    house: House,
) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    one, two = management("gail"), management("hugo")
    answers = at_once(lambda: ruled(found, one, 1000), lambda: ruled(found, two, 1000))
    assert outcomes(answers) == ["decided", "dispute_decided"]
    assert (house.balance("ann"), DisputeRuling.objects.count()) == (START, 1)
    assert ledger.audit() == []


def test_control_without_its_lock_both_decide_and_only_the_database_stops_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    one, two = management("gail"), management("hugo")
    both_have_looked = threading.Barrier(2)

    def looked(dispute_id: int) -> Dispute:
        read = Dispute.objects.select_related("table", "round", "ticket").get(pk=dispute_id)
        both_have_looked.wait(300)
        return read

    with monkeypatch.context() as patched:
        patched.setattr(disputes, "_lock", looked)
        answers = at_once(lambda: ruled(found, one, 1000), lambda: ruled(found, two, 1000))
    assert outcomes(answers) == ["IntegrityError", "decided"]
    assert any(isinstance(each, IntegrityError) for each in answers)
    assert (house.balance("ann"), ledger.audit()) == (START, [])


def test_mc_inc_01_one_form_sent_at_once_by_many_is_one_dispute(house: House) -> None:
    lost, order = lose(house, "ann"), uuid4()
    house.player("ann")
    answers = at_once(*[lambda: disputed(house, "ann", lost, order).pk] * 4)
    assert len(set(map(str, answers))) == 1
    assert Dispute.objects.count() == 1


def test_mc_inc_03_one_ruling_sent_at_once_by_many_is_one_ruling(
    house: House, settings: Settings
) -> None:
    settings.CORRECTION_BY_ONE = 0
    found, gail, order = disputed(house, "ann", lose(house, "ann")), management(), uuid4()
    ann = house.player("ann").pk

    def rule() -> Dispute:
        return disputes.rule_on_dispute(
            found.pk,
            operator=gail,
            upheld=True,
            corrections={ann: 1000},
            reason="x",
            order=order,
        )

    assert outcomes(at_once(*[rule] * 4)) == ["under_review"] * 4
    ruling, hugo = DisputeRuling.objects.get(), management("hugo")
    answers = at_once(*[lambda: disputes.second_ruling(ruling.pk, operator=hugo)] * 4)
    assert outcomes(answers) == ["decided"] * 4
    assert (house.balance("ann"), ledger.audit()) == (START, [])
