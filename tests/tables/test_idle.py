"""What does not grow: a look at tables with their number, a step with the rounds of long ago."""

from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.operation.croupier import Croupier
from tests.floor import House, open_house


def _asked(croupier: Croupier) -> list[str]:
    """Return the statements of a look at the clock and of a sweep."""
    croupier._swept = float("-inf")
    with CaptureQueriesContext(connection) as captured:
        croupier.tick()
    return [query["sql"] for query in captured]


def test_a_sweep_asks_as_much_of_three_idle_tables_as_of_one(house: House) -> None:
    croupier = Croupier()
    croupier.tick()
    one = _asked(croupier)
    wheel = open_house("Deux", book="MC", game="european_roulette")
    bank = open_house("Trois", book="MC", game="chemin_de_fer")
    assert wheel.table_id != bank.table_id
    three = _asked(croupier)
    assert three == one
    # One of them asks who says nothing where nobody plays without the others.
    assert len(one) <= 13


def test_a_look_at_the_clock_is_one_statement(house: House) -> None:
    croupier = Croupier()
    with CaptureQueriesContext(connection) as captured:
        croupier.keep_clocks()
    assert len(captured) == 1


def test_a_step_looks_through_no_rounds_of_long_ago(house: House) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_round (table_id, number, rules_id, status, opened_at, result,"
            " carried_in, carried_out, first_card)"
            " SELECT id, n, rules_id, 'closed', now(), '', 0, 0, 0"
            " FROM tables_table, generate_series(1000000, 1002000) AS n WHERE id = %s",
            [house.table_id],
        )
        cursor.execute("ANALYZE tables_round")
        cursor.execute(
            "EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM tables_surroundings(%s, 'EUR', 0, NULL,"
            " NULL, NULL, NULL)",
            [house.table_id],
        )
        (plan,) = cursor.fetchone()
    parts = list(_looked_through(plan[0]["Plan"]))
    assert parts, "it reads rounds"
    assert sum(parts) < 1000, "of 2001 rounds"


def _looked_through(node: dict[str, Any]) -> Iterator[float]:
    """Return the rounds that each part of a plan found or passed over."""
    if node.get("Relation Name") == "tables_round" or "round" in node.get("Index Name", ""):
        yield node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    for part in node.get("Plans", ()):
        yield from _looked_through(part)
