"""What the page of a round, a list and an account costs and shows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.backoffice import model_admin
from casino.ledger.models import Account
from tables.models import Round, RoundEvent
from tests.admin.office import queries, sign_in, url
from tests.api.asking import lose, win
from tests.floor import House


def test_the_page_of_a_round_costs_the_same_however_long_it_was(house: House) -> None:
    client = sign_in("superuser")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    queries(client, url(Round, "change", Round.objects.latest("id")))  # Django learns its models.
    short = queries(client, url(Round, "change", Round.objects.latest("id")))
    for box, name in enumerate(("bob", "cid", "dan"), 2):
        house.sit(name, box)
        assert house.stake(name, box, 1000) == ""
    assert queries(client, url(Round, "change", Round.objects.latest("id"))) == short


def test_a_list_counts_no_more_rows_than_it_pages_through(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    win(house, "ann")
    monkeypatch.setattr(model_admin, "COUNTED", 3)
    assert RoundEvent.objects.count() > 3
    with CaptureQueriesContext(connection) as seen:
        page = sign_in("reader").get(url(RoundEvent, "changelist"))
    assert page.context["cl"].result_count == 3
    assert not [each for each in seen if "COUNT(" in each["sql"] and "roundevent" in each["sql"]]


def test_the_page_of_an_account_shows_its_postings_with_running_balance(house: House) -> None:
    lose(house, "ann")
    account = Account.objects.get(code=f"wallet:{house.player('ann').pk}")
    page = sign_in("reader").get(url(Account, "change", account), headers={"accept-language": "en"})
    text = page.content.decode()
    assert "<td>-10.00</td><td>990.00</td>" in text
    assert "<td>1,000.00</td><td>1,000.00</td>" in text
