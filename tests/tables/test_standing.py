"""Standing bettors: consent, their own chips, and a wallet that cannot follow a double."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from casino.ledger import services as ledger
from tables.funds import postings
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.incidents import services as incidents
from tables.models import Box, FloorEvent, Receipt, Round, Waiting
from tables.rounds import timer
from tables.rows import parties
from tables.seating import services as seating
from tests.floor import House, open_house
from tests.tables.test_rounds import books_balance, leave, make_due

START = 1_000_00


def seat(house: House, box: int = 1) -> dict[str, object]:
    found: dict[str, object] = next(
        each for each in house.frame()["floor"]["seats"] if each["box"] == box
    )
    return found


def behind_ann(house: House, stake: int = 700, cards: str = "Th 9s 9d 8c") -> None:
    """Ann plays box 1 with 10.00, sam stands behind her."""
    house.deal(cards)
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.welcome("ann", 1) == ""
    assert house.stand_behind("sam", 1, stake) == ""


def both_ready(house: House) -> None:
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("sam", bj.Ready()) == ""


def test_fr_2024_017_nobody_stakes_behind_a_holder_who_has_not_agreed(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    assert seat(house)["welcomes"] is False
    assert house.stand_behind("sam", 1, 500) == "standing_without_consent"
    assert house.balance("sam") == START
    assert house.welcome("ann", 1) == ""
    assert seat(house)["welcomes"] is True
    assert house.stand_behind("sam", 1, 500) == ""
    assert house.balance("sam") == START - 500
    assert house.frame()["view"]["boxes"][0]["standing"][0]["main"] == 500
    event = FloorEvent.objects.get(kind="welcome")
    assert (event.by, event.box) == (house.player("ann"), 1)


def test_only_the_holder_consents(house: House) -> None:
    house.sit("ann", 1)
    assert house.welcome("sam", 1) == "not_your_box"
    assert house.welcome("sam", 2) == "not_your_box"
    assert seat(house)["welcomes"] is False


def test_the_same_consent_twice_is_one_happening(house: House) -> None:
    house.sit("ann", 1)
    command_id = uuid4()
    for _ in range(2):
        seating.set_welcome(
            player_id=house.player("ann").pk,
            table_id=house.table_id,
            command_id=command_id,
            box=BoxNo(1),
            welcomes=True,
        )
    assert FloorEvent.objects.filter(kind="welcome").count() == 1
    assert Receipt.objects.filter(command_id=command_id).count() == 1


def test_a_standing_bettor_wins_with_the_hand_he_stands_behind(house: House) -> None:
    behind_ann(house)
    both_ready(house)
    assert house.do("sam", bj.Stand(BoxNo(1))) == "not_your_box", "the holder decides (019)"
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    assert (house.balance("ann"), house.balance("sam")) == (START + 1000, START + 700)
    books_balance(house)


def test_a_seated_player_stands_behind_another(house: House) -> None:
    house.sit("sam", 2)
    behind_ann(house)
    both_ready(house)
    house.do("ann", bj.Stand(BoxNo(1)))
    assert house.balance("sam") == START + 700
    books_balance(house)


def test_consent_withdrawn_leaves_the_chips_that_lie(house: House) -> None:
    behind_ann(house)
    assert house.welcome("ann", 1, welcomes=False) == ""
    assert house.stand_behind("sam", 1, 800) == "standing_without_consent"
    assert house.stand_behind("bea", 1, 800) == "standing_without_consent"
    both_ready(house)
    house.do("ann", bj.Stand(BoxNo(1)))
    assert house.balance("sam") == START + 700
    books_balance(house)


def test_consent_goes_with_the_holder(house: House) -> None:
    house.sit("ann", 1)
    house.welcome("ann", 1)
    assert leave(house, "ann", 1) == ""
    house.sit("bob", 1)
    assert seat(house)["welcomes"] is False
    house.welcome("bob", 1)
    Box.objects.filter(number=1).update(
        seen_at=timezone.now() - seating.HELD_FOR - timedelta(seconds=1)
    )
    seating.mark_away_and_free()
    house.sit("ann", 1)
    assert seat(house)["welcomes"] is False


def test_a_holder_who_takes_his_stake_back_sends_those_behind_him_away(house: House) -> None:
    behind_ann(house)
    assert leave(house, "ann", 1) == "box_in_play"
    assert house.stake("ann", 1, 0) == ""
    assert house.balance("sam") == START
    assert leave(house, "ann", 1) == ""
    books_balance(house)


def test_an_absent_holder_keeps_the_box_and_the_clock_plays(house: House) -> None:
    behind_ann(house)
    both_ready(house)
    Box.objects.filter(number=1).update(
        seen_at=timezone.now() - seating.HELD_FOR - timedelta(seconds=1)
    )
    seating.mark_away_and_free()
    assert seat(house)["away"] is True
    make_due(house)
    assert timer.handle_expired_clock(house.table_id)
    assert house.balance("sam") == START + 700
    books_balance(house)


def test_voiding_gives_a_standing_bettor_his_chips_back(house: House) -> None:
    behind_ann(house)
    both_ready(house)
    incidents.void_round(house.table_id, operator=house.operator, reason="wrong box")
    assert (house.balance("ann"), house.balance("sam")) == (START, START)
    books_balance(house)


DOUBLED = "6h 9s 5d Tc 8c"
"""Ann has eleven, doubles and gets a ten; the dealer has seventeen."""


def test_a_matching_bettor_doubles_with_the_holder(house: House) -> None:
    behind_ann(house, cards=DOUBLED)
    both_ready(house)
    assert house.do("sam", bj.Match(BoxNo(1))) == ""
    assert house.do("ann", bj.Double(BoxNo(1))) == ""
    assert (house.balance("ann"), house.balance("sam")) == (START + 2000, START + 1400)
    books_balance(house)


def test_whoever_cannot_pay_is_left_out_of_the_double(house: House) -> None:
    behind_ann(house, cards=DOUBLED)
    assert house.stand_behind("bea", 1, 500) == ""
    both_ready(house)
    assert house.do("bea", bj.Ready()) == ""
    assert house.do("sam", bj.Match(BoxNo(1))) == ""
    assert house.do("bea", bj.Match(BoxNo(1))) == ""
    house.empty("sam")
    assert house.do("ann", bj.Double(BoxNo(1))) == "", "another's purse must not refuse it"
    hand = house.frame()["view"]["boxes"][0]["hands"][0]
    assert hand["cards"] == ["6h", "5d", "Tc"], "trying again must deal the same card"
    assert house.balance("ann") == START + 2000
    assert house.balance("bea") == START + 1000, "bea can pay and doubles"
    assert house.balance("sam") == 2 * 700, "his single stake stayed, and won"
    books_balance(house)


def test_without_leaving_him_out_the_double_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control of the test above."""
    behind_ann(house, cards=DOUBLED)
    both_ready(house)
    house.do("sam", bj.Match(BoxNo(1)))
    house.empty("sam")
    monkeypatch.setattr(postings, "owner_of", lambda account_id: None)
    with pytest.raises(ledger.Overdrawn):
        house.do("ann", bj.Double(BoxNo(1)))
    assert Round.objects.get().status == "running"


def test_a_holder_who_cannot_pay_is_refused_whoever_matches(house: House) -> None:
    behind_ann(house, cards=DOUBLED)
    both_ready(house)
    house.do("sam", bj.Match(BoxNo(1)))
    house.empty("ann")
    assert house.do("ann", bj.Double(BoxNo(1))) == "not_enough_chips"
    assert house.balance("sam") == START - 700
    house.empty("sam")
    assert house.do("ann", bj.Double(BoxNo(1))) == "not_enough_chips"


def test_a_wish_to_match_needs_the_chips_for_it(house: House) -> None:
    behind_ann(house, cards=DOUBLED)
    both_ready(house)
    house.empty("sam")
    assert house.do("sam", bj.Match(BoxNo(1))) == "not_enough_chips"
    assert house.do("sam", bj.Match(BoxNo(1), matches=False)) == ""


def test_fr_2024_027_no_standing_while_seats_are_vacant(house: House) -> None:
    strict = open_house("Stricte", standing_play_when_seats_vacant=False)
    strict.people = house.people
    for box, name in enumerate(("ann", "bob", "carl", "dora", "eve", "finn"), start=1):
        strict.sit(name, box)
    strict.welcome("ann", 1)
    strict.stake("ann", 1, 1000)
    assert strict.stand_behind("sam", 1, 500) == "standing_not_allowed"
    strict.sit("gus", 7)
    assert strict.stand_behind("sam", 1, 500) == ""


def test_ontario_knows_no_standing_bettors(house: House) -> None:
    ontario = open_house("Foire", book="ON")
    ontario.people = house.people
    assert ontario.frame()["view"]["limits"]["standing"] is False
    assert house.frame()["view"]["limits"]["standing"] is True
    ontario.sit("ann", 1)
    ontario.welcome("ann", 1)
    assert ontario.stake("ann", 1, 500) == ""
    assert ontario.stand_behind("sam", 1, 500) == "standing_not_allowed"


def test_a_visitor_who_stands_behind_nobody_can_do_nothing(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    assert house.stake("sam", 1, 1000) == "not_your_box"
    assert house.stake("sam", 2, 1000) == "not_your_box"
    assert house.stand_behind("sam", 2, 1000) == "no_seated_holder"
    assert Round.objects.count() == 0
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    for command in (bj.Hit(BoxNo(1)), bj.Surrender(BoxNo(1)), bj.Insure(BoxNo(1))):
        assert house.do("sam", command) == "not_your_box"
    assert house.do("sam", bj.Match(BoxNo(1))) == "no_such_hand"


def test_others_who_wish_to_play_bound_the_boxes_of_one(house: House) -> None:
    limited = open_house("Bornée", book="FR-2007", max_boxes_per_player=2)
    limited.people = house.people
    limited.sit("ann", 1, 2, 3)
    assert limited.wish("sam") == ""
    assert limited.frame()["floor"]["waiting"] == 1
    bets = tuple(bj.BoxStake(BoxNo(box), Amount(1000)) for box in (1, 2, 3))
    assert limited.do("ann", bj.Stake(bets)) == "too_many_boxes"
    assert limited.wish("sam", wishes=False) == ""
    assert limited.frame()["floor"]["waiting"] == 0
    assert limited.do("ann", bj.Stake(bets)) == ""


def test_a_wish_ends_with_a_seat_or_with_the_socket(house: House) -> None:
    house.wish("sam")
    assert house.wish("bea") == ""
    house.sit("sam", 1)
    assert house.wish("sam") == "already_seated"
    assert [each.player for each in Waiting.objects.all()] == [house.player("bea")]
    Waiting.objects.update(seen_at=timezone.now() - seating.AWAY_AFTER - timedelta(seconds=1))
    seating.record_presence({house.table_id: {parties.party_of(house.player("bea").pk)}})
    seating.mark_away_and_free()
    assert house.frame()["floor"]["waiting"] == 1, "her socket is open"
    Waiting.objects.update(seen_at=timezone.now() - seating.AWAY_AFTER - timedelta(seconds=1))
    assert seating.mark_away_and_free() == 1
    assert house.frame()["floor"]["waiting"] == 0
