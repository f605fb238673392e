"""Announces that work in the office may have changed, so that its open pages look again."""

from typing import Final

from django.dispatch import Signal

from casino.database.on_commit import run_on_commit

changed: Final = Signal()
"""Sent after the commit when what waits for the staff may be other than before."""


def note_change() -> None:
    """Send `changed` once the current transaction has committed; at once outside of one.

    Call it for what happens now and then, not for each stake: every open page looks again. What
    calls it nowhere is shown within a minute all the same.
    """
    run_on_commit(changed.send, sender=None)
