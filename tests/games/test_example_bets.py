"""The order in which faults of bets are reported is no second opinion on what is refused."""

from random import Random
from typing import Any

import pytest

from tables.games.blackjack import BLACKJACK, examples

SIDES = {
    "FR-2024": ("queen_of_hearts", "two_plus_one", "jp1"),
    "FR-2007": ("lucky_ladies",),
    "MC": ("perfect_pairs", "twenty_one_plus_three"),
    "ON": ("jp1",),
    "HOUSE": (),
}
BENT: dict[str, tuple[Any, ...]] = {
    "table_min_cents": (100, 500),
    "table_max_cents": (1000, 2000),
    "stake_step_cents": (100, None),
    "min_boxes_when_alone": (1, 2),
    "standing_play_when_seats_vacant": (True, False),
    "vacant_boxes_playable": (True, False),
    "max_boxes_per_player": (1, 2, None),
    "queen_of_hearts_max_cents": (300, None),
}


def some_table(chance: Random) -> dict[str, Any]:
    """Return a check of bets with each box held once, chips on it, and maybe a fault or two."""
    book = chance.choice(list(SIDES))
    choices = BLACKJACK.books[book].choices
    options = {}
    for name, values in BENT.items():
        value = chance.choice(values)
        if name in choices and choices[name].permits(value) and chance.random() < 0.4:
            options[name] = value
    boxes = []
    for no in chance.sample(range(1, 8), chance.randint(1, 4)):
        bets: list[dict[str, Any]] = []
        for place, who in enumerate(chance.sample("abcd", chance.randint(1, 2))):
            main = chance.choice((100, 120, 500, 500, 1000, 2500))
            bet: dict[str, Any] = {"by": who, "main": main, "standing": place > 0}
            if chance.random() < 0.2:
                bet["consent"] = False
            if SIDES[book] and chance.random() < 0.3:
                bet["side"] = {chance.choice(SIDES[book]): chance.choice((100, 500, 1000))}
            bets.append(bet)
        boxes.append({"box": no, "bets": bets})
    table = {"others_wish_to_play": chance.random() < 0.5}
    return {
        "id": "x",
        "kind": "bet_check",
        "rule_set": book,
        "options": options,
        "boxes": boxes,
        "table": table,
    }


@pytest.mark.parametrize("seed", range(8))
def test_the_engine_takes_what_has_no_fault_and_nothing_else(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    tables = [some_table(chance) for _ in range(150)]
    told = [BLACKJACK.play_example(table, {}) for table in tables]
    assert {each["accepted"] for each in told} == {True, False}
    monkeypatch.setattr(examples, "check_first_fault", lambda *_: None)
    for table, said in zip(tables, told, strict=True):
        assert BLACKJACK.play_example(table, {})["accepted"] == said["accepted"], table
