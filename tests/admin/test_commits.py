"""Acts in the office commit by themselves; no transaction lies around these tests."""

from django.urls import reverse

from tables.models import RuleSet, Table
from tests.admin.office import sign_in
from tests.admin.test_acts import order
from tests.floor import open_house
from tests.opening_checks import sign_out_cards


def test_acts_commit_by_themselves(transactional_db: None) -> None:
    """The floor's transactions are durable: no page may wrap them in one of its own."""
    house = open_house()
    client = sign_in("operator")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    table = house.table_id
    for name in ("void_round", "close_table", "open_table", "drain_table", "fill", "credit"):
        if name == "open_table":
            sign_out_cards(table)
        assert order(client, name, table, reason="x", amount="1")[0].endswith(" : fait."), name
    rules = RuleSet.objects.get().pk
    added = client.post(reverse("admin:tables_table_add"), {"name": "Neuve", "rules": rules})
    assert added.status_code == 302
    assert Table.objects.count() == 2
