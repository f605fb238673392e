"""What tables cost at which nobody plays: the croupier's looks do not grow with their number."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.doors.croupier import Croupier
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
    assert len(one) <= 12


def test_a_look_at_the_clock_is_one_statement(house: House) -> None:
    croupier = Croupier()
    with CaptureQueriesContext(connection) as captured:
        croupier.keep_clocks()
    assert len(captured) == 1
