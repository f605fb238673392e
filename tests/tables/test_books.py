"""Tables under every rule book: what the floor serves is dealt, what it does not is refused."""

from typing import Any
from uuid import uuid4

import pytest

from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.operation import opening, sessions
from tests.floor import House
from tests.opening_checks import pass_opening_check
from tests.published import publish
from tests.stacked_shoes import stack_shoe


def rule_set(book: str, **options: Any) -> str:
    return publish(f"{book}/{uuid4().hex[:8]}", book, **options).key


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "MC", "ON", "HOUSE"])
def test_a_round_is_dealt_under_every_book(house: House, book: str) -> None:
    options = {} if book == "ON" else {"table_min_cents": 100}
    table = opening.create_table(
        name=book, rules_key=rule_set(book, **options), operator=house.operator
    )
    pass_opening_check(table.pk)
    sessions.open_session(table.pk, operator=house.operator, reason="test")
    stack_shoe(table.pk, "Th 9s 9d 8c")
    here = House(table.pk, house.operator, house.people)
    here.sit("ann", 1)
    before = here.balance("ann")
    assert here.do("ann", bj.Stake((bj.BoxStake(BoxNo(1), Amount(400)),))) == ""
    assert here.do("ann", bj.Ready()) == ""
    assert here.do("ann", bj.Stand(BoxNo(1))) == ""
    assert here.balance("ann") == before + 400
    assert here.frame()["floor"]["rules"] == table.rules_id
