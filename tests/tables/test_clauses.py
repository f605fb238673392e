"""Clauses of blackjack where they are played: people, boxes, chips and cards of a real floor."""

import json
from typing import Final
from uuid import uuid4

import pytest

from casino.ledger import services as ledger
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.models import Box, Round
from tables.rounds import timer
from tables.seating import services as seating
from tables.wire import codec
from tests.floor import House, open_house, reuse_beside
from tests.tables.test_rounds import START, books_balance, make_due

BOOKS = ("FR-2024", "FR-2007", "MC", "ON", "HOUSE")
UNBOUND: Final = {"queen_of_hearts_min_cents": None, "queen_of_hearts_max_cents": None}
each_book = pytest.mark.parametrize("book", BOOKS)


def opened(house: House, book: str, **options: object) -> House:
    """Open a table under a book, for the people of the house; one chip is 1.00.

    Before the test has written anything.
    """
    least: dict[str, object] = {} if book in ("FR-2024", "ON") else {"table_min_cents": 100}
    chosen = least | options
    return reuse_beside(
        house,
        f"{book} {chosen}",
        lambda: open_house(f"{book} à l'épreuve", book=book, **chosen),
    )


def seat(here: House, name: str, box: int) -> str:
    """Ask for a box; return the refusal's code, or an empty text."""
    receipt = seating.sit_down(
        player_id=here.player(name).pk,
        table_id=here.table_id,
        command_id=uuid4(),
        box=BoxNo(box),
    )
    return receipt.refused.code if receipt and receipt.refused else ""


@pytest.mark.clause("FR-2024-014", "FR-2024-015", "FR-2007-14", "FR-2007-15", "MC-042", "HOUSE-02")
@each_book
def test_only_who_sits_holds_a_hand_and_there_are_as_many_as_boxes(house: House, book: str) -> None:
    here = opened(house, book)
    assert Box.objects.filter(table_id=here.table_id).count() == 7
    assert [seat(here, "ann", no) for no in (0, 7, 8)] == [
        "box_out_of_range",
        "",
        "box_out_of_range",
    ]
    assert seat(here, "ben", 7) == "box_taken"
    assert here.stake("ben", 7, 500) == "not_your_box"
    assert here.stake("ben", 8, 500) == "box_out_of_range"
    assert here.stake("ben", 1, 500) == "not_your_box", "nobody sits there, and he does not either"
    assert here.stake("ann", 7, 500) == ""


@pytest.mark.clause("FR-2024-016", "FR-2007-16", "MC-043")
@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "MC"])
def test_vacant_boxes_are_played_where_the_dealer_agrees(house: House, book: str) -> None:
    for agrees, code in ((True, ""), (False, "vacant_box_refused")):
        here = open_house(
            f"{book} {agrees}", book=book, vacant_boxes_playable=agrees, table_min_cents=500
        )
        here.people = house.people
        here.sit("ann", 2, 5)
        assert here.stake("ann", 2, 1000) == ""
        assert here.stake("ann", 5, 1000) == code


@pytest.mark.clause("FR-2024-026", "FR-2007-26")
@pytest.mark.parametrize("book", ["FR-2024", "FR-2007"])
def test_who_is_alone_plays_two_boxes_until_somebody_else_sits(house: House, book: str) -> None:
    here = opened(house, book, min_boxes_when_alone=2)
    here.sit("ann", 1, 2)
    assert here.stake("ann", 1, 1000) == ""
    assert here.do("ann", bj.Ready()) == "sole_player_min_boxes"
    make_due(here)
    assert timer.handle_expired_clock(here.table_id)
    assert (here.balance("ann"), Round.objects.get().result) == (START, ""), "no card was dealt"
    here.sit("ben", 7)
    here.deal("Th 9s 9d 8c")
    assert here.stake("ann", 1, 1000) == ""
    assert here.do("ann", bj.Ready()) == "", "who sits counts, betting or not (AMB-54)"
    assert here.frame()["view"]["phase"] == "play"


@pytest.mark.clause("HOUSE-21", "FR-2024-016")
def test_the_box_of_the_own_seat_is_no_vacant_one_and_every_other_is(house: House) -> None:
    """Five vacant boxes beside one's own, which is the one that was taken first (AMB-19)."""
    here = opened(house, "HOUSE")
    here.sit("ann", 3, 1, 2, 4, 5, 6, 7)

    def on(*boxes: int) -> str:
        here.do("ann", bj.Stake(tuple(bj.BoxStake(BoxNo(no), Amount(0)) for no in range(1, 8))))
        bets = tuple(bj.BoxStake(BoxNo(no), Amount(100)) for no in boxes)
        return here.do("ann", bj.Stake(bets))

    assert on(1, 2, 3, 4, 5, 6) == ""
    assert on(1, 2, 4, 5, 6, 7) == "too_many_boxes"
    assert on(1, 2, 4, 5, 6) == ""
    strict = open_house("Sans vacantes", vacant_boxes_playable=False)
    strict.people = here.people
    strict.sit("ann", 5, 2)
    assert strict.stake("ann", 2, 1000) == "vacant_box_refused"
    assert strict.stake("ann", 5, 1000) == ""


@pytest.mark.clause("FR-2024-143", "MC-111", "ON-21", "MC-CHIPS-01")
@pytest.mark.parametrize("book", ["FR-2024", "MC", "ON"])
def test_a_stake_is_chips_out_of_the_purse_and_nothing_else(house: House, book: str) -> None:
    here = opened(house, book)
    here.sit("ann", 1)
    bet = {"box": 1, "main": 500}

    def said(bet: dict[str, object]) -> str:
        return json.dumps(
            {"id": str(uuid4()), "command": {"kind": "blackjack.stake", "bets": [bet]}}
        )

    assert isinstance(codec.decode(said(bet)), codec.Sent)
    for more in ({"cash": True}, {"currency": "EUR"}, {"main": "500 EUR"}):
        with pytest.raises(codec.Malformed):
            codec.decode(said(bet | more))
    layout = here.table.layout_account_id
    assert here.stake("ann", 1, 500) == ""
    assert (here.balance("ann"), ledger.balance(layout)) == (START - 500, 500)
    assert here.stake("ann", 1, 0) == ""
    here.empty("ann")
    assert here.stake("ann", 1, 500) == "not_enough_chips"
    assert (here.balance("ann"), ledger.balance(layout)) == (0, 0)
    assert ledger.audit() == []


@pytest.mark.clause("FR-2024-028", "FR-2024-143", "FR-2007-27")
@pytest.mark.parametrize("book", ["FR-2024", "FR-2007"])
def test_half_of_a_stake_that_is_abandoned_is_whole_chips(house: House, book: str) -> None:
    """Half of 15.00 is 7.00 where no chip is smaller than 1.00: rounded down (AMB-35, ENG-13)."""
    here = opened(
        house,
        book,
        surrender=True,
        payout_unit_cents=100,
        split_identical_only=True,
        max_splits=1,
        double_after_split=False,
    )
    here.deal("Th 7s 6d")
    here.sit("ann", 1)
    assert here.stake("ann", 1, 1500) == ""
    assert here.do("ann", bj.Ready()) == ""
    assert here.do("ann", bj.Surrender(BoxNo(1))) == ""
    assert here.balance("ann") == START - 1500 + 700
    books_balance(here)


@pytest.mark.clause("FR-2024-078", "FR-2024-104", "FR-2024-111")
@pytest.mark.parametrize(
    ("key", "bet"),
    [
        ("queen_of_hearts", "queen_of_hearts"),
        ("hyper", "hyper:17"),
        ("two_plus_one", "two_plus_one"),
    ],
)
def test_a_side_bet_keeps_within_its_minimum_and_its_maximum(
    house: House, key: str, bet: bj.SideBet
) -> None:
    limits = {f"{key}_min_cents": 200, f"{key}_max_cents": 900}
    here = open_house("Bornes", enabled_side_bets=[key], **{**UNBOUND, **limits})
    here.people = house.people
    here.sit("ann", 1)
    (shown,) = here.frame()["view"]["limits"]["sides"]
    assert (shown["least"], shown["most"]) == (200, 900)
    for amount, code in (
        (199, "side_bet_below_min"),
        (901, "side_bet_above_max"),
        (200, ""),
        (900, ""),
    ):
        queens = amount if key == "queen_of_hearts" else 0
        sides = () if queens else (bj.SideAmount(bet, Amount(amount)),)
        stake = bj.BoxStake(BoxNo(1), Amount(1000), Amount(queens), sides)
        assert here.do("ann", bj.Stake((stake,))) == code, amount
    assert here.balance("ann") == START - 1000 - 900


@pytest.mark.clause("FR-2024-011", "FR-2007-11", "MC-034", "MC-051", "ON-42")
@each_book
def test_every_card_lies_face_up_for_everybody_as_soon_as_it_is_dealt(
    house: House, book: str
) -> None:
    here = opened(house, book)
    here.deal("5h 9s 6d 2c 2d Th Tc")
    here.sit("ann", 1)
    here.stake("ann", 1, 500)
    here.do("ann", bj.Ready())
    for asked, own, dealers in (
        (None, ["5h", "6d"], ["9s"]),
        (bj.Hit(BoxNo(1)), ["5h", "6d", "2c"], ["9s"]),
        (bj.Hit(BoxNo(1)), ["5h", "6d", "2c", "2d"], ["9s"]),
        (bj.Stand(BoxNo(1)), ["5h", "6d", "2c", "2d"], ["9s", "Th"]),
    ):
        assert asked is None or here.do("ann", asked) == ""
        # A visitor who comes now sees them, and the proof of each.
        view = here.frame()["view"]
        assert view["boxes"][0]["hands"][0]["cards"] == own
        assert view["dealer"]["cards"] == dealers
        left_the_shoe = len(own) + len(dealers)
        assert len(here.frame()["floor"]["openings"]) == left_the_shoe


@pytest.mark.clause("FR-2024-010", "FR-2007-10", "MC-027", "MC-033", "ON-03", "ON-39", "HOUSE-01")
@each_book
def test_of_six_packs_the_first_cards_of_a_fresh_shoe_are_burnt(house: House, book: str) -> None:
    here = opened(house, book)
    shoe = here.table.shoe
    assert shoe is not None
    assert (shoe.packs, shoe.size, shoe.header["packs"]) == (6, 312, 6)
    burnt = 1 if book == "ON" else 5
    assert (shoe.burn, shoe.position, shoe.header["burn"]) == (burnt, burnt, burnt)
    here.sit("ann", 1)
    here.stake("ann", 1, 500)
    here.do("ann", bj.Ready())
    first = here.frame()["floor"]["openings"][0]
    assert first["place"] == burnt, "what is burnt is never dealt"


@pytest.mark.clause("MC-038", "MC-040")
def test_a_dealing_shuffler_burns_when_play_begins(house: House) -> None:
    here = opened(house, "MC", shuffling="continuous")
    shoe = here.table.shoe
    assert shoe is not None
    assert (shoe.burn, shoe.position) == (5, 5)


@pytest.mark.clause("FR-2024-008", "FR-2007-08", "MC-031", "ON-35")
@each_book
def test_the_stop_card_leaves_a_pack_or_a_quarter_behind_it(house: House, book: str) -> None:
    """By default, and at the least that an option may set; less is refused."""
    least = 78 if book == "ON" else 52
    for behind in (None, least, 100):
        chosen = {} if behind is None else {"stop_card_cards_behind": behind}
        shoe = open_house(f"{book} {behind}", book=book, table_min_cents=100, **chosen).table.shoe
        assert shoe is not None
        assert shoe.size - shoe.stop_at == (behind or least)
    for wrong in (least - 1, 0, 312):
        with pytest.raises(Refused, match="invalid_option"):
            open_house(f"{book} {wrong}", book=book, stop_card_cards_behind=wrong)
