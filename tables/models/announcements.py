"""Announcements that players write, and the answers to them."""

from django.conf import settings
from django.db import models

from tables.models.tables import Table


class WrittenAnnouncement(models.Model):
    """A complex announced bet as a player gave it in writing, for ever (MC-EROU-39)."""

    id = models.UUIDField(primary_key=True)
    """Made of the player's command: makes sending it idempotent."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="writings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    """As the game reads it, e.g. `complete_n:17`."""
    chips = models.JSONField()
    """What it stands for: each position and how many chips of one unit lie on it."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "player", "at"], name="writing_of")]
        permissions = [
            (
                "answer_announcement",
                "May endorse or decline written announcements, as the games management",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class AnnouncementAnswer(models.Model):
    """What the games management decided about a written announcement, once (MC-EROU-40)."""

    announcement = models.OneToOneField(
        WrittenAnnouncement, models.PROTECT, primary_key=True, related_name="answer"
    )
    endorsed = models.BooleanField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """The player reads it."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.announcement_id}"
