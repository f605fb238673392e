"""Who may count a float reads nowhere what he should find, until two have counted it."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from casino.i18n import money
from casino.ledger import services as ledger
from casino.players.models import Player
from tables.cage import floats, pieces
from tables.incidents import services as incidents
from tables.staff import services as staff
from tests.floor import House, reused_house
from tests.tables.test_rounds import play_simple_win
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)
SEES = ("assignment", "box", "floatcount", "round", "ruleset", "table", "tablesession")
"""What chiefs and inspectors read of a table (`groups.LOOKS`)."""
PAGES = (
    "/admin/",
    "/admin/tables/table/",
    "/admin/tables/table/{table}/change/",
    "/admin/tables/floatcount/",
    "/admin/tables/floatcount/{count}/change/",
    "/admin/tables/assignment/{assignment}/change/",
    "/admin/tables/table/order/count_float/?tables={table}",
    "/admin/tables/table/order/sign_float/?tables={table}",
)


def person(name: str, *may: str) -> tuple[Player, Client]:
    who = employee(name, *may, *(f"view_{each}" for each in SEES))
    client = Client(headers={"accept-language": "en"})
    client.force_login(who)
    return who, client


def written(amount: int) -> str:
    with translation.override("en"):
        return money(amount)


def read(client: Client, house: House, **ids: object) -> str:
    """Return all that somebody reads of a table, on every page that he may open."""
    wanted = {"table": house.table_id, "count": uuid4(), "assignment": 0, **ids}
    answers = [client.get(each.format(**wanted)) for each in PAGES]
    return " ".join(each.content.decode() for each in answers if each.status_code == 200)


@pytest.mark.clause("MC-CHIPS-08", "MC-110")
def test_a_float_is_hidden_from_whoever_counts_until_both_have() -> None:
    house = reused_house("Bons", "MC", table_min_cents=500)
    chief, chiefs = person("anne", "operate_table", "serve_as_table_chief")
    clara, claras = person("clara", "serve_as_inspector")
    _, books = person("adele", "count_drop")
    play_simple_win(house)
    staff.hand_over_table(house.table_id, person=chief, operator=house.operator, reason="rota")
    assignment = staff_id(house, chief)
    holds = ledger.balance(house.table.float_account_id)
    shown = written(holds)

    def who_reads(**ids: object) -> list[bool]:
        everybody = (chiefs, claras, books)
        return [shown in read(each, house, assignment=assignment, **ids) for each in everybody]

    assert who_reads() == [False, False, True], "in play"
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    assert who_reads() == [False, False, True], "closed"
    order, laid = uuid4(), {each[0]: each[1] for each in pieces.fewest_pieces(holds)}
    floats.count_float(house.table_id, laid, operator=chief, reason="night", order=order)
    assert who_reads(count=order) == [False, False, True], "counted once"
    floats.sign_count(house.table_id, laid, operator=clara, reason="seen")
    assert who_reads(count=order) == [True, True, True], "counted twice"


def staff_id(house: House, who: Player) -> int:
    return int(house.table.assignments.get(person=who, until=None).pk)


def test_who_needs_no_amounts_is_shown_none() -> None:
    house = reused_house("Bons", "MC", table_min_cents=500)
    who = employee("mona", "check_device", "view_table")
    client = Client(headers={"accept-language": "en"})
    client.force_login(who)
    found = read(client, house)
    assert "Bons" in found
    assert written(ledger.balance(house.table.float_account_id)) not in found
    assert ">Float<" not in found
