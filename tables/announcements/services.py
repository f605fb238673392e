"""Written announcements: a player writes one, the games management endorses or declines it.

Only then may it be staked, and only while an inspector is signed in (MC-EROU-39 to 41): the engine
is given both (`PlayerCommand.endorsed_announcements`, `.inspector_present`). Writings and answers
never change.
"""

from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from casino.players.models import Player
from tables.games.core.protocol import Duty, Refused
from tables.models import AnnouncementAnswer, Notice, WrittenAnnouncement
from tables.projections import floor_acts
from tables.rows import (
    answers,
    duties,
    notices,
    parties,
    rule_sets,
    table_rows,
    written_announcements,
)
from tables.rows.table_rows import TableRow
from tables.wire import floor_commands, outgoing
from tables.wire.handlers import Handlers

ANSWER: Final = "tables.answer_announcement"
"""The permission to endorse and decline, as the games management."""
WRITINGS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d05")
"""Namespace of the ids of writings: uuid5 of `player:command`."""
MOST_PENDING: Final = 3
"""Writings of one player that may wait for an answer at one table."""


def submit_announcement(
    *, player_id: int, table_id: int, command_id: UUID, text: str
) -> outgoing.ReceiptShown | None:
    """Hand a complex announcement in (MC-EROU-39); see `answers.answer_once`.

    Refuses `table_closed`, what the game says where it takes none or the text stands for nothing
    (`Game.expand_written_announcement`), `already_written` while it waits or is
    endorsed, and `too_many_writings`.
    """

    with answers.answer_once(player_id, table_id, command_id) as answered:
        table, _ = answered.begin()
        if table.status == "closed":
            raise Refused("table_closed")
        game, rules = rule_sets.game_and_rules(table.rules_key)
        chips = game.expand_written_announcement(rules, text)
        mine = written_announcements.of_player(table_id, player_id)
        if mine.filter(text=text).exclude(answer__endorsed=False).exists():
            raise Refused("already_written")
        if mine.filter(answer=None).count() >= MOST_PENDING:
            raise Refused("too_many_writings", most=MOST_PENDING)
        WrittenAnnouncement.objects.create(
            id=uuid5(WRITINGS, f"{player_id}:{command_id}"),
            table_id=table_id,
            player_id=player_id,
            text=text,
            chips=[list(each) for each in chips],
            at=table.now,
        )
        _show(table, "write", by=player_id, about=player_id, reason=text, cause=command_id)
    return answered.receipt


def answer_announcement(writing_id: UUID, *, endorsed: bool, operator: Player, reason: str) -> None:
    """Endorse a writing or decline it, once (MC-EROU-40).

    An endorsement is written together with the notices that the table's chief and the state's
    control are owed of it. Idempotent for the same answer; another refuses
    `already_answered`. Refuses `not_management` without the permission, `four_eyes` to the player
    himself, `no_writing`, and `writing_lapsed` once the session in which it was written is over.
    """
    if not operator.has_perm(ANSWER):
        raise Refused("not_management")
    found = WrittenAnnouncement.objects.filter(pk=writing_id).select_related("player").first()
    if found is None:
        raise Refused("no_writing")
    if found.player_id == operator.pk:
        raise Refused("four_eyes")
    with transaction.atomic(durable=True):
        table = table_rows.lock(found.table_id)
        given = AnnouncementAnswer.objects.filter(pk=writing_id).first()
        if given is not None:
            if given.endorsed != endorsed:
                raise Refused("already_answered")
            return
        current = written_announcements.of_player(table.id, found.player_id).filter(pk=writing_id)
        if table.status == "closed" or not current.exists():
            raise Refused("writing_lapsed")
        if endorsed:
            _inform(table, found, operator, reason)
        AnnouncementAnswer.objects.create(
            announcement=found, endorsed=endorsed, by=operator, reason=reason, at=table.now
        )
        _show(
            table,
            "endorse" if endorsed else "decline",
            by=operator.pk,
            about=found.player_id,
            reason=f"{found.text[:80]}: {reason}",
        )


def _inform(table: TableRow, found: WrittenAnnouncement, operator: Player, reason: str) -> None:
    """Write the notices that an endorsement owes to the control and to the table's chief."""
    chief = duties.on_duty(table.id).get(Duty.TABLE_CHIEF)
    owed: list[tuple[Notice.Addressee, int | None]] = [(Notice.Addressee.STATE_CONTROL, None)]
    if chief is not None:
        owed.append((Notice.Addressee.TABLE_CHIEF, chief.person_id))
    for addressee, person_id in owed:
        notices.write(
            f"endorsed:{found.pk}",
            Notice.Kind.ENDORSED,
            addressee=addressee,
            person_id=person_id,
            clause="MC-EROU-40",
            table_id=table.id,
            detail={"player": found.player.username, "text": found.text, "reason": reason},
            by=operator.pk,
            at=table.now,
        )


def _show(
    table: TableRow, kind: str, *, by: int, about: int, reason: str, cause: UUID | None = None
) -> None:
    """Publish what was done, and send the player their announcements."""
    # As `acts.show` will number it.
    own = {
        parties.party_of(about): written_announcements.announcements_message(
            table.id, about, table.seq + 1
        )
    }
    floor_acts.record_and_publish(table, kind, by=by, reason=reason[:200], cause=cause, own=own)


COMMANDS: Final[Handlers] = {
    floor_commands.Write: lambda command, **asked: submit_announcement(**asked, text=command.text),
}
"""Who carries out a command of this subject."""
