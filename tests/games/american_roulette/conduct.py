"""How arbitrary players behave at American roulette, for the laws."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tables.games.american_roulette import messages
from tests.games.wheel.conduct import SimpleWheelConduct


class AmericanRouletteConduct(SimpleWheelConduct):
    """Small stakes, on what a zero wins or loses for the most part; every third spin is a 0."""

    messages = messages
    on = ("red", "straight:0", "split:0-00", "low", "street:0-00-2", "first_five:0-00-1-2-3",
          "straight:00", "dozen:1", "even", "split:0-3", "corner:0-1-2-3", "double_dozen:1-2",
          "")  # fmt: skip
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"red": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "allow_zero_trios": st.booleans(),
                "allow_zero_splits": st.booleans(),
            },
        )
    }


CONDUCT = AmericanRouletteConduct()
