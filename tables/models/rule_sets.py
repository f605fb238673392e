"""Rule sets: published texts with a house's options, their drafts and returns."""

from typing import Any

from django.conf import settings
from django.db import models

from casino.i18n import both, both_lazy
from tables.games import GAMES


class RuleSet(models.Model):
    """A published rule book with house options; written by `books`, never edited, only followed.

    The versions of a series follow each other, and the database refuses any other order.
    """

    key = models.CharField(max_length=64, primary_key=True)
    """The series, and from the second version on its number: `FR-2024/maison`, then `…/v2`."""
    game = models.CharField(max_length=32)
    book = models.CharField(max_length=32)
    """The key of the published text, e.g. `FR-2024`."""
    options = models.JSONField(default=dict, blank=True)
    """House options that differ from the text's defaults."""
    amends = models.ForeignKey("self", models.PROTECT, null=True, blank=True)
    """What it was drafted from: the version before, or for a first one any set of the same text."""
    series = models.CharField(max_length=56)
    version = models.PositiveIntegerField()
    draft = models.UUIDField(unique=True)
    """The draft that was published: makes publishing idempotent."""
    effective_at = models.DateTimeField()
    """Before this no table deals by it."""
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    """When it was published."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "version"], name="ruleset_version"),
        ]
        permissions = [
            ("publish_ruleset", "May draft, revise, discard and publish rule sets"),
            ("agree_to_rules", "May agree to limits, as the state's control"),
        ]

    def __str__(self) -> str:
        """Return its name for readers, in their language: `Game (Monaco, art. 6), demo, v2`."""
        return _shown_name(self.game, self.book, self.key)

    def rules(self) -> Any:
        """Return the engine's rules; refuses `invalid_option`."""
        return GAMES[self.game].amend(self.book, self.options)


def _shown_name(game: str, book: str, key: str) -> str:
    name, text = GAMES[game].wording.name, GAMES[game].books[book]
    own = key.partition("/")[2].replace("/", ", ")
    return f"{both(*name)} ({both(text.short_fr, text.short_en)}), {own}"


class RuleSetDraft(models.Model):
    """A rule set that is being written; no table deals by it. Gone when published or discarded."""

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes sending it idempotent."""
    series = models.CharField(max_length=56, unique=True)
    game = models.CharField(max_length=32)
    book = models.CharField(max_length=32)
    options = models.JSONField(default=dict, blank=True)
    amends = models.ForeignKey(RuleSet, models.PROTECT, null=True, blank=True)
    revision = models.PositiveIntegerField(default=1)
    """Counts its states: what is revised or published is the one that the operator has seen."""
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        """Return the name for readers of what it will be, without a version."""
        return _shown_name(self.game, self.book, self.series)


class RuleSetEvent(models.Model):
    """Who did what to a series of rule sets, when and why, for ever."""

    class Kind(models.TextChoices):
        DRAFTED = "drafted", both_lazy("rédigé", "drafted")
        REVISED = "revised", both_lazy("révisé", "revised")
        AGREED = "agreed", both_lazy("accordé", "agreed to")
        DISCARDED = "discarded", both_lazy("abandonné", "discarded")
        PUBLISHED = "published", both_lazy("publié", "published")

    series = models.CharField(max_length=56, db_index=True)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    draft = models.UUIDField()
    rule_set = models.ForeignKey(RuleSet, models.PROTECT, null=True, blank=True, related_name="+")
    """What was published."""
    options = models.JSONField()
    """The options as they were then."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.pk}"


class TheoreticalReturn(models.Model):
    """What a rule set's bets cost, exactly; the database refuses to change or delete it."""

    rules = models.OneToOneField(
        RuleSet, models.PROTECT, primary_key=True, related_name="theoretical_return"
    )
    found = models.JSONField()
    """The edges and the strategy, as the game's theory reports them."""
    computed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.rules_id
