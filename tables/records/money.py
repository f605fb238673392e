"""The moves of a step as one journal entry, and the accounts that they go between."""

import functools
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final
from uuid import UUID

import structlog

from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Wallet
from tables.games.core.money import Move, Party, Place
from tables.games.core.words import Words
from tables.records import accounts, jackpots, parties
from tables.records.rows import Surroundings, TableRow

log = structlog.get_logger(__name__)

REASONS: Final[Mapping[str, Words]] = {
    "credit": Words("Retrait d’une table", "Credit of a table"),
    "fill": Words("Approvisionnement d’une table", "Fill of a table"),
}
"""What chips between the house and a float move for, by code."""


def holder(table_id: int) -> str:
    """Return the holder's name of the reserves for what a table's players must be able to stake."""
    return f"table:{table_id}"


def owner(account_id: int) -> Party | None:
    """Return whose wallet an account is; `None` for an account of the house."""
    player_id = (
        Wallet.objects.filter(account_id=account_id).values_list("player_id", flat=True).first()
    )
    return None if player_id is None else parties.of(player_id)


def post(
    table: TableRow,
    around: Surroundings,
    entry: UUID,
    moves: Sequence[Move],
    *,
    cause: str,
    reference: str,
    staked: int = 0,
    operator: str = "",
) -> dict[Party, int]:
    """Post moves as one journal entry; return the new balances of the wallets.

    The first `staked` moves are the player's stakes: his wallet must cover them before it is paid.
    """
    if not moves:
        return {}
    wallets = _wallet_accounts(table, around, moves)
    pots = jackpots.accounts(table.id) if jackpots.feeds(moves) else {}
    ends = accounts.Ends(table, wallets, pots, accounts.held(table.id, moves))
    stakes = accounts.legs(ends, moves[:staked])
    legs = [*stakes, *accounts.legs(ends, moves[staked:])]
    banks = any((move.source, move.target) == (Place.WALLET, Place.BANK) for move in moves)
    post = partial(
        ledger.post,
        entry,
        cause=cause,
        reference=reference,
        operator=operator,
        first=len(stakes),
        # A banker may stake what was reserved for just that (MC-CDF-15); nobody else may.
        lifting=holder(table.id) if banks else "",
    )
    try:
        posted = post(legs)
    except ledger.Overdrawn as short:
        if short.account_id != table.float_account:
            raise
        # The house always pays: what the float lacks comes from the house as an automatic fill.
        missing = short.wanted - short.balance
        legs.append(ledger.Leg(capital(table.currency), table.float_account, missing, "fill"))
        posted = post(legs)
        log.warning("float_filled", table=table.id, amount=missing)
    return {
        party: posted.balances[account_id]
        for party, account_id in wallets.items()
        if account_id in posted.balances
    }


@functools.cache
def capital(currency: str) -> int:
    """Return the id of the house's own account in a currency."""
    code = f"capital:{currency}"
    return ledger.open_account(code, Kind.CAPITAL, currency, unbounded=True).pk


def _wallet_accounts(
    table: TableRow, around: Surroundings, moves: Sequence[Move]
) -> Mapping[Party, int]:
    known = {
        parties.of(each.player_id): each.wallet
        for each in around.holders.values()
        if each.wallet is not None
    }
    payers = {move.party for move in moves if Place.WALLET in (move.source, move.target)}
    if missing := payers - known.keys():
        known |= {
            parties.of(player): account
            for player, account in Wallet.objects.filter(
                player_id__in=[int(party) for party in missing], currency=table.currency
            ).values_list("player_id", "account_id")
        }
    return {party: known[party] for party in payers}
