"""Wheels without a choice on the floor: a void throw, the record played again, the replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.ledger import services as ledger
from casino.rng.models import Draw
from tables import tasks
from tables.games.american_roulette import messages as american_roulette
from tables.games.big_wheel import messages as big_wheel
from tables.games.big_wheel.rules import SEGMENTS
from tables.games.boule import messages as boule
from tables.games.core.money import Amount
from tables.games.wheel.stakes import Wager
from tables.history import replay, round_report
from tables.incidents import services as incidents
from tables.models import Assignment, FloorEvent, Round, RoundEvent, Table
from tables.rounds import timer
from tests.floor import House, reused_house
from tests.stacked_shoes import promise_draw
from tests.tables.test_review import changed, examined

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Wheel:
    """A wheel, and a spin of it: ann wins 10.00 on one position, and loses 5.00 on the other."""

    game: str
    messages: Any
    won: str
    lost: str
    value: int
    """What is drawn."""
    number: int
    """What it stands for."""
    other: int
    """A number for which ann's winner loses."""

    def opened(self) -> House:
        return reused_house(self.game, "MC", game=self.game)

    def stake(self, house: House, name: str, *laid: tuple[str, int]) -> str:
        wagers: Sequence[Wager] = [Wager(on, on, Amount(amount)) for on, amount in laid]
        return house.do(name, self.messages.Stake(tuple(wagers)))

    def staked(self) -> House:
        """Return a table on which ann has staked."""
        house = self.opened()
        assert self.stake(house, "ann", (self.won, 1000), (self.lost, 500)) == ""
        return house

    def spin(self, house: House) -> Round:
        """Close the bets and let the value fall; return the round."""
        promise_draw(house.table_id, self.value)
        if house.frame()["view"]["phase"] == "betting":
            late = timezone.now() - timedelta(seconds=1)
            Table.objects.filter(pk=house.table_id).update(due_at=late)
            assert timer.handle_expired_clock(house.table_id)
        round_id = house.table.round_id
        assert round_id is not None
        tasks.make_draw(house.table_id, round_id)
        assert house.frame()["view"]["number"] == self.number
        return Round.objects.get(pk=round_id)


AMERICAN = Wheel("american_roulette", american_roulette, "red", "straight:00", 1, 1, 37)
each_wheel = pytest.mark.parametrize(
    "wheel",
    [
        AMERICAN,
        Wheel("boule", boule, "red", "straight:5", 1, 2, 5),
        Wheel("big_wheel", big_wheel, "one", "five", 1, 1, SEGMENTS.index("ten")),
    ],
    ids=lambda wheel: wheel.game,
)


@each_wheel
@pytest.mark.clause("COMMON-13", "MC-WHEEL-12", "MC-AROU-11", "MC-AROU-15")
@pytest.mark.clause("MC-BOULE-01", "MC-BOULE-02")
def test_a_void_throw_falls_for_nobody_and_the_next_draw_decides(wheel: Wheel) -> None:
    house = wheel.staked()
    start = house.balance("ann")
    assert house.do("ann", wheel.messages.Ready()) == ""
    stopped = house.table.draw
    assert stopped is not None
    incidents.stop_draw(house.table_id, operator=house.operator, reason="a chip on the wheel")
    stopped.refresh_from_db()
    assert (stopped.state, stopped.values) == (Draw.State.REVEALED, None)
    written = FloorEvent.objects.get(table=house.table_id, kind="stop")
    assert (written.by, written.reason) == (house.operator, "a chip on the wheel")
    view = house.frame()["view"]
    assert (view["phase"], view["number"], view["staked"], view["stops"]) == (
        "spinning", None, 1500, 1,
    )  # fmt: skip
    for amount in (0, 2000):
        assert wheel.stake(house, "ann", (wheel.won, amount)) == "betting_closed"
    layout = house.table.layout_account_id
    assert (house.balance("ann"), ledger.balance(layout)) == (start, 1500)
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    round_ = wheel.spin(house)
    # What fell is what the house's generator drew for this round, and nobody said it.
    draw = Draw.objects.get(pk=round_.draw_id)
    assert (draw.id != stopped.id, draw.values) == (True, [wheel.value])
    # All is paid to the last coin before the next stake is taken.
    assert (house.balance("ann"), ledger.balance(layout)) == (start + 2000, 0)
    assert ledger.audit() == []
    kinds = RoundEvent.objects.filter(round=round_).values_list("kind", flat=True)
    assert f"{wheel.game}.spin_stopped" in kinds
    assert examined(round_)[0] is False
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    assert wheel.stake(house, "bob", (wheel.won, 1000)) == ""


@pytest.mark.clause("MC-AROU-07")
def test_the_chief_is_on_record_of_each_round_and_voids_one_with_a_reason() -> None:
    wheel = AMERICAN
    house = wheel.staked()
    start = house.balance("ann")
    chief = Assignment.objects.get(table=house.table_id, duty="table_chief", until=None).person
    assert Round.objects.get(pk=house.table.round_id).responsible == chief
    incidents.void_round(house.table_id, operator=chief, reason="a chip in the wheel")
    written = FloorEvent.objects.get(table=house.table_id, kind="void")
    assert (written.by, written.reason) == (chief, "a chip in the wheel")
    assert house.balance("ann") == start + 1500


@each_wheel
def test_a_recorded_round_is_played_again_and_a_changed_number_is_found(wheel: Wheel) -> None:
    house = wheel.staked()
    assert wheel.stake(house, "bob", (wheel.lost, 700)) == ""
    round_ = wheel.spin(house)
    ann = str(house.player("ann").pk)
    failed, told = examined(round_)
    assert (failed, told["agrees"], told["differing"], told["trouble"]) == (False, True, [], None)
    share = {"staked": 1500, "returned": 2000, "net": 500}
    assert told["parties"][ann] == {"played_again": share, "ledger": share}
    changed(f"{wheel.game}.number_fell", number=wheel.other)
    failed, told = examined(round_)
    assert failed
    assert ann in told["differing"]


@each_wheel
def test_a_round_is_replayed_to_the_same_last_view(wheel: Wheel) -> None:
    house = wheel.staked()
    round_ = wheel.spin(house)
    last = house.frame()
    visitor = Client()
    visitor.force_login(house.player("ann"))
    assert visitor.get(reverse("replay", args=[round_.pk])).status_code == 200
    reading = round_report.reading_for_player(round_.pk, house.player("ann").pk)
    assert reading is not None
    steps = replay.replay_page_data(reading, french=True)["steps"]
    assert steps[-1]["frame"]["view"] == last["view"]
    phases = [step["frame"]["view"]["phase"] for step in steps]
    assert sorted(set(phases), key=phases.index) == ["betting", "spinning", "closed"]
    settled = {each["on"]: each["returned"] for each in steps[-1]["own"]["own"]["settled"]}
    assert settled == {wheel.won: 2000, wheel.lost: 0}
