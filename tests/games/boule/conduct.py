"""How arbitrary players behave at boule, for the laws."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tables.games.boule import messages
from tests.games.wheel.conduct import SimpleWheelConduct


class BouleConduct(SimpleWheelConduct):
    """Small stakes; every third throw is a 1, which wins for black, odd and low."""

    messages = messages
    on = ("red", "low", "even", "black", "straight:5", "straight:1", "odd", "high", "straight:9",
          "straight:10", "dozen:1", "")  # fmt: skip
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"red": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "hole_rows": st.sampled_from([2, 4]),
            },
        )
    }


CONDUCT = BouleConduct()
