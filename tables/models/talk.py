"""What is said at a table: chat, silences, bulletins."""

from django.conf import settings
from django.db import models

from tables.models.tables import Table


class ChatMessage(models.Model):
    """What a player said at a table; belongs to no round, and is deleted after some days."""

    id = models.UUIDField(primary_key=True)
    """Made of the player's command: makes sending it idempotent."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    signal = models.CharField(max_length=16)
    """One of the house's, or `free` for the player's own words."""
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        permissions = [
            ("moderate_chat", "May silence players, and give them the word back"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Silence(models.Model):
    """The word was taken from a player, at every table, for ever on record."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="silences")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """The player reads it."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class SilenceLifted(models.Model):
    """The word was given back, once."""

    silence = models.OneToOneField(Silence, models.PROTECT, primary_key=True, related_name="lifted")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "silences lifted"

    def __str__(self) -> str:
        return f"{self.silence_id}"


class Bulletin(models.Model):
    """What the house tells the players of a table, or of all, for some time; for ever on record."""

    id = models.UUIDField(primary_key=True)
    """Made with the form that it was written in: sent twice, it is posted once."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="bulletins", null=True)
    """Null for all tables."""
    fr = models.CharField(max_length=200)
    en = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    until = models.DateTimeField(db_index=True)
    """From then on it is shown no more."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("at")), name="bulletin_lasts"
            ),
        ]
        permissions = [("post_bulletin", "May post bulletins, and take them down")]

    def __str__(self) -> str:
        return f"{self.pk}"


class BulletinEnd(models.Model):
    """A bulletin was taken down before its time, once."""

    bulletin = models.OneToOneField(
        Bulletin, models.PROTECT, primary_key=True, related_name="taken_down"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.bulletin_id}"
