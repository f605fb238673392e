"""How arbitrary players behave at European roulette, for the laws."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tables.games.european_roulette import messages
from tests.games.wheel.conduct import WheelConduct


class EuropeanRouletteConduct(WheelConduct):
    """Small stakes, on even chances for the most part, and a zero every third spin."""

    messages = messages
    on = ("red", "low", "even", "red", "dozen:1", "straight:0", "split:0-3", "double_column:1-2",
          "street:0-1-2", "corner:0-1-2-3", "straight:1", "black", "straight:37", "")  # fmt: skip
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"red": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "require_exact_multiples": st.booleans(),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "prison_release_value": st.sampled_from(["halved", "full"]),
                "zero_default_choice": st.sampled_from(["half", "prison"]),
                "allow_zero_trios": st.booleans(),
                "double_pairs": st.sampled_from(["adjacent", "any"]),
                "complex_announced_bets": st.booleans(),
            },
        )
    }


CONDUCT = EuropeanRouletteConduct()
