"""Who plays, and where their money is. Knows no game and no table."""

from contextlib import suppress
from typing import Any, ClassVar, Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractUser, Group, Permission, UserManager
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.db.models import Q
from django.db.models.functions import Now, Upper
from django.utils.functional import cached_property

from casino.i18n import both_lazy
from casino.ledger.models import Account
from casino.players import names

DECIDE_RIGHTS: Final = "players.decide_rights"
"""The permission to ask for changes of rights, and to approve another's."""


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
    language = models.CharField(max_length=2, choices=settings.SPOKEN, default="fr")

    shut_until = models.DateTimeField(null=True, blank=True, editable=False)
    """Until when they may not come in: the end of their latest exclusion. Kept by the database,
    which lets it grow only."""

    username_key = models.CharField(max_length=192, default="", editable=False)
    """What the username looks like, see `names.name_key`; kept by `save`."""
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
        """Save; fill in an empty display name, and the keys by which names are compared."""
        if not self.display_name:
            if self.pk is None:
                self.pk = _next_id()
                kwargs["force_insert"] = True
            self.display_name = names.neutral_name(self.pk, self.language, staff=self.is_staff)
        self.username_key = names.name_key(self.username)[:192]
        self.display_key = names.name_key(self.display_name)[:192]
        if (fields := kwargs.get("update_fields")) is not None:
            keys = {"username": "username_key", "display_name": "display_key"}
            kwargs["update_fields"] = {*fields, *(keys[each] for each in keys.keys() & set(fields))}
        super().save(*args, **kwargs)

    @property
    def shown_name(self) -> str:
        """The name that others at the table read."""
        return self.display_name

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Tell whether they have a permission, `app.codename`, as Django does.

        But in a licensed house a superuser is not every signatory at once: being one lets them read
        everything and decide rights. What a duty does takes a permission of their own.
        """
        implied = perm == DECIDE_RIGHTS or perm.partition(".")[2].startswith("view_")
        if settings.LICENSED and self.is_superuser and not implied:
            return self.is_active and perm in self.own_permissions
        return super().has_perm(perm, obj)

    @cached_property
    def own_permissions(self) -> frozenset[str]:
        """What they were given, alone or with a group."""
        given = Q(user=self) | Q(group__user=self)
        names = Permission.objects.filter(given).values_list("content_type__app_label", "codename")
        return frozenset(f"{app}.{codename}" for app, codename in names)


def _next_id() -> int:
    """Take the id of the next player: their neutral name is made of it."""
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

    Its row is the lock under which cash requests are made.
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

    Written by `cashier.services` and `cashier.transfers` under its own lock. The database refuses a
    second decision, one by the requester, and a second outcome of a payment.
    """

    class Way(models.TextChoices):
        """Whether the cash comes in or goes out."""

        DEPOSIT = "deposit", both_lazy("dépôt", "deposit")
        WITHDRAWAL = "withdrawal", both_lazy("retrait", "withdrawal")

    class State(models.TextChoices):
        """The steps of a cash request."""

        ASKED = "asked", both_lazy("demandée", "asked for")
        PAYING = "paying", both_lazy("en paiement", "being paid")
        APPROVED = "approved", both_lazy("approuvée", "approved")
        FAILED = "failed", both_lazy("non payée", "not paid")
        REFUSED = "refused", both_lazy("refusée", "refused")
        CANCELLED = "cancelled", both_lazy("annulée", "cancelled")

    UNFINISHED: ClassVar = (State.ASKED, State.PAYING)
    """The states of what has no end yet."""

    cash = models.ForeignKey(Cash, models.PROTECT, related_name="requests")
    order = models.UUIDField()
    """Id made by the client: sent again, it is the same request."""
    way = models.CharField(max_length=10, choices=Way.choices)
    amount = models.BigIntegerField()
    """Minor units, positive."""
    means = models.CharField(max_length=16)
    """By which the money comes or goes: a key of `providers.MEANS`."""
    asked_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    decided_by = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    """The cashier who approved or refused it; the player where they cancelled it."""
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    payment = models.UUIDField(null=True, blank=True, unique=True)
    """Names its payment to the means, and in the ledger; made when it is approved."""
    tried_at = models.DateTimeField(null=True, blank=True)
    """When the means was last asked."""
    told_at = models.DateTimeField(null=True, blank=True)
    """When the means reported that it is paid, or failed."""
    receipt = models.CharField(max_length=64, blank=True)
    """What proves the payment outside the house, as the means has it; or why it failed."""

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
            models.Index(fields=["amount", "-id"], name="players_cashrequest_amount"),
            models.Index("id", name="players_cashrequest_open", condition=models.Q(state="asked")),
            models.Index(
                "id", name="players_cashrequest_paying", condition=models.Q(state="paying")
            ),
        ]
        permissions = [
            ("decide_cashrequest", "May approve and refuse deposits and withdrawals, as a cashier")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class CashProposal(models.Model):
    """A cashier's approval of a request above `CASH_BY_ONE`, which another is to confirm."""

    request = models.OneToOneField(
        CashRequest, models.PROTECT, primary_key=True, related_name="proposal"
    )
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    receipt = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class CounterReceipt(models.Model):
    """The number of a receipt that was signed at the counter: it proves one payment only."""

    number = models.CharField(max_length=64, primary_key=True)
    """In one case, without spaces around it."""
    request = models.OneToOneField(CashRequest, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return self.number


class PaymentAlarm(models.Model):
    """A difference between the house and a means of payment; kept for ever, closed once.

    Written by `cashier.transfers` and closed by `cashier.services`, with a reason; neither moves
    money.
    """

    LONGEST: ClassVar[int] = 120
    """Characters of what either says."""

    class Of(models.TextChoices):
        """What differs."""

        TOLD = "told", both_lazy("dit autrement la seconde fois", "told otherwise the second time")
        AMOUNT = "amount", both_lazy("autre montant", "another amount")
        OUTCOME = "outcome", both_lazy("autre issue", "another outcome")
        UNKNOWN_HERE = "unknown_here", both_lazy("inconnu de la maison", "unknown to the house")
        UNKNOWN_THERE = "unknown_there", both_lazy("inconnu du moyen", "unknown to the means")
        POSTED = "posted", both_lazy("autre écriture au registre", "another entry in the ledger")

    means = models.CharField(max_length=16)
    payment = models.CharField(max_length=LONGEST)
    """As the means names it; of ours, the payment of a request."""
    of = models.CharField(max_length=16, choices=Of.choices)
    ours = models.CharField(max_length=LONGEST, blank=True)
    theirs = models.CharField(max_length=LONGEST, blank=True)
    at = models.DateTimeField()
    closed_by = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["means", "payment", "of", "theirs"], name="players_paymentalarm_once"
            ),
            models.CheckConstraint(
                condition=models.Q(closed_by=None, closed_at=None)
                | (~models.Q(closed_by=None) & ~models.Q(closed_at=None)),
                name="players_paymentalarm_closed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.means} {self.payment}"

    def about(self) -> CashRequest | None:
        """Return the request whose payment it is about, where the house knows it."""
        with suppress(ValueError):
            return CashRequest.objects.filter(means=self.means, payment=UUID(self.payment)).first()
        return None


class RightsChange(models.Model):
    """A change of what somebody, or a group, may do: asked by one, decided by another, for ever.

    Written by `staff.rights` under its own lock. The database refuses a second decision, and
    approval by the requester or the person concerned.
    """

    class Of(models.TextChoices):
        """What a request changes."""

        RIGHTS = "rights", both_lazy("droits de quelqu’un", "somebody’s rights")
        PASSWORD = "password", both_lazy("mot de passe", "password")
        GROUP = "group", both_lazy("droits d’un groupe", "rights of a group")

    class State(models.TextChoices):
        """The steps of a request."""

        ASKED = "asked", both_lazy("demandée", "asked")
        APPROVED = "approved", both_lazy("approuvée", "approved")
        REFUSED = "refused", both_lazy("refusée", "refused")
        WITHDRAWN = "withdrawn", both_lazy("retirée", "withdrawn")

    order = models.UUIDField(unique=True)
    """Made with the form: sent again, it is the same request."""
    of = models.CharField(max_length=10, choices=Of.choices)
    person = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    """Whose rights or password; null for those of a group."""
    group = models.CharField(max_length=150, blank=True)
    before = models.JSONField(default=dict, blank=True)
    """What was so when it was asked, as `rights.rights_of_person` and `of_group` write it."""
    wanted = models.JSONField(default=dict, blank=True)
    """What shall be so, written likewise."""
    password = models.CharField(max_length=256, blank=True, editable=False)
    """The hash of the password that is asked for; empty once it is decided."""
    asked_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    reason = models.CharField(max_length=200)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    decided_by = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    """Who approved or refused it; the requester where they withdrew it."""
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(of="group", person=None)
                | (~models.Q(of="group") & ~models.Q(person=None)),
                name="players_rightschange_of_somebody",
            ),
            models.CheckConstraint(
                condition=models.Q(state="asked", decided_by=None, decided_at=None)
                | (
                    ~models.Q(state="asked")
                    & ~models.Q(decided_by=None)
                    & ~models.Q(decided_at=None)
                    & models.Q(password="")
                ),
                name="players_rightschange_decided",
            ),
            models.CheckConstraint(
                condition=models.Q(state="asked")
                | models.Q(state="withdrawn")
                | (
                    ~models.Q(decided_by=models.F("asked_by"))
                    & (models.Q(person=None) | ~models.Q(decided_by=models.F("person")))
                ),
                name="players_rightschange_four_eyes",
            ),
        ]
        permissions = [
            ("decide_rights", "May ask for changes of rights, and approve or refuse another's")
        ]

    def __str__(self) -> str:
        return f"{self.get_of_display()} {self.whose} {self.get_state_display()}"

    @property
    def whose(self) -> str:
        """The name of the person or of the group."""
        return self.person.username if self.person else self.group


class Visit(models.Model):
    """A browser in which a player is signed in; deleted with its session.

    Written by `login_sessions`.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="visits")
    session = models.OneToOneField(Session, models.CASCADE, related_name="visit")
    began_at = models.DateTimeField()
    address = models.CharField(max_length=64)
    agent = models.CharField(max_length=200, blank=True)
    """What the browser says that it is."""

    def __str__(self) -> str:
        return f"{self.pk}"


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
        return f"{self.pk}"


class Limit(models.Model):
    """A limit that a player set, kept for ever; the last one of its kind and period counts.

    Written by `responsible_gaming.limits` under the player's lock.
    """

    class Kind(models.TextChoices):
        """What is limited."""

        STAKE = "stake", both_lazy("mises", "stakes")
        LOSS = "loss", both_lazy("pertes", "losses")
        TIME = "time", both_lazy("temps", "time")
        DEPOSIT = "deposit", both_lazy("dépôts", "deposits")

    class Period(models.TextChoices):
        """The time in which it is summed."""

        DAY = "day", both_lazy("jour", "day")
        WEEK = "week", both_lazy("semaine", "week")
        MONTH = "month", both_lazy("mois", "month")

    player = models.ForeignKey(Player, models.PROTECT, related_name="limits")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    period = models.CharField(max_length=8, choices=Period.choices)
    before = models.BigIntegerField(null=True, blank=True)
    """The limit in force when this one was set; null for none."""
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
        return f"{self.pk}"


class Exclusion(models.Model):
    """A player is kept out, by their own wish or by the house; kept for ever, never shortened.

    Written by `responsible_gaming.limits` under the player's lock.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="exclusions")
    until = models.DateTimeField()
    """`limits.FOR_EVER` where it has no end."""
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    """The player, or the operator who did it."""
    reason = models.CharField(max_length=200, blank=True)
    """The house's; players are not asked for theirs."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


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
        return f"{self.pk}"


class Stay(models.Model):
    """The time that a player spends at tables without a long break; two may overlap."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="stays", db_index=False)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    staked_before = models.BigIntegerField(default=0, db_default=0)
    """Minor units that the player had staked in all when it began."""
    net_before = models.BigIntegerField(default=0, db_default=0)
    """The same of what had come of it."""

    class Meta:
        indexes = [models.Index(fields=["player", "seen_at"], name="players_stay_seen")]

    def __str__(self) -> str:
        return f"{self.pk}"


class RealityCheck(models.Model):
    """What a player was shown of their stay, and has acknowledged; kept for ever."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="reality_checks")
    seconds = models.PositiveIntegerField()
    """How long they had been at the tables."""
    staked = models.BigIntegerField()
    """Minor units."""
    net = models.BigIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


AT_THE_DOOR: Final = (
    *("staff_signed_in", "staff_signed_out", "staff_sign_in_failed"),
    *("staff_code_given", "staff_code_refused"),
    *("staff_second_factor_enrolled", "staff_second_factor_forgotten"),
)
"""What happens to the staff at the office's door, by the trail's words."""


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
    """The fields of the form that was sent, secrets blanked."""
    previous = models.CharField(max_length=64, blank=True)
    """The hash of the act before; zeros for the first."""
    digest = models.CharField(max_length=64, blank=True, unique=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["id"],
                name="players_staffsignin",
                condition=models.Q(what__in=list(AT_THE_DOOR)),
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class SignIns(models.Manager["StaffSignIn"]):
    """The acts of the trail at the office's door alone."""

    def get_queryset(self) -> models.QuerySet["StaffSignIn"]:
        """Return them, in no order."""
        return super().get_queryset().filter(what__in=list(AT_THE_DOOR))


class StaffSignIn(OfficeAct):
    """An act of the trail at the office's door: a sign-in or its end, a code, a refusal of one."""

    objects: ClassVar[SignIns] = SignIns()

    class Meta:
        proxy = True


class OfficeAnswer(models.Model):
    """How an act in the office was answered."""

    act = models.OneToOneField(OfficeAct, models.PROTECT, primary_key=True, related_name="answer")
    status = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.pk}"


class Department(models.Model):
    """The hierarchy to which those of a group answer; nobody is in groups of two (MC-AUTO-53).

    The database refuses it.
    """

    class Name(models.TextChoices):
        """The departments."""

        MACHINES = "machines", both_lazy("Appareils automatiques", "Machines")
        CASINOS = "casinos", both_lazy("Casinos", "Casinos")

    group = models.OneToOneField(Group, models.PROTECT, primary_key=True, related_name="department")
    name = models.CharField(max_length=8, choices=Name.choices)

    def __str__(self) -> str:
        return f"{self.get_name_display()} {self.group_id}"


class Ban(models.Model):
    """The house has banned a player, or ended the ban; kept for ever.

    Written by `responsible_gaming.exclusions` under the player's lock; the last one decides
    `is_active`.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="bans")
    banned = models.BooleanField()
    """Whether they are out from then on."""
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class Identity(models.Model):
    """What a player has declared of themselves, or the house decided about it; kept for ever.

    The last row counts; no document is kept. Written by `identity.services` under the player's
    lock.
    """

    class State(models.TextChoices):
        """What was declared or decided."""

        DECLARED = "declared", both_lazy("déclarée", "declared")
        VERIFIED = "verified", both_lazy("vérifiée", "verified")
        REFUSED = "refused", both_lazy("refusée", "refused")

    player = models.ForeignKey(Player, models.PROTECT, related_name="identities")
    state = models.CharField(max_length=8, choices=State.choices)
    born_on = models.DateField(null=True, blank=True)
    valid_until = models.DateField(null=True, blank=True)
    """The last day on which it counts as verified."""
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    """The player, or the operator who decided."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "identities"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="declared", by=models.F("player"), valid_until=None)
                & ~models.Q(born_on=None)
                | models.Q(state="verified")
                & ~models.Q(by=models.F("player"))
                & ~models.Q(reason="")
                & ~models.Q(born_on=None)
                & ~models.Q(valid_until=None)
                | models.Q(state="refused", valid_until=None)
                & ~models.Q(by=models.F("player"))
                & ~models.Q(reason=""),
                name="players_identity_by_another",
            ),
        ]
        indexes = [models.Index(fields=["player", "-id"], name="players_identity_last")]
        permissions = [("verify_identity", "May verify and refuse what players say they are")]

    def __str__(self) -> str:
        return f"{self.pk}"


class HouseNote(models.Model):
    """What one of the staff has noted about a player, for ever; the staff reads it with its author.

    A player who asks for the data that the house keeps about them is given it too.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="house_notes")
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class DatabaseIdentity(models.Model):
    """A database that the house was allowed to open, for ever; the newest is the one in use."""

    class Way(models.TextChoices):
        """How the house came to it."""

        FOUNDED = "founded", "founded"
        RESTORED = "restored", "restored"
        MOVED = "moved", "moved"

    identity = models.CharField(max_length=64, editable=False)
    """See `casino.database.identity`."""
    way = models.CharField(max_length=8, choices=Way, editable=False)
    facts = models.JSONField(default=dict, editable=False)
    """Of a restoration: who ordered it, and what it ended."""
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.identity


class PinnedList(models.Model):
    """A list of the office that somebody keeps on their opening page, under a name of their own.

    Written by `casino.backoffice.shortcuts.pins`, and deleted when it is unpinned.
    """

    person = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    name = models.CharField(max_length=60)
    address = models.CharField(max_length=1000)
    """The list's path, with its search and filters in the query string."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "address"], name="players_pinned_once")
        ]

    def __str__(self) -> str:
        return self.name
