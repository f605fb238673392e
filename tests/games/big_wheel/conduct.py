"""How arbitrary players behave at the big wheel, for the laws."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tables.games.big_wheel import messages
from tables.games.big_wheel.rules import SEGMENTS
from tests.games.wheel.conduct import SimpleWheelConduct


class BigWheelConduct(SimpleWheelConduct):
    """Small stakes; every third spin ends on what the rim begins with: a joker, or a 2."""

    messages = messages
    on = ("one", "two", "five", "joker_black", "ten", "twenty", "joker_yellow", "two", "one",
          "joker", "straight:1", "")  # fmt: skip
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "MC": st.fixed_dictionaries(
            {},
            optional={
                "table_min_cents": st.sampled_from([1, 100]),
                "table_max_cents": st.sampled_from([1000, {"one": 500}]),
                "stake_increment_cents": st.sampled_from([1, 50]),
                "auto_rebet": st.booleans(),
                "reopen_on_void": st.booleans(),
                "joker_odds": st.sampled_from([39, 53]),
                "segment_order": st.just([*SEGMENTS[::-1]]),
                "min_turns": st.just(5),
            },
        )
    }


CONDUCT = BigWheelConduct()
