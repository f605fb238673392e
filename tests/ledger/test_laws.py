"""The laws hold against raw SQL, not only against the services; and the audit rings."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from casino.ledger.models import Account, JournalEntry, Transfer
from casino.ledger.services import Leg, audit, balance, post
from tests.ledger.books import Books, check

pytestmark = pytest.mark.django_db


@pytest.fixture
def books() -> Books:
    return check(
        """
        open      mint:PLAY    unbounded
        open      wallet:ann
        open      layout:1
        open      wallet:eve   EUR
        transfer  mint:PLAY    wallet:ann   1000   ok
        """
    )


def sql(statement: str, *values: object) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def transfer(debit: int | None, credit: int | None, amount: int) -> None:
    """Write one transfer by hand, past every service."""
    entry = JournalEntry.objects.create(id=uuid4(), cause="raw")
    sql(
        "INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why) "
        "VALUES (%s, %s, %s, %s, 'raw')",
        entry.pk,
        debit,
        credit,
        amount,
    )


def test_a_raw_transfer_moves_the_totals_by_itself(books: Books) -> None:
    transfer(books.accounts["wallet:ann"], books.accounts["layout:1"], 400)
    assert books.balances() == {
        "mint:PLAY": -1000,
        "wallet:ann": 600,
        "layout:1": 400,
        "wallet:eve": 0,
    }


def test_many_raw_transfers_in_one_statement_move_the_totals_together(books: Books) -> None:
    entry = JournalEntry.objects.create(id=uuid4(), cause="raw")
    ann, layout = books.accounts["wallet:ann"], books.accounts["layout:1"]
    Transfer.objects.bulk_create(
        [
            Transfer(entry=entry, debit_id=ann, credit_id=layout, amount=n, why="raw")
            for n in (1, 2, 3)
        ]
    )
    assert (balance(ann), balance(layout)) == (994, 6)


def test_the_database_alone_refuses_an_overdraft(books: Books) -> None:
    with pytest.raises(IntegrityError, match="ledger_account_never_overdrawn"):
        transfer(books.accounts["wallet:ann"], books.accounts["layout:1"], 1001)
    assert balance(books.accounts["wallet:ann"]) == 1000


@pytest.mark.parametrize(
    ("debit", "credit", "amount", "law"),
    [
        ("wallet:ann", "wallet:ann", 1, "ledger_transfer_two_accounts"),
        ("wallet:ann", "layout:1", 0, "ledger_transfer_amount_positive"),
        ("wallet:ann", "layout:1", -1, "ledger_transfer_amount_positive"),
        ("wallet:ann", None, 1, "null value"),
        (None, "wallet:ann", 1, "null value"),
        ("mint:PLAY", "wallet:eve", 1, "one currency"),
    ],
)
def test_what_is_unbalanced_cannot_be_written(
    books: Books, debit: str | None, credit: str | None, amount: int, law: str
) -> None:
    before = books.balances()
    with pytest.raises(IntegrityError, match=law):
        transfer(
            debit and books.accounts[debit],  # type: ignore[arg-type]
            credit and books.accounts[credit],  # type: ignore[arg-type]
            amount,
        )
    assert books.balances() == before


def test_a_transfer_names_accounts_and_an_entry_that_exist(books: Books) -> None:
    with pytest.raises(IntegrityError, match="foreign key"):
        transfer(books.accounts["mint:PLAY"], 0, 1)
    with pytest.raises(IntegrityError, match="foreign key"):
        sql(
            "INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why) "
            "VALUES (%s, %s, %s, 1, 'raw')",
            uuid4(),
            books.accounts["mint:PLAY"],
            books.accounts["layout:1"],
        )


@pytest.mark.parametrize(
    "change",
    [
        "debits = debits - 1",
        "credits = credits + 1000",
        "credits = credits + 1, debits = debits + 1",
        "currency = 'EUR'",
        "code = 'wallet:bob'",
        "kind = 'mint'",
        "unbounded = true",
        "opened_at = now()",
        "debits = debits",
    ],
)
def test_accounts_change_by_transfers_alone(books: Books, change: str) -> None:
    with pytest.raises(IntegrityError, match="changes only by transfers"):
        sql(f"UPDATE ledger_account SET {change} WHERE id = %s", books.accounts["wallet:ann"])  # noqa: S608
    assert balance(books.accounts["wallet:ann"]) == 1000


def test_not_even_a_trigger_renames_an_account(books: Books) -> None:
    """What lets a transfer's trigger move the totals lets nothing else change."""
    sql("CREATE TEMP TABLE bell (code text) ON COMMIT DROP")
    sql(
        "CREATE FUNCTION pg_temp.rename() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN UPDATE ledger_account SET code = NEW.code WHERE id = TG_ARGV[0]::bigint; "
        "RETURN NEW; END $$"
    )
    ann = books.accounts["wallet:ann"]
    sql(
        "CREATE TRIGGER rename BEFORE INSERT ON bell "
        f"FOR EACH ROW EXECUTE FUNCTION pg_temp.rename('{ann}')"
    )
    with pytest.raises(IntegrityError, match="changes only by transfers"):
        sql("INSERT INTO bell VALUES ('wallet:bob')")


def test_the_orm_cannot_save_an_account_either(books: Books) -> None:
    ann = Account.objects.get(pk=books.accounts["wallet:ann"])
    ann.credits += 1_000_000
    with pytest.raises(IntegrityError, match="changes only by transfers"), transaction.atomic():
        ann.save()


def test_an_account_opens_without_money() -> None:
    with pytest.raises(IntegrityError, match="must open without money"), transaction.atomic():
        Account.objects.create(code="wallet:rich", kind="wallet", currency="PLAY", credits=1)


def test_an_account_has_a_known_kind() -> None:
    with pytest.raises(IntegrityError, match="kind_known"), transaction.atomic():
        Account.objects.create(code="pocket:1", kind="pocket", currency="PLAY")


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE ledger_transfer SET amount = amount + 1", "UPDATE of ledger_transfer"),
        ("UPDATE ledger_transfer SET why = why", "UPDATE of ledger_transfer"),
        ("UPDATE ledger_journalentry SET cause = 'other'", "UPDATE of ledger_journalentry"),
        ("DELETE FROM ledger_transfer", "DELETE of ledger_transfer"),
        ("DELETE FROM ledger_journalentry", "DELETE of ledger_journalentry"),
        ("DELETE FROM ledger_account", "DELETE of ledger_account"),
        ("DELETE FROM ledger_account WHERE credits = 0", "DELETE of ledger_account"),
        ("TRUNCATE ledger_transfer", "TRUNCATE of ledger_transfer"),
        ("TRUNCATE ledger_journalentry CASCADE", "TRUNCATE of ledger_journalentry"),
        ("TRUNCATE ledger_account CASCADE", "TRUNCATE of ledger_account"),
    ],
)
def test_what_is_written_stays(books: Books, statement: str, refusal: str) -> None:
    del books
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL sabot.flush = 'off'")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    before = (Account.objects.count(), JournalEntry.objects.count(), Transfer.objects.count())
    with pytest.raises(IntegrityError, match=f"{refusal} is refused"):
        sql(statement)
    assert before == (
        Account.objects.count(),
        JournalEntry.objects.count(),
        Transfer.objects.count(),
    )


def test_truncating_is_refused_where_the_setting_was_never_made(books: Books) -> None:
    del books
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL sabot.flush = ''")
    with pytest.raises(IntegrityError, match="TRUNCATE of"):
        sql("TRUNCATE ledger_transfer")


@contextmanager
def triggers_off() -> Iterator[None]:
    """Switch every trigger off, as somebody with the keys of the database could."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


def audited() -> set[tuple[str, str, int, int]]:
    return {
        (fault.law, fault.subject.split("/")[-1], fault.recorded, fault.recomputed)
        for fault in audit()
    }


def test_the_audit_finds_totals_that_no_transfer_made(books: Books) -> None:
    assert audited() == set()
    with triggers_off():
        Account.objects.filter(pk=books.accounts["wallet:ann"]).update(credits=1001)
    assert audited() == {("totals", "wallet:ann", 1001, 1000), ("zero_sum", "PLAY", 1, 0)}


def test_the_audit_finds_totals_whose_balance_is_right_but_whose_turnover_is_not(
    books: Books,
) -> None:
    with triggers_off():
        Account.objects.filter(pk=books.accounts["wallet:ann"]).update(credits=1010, debits=10)
    assert audited() == {("totals", "wallet:ann", 1000, 1000)}


def test_the_audit_finds_transfers_that_moved_nothing(books: Books) -> None:
    with triggers_off():
        transfer(books.accounts["wallet:ann"], books.accounts["layout:1"], 1500)
    assert audited() == {
        ("totals", "wallet:ann", 1000, -500),
        ("totals", "layout:1", 0, 1500),
        ("overdrawn", "wallet:ann", 1000, -500),
    }


def test_the_audit_finds_a_transfer_between_currencies(books: Books) -> None:
    with triggers_off():
        transfer(books.accounts["mint:PLAY"], books.accounts["wallet:eve"], 5)
    assert "currency" in {law for law, *_ in audited()}


def test_the_audit_finds_an_entry_without_transfers(books: Books) -> None:
    del books
    entry = JournalEntry.objects.create(id=uuid4(), cause="hollow")
    assert audited() == {("empty_entry", str(entry.pk), 0, 0)}


def test_the_command_says_in_one_line_whether_the_books_are_right(books: Books) -> None:
    out = io.StringIO()
    call_command("audit_ledger", stdout=out)
    assert out.getvalue() == "ledger: the books agree with the transfers\n"

    with triggers_off():
        Account.objects.filter(pk=books.accounts["wallet:ann"]).update(credits=1001)
    with pytest.raises(CommandError, match=r"\Aledger: 2 faults: [^\n]+\Z") as refused:
        call_command("audit_ledger", stdout=io.StringIO())
    assert refused.value.returncode == 1


def test_a_posting_with_triggers_on_is_right_again(books: Books) -> None:
    """The alarm above comes from the switched-off triggers, not from the postings."""
    leg = Leg(books.accounts["wallet:ann"], books.accounts["layout:1"], 1000, "stake")
    post(uuid4(), [leg], cause="test")
    assert audited() == set()
