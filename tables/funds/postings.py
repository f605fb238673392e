"""The moves of a step as one journal entry, and the accounts that they go between."""

import functools
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import structlog

from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Wallet
from tables.funds import accounts, colour_chips, jackpots
from tables.games.core.money import Move, Party, Place
from tables.games.core.words import Words
from tables.rows import parties, rule_sets
from tables.rows.table_rows import Surroundings, TableRow

log = structlog.get_logger(__name__)

REASONS: Final[Mapping[str, Words]] = {
    "advance": Words("Dotation d’un changeur", "Advance of a changer"),
    "change": Words("Change d’espèces à une table", "Cash changed at a table"),
    "colours": Words("Achat de jetons de couleur", "Purchase of colour chips"),
    "colours_back": Words("Change de jetons de couleur", "Change of colour chips"),
    "correction": Words("Correction après contestation", "Correction after a dispute"),
    "count_drop": Words("Comptée du change d’une table", "Count of a table’s drop"),
    "count_note_box": Words("Comptée d’une boîte à billets", "Count of a note box"),
    "credit": Words("Retrait d’une table", "Credit of a table"),
    "exchange": Words("Échange avec une table", "Exchange with a table"),
    "fill": Words("Approvisionnement d’une table", "Fill of a table"),
    "relief": Words("Relève d’un appareil", "Relief of a machine"),
    "issue_payment": Words(
        "Chèque ou virement émis par la caisse", "Cheque or transfer issued by the cage"
    ),
    "hand_in": Words("Remise d’un changeur", "Hand-in of a changer"),
    "supply": Words("Fourniture à un changeur", "Supply of a changer"),
    "ticket": Words("Ticket payé à la caisse", "Ticket paid at the cage"),
}
"""What chips move for beside the games, by code."""


def reserve_holder(table_id: int) -> str:
    """Return the holder's name of the reserves for what a table's players must be able to stake."""
    return f"table:{table_id}"


def owner_of(account_id: int) -> Party | None:
    """Return whose wallet, or colour chips, an account is; `None` for an account of the house."""
    player_id = (
        Wallet.objects.filter(account_id=account_id).values_list("player_id", flat=True).first()
    )
    return colour_chips.owner_of(account_id) if player_id is None else parties.party_of(player_id)


@dataclass(frozen=True, slots=True)
class StepPosting:
    """The moves of a step as an entry, and what the wallets hold once it is posted."""

    table_id: int
    draft: ledger.Draft
    wallets: Mapping[Party, int]
    """Their accounts, by whose they are."""
    balances: dict[Party, int]
    """What they hold, minor units: empty until the entry is posted."""
    coloured: frozenset[Party] = frozenset()
    """Those of them whose chips are colour chips of the table."""
    practice: bool = False
    """The others' are practice chips."""

    def apply_result(self, rows: Sequence[Any]) -> None:
        """Take the answer of `ledger_post`; raises its refusal."""
        self.keep_balances(self.draft.posted(rows))

    def keep_balances(self, posted: ledger.Posted) -> None:
        """Keep the new balances."""
        if posted.covered:
            log.warning("float_filled", table=self.table_id, amount=posted.covered)
        self.balances.update(
            {party: posted.balances[account] for party, account in self.wallets.items()}
        )


def post_moves(
    table: TableRow,
    around: Surroundings,
    entry: UUID,
    moves: Sequence[Move],
    *,
    cause: str,
    reference: str,
    operator: str = "",
) -> StepPosting | None:
    """Post moves as one journal entry, now; `None` without any."""
    moved = draft_moves(
        table, around, entry, moves, cause=cause, reference=reference, operator=operator
    )
    if moved is not None:
        moved.keep_balances(ledger.post_draft(moved.draft))
    return moved


def draft_moves(
    table: TableRow,
    around: Surroundings,
    entry: UUID,
    moves: Sequence[Move],
    *,
    cause: str,
    reference: str,
    staked: int = 0,
    operator: str = "",
) -> StepPosting | None:
    """Return moves as one journal entry that is to be posted; `None` without any.

    The first `staked` moves are the player's stakes: his wallet must cover them before it is paid.
    """
    if not moves:
        return None
    payers = {move.party for move in moves if Place.WALLET in (move.source, move.target)}
    stacks = _stacks(table, around, payers)
    wallets = {**_wallet_accounts(table, around, payers - stacks.keys()), **stacks}
    pots = jackpots.pot_accounts(table.id) if jackpots.touches_pots(moves) else {}
    ends = accounts.MoveAccounts(table, wallets, pots, accounts.place_accounts(table, moves))
    stakes = accounts.journal_legs(ends, moves[:staked])
    banks = any((move.source, move.target) == (Place.WALLET, Place.BANK) for move in moves)
    entered = ledger.Draft(
        entry,
        [*stakes, *accounts.journal_legs(ends, moves[staked:])],
        cause,
        reference,
        operator,
        first=len(stakes),
        # A banker may stake what was reserved for just that (MC-CDF-15); nobody else may.
        lifting=reserve_holder(table.id) if banks else "",
        cover=float_cover(table),
    )
    return StepPosting(table.id, entered, wallets, {}, frozenset(stacks), table.practice)


def float_cover(table: TableRow) -> ledger.Cover:
    """Return how the capital covers a short float: an automatic fill (MC-CHIPS-09)."""
    return ledger.Cover(table.float_account, _capital_code(table.currency), "fill")


def changer_account(table: TableRow) -> int:
    """Return the id of the account that holds the changer's chips and cash (MC-CHIPS-24)."""
    return ledger.open_account(f"changer:{table.id}", Kind.FLOAT, table.currency).pk


def changer_cover(table: TableRow) -> ledger.Cover:
    """Return what the house adds where a changer is short: a player waits for no supply."""
    return ledger.Cover(changer_account(table), _capital_code(table.currency), "supply")


@functools.cache
def capital_account(currency: str) -> int:
    """Return the id of the house's own account in a currency."""
    return ledger.open_account(_capital_code(currency), Kind.CAPITAL, currency, unbounded=True).pk


def _capital_code(currency: str) -> str:
    return f"capital:{currency}"


def _stacks(
    table: TableRow, around: Surroundings, payers: Collection[Party]
) -> Mapping[Party, int]:
    """Return the accounts of those who play in colour chips here: they pay from these."""
    if not payers:
        return {}
    found = colour_chips.read_for_step(table.id, around, *rule_sets.game_and_rules(table.rules_key))
    return {each.party: each.account for each in found if each.party in payers}


def _wallet_accounts(
    table: TableRow, around: Surroundings, payers: Set[Party]
) -> Mapping[Party, int]:
    known = {
        parties.party_of(each.player_id): each.wallet
        for each in around.holders.values()
        if each.wallet is not None
    }
    if missing := payers - known.keys():
        known |= {
            parties.party_of(player): account
            for player, account in Wallet.objects.filter(
                player_id__in=[int(party) for party in missing], currency=table.currency
            ).values_list("player_id", "account_id")
        }
    return {party: known[party] for party in payers}
