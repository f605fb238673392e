"""The longest step of each game: the same cards are dealt, however many are read at once."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tables.games import GAMES
from tables.games.banque_a_tout_va import messages as banque
from tables.games.bataille import messages as bataille
from tables.games.blackjack import messages as bj
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Shoe
from tables.games.punto_banco import messages as punto_banco
from tables.games.trente_et_quarante import messages as trente
from tables.games.wheel.stakes import Wager
from tables.models import Round
from tables.operation.croupier import Croupier
from tables.rows import table_rows
from tests.floor import House, reused_house, text_of
from tests.games.banque_a_tout_va import playing as at_banque
from tests.games.punto_banco import playing as at_punto
from tests.stacked_shoes import BURN
from tests.tables.test_chemin_de_fer import bank, cover, deal
from tests.tables.test_refills import refill
from tests.tables.test_review import played_again

NOBODY_HURRIES = {"betting_window_seconds": 300, "decision_seconds": 120}
SUITS = "hdcs"


def of(rank: str, many: int) -> list[str]:
    """Return so many cards of a rank, of which six packs have twenty-four."""
    return [rank + SUITS[number % 4] for number in range(many)]


def seven_boxes(house: House) -> None:
    house.sit("ann", 1, 2, 3, 4, 5, 6, 7)
    bets = tuple(bj.BoxStake(BoxNo(box), Amount(1000)) for box in range(1, 8))
    assert house.do("ann", bj.Stake(bets)) == ""
    assert house.do("ann", bj.Ready()) == ""


def a_coup_on_red(house: House) -> None:
    assert house.do("ann", trente.Stake((Wager("red", "red", Amount(10_00)),))) == ""
    assert house.do("ann", trente.Ready()) == ""


def a_coup_on_punto(house: House) -> None:
    assert house.do("ann", at_punto.staking(punto=10_00)) == ""
    assert house.do("ann", punto_banco.Ready()) == ""


def a_coup_at_two_tableaux(house: House) -> None:
    assert house.do("ann", at_banque.staking(cheval=10_00)) == ""
    assert house.do("ann", banque.Ready()) == ""


def seven_battles(house: House) -> None:
    house.sit("ann", 1, 2, 3, 4, 5, 6, 7)
    boxes = [BoxNo(box) for box in range(1, 8)]
    bets = tuple(bataille.BoxStake(box, Amount(1000)) for box in boxes)
    assert house.do("ann", bataille.Stake(bets)) == ""
    assert house.do("ann", bataille.Ready()) == ""
    assert [house.do("ann", bataille.Fight(box)) for box in boxes] == [""] * 7


def a_banco(house: House) -> None:
    bank(house)
    cover(house, 20_00)
    deal(house)
    assert house.do("bob", cdf.TakeCard("ponte")) == ""
    assert house.do("ann", cdf.TakeCard("banker")) == ""


@dataclass(frozen=True)
class Longest:
    """A round with the longest step of a game."""

    cards: list[str]
    """All that leave the shoe in the round."""
    result: str
    play: Callable[[House], None]


LONGEST = {
    # Seven black-jacks; the dealer draws to six twos, and a five.
    "blackjack": Longest(
        [*of("A", 7), "2h", *of("K", 7), *of("2", 6)[1:], "5h"], "17", seven_boxes
    ),
    # Both rows of aces and twos: no coup has more cards than this one.
    "trente_et_quarante": Longest(
        [
            *[*of("A", 24)[:13], *of("2", 24)[:9]],
            *[*of("A", 24)[13:], *of("2", 24)[9:19]],
        ],
        "31:31",
        a_coup_on_red,
    ),
    # A ten is turned up and as many are burnt; then each side draws.
    "punto_banco": Longest(
        ["Th", *of("9", 10), "2h", "3c", "3d", "2s", "4c", "5d"], "P90", a_coup_on_punto
    ),
    "banque_a_tout_va": Longest(
        ["2h", "2c", "Kh", "Ah", "2d", "Kc", "9h", "9c", "9d"], "-2-3/9", a_coup_at_two_tableaux
    ),
    # Eight nines, and all seven boxes go to battle, behind three cards that are burnt.
    "bataille": Longest([*of("9", 8), *of("2", 3), *of("K", 7), "8h"], "98", seven_battles),
    "chemin_de_fer": Longest(["2h", "3c", "2d", "2s", "9h", "4s"], "B 3:9", a_banco),
}


def opened(game: str) -> House:
    """Return a table of the game on whose shoe these cards come first."""
    if game == "blackjack":
        return reused_house()
    house = reused_house("longest", text_of(game), game=game, **NOBODY_HURRIES)
    if game == "chemin_de_fer":
        for box, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
            house.sit(name, box)
        Croupier().keep_clocks()
    return house


def test_every_game_of_a_shoe_is_here() -> None:
    shoes = {
        key
        for key, game in GAMES.items()
        if any(isinstance(game.equipment(game.amend(book, {})), Shoe) for book in game.books)
    }
    assert shoes == LONGEST.keys()


@pytest.mark.parametrize("ahead", [0, 1, 2, table_rows.AHEAD])
@pytest.mark.parametrize("game", LONGEST)
def test_the_longest_step_of_a_game(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, game: str, ahead: int
) -> None:
    longest = LONGEST[game]
    house = opened(game)
    house.deal(" ".join(longest.cards))
    monkeypatch.setattr(table_rows, "AHEAD", ahead)
    longest.play(house)
    assert Round.objects.get(table_id=house.table_id).status == "closed"
    frame = house.frame()
    assert frame["floor"]["shoe"]["position"] == BURN + len(longest.cards)
    assert frame["floor"]["recent"][0]["result"] == longest.result
    if GAMES[game].round_conversion:
        played_again(house.table_id)


@pytest.mark.parametrize("ahead", [0, 1, table_rows.AHEAD])
def test_a_dealer_draws_card_by_card_from_a_refill(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    """He has a two and a three, so that two cards are the least that he takes; mostly three."""
    house = reused_house()
    house.deal(" ".join([*of("A", 7), "2h", *of("K", 7), "3h"]), only=True)
    monkeypatch.setattr(table_rows, "AHEAD", ahead)
    seven_boxes(house)
    assert house.frame()["view"]["phase"] == "dealer"
    shoe = refill(house)
    assert Round.objects.get(table_id=house.table_id).status == "closed"
    shoe.refresh_from_db()
    assert shoe.position >= 3, "one was burnt"
    played_again(house.table_id)
