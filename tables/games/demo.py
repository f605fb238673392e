"""The tables of the demo house: one of each game, and one for practice."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table of the demo house, and the rules that it is played by."""

    name: str
    series: str
    """What its rule set is called."""
    game: str
    book: str
    options: Mapping[str, Any]
    practice: bool = False


_TABLE = DemoTable(
    "Table Dauphine",
    "FR-2024/demo",
    "blackjack",
    "FR-2024",
    {
        "table_min_cents": 5_00,
        "max_multiple": 100,
        "stake_step_cents": 1_00,
        "enabled_side_bets": ["queen_of_hearts"],
        "queen_of_hearts_pay_table": "A",
        "queen_of_hearts_min_cents": 1_00,
        "queen_of_hearts_max_cents": 25_00,
    },
)

DEMO: Final = (
    _TABLE,
    replace(_TABLE, name="Table École", practice=True),
    DemoTable(
        "Roulette Garnier",
        "MC-EROU/demo",
        "european_roulette",
        "MC",
        {
            "table_min_cents": 1_00,
            "stake_increment_cents": 1_00,
            "betting_window_seconds": 30,
            "table_max_cents": {
                "straight": 50_00,
                "split": 100_00,
                "street": 150_00,
                "corner": 200_00,
                "six_line": 300_00,
                **dict.fromkeys(("dozen", "column", "double_dozen", "double_column"), 1_000_00),
                **dict.fromkeys(("red", "black", "odd", "even", "high", "low"), 1_500_00),
            },
        },
    ),
    DemoTable(
        "Chemin de fer Blanc",
        "MC-CDF/demo",
        "chemin_de_fer",
        "MC",
        {"table_min_cents": 5_00, "stake_increment_cents": 1_00, "bank_max_cents": 2_000_00},
    ),
)
"""The first is the table that scripts and tests find open."""
