"""Which service carries out which command of a player."""

from typing import TypedDict
from uuid import UUID

from casino.process import logs
from tables.announcements import services as announcements
from tables.cage import colours, drops
from tables.chat import services as chat
from tables.equipment import replacements
from tables.games.core.money import Amount
from tables.rounds import commands
from tables.seating import services as seating
from tables.shoes import contributions, draw_secrets
from tables.wire import codec, floor_commands, outgoing


class _Asked(TypedDict):
    """By whom and where a command is given, and its id."""

    player_id: int
    table_id: int
    command_id: UUID


def obey(*, player_id: int, table_id: int, sent: codec.Sent) -> outgoing.ReceiptShown | None:
    """Carry out one command in one service call; blocking."""
    command = sent.command
    asked = _Asked(player_id=player_id, table_id=table_id, command_id=sent.id)
    with logs.bind(table=table_id, command=str(sent.id)):
        if sent.notes:
            return drops.stake(**asked, command=command, notes=Amount(sent.notes))
        if isinstance(command, floor_commands.Sit):
            return seating.sit(**asked, box=command.box)
        if isinstance(command, floor_commands.Leave):
            return seating.leave(**asked, box=command.box)
        if isinstance(command, floor_commands.Consent):
            return seating.welcome(**asked, box=command.box, welcomes=command.welcomes)
        if isinstance(command, floor_commands.Wish):
            return seating.wish(**asked, wishes=command.wishes)
        if isinstance(command, floor_commands.Write):
            return announcements.write(**asked, text=command.text)
        if isinstance(command, floor_commands.BuyColours):
            return colours.buy(**asked, unit=command.unit, chips=command.chips)
        if isinstance(command, floor_commands.ChangeColours):
            return colours.give_back(**asked)
        if isinstance(command, floor_commands.ChangeCash):
            return drops.change(**asked, amount=command.amount)
        if isinstance(command, floor_commands.Say):
            return chat.say(**asked, signal=command.signal, text=command.text)
        if isinstance(command, floor_commands.AskChange):
            return replacements.ask(**asked, reason=command.reason)
        if isinstance(command, floor_commands.Contribution):
            return contributions.contribute(**asked, given=command)
        if isinstance(command, floor_commands.DrawPart):
            return draw_secrets.contribute(**asked, given=command)
        return commands.carry_out(**asked, command=command)
