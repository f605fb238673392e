"""A shoe that runs out in the middle of a round, and a shuffler that never does."""

from typing import Any

import pytest

from casino.rng import verify
from casino.rng.models import Shoe
from casino.rng.shoes import bundle, make_refill
from tables import tasks
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import FloorEvent, Round, RoundEvent
from tables.projections import live_round
from tables.rounds import annulment, timer
from tables.rows import due_work
from tests.floor import House, open_house
from tests.tables.test_rounds import books_balance, leave, make_due

START = 1_000_00


def refill(house: House) -> Shoe:
    """Do what the `rng` worker does when the floor asks for a refill."""
    table = house.table
    assert table.round_id is not None
    tasks.make_refill(table.pk, table.round_id, table.shoe_sequence)
    return Shoe.objects.get(table=f"table:{table.pk}", sequence=table.shoe_sequence)


def play_on(house: House) -> None:
    """Stand for everybody until the round is over."""
    for _ in range(20):
        phase = house.frame()["view"]["phase"]
        if phase == "closed":
            return
        assert phase in ("insurance", "play"), phase
        make_due(house)
        timer.handle_expired_clock(house.table_id)
    raise AssertionError("the round does not end")


def run_out_in_the_deal(house: House) -> None:
    house.sit("ann", 1)
    house.deal("5h 9s", only=True)
    house.stake("ann", 1, 1000)
    assert house.do("ann", bj.Ready()) == ""


def test_on_83_a_shoe_that_runs_out_in_the_deal_is_refilled_and_the_round_goes_on(
    house: House,
) -> None:
    run_out_in_the_deal(house)
    old = house.table.shoe
    assert old is not None
    frame = house.frame()
    assert frame["view"]["phase"] == "dealing"
    assert frame["floor"]["shoe"]["id"] == str(old.pk)
    assert house.do("ann", bj.Hit(BoxNo(1))) in ("out_of_turn", "no_such_hand")
    assert house.stake("ann", 1, 0) == "betting_closed"
    new = refill(house)
    assert new.size == 310
    assert house.table.shoe == new
    view = house.frame()["view"]
    assert view["boxes"][0]["hands"][0]["cards"][0] == "5h"
    assert view["dealer"]["cards"][0] == "9s"
    assert len(view["boxes"][0]["hands"][0]["cards"]) == 2
    kinds = house.events()
    assert kinds.index("blackjack.shoe_refilled") + 1 == kinds.index("blackjack.card_discarded")
    assert RoundEvent.objects.get(kind="blackjack.card_discarded").body["card"] is None
    assert view["stop_card"] is True
    play_on(house)
    books_balance(house)
    assert house.table.shoe is None, "the round over, all cards are shuffled"


def test_what_left_the_shoe_before_the_round_is_what_the_refill_holds(house: House) -> None:
    run_out_in_the_deal(house)
    old = house.table.shoe
    assert old is not None
    new = refill(house)
    assert old.pk not in due_work.unrevealed_shoes(), "its burnt cards are in the refill"
    play_on(house)
    assert {old.pk, new.pk} <= set(due_work.unrevealed_shoes())
    for shoe in (old, new):
        tasks.reveal_shoe(str(shoe.pk))
        shoe.refresh_from_db()
    assert old.order is not None
    assert new.order is not None
    assert sorted(bytes(new.order)) == sorted(bytes(old.order)[:310])
    checked = verify.verify(bundle(new.pk))
    assert len(checked.dealt) >= 2, "the card burnt unseen left it too"


def test_a_shoe_that_runs_out_at_a_hit(house: House) -> None:
    house.deal("Th 9s 3d", only=True)
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    assert house.do("ann", bj.Hit(BoxNo(1))) == ""
    assert house.frame()["view"]["options"] == []
    assert house.do("ann", bj.Stand(BoxNo(1))) == "out_of_turn"
    refill(house)
    assert len(house.frame()["view"]["boxes"][0]["hands"][0]["cards"]) == 3
    play_on(house)
    books_balance(house)


def test_the_croupier_asks_again_and_a_refill_comes_once(house: House) -> None:
    run_out_in_the_deal(house)
    sequence = house.table.shoe_sequence
    make_due(house)
    assert timer.handle_expired_clock(house.table_id)
    assert house.table.shoe_sequence == sequence
    assert house.table.due_at is not None
    first = refill(house)
    seq = house.table.seq
    assert refill(house) == first
    assert house.table.seq == seq
    assert FloorEvent.objects.filter(kind="refill").count() == 1


def test_a_round_is_voided_while_it_waits_for_its_refill(house: House) -> None:
    run_out_in_the_deal(house)
    round_id, sequence = house.table.round_id, house.table.shoe_sequence
    assert round_id is not None
    incidents.void_round(house.table_id, operator=house.operator, reason="enough")
    assert house.balance("ann") == START
    seq = house.table.seq
    tasks.make_refill(house.table_id, round_id, sequence)
    assert house.table.seq == seq
    assert house.frame()["view"]["phase"] == "closed"


def test_where_nothing_is_left_to_shuffle_every_stake_goes_back(house: House) -> None:
    """Six packs are on the layout but for a handful: the refill runs out too."""
    house.deal("5h 9s", only=True)
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    Round.objects.update(first_card=1)
    live_round.states.clear()
    assert house.do("ann", bj.Ready()) == ""
    assert Round.objects.get().status == "voided"
    assert house.balance("ann") == START
    books_balance(house)
    body = RoundEvent.objects.get(kind="table.voided").body
    assert body["reason"] == annulment.RAN_OUT


def monaco(house: House, **options: Any) -> House:
    table = open_house(
        f"Monaco {options.get('shuffling', '')}", book="MC", table_min_cents=100, **options
    )
    table.people = house.people
    return table


@pytest.mark.clause("MC-INC-03", "MC-INC-04")
def test_mc_116_a_refill_in_monaco_is_for_the_games_management(house: House) -> None:
    here = monaco(house)
    run_out_in_the_deal(here)
    with pytest.raises(Refused, match="no_incident"):
        incidents.confirm_procedure(here.table_id, operator=here.operator, reason="too early")
    refill(here)
    assert here.frame()["view"]["incident"] == "burn_after_refill"
    assert here.do("ann", bj.Stand(BoxNo(1))) == "incident_pending"
    assert FloorEvent.objects.filter(kind="rule").count() == 0
    incidents.confirm_procedure(
        here.table_id, operator=here.operator, reason="as the procedure says"
    )
    assert here.frame()["view"]["incident"] is None
    ruled = RoundEvent.objects.get(kind="blackjack.incident_ruled")
    assert ruled.body["by"] == str(here.operator.pk)
    event = FloorEvent.objects.get(kind="rule")
    assert (event.by, event.reason) == (here.operator, "as the procedure says")
    with pytest.raises(Refused, match="no_incident"):
        incidents.confirm_procedure(
            here.table_id, operator=here.operator, reason="on second thoughts"
        )
    play_on(here)
    books_balance(here)


def test_mc_116_without_a_ruling_the_procedure_stands(house: House) -> None:
    here = monaco(house)
    run_out_in_the_deal(here)
    refill(here)
    make_due(here)
    assert timer.handle_expired_clock(here.table_id)
    assert RoundEvent.objects.get(kind="blackjack.incident_ruled").body["by"] == ""


def play_a_round(house: House) -> None:
    assert house.do("ann", bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),))) == ""
    assert house.do("ann", bj.Ready()) == ""
    play_on(house)


def next_shoe(house: House) -> Shoe:
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    shoe = house.table.shoe
    assert shoe is not None
    return shoe


@pytest.mark.clause("MC-EQ-11")
def test_mc_039_every_round_of_a_continuous_shuffler_has_a_shoe_committed_before_its_stakes(
    house: House,
) -> None:
    here = monaco(house, shuffling="continuous")
    first = here.table.shoe
    assert first is not None
    assert (first.burn, first.size, first.stop_at) == (5, 312, 312)
    here.sit("ann", 1)
    assert here.table.shoe == first, "play begins with it: five cards are burnt already"
    play_a_round(here)
    assert here.table.shoe is None
    assert here.frame()["floor"]["accepting"] is False
    assert here.stake("ann", 1, 1000) == "shoe_not_ready"
    assert first.pk in due_work.unrevealed_shoes(), "what was dealt from it may be verified"
    second = next_shoe(here)
    assert here.frame()["floor"]["shoe"]["commitment"] == second.commitment
    assert (second.burn, second.position, second.size) == (0, 0, 312)
    play_a_round(here)
    assert next_shoe(here).sequence == second.sequence + 1
    books_balance(here)


def test_mc_040_five_cards_are_burnt_before_interrupted_play_is_resumed(house: House) -> None:
    here = monaco(house, shuffling="continuous")
    here.sit("ann", 1)
    play_a_round(here)
    assert next_shoe(here).burn == 0
    assert leave(here, "ann", 1) == ""
    here.sit("ann", 2)
    assert here.table.shoe is None
    assert next_shoe(here).burn == 5
    here.sit("bob", 3)
    assert here.table.shoe is not None, "play was not interrupted again"


def test_a_continuous_shuffler_keeps_its_shoe_while_no_card_is_dealt(house: House) -> None:
    here = monaco(house, shuffling="continuous")
    shoe = here.table.shoe
    here.sit("ann", 1)
    here.stake("ann", 1, 1000)
    here.stake("ann", 1, 0)
    assert timer.handle_expired_clock(here.table_id)
    assert here.table.shoe == shoe


def test_tables_with_a_shoe_do_not_burn_when_play_is_resumed(house: House) -> None:
    shoe = house.table.shoe
    house.sit("ann", 1)
    assert leave(house, "ann", 1) == ""
    house.sit("bob", 2)
    assert house.table.shoe == shoe


def test_a_refill_is_made_of_its_own_tables_cards_only(house: House) -> None:
    shoe = house.table.shoe
    assert shoe is not None
    with pytest.raises(ValueError, match="no such refill"):
        make_refill("table:0", 1, ran_out=shoe.pk, cards=5)
    with pytest.raises(ValueError, match="no such refill"):
        make_refill(shoe.table, shoe.sequence + 1, ran_out=shoe.pk, cards=6)
