"""Floats: counted out at the opening, counted again after the session by two who do not know."""

from collections.abc import Callable, Iterator
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.models import Player
from tables.cage import floats, pieces, vouchers
from tables.funds import postings
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import (
    FixedFloat,
    FloatCount,
    FloatSignature,
    FloorEvent,
    Notice,
    Table,
    Voucher,
)
from tables.operation import opening, sessions
from tables.revenue import session_results
from tables.rows import notices
from tables.staff import services as staff
from tests.floor import House, reused_house
from tests.opening_checks import count_last_float, fix_float
from tests.players.cage import cashier
from tests.tables.test_review import tampering
from tests.tables.test_rounds import play_simple_win
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Iterator[House]:
    """A blackjack table of Monaco's text; every test ends with books that balance."""
    yield reused_house("Bons", "MC", table_min_cents=500)
    assert ledger.audit() == []


@pytest.fixture
def clara() -> Player:
    return employee("clara", "serve_as_inspector")


def code(act: Callable[[], None]) -> str:
    """Return the code by which something is refused, or an empty text."""
    try:
        act()
    except Refused as refused:
        return refused.code
    return ""


def count(house: House, counted: dict[int, int], order: UUID | None = None) -> str:
    return code(
        lambda: floats.count_float(
            house.table_id, counted, operator=house.operator, reason="night", order=order or uuid4()
        )
    )


def sign(house: House, counted: dict[int, int], by: Player) -> str:
    return code(lambda: floats.sign_count(house.table_id, counted, operator=by, reason="seen"))


def laid(amount: int) -> dict[int, int]:
    """Return an amount in pieces as somebody counts them."""
    return {each[0]: each[1] for each in pieces.fewest_pieces(amount)}


def close(house: House) -> None:
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    assert house.table.status == "closed"


@pytest.mark.clause("MC-CHIPS-08", "MC-110")
def test_a_session_begins_with_its_float_counted_out_and_signed(
    table: House, clara: Player
) -> None:
    counted = FloatCount.objects.get()
    assert (counted.moment, counted.amount, counted.held) == (
        "opening",
        opening.FLOAT,
        opening.FLOAT,
    )
    assert counted.pieces == [[1_000_000, 10]]

    def signed(by: Player) -> str:
        return code(lambda: floats.sign_opening(table.table_id, operator=by, reason="seen"))

    assert signed(table.operator) == "counted_it"
    assert signed(employee("nobody", "operate_table")) == "not_qualified"
    assert signed(clara) == signed(clara) == ""
    assert signed(employee("dan", "serve_as_inspector")) == "already_signed"
    assert FloatSignature.objects.get().by == clara


def fix(house: House, pieces: dict[int, int], by: Player) -> str:
    return code(
        lambda: floats.fix_opening_float(house.table_id, pieces, operator=by, reason="season")
    )


def opens(house: House) -> str:
    return code(
        lambda: sessions.open_session(house.table_id, operator=house.operator, reason="day")
    )


@pytest.mark.clause("MC-CHIPS-08")
def test_a_session_begins_with_the_amount_that_the_games_management_has_fixed(
    table: House, clara: Player
) -> None:
    gail = employee("gail", "publish_ruleset")
    assert fix(table, {1_000_000: 9}, gail) == "session_goes_on"
    close(table)
    chief = employee("anne", "operate_table", "serve_as_table_chief")
    assert [fix(table, {100: 1}, by) for by in (chief, clara)] == ["not_management"] * 2
    assert (fix(table, {}, gail), fix(table, {300: 1}, gail)) == ("no_amount", "bad_pieces")
    less = {1_000_000: 9, 100_000: 5}
    assert fix(table, less, gail) == fix(table, less, gail) == ""
    signed = FixedFloat.objects.filter(by=gail).get()
    assert (signed.amount, signed.pieces) == (95_000_00, [[1_000_000, 9], [100_000, 5]])
    with pytest.raises(DatabaseError, match="what happened stays"), transaction.atomic():
        FixedFloat.objects.update(amount=1)
    count_last_float(table.table_id)
    # The float holds more: the difference leaves by a voucher, and nothing else opens the table.
    assert opens(table) == "float_not_as_fixed"
    staff.hand_over_table(table.table_id, person=chief, operator=table.operator, reason="day")
    voucher = uuid4()
    vouchers.write_voucher(
        table.table_id, "credit", {100_000: 5}, {}, operator=chief, reason="season", order=voucher
    )
    for step, by in (("inspector", clara), ("cashier", cashier("cora"))):
        assert opens(table) == "float_not_as_fixed"
        vouchers.sign_voucher(voucher, step, operator=by, reason="season")
    assert opens(table) == ""
    counted = FloatCount.objects.filter(moment="opening").latest("at")
    assert (counted.amount, counted.held, counted.pieces) == (95_000_00, 95_000_00, signed.pieces)
    # What rounds make of it is no concern of the next session's amount.
    play_simple_win(table)
    close(table)
    count_last_float(table.table_id)
    assert opens(table) == "float_not_as_fixed"
    assert fix(table, laid(95_000_00 - 10_00), gail) == ""
    assert opens(table) == ""


@pytest.mark.clause("MC-CHIPS-08")
def test_a_table_that_nobody_of_the_management_set_up_waits_for_its_amount(table: House) -> None:
    close(table)
    count_last_float(table.table_id)
    rules = table.table.rules_id
    chief = employee("anne", "operate_table", "serve_as_table_chief")
    made = opening.create_table(name="Sans montant", rules_key=rules, operator=chief)
    other = House(made.pk, table.operator)
    assert opens(other) == "float_not_fixed"
    fix_float(made.pk)
    assert opens(other) == ""
    # As a house from before the upgrade has them: floats, and nobody's word on their amount.
    with tampering():
        FixedFloat.objects.all().delete()
    assert opens(table) == "float_not_fixed"


@pytest.mark.clause("MC-CHIPS-08", "MC-110")
def test_after_the_session_two_count_alike_and_the_ledger_agrees(
    table: House, clara: Player
) -> None:
    play_simple_win(table)
    assert count(table, laid(1)) == "session_goes_on"
    close(table)
    assert sign(table, laid(1), clara) == "float_not_counted"
    held = ledger.balance(table.table.float_account_id)
    assert held == opening.FLOAT - 10_00
    order = uuid4()
    assert count(table, laid(held), order) == count(table, laid(held), order) == ""
    assert FloatCount.objects.filter(moment="closing").count() == 1
    assert sign(table, laid(held), table.operator) == "counted_it"
    assert sign(table, laid(held - 1), clara) == "counts_differ"
    assert sign(table, laid(held), clara) == sign(table, laid(held), clara) == ""
    assert sign(table, laid(held), employee("dan", "serve_as_inspector")) == "already_signed"
    assert count(table, laid(held)) == "already_signed"
    (session,) = session_results.last_sessions(table.table_id)
    assert (session.closing_float, session.result) == (held, -10_00)
    assert not Notice.objects.filter(kind="float_differs").exists()
    told = FloorEvent.objects.filter(kind__in=("count_float", "sign_float"))
    assert not [each for each in told if str(held) in each.reason], "no amount is told"
    fix_float(table.table_id)
    sessions.open_session(table.table_id, operator=table.operator, reason="day")
    close(table)
    assert count(table, laid(held)) == "", "the next session has a count of its own"


@pytest.mark.clause("MC-CHIPS-08", "MC-110")
def test_no_session_begins_before_two_have_counted_the_float_of_the_last(
    table: House, clara: Player
) -> None:
    close(table)
    assert opens(table) == "float_uncounted"
    assert count(table, laid(opening.FLOAT)) == ""
    assert opens(table) == "float_unsigned"
    # However late: it is the same float until the next session begins.
    assert sign(table, laid(opening.FLOAT), clara) == ""
    assert opens(table) == ""


def test_the_command_that_opens_tables_says_what_is_owed(table: House) -> None:
    gail = employee("gail", "publish_ruleset")
    given = {"prefix": "Bons", "rules": table.table.rules_id, "management": gail.username}
    call_command("open_tables", "1", **given, stdout=StringIO())
    made = House(Table.objects.get(name="Bons 1").pk, table.operator)
    close(made)
    with pytest.raises(CommandError, match=r"Bons 1 does not open: The float of the last session"):
        call_command("open_tables", "1", **given, stdout=StringIO())
    count_last_float(made.table_id)
    call_command("open_tables", "1", **given, stdout=StringIO())


@pytest.mark.clause("MC-CHIPS-08", "MC-110")
def test_a_difference_is_on_record_and_the_control_is_told(table: House, clara: Player) -> None:
    close(table)
    assert count(table, laid(opening.FLOAT - 5_00)) == ""
    counted = FloatCount.objects.get(moment="closing")
    assert (counted.amount, counted.held) == (opening.FLOAT - 5_00, opening.FLOAT)
    notice = Notice.objects.get(kind="float_differs")
    assert (notice.kind, notice.addressee, notice.clause) == (
        "float_differs", "state_control", "MC-CHIPS-08",
    )  # fmt: skip
    fr, en = notices.notice_text(notice)
    assert "est de 99\N{NO-BREAK SPACE}995,00, le livre dit 100\N{NO-BREAK SPACE}000,00." in fr
    assert "was counted at 99,995.00, the ledger says 100,000.00." in en
    assert count(table, laid(opening.FLOAT + 1)) == "", "it may be counted again"
    assert Notice.objects.filter(kind="float_differs").count() == 2, "one too many is told, too"
    assert count(table, laid(opening.FLOAT)) == ""
    assert sign(table, laid(opening.FLOAT), clara) == ""
    assert Notice.objects.filter(kind="float_differs").count() == 2


def test_a_count_adds_up_and_stays_as_it_is(table: House) -> None:
    counted = FloatCount.objects.get()
    values = {each.name: getattr(counted, each.attname) for each in counted._meta.concrete_fields}
    raw = values | {"id": uuid4(), "session": counted.session, "by": counted.by, "amount": 1}
    with pytest.raises(DatabaseError, match="do not come to its amount"), transaction.atomic():
        FloatCount.objects.create(**raw)
    with pytest.raises(DatabaseError, match="what happened stays"), transaction.atomic():
        FloatCount.objects.update(held=1)
    close(table)
    assert count(table, {300: 1}) == "bad_pieces"


@pytest.mark.clause("MC-CHIPS-09")
def test_what_the_house_has_added_by_itself_has_its_voucher_before_the_count(
    table: House,
) -> None:
    with transaction.atomic():
        own = Account.objects.get(pk=table.table.float_account_id)
        leg = ledger.Leg(own.pk, postings.capital_account("PLAY"), own.balance, "test")
        ledger.post(uuid4(), [leg], cause="test")
    play_simple_win(table)
    close(table)
    assert count(table, {}) == ""
    assert (Voucher.objects.get().amount, FloatCount.objects.get(moment="closing").held) == (
        10_00,
        0,
    )


def test_where_the_text_wants_no_voucher_no_float_is_counted() -> None:
    house = reused_house()
    close(house)
    assert count(house, laid(opening.FLOAT)) == "no_voucher_here"
    assert fix(house, {100: 1}, employee("gail", "publish_ruleset")) == "no_voucher_here"
    assert opens(house) == "", "it begins with what it holds"
    assert not FloatCount.objects.exists()
