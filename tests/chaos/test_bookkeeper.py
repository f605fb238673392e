"""The bookkeeper of the fault campaign: silent beside an honest round, and heard at every fault."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.ledger import services as ledger
from casino.players.services import wallet_of
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.models import Receipt, Round, RoundEvent, Table
from tests.chaos import bookkeeper
from tests.floor import House
from tests.tables.conftest import house

__all__ = ["house"]

ANOTHER_ROUND = """
    INSERT INTO tables_round (table_id, number, rules_id, first_card, status, opened_at, result,
                              carried_in, carried_out)
    SELECT table_id, number + 1, rules_id, 0, 'running', opened_at, '', 0, 0 FROM tables_round"""
BY_THE_LEDGER = {
    "the mint is not what it gave": """
        INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why)
        SELECT entry_id, debit_id, credit_id, amount, 'gift' FROM ledger_transfer
         WHERE why = 'grant' LIMIT 1""",
    "a player was granted twice": """
        INSERT INTO ledger_journalentry (id, cause, reference)
        SELECT gen_random_uuid(), cause, reference FROM ledger_journalentry
         WHERE cause = 'grant'""",
    "a round was paid otherwise than its events say": """
        INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why)
        SELECT t.entry_id, t.debit_id, t.credit_id, t.amount, t.why FROM ledger_transfer t
          JOIN ledger_account a ON a.id = t.debit_id
          JOIN ledger_journalentry e ON e.id = t.entry_id
         WHERE a.kind = 'float' AND e.reference LIKE 'round:%' ORDER BY t.id LIMIT 1""",
}
"""What the ledger itself lets through: for each law a statement that breaks it."""
UNGUARDED = {
    "a currency does not sum to 0": """
        UPDATE ledger_account SET credits = credits + 5 WHERE kind = 'wallet'""",
    "an account is overdrawn": """
        ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_never_overdrawn;
        UPDATE ledger_account SET debits = credits + 1 WHERE kind = 'wallet'""",
    "an account is not what its transfers make it": """
        UPDATE ledger_account SET debits = debits + 5, credits = credits + 5
         WHERE kind = 'wallet'""",
    "a transfer changes the currency": """
        UPDATE ledger_account SET currency = 'EUR' WHERE kind = 'wallet'""",
    "a reserve is not what its holders have": """
        UPDATE ledger_account SET reserved = 7 WHERE kind = 'wallet'""",
    "a round that is over does not balance": """
        UPDATE tables_round SET carried_out = carried_out + 5""",
    "on a layout lies what the last round did not leave": """
        UPDATE ledger_account SET credits = credits + 5 WHERE kind = 'layout'""",
    "a command was carried out at two moments or tables": """
        UPDATE tables_roundevent SET cause = (
               SELECT cause FROM tables_roundevent WHERE cause IS NOT NULL LIMIT 1)""",
    "a command that was refused has changed something": """
        UPDATE tables_receipt SET code = 'not_now', seq = NULL""",
    "a bet was paid twice": """
        INSERT INTO tables_roundevent (table_id, round_id, seq, kind, body, cause, at)
        SELECT table_id, round_id, seq + 1000, kind, body, NULL, at FROM tables_roundevent
         WHERE jsonb_array_length(body -> 'moves') > 0 ORDER BY seq DESC LIMIT 1""",
    "two rounds of a table overlap": f"""{ANOTHER_ROUND};
        UPDATE tables_roundevent SET round_id = (SELECT max(id) FROM tables_round)
         WHERE seq = (SELECT min(seq) + 1 FROM tables_roundevent)""",  # noqa: S608
    "a table has two rounds in play": f"""{ANOTHER_ROUND};
        UPDATE tables_round SET status = 'running'""",  # noqa: S608
}
"""What only one could do who has silenced the database's triggers."""


@pytest.fixture
def played(house: House) -> House:
    """A house with a round that somebody has won."""
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Stand(BoxNo(1)))
    return house


@pytest.fixture
def books(played: House) -> Iterator[bookkeeper.Connection]:
    """What the bookkeeper reads."""
    with transaction.atomic():
        yield connection.connection


def test_every_law_is_heard_when_it_is_broken(books: bookkeeper.Connection) -> None:
    assert bookkeeper.read(books) == []
    heard = {}
    for law, statements in (BY_THE_LEDGER | UNGUARDED).items():
        with transaction.atomic(), connection.cursor() as cursor:
            if law in UNGUARDED:
                cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(statements)
            heard[law] = {each.partition(":")[0] for each in bookkeeper.read(books)}
            transaction.set_rollback(True)
    assert {law for law, found in heard.items() if law in found} == set(bookkeeper.LAWS)
    assert bookkeeper.read(books) == []


def test_a_stake_that_is_raised_to_what_it_was_before_is_no_second_payment(house: House) -> None:
    house.sit("ann", 1)
    for amount in (1000, 2000, 1000, 2000):
        assert house.stake("ann", 1, amount) == ""
    bodies = list(RoundEvent.objects.filter(kind="blackjack.staked").values_list("body", flat=True))
    assert any(bodies.count(each) == 2 for each in bodies)
    assert bookkeeper.read(connection.connection) == []


def test_a_transfer_beside_the_events_is_heard(played: House, books: bookkeeper.Connection) -> None:
    round_ = Round.objects.get()
    wallet = wallet_of(played.player("ann").pk).account_id
    capital = Table.objects.get().float_account_id
    ledger.post(
        uuid4(),
        [ledger.Leg(capital, wallet, 5, "gift")],
        cause="gift",
        reference=round_.reference,
    )
    assert bookkeeper.read(books) == [
        f"a round was paid otherwise than its events say: {round_.pk}, float, wallet, gift, None, 5"
    ]


def test_an_answer_without_its_receipt_is_heard(books: bookkeeper.Connection) -> None:
    done = str(Receipt.objects.filter(code="").values_list("command_id", flat=True)[0])
    lost = str(uuid4())
    assert bookkeeper.unkept(books, {done: None, lost: "busy"}) == []
    assert len(bookkeeper.unkept(books, {done: "not_now", lost: None})) == 2


def test_a_table_that_is_late_is_heard(books: bookkeeper.Connection) -> None:
    assert bookkeeper.overdue(books, 3) == []
    Table.objects.update(due_at=timezone.now() - timedelta(seconds=9), window_ms=1)
    assert len(bookkeeper.overdue(books, 3)) == 1
