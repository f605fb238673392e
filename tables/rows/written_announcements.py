"""Written announcements as rows: what a player gave in writing, and what was decided about it.

A writing and its endorsement are of the table's session: with the next opening they lapse. Rows
only: who may write and who may answer is in `announcements`.
"""

from django.db.models import F, QuerySet

from tables.models import WrittenAnnouncement
from tables.wire import codec, outgoing


def of_player(table_id: int, player_id: int) -> QuerySet[WrittenAnnouncement]:
    """Return what a player has written at a table in this session, oldest first."""
    return WrittenAnnouncement.objects.filter(
        table_id=table_id, player_id=player_id, at__gte=F("table__opened_at")
    ).order_by("at", "pk")


def endorsed_texts(table_id: int, player_id: int) -> frozenset[str]:
    """Return the texts that a player may stake (MC-EROU-40); one statement."""
    return frozenset(
        of_player(table_id, player_id).filter(answer__endorsed=True).values_list("text", flat=True)
    )


def announcements_message(table_id: int, player_id: int, seq: int) -> str:
    """Return the message with a player's announcements, for their own sockets only."""
    written = of_player(table_id, player_id).select_related("answer")
    return codec.encode(
        outgoing.WritingsShown(table_id, tuple(_shown(each) for each in written), seq)
    )


def _shown(writing: WrittenAnnouncement) -> outgoing.WritingShown:
    answer = getattr(writing, "answer", None)
    chips = tuple(outgoing.ChipsShown(on, count) for on, count in writing.chips)
    if answer is None:
        return outgoing.WritingShown(str(writing.pk), writing.text, chips, "pending", "")
    state = "endorsed" if answer.endorsed else "declined"
    return outgoing.WritingShown(str(writing.pk), writing.text, chips, state, answer.reason)  # type: ignore[arg-type]
