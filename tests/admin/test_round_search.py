"""Rounds are found by what an operator has in hand, and hidden cards by nobody."""

from datetime import date, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tables.games.blackjack import messages as bj
from tables.history import round_search
from tables.history.round_search import RoundQuery
from tables.models import Round
from tests.admin.office import sign_in, url
from tests.api.asking import lose, win
from tests.floor import House

DAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("term", "asked"),
    [
        ("Dauphine 42", RoundQuery(name="Dauphine", number=42)),
        ("Table Dauphine #42", RoundQuery(name="Table Dauphine", number=42)),
        ("3#42", RoundQuery(table=3, number=42)),
        ("2026-11-25", RoundQuery(days=(DAY, DAY))),
        ("2026-11-01..2026-11-25", RoundQuery(days=(date(2026, 11, 1), DAY))),
        ("20:15", RoundQuery(at=time(20, 15))),
        ("1 234,50", RoundQuery(amount=1_234_50)),
        ("12.00", RoundQuery(amount=12_00)),
        ("ann 17,50", RoundQuery(name="ann", amount=17_50)),
        ("K♥", RoundQuery(card="Kh")),
        ("10s 2026-11-25", RoundQuery(card="Ts", days=(DAY, DAY))),
        ("", None),
        ("2026-13-01", None),
        ("25:00", None),
    ],
)
def test_a_search_is_read_word_by_word(term: str, asked: RoundQuery | None) -> None:
    found = round_search.parse_query(term)
    if asked is None:
        assert found is None
    else:
        assert found is not None
        assert {name: getattr(found, name) for name in _FIELDS} == {
            name: getattr(asked, name) for name in _FIELDS
        }


_FIELDS = ("name", "number", "table", "days", "at", "amount", "card")


def found(client: Client, term: str) -> set[int]:
    page = client.get(url(Round, "changelist"), {"q": term})
    assert page.status_code == 200
    return {round_.pk for round_ in page.context["cl"].result_list}


def test_each_word_narrows_what_is_found(house: House) -> None:
    first = win(house, "ann")
    second = lose(house, "bob", 2, 2000)
    client = sign_in("reader")
    name, number = house.table.name, Round.objects.get(pk=second).number
    today = timezone.localdate()
    yesterday = today - timedelta(days=1)
    assert found(client, f"{name} {number}") == {second}
    assert found(client, f"essai {number}") == {second}, "a part of the table's name is enough"
    assert found(client, f"{house.table_id}#{number}") == {second}
    assert found(client, str(first)) >= {first}
    assert found(client, "ann") == {first}
    assert found(client, "Bob") == {second}
    assert found(client, name) == {first, second}
    assert found(client, "10,00") == {first}
    assert found(client, "20.00") == {second}
    assert found(client, "bob 10,00") == set()
    assert found(client, f"{today}") == {first, second}
    assert found(client, f"{yesterday}") == set()
    assert found(client, f"{yesterday}..{today} 20,00") == {second}
    opened = timezone.localtime(Round.objects.get(pk=first).opened_at)
    assert first in found(client, f"{opened:%H:%M}")
    assert found(client, "8d") == {second}
    assert found(client, "9d ann") == {first}
    assert found(client, "2c") == set()
    assert found(client, "nobody at all") == set()
    assert found(client, "2026-02-31") == set()


def test_a_card_of_a_round_in_play_is_not_looked_for(house: House) -> None:
    """Some games deal face down: what would be found tells what lies there."""
    client = sign_in("reader")
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.deal("5c 6c 7c 8c 9c Tc")
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", bj.Ready()) == ""
    assert found(client, "5c") == set()
