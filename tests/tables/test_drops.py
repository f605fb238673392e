"""Cash changed at the tables: taken there, kept in the drop, counted after the session."""

import re
from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, transaction

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.models import Player
from tables.cage import drops
from tables.cage import services as cage
from tables.funds import postings
from tables.games.automatic_games.messages import CashOut, Load
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.machines import meters
from tables.models import DropCount, FloorEvent
from tables.operation import sessions
from tables.revenue import session_results
from tables.staff import services as staff
from tables.wire import outgoing
from tests.floor import House, open_house, reused_house
from tests.players.cage import bring, has
from tests.tables.test_banque_a_tout_va import opened
from tests.tables.test_craps import Rail
from tests.tables.test_review import tampering
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

START = 1_000_00


@pytest.fixture
def table() -> Iterator[House]:
    """A blackjack table; every test ends with books that balance."""
    yield reused_house("Drop", "FR-2024", table_min_cents=500)
    assert ledger.audit() == []


def told(receipt: outgoing.ReceiptShown | None) -> str:
    return receipt.refused.code if receipt and receipt.refused else ""


def change(house: House, name: str, amount: int, command: UUID | None = None) -> str:
    """Change cash of a player at the table; return the refusal's code, or an empty text."""
    return told(
        drops.change_cash(
            player_id=house.player(name).pk,
            table_id=house.table_id,
            command_id=command or uuid4(),
            amount=Amount(amount),
        )
    )


def holds(code: str) -> int:
    return Account.objects.get(code=code).balance


def accountant() -> Player:
    known = Player.objects.filter(username="adele").first()
    return known or employee("adele", "count_drop")


def count(house: House, amount: int, by: Player | None = None, order: UUID | None = None) -> str:
    """Count the drop; return the refusal's code, or an empty text."""
    try:
        drops.count_drop(
            house.table_id,
            amount,
            operator=by or accountant(),
            reason="night",
            order=order or uuid4(),
        )
    except Refused as refused:
        return refused.code
    return ""


def close(house: House) -> None:
    sessions.announce_end(house.table_id, operator=house.operator, reason="night")
    assert house.table.status == "closed"


@pytest.mark.clause(
    "MC-CHIPS-10", "MC-CHIPS-12", "MC-CHIPS-18", "MC-CHIPS-21", "MC-CHIPS-22", "MC-115"
)
def test_cash_changed_at_a_table_lies_in_its_drop_until_it_is_counted(table: House) -> None:
    ann, drop = table.player("ann"), f"drop:{table.table_id}"
    bring(ann, 50_00)
    float_, command = holds(f"float:{table.table_id}"), uuid4()
    assert change(table, "ann", 30_00, command) == change(table, "ann", 30_00, command) == ""
    assert has(ann) == (20_00, 0, START + 30_00), "the same command again changes nothing"
    assert (holds(drop), holds(f"float:{table.table_id}")) == (30_00, float_ - 30_00)
    assert change(table, "ann", 20_01) == change(table, "bob", 1) == "cash_short"
    assert change(table, "ann", 5_00) == ""
    changes = FloorEvent.objects.filter(table=table.table_id, kind="change").order_by("pk")
    assert [(each.by, each.reason) for each in changes] == [(ann, "3000"), (ann, "500")]
    # As a number of its own: a hash may have these digits.
    told = re.search(r"\b3000\b", str(table.frame()))
    assert told is None, "what somebody changed is nobody else's to read"

    assert count(table, 35_00) == "session_goes_on"
    close(table)
    assert change(table, "ann", 5_00) == "table_closed"
    with pytest.raises(Refused, match="drop_uncounted"):
        sessions.open_session(table.table_id, operator=table.operator, reason="evening")
    assert count(table, 35_00, by=employee("olaf", "operate_table")) == "not_accountant"
    assert count(table, 34_99) == "drop_differs"
    order, house = uuid4(), holds("capital:PLAY")
    assert count(table, 35_00, order=order) == count(table, 35_00, order=order) == ""
    assert (holds(drop), holds("capital:PLAY")) == (0, house + 35_00)
    assert count(table, 35_00) == "nothing_changed"
    counted = DropCount.objects.get()
    assert (counted.amount, counted.changes, counted.by) == (35_00, 2, accountant())
    with pytest.raises(DatabaseError, match="what happened stays"), transaction.atomic():
        DropCount.objects.update(amount=1)
    sessions.open_session(table.table_id, operator=table.operator, reason="evening")
    assert change(table, "ann", 5_00) == ""
    close(table)
    assert count(table, 5_00) == "", "a count begins where the one before ended"


@pytest.mark.clause("MC-CHIPS-21", "MC-CHIPS-22")
def test_a_drop_that_its_record_of_changes_does_not_explain_is_not_counted(table: House) -> None:
    bring(table.player("ann"), 50_00)
    assert change(table, "ann", 50_00) == ""
    close(table)
    with transaction.atomic():
        drop = Account.objects.get(code=f"drop:{table.table_id}").pk
        ledger.post(
            uuid4(), [ledger.Leg(postings.capital_account("PLAY"), drop, 1, "test")], cause="test"
        )
    assert count(table, 50_00) == count(table, 50_01) == "drop_differs"
    assert not DropCount.objects.exists()


@pytest.mark.clause("MC-CHIPS-21")
@pytest.mark.parametrize("beside", [-1, 1])
def test_the_audit_finds_a_drop_that_lost_more_or_less_than_was_counted(
    table: House, beside: int
) -> None:
    bring(table.player("ann"), 50_00)
    assert change(table, "ann", 50_00) == ""
    close(table)
    assert count(table, 50_00) == ""
    assert drops.audit_drops() == []
    code = f"drop:{table.table_id}"
    with tampering():
        Account.objects.filter(code=code).update(debits=50_00 + beside, credits=50_00 + beside)
    assert drops.audit_drops() == [(code, 50_00, 50_00 + beside)]
    with tampering():
        Account.objects.filter(code=code).update(debits=50_00, credits=50_00)


def test_no_cash_is_changed_at_a_practice_table() -> None:
    school = reused_house("École", practice=True, table_min_cents=500)
    bring(school.player("ann"), 50_00)
    assert change(school, "ann", 10_00) == "no_exchange_here"
    assert has(school.player("ann")) == (50_00, 0, START)


@pytest.mark.clause("MC-CHIPS-09", "MC-CHIPS-18")
def test_a_float_that_is_short_is_filled_and_the_player_waits_for_nothing(table: House) -> None:
    bring(table.player("ann"), 50_00)
    with transaction.atomic():
        float_ = Account.objects.get(code=f"float:{table.table_id}")
        leg = ledger.Leg(float_.pk, postings.capital_account("PLAY"), float_.balance, "test")
        ledger.post(uuid4(), [leg], cause="test")
    assert change(table, "ann", 50_00) == ""
    assert has(table.player("ann")) == (0, 0, START + 50_00)
    assert holds(f"float:{table.table_id}") == 0


@pytest.mark.clause("MC-CHIPS-13", "MC-113")
def test_nothing_is_changed_at_a_table_while_its_throw_is_settled() -> None:
    rail = Rail(betting_window_seconds=300)
    bring(rail.house.player("ann"), 50_00)
    assert rail.stake("ann", pass_line=5_00) == ""
    assert change(rail.house, "ann", 10_00) == "", "bets are open"
    while rail.view()["phase"] != "falling":
        rail.due()
    assert change(rail.house, "ann", 10_00) == "exchange_closed"
    rail.fall(4, 4)
    assert change(rail.house, "ann", 10_00) == ""
    assert ledger.audit() == []


@pytest.mark.clause("MC-CHIPS-23")
def test_at_a_jeu_de_cercle_a_changer_serves_who_does_nothing_else_there() -> None:
    here = opened()
    ann, carl = here.player("ann"), employee("carl", "serve_as_changer", "serve_as_inspector")
    bring(ann, 50_00)
    float_ = holds(f"float:{here.table_id}")
    assert change(here, "ann", 10_00) == "no_changer"
    staff.sign_in_changer(here.table_id, operator=carl, reason="evening")
    assert change(here, "ann", 10_00) == ""
    assert has(ann) == (40_00, 0, START + 10_00)
    assert holds(f"float:{here.table_id}") == float_, "the float has no part in it"
    with pytest.raises(Refused, match="two_duties"):
        staff.sign_in_inspector(here.table_id, operator=carl, reason="evening")
    staff.sign_out_changer(here.table_id, operator=carl, reason="home")
    assert change(here, "ann", 10_00) == "no_changer"
    with pytest.raises(Refused, match="no_changer_serves"):
        staff.sign_out_changer(here.table_id, operator=carl, reason="home")
    with pytest.raises(Refused, match="not_qualified"):
        staff.sign_in_changer(here.table_id, operator=employee("olaf"), reason="evening")
    assert ledger.audit() == []


@pytest.mark.clause("MC-CHIPS-23")
def test_where_the_croupier_changes_no_changer_serves(table: House) -> None:
    with pytest.raises(Refused, match="no_changer_here"):
        staff.sign_in_changer(
            table.table_id, operator=employee("carl", "serve_as_changer"), reason="evening"
        )


@pytest.mark.clause("MC-CHIPS-27", "MC-AUTO-58")
def test_at_a_machine_cash_is_changed_by_a_changer_of_the_machines_alone() -> None:
    machine, other = (open_house(name, "MC", game="automatic_games") for name in ("One", "Two"))
    ann, rose = machine.player("ann"), employee("rose", "serve_as_machine_changer")
    bring(ann, 50_00)
    assert change(machine, "ann", 10_00) == "no_changer"
    with pytest.raises(Refused, match="not_qualified"):
        staff.sign_in_changer(
            machine.table_id, operator=employee("carl", "serve_as_changer"), reason="evening"
        )
    staff.sign_in_changer(machine.table_id, operator=rose, reason="evening")
    float_ = holds(f"float:{machine.table_id}")
    assert change(machine, "ann", 10_00) == ""
    assert change(other, "ann", 10_00) == "no_changer", "she is assigned to the first"
    assert has(ann) == (40_00, 0, START + 10_00)
    assert holds(f"float:{machine.table_id}") == float_, "its float gives credits alone"
    assert holds(f"drop:{machine.table_id}") == 10_00
    machine.sit("ann", 1)
    assert machine.do("ann", Load(Amount(10_00), "note")) == ""
    assert meters.meter_differences(machine.table_id) == []
    assert machine.do("ann", CashOut()) == ""
    staff.sign_out_changer(machine.table_id, operator=rose, reason="home")
    assert change(machine, "ann", 10_00) == "no_changer"
    incidents.break_off_session(machine.table_id, operator=machine.operator, reason="night")
    assert count(machine, 10_00) == ""
    assert ledger.audit() == drops.audit_drops() == []


@pytest.mark.clause("MC-CHIPS-08", "MC-CHIPS-09")
def test_the_result_of_a_session_is_what_rounds_brought_to_the_float(table: House) -> None:
    before = len(session_results.last_sessions(table.table_id))
    close(table)
    float_ = holds(f"float:{table.table_id}")
    sessions.open_session(table.table_id, operator=table.operator, reason="evening")
    table.sit("ann", 1)
    bring(table.player("ann"), 50_00)
    assert change(table, "ann", 40_00) == ""
    by = {"operator": table.operator, "reason": "test"}
    cage.fill_float(table.table_id, 100_00, **by, order=uuid4())
    cage.credit_float(table.table_id, 30_00, **by, order=uuid4())
    # Once he has 10 and 9, and the dealer 10 and 8, once the other way round.
    for cards in ("Tc Td 9c 8d", "Tc Td 8c 9d", "Tc Td 8c 9d"):
        table.deal(cards)
        assert table.stake("ann", 1, 10_00) == ""
        assert table.do("ann", bj.Ready()) == ""
        assert table.do("ann", bj.Stand(BoxNo(1), "h")) == ""
    now = session_results.last_sessions(table.table_id)
    assert len(now) == before + 1
    evening = now[0]
    assert (evening.opening_float, evening.fills, evening.credits) == (float_, 100_00, 30_00)
    assert (evening.drop, evening.changed, evening.won) == (40_00, 40_00, 10_00)
    assert evening.closing_float == holds(f"float:{table.table_id}")
    assert evening.result == 10_00
    close(table)
    assert count(table, 40_00) == ""
    sessions.open_session(table.table_id, operator=table.operator, reason="night")
    assert session_results.last_sessions(table.table_id)[1] == evening, (
        "what comes after it is not its own"
    )
    assert (
        session_results.last_sessions(table.table_id, 1)[0].opening_float == evening.closing_float
    )
