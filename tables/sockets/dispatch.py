"""Which service carries out which command of a player: each subject names its own."""

import time
from typing import Any, Final

from casino.process import logs, metrics, traces
from tables.announcements import services as announcements
from tables.cage import colours, drops
from tables.chat import services as chat
from tables.equipment import replacements
from tables.games.core.money import Amount
from tables.rounds import commands
from tables.seating import services as seating
from tables.shoes import contributions, draw_secrets
from tables.wire import codec, outgoing
from tables.wire.handlers import Handler, Handlers

HANDLERS: Final[Handlers] = {
    **announcements.COMMANDS,
    **chat.COMMANDS,
    **colours.COMMANDS,
    **contributions.COMMANDS,
    **draw_secrets.COMMANDS,
    **drops.COMMANDS,
    **replacements.COMMANDS,
    **seating.COMMANDS,
}
"""Of the floor; every other command is one of a game, in a round."""


def obey(*, player_id: int, table_id: int, sent: codec.Sent) -> outgoing.ReceiptShown | None:
    """Carry out one command in one service call, and count it; blocking."""
    began, outcome = time.perf_counter(), "failed"
    try:
        with logs.bind(table=table_id, command=str(sent.id)):
            receipt = _serve(sent, player_id, table_id)
        outcome = "done" if receipt is None or receipt.refused is None else "refused"
        return receipt
    finally:
        traces.note({"sabot.command.outcome": outcome})
        metrics.count_command(sent.command.kind, outcome, time.perf_counter() - began)


def _serve(sent: codec.Sent, player_id: int, table_id: int) -> outgoing.ReceiptShown | None:
    command = sent.command
    if sent.notes:
        return drops.change_and_stake(
            player_id=player_id,
            table_id=table_id,
            command_id=sent.id,
            command=command,
            notes=Amount(sent.notes),
        )
    handle: Handler = HANDLERS.get(type(command), _play)
    return handle(command, player_id=player_id, table_id=table_id, command_id=sent.id)


def _play(command: object, **facts: Any) -> outgoing.ReceiptShown | None:
    return commands.carry_out(**facts, command=command)
