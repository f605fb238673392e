"""Colour chips as rows: who has which colour at a table, and the account that his chips are in.

Rows only: who may buy them and when they are changed back is in `floor.colours`. A row is for ever,
so that an account is known to be its player's; it has a colour while he has chips.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from casino.ledger import services as ledger
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import AnyGame
from tables.live import outgoing, wire
from tables.models import ColourChips
from tables.records import parties


@dataclass(frozen=True, slots=True)
class Held:
    """The colour chips of a player at a table."""

    player_id: int
    name: str
    """How he is shown."""
    colour: str
    unit: Amount
    """What one chip is worth, in minor units."""
    account: int

    @property
    def party(self) -> Party:
        """The player as engines know him."""
        return parties.of(self.player_id)


def at(table_id: int) -> tuple[Held, ...]:
    """Return who has colour chips at a table, in the order of the colours; one statement."""
    found = ColourChips.objects.filter(table_id=table_id, colour__isnull=False)
    return tuple(
        Held(each.player_id, each.player.shown_name, each.colour or "", Amount(each.unit),
             each.account_id)
        for each in found.select_related("player").order_by("colour")
    )  # fmt: skip


def of(table_id: int, player_id: int) -> Held | None:
    """Return the colour chips of one player; `None` where he has none here."""
    return next((each for each in at(table_id) if each.player_id == player_id), None)


def accounts(table_id: int, players: Collection[Party]) -> Mapping[Party, int]:
    """Return the accounts of those of these players who have colour chips at a table."""
    found = ColourChips.objects.filter(
        table_id=table_id, colour__isnull=False, player_id__in=[int(party) for party in players]
    ).values_list("player_id", "account_id")
    return {parties.of(player): account for player, account in found}


def owner(account_id: int) -> Party | None:
    """Return whose colour chips an account has; `None` for any other account."""
    found = ColourChips.objects.filter(account_id=account_id).values_list("player_id", flat=True)
    player_id = found.first()
    return None if player_id is None else parties.of(player_id)


def shown(table_id: int, game: AnyGame, rules: Any, state: Any) -> tuple[outgoing.ColourShown, ...]:
    """Return the colours as everybody sees them; no statement where none are sold."""
    if game.needs(rules).colours is None:
        return ()
    return tuple(
        outgoing.ColourShown(
            each.party,
            each.name,
            each.colour,
            each.unit,
            tuple(outgoing.ChipsLie(on, amount) for on, amount in game.lying(state, each.party)),
        )
        for each in at(table_id)
    )


def in_hand(held: Held, seq: int) -> str:
    """Return the message to a player with what his chips in hand are worth."""
    return wire.encode(outgoing.WalletShown(ledger.balance(held.account), seq, "colours"))
