"""A player's limits on the floor: whatever he stakes, and never a decision that he owes."""

from uuid import uuid4

import pytest

from casino.ledger import services as ledger
from casino.players.models import Played
from casino.responsible_gaming import limits
from tables import tasks
from tables.cage import colours
from tables.games.american_roulette import messages as roulette
from tables.games.automatic_games.messages import CashOut, Load, Play
from tables.games.big_wheel import messages as big_wheel
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.wheel.stakes import Wager
from tables.incidents import services as incidents
from tables.models import Receipt
from tables.operation.croupier import Croupier
from tests.floor import House, open_house, reuse_beside, reused_house
from tests.players.limits import limit, standing, stayed
from tests.tables.test_chemin_de_fer import four, tick, view
from tests.tables.test_rounds import books_balance
from tests.tables.test_standing import START, behind_ann, both_ready

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_stake_above_the_limit_is_refused_with_what_is_left(house: House) -> None:
    house.sit("ann", 1)
    limit(house.player("ann"), "stake", 30_00)
    assert house.stake("ann", 1, 20_00) == ""
    assert house.stake("ann", 1, 31_00) == "stake_limit_reached"
    detail = Receipt.objects.get(code="stake_limit_reached").detail
    ends = standing(house.player("ann"), "stake").until
    assert (detail["most"], detail["left"], detail["period"]) == (30_00, 10_00, "day")
    assert detail["ends_at"] == ends.timestamp() * 1000
    assert detail["until"].endswith("00:00"), "in the time of the house"
    assert house.balance("ann") == START - 20_00
    assert house.stake("ann", 1, 10_00) == "", "a stake that is lowered gives the limit back"
    assert house.stake("ann", 1, 30_00) == ""


def test_what_is_owed_is_decided_and_what_costs_more_is_not(house: House) -> None:
    house.deal("6h 9s 5d Tc 8c")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 10_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    limit(house.player("ann"), "loss", 15_00)
    assert house.do("ann", bj.Double(BoxNo(1))) == "loss_limit_reached"
    limit(house.player("ann"), "loss", 0)
    stayed(house.player("ann"), 60)
    limit(house.player("ann"), "time", 0)
    assert house.do("ann", bj.Hit(BoxNo(1))) == ""
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    assert house.balance("ann") == START + 10_00
    assert house.stake("ann", 1, 5_00) == "time_limit_reached"
    books_balance(house)


def test_winnings_give_a_limit_of_losses_back(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    limit(house.player("ann"), "loss", 10_00)
    assert house.stake("ann", 1, 10_01) in ("bad_increment", "loss_limit_reached")
    assert house.stake("ann", 1, 10_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    assert standing(house.player("ann"), "loss").used == -10_00
    played = Played.objects.get(player=house.player("ann"))
    assert (played.staked, played.net) == (10_00, 10_00)


def test_side_bets_and_insurance_are_stakes(house: House) -> None:
    house.deal("Th As 9d")
    house.sit("ann", 1)
    limit(house.player("ann"), "stake", 20_00)
    assert house.stake("ann", 1, 18_00, queens=3_00) == "stake_limit_reached"
    assert house.stake("ann", 1, 18_00, queens=2_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    house.settle_side_bets()
    assert house.do("ann", bj.Insure(BoxNo(1))) == "stake_limit_reached"


def test_who_stands_behind_is_limited_like_who_sits(house: House) -> None:
    limit(house.player("sam"), "stake", 6_00)
    house.sit("ann", 1)
    house.stake("ann", 1, 10_00)
    house.welcome("ann", 1)
    assert house.stand_behind("sam", 1, 7_00) == "stake_limit_reached"
    assert house.stand_behind("sam", 1, 6_00) == ""


def test_a_limit_of_who_stands_behind_does_not_stop_the_holder(house: House) -> None:
    behind_ann(house, cards="6h 9s 5d Tc 8c")
    both_ready(house)
    assert house.do("sam", bj.Match(BoxNo(1))) == ""
    limit(house.player("sam"), "stake", 7_00)
    assert house.do("ann", bj.Double(BoxNo(1))) == ""
    assert standing(house.player("sam"), "stake").used == 7_00, "his single stake stayed"
    assert standing(house.player("ann"), "stake").used == 20_00
    books_balance(house)


def test_a_limit_holds_over_all_tables(house: House) -> None:
    other = reuse_beside(house, "another", lambda: open_house("another"))
    limit(house.player("ann"), "stake", 30_00)
    house.sit("ann", 1)
    other.sit("ann", 1)
    assert house.stake("ann", 1, 20_00) == ""
    assert other.stake("ann", 1, 20_00) == "stake_limit_reached"
    assert other.stake("ann", 1, 10_00) == ""


def test_an_annulled_round_gives_its_stakes_back(house: House) -> None:
    house.deal("6h 9s 5d Tc 8c")
    house.sit("ann", 1)
    limit(house.player("ann"), "stake", 10_00)
    house.stake("ann", 1, 10_00)
    house.do("ann", bj.Ready())
    incidents.void_round(house.table_id, operator=house.operator, reason="test")
    stands = standing(house.player("ann"), "stake")
    assert stands.used == 0
    assert Played.objects.get(player=house.player("ann")).net == 0


def test_a_table_without_boxes_keeps_them_too() -> None:
    wheel = reused_house("Wheel", "MC", game="big_wheel")
    limit(wheel.player("ann"), "loss", 25_00)
    one = Wager("one", "one", Amount(20_00))
    assert wheel.do("ann", big_wheel.Stake((one,))) == ""
    two = Wager("two", "two", Amount(10_00))
    assert wheel.do("ann", big_wheel.Stake((one, two))) == "loss_limit_reached"
    assert wheel.do("ann", big_wheel.Stake((two,))) == "", "one is taken back for the other"


def test_colour_chips_are_staked_like_others() -> None:
    wheel = reused_house(
        "Colours", "MC", game="american_roulette", table_max_cents=2000, stake_increment_cents=50
    )
    ann = wheel.player("ann")
    limit(ann, "stake", 5_00)
    bought = colours.buy_colour_chips(
        player_id=ann.pk, table_id=wheel.table_id, command_id=uuid4(), unit=Amount(200), chips=10
    )
    assert bought is None, "an exchange is no stake"
    assert standing(ann, "stake").used == 0
    red, black = Wager("red", "red", Amount(4_00)), Wager("black", "black", Amount(2_00))
    assert wheel.do("ann", roulette.Stake((red,), chips=wheel.table_id)) == ""
    more = roulette.Stake((red, black), chips=wheel.table_id)
    assert wheel.do("ann", more) == "stake_limit_reached"
    assert ledger.audit() == []


def test_at_a_machine_credits_are_risked_and_games_are_staked() -> None:
    device = reused_house("device", "MC", game="automatic_games")
    device.sit("ann", 1)
    ann = device.player("ann")
    limit(ann, "loss", 20_00)
    limit(ann, "stake", 1_00)
    assert device.do("ann", Load(Amount(30_00))) == "loss_limit_reached"
    assert device.do("ann", Load(Amount(20_00))) == "", "credits are no stake yet"
    assert standing(ann, "stake").used == 0
    assert device.do("ann", Play(Amount(1_00))) == ""
    round_id = device.table.round_id
    assert round_id is not None
    tasks.make_draw(device.table_id, round_id)
    tasks.make_equipment(device.table_id, device.table.shoe_sequence)
    Croupier().keep_clocks()
    assert device.do("ann", Play(Amount(1_00))) == "stake_limit_reached"
    assert device.do("ann", CashOut()) == "", "nobody's credits are kept"
    assert standing(ann, "stake").used == 1_00


def test_a_banker_whom_a_limit_forbids_the_bank_gives_the_hand_on() -> None:
    house = reused_house(
        "chemin",
        "MC",
        game="chemin_de_fer",
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )
    four(house)
    limit(house.player("ann"), "stake", 1_00)
    tick(house, late=True)
    seated = {seat["name"] for seat in house.frame()["floor"]["seats"]}
    assert seated == {"bob", "cat", "dan"}
    tick(house)
    assert view(house)["banker"] == str(house.player("bob").pk)


def test_counting_is_not_forgotten_by_a_refusal(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: a house that does not judge lets the same stake pass."""
    house.sit("ann", 1)
    limit(house.player("ann"), "stake", 5_00)
    assert house.stake("ann", 1, 6_00) == "stake_limit_reached"
    assert not Played.objects.filter(player=house.player("ann")).exists()
    counts = limits.Counts
    monkeypatch.setattr(
        "tables.funds.stakes.Counts", lambda *given: counts(*given[:-1], judged=False)
    )
    assert house.stake("ann", 1, 6_00) == ""
