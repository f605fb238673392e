"""Who plays, and where their money is. Knows no game and no table."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.db.models.functions import Upper

from casino.ledger.models import Account
from casino.players import names


class Players(UserManager["Player"]):
    """Finds a player by the name typed at sign-in, whatever its case."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player of this name; `iexact` uses the index of the unique constraint."""
        return self.get(username__iexact=username)


class Player(AbstractUser):
    """A person with a name and a password. Names differ by more than case."""

    display_name = models.CharField(max_length=24, blank=True, default="")
    """What others at the table read, never the username; `save` gives a neutral one for none."""
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="fr")

    shut_until = models.DateTimeField(null=True, blank=True, editable=False)
    """Until when he may not come in: the latest of his exclusions. Kept by the database, which lets
    it grow only."""

    username_key = models.CharField(max_length=192, default="", editable=False)
    """What the username looks like, see `names.key`; kept by `save`."""
    display_key = models.CharField(max_length=192, default="", editable=False)
    """The same of the display name."""

    objects: ClassVar[Players] = Players()

    class Meta:
        swappable = "AUTH_USER_MODEL"
        verbose_name = "player"
        verbose_name_plural = "players"
        constraints = [
            models.UniqueConstraint(Upper("username"), name="players_name_differs_by_case_too"),
            models.CheckConstraint(
                condition=~models.Q(display_name=""), name="players_has_a_name_to_show"
            ),
        ]
        indexes = [
            models.Index("username_key", name="players_username_key"),
            models.Index("display_key", name="players_display_key"),
            models.Index(
                "shut_until", name="players_shut_out", condition=~models.Q(shut_until=None)
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, with a name to be shown and the keys of the names as they are."""
        if not self.display_name:
            if self.pk is None:
                self.pk = _next_id()
                kwargs["force_insert"] = True
            self.display_name = names.neutral(self.pk, self.language, staff=self.is_staff)
        self.username_key = names.key(self.username)[:192]
        self.display_key = names.key(self.display_name)[:192]
        if (fields := kwargs.get("update_fields")) is not None:
            keys = {"username": "username_key", "display_name": "display_key"}
            kwargs["update_fields"] = {*fields, *(keys[each] for each in keys.keys() & set(fields))}
        super().save(*args, **kwargs)

    @property
    def shown_name(self) -> str:
        """The name that others at the table read."""
        return self.display_name


def _next_id() -> int:
    """Take the id of the next player: his neutral name is made of it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('players_player', 'id'))")
        (number,) = cursor.fetchone()
    return int(number)


class Wallet(models.Model):
    """A player's ledger account in one currency; the money itself is in the ledger."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="wallets")
    currency = models.TextField()
    account = models.OneToOneField(Account, models.PROTECT, related_name="wallet")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "currency"], name="players_one_wallet_per_currency"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.currency}"


class Cash(models.Model):
    """A player's ledger account of cash in one currency, opened when it is first needed.

    Its row is the lock under which he asks the cage for something.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="cash")
    currency = models.TextField()
    account = models.OneToOneField(Account, models.PROTECT, related_name="cash")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "currency"], name="players_one_cash_per_currency"
            ),
        ]
        verbose_name_plural = "cash"

    def __str__(self) -> str:
        return f"{self.player} {self.currency}"


class CashRequest(models.Model):
    """Cash that a player wishes to bring to the cage, or to take away; decided once, for ever.

    Written by `cash` under its own lock. The database refuses another decision, and one by whoever
    asked.
    """

    class Way(models.TextChoices):
        DEPOSIT = "deposit", "dépôt"
        WITHDRAWAL = "withdrawal", "retrait"

    class State(models.TextChoices):
        ASKED = "asked", "demandée"
        APPROVED = "approved", "approuvée"
        REFUSED = "refused", "refusée"
        CANCELLED = "cancelled", "annulée"

    cash = models.ForeignKey(Cash, models.PROTECT, related_name="requests")
    order = models.UUIDField()
    """Made by the player before he asked: asked again, it is the same request."""
    way = models.CharField(max_length=10, choices=Way.choices)
    amount = models.BigIntegerField()
    """Minor units, positive."""
    means = models.CharField(max_length=16)
    """By which the money comes or goes: a key of `payments.MEANS`."""
    asked_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    decided_by = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    """Who of the house approved or refused it; the player himself where he cancelled it."""
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    receipt = models.CharField(max_length=64, blank=True)
    """What proves the payment outside the house, as the means has it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cash", "order"], name="players_cashrequest_once"),
            models.CheckConstraint(
                condition=models.Q(amount__gt=0), name="players_cashrequest_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(state="asked", decided_by=None, decided_at=None)
                | (
                    ~models.Q(state="asked")
                    & ~models.Q(decided_by=None)
                    & ~models.Q(decided_at=None)
                ),
                name="players_cashrequest_decided",
            ),
            models.CheckConstraint(
                condition=models.Q(state="asked")
                | models.Q(state="cancelled")
                | ~models.Q(decided_by=models.F("asked_by")),
                name="players_cashrequest_four_eyes",
            ),
        ]
        indexes = [
            models.Index("id", name="players_cashrequest_open", condition=models.Q(state="asked")),
        ]
        permissions = [
            ("decide_cashrequest", "May approve and refuse deposits and withdrawals, as a cashier")
        ]

    def __str__(self) -> str:
        return f"{self.way} {self.amount} {self.state}"


class Visit(models.Model):
    """A browser in which a player is signed in; gone with its session. Written by `visits`."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="visits")
    session = models.OneToOneField(Session, models.CASCADE, related_name="visit")
    began_at = models.DateTimeField()
    address = models.CharField(max_length=64)
    agent = models.CharField(max_length=200, blank=True)
    """What the browser says that it is."""

    def __str__(self) -> str:
        return f"{self.player} {self.began_at}"


class Given(models.Model):
    """Play money that one address was given on one day; written by `services` under its lock."""

    day = models.DateField()
    address = models.CharField(max_length=64)
    """A keyed hash: who has the table alone cannot tell whose it is."""
    amount = models.BigIntegerField(default=0)
    """Minor units, grants and refills together."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "address"], name="players_given_once_a_day"),
        ]
        verbose_name_plural = "given"

    def __str__(self) -> str:
        return f"{self.day} {self.amount}"


class Limit(models.Model):
    """What a player has said that a limit of his shall be, for ever; the last word counts.

    Written by `protection` under the player's lock.
    """

    class Kind(models.TextChoices):
        STAKE = "stake", "mises"
        LOSS = "loss", "pertes"
        TIME = "time", "temps"
        DEPOSIT = "deposit", "dépôts"

    class Period(models.TextChoices):
        DAY = "day", "jour"
        WEEK = "week", "semaine"
        MONTH = "month", "mois"

    player = models.ForeignKey(Player, models.PROTECT, related_name="limits")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    period = models.CharField(max_length=8, choices=Period.choices)
    before = models.BigIntegerField(null=True, blank=True)
    """What was in force when this was said; null without a limit."""
    amount = models.BigIntegerField(null=True, blank=True)
    """Minor units, of time seconds; null lifts the limit."""
    effective_from = models.DateTimeField()
    """At once where it is lower; after the cooling-off where it is higher."""
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(amount=None) | models.Q(amount__gte=0),
                name="players_limit_not_negative",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "kind", "period", "-id"], name="players_limit_in_force")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.period} {self.amount}"


class Exclusion(models.Model):
    """A player is kept out, by his own wish or by the house, for ever on record; never shortened.

    Written by `protection` under the player's lock.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="exclusions")
    until = models.DateTimeField()
    """`protection.FOR_EVER` where it has no end."""
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    """He himself, or who of the house did it."""
    reason = models.CharField(max_length=200, blank=True)
    """The house's; nobody asks a player for his."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} {self.until:%Y-%m-%d}"


class Played(models.Model):
    """What a player has staked on a day of the house's time zone, and what came of it.

    Written with every step of a round, by `players_count` in the database under the player's lock.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    staked = models.BigIntegerField()
    """Minor units, without what was taken back before it was played."""
    net = models.BigIntegerField()
    """Minor units that came back from the tables less those that went there; what lies there still
    is gone."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "day"], name="players_played_once_a_day")
        ]
        verbose_name_plural = "played"

    def __str__(self) -> str:
        return f"{self.player_id} {self.day} {self.staked}"


class Stay(models.Model):
    """The time that a player spends at tables without a long break; two may overlap."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="stays", db_index=False)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    staked_before = models.BigIntegerField(default=0, db_default=0)
    """Minor units that he had staked in all when it began."""
    net_before = models.BigIntegerField(default=0, db_default=0)
    """The same of what had come of it."""

    class Meta:
        indexes = [models.Index(fields=["player", "seen_at"], name="players_stay_seen")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.began_at}"


class RealityCheck(models.Model):
    """What a player was shown of his stay, and has acknowledged, for ever."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="reality_checks")
    seconds = models.PositiveIntegerField()
    """How long he had been at the tables."""
    staked = models.BigIntegerField()
    """Minor units."""
    net = models.BigIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} {self.at}"


class OfficeAct(models.Model):
    """Something that one of the staff did in the office, for ever; written by `trail`.

    Number, `previous` and `digest` are made by the database (`players_officeact_chains`).
    """

    person = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    address = models.CharField(max_length=64, blank=True)
    what = models.CharField(max_length=300)
    """The method and address of a request, or a word of the log."""
    said = models.JSONField(default=dict)
    """What a form said, by field, without what is secret."""
    previous = models.CharField(max_length=64, blank=True)
    """The hash of the act before; zeros for the first."""
    digest = models.CharField(max_length=64, blank=True, unique=True)

    def __str__(self) -> str:
        return f"{self.pk} {self.what}"


class OfficeAnswer(models.Model):
    """How an act in the office was answered."""

    act = models.OneToOneField(OfficeAct, models.PROTECT, primary_key=True, related_name="answer")
    status = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.act_id} {self.status}"
