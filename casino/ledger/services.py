"""The ledger's services: open an account, post an entry, read the books, audit them.

`ledger_post` in the database is the only writer of transfers: called by `post`, or with a `Draft`
by a function of the database that writes more than the entry. Amounts are integers in minor units.
Knows accounts by id; refuses to know players, tables and games.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.db import connection
from django.db.transaction import TransactionManagementError

from casino.ledger.models import Account, Reserve


@dataclass(frozen=True, slots=True)
class Leg:
    """One transfer that an entry asks for: from the debited to the credited account."""

    debit: int
    """The id of the account that gives."""
    credit: int
    """The id of the account that receives."""
    amount: int
    """Minor units, positive."""
    why: str

    def __post_init__(self) -> None:
        assert self.amount > 0, self
        assert self.debit != self.credit, self


@dataclass(frozen=True, slots=True)
class Posted:
    """Result of posting an entry."""

    entry_id: UUID
    already: bool
    """The entry had been posted before; nothing moved this time."""
    balances: Mapping[int, int]
    """Minor units that every touched account holds now, by account id."""
    covered: int = 0
    """Minor units that were added to the account that may be short."""


class PostingRefused(Exception):
    """An entry that was refused. Nothing changed; the transaction stays usable."""


class Overdrawn(PostingRefused):
    """A bounded account would give more than it holds."""

    def __init__(self, account_id: int, balance: int, wanted: int) -> None:
        super().__init__(f"account {account_id} holds {balance}, wanted {wanted}")
        self.account_id = account_id
        self.balance = balance
        """Minor units that it holds and may give: what is reserved for something else is not."""
        self.wanted = wanted
        """Minor units that the entry, all its legs together, takes from it."""


class CurrencyMismatch(PostingRefused):
    """A leg would move money between two currencies."""

    def __init__(self, account_id: int) -> None:
        super().__init__(f"account {account_id} is of another currency than its counterpart")
        self.account_id = account_id
        """The receiving account of the first such leg."""


class UnknownAccount(PostingRefused):
    """A leg names an account that does not exist."""

    def __init__(self, account_id: int) -> None:
        super().__init__(f"there is no account {account_id}")
        self.account_id = account_id


class EntryMismatch(PostingRefused):
    """The entry's id has been posted with other legs."""

    def __init__(self, entry_id: UUID) -> None:
        super().__init__(f"entry {entry_id} has been posted with other legs")
        self.entry_id = entry_id


@dataclass(frozen=True, slots=True)
class Cover:
    """An account that may be short: another account pays what it lacks, as one more leg."""

    account: int
    """The id of the account that may be short."""
    by: str
    """The code of the account that adds."""
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry that is still to be posted, by `ledger_post` within another call of the database.

    The caller passes the `arguments` to it, and its rows to `posted`, or its refusal to
    `refused`; `post` says what they mean.
    """

    entry_id: UUID
    legs: Sequence[Leg]
    cause: str
    reference: str = ""
    operator: str = ""
    first: int = 0
    lifting: str = ""
    cover: Cover | None = None

    def __post_init__(self) -> None:
        assert self.legs, "an entry has at least one leg"

    @property
    def arguments(self) -> list[Any]:
        """What `ledger_post` takes, in order."""
        cover = self.cover
        return [
            self.entry_id,
            self.cause,
            self.reference,
            self.operator,
            [leg.debit for leg in self.legs],
            [leg.credit for leg in self.legs],
            [leg.amount for leg in self.legs],
            [leg.why for leg in self.legs],
            self.first,
            self.lifting,
            *((cover.account, cover.by, cover.why) if cover else (None, None, None)),
        ]

    def posted(self, rows: Sequence[tuple[str, int, int, int]]) -> Posted:
        """Return the answer that `ledger_post` gave in these rows; raises its refusal."""
        outcome = rows[0][0]
        if outcome not in ("posted", "already"):
            raise self.refused(*rows[0])
        covered = sum([row[3] for row in rows if row[0] == "covered"])
        balances = {row[1]: row[2] for row in rows if row[0] == outcome}
        return Posted(self.entry_id, outcome == "already", balances, covered)

    def refused(self, outcome: str, account_id: int, balance: int, wanted: int) -> PostingRefused:
        """Return the refusal that `ledger_post` gave in this row."""
        match outcome:
            case "mismatch":
                return EntryMismatch(self.entry_id)
            case "unknown":
                return UnknownAccount(account_id)
            case "currency":
                return CurrencyMismatch(account_id)
            case "overdrawn":
                return Overdrawn(account_id, balance, wanted)
            case _:
                raise AssertionError(outcome)


ARGUMENTS: Final = (
    "%s, %s, %s, %s, %s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s, %s, %s, %s, %s"
)
"""The places of a draft's arguments in a statement."""
NO_DRAFT: Final = (None,) * ARGUMENTS.count("%s")
"""The arguments where nothing is posted."""


def post(
    entry_id: UUID,
    legs: Sequence[Leg],
    *,
    cause: str,
    reference: str = "",
    operator: str = "",
    first: int = 0,
    lifting: str = "",
) -> Posted:
    """Post an entry now; see `post_draft`."""
    return post_draft(Draft(entry_id, legs, cause, reference, operator, first, lifting))


def post_draft(draft: Draft) -> Posted:
    """Post all of these legs, or none. Idempotent by the entry's id.

    One statement, however many legs. Needs the caller's transaction (READ COMMITTED) and holds
    the touched accounts' row locks, taken in id order, until it ends: call it once per
    transaction and late. Overdrafts are judged on the legs' net effect, so their order is free; but
    the `first` legs must be covered without the others: a stake is paid before winnings. Of what
    is reserved on an account, an entry may spend only what the holder `lifting` has reserved.

    Refusals, in order of precedence: `EntryMismatch`, `UnknownAccount`, `CurrencyMismatch`,
    `Overdrawn` (of the account whose leg comes first). A refused id may be posted later.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("ledger.post needs the caller's transaction.")
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT outcome, account, balance, wanted FROM ledger_post({ARGUMENTS})",  # noqa: S608
            draft.arguments,
        )
        return draft.posted(cursor.fetchall())


def lock(account_ids: Collection[int]) -> None:
    """Lock the accounts' rows in id order, as `post` does, until the transaction ends.

    For a transaction that posts twice: it takes all locks before its first entry.
    """
    rows = Account.objects.select_for_update(no_key=True).filter(pk__in=account_ids)
    list(rows.order_by("pk").values_list("pk"))


def reserve(account_id: int, holder: str, amount: int) -> None:
    """Reserve minor units of an account for a holder, until released; replaces their earlier one.

    Needs the caller's transaction and holds the account's row lock until it ends. Raises
    `Overdrawn` where less than that is free.
    """
    account = Account.objects.select_for_update(no_key=True).get(pk=account_id)
    mine = Reserve.objects.filter(account=account, holder=holder).first()
    free = account.balance - account.reserved + (mine.amount if mine else 0)
    if free < amount:
        raise Overdrawn(account_id, free, amount)
    Reserve.objects.update_or_create(account=account, holder=holder, defaults={"amount": amount})


def release(holder: str, *, but: Collection[int] = ()) -> None:
    """Release what a holder has reserved, on all accounts `but` these.

    One account after the other in id order, as `post` takes its locks. Needs the caller's
    transaction.
    """
    for each in Reserve.objects.filter(holder=holder).order_by("account_id"):
        if each.account_id not in but:
            each.delete()


class AccountMismatch(Exception):
    """An account with this code is open, but of another kind, currency or bound."""


def open_account(code: str, kind: str, currency: str, unbounded: bool = False) -> Account:
    """Return the account of this code, opened empty unless it was open; safe to race.

    Raises `AccountMismatch` when the open one has another kind, currency or bound.
    """
    account = Account.objects.filter(code=code).first()
    if account is None:
        Account.objects.bulk_create(
            [Account(code=code, kind=kind, currency=currency, unbounded=unbounded)],
            ignore_conflicts=True,
        )
        account = Account.objects.get(code=code)
    if (account.kind, account.currency, account.unbounded) != (kind, currency, unbounded):
        raise AccountMismatch(code)
    return account


def balance(account_id: int) -> int:
    """Return the minor units that the account holds."""
    return Account.objects.only("debits", "credits").get(pk=account_id).balance


def reserved(account_id: int) -> int:
    """Return the minor units of the account that are kept for something."""
    return Account.objects.only("reserved").get(pk=account_id).reserved


@dataclass(frozen=True, slots=True)
class Posting:
    """One side of a transfer, as one account's statement reports it."""

    id: int
    """The transfer's id; the `before` of the next page."""
    at: datetime
    cause: str
    reference: str
    why: str
    counterpart: str
    """The code of the account on the other side."""
    amount: int
    """Minor units; positive when received, negative when given."""
    balance: int
    """Minor units that the account held afterwards."""


def statement(account_id: int, limit: int = 50, before: int | None = None) -> tuple[Posting, ...]:
    """Return the account's postings, newest first, those older than the transfer `before`.

    One snapshot: each balance is the previous one less the newer posting. A page costs as much as
    there are newer postings; the first page costs the same however long the history.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH given AS NOT MATERIALIZED (
                SELECT id, entry_id, why, credit_id AS counterpart, -amount AS amount
                FROM ledger_transfer WHERE debit_id = %(account)s
            ), received AS NOT MATERIALIZED (
                SELECT id, entry_id, why, debit_id AS counterpart, amount
                FROM ledger_transfer WHERE credit_id = %(account)s
            ), page AS (
                -- Limited side by side, so that each side is read from the end of its index.
                (SELECT * FROM given WHERE %(before)s::bigint IS NULL OR id < %(before)s
                    ORDER BY id DESC LIMIT %(limit)s)
                UNION ALL
                (SELECT * FROM received WHERE %(before)s::bigint IS NULL OR id < %(before)s
                    ORDER BY id DESC LIMIT %(limit)s)
                ORDER BY id DESC LIMIT %(limit)s
            ), newer AS (
                SELECT coalesce(sum(amount), 0) AS amount FROM (
                    SELECT amount FROM given WHERE id >= %(before)s
                    UNION ALL
                    SELECT amount FROM received WHERE id >= %(before)s
                ) AS sides
            )
            SELECT page.id, entry.at, entry.cause, entry.reference, page.why,
                counterpart.code, page.amount,
                (account.credits - account.debits - newer.amount
                    - sum(page.amount) OVER (ORDER BY page.id DESC) + page.amount)::bigint
            FROM page
            CROSS JOIN newer
            JOIN ledger_account AS account ON account.id = %(account)s
            JOIN ledger_journalentry AS entry ON entry.id = page.entry_id
            JOIN ledger_account AS counterpart ON counterpart.id = page.counterpart
            ORDER BY page.id DESC
            """,
            {"account": account_id, "before": before, "limit": limit},
        )
        return tuple(Posting(*row) for row in cursor.fetchall())


def net_by_account(reference: str) -> dict[int, int]:
    """Return what every account gained (or, below zero, lost) by the entries of this reference.

    The values sum to zero in each currency. Accounts that came out even are listed with 0.
    """
    assert reference, "entries that stand alone share no reference"
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT side.account, sum(side.amount)::bigint
            FROM ledger_journalentry AS entry
            JOIN ledger_transfer AS transfer ON transfer.entry_id = entry.id
            CROSS JOIN LATERAL (
                VALUES (transfer.debit_id, -transfer.amount), (transfer.credit_id, transfer.amount)
            ) AS side (account, amount)
            WHERE entry.reference = %s AND entry.reference <> ''
            GROUP BY side.account
            """,
            [reference],
        )
        return dict(cursor.fetchall())


@dataclass(frozen=True, slots=True)
class Fault:
    """One difference between the books and what the transfers say."""

    law: Literal["totals", "overdrawn", "currency", "empty_entry", "zero_sum"]
    subject: str
    """The account's code, the entry's or transfer's id, or the currency."""
    recorded: int
    recomputed: int


def audit() -> list[Fault]:
    """Recompute the books from the transfers alone and return every difference.

    One statement, so one snapshot: it may run while the casino plays. Its cost grows with the
    number of transfers. The database refuses all of these faults; finding one means that
    somebody switched a trigger off or a disk lied.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH recomputed AS (
                SELECT account, sum(given) AS debits, sum(received) AS credits
                FROM (
                    SELECT debit_id AS account, amount AS given, 0 AS received FROM ledger_transfer
                    UNION ALL
                    SELECT credit_id, 0, amount FROM ledger_transfer
                ) AS sides
                GROUP BY account
            ), book AS (
                SELECT account.code, account.currency, account.unbounded,
                    account.debits, account.credits,
                    coalesce(recomputed.debits, 0) AS true_debits,
                    coalesce(recomputed.credits, 0) AS true_credits
                FROM ledger_account AS account
                LEFT JOIN recomputed ON recomputed.account = account.id
            )
            SELECT 'totals', code, credits - debits, true_credits - true_debits
            FROM book WHERE debits <> true_debits OR credits <> true_credits
            UNION ALL
            SELECT 'overdrawn', code, credits - debits, true_credits - true_debits
            FROM book WHERE NOT unbounded AND true_credits < true_debits
            UNION ALL
            SELECT 'currency', transfer.id::text, transfer.amount, 0
            FROM ledger_transfer AS transfer
            JOIN ledger_account AS debit ON debit.id = transfer.debit_id
            JOIN ledger_account AS credit ON credit.id = transfer.credit_id
            WHERE debit.currency <> credit.currency
            UNION ALL
            SELECT 'empty_entry', entry.id::text, 0, 0
            FROM ledger_journalentry AS entry
            WHERE NOT EXISTS (SELECT FROM ledger_transfer WHERE entry_id = entry.id)
            UNION ALL
            SELECT 'zero_sum', currency, sum(credits - debits), 0
            FROM book GROUP BY currency HAVING sum(credits) <> sum(debits)
            ORDER BY 1, 2
            """
        )
        return [
            Fault(law, subject, int(recorded), int(recomputed))
            for law, subject, recorded, recomputed in cursor.fetchall()
        ]
