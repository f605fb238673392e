"""Reserves: a part of an account that is spent only for what has reserved it."""

from contextlib import suppress
from uuid import uuid4

import pytest
from django.db import IntegrityError, connections, transaction

from casino.ledger import services
from casino.ledger.models import Account, Reserve
from casino.ledger.services import Leg, Overdrawn, open_account, post, release, reserve
from tests.ledger.together import PATIENCE, meanwhile

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def purse() -> int:
    """The id of an account that holds 100."""
    mint = open_account("mint:PLAY", "mint", "PLAY", unbounded=True).pk
    account = open_account("wallet:1", "wallet", "PLAY").pk
    with transaction.atomic():
        post(uuid4(), [Leg(mint, account, 100, "grant")], cause="grant")
    return account


def spend(purse: int, amount: int, lifting: str = "") -> None:
    sink = open_account("capital:PLAY", "capital", "PLAY", unbounded=True).pk
    with transaction.atomic():
        post(uuid4(), [Leg(purse, sink, amount, "stake")], cause="stake", lifting=lifting)


def keep(purse: int, holder: str, amount: int) -> None:
    with transaction.atomic():
        reserve(purse, holder, amount)


def test_what_is_reserved_is_spent_by_its_holder_alone(purse: int) -> None:
    keep(purse, "table:1", 30)
    with pytest.raises(Overdrawn) as refused:
        spend(purse, 71)
    assert (refused.value.balance, refused.value.wanted) == (70, 71)
    with pytest.raises(Overdrawn):
        spend(purse, 71, lifting="table:2")
    spend(purse, 70)
    spend(purse, 30, lifting="table:1")
    assert services.balance(purse) == 0


def test_whoever_has_less_than_is_reserved_may_still_receive(purse: int) -> None:
    keep(purse, "table:1", 30)
    spend(purse, 90, lifting="table:1")
    mint = open_account("mint:PLAY", "mint", "PLAY", unbounded=True).pk
    with transaction.atomic():
        post(uuid4(), [Leg(mint, purse, 5, "pay")], cause="pay")
    assert services.balance(purse) == 15
    with pytest.raises(Overdrawn):
        spend(purse, 1)


def test_reserves_of_several_holders_add_up_and_are_released_one_by_one(purse: int) -> None:
    keep(purse, "table:1", 30)
    keep(purse, "table:2", 60)
    with pytest.raises(Overdrawn):
        keep(purse, "table:3", 11)
    keep(purse, "table:1", 40)
    assert services.reserved(purse) == 100
    with transaction.atomic():
        release("table:1", but={purse})
        release("table:2")
    assert services.reserved(purse) == 40
    with transaction.atomic():
        release("table:1")
    spend(purse, 100)


def test_a_reserve_is_positive_and_the_sum_is_nobodys_to_write(purse: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Reserve.objects.create(account_id=purse, holder="x", amount=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(pk=purse).update(reserved=0)


def spent_and_kept(purse: int) -> tuple[int, int]:
    """Let somebody sit down and, before he has, spend everything elsewhere at the same moment."""

    def stake() -> None:
        with suppress(Overdrawn):
            spend(purse, 100)

    with transaction.atomic():
        reserve(purse, "table:1", 30)
        staking = meanwhile(stake)
    staking.result(PATIENCE)
    return services.balance(purse), services.reserved(purse)


def test_what_is_reserved_meanwhile_is_seen_by_a_stake_that_waited(purse: int) -> None:
    assert spent_and_kept(purse) == (100, 30)


def test_control_a_sum_read_from_the_rows_would_come_too_late(purse: int) -> None:
    """The negative control: the same function, but the sum is read beside the account's row."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('ledger_post'::regproc)")
        (kept,) = cursor.fetchone()
        late = kept.replace(
            "credits - debits - reserved",
            "credits - debits - coalesce((SELECT sum(each.amount) FROM ledger_reserve AS each"
            " WHERE each.account_id = ledger_account.id), 0)::bigint",
        )
        assert late != kept
        cursor.execute(late)
        try:
            assert spent_and_kept(purse) == (0, 30)
        finally:
            cursor.execute(kept)
