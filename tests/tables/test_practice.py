"""Practice tables: everybody there is shown what basic strategy would do, nobody elsewhere."""

import dataclasses

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from tables.games.blackjack import Blackjack
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.live import publish
from tables.models import Table
from tables.records import rows
from tables.rules import returns
from tests.floor import House, kept_beside, open_house

SIXTEEN = "Th 9s 6d"
"""A hand that hits against the nine."""


def told(house: House) -> list[tuple[int, str]]:
    """Return the advice in the frame of whoever comes now."""
    return [(each["box"], each["command"]) for each in house.frame()["floor"]["advice"]]


def play(house: House, cards: str) -> None:
    house.deal(cards)
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", bj.Ready()) == ""


@pytest.fixture
def school(house: House) -> House:
    """A practice table beside another."""
    return kept_beside(house, "practice", lambda: open_house("École", practice=True))


def test_the_hand_on_turn_is_advised_and_the_next_one_anew(school: House) -> None:
    assert school.frame()["floor"]["practice"] is True
    assert told(school) == []
    play(school, f"{SIXTEEN} 2c 8c 5s")
    assert told(school) == [(1, "blackjack.hit")]
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    assert told(school) == [(1, "blackjack.stand")]


def test_insurance_is_advised_against(school: House) -> None:
    play(school, "Th As 6d")
    assert told(school) == [(1, "blackjack.decline")]


def test_the_frame_of_a_command_says_it_too(school: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(publish, "frame", lambda table, text, own, **_: sent.append(text))
    play(school, SIXTEEN)
    assert '"advice":[{"box":1,"command":"blackjack.hit"}]' in sent[-1]


def test_no_other_table_is_told_anything(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    play(house, SIXTEEN)
    assert house.frame()["floor"]["practice"] is False
    assert told(house) == []
    # The same table shown as if it were for practice: the test above would have seen it.
    row = rows.unlocked
    monkeypatch.setattr(
        rows, "unlocked", lambda table_id: dataclasses.replace(row(table_id), practice=True)
    )
    assert told(house) == [(1, "blackjack.hit")]


def test_without_a_kept_strategy_there_is_no_advice(
    school: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Blackjack, "priced", None)
    returns.kept_strategy.cache_clear()
    play(school, SIXTEEN)
    assert told(school) == []
    returns.kept_strategy.cache_clear()


def test_advice_costs_no_statement_once_the_strategy_is_known(school: House) -> None:
    play(school, f"{SIXTEEN} 2c 2d 2h")
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    with CaptureQueriesContext(connection) as captured:
        assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    said = [query["sql"] for query in captured if query["sql"] not in ("BEGIN", "COMMIT")]
    assert len(said) == 2, said


def test_practice_is_for_play_money_only(school: House) -> None:
    with pytest.raises(IntegrityError, match="practice_is_play_money"):
        Table.objects.filter(pk=school.table_id).update(currency="EUR")


def test_other_tables_may_have_other_money(house: House) -> None:
    assert Table.objects.filter(pk=house.table_id).update(currency="EUR") == 1
