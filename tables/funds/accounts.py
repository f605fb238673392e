"""Where a move's two ends lie in the ledger. Knows no game."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from casino.ledger import services as ledger
from casino.ledger.models import Account, Kind
from casino.ledger.services import Leg
from tables.games.core.money import EXTRA_PLACES, Move, Party, Place
from tables.rows.table_rows import TableRow


@dataclass(frozen=True, slots=True)
class MoveAccounts:
    """The ledger accounts that the moves of one step may name, by id."""

    table: TableRow
    wallets: Mapping[Party, int]
    pots: Mapping[str, int]
    """By the name under which the table's game knows the pot."""
    held: Mapping[Place, int]


ACCOUNTS: Final[Mapping[Place, Callable[[MoveAccounts, Move], int]]] = {
    Place.WALLET: lambda ends, move: ends.wallets[move.party],
    Place.LAYOUT: lambda ends, move: ends.table.layout_account,
    Place.FLOAT: lambda ends, move: ends.table.float_account,
    Place.JACKPOT: lambda ends, move: ends.pots[move.pot],
    Place.TICKETS: lambda ends, move: tickets_account(ends.table.currency),
    Place.PAYMENTS: lambda ends, move: payments_account(ends.table.currency),
}
"""Which account a place is for a move; any other is one of those that the table holds."""


def journal_legs(ends: MoveAccounts, moves: Sequence[Move]) -> list[Leg]:
    """Return the moves as the legs of a journal entry, in the same order.

    Chips that go the same way for the same reason are one leg: a spin moves hundreds.
    """
    amounts: dict[tuple[int, int, str], int] = defaultdict(int)
    for move in moves:
        way = (_account(ends, move, move.source), _account(ends, move, move.target), move.why)
        amounts[way] += move.amount
    return [Leg(debit, credit, amount, why) for (debit, credit, why), amount in amounts.items()]


def _account(ends: MoveAccounts, move: Move, place: Place) -> int:
    return ends.held[place] if place in EXTRA_PLACES else ACCOUNTS[place](ends, move)


def tickets_account(currency: str) -> int:
    """Return the account that backs the tickets that are issued and not paid."""
    return ledger.open_account(tickets_account_code(currency), Kind.POT, currency).pk


def orphans_account(currency: str) -> int:
    """Return the account of orphans: unclaimed credits and expired tickets (MC-AUTO-46)."""
    return ledger.open_account(orphans_account_code(currency), Kind.POT, currency).pk


def payments_account(currency: str) -> int:
    """Return the account of what is paid by cheque or transfer and not issued (MC-AUTO-44)."""
    return ledger.open_account(payments_account_code(currency), Kind.POT, currency).pk


def payments_account_code(currency: str) -> str:
    """Return the code of that account."""
    return f"payments:{currency}"


def tickets_account_code(currency: str) -> str:
    """Return the code of that account: machines feed it, as tables do a pot."""
    return f"tickets:{currency}"


def orphans_account_code(currency: str) -> str:
    """Return the code of that account."""
    return f"orphans:{currency}"


def open_place_accounts(
    table_id: int, currency: str, wanted: Collection[Place]
) -> Mapping[Place, int]:
    """Return the accounts of the places that a table's rules want, opened unless they are open."""
    return {
        place: ledger.open_account(_code(place, table_id), Kind(place.value), currency).pk
        for place in sorted(wanted)
    }


def place_accounts(table: TableRow, moves: Sequence[Move]) -> Mapping[Place, int]:
    """Return the accounts of those places that the moves name; no query where they name none.

    One that is missing is opened: the table may be older than its game's use for the place.
    """
    codes = {
        _code(place, table.id): place
        for move in moves
        for place in (move.source, move.target)
        if place in EXTRA_PLACES
    }
    if not codes:
        return {}
    found = dict(Account.objects.filter(code__in=codes).values_list("code", "pk"))
    missing = {place for code, place in codes.items() if code not in found}
    opened = open_place_accounts(table.id, table.currency, missing)
    return {place: found.get(code) or opened[place] for code, place in codes.items()}


def place_account(table_id: int, place: Place) -> Account | None:
    """Return a table's account of a place; `None` where its rules do not want one."""
    return Account.objects.filter(code=_code(place, table_id)).first()


def _code(place: Place, table_id: int) -> str:
    return f"{place}:{table_id}"
