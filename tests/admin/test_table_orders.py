"""What the page and the list of tables offer: next, in groups, and why not the rest."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.dashboard.table_orders import NEXT, next_orders, table_orders
from tests.admin.office import sign_in
from tests.floor import House
from tests.tables.test_order_checks import closed
from tests.tables.test_staff import employee


def page_of(client: Client, house: House, language: str = "fr") -> Any:
    """Return the page of the table."""
    url = reverse("admin:tables_table_change", args=[house.table_id])
    answer = client.get(url, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer


def test_a_table_offers_no_order_that_its_game_never_knows(house: House) -> None:
    offered = {each.name for each in table_orders(house.operator, house.table_id)}
    assert not offered & {"allot_dice", "check_dice", "change_dice", "check_device", "stop_spin"}
    assert not offered & {"serve_change", "write_supply", "see_identity", "count_levy"}
    assert {"open_table", "take_cards", "void_round", "fill"} <= offered


def test_what_the_state_calls_for_comes_first(house: House) -> None:
    def due() -> list[str]:
        return [each.name for each in next_orders(table_orders(house.operator, house.table_id))]

    assert due() == ["drain_table", "close_table"]
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    assert due() == ["drain_table"]
    closed(house)
    assert due()[0] == "open_table"
    inspector = employee("ines", "serve_as_inspector")
    found = [each.name for each in next_orders(table_orders(inspector, house.table_id))]
    assert found == [each for each in NEXT if each in found]
    assert "open_table" not in found


@pytest.mark.parametrize(
    ("language", "reason"), [("fr", "La table est fermée."), ("en", "The table is closed.")]
)
def test_the_page_folds_what_cannot_be_done_with_the_reason(
    house: House, language: str, reason: str
) -> None:
    closed(house)
    page = page_of(sign_in("superuser"), house, language)
    folded = page.content.decode().partition("<details>")[2].partition("</details>")[0]
    assert folded.count("<dt>") == page.context["refused_count"] > 5
    assert reason in folded
    assert "order/drain_table/" not in page.content.decode()
    assert "order/open_table/" in page.content.decode()


def test_the_list_offers_orders_in_groups_and_only_those_of_a_persons_duties(house: House) -> None:
    listed = reverse("admin:tables_table_changelist")
    whole = sign_in("superuser").get(listed, headers={"accept-language": "fr"}).content.decode()
    assert whole.count("<optgroup") == 5
    assert all(f'<option value="{name}">' in whole for name in TABLE_ACTIONS)
    keeper = employee("karl", "view_table", "keep_stock")
    client = Client()
    client.force_login(keeper)
    own = client.get(listed, headers={"accept-language": "fr"}).content.decode()
    assert 'value="take_cards"' in own
    assert 'value="void_round"' not in own
