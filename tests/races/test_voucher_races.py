"""Two cashiers sign one voucher at once; two chiefs write at once."""

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError

from casino.ledger import services as ledger
from tables.cage import vouchers
from tables.games.core.protocol import Refused
from tables.models import Voucher, VoucherSignature
from tables.rows import table_rows
from tests.floor import House, reused_house
from tests.players.cage import cashier
from tests.races.test_floor_races import at_once
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> House:
    return reused_house("Bons", "MC", table_min_cents=500)


def write(house: House) -> Voucher:
    order = uuid4()
    vouchers.write_voucher(
        house.table_id,
        vouchers.Kind.FILL,
        {1_000: 5},
        {},
        operator=house.operator,
        reason="low",
        order=order,
    )
    return Voucher.objects.get(pk=order)


def inspected(house: House) -> Voucher:
    """Return a voucher that waits for a cashier."""
    voucher = write(house)
    clara = employee("clara", "serve_as_inspector")
    vouchers.sign_voucher(voucher.pk, "inspector", operator=clara, reason="seen")
    return voucher


def signed_by_two(voucher: Voucher) -> list[Any]:
    """Have two cashiers sign at once; return what came of each."""
    people = [cashier(name) for name in ("cora", "carl")]
    return at_once(
        *(
            lambda by=by: vouchers.sign_voucher(
                voucher.pk, "cashier", operator=by, reason="handed over"
            )
            for by in people
        )
    )


def test_two_cashiers_who_sign_at_once_move_the_chips_once(table: House) -> None:
    before, voucher = ledger.balance(table.table.float_account_id), inspected(table)
    (refused,) = [each for each in signed_by_two(voucher) if each is not None]
    assert isinstance(refused, Refused)
    assert refused.code == "already_signed"
    assert ledger.balance(table.table.float_account_id) == before + 50_00
    assert VoucherSignature.objects.filter(step="cashier").count() == 1
    assert ledger.audit() == []


def test_control_without_the_lock_both_go_on_and_the_database_stops_one(
    table: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry's id still moves the chips once; the second cashier meets an error of the rows."""
    before, voucher = ledger.balance(table.table.float_account_id), inspected(table)
    both_have_looked, due = threading.Barrier(2), vouchers.next_signature

    def looked(*of: Any) -> str | None:
        found = due(*of)
        both_have_looked.wait(300)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(vouchers.table_rows, "lock", table_rows.read)
        patched.setattr(vouchers, "next_signature", looked)
        answers = signed_by_two(voucher)
    assert [type(each) for each in answers if each is not None] == [IntegrityError]
    assert ledger.balance(table.table.float_account_id) == before + 50_00


def test_vouchers_written_at_once_are_numbered_without_a_gap(table: House) -> None:
    answers = at_once(*[lambda: write(table)] * 4)
    assert not [each for each in answers if isinstance(each, Exception)]
    assert sorted(Voucher.objects.values_list("number", flat=True)) == [1, 2, 3, 4]
