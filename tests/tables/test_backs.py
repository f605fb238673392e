"""Backs of two colours: the shoe has as many of each, and no back tells what lies under it."""

import json
from collections import Counter
from typing import Any

import pytest

from tables.games.blackjack import messages as bj
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.cards import BLUE, RED, Back
from tables.games.core.money import Amount, BoxNo
from tables.projections import card_backs
from tables.rows import parties, rule_sets
from tables.seating import snapshots
from tests.floor import House, open_house
from tests.tables.test_chemin_de_fer import FOUR, cover, four
from tests.tables.test_rounds import books_balance

pytestmark = pytest.mark.django_db(transaction=True)

HALVES: tuple[Back, ...] = (RED, RED, RED, BLUE, BLUE, BLUE)


def shown(house: House) -> Any:
    return house.frame()["floor"]["shoe"]


def whole(house: House) -> str:
    """Return the backs of the whole shoe on a table."""
    return card_backs.backs_of_places(HALVES, shown(house)["commitment"], 0, 312)


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007"])
def test_fr_2024_001_three_packs_of_one_colour_and_three_of_the_other(
    house: House, book: str
) -> None:
    """FR-2007-01 too: what the equipment is, and what is seen of each card of a round."""
    table = open_house(f"Dos {book}", book, table_min_cents=500, min_boxes_when_alone=1)
    game, rules = rule_sets.game_and_rules(table.table.rules_id)
    assert game.equipment(rules).backs == HALVES  # type: ignore[union-attr]
    table.deal("Th 9s 9d 8c")
    assert Counter(whole(table)) == {"r": 156, "b": 156}
    lying = whole(table)
    assert shown(table)["backs"] == lying[5], "five cards are burnt"
    table.sit("ann", 1)
    assert table.stake("ann", 1, 1000) == ""
    assert table.do("ann", bj.Ready()) == ""
    assert shown(table)["backs"] == lying[5:9]
    assert table.do("ann", bj.Stand(BoxNo(1))) == ""
    assert shown(table)["backs"] == lying[5:10]
    books_balance(table)


def test_fr_2007_01_every_shoe_has_its_own_order_of_backs(house: House) -> None:
    seen = {whole(open_house(f"Dos {number}", "FR-2007")) for number in range(3)}
    assert len(seen) == 3


@pytest.mark.parametrize("book", ["ON", "MC", "HOUSE"])
def test_on_04_all_packs_have_the_same_back(house: House, book: str) -> None:
    table = open_house(f"Dos {book}", book, table_min_cents=100)
    game, rules = rule_sets.game_and_rules(table.table.rules_id)
    assert game.equipment(rules).backs == (RED,) * 6  # type: ignore[union-attr]
    assert shown(table)["backs"] == "r"


def test_mc_cdf_01_a_covered_card_shows_its_back_and_the_back_tells_nothing(house: House) -> None:
    """They come from the shoe's public commitment and the card's place, and from nothing else."""
    seen = []
    table = open_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    four(table)
    table.deal("2h 3c 4d 4s")
    lying = whole(table)
    assert Counter(lying) == {"r": 156, "b": 156}
    assert table.do("ann", cdf.StakeBank(Amount(20_00))) == ""
    cover(table, 20_00)
    assert table.do("ann", cdf.DealCards()) == ""
    view = table.frame()["view"]
    assert view["ponte_hand"]["cards"] == view["banker_hand"]["cards"] == [None, None]
    # A stacked shoe has five cards burnt.
    assert shown(table)["backs"] == lying[5:10]
    # Everybody sees the same backs, whoever may look at the cards.
    everybody = {parties.party_of(table.player(name).pk) for name in FOUR}
    for texts in snapshots.snapshot(table.table_id, everybody).own.values():
        seen += [json.loads(text) for text in texts]
    assert seen
    assert not any("backs" in each for each in seen)


def test_backs_that_are_all_alike_or_halves_of_any_shoe() -> None:
    commitment = "5499de9ce56025c533822a0acef6f5f242fd8cce66413ff2bd12c18661c79d68"
    assert card_backs.backs_of_places((RED,) * 6, commitment, 3, 7) == "rrrr"
    assert Counter(card_backs.backs_of_places((RED, BLUE), commitment, 0, 104)) == {
        "r": 52,
        "b": 52,
    }
    # What one asks for does not change with where one begins.
    lying = card_backs.backs_of_places(HALVES, commitment, 0, 312)
    assert card_backs.backs_of_places(HALVES, commitment, 101, 140) == lying[101:140]
    # Of two neighbours one has each colour.
    assert all(len({*pair}) == 2 for pair in zip(lying[::2], lying[1::2], strict=True))
