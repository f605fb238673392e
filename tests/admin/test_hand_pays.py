"""The queue of hand-pays in the office: the supervisor is told, the cage issues what he paid."""

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import HandPay
from tests.admin.office import hand_paid, url
from tests.admin.test_home import person, waiting
from tests.admin.test_stock import told
from tests.api.asking import win
from tests.floor import House

pytestmark = pytest.mark.django_db


@pytest.mark.clause("MC-AUTO-44", "MC-AUTO-56")
def test_what_is_owed_waits_for_the_supervisor_and_a_cheque_for_the_cage(house: House) -> None:
    win(house, "ann")
    hand_paid(house)
    paid, owed = HandPay.objects.order_by("pk")
    cage = person("clara", "issue_payment", "view_handpay")
    slots = person("sven", "run_machines", "view_handpay")
    name = owed.table.name
    assert f"{name}: win to be paid by hand, 70.00 (ann)" in waiting(slots)
    assert "cheque: to be issued, 70.00 (ann)" in waiting(cage)
    page = reverse("admin:tables_handpay_act", args=[paid.pk, "issue"])
    assert slots.get(page).status_code == slots.post(page, {"reason": "x"}).status_code == 403
    assert Client().get(page).status_code == 302
    # Without a number nothing is issued.
    assert told(cage, page) == []
    title = f"Émettre le chèque ou le virement, {paid}"
    for reference, answer in (("CH-7", "fait"), ("CH-8", "refusé")):
        (said,) = told(cage, page, reference=reference)
        assert said.startswith(f"{title} : {answer}")
    assert waiting(cage) == []
    shown = cage.get(url(HandPay, "change", paid)).content.decode()
    for words in ("CH-7", "clara", "cheque", "ann", "because"):
        assert words in shown
    listed = slots.get(url(HandPay, "changelist"), headers={"accept-language": "fr"})
    assert "à payer" in listed.content.decode()
