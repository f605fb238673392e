"""Whole rounds through the services, against the real database."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.ledger import services as ledger
from casino.rng.models import Shoe
from tables import tasks
from tables.cage import services as cage
from tables.funds import postings
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import Box, FloorEvent, Receipt, Round, RoundEvent, Table
from tables.operation import sessions
from tables.operation.croupier import Croupier
from tables.projections import live_round
from tables.rounds import commands, timer
from tables.rows import due_work, equipment_registers
from tables.seating import services as seating
from tests.floor import House
from tests.opening_checks import fill_stock

START = 1_000_00


def make_due(house: House) -> None:
    """Let the table's clock run out."""
    Table.objects.filter(pk=house.table_id).update(due_at=timezone.now() - timedelta(seconds=1))


def books_balance(house: House) -> None:
    assert ledger.audit() == []
    assert ledger.balance(house.table.layout_account_id) == 0


def play_simple_win(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""


def test_a_round_from_first_stake_to_paid_wallet(house: House) -> None:
    play_simple_win(house)
    assert house.balance("ann") == START + 1000
    row = Round.objects.get()
    assert (row.status, row.number) == ("closed", 1)
    assert row.closed_at is not None
    assert house.events()[0] == "blackjack.opened"
    assert house.events()[-1] == "blackjack.round_closed"
    books_balance(house)


def test_an_empty_table_rests_until_the_first_stake_starts_the_clock(house: House) -> None:
    assert house.table.due_at is None
    house.sit("ann", 1)
    assert house.table.due_at is None
    house.stake("ann", 1, 1000)
    due = house.table.due_at
    assert due is not None
    house.sit("bob", 2)
    house.stake("bob", 2, 500)
    assert house.table.due_at == due, "another player's stake must not restart the clock"


def test_betting_closes_when_everybody_who_staked_is_ready(house: House) -> None:
    house.deal("Th 9h 9s 9d 9c 8c")
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.stake("ann", 1, 1000)
    house.stake("bob", 2, 1000)
    house.do("ann", bj.Ready())
    assert "blackjack.bets_closed" not in house.events()
    house.do("bob", bj.Ready())
    assert "blackjack.bets_closed" in house.events()
    assert house.frame()["view"]["turn"] == {"box": 1, "hand": "h"}


@pytest.mark.clause("COMMON-11")
def test_the_clock_closes_betting_and_stands_for_the_absent(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    assert not timer.handle_expired_clock(house.table_id), "nothing is due yet"
    make_due(house)
    assert timer.handle_expired_clock(house.table_id)
    assert house.frame()["view"]["phase"] == "play"
    make_due(house)
    Croupier().tick()
    assert house.frame()["view"]["phase"] == "closed"
    stood = RoundEvent.objects.get(kind="blackjack.stood")
    assert stood.body["timed_out"] is True
    assert house.balance("ann") == START + 1000


def test_a_round_without_stakes_ends_and_the_table_rests(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.stake("ann", 1, 0)
    assert timer.handle_expired_clock(house.table_id)
    assert house.table.due_at is None
    assert Round.objects.get().status == "closed"
    assert house.frame()["floor"]["recent"] == []
    assert house.stake("ann", 1, 1000) == ""
    assert Round.objects.filter(status="running").get().number == 2


@pytest.mark.clause("COMMON-4")
def test_the_same_command_twice_happens_once(house: House) -> None:
    house.sit("ann", 1)
    command_id = uuid4()
    stake = bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),))
    assert house.do("ann", stake, command_id) == ""
    seq = house.table.seq
    receipt = commands.carry_out(
        player_id=house.player("ann").pk,
        table_id=house.table_id,
        command_id=command_id,
        command=stake,
    )
    assert receipt is not None
    assert (receipt.seq, receipt.refused) == (seq, None)
    assert house.table.seq == seq
    assert house.balance("ann") == START - 1000


def test_a_refusal_stays_a_refusal_when_it_is_sent_again(house: House) -> None:
    house.sit("ann", 1)
    command_id = uuid4()
    hit = bj.Hit(BoxNo(1))
    first = house.do("ann", hit, command_id)
    assert first
    house.deal("Th 9s 9d 8c 2c")
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    before = house.table.seq
    assert house.do("ann", hit, command_id) == first, "now legal, but it was answered"
    assert house.table.seq == before


def test_an_old_receipt_answers_with_what_its_code_is_called_today(house: House) -> None:
    command_id = uuid4()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_receipt (player_id, command_id, table_id, code, detail, at)"
            " VALUES (%s, %s, %s, 'bets_closed', '{}', clock_timestamp())",
            [house.player("ann").pk, command_id, house.table_id],
        )
    assert house.do("ann", bj.Hit(BoxNo(1)), command_id) == "betting_closed"


def test_two_players_with_one_command_id_are_two_commands(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    command_id = uuid4()
    assert house.do("ann", bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),)), command_id) == ""
    assert house.do("bob", bj.Stake((bj.BoxStake(BoxNo(2), Amount(700)),)), command_id) == ""
    assert house.balance("ann") == START - 1000
    assert house.balance("bob") == START - 700


@pytest.mark.parametrize(
    ("main", "code"),
    [(100, "below_min"), (1_000_000_00, "above_max"), (550, "bad_increment"), (-500, "below_min")],
)
def test_a_stake_outside_the_limits_is_refused(house: House, main: int, code: str) -> None:
    house.sit("ann", 1)
    assert house.stake("ann", 1, main) == code
    assert house.balance("ann") == START
    assert Round.objects.count() == 0
    assert Receipt.objects.get(code=code).seq is None


def test_a_stake_that_the_wallet_does_not_cover_is_refused_whole(house: House) -> None:
    house.sit("ann", 1, 2, 3)
    bets = tuple(bj.BoxStake(BoxNo(box), Amount(500_00)) for box in (1, 2, 3))
    assert house.do("ann", bj.Stake(bets)) == "not_enough_chips"
    assert house.balance("ann") == START
    assert Round.objects.count() == 0
    assert house.stake("ann", 1, 500_00) == ""


def test_an_unaffordable_double_draws_no_card(house: House) -> None:
    house.deal("5h 9s 6d Tc 8c 2d")
    house.sit("ann", 1)
    house.stake("ann", 1, 500_00)
    house.do("ann", bj.Ready())
    house.sit("ann", 2)
    ledger_before = house.balance("ann")
    with transaction.atomic():
        ledger.post(
            uuid4(),
            [
                ledger.Leg(
                    _wallet(house, "ann"), postings.capital_account("PLAY"), ledger_before, "test"
                )
            ],
            cause="test",
        )
    shoe = house.table.shoe
    assert shoe is not None
    position = shoe.position
    assert house.do("ann", bj.Double(BoxNo(1))) == "not_enough_chips"
    shoe.refresh_from_db()
    assert shoe.position == position, "the refusal must deal the same card again later"
    assert house.do("ann", bj.Hit(BoxNo(1))) == ""
    assert house.frame()["view"]["boxes"][0]["hands"][0]["cards"] == ["5h", "6d", "Tc"]


def _wallet(house: House, name: str) -> int:
    from casino.players.services import wallet_of

    return wallet_of(house.player(name).pk).account_id


def test_someone_elses_box_is_refused(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    assert house.stake("bob", 1, 1000) == "not_your_box"
    assert house.stake("carl", 1, 1000) == "not_your_box"


def test_a_box_is_held_by_one_player(house: House) -> None:
    house.sit("ann", 1)

    def sit(name: str, box: int) -> str:
        receipt = seating.sit_down(
            player_id=house.player(name).pk,
            table_id=house.table_id,
            command_id=uuid4(),
            box=BoxNo(box),
        )
        return receipt.refused.code if receipt and receipt.refused else ""

    assert sit("bob", 1) == "box_taken"
    assert sit("ann", 1) == "already_seated"
    assert sit("bob", 8) == "box_out_of_range"
    assert sit("bob", 0) == "box_out_of_range"
    assert sit("bob", 2) == ""


def leave(house: House, name: str, box: int) -> str:
    receipt = seating.leave_box(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(box),
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def test_a_seat_is_left_only_without_chips(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    assert leave(house, "ann", 1) == "box_in_play"
    assert leave(house, "bob", 1) == "not_your_box"
    house.stake("ann", 1, 0)
    assert leave(house, "ann", 1) == ""
    assert house.balance("ann") == START
    assert house.frame()["floor"]["seats"] == []


def test_a_disconnected_players_seat_is_held_then_freed(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.stake("bob", 2, 1000)
    Box.objects.filter(number__in=(1, 2)).update(
        seen_at=timezone.now() - seating.AWAY_AFTER - timedelta(seconds=1)
    )
    seating.mark_away_and_free()
    assert [seat["away"] for seat in house.frame()["floor"]["seats"]] == [True, True]
    seating.record_arrival(house.table_id, house.player("ann").pk)
    assert house.frame()["floor"]["seats"][0]["away"] is False
    Box.objects.filter(number__in=(1, 2)).update(
        seen_at=timezone.now() - seating.HELD_FOR - timedelta(seconds=1)
    )
    seating.mark_away_and_free()
    left = house.frame()["floor"]["seats"]
    assert [seat["box"] for seat in left] == [2], "chips on the layout hold bob's seat"


def test_queens_are_settled_by_the_settlement_task_once(house: House) -> None:
    house.deal("Qh 9s Qh 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000, queens=100)
    house.do("ann", bj.Ready())
    assert house.frame()["view"]["phase"] == "side_bets"
    assert house.do("ann", bj.Stand(BoxNo(1))) != "", "nobody acts before the side bets"
    house.settle_side_bets()
    assert house.balance("ann") == START - 1000 + 125 * 100
    seq = house.table.seq
    house.settle_side_bets()
    assert house.table.seq == seq
    house.do("ann", bj.Stand(BoxNo(1)))
    assert house.balance("ann") == START + 1000 + 125 * 100
    books_balance(house)


def test_a_forgotten_settlement_is_asked_for_again(house: House) -> None:
    house.deal("Qh 9s Qh 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000, queens=100)
    house.do("ann", bj.Ready())
    assert house.table.due_at is not None
    make_due(house)
    assert timer.handle_expired_clock(house.table_id)
    assert house.table.due_at is not None
    assert house.table.due_at > timezone.now()
    assert house.frame()["view"]["phase"] == "side_bets"


@pytest.mark.clause("MC-018", "MC-EQ-29")
def test_after_the_stop_card_the_shoe_is_revealed_and_a_new_one_put_on(house: House) -> None:
    house.deal("Th 9s 9d 8c", cards_behind=312 - 7)
    old = house.table.shoe
    assert old is not None
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    assert house.frame()["view"]["stop_card"] is True
    house.do("ann", bj.Stand(BoxNo(1)))
    table = house.table
    assert table.shoe is None
    assert house.frame()["floor"]["accepting"] is False
    assert house.stake("ann", 1, 1000) == "shoe_not_ready"
    assert old.pk in due_work.unrevealed_shoes()
    tasks.reveal_shoe(str(old.pk))
    tasks.make_equipment(table.pk, table.shoe_sequence)
    old.refresh_from_db()
    assert old.state == "retired"
    assert old.pk not in due_work.unrevealed_shoes()
    fresh = house.table.shoe
    assert fresh is not None
    assert fresh.pk != old.pk
    assert house.frame()["floor"]["shoe"]["commitment"] == fresh.commitment
    assert house.stake("ann", 1, 1000) == ""


def test_making_a_shoe_twice_puts_one_on_the_table(house: House) -> None:
    table = house.table
    before = (Shoe.objects.count(), table.seq)
    tasks.make_equipment(table.pk, table.shoe_sequence)
    assert (Shoe.objects.count(), house.table.seq) == before


def test_a_table_without_a_shoe_asks_again(house: House) -> None:
    Table.objects.filter(pk=house.table_id).update(shoe=None)
    make_due(house)
    assert timer.handle_expired_clock(house.table_id)
    assert house.table.due_at is not None


def test_void_gives_every_stake_back(house: House) -> None:
    house.deal("8h 9s 8d 3c 2c 4d")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Split(BoxNo(1)))
    assert house.balance("ann") == START - 2000
    incidents.void_round(house.table_id, operator=house.operator, reason="wrong seat order")
    assert house.balance("ann") == START
    assert Round.objects.get().status == "voided"
    event = FloorEvent.objects.get(kind="void")
    assert (event.by, event.reason) == (house.operator, "wrong seat order")
    books_balance(house)
    with pytest.raises(Refused, match="no_round"):
        incidents.void_round(house.table_id, operator=house.operator, reason="again")
    house.deal("Th 9s 9d 8c")
    assert house.stake("ann", 1, 1000) == ""


def test_void_after_a_paid_side_bet_takes_the_payment_back(house: House) -> None:
    house.deal("Qh 9s Qh 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000, queens=100)
    house.do("ann", bj.Ready())
    house.settle_side_bets()
    assert house.balance("ann") > START
    incidents.void_round(house.table_id, operator=house.operator, reason="misdeal")
    assert house.balance("ann") == START
    books_balance(house)


def test_a_drained_table_ends_its_round_and_closes(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    sessions.announce_end(house.table_id, operator=house.operator, reason="end of day")
    assert house.table.status == "draining"
    house.do("ann", bj.Ready())
    house.do("ann", bj.Stand(BoxNo(1)))
    assert house.table.status == "closed"
    assert house.stake("ann", 1, 1000) == "table_closed"
    fill_stock(equipment_registers.EquipmentNeed("sixain", colours=2), "N")
    sessions.open_session(house.table_id, operator=house.operator, reason="morning")
    house.deal("")
    assert house.stake("ann", 1, 1000) == ""
    with pytest.raises(Refused, match="round_in_play"):
        sessions.close_session(house.table_id, operator=house.operator, reason="no")


@pytest.mark.clause("MC-CHIPS-09", "MC-110")
def test_the_house_pays_even_when_the_float_is_empty(house: House) -> None:
    held = ledger.balance(house.table.float_account_id)
    cage.credit_float(
        house.table_id, held, operator=house.operator, reason="empty it", order=uuid4()
    )
    play_simple_win(house)
    assert house.balance("ann") == START + 1000
    books_balance(house)


def test_events_receipts_and_rounds_are_for_ever(house: House) -> None:
    play_simple_win(house)
    for statement in (
        "UPDATE tables_roundevent SET kind = 'x'",
        "DELETE FROM tables_roundevent",
        "DELETE FROM tables_receipt",
        "UPDATE tables_floorevent SET reason = 'x'",
        "UPDATE tables_round SET status = 'voided'",
        "DELETE FROM tables_round",
        "UPDATE tables_ruleset SET options = '{}'",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_a_round_that_keeps_chips_back_cannot_close(house: House) -> None:
    """The conservation check rings: a negative control for the trigger."""
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    with (
        pytest.raises(DatabaseError, match="does not conserve"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE tables_round SET status = 'closed', closed_at = now()")


def test_a_state_read_from_events_equals_the_state_walked(house: House) -> None:
    house.deal("8h 9s 8d 3c 2c 4d 5s 6h")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Split(BoxNo(1)))
    walked = house.frame()["view"]
    live_round.states.clear()
    assert house.frame()["view"] == walked


def test_another_process_having_moved_the_round_is_noticed(house: House) -> None:
    """A remembered state is only a start: events written elsewhere are folded in."""
    house.deal("8h 9s 8d 3c 2c 4d 5s 6h")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    remembered = dict(live_round.states)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Hit(BoxNo(1)))
    live_round.states.clear()
    live_round.states.update(remembered)
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    books_balance(house)


def test_an_order_sent_twice_moves_chips_once(house: House) -> None:
    held = ledger.balance(house.table.float_account_id)
    order = uuid4()
    for _ in range(2):
        cage.fill_float(house.table_id, 500, operator=house.operator, reason="busy", order=order)
    assert ledger.balance(house.table.float_account_id) == held + 500
    assert FloorEvent.objects.filter(kind="fill", reason="busy").count() == 1
