"""What rule sets cost: kept once, never changed, and no table where the player has the edge."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from tables import floor, returns, tasks
from tables.games.core.protocol import Refused
from tables.models import RuleSet, Table, TheoreticalReturn
from tests.floor import House
from tests.tables.test_books import rule_set


@pytest.mark.parametrize(
    ("book", "options", "bet", "edge"),
    [
        ("FR-2007", {"surrender": True}, "main", "-0.193"),
        ("FR-2007", {"enabled_side_bets": ["lucky_ladies"]}, "lucky_ladies", "-2.004"),
        (
            "FR-2024",
            {
                "enabled_side_bets": ["queen_of_hearts"],
                "queen_of_hearts_pay_table": "B",
                "queen_couleur": "colour",
            },
            "queen_of_hearts",
            "-7.293",
        ),
    ],
)
def test_rules_that_favour_the_player_open_no_table(
    house: House, book: str, options: dict[str, Any], bet: str, edge: str
) -> None:
    tables = Table.objects.count()
    with pytest.raises(Refused, match="favours_player") as refused:
        floor.create_table(
            name="Trop belle", rules_key=rule_set(book, **options), operator=house.operator
        )
    assert refused.value.detail == {"bet": bet, "edge": edge}
    assert Table.objects.count() == tables


def test_without_the_guard_such_a_table_would_open(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(returns, "refuse_favourable", lambda rule_set: None)
    key = rule_set("FR-2007", surrender=True)
    assert floor.create_table(name="Trop belle", rules_key=key, operator=house.operator)


def test_a_tables_rules_have_their_return_kept_from_the_start(house: House) -> None:
    kept = TheoreticalReturn.objects.get(rules=house.table.rules)
    assert kept.found["main"]["edge"] == pytest.approx(0.0051607, abs=1e-6)
    assert kept.found["side_bets"]["queen_of_hearts"]["offered"]
    assert not kept.found["side_bets"]["jp1"]["offered"]


def test_the_worker_computes_a_return_once(house: House) -> None:
    key = rule_set("ON")
    tasks.compute_return(key)
    first = TheoreticalReturn.objects.get(rules=key)
    tasks.compute_return(key)
    assert TheoreticalReturn.objects.get(rules=key).computed_at == first.computed_at
    assert returns.of(RuleSet.objects.get(key=key)) == first.found


def test_the_database_keeps_a_return_as_it_is(house: House) -> None:
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic():
        TheoreticalReturn.objects.filter(rules=house.table.rules).update(found={})
    with (
        pytest.raises(IntegrityError, match="is refused"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM tables_theoreticalreturn")
