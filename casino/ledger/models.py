"""Where money is and how it moved: accounts, journal entries, transfers.

Double entry after TigerBeetle: a transfer has one debit, one credit and one amount, so an
unbalanced one cannot be written. Knows no game and no player. Nothing here writes: `services.post`
is the only writer, and the database keeps the laws even against raw SQL (`sql/`).
"""

from django.db import models
from django.db.models import DateTimeField, F, Func, Q

CLOCK = Func(function="clock_timestamp", output_field=DateTimeField())
"""The server's clock at this very row, not at the start of the transaction."""


class Kind(models.TextChoices):
    """What sort of place an account is."""

    MINT = "mint"
    """Where play money comes from; unbounded, so its balance is minus all money that exists."""
    CAPITAL = "capital"
    """The house; unbounded."""
    CAGE = "cage"
    """The cash desk: what players brought there and took away; unbounded, so its balance is minus
    the cash that came in by it and is still the house's to pay."""
    CASH = "cash"
    """A player's money that is not changed into chips."""
    WALLET = "wallet"
    """A player's chips."""
    FLOAT = "float"
    """A table's own bankroll."""
    COLOUR = "colour"
    """A player's colour chips at one table: worth nothing elsewhere."""
    LAYOUT = "layout"
    """The chips that lie on a table."""
    POT = "pot"
    """What tables feed and somebody will be paid from: a progressive jackpot, or the tickets that
    machines have issued."""
    BANK = "bank"
    """What the player who is the banker has at stake."""
    GARAGE = "garage"
    """What the banker has won above the maximum: theirs, not at stake."""
    LEVY = "levy"
    """The *cagnotte*: what the house takes of a player-banker's winnings."""
    DROP = "drop"
    """The cash that was changed into chips at a table and is not counted yet."""
    NOTE_BOX = "note_box"
    """The notes that were inserted at a machine, or lie in boxes that wait for their count."""
    ISSUED = "issued"
    """What has left the house by cheque or transfer."""


class Account(models.Model):
    """A place where money is. Its totals change only together with transfers; it is never deleted.

    `debits` and `credits` are cumulative, in minor units: what left and what came since it opened.
    """

    code = models.TextField(unique=True)
    """e.g. `wallet:17`, `cash:17:PLAY`, `colour:17:3`, `float:3`, `drop:3`, `layout:3`,
    `note_box:3`, `note_boxes:PLAY`, `issued:PLAY`,
    `pot:2:jp1_main`, `capital:PLAY`, `mint:PLAY`, `cage:PLAY`."""
    kind = models.TextField(choices=Kind.choices)
    currency = models.TextField()
    debits = models.BigIntegerField(default=0, db_default=0)
    credits = models.BigIntegerField(default=0, db_default=0)
    unbounded = models.BooleanField(default=False, db_default=False)
    """Whether the balance may fall below zero."""
    opened_at = models.DateTimeField(db_default=CLOCK, editable=False)
    reserved = models.BigIntegerField(default=0, db_default=0)
    """Minor units of the balance that only their holders may spend: the sum of its `Reserve` rows,
    kept by the database. A posting that lifts a reserve may leave the balance below it."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ledger_account_never_overdrawn",
                condition=Q(unbounded=True) | Q(credits__gte=F("debits")),
            ),
            models.CheckConstraint(
                name="ledger_account_totals_not_negative",
                condition=Q(debits__gte=0, credits__gte=0),
            ),
            models.CheckConstraint(
                name="ledger_account_kind_known", condition=Q(kind__in=Kind.values)
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def balance(self) -> int:
        """Minor units that the account holds, as this row was read."""
        return self.credits - self.debits


class Reserve(models.Model):
    """A part of an account that is kept for one purpose; nothing moves. Gone when it is released.

    Written and deleted by `services.reserve` and `services.release` under the account's lock.
    """

    account = models.ForeignKey(Account, models.PROTECT, related_name="reserves")
    holder = models.TextField()
    """What it is kept for, e.g. `table:3`: only a posting that lifts it may spend it."""
    amount = models.BigIntegerField()
    """Minor units, positive."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "holder"], name="ledger_reserve_once"),
            models.CheckConstraint(name="ledger_reserve_positive", condition=Q(amount__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class JournalEntry(models.Model):
    """The transfers of one step. Its id is known before the work begins, so it happens once."""

    id = models.UUIDField(primary_key=True)
    """The command's id, or uuid5 of `table:seq` for the house's own steps."""
    at = models.DateTimeField(db_default=CLOCK, editable=False)
    cause = models.TextField()
    """What was done, e.g. `grant` or the kind of the event."""
    reference = models.TextField(blank=True, default="", db_default="")
    """What it belongs to, e.g. `round:12`; empty when it stands alone."""
    operator = models.TextField(blank=True, default="", db_default="")
    """The operator who ordered it; empty when the game or the player did."""

    class Meta:
        verbose_name_plural = "journal entries"
        indexes = [
            models.Index("reference", name="ledger_entry_reference", condition=~Q(reference=""))
        ]

    def __str__(self) -> str:
        return f"{self.id}"


class Transfer(models.Model):
    """Money that left one account and came to another of the same currency. Never changed."""

    entry = models.ForeignKey(JournalEntry, models.PROTECT, related_name="transfers")
    debit = models.ForeignKey(Account, models.PROTECT, related_name="debited", db_index=False)
    """The account that gives."""
    credit = models.ForeignKey(Account, models.PROTECT, related_name="credited", db_index=False)
    """The account that receives."""
    amount = models.BigIntegerField()
    """Minor units, positive."""
    why = models.TextField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ledger_transfer_amount_positive", condition=Q(amount__gt=0)
            ),
            models.CheckConstraint(
                name="ledger_transfer_two_accounts", condition=~Q(debit=F("credit"))
            ),
        ]
        indexes = [
            models.Index("debit", "id", name="ledger_transfer_debit"),
            models.Index("credit", "id", name="ledger_transfer_credit"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
