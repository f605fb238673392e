"""Colour chips: what a player stakes in them is so many whole chips of this very table."""

from dataclasses import dataclass
from typing import Any, Final

from tables.games.core.protocol import PlayerCommand, Refused
from tables.games.wheel import messages

COLOURS: Final = ("blue", "orange", "violet", "turquoise", "pink", "yellow", "brown", "lime")
"""So many players may have a colour of their own (MC-AROU-02)."""


@dataclass(frozen=True, slots=True)
class Stake(messages.Stake):
    """Set all my free stakes at once, as totals; what is not named is taken back.

    All are accepted or none. A player with colour chips at the table stakes only these.
    """

    chips: int = 0
    """The table whose mark my colour chips bear: refused where it is another; 0 names none."""


def check(asked: PlayerCommand[Any]) -> None:
    """Refuse chips of another table, and an amount that is not whole chips of the party's own."""
    command, chips = asked.command, asked.chips
    if not isinstance(command, Stake):
        return
    if command.chips and (chips is None or command.chips != chips.table):
        raise Refused("other_tables_chips", clause="MC-AROU-03")
    if chips and any(wager.amount % chips.unit for wager in command.wagers):
        raise Refused("bad_increment", step=chips.unit, clause="MC-AROU-04")
