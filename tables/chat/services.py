"""What players say to each other at a table: signals, and own words where they are allowed.

It stands beside the game: no event of a round, no number of the table, no lock. What is said is
published once to those who watch, and kept for the office for KEPT_DAYS.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from casino.database.on_commit import run_on_commit
from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.models import ChatMessage, Silence, SilenceLifted, Table
from tables.projections import frames
from tables.realtime import publish
from tables.rows import floor_events, parties, table_rows
from tables.rows.table_rows import NoSuchTable
from tables.staff import authority
from tables.wire import codec, floor_commands, outgoing
from tables.wire.chat_signals import KEPT_DAYS, LEVELS, OWN_WORDS, Level
from tables.wire.handlers import Handlers

MODERATE: Final = "tables.moderate_chat"
"""The permission to silence players, and to give them the word back."""
SAID: Final = UUID("0d0a7c1e-93b4-5c2e-8f3e-5a5b8d1f6a21")
"""Namespace of the ids of messages: uuid5 of `player:command`."""
MARKS: Final = 3
"""Combining marks on one character; more of them would be drawn over other lines."""


def chat_level(table_id: int) -> Level:
    """Return what may be said at a table: the least of what house, licence and table allow.

    Raises `NoSuchTable`.
    """
    chosen: Any = Table.objects.filter(pk=table_id).values_list("chat", flat=True).first()
    if chosen is None:
        raise NoSuchTable(table_id)
    return min(chosen, highest_chat_level(), key=LEVELS.index)


def highest_chat_level() -> Level:
    """Return the most that any table may allow: the least of what house and licence allow."""
    of_house: Level = settings.CHAT
    return min(of_house, settings.PROFILE.chat, key=LEVELS.index)


def say_at_table(
    *, player_id: int, table_id: int, command_id: UUID, signal: str, text: str
) -> outgoing.ReceiptShown:
    """Say something at a table, once for each id; return the receipt.

    Refuses `malformed` where a signal has a text, `chat_empty`, `chat_unreadable`, `chat_off`,
    `chat_signals_only`, and `chat_silenced` with the office's reason. A refusal is not recorded:
    given again, the command is judged anew. Raises `NoSuchTable`.
    """
    try:
        _send_message(player_id, table_id, command_id, signal, text)
    except Refused as refused:
        refusal = outgoing.Refusal(refused.code, dict(refused.detail))
        return outgoing.ReceiptShown(str(command_id), None, refusal)
    return outgoing.ReceiptShown(str(command_id), None, None)


def is_carried_out(player_id: int, command_id: UUID) -> bool:
    """Tell whether a command of a player's was carried out: sent again, it is answered alike."""
    return ChatMessage.objects.filter(pk=_id(player_id, command_id)).exists()


def _id(player_id: int, command_id: UUID) -> UUID:
    return uuid5(SAID, f"{player_id}:{command_id}")


def _send_message(player_id: int, table_id: int, command_id: UUID, signal: str, text: str) -> None:
    allowed, message_id = chat_level(table_id), _id(player_id, command_id)
    if is_carried_out(player_id, command_id):
        return
    words = _read(signal, text)
    if allowed == "off":
        raise Refused("chat_off")
    if words and allowed != "free":
        raise Refused("chat_signals_only")
    if (ended := silence_of(player_id)) is not None:
        raise Refused("chat_silenced", reason=ended.reason)
    player, now = Player.objects.only("display_name").get(pk=player_id), timezone.now()
    message = outgoing.ChatSaid(
        id=str(message_id),
        party=parties.party_of(player_id),
        name=player.shown_name,
        signal=signal,
        text=words,
        at=frames.to_milliseconds(now),
    )
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_chatmessage (id, table_id, player_id, signal, text, at)"
            " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO NOTHING",
            [message_id, table_id, player_id, signal, words, now],
        )
        # Of two copies of a command one is told.
        if cursor.rowcount:
            shown = codec.encode(outgoing.ChatShown(allowed, message))
            run_on_commit(publish.aside, table_id, shown)


def _read(signal: str, text: str) -> str:
    """Return a message's own words, one space between two; empty for a signal."""
    if signal != OWN_WORDS:
        if text:
            raise Refused("malformed")
        return ""
    words = " ".join(unicodedata.normalize("NFC", text).split())
    if not words:
        raise Refused("chat_empty")
    marks = 0
    for each in words:
        marks = marks + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if marks > MARKS:
            raise Refused("chat_unreadable")
    return words


def silence_of(player_id: int) -> Silence | None:
    """Return the silence that a player has to keep, or `None`."""
    return Silence.objects.filter(player_id=player_id, lifted=None).first()


def silence_player(player_id: int, *, operator: Player, reason: str) -> None:
    """Silence a player at every table until `lift_silence`; they are shown the reason.

    Refuses `not_moderator` without the permission, and `already_silenced`.
    """
    with _moderated(player_id, operator):
        if silence_of(player_id) is not None:
            raise Refused("already_silenced")
        Silence.objects.create(player_id=player_id, by=operator, reason=reason, at=timezone.now())


def lift_silence(player_id: int, *, operator: Player, reason: str) -> None:
    """Lift a player's silence.

    Refuses `not_moderator` without the permission, and `not_silenced`.
    """
    with _moderated(player_id, operator):
        kept = silence_of(player_id)
        if kept is None:
            raise Refused("not_silenced")
        SilenceLifted.objects.create(silence=kept, by=operator, reason=reason, at=timezone.now())


@contextmanager
def _moderated(player_id: int, operator: Player) -> Iterator[None]:
    """Let one moderator after the other decide about a player."""
    if not operator.has_perm(MODERATE):
        raise Refused("not_moderator")
    with transaction.atomic(durable=True):
        Player.objects.select_for_update(no_key=True).get(pk=player_id)
        yield


def set_chat_level(table_id: int, *, level: Level, operator: Player, reason: str) -> None:
    """Set a table's chat level, and publish it to its sockets.

    Refuses `not_qualified`, and `chat_above_house` beyond what the house, or its licence, allows.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        before = Table.objects.values_list("chat", flat=True).get(pk=table_id)
        if LEVELS.index(level) > LEVELS.index(highest_chat_level()):
            raise Refused("chat_above_house", most=highest_chat_level())
        table_rows.update_keeping_clock(table, chat=level)
        floor_events.record(
            table, "chat", by=operator.pk, reason=f"{before} -> {level}: {reason}"[:200]
        )
        run_on_commit(publish.aside, table_id, codec.encode(outgoing.ChatShown(level, None)))


def delete_old_messages() -> None:
    """Delete what was said more than KEPT_DAYS ago; who was silenced, and why, stays."""
    ChatMessage.objects.filter(at__lt=timezone.now() - timedelta(days=KEPT_DAYS)).delete()


COMMANDS: Final[Handlers] = {
    floor_commands.Say: lambda command, **asked: say_at_table(
        **asked, signal=command.signal, text=command.text
    ),
}
"""Who carries out a command of this subject."""
