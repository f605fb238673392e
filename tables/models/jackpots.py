"""Jackpots, their pots, and the claims to them."""

from django.conf import settings
from django.db import models

from casino.ledger.models import Account
from tables.models.rounds import Round


class Jackpot(models.Model):
    """A progressive jackpot system that one or several tables are linked to (FR-2024-121, MC-106).

    Its row is the lock under which a win is weighed: it is taken after the table's row and before
    the ledger's accounts.
    """

    name = models.CharField(max_length=64, unique=True)
    currency = models.CharField(max_length=8)

    def __str__(self) -> str:
        return self.name


class Pot(models.Model):
    """A pot of a jackpot: what it holds is the balance of its ledger account."""

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="pots")
    name = models.CharField(max_length=32)
    """The name under which the game knows it, e.g. `jp1_main`."""
    seed = models.BigIntegerField()
    """Minor units that it starts and restarts from (FR-2024-122)."""
    account = models.OneToOneField(Account, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["jackpot", "name"], name="pot_name")]

    def __str__(self) -> str:
        return f"{self.pk}"


class Claim(models.Model):
    """What a finished round won of its table's jackpot, for ever; paid when it has a payment.

    Written with the round's last event. One for what a supervisor must approve first (FR-2024-138),
    one for what is paid at once.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="claims")
    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="claims")
    supervised = models.BooleanField()
    seq = models.BigIntegerField()
    """The sequence number of the round's last event."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "supervised"], name="claim_once")]
        permissions = [("approve_claim", "May approve the payment of a jackpot, as a supervisor")]

    def __str__(self) -> str:
        return f"{self.pk}"


class ClaimedPot(models.Model):
    """One pot of a claim, as it stood at the end of the round: later stakes are not in it."""

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="pots")
    pot = models.ForeignKey(Pot, models.PROTECT, related_name="claimed")
    holds = models.BigIntegerField()
    """Minor units that the round won a share of."""
    change = models.BigIntegerField()
    """What the payment will add to the pot's account: its seed less what is paid out of it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["claim", "pot"], name="claimed_pot_once")]

    def __str__(self) -> str:
        return f"{self.pk}"


class ClaimPayment(models.Model):
    """The payment of a claim, for ever; a claim without one waits for its supervisor."""

    claim = models.OneToOneField(Claim, models.PROTECT, related_name="payment")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    """The supervisor who approved it; null where the text asks for none."""
    footage_seen = models.BooleanField(default=False)
    """He has stated that he had seen the camera's recording before (FR-2024-139)."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.claim_id}"
