"""Vouchers between tables and the cage: written, signed in turn, carried out once."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.models import Player
from tables.cage import pieces, vouchers
from tables.cage import services as cage
from tables.funds import postings
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import FloorEvent, Table, Voucher, VoucherSignature
from tables.rows import table_rows
from tables.staff import services as staff
from tests.clock import noon
from tests.floor import House, open_house, reuse_beside, reused_house
from tests.players.cage import cashier
from tests.tables.test_rounds import play_simple_win
from tests.tables.test_staff import chief, employee

__all__ = ["noon"]

pytestmark = pytest.mark.django_db(transaction=True)

FILL, CREDIT, EXCHANGE = vouchers.Kind.FILL, vouchers.Kind.CREDIT, vouchers.Kind.EXCHANGE
Step = vouchers.Step


@pytest.fixture
def table() -> Iterator[House]:
    """A blackjack table of Monaco's text; every test ends with books that balance."""
    yield reused_house("Bons", "MC", table_min_cents=500)
    assert ledger.audit() == []
    assert vouchers.audit_vouchers() == []


@pytest.fixture
def clara() -> Player:
    return employee("clara", "serve_as_inspector")


@pytest.fixture
def cora() -> Player:
    return cashier("cora")


def float_of(house: House) -> int:
    return ledger.balance(house.table.float_account_id)


def written(
    house: House,
    kind: str,
    asked: dict[int, int],
    given: dict[int, int] | None = None,
    order: UUID | None = None,
) -> Voucher:
    """Have the table's chief write a voucher."""
    order = order or uuid4()
    vouchers.write_voucher(
        house.table_id, kind, asked, given or {}, operator=house.operator, reason="low", order=order
    )
    return Voucher.objects.get(pk=order)


def sign(voucher: Voucher, step: str, by: Player) -> str:
    """Sign a voucher; return the refusal's code, or an empty text."""
    try:
        vouchers.sign_voucher(voucher.pk, step, operator=by, reason="seen")
    except Refused as refused:
        return refused.code
    return ""


def refused(house: House, kind: str, asked: dict[int, int], given: dict[int, int]) -> str:
    """Return the code by which a voucher is refused, which it must be."""
    with pytest.raises(Refused) as said:
        written(house, kind, asked, given)
    return said.value.code


@pytest.mark.clause("MC-CHIPS-14", "MC-CHIPS-15", "MC-CHIPS-16", "MC-CHIPS-17", "MC-114")
def test_chips_pass_with_the_cashiers_signature_after_the_inspectors_and_are_counted(
    table: House, clara: Player, cora: Player
) -> None:
    before, order = float_of(table), uuid4()
    voucher = written(table, FILL, {100_000: 2, 2_500: 40}, order=order)
    assert written(table, FILL, {100_000: 9}, order=order) == voucher, "sent again it is the same"
    assert (voucher.amount, voucher.pieces) == (3_000_00, [[100_000, 2], [2_500, 40]])
    assert sign(voucher, Step.CASHIER, cora) == "not_its_turn"
    assert sign(voucher, Step.INSPECTOR, cora) == "signature_not_yours"
    assert sign(voucher, Step.INSPECTOR, table.operator) == "signed_it", "he wrote it"
    assert sign(voucher, Step.INSPECTOR, clara) == sign(voucher, Step.INSPECTOR, clara) == ""
    assert float_of(table) == before, "nothing has moved"
    assert sign(voucher, Step.CASHIER, clara) == "signature_not_yours"
    assert sign(voucher, Step.CASHIER, cora) == sign(voucher, Step.CASHIER, cora) == ""
    assert sign(voucher, Step.CASHIER, cashier("carl")) == "already_signed"
    assert float_of(table) == before + 3_000_00, "once"
    assert sign(voucher, Step.RECEIPT, employee("dan", "decide_cashrequest")) != ""
    assert sign(voucher, Step.RECEIPT, clara) == ""
    assert sign(voucher, Step.CHIEF, employee("eve", "serve_as_table_chief")) == "voucher_over"
    told = FloorEvent.objects.filter(table=table.table_id).order_by("-pk")[:5]
    assert [(each.kind, each.by) for each in told] == [
        ("voucher", clara),
        ("voucher", cora),
        ("fill", table.operator),
        ("voucher", clara),
        ("voucher", table.operator),
    ]


@pytest.mark.clause("MC-CHIPS-14")
def test_a_voucher_is_written_by_the_tables_own_chief_and_nobody_else(
    table: House, clara: Player
) -> None:
    def tries(by: Player, house: House = table) -> str:
        try:
            vouchers.write_voucher(
                house.table_id, FILL, {100: 1}, {}, operator=by, reason="low", order=uuid4()
            )
        except Refused as said:
            return said.code
        return ""

    beside = reuse_beside(table, "Bons 2", lambda: open_house("Bons 2", "MC", table_min_cents=500))
    other, supervisor = chief("eve"), employee("sam", "approve_claim", "file_dispute")
    assert [tries(by) for by in (supervisor, clara, other)] == ["not_table_chief"] * 3
    by = {"operator": table.operator, "reason": "shift"}
    staff.hand_over_table(beside.table_id, person=other, **by)
    staff.hand_over_table(table.table_id, person=chief("ann.chief"), **by)
    assert tries(other) == tries(table.operator) == "not_table_chief", "he has handed it over"
    assert tries(other, beside) == ""
    incidents.break_off_session(beside.table_id, **by)
    assert tries(other, beside) == "not_table_chief", "nobody answers for a table that is closed"
    staff.hand_over_table(beside.table_id, person=other, **by)
    assert tries(other, beside) == "", "but whoever was given it for the session to come"


@pytest.mark.clause("MC-CHIPS-14")
def test_where_the_text_wants_no_chief_the_tables_inspector_writes() -> None:
    house = reused_house("Bons de cercle", "MC", game="chemin_de_fer")
    clara = employee("clara", "serve_as_inspector")
    voucher = written(house, FILL, {100: 1})
    assert voucher.by == house.operator
    assert sign(voucher, Step.INSPECTOR, house.operator) == "signed_it"
    assert sign(voucher, Step.INSPECTOR, clara) == ""
    with pytest.raises(Refused, match="not_table_chief"):
        vouchers.write_voucher(
            house.table_id, FILL, {100: 1}, {}, operator=clara, reason="low", order=uuid4()
        )


@pytest.mark.clause("MC-CHIPS-09", "MC-CHIPS-14")
def test_where_the_text_wants_no_chief_the_tables_inspector_signs_what_the_house_added() -> None:
    house = reused_house("Bons de cercle", "MC", game="chemin_de_fer")
    clara, dan = (employee(name, "serve_as_inspector") for name in ("clara", "dan"))
    staff.sign_in_inspector(house.table_id, operator=clara, reason="shift")
    with transaction.atomic():
        capital, own = postings.capital_account("PLAY"), house.table.float_account_id
        ledger.post(uuid4(), [ledger.Leg(capital, own, 10_00, "fill")], cause="test")
        vouchers.write_voucher_for_additions(table_rows.lock(house.table_id))
    voucher = Voucher.objects.get()
    assert sign(voucher, Step.CHIEF, dan) == "not_table_chief"
    assert sign(voucher, Step.CHIEF, clara) == ""
    assert sign(voucher, Step.INSPECTOR, clara) == "signed_it"
    assert sign(voucher, Step.INSPECTOR, dan) == ""


@pytest.mark.clause("MC-CHIPS-15")
def test_one_person_with_every_right_signs_once(table: House, clara: Player, cora: Player) -> None:
    voucher = written(table, CREDIT, {100_000: 1})
    all_in_one = employee("max", "serve_as_inspector", "decide_cashrequest")
    assert sign(voucher, Step.INSPECTOR, all_in_one) == ""
    assert sign(voucher, Step.CASHIER, all_in_one) == "signed_it"
    assert sign(voucher, Step.CASHIER, cora) == ""
    both = employee("mia", "serve_as_inspector", "decide_cashrequest")
    other = written(table, CREDIT, {100_000: 1})
    assert sign(other, Step.INSPECTOR, clara) == sign(other, Step.CASHIER, both) == ""
    assert sign(other, Step.RECEIPT, both) == "signed_it", "he does not count what he has brought"
    for by in (table.operator, clara):
        with pytest.raises(DatabaseError, match="of one person"), transaction.atomic():
            VoucherSignature.objects.create(
                voucher=other, step="chief", by=by, reason="raw", at=other.at
            )


@pytest.mark.clause("MC-CHIPS-14")
def test_vouchers_are_numbered_by_table_and_day_without_gaps_and_stay_as_they_are(
    table: House, noon: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = written(table, FILL, {100: 1}), written(table, CREDIT, {100: 1})
    beside = reuse_beside(table, "Bons 2", lambda: open_house("Bons 2", "MC", table_min_cents=500))
    other = written(beside, FILL, {100: 1})
    assert [each.number for each in (first, second, other)] == [1, 2, 1]
    values = {each.name: getattr(second, each.attname) for each in Voucher._meta.concrete_fields}
    for wrong, law in (
        ({"number": 4}, "leaves a gap"),
        ({"number": 2}, "leaves a gap"),
        ({"number": 3, "amount": 101}, "do not come to its amount"),
        ({"number": 3, "given": [[100, 1]]}, "do not come to its amount"),
    ):
        raw = values | {"id": uuid4(), "table": table.table, "by": table.operator} | wrong
        with pytest.raises(DatabaseError, match=law), transaction.atomic():
            Voucher.objects.create(**raw)
    following = values | {"id": uuid4(), "table": table.table, "by": table.operator}
    Voucher.objects.create(**following | {"day": second.day + timedelta(1), "number": 1})
    for statement in ({"amount": 1}, {"number": 9}):
        with pytest.raises(DatabaseError, match="what happened stays"), transaction.atomic():
            Voucher.objects.update(**statement)


@pytest.mark.clause("MC-CHIPS-16", "MC-114")
def test_an_exchange_is_of_equal_worth_and_leaves_the_float_as_it_was(
    table: House, clara: Player, cora: Player
) -> None:
    assert refused(table, EXCHANGE, {100: 10}, {1_000: 2}) == "voucher_differs"
    assert refused(table, EXCHANGE, {100: 20}, {1_000: 1}) == "voucher_differs"
    assert refused(table, FILL, {100: 10}, {1_000: 1}) == "voucher_differs"
    before = float_of(table)
    voucher = written(table, EXCHANGE, {100: 10}, {1_000: 1})
    assert sign(voucher, Step.INSPECTOR, clara) == sign(voucher, Step.CASHIER, cora) == ""
    assert float_of(table) == before
    legs = ledger.statement(table.table.float_account_id, limit=2)
    assert [(each.amount, each.why) for each in legs] == [(10_00, "exchange"), (-10_00, "exchange")]


@pytest.mark.clause("MC-CHIPS-14")
def test_a_voucher_lists_pieces_that_the_house_has(table: House) -> None:
    assert refused(table, FILL, {300: 1}, {}) == "bad_pieces"
    assert refused(table, FILL, {100: -1}, {}) == "bad_pieces"
    assert refused(table, FILL, {100: pieces.MOST + 1}, {}) == "bad_pieces"
    assert refused(table, FILL, {}, {}) == refused(table, FILL, {100: 0}, {}) == "no_amount"
    assert not Voucher.objects.exists()


def test_amounts_are_counted_out_to_the_cent() -> None:
    for amount in (0, 1, 49, 100, 1_234_567, 999_999_99):
        assert pieces.total_value(pieces.fewest_pieces(amount)) == amount
    assert pieces.fewest_pieces(26_01) == [[2_500, 1], [100, 1], [1, 1]]


@pytest.mark.clause("MC-CHIPS-15")
def test_nobody_alone_fills_or_credits_a_table_whose_text_wants_a_voucher(table: House) -> None:
    before = float_of(table)
    by = {"operator": table.operator, "reason": "alone"}
    for order in (cage.fill_float, cage.credit_float):
        with pytest.raises(Refused, match="voucher_wanted"):
            order(table.table_id, 100, **by, order=uuid4())
    assert float_of(table) == before
    french = reuse_beside(table, "Sans bon", lambda: open_house("Sans bon"))
    assert refused(french, FILL, {100: 1}, {}) == "no_voucher_here"
    cage.fill_float(french.table_id, 100, **by, order=uuid4())


def test_an_order_alone_brings_and_takes_at_least_a_minor_unit() -> None:
    house = reused_house()
    for order in (cage.fill_float, cage.credit_float):
        for amount in (0, -1):
            with pytest.raises(Refused, match="no_amount"):
                order(house.table_id, amount, operator=house.operator, reason="x", order=uuid4())


@pytest.mark.clause("MC-AUTO-58")
def test_a_machine_is_filled_without_a_voucher() -> None:
    machine = reused_house("Automate", "MC", game="automatic_games")
    before = float_of(machine)
    assert refused(machine, FILL, {100: 1}, {}) == "no_voucher_here"
    by = {"operator": machine.operator, "reason": "alone"}
    cage.fill_float(machine.table_id, 1_00, **by, order=uuid4())
    assert float_of(machine) == before + 1_00


@pytest.mark.parametrize("book", ["MC", "FR-2024"])
def test_nobody_fills_a_float_above_the_ceiling_of_the_house(
    book: str, settings: LazySettings
) -> None:
    house = reused_house(f"Plafond {book}", book, table_min_cents=500)
    before = float_of(house)
    settings.FLOAT_CEILING = before + 10_00
    if book == "MC":
        written(house, FILL, {1_000: 1})
        assert refused(house, FILL, {1_000: 1, 1: 1}, {}) == "above_ceiling"
        voucher = Voucher.objects.get()
        settings.FLOAT_CEILING -= 1
        assert sign(voucher, Step.INSPECTOR, employee("clara", "serve_as_inspector")) == ""
        assert sign(voucher, Step.CASHIER, cashier()) == "above_ceiling"
        assert float_of(house) == before
        settings.FLOAT_CEILING += 1
        assert sign(voucher, Step.CASHIER, cashier()) == ""
    else:
        by = {"operator": house.operator, "reason": "alone"}
        with pytest.raises(Refused, match="above_ceiling"):
            cage.fill_float(house.table_id, 10_01, **by, order=uuid4())
        assert float_of(house) == before
        cage.fill_float(house.table_id, 10_00, **by, order=uuid4())
    assert float_of(house) == before + 10_00
    assert ledger.audit() == []


def test_a_float_gives_no_more_than_it_holds_and_the_voucher_may_be_signed_later(
    table: House, clara: Player, cora: Player
) -> None:
    voucher = written(table, CREDIT, {1_000_000: 11})
    assert sign(voucher, Step.INSPECTOR, clara) == ""
    with pytest.raises(ledger.Overdrawn):
        sign(voucher, Step.CASHIER, cora)
    assert vouchers.next_signature(voucher, list(voucher.signatures.all())) == Step.CASHIER


def test_the_audit_finds_a_signature_without_chips_and_chips_without_a_signature(
    table: House, cora: Player
) -> None:
    voucher = written(table, FILL, {1_000: 1})
    with transaction.atomic():
        VoucherSignature.objects.create(
            voucher=voucher, step=Step.CASHIER, by=cora, reason="", at=timezone.now()
        )
        assert vouchers.audit_vouchers() == [voucher.pk]
        transaction.set_rollback(True)
    with transaction.atomic():
        source, target = table.table.float_account_id, table.table.layout_account_id
        legs = [ledger.Leg(source, target, 1, "fill")]
        ledger.post(voucher.pk, legs, cause="voucher", reference=f"table:{table.table_id}")
        assert vouchers.audit_vouchers() == [voucher.pk]
        transaction.set_rollback(True)


def test_a_voucher_is_declined_before_its_chips_move_and_never_after(
    table: House, clara: Player, cora: Player
) -> None:
    def decline(voucher: Voucher, by: Player) -> str:
        try:
            vouchers.decline_voucher(voucher.pk, operator=by, reason="wrong table")
        except Refused as said:
            return said.code
        return ""

    one, two, three = (written(table, FILL, {100: 1}) for _ in range(3))
    assert decline(one, cora) == "signature_not_yours", "it is the inspector's turn"
    assert decline(one, clara) == decline(one, clara) == ""
    assert sign(one, Step.INSPECTOR, clara) == "voucher_over"
    assert decline(two, table.operator) == "", "by whoever wrote it"
    assert sign(three, Step.INSPECTOR, clara) == sign(three, Step.CASHIER, cora) == ""
    assert decline(three, clara) == decline(three, table.operator) == "voucher_over"
    for voucher, step, by in ((one, "cashier", cora), (three, "declined", table.operator)):
        with pytest.raises(DatabaseError, match="is over"), transaction.atomic():
            VoucherSignature.objects.create(
                voucher=voucher, step=step, by=by, reason="raw", at=voucher.at
            )
    with pytest.raises(Refused, match="no_voucher"):
        vouchers.decline_voucher(uuid4(), operator=clara, reason="x")


@pytest.mark.clause("MC-CHIPS-09", "MC-CHIPS-14")
def test_a_payment_waits_for_no_fill_and_its_voucher_is_signed_afterwards(
    table: House, clara: Player
) -> None:
    with transaction.atomic():
        own = Account.objects.get(pk=table.table.float_account_id)
        leg = ledger.Leg(own.pk, postings.capital_account("PLAY"), own.balance, "test")
        ledger.post(uuid4(), [leg], cause="test")
    before = table.balance("ann")
    additions = vouchers.FloatAdditions()
    play_simple_win(table)
    assert table.balance("ann") == before + 10_00, "he is paid at once"
    for _ in range(3):
        additions.write_missing_vouchers()
    voucher = Voucher.objects.get()
    assert (voucher.kind, voucher.amount, voucher.by) == (FILL, 10_00, None)
    for by in (clara, table.operator):
        with pytest.raises(Refused, match="voucher_over"):
            vouchers.decline_voucher(voucher.pk, operator=by, reason="its chips have moved")
    assert sign(voucher, Step.INSPECTOR, clara) == "not_its_turn"
    assert sign(voucher, Step.CHIEF, chief("eve")) == "not_table_chief"
    assert sign(voucher, Step.CHIEF, table.operator) == ""
    assert sign(voucher, Step.INSPECTOR, table.operator) == "signed_it"
    assert sign(voucher, Step.INSPECTOR, clara) == ""
    assert vouchers.next_signature(voucher, list(voucher.signatures.all())) is None
    assert float_of(table) == 0, "its chips had moved"
    with pytest.raises(Refused, match="voucher_over"):
        vouchers.decline_voucher(voucher.pk, operator=clara, reason="x")


def test_a_table_that_wants_no_voucher_has_none_for_what_the_house_adds() -> None:
    house = reused_house()
    cage.credit_float(
        house.table_id, float_of(house), operator=house.operator, reason="x", order=uuid4()
    )
    additions = vouchers.FloatAdditions()
    play_simple_win(house)
    additions.write_missing_vouchers()
    assert Table.objects.get().vouchers.count() == 0
