"""Which service carries out which command of a player."""

from casino import logs
from tables.equipment import contributing
from tables.floor import announcements, chat, colours, drops, seats
from tables.live import floor_commands, outgoing, wire
from tables.round import commands


def obey(*, player_id: int, table_id: int, sent: wire.Sent) -> outgoing.ReceiptShown | None:
    """Carry out one command in one service call; blocking."""
    command = sent.command
    with logs.bind(table=table_id, command=str(sent.id)):
        if isinstance(command, floor_commands.Sit):
            return seats.sit(
                player_id=player_id, table_id=table_id, command_id=sent.id, box=command.box
            )
        if isinstance(command, floor_commands.Leave):
            return seats.leave(
                player_id=player_id, table_id=table_id, command_id=sent.id, box=command.box
            )
        if isinstance(command, floor_commands.Consent):
            return seats.welcome(
                player_id=player_id,
                table_id=table_id,
                command_id=sent.id,
                box=command.box,
                welcomes=command.welcomes,
            )
        if isinstance(command, floor_commands.Wish):
            return seats.wish(
                player_id=player_id,
                table_id=table_id,
                command_id=sent.id,
                wishes=command.wishes,
            )
        if isinstance(command, floor_commands.Write):
            return announcements.write(
                player_id=player_id, table_id=table_id, command_id=sent.id, text=command.text
            )
        if isinstance(command, floor_commands.BuyColours):
            return colours.buy(
                player_id=player_id,
                table_id=table_id,
                command_id=sent.id,
                unit=command.unit,
                chips=command.chips,
            )
        if isinstance(command, floor_commands.ChangeColours):
            return colours.give_back(player_id=player_id, table_id=table_id, command_id=sent.id)
        if isinstance(command, floor_commands.ChangeCash):
            return drops.change(
                player_id=player_id,
                table_id=table_id,
                command_id=sent.id,
                amount=command.amount,
            )
        if isinstance(command, floor_commands.Say):
            return chat.say(
                player_id=player_id,
                table_id=table_id,
                command_id=sent.id,
                signal=command.signal,
                text=command.text,
            )
        if isinstance(command, floor_commands.Contribution):
            return contributing.contribute(
                player_id=player_id, table_id=table_id, command_id=sent.id, given=command
            )
        return commands.carry_out(
            player_id=player_id, table_id=table_id, command_id=sent.id, command=command
        )
