"""Colour chips as rows: who has which colour at a table, and in which account.

Rows only: who may buy them and when they are changed back is in `cage.colours`. A row is for ever,
so that an account is known to be its player's; it has a colour while he has chips.
"""

from typing import Any, Final

from django.db import connection

from casino.ledger import services as ledger
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import AnyGame
from tables.models import ColourChips
from tables.rows import parties
from tables.rows.table_rows import HeldColourChips, Surroundings
from tables.wire import codec, outgoing

_AT: Final = (
    "SELECT c.player_id, p.display_name, c.colour, c.unit, c.account_id"
    " FROM tables_colourchips c JOIN players_player p ON p.id = c.player_id"
    " WHERE c.table_id = %s AND c.colour IS NOT NULL ORDER BY c.colour"
)


def at_table(table_id: int) -> tuple[HeldColourChips, ...]:
    """Return who has colour chips at a table, in the order of the colours; one statement.

    Every stake reads it: to compile it anew would cost a third of the stake.
    """
    with connection.cursor() as cursor:
        cursor.execute(_AT, [table_id])
        return tuple(
            HeldColourChips(player, name, colour, Amount(unit), account)
            for player, name, colour, unit, account in cursor.fetchall()
        )


def of_player(table_id: int, player_id: int) -> HeldColourChips | None:
    """Return a player's colour chips at a table; `None` without any."""
    return next((each for each in at_table(table_id) if each.player_id == player_id), None)


def read_for_step(
    table_id: int, around: Surroundings, game: AnyGame, rules: Any
) -> tuple[HeldColourChips, ...]:
    """Return who has colour chips, as the step has read it; no statement where none are sold."""
    if game.needs(rules).colours is None:
        return ()
    return at_table(table_id) if around.coloured is None else around.coloured


def owner_of(account_id: int) -> Party | None:
    """Return whose colour chips an account has; `None` for any other account."""
    found = ColourChips.objects.filter(account_id=account_id).values_list("player_id", flat=True)
    player_id = found.first()
    return None if player_id is None else parties.party_of(player_id)


def colours_shown(
    table_id: int, around: Surroundings, game: AnyGame, rules: Any, state: Any
) -> tuple[outgoing.ColourShown, ...]:
    """Return the colours as everybody sees them; see `read_for_step`."""
    return tuple(
        outgoing.ColourShown(
            each.party,
            each.name,
            each.colour,
            each.unit,
            tuple(
                outgoing.ChipsLie(on, amount)
                for on, amount in game.stakes_on_layout(state, each.party)
            ),
        )
        for each in read_for_step(table_id, around, game, rules)
    )


def colour_chips_message(held: HeldColourChips, seq: int) -> str:
    """Return the message with the value of a player's colour chips, in minor units."""
    return codec.encode(outgoing.WalletShown(ledger.balance(held.account), seq, "colours"))
