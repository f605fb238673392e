"""What `post` does, as tables of transfers."""

from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from casino.ledger.models import JournalEntry, Transfer
from casino.ledger.services import (
    AccountMismatch,
    Cover,
    Draft,
    EntryMismatch,
    Leg,
    Overdrawn,
    audit,
    balance,
    net_by_account,
    open_account,
    post,
    post_draft,
    statement,
)
from tests.ledger.books import check

pytestmark = pytest.mark.django_db

FLOOR = """
    open      mint:PLAY      unbounded
    open      capital:PLAY   unbounded
    open      wallet:ann
    open      wallet:bob
    open      float:1
    open      layout:1
    transfer  mint:PLAY      wallet:ann   1000         ok
    transfer  capital:PLAY   float:1      5000         ok
"""


def test_a_bounded_account_gives_what_it_holds_and_no_more() -> None:
    check(
        FLOOR
        + """
        transfer  wallet:ann   layout:1    500    ok
        transfer  wallet:ann   layout:1    501    overdrawn
        transfer  wallet:ann   layout:1    500    ok
        transfer  wallet:ann   layout:1      1    overdrawn
        transfer  wallet:bob   layout:1      1    overdrawn
        transfer  layout:1     float:1    1001    overdrawn
        transfer  layout:1     float:1    1000    ok
        balance   wallet:ann      0
        balance   layout:1        0
        balance   float:1      6000
        """
    )


def test_an_unbounded_account_falls_below_zero() -> None:
    check(
        FLOOR
        + """
        balance   mint:PLAY     -1000
        balance   capital:PLAY  -5000
        transfer  mint:PLAY     capital:PLAY   9000   ok
        balance   mint:PLAY    -10000
        """
    )


def test_an_entry_moves_all_its_legs_or_none() -> None:
    check(
        FLOOR
        + """
        transfer  wallet:ann   layout:1    100    &
        transfer  float:1      layout:1    100    &
        transfer  layout:1     wallet:ann  200    ok
        balance   wallet:ann   1100
        balance   float:1      4900
        balance   layout:1        0
        transfer  wallet:ann   layout:1    100    &
        transfer  float:1      layout:1   9999    overdrawn
        balance   wallet:ann   1100
        balance   layout:1        0
        """
    )


def test_the_legs_of_an_entry_are_judged_by_their_net_effect() -> None:
    check(
        FLOOR
        + """
        transfer  wallet:bob   layout:1    700    &
        transfer  wallet:ann   wallet:bob  700    ok
        balance   wallet:bob      0
        transfer  wallet:bob   layout:1    301    &
        transfer  wallet:ann   wallet:bob  300    overdrawn
        balance   wallet:ann    300
        """
    )


def test_the_same_entry_happens_once() -> None:
    check(
        FLOOR
        + """
        transfer  wallet:ann   layout:1   1000   #e1   ok
        transfer  wallet:ann   layout:1   1000   #e1   already
        balance   wallet:ann      0
        transfer  layout:1     wallet:ann 1000         ok
        transfer  wallet:ann   layout:1   1000   #e1   already
        balance   wallet:ann   1000
        """
    )


@pytest.mark.parametrize(
    "other",
    [
        "transfer  wallet:ann   layout:1    999   #e1   mismatch",
        "transfer  layout:1     wallet:ann  100   #e1   mismatch",
        "transfer  float:1      layout:1    100   #e1   mismatch",
        "transfer  wallet:ann   layout:1    100   #e1   &\n"
        "transfer  wallet:ann   layout:1    100   #e1   mismatch",
        "transfer  wallet:ann   layout:1  99999   #e1   mismatch",
        "transfer  wallet:ann   nowhere:1   100   #e1   mismatch",
    ],
)
def test_the_same_id_with_other_legs_is_a_mismatch(other: str) -> None:
    check(FLOOR + "transfer  wallet:ann   layout:1    100   #e1   ok\n" + other)


def test_the_same_legs_in_another_order_are_a_mismatch() -> None:
    check(
        FLOOR
        + """
        transfer  wallet:ann   layout:1   100   #e1   &
        transfer  float:1      layout:1   200   #e1   ok
        transfer  float:1      layout:1   200   #e1   &
        transfer  wallet:ann   layout:1   100   #e1   mismatch
        transfer  wallet:ann   layout:1   100   #e1   mismatch
        """
    )


def test_the_same_legs_for_another_reason_are_a_mismatch() -> None:
    books = check(FLOOR)
    ann, layout = books.accounts["wallet:ann"], books.accounts["layout:1"]
    entry = uuid4()
    post(entry, [Leg(ann, layout, 10, "stake")], cause="test")
    with pytest.raises(EntryMismatch) as refused:
        post(entry, [Leg(ann, layout, 10, "insurance")], cause="test")
    assert refused.value.entry_id == entry


def test_a_refused_entry_may_be_posted_later() -> None:
    check(
        FLOOR
        + """
        transfer  wallet:bob   layout:1    10   #e1   overdrawn
        transfer  wallet:ann   wallet:bob  10         ok
        transfer  wallet:bob   layout:1    10   #e1   ok
        """
    )


def test_currencies_do_not_mix() -> None:
    check(
        FLOOR
        + """
        open      wallet:eve   EUR
        open      mint:EUR     EUR unbounded
        transfer  mint:EUR     wallet:eve  50     ok
        transfer  wallet:ann   wallet:eve   1     currency
        transfer  wallet:eve   layout:1     1     currency
        transfer  mint:EUR     wallet:eve   1     &
        transfer  mint:PLAY    wallet:ann   1     ok
        """
    )


def test_refusals_have_an_order_of_precedence() -> None:
    check(
        FLOOR
        + """
        open      wallet:eve   EUR
        transfer  wallet:bob   wallet:eve   1     currency
        transfer  wallet:bob   nowhere:1    1     unknown
        transfer  wallet:bob   wallet:eve   1     &
        transfer  nowhere:1    wallet:bob   1     unknown
        transfer  wallet:bob   layout:1     1     &
        transfer  wallet:ann   wallet:eve   1     currency
        """
    )


def test_the_overdrawn_account_is_the_one_whose_leg_comes_first() -> None:
    books = check(FLOOR)
    ann, bob, layout = (books.accounts[code] for code in ("wallet:ann", "wallet:bob", "layout:1"))
    for first, second in ((ann, bob), (bob, ann)):
        legs = [Leg(first, layout, 2000, "stake"), Leg(second, layout, 3000, "stake")]
        with pytest.raises(Overdrawn) as refused:
            post(uuid4(), legs, cause="test")
        assert refused.value.account_id == first


def test_the_first_legs_must_be_covered_without_the_others() -> None:
    """Who stakes pays before he is paid, though one entry does both."""
    books = check(FLOOR)
    ann, layout, house = (books.accounts[code] for code in ("wallet:ann", "layout:1", "float:1"))
    legs = [Leg(ann, layout, 900, "stake"), Leg(ann, layout, 400, "stake")]
    legs += [Leg(layout, ann, 1300, "return"), Leg(house, ann, 1300, "pay")]
    with pytest.raises(Overdrawn) as refused:
        post(uuid4(), legs, cause="test", first=2)
    assert (refused.value.account_id, refused.value.balance, refused.value.wanted) == (
        ann,
        1000,
        1300,
    )
    assert post(uuid4(), legs, cause="test", first=1).balances[ann] == 2300
    assert post(uuid4(), legs, cause="test", first=2).balances[ann] == 3600


def test_covered_first_legs_do_not_excuse_the_others() -> None:
    books = check(FLOOR)
    ann, layout, house = (books.accounts[code] for code in ("wallet:ann", "layout:1", "float:1"))
    legs = [Leg(ann, layout, 1000, "stake"), Leg(house, ann, 5001, "pay")]
    with pytest.raises(Overdrawn) as refused:
        post(uuid4(), legs, cause="test", first=1)
    assert (refused.value.account_id, refused.value.wanted) == (house, 5001)


def test_a_refusal_leaves_the_callers_transaction_usable() -> None:
    books = check(FLOOR)
    ann, layout = books.accounts["wallet:ann"], books.accounts["layout:1"]
    with transaction.atomic():
        with pytest.raises(Overdrawn) as refused:
            post(uuid4(), [Leg(ann, layout, 1001, "stake")], cause="test")
        assert (refused.value.balance, refused.value.wanted) == (1000, 1001)
        assert post(uuid4(), [Leg(ann, layout, 1000, "stake")], cause="test").balances == {
            ann: 0,
            layout: 1000,
        }
    assert balance(ann) == 0


def test_a_refused_entry_leaves_no_trace() -> None:
    books = check(FLOOR)
    before = (JournalEntry.objects.count(), Transfer.objects.count())
    with pytest.raises(Overdrawn):
        post(
            uuid4(),
            [Leg(books.accounts["wallet:bob"], books.accounts["layout:1"], 1, "stake")],
            cause="test",
        )
    assert (JournalEntry.objects.count(), Transfer.objects.count()) == before


@pytest.mark.parametrize("count", [1, 50])
def test_an_entry_is_one_statement_however_many_legs(count: int) -> None:
    books = check(FLOOR)
    legs = [Leg(books.accounts["wallet:ann"], books.accounts["layout:1"], 1, "stake")] * count
    with CaptureQueriesContext(
        connection,
    ) as queries:
        post(uuid4(), legs, cause="test")
    assert len(queries) == 1


def test_a_rolled_back_entry_did_not_happen() -> None:
    books = check(FLOOR)
    ann, layout = books.accounts["wallet:ann"], books.accounts["layout:1"]
    entry = uuid4()
    with transaction.atomic():
        post(entry, [Leg(ann, layout, 400, "stake")], cause="test")
        transaction.set_rollback(True)
    assert balance(ann) == 1000
    assert not post(entry, [Leg(ann, layout, 400, "stake")], cause="test").already


@pytest.mark.django_db(transaction=True)
def test_it_refuses_to_work_without_a_transaction() -> None:
    books = check(FLOOR)
    leg = Leg(books.accounts["wallet:ann"], books.accounts["layout:1"], 1, "stake")
    with pytest.raises(TransactionManagementError):
        post(uuid4(), [leg], cause="test")
    assert balance(leg.debit) == 1000


@pytest.mark.parametrize(("debit", "credit", "amount"), [(1, 2, 0), (1, 2, -5), (1, 1, 5)])
def test_a_leg_has_two_accounts_and_a_positive_amount(debit: int, credit: int, amount: int) -> None:
    with pytest.raises(AssertionError):
        Leg(debit, credit, amount, "stake")


def test_an_entry_has_a_leg() -> None:
    with pytest.raises(AssertionError):
        post(uuid4(), [], cause="test")


def test_opening_an_account_again_returns_it_or_refuses_to_call_it_another() -> None:
    first = open_account("wallet:again", "wallet", "PLAY")
    assert open_account("wallet:again", "wallet", "PLAY") == first
    for kind, currency, unbounded in (
        ("float", "PLAY", False),
        ("wallet", "EUR", False),
        ("wallet", "PLAY", True),
    ):
        with pytest.raises(AccountMismatch):
            open_account("wallet:again", kind, currency, unbounded)


def test_a_statement_tells_every_posting_with_the_balance_after_it() -> None:
    books = check(FLOOR)
    ann, layout = books.accounts["wallet:ann"], books.accounts["layout:1"]
    post(uuid4(), [Leg(ann, layout, 300, "stake")], cause="staked", reference="round:1")
    post(
        uuid4(),
        [Leg(layout, ann, 300, "return"), Leg(books.accounts["float:1"], ann, 450, "pay")],
        cause="settled",
        reference="round:1",
    )
    whole = statement(ann)
    told = [(each.why, each.counterpart.split("/")[1], each.amount, each.balance) for each in whole]
    assert told == [
        ("pay", "float:1", 450, 1450),
        ("return", "layout:1", 300, 1000),
        ("stake", "layout:1", -300, 700),
        ("test", "mint:PLAY", 1000, 1000),
    ]
    assert [each.reference for each in whole] == ["round:1", "round:1", "round:1", ""]

    newest, oldest, nothing = (
        statement(ann, limit=2, before=before) for before in (None, whole[1].id, whole[3].id)
    )
    assert (newest, oldest, nothing) == (whole[:2], whole[2:], ())
    assert statement(books.accounts["wallet:bob"]) == ()


def test_what_a_reference_moved_is_summed_by_account() -> None:
    books = check(FLOOR)
    ann, house, layout = (books.accounts[code] for code in ("wallet:ann", "float:1", "layout:1"))
    post(uuid4(), [Leg(ann, layout, 300, "stake")], cause="staked", reference="round:1")
    post(uuid4(), [Leg(ann, layout, 77, "stake")], cause="staked", reference="round:12")
    post(
        uuid4(),
        [Leg(layout, ann, 300, "return"), Leg(house, ann, 450, "pay")],
        cause="settled",
        reference="round:1",
    )
    assert net_by_account("round:1") == {ann: 450, house: -450, layout: 0}
    assert net_by_account("round:12") == {ann: -77, layout: 77}
    assert net_by_account("round:2") == {}


def test_the_tables_above_left_the_books_right() -> None:
    check(FLOOR)
    assert audit() == []


def covered(*legs: Leg, short: int) -> Draft:
    """Return an entry of which one account may be short."""
    return Draft(uuid4(), legs, "test", cover=Cover(short, "capital:test", "fill"))


@pytest.fixture
def floor() -> dict[str, int]:
    """Accounts by code: a float of 30, a wallet of 100, a wallet and a capital without a bound."""
    opened = {
        code: open_account(code, code.split(":")[0], "PLAY", code == "capital:test").pk
        for code in ("capital:test", "float:test", "wallet:ann", "wallet:bob")
    }
    legs = [
        Leg(opened["capital:test"], opened["float:test"], 30, "fill"),
        Leg(opened["capital:test"], opened["wallet:ann"], 100, "grant"),
    ]
    with transaction.atomic():
        post(uuid4(), legs, cause="test")
    return opened


def test_what_an_account_lacks_is_added_in_the_same_entry(floor: dict[str, int]) -> None:
    draft = covered(
        Leg(floor["float:test"], floor["wallet:bob"], 50, "payout"), short=floor["float:test"]
    )
    with transaction.atomic():
        posted = post_draft(draft)
    assert (posted.covered, posted.already) == (20, False)
    assert posted.balances[floor["wallet:bob"]] == 50
    assert posted.balances[floor["float:test"]] == 0
    told = Transfer.objects.filter(entry_id=draft.entry_id).order_by("id")
    assert [(each.amount, each.why) for each in told] == [(50, "payout"), (20, "fill")]
    assert audit() == []


def test_an_account_that_has_enough_is_not_covered(floor: dict[str, int]) -> None:
    draft = covered(
        Leg(floor["float:test"], floor["wallet:bob"], 30, "payout"), short=floor["float:test"]
    )
    with transaction.atomic():
        assert post_draft(draft).covered == 0


def test_nobody_but_the_account_that_may_be_short_is_covered(floor: dict[str, int]) -> None:
    draft = covered(
        Leg(floor["float:test"], floor["wallet:bob"], 50, "payout"),
        Leg(floor["wallet:ann"], floor["float:test"], 101, "stake"),
        short=floor["float:test"],
    )
    with pytest.raises(Overdrawn) as refused, transaction.atomic():
        post_draft(draft)
    assert refused.value.account_id == floor["wallet:ann"]
    assert (refused.value.balance, refused.value.wanted) == (100, 101)
    assert balance(floor["float:test"]) == 30
