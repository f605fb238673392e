"""La bataille in a house: a battle, a purse without the money for one, and a licence without it."""

import pytest
from django.conf import LazySettings

from casino.responsible_gaming.jurisdiction import load
from tables.games.bataille.messages import BoxStake, Fight, GiveUp, Ready, Stake
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.operation import opening, sessions
from tables.rows import rule_sets
from tests.floor import House, open_house


@pytest.fixture
def house(transactional_db: None) -> House:
    house = open_house("bataille", "BAT", game="bataille")
    house.sit("ann", 1)
    return house


def lay(house: House, amount: int) -> str:
    return house.do("ann", Stake((BoxStake(BoxNo(1), Amount(amount)),)))


def test_monaco_s_licence_closes_the_table(house: House, settings: LazySettings) -> None:
    sessions.announce_end(house.table_id, operator=house.operator, reason="fin")
    settings.PROFILE = load("mc")
    rules = house.table.rules_id
    assert not rule_sets.is_table_licensed(rules, "EUR")
    assert lay(house, 1000) == "not_licensed"
    with pytest.raises(Refused, match="not_licensed"):
        sessions.open_session(house.table_id, operator=house.operator, reason="ouvre")
    with pytest.raises(Refused, match="not_licensed"):
        opening.create_table(name="Deux", rules_key=rules, operator=house.operator)


@pytest.mark.clause("BAT-12")
def test_whoever_has_no_money_for_a_battle_is_refused_and_gives_up_yet(house: House) -> None:
    house.deal("9h 9c 2c 3c 4c Th 8c")
    assert lay(house, 1000) == ""
    house.empty("ann")
    assert house.do("ann", Ready()) == ""
    assert house.frame()["view"]["phase"] == "choosing"
    assert house.do("ann", Fight(BoxNo(1))) == "not_enough_chips"
    assert house.frame()["view"]["phase"] == "choosing"
    assert house.do("ann", GiveUp(BoxNo(1))) == ""
    assert house.balance("ann") == 500


def test_a_battle_is_won_in_the_house(house: House) -> None:
    house.deal("9h 9c 2c 3c 4c Th 8c")
    start = house.balance("ann")
    assert lay(house, 1000) == house.do("ann", Ready()) == ""
    assert house.do("ann", Fight(BoxNo(1))) == ""
    assert house.balance("ann") == start + 1000
    view = house.frame()["view"]
    assert (view["phase"], view["dealer"]) == ("closed", ["9c", "8c"])
