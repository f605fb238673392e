"""Craps on the floor: who throws, what rests over throws, voids, the record, a session's end."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.players.services import wallet_of
from casino.rng.models import Draw
from tables import tasks
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Refused
from tables.games.craps import messages as craps
from tables.games.craps.stakes import Wager
from tables.history import carried_stakes, own_rounds, replay, round_report
from tables.history.own_rounds import RoundFilter
from tables.incidents import services as incidents
from tables.models import Assignment, FloorEvent, Notice, Round, RoundEvent, Table
from tables.operation import sessions
from tables.rounds import timer
from tables.seating import services as seating
from tests.floor import reused_house
from tests.stacked_shoes import promise_draw
from tests.tables.test_review import changed, examined

pytestmark = pytest.mark.django_db(transaction=True)


class Rail:
    """A craps table with ann at place 1 and bob at place 2, whose dice do as they are told."""

    def __init__(self, **options: Any) -> None:
        self.house = reused_house("dice", "MC", game="craps", **options)
        self.house.sit("ann", 1)
        self.house.sit("bob", 2)

    def stake(self, name: str, to: str = "", **amounts: int) -> str:
        wagers = tuple(
            Wager(on, on.replace("_6", ":6"), Amount(amount), to) for on, amount in amounts.items()
        )
        return self.house.do(name, craps.Stake(wagers))

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.house.frame()["view"]
        return view

    def due(self) -> None:
        """Let the clock run out."""
        late = timezone.now() - timedelta(seconds=1)
        Table.objects.filter(pk=self.house.table_id).update(due_at=late)
        assert timer.handle_expired_clock(self.house.table_id)

    def equip(self) -> None:
        """Put the promise of the next draw on the table."""
        tasks.make_equipment(self.house.table_id, self.house.table.shoe_sequence)

    def fall(self, first: int, second: int) -> Round:
        """Let the dice fall that were thrown; the next are promised, and what rests goes on."""
        round_id = self.house.table.round_id
        assert round_id is not None
        promise_draw(self.house.table_id, first - 1, second - 1)
        tasks.make_draw(self.house.table_id, round_id)
        assert self.view()["dice"] == [first, second]
        self.equip()
        return Round.objects.get(pk=round_id)

    def throw(self, first: int, second: int) -> Round:
        """Let clocks run out until the dice are thrown and fall."""
        while self.view()["phase"] != "falling":
            self.due()
        return self.fall(first, second)

    @property
    def shooter(self) -> int:
        found = self.view()["shooter"]
        return int(found["seat"]) if found else 0


def announced(round_: Round) -> set[str]:
    """Return all that a stranger reads of a throw."""
    reading = round_report.reading_for_public(round_.pk)
    assert reading is not None
    told = round_report.round_report(reading, french=False)
    return {sentence for step in told.steps for sentence in step.sentences}


@pytest.mark.clause("MC-CRAPS-05", "MC-CRAPS-06", "MC-CRAPS-07", "MC-CRAPS-22")
def test_the_dice_are_offered_in_turn_declined_and_lost_with_the_seven() -> None:
    rail = Rail(betting_window_seconds=300)
    assert rail.stake("bob", pass_line=500) == ""
    assert rail.shooter == 1
    assert rail.house.do("bob", craps.DeclineDice()) == "not_owner"
    assert rail.house.do("ann", craps.DeclineDice()) == ""
    assert rail.shooter == 2
    # Nobody else stakes: he may throw at once.
    assert rail.house.do("ann", craps.Throw()) == "not_owner"
    assert rail.house.do("bob", craps.Throw()) == ""
    told = announced(rail.fall(4, 4))
    assert {"The dice show 4, 4: 8, the hard way.", "The point is 8."} <= told
    assert {"Place your bets: come-out.", "No more bets, the dice are passed."} <= told
    rail.due()
    assert (rail.view()["point"], rail.shooter) == (8, 2)
    assert rail.house.do("bob", craps.DeclineDice()) == "not_owner"
    told = announced(rail.throw(3, 4))
    assert {"The dice show 3, 4: 7.", "Seven out: the dice change hands."} <= told
    assert (rail.view()["point"], rail.shooter) == (0, 1)


@pytest.mark.clause("MC-CRAPS-08", "MC-CRAPS-10", "MC-CRAPS-14", "MC-CRAPS-16")
def test_the_server_throws_for_a_silent_shooter_and_then_takes_his_turn_away() -> None:
    rail = Rail(throw_seconds=5)
    assert rail.stake("ann", pass_line=500) == ""
    rail.due()
    assert (rail.view()["phase"], rail.house.table.window_ms) == ("throwing", 5000)
    assert rail.stake("bob", field=500) == "betting_closed"
    rail.due()
    assert rail.view()["timed_out"]
    rail.fall(4, 4)
    rail.due()
    rail.throw(1, 2)
    assert rail.shooter == 2
    # He has no line bet: the server throws in the stickman's name until the point is decided.
    rail.due()
    rail.due()
    assert rail.view()["thrown_by"] == ""
    rail.fall(3, 4)
    assert rail.shooter == 2


@pytest.mark.clause("MC-CRAPS-05", "MC-CRAPS-13", "COMMON-13")
def test_no_dice_counts_for_nothing_and_opens_an_ordinary_window() -> None:
    rail = Rail(betting_window_seconds=20)
    start = rail.house.balance("ann")
    assert rail.stake("ann", pass_line=1000, field=500) == ""
    assert rail.house.do("ann", craps.Throw()) == ""
    stopped = rail.house.table.draw
    assert stopped is not None
    operator = rail.house.operator
    incidents.stop_draw(rail.house.table_id, operator=operator, reason="a die on the floor")
    stopped.refresh_from_db()
    assert (stopped.state, stopped.values) == (Draw.State.REVEALED, None)
    rail.equip()
    view = rail.view()
    assert (view["phase"], view["stops"], view["staked"], view["dice"]) == (
        "betting", 1, 1500, None,
    )  # fmt: skip
    # The whole window, not what is left of a retry.
    assert rail.house.table.window_ms == 20_000
    assert rail.stake("ann", pass_line=0) == "contract_bet"
    assert rail.stake("ann", field=0) == ""
    assert rail.house.do("ann", craps.Throw()) == ""
    round_ = rail.fall(5, 6)
    assert rail.house.balance("ann") == start + 1000
    kinds = RoundEvent.objects.filter(round=round_).values_list("kind", flat=True)
    assert "craps.no_dice" in kinds
    assert any(said.startswith("No dice, the throw is void") for said in announced(round_))
    assert examined(round_)[0] is False


@pytest.mark.clause("MC-CRAPS-14", "MC-CRAPS-15")
def test_whoever_is_in_charge_takes_the_turn_away_or_changes_the_dice_with_a_reason() -> None:
    rail = Rail()
    house = rail.house
    with pytest.raises(Refused, match="no_round"):
        incidents.give_game_order(
            house.table_id, what="change_dice", operator=house.operator, reason="series"
        )
    assert rail.stake("ann", pass_line=500) == ""
    incidents.give_game_order(
        house.table_id, what="change_dice", operator=house.operator, reason="series"
    )
    assert rail.view()["pair"] == [2, 3]
    incidents.give_game_order(
        house.table_id, what="withdraw_turn", operator=house.operator, reason="slow"
    )
    assert rail.shooter == 2
    with pytest.raises(Refused, match="no_such_order"):
        incidents.give_game_order(
            house.table_id, what="sing", operator=house.operator, reason="why not"
        )
    written = FloorEvent.objects.filter(table=house.table_id, kind="order")
    assert sorted(each.reason for each in written) == ["change_dice: series", "withdraw_turn: slow"]


@pytest.mark.clause("MC-CRAPS-03", "MC-CRAPS-24", "MC-CRAPS-34", "MC-CRAPS-72", "MC-CRAPS-85")
def test_stakes_rest_over_throws_a_come_bet_travels_and_every_round_balances() -> None:
    rail = Rail()
    start = rail.house.balance("ann")
    assert rail.stake("ann", pass_line=1000) == ""
    rounds = [rail.throw(4, 4)]
    rail.due()
    assert rail.stake("ann", come=500) == ""
    assert rail.stake("ann", "pass_line", pass_odds=1000) == ""
    assert rail.stake("ann", "come", come_odds=500) == "point_not_known"
    rounds.append(rail.throw(4, 5))
    rail.due()
    positions = rail.view()["positions"]
    lying = {(each["on"], each["number"]): each["staked"] for each in positions}
    assert lying == {("come", 9): 500, ("pass_line", 0): 1000, ("pass_odds", 0): 1000}
    assert [each["seats"] for each in positions] == [[1]] * 3, (
        "her place at the rail lies with them"
    )
    assert rail.stake("ann", "come", come_odds=500) == ""
    assert rail.stake("ann", come=0) == "contract_bet"
    rounds.append(rail.throw(3, 6))
    # 500 and 750 are won on the 9; the line waits.
    assert rail.house.balance("ann") == start - 2000 + 500 + 750
    rail.due()
    rounds.append(rail.throw(3, 4))
    assert rail.house.balance("ann") == start - 2000 + 500 + 750
    assert rail.house.table.layout_account.balance == 0
    ann = Party(str(rail.house.player("ann").pk))
    earlier = carried_stakes.returns_of_earlier_stakes([each.pk for each in rounds], ann)
    # The come bet was laid for the second throw and won with the third, its odds were laid then.
    assert earlier[rounds[2].pk] == (
        carried_stakes.CarriedReturn(rounds[1].pk, rounds[1].number, 1000),
    )
    assert carried_stakes.returns_in_later_rounds(rounds[1], ann) == (
        carried_stakes.CarriedReturn(rounds[2].pk, rounds[2].number, 1000),
    )
    # What each brought is told of the round of the stake, and looked for by it.
    account = wallet_of(int(ann)).account_id
    found, following = own_rounds.own_rounds(account, 10, None)
    assert ([each.net for each in found], following) == ([750, -500, -1000], None)
    for wanted, nets in (
        (RoundFilter(outcome="won"), [750]),
        (RoundFilter(outcome="lost"), [-500, -1000]),
        (RoundFilter(outcome="even"), []),
    ):
        found, _ = own_rounds.own_rounds(account, 10, None, wanted)
        assert [each.net for each in found] == nets, wanted
    for round_ in rounds:
        failed, told = examined(round_)
        assert (failed, told["agrees"], told["trouble"]) == (False, True, None), told


def test_a_recorded_throw_is_played_again_and_changed_dice_are_found() -> None:
    rail = Rail()
    assert rail.stake("ann", pass_line=1000, field=500) == ""
    assert rail.stake("bob", dont_pass=700) == ""
    round_ = rail.throw(5, 6)
    ann = str(rail.house.player("ann").pk)
    failed, told = examined(round_)
    assert (failed, told["agrees"], told["differing"], told["trouble"]) == (False, True, [], None)
    share = {"staked": 1500, "returned": 3000, "net": 1500}
    assert told["parties"][ann] == {"played_again": share, "ledger": share}
    changed("craps.dice_fell", dice=[1, 2])
    failed, told = examined(round_)
    assert failed
    assert ann in told["differing"]


def test_a_throw_is_replayed_to_the_same_last_view() -> None:
    rail = Rail()
    assert rail.stake("ann", pass_line=1000) == ""
    while rail.view()["phase"] != "falling":
        rail.due()
    round_id = rail.house.table.round_id
    assert round_id is not None
    promise_draw(rail.house.table_id, 2, 3)
    tasks.make_draw(rail.house.table_id, round_id)
    last = rail.house.frame()
    visitor = Client()
    visitor.force_login(rail.house.player("ann"))
    assert visitor.get(reverse("replay", args=[round_id])).status_code == 200
    reading = round_report.reading_for_player(round_id, rail.house.player("ann").pk)
    assert reading is not None
    steps = replay.replay_page_data(reading, french=True)["steps"]
    assert steps[-1]["frame"]["view"] == last["view"]


def test_whoever_leaves_during_a_point_leaves_his_chips_and_the_server_throws() -> None:
    rail = Rail()
    assert rail.stake("ann", pass_line=1000) == ""
    rail.throw(4, 4)
    rail.due()
    start = rail.house.balance("ann")
    ann = rail.house.player("ann").pk
    refused = seating.leave_box(
        player_id=ann, table_id=rail.house.table_id, command_id=uuid4(), box=BoxNo(1)
    )
    assert refused is None
    assert rail.shooter == 1
    rail.throw(4, 4)
    assert rail.house.balance("ann") == start + 2000
    assert rail.shooter == 2


@pytest.mark.clause("COMMON-9")
def test_the_end_of_a_session_waits_for_what_is_engaged_and_gives_the_rest_back() -> None:
    rail = Rail()
    house = rail.house
    start = house.balance("ann")
    assert rail.stake("ann", pass_line=1000, place_6=600) == ""
    rail.throw(4, 4)
    sessions.announce_end(house.table_id, operator=house.operator, reason="late")
    for _ in range(3):
        rail.due()
        rail.throw(1, 2)
    # The announced throws are over, the point is not decided.
    assert house.table.status == "draining"
    rail.due()
    assert rail.view()["overtime"]
    assert rail.stake("ann", field=500) == "announced_over"
    rail.throw(4, 4)
    assert house.table.status == "closed"
    assert house.balance("ann") == start + 1000
    assert house.table.layout_account.balance == 0


def test_a_session_broken_off_between_two_throws_gives_back_what_lies_there() -> None:
    rail = Rail()
    house = rail.house
    start = house.balance("ann")
    line, buy = (
        Wager(on, on, Amount(amount)) for on, amount in (("pass_line", 500), ("buy:4", 1000))
    )
    assert house.do("ann", craps.Stake((line, buy))) == ""
    rail.throw(4, 4)
    assert house.balance("ann") == start - 1550
    incidents.break_off_session(house.table_id, operator=house.operator, reason="a fire")
    assert house.balance("ann") == start
    assert house.table.status == "closed"
    assert Notice.objects.filter(table=house.table_id).exists()


@pytest.mark.clause("MC-CRAPS-02")
def test_an_annulled_round_leaves_the_point_and_what_lay_there() -> None:
    rail = Rail()
    house = rail.house
    assert rail.stake("ann", pass_line=1000) == ""
    rail.throw(4, 4)
    rail.due()
    start = house.balance("ann")
    assert rail.stake("ann", come=500) == ""
    chief = Assignment.objects.get(table=house.table_id, duty="table_chief", until=None).person
    assert {each.responsible for each in Round.objects.all()} == {chief}
    incidents.void_round(house.table_id, operator=chief, reason="spilt drink")
    assert FloorEvent.objects.get(kind="void").reason == "spilt drink"
    assert house.balance("ann") == start
    rail.equip()
    rail.due()
    view = rail.view()
    assert (view["point"], view["staked"], rail.shooter) == (8, 1000, 1)
