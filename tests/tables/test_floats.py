"""Floats: counted out at the opening, counted again after the session by two who do not know."""

from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, transaction

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.models import Player
from tables.floor import floats, incidents, opening, sessions
from tables.games.core.protocol import Refused
from tables.models import FloatCount, FloatSignature, FloorEvent, Notice, Voucher
from tables.reading import results
from tables.records import money, notices, pieces
from tests.floor import House, kept_house
from tests.tables.test_rounds import play_simple_win
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Iterator[House]:
    """A blackjack table of Monaco's text; every test ends with books that balance."""
    yield kept_house("Bons", "MC", table_min_cents=500)
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
        lambda: floats.count(
            house.table_id, counted, operator=house.operator, reason="night", order=order or uuid4()
        )
    )


def sign(house: House, counted: dict[int, int], by: Player) -> str:
    return code(lambda: floats.sign(house.table_id, counted, operator=by, reason="seen"))


def laid(amount: int) -> dict[int, int]:
    """Return an amount in pieces as somebody counts them."""
    return {each[0]: each[1] for each in pieces.counted_out(amount)}


def close(house: House) -> None:
    incidents.break_off(house.table_id, operator=house.operator, reason="night")
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
    (session,) = results.sessions(table.table_id)
    assert (session.closing_float, session.result) == (held, -10_00)
    assert not Notice.objects.filter(kind="float_differs").exists()
    told = FloorEvent.objects.filter(kind__in=("count_float", "sign_float"))
    assert not [each for each in told if str(held) in each.reason], "no amount is told"
    sessions.open(table.table_id, operator=table.operator, reason="day")
    close(table)
    assert count(table, laid(held)) == "", "the next session has a count of its own"


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
    fr, en = notices.told(notice)
    assert str(opening.FLOAT) in fr
    assert "was counted at 9999500" in en
    assert count(table, laid(opening.FLOAT)) == "", "it may be counted again"
    assert sign(table, laid(opening.FLOAT), clara) == ""
    assert Notice.objects.filter(kind="float_differs").count() == 1


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
        leg = ledger.Leg(own.pk, money.capital("PLAY"), own.balance, "test")
        ledger.post(uuid4(), [leg], cause="test")
    play_simple_win(table)
    close(table)
    assert count(table, {}) == ""
    assert (Voucher.objects.get().amount, FloatCount.objects.get(moment="closing").held) == (
        10_00,
        0,
    )


def test_where_the_text_wants_no_voucher_no_float_is_counted() -> None:
    house = kept_house()
    close(house)
    assert count(house, laid(opening.FLOAT)) == "no_voucher_here"
    assert not FloatCount.objects.exists()
