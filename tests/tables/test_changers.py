"""The changer of a jeu de cercle: his float, supplied by vouchers, and what he hands in."""

from collections.abc import Callable, Iterator
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.conf import LazySettings
from django.db import transaction

from casino.ledger import services as ledger
from casino.ledger.models import Account, Reserve
from casino.players.models import Player
from tables.cage import drops, vouchers
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import Voucher
from tables.staff import services as staff
from tests.floor import House, reused_house
from tests.players.cage import bring, cashier
from tests.tables.test_banque_a_tout_va import opened
from tests.tables.test_drops import accountant, change
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

ADVANCE, SUPPLY, HAND_IN = vouchers.Kind.ADVANCE, vouchers.Kind.SUPPLY, vouchers.Kind.HAND_IN
Step = vouchers.Step


@pytest.fixture
def table() -> Iterator[House]:
    """A table of banque à tout va with a changer; every test ends with books that balance."""
    house = opened()
    staff.sign_in_changer(house.table_id, operator=carl(), reason="evening")
    yield house
    assert ledger.audit() == []
    assert drops.audit_drops() == []
    assert vouchers.audit_vouchers() == []


def named(name: str, *codenames: str) -> Player:
    return Player.objects.filter(username=name).first() or employee(name, *codenames)


def carl() -> Player:
    return named("carl", "serve_as_changer")


def clara() -> Player:
    return named("clara", "serve_as_inspector")


def code(act: Callable[[], None]) -> str:
    try:
        act()
    except Refused as refused:
        return refused.code
    return ""


def write(
    house: House,
    kind: str,
    asked: dict[int, int],
    given: dict[int, int] | None = None,
    *,
    by: Player | None = None,
    order: UUID | None = None,
) -> str:
    return code(
        lambda: vouchers.write_changer_voucher(
            house.table_id,
            kind,
            asked,
            given or {},
            operator=by or carl(),
            reason="short",
            order=order or uuid4(),
        )
    )


def signed(*steps: str) -> str:
    """Have the last voucher signed so far; return the refusal's code, or an empty text."""
    voucher = Voucher.objects.order_by("at", "number").last()
    assert voucher is not None
    people = {"inspector": clara(), "cashier": cashier("cora"), "receipt": clara()}
    for step in steps:
        said = code(
            lambda step=step: vouchers.sign_voucher(  # type: ignore[misc]
                voucher.pk, step, operator=people[step], reason="seen"
            )
        )
        if said:
            return said
    return ""


def holds(house: House, place: str = "changer") -> int:
    account = Account.objects.filter(code=f"{place}:{house.table_id}").first()
    return account.balance if account else 0


@pytest.mark.clause("MC-CHIPS-24", "MC-CHIPS-25", "MC-CHIPS-26")
def test_a_changer_is_supplied_by_four_signatures_and_hands_in_what_is_left(table: House) -> None:
    bring(table.player("ann"), 500_00)
    assert write(table, ADVANCE, {2_500: 16}, by=employee("olaf", "serve_as_changer")) == (
        "no_changer_serves"
    )
    order = uuid4()
    assert write(table, ADVANCE, {2_500: 16}, order=order) == ""
    assert write(table, ADVANCE, {2_500: 16}, order=order) == "", "sent again it is the same"
    assert Voucher.objects.count() == 1
    assert signed("cashier") == "not_its_turn"
    assert holds(table) == 0
    assert signed("inspector", "cashier", "receipt") == ""
    assert holds(table) == 400_00
    assert change(table, "ann", 300_00) == ""
    assert (holds(table), holds(table, "drop")) == (100_00, 300_00)
    assert write(table, ADVANCE, {100: 1}) == "changer_has_float"

    assert write(table, SUPPLY, {100: 300, 1: 1}) == "notes_short"
    assert write(table, SUPPLY, {100: 250}) == ""
    assert write(table, SUPPLY, {100: 51}) == "notes_short", "no note is good for two"
    assert signed("inspector", "cashier", "receipt") == ""
    assert (holds(table), holds(table, "drop")) == (350_00, 300_00), "notes stay for the count"
    assert write(table, HAND_IN, {100: 350}) == ""
    assert signed("inspector", "cashier", "receipt") == ""
    assert holds(table) == 0
    assert write(table, ADVANCE, {100: 1}) == "changer_has_float", "he has taken notes"

    incidents.break_off_session(table.table_id, operator=table.operator, reason="night")
    drops.count_drop(table.table_id, 300_00, operator=accountant(), reason="night", order=uuid4())
    assert holds(table, "drop") == 0
    assert not Reserve.objects.filter(holder__startswith="notes:").exists()


@pytest.mark.clause("MC-CHIPS-24")
def test_plaques_that_a_changer_gives_are_his_and_go_with_the_cashiers_signature(
    table: House,
) -> None:
    assert write(table, ADVANCE, {10_000: 2}) == signed("inspector", "cashier") == ""
    assert write(table, SUPPLY, {100: 100}, {10_000: 2}) == "voucher_differs", "he gets too little"
    assert write(table, SUPPLY, {100: 300}, {10_000: 3}) == "pieces_short"
    assert write(table, SUPPLY, {100: 100}, {10_000: 1}) == ""
    assert write(table, SUPPLY, {100: 101}, {100: 101}) == "pieces_short", "they are promised"
    bring(table.player("ann"), 150_00)
    assert change(table, "ann", 150_00) == "", "a player waits for no supply"
    assert signed("inspector", "cashier") == ""
    own = Account.objects.get(code=f"changer:{table.table_id}")
    assert [(each.amount, each.why) for each in ledger.statement(own.pk, 2)] == [
        (100_00, "supply"),
        (-100_00, "supply"),
    ]


def test_no_voucher_is_written_that_brings_a_changer_above_the_ceiling_of_the_house(
    table: House, settings: LazySettings
) -> None:
    settings.FLOAT_CEILING = 100_00
    assert write(table, ADVANCE, {2_500: 4, 1: 1}) == "above_ceiling"
    assert not Voucher.objects.exists()
    assert write(table, ADVANCE, {2_500: 4}) == signed("inspector", "cashier") == ""
    bring(table.player("ann"), 50_00)
    assert change(table, "ann", 50_00) == ""
    settings.FLOAT_CEILING = 90_00
    assert write(table, SUPPLY, {100: 41}) == "above_ceiling"
    assert write(table, SUPPLY, {100: 40}) == ""


@pytest.mark.clause("MC-CHIPS-24")
def test_what_a_declined_voucher_had_reserved_is_free_again(table: House) -> None:
    bring(table.player("ann"), 50_00)
    assert change(table, "ann", 50_00) == write(table, SUPPLY, {100: 50}) == ""
    assert write(table, SUPPLY, {100: 1}) == "notes_short"
    first = Voucher.objects.exclude(by=None).get()
    vouchers.decline_voucher(first.pk, operator=carl(), reason="counted wrong")
    assert write(table, SUPPLY, {100: 50}) == ""


@pytest.mark.clause("MC-CHIPS-24")
def test_notes_that_were_counted_cover_no_supply(table: House) -> None:
    bring(table.player("ann"), 50_00)
    assert change(table, "ann", 50_00) == write(table, SUPPLY, {100: 50}) == ""
    assert signed("inspector") == ""
    incidents.break_off_session(table.table_id, operator=table.operator, reason="night")
    drops.count_drop(table.table_id, 50_00, operator=accountant(), reason="night", order=uuid4())
    assert signed("cashier") == "notes_counted"
    assert holds(table) == 0


@pytest.mark.clause("MC-CHIPS-09", "MC-CHIPS-25")
def test_a_changer_who_is_short_keeps_nobody_waiting_and_has_his_voucher_afterwards(
    table: House,
) -> None:
    additions = vouchers.FloatAdditions()
    bring(table.player("ann"), 50_00)
    assert change(table, "ann", 30_00) == change(table, "ann", 20_00) == ""
    for _ in range(3):
        additions.write_missing_vouchers()
    voucher = Voucher.objects.get()
    assert (voucher.kind, voucher.amount, voucher.by) == (SUPPLY, 50_00, None)
    assert vouchers.next_signature(voucher, []) == Step.CHIEF


def test_nobody_but_changers_and_those_who_run_tables_end_a_changers_duty(table: House) -> None:
    nobody = named("nobody", "serve_as_inspector")
    leave = partial(staff.sign_out_changer, table.table_id, reason="test")
    assert code(lambda: leave(operator=nobody)) == "not_qualified"
    assert code(lambda: leave(operator=carl())) == ""


def test_a_table_whose_croupier_changes_has_no_changers_voucher() -> None:
    house = reused_house("Bons", "MC", table_min_cents=500)
    assert write(house, ADVANCE, {100: 1}) == "no_changer_serves"
    with pytest.raises(Refused, match="no_voucher_here"), transaction.atomic():
        vouchers.write_voucher(
            house.table_id, SUPPLY, {100: 1}, {}, operator=carl(), reason="x", order=uuid4()
        )
