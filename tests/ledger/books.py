"""Reads and runs books that are written down as a table, one transfer a line.

    open      wallet:ann
    open      mint:PLAY     unbounded
    transfer  mint:PLAY     wallet:ann  1000  ok
    transfer  wallet:ann    layout:1    1500  overdrawn
    balance   wallet:ann    1000

A fifth column before the result, `#e1`, names the entry, so that it can be sent again. A result of
`&` links the line with the next: one entry of several legs.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from casino.ledger.models import Account, Kind
from casino.ledger.services import (
    CurrencyMismatch,
    EntryMismatch,
    Leg,
    Overdrawn,
    Posted,
    PostingRefused,
    UnknownAccount,
    balance,
    open_account,
    post,
)

_serial = itertools.count()


@dataclass
class Books:
    """Accounts by the names of one table, and a line-by-line account of what happened."""

    prefix: str = field(default_factory=lambda: f"t{next(_serial)}/")
    space: UUID = field(default_factory=uuid4)
    accounts: dict[str, int] = field(default_factory=dict)
    legs: list[Leg] = field(default_factory=list)

    def open(self, code: str, *traits: str) -> None:
        """Open an account; `unbounded` and a currency in capitals are its traits."""
        currency = next((trait for trait in traits if trait.isupper()), "PLAY")
        kind = Kind(code.split(":")[0])
        account = open_account(self.prefix + code, kind, currency, "unbounded" in traits)
        self.accounts[code] = account.pk

    def code(self, account_id: int) -> str:
        return {pk: code for code, pk in self.accounts.items()}[account_id]

    def leg(self, debit: str, credit: str, amount: str) -> Leg:
        nobody = 1 + (Account.objects.order_by("-pk").values_list("pk", flat=True).first() or 0)
        return Leg(
            self.accounts.get(debit, nobody), self.accounts.get(credit, nobody), int(amount), "test"
        )

    def send(self, entry: str | None) -> str:
        """Post the gathered legs and say in one word what came of it."""
        entry_id = uuid5(self.space, entry) if entry else uuid4()
        legs, self.legs = self.legs, []
        before = self.balances()
        # A refusal is caught inside the transaction, which commits: it must have changed nothing.
        with transaction.atomic():
            try:
                posted = post(entry_id, legs, cause="test")
            except PostingRefused as refused:
                return self.refused(refused, before)
        return self.checked(posted, legs, before)

    def refused(self, refused: PostingRefused, before: dict[str, int]) -> str:
        assert self.balances() == before
        match refused:
            case Overdrawn():
                held = before[self.code(refused.account_id)]
                assert refused.balance == held < refused.wanted
                return "overdrawn"
            case CurrencyMismatch():
                return "currency"
            case UnknownAccount():
                return "unknown"
            case EntryMismatch():
                return "mismatch"
            case _:
                raise refused

    def checked(self, posted: Posted, legs: list[Leg], before: dict[str, int]) -> str:
        after = self.balances()
        touched = {account for leg in legs for account in (leg.debit, leg.credit)}
        assert posted.balances == {account: after[self.code(account)] for account in touched}
        if posted.already:
            assert after == before
            return "already"
        return "ok"

    def balances(self) -> dict[str, int]:
        return {code: balance(pk) for code, pk in self.accounts.items()}

    def outcomes(self, text: str) -> Iterator[tuple[str, str, str]]:
        """Run the table and yield each line with what it expects and what happened."""
        for line in filter(None, (line.strip() for line in text.splitlines())):
            match line.split():
                case ["open", code, *traits]:
                    self.open(code, *traits)
                case ["balance", code, amount]:
                    yield line, amount, str(balance(self.accounts[code]))
                case ["transfer", debit, credit, amount, *entry, expected]:
                    self.legs.append(self.leg(debit, credit, amount))
                    if expected != "&":
                        yield line, expected, self.send(entry[0] if entry else None)
                case _:
                    raise ValueError(line)


def check(text: str) -> Books:
    """Run a table, fail at the first line whose result is another, and return the books."""
    books = Books()
    for line, expected, happened in books.outcomes(text):
        assert happened == expected, f"{line}\n  but it was: {happened}"
    return books
