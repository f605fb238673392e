"""Who plays, and where their money is. Knows no game and no table."""

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Upper

from casino.ledger.models import Account


class Players(UserManager["Player"]):
    """Finds a player by the name typed at sign-in, whatever its case."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player of this name; `iexact` uses the index of the unique constraint."""
        return self.get(username__iexact=username)


class Player(AbstractUser):
    """A person with a name and a password. Names differ by more than case."""

    display_name = models.CharField(max_length=24, blank=True, default="")
    """What others at the table read; the username when empty."""
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="fr")

    objects: ClassVar[Players] = Players()

    class Meta:
        swappable = "AUTH_USER_MODEL"
        verbose_name = "player"
        verbose_name_plural = "players"
        constraints = [
            models.UniqueConstraint(Upper("username"), name="players_name_differs_by_case_too"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name that others at the table read."""
        return self.display_name or self.username


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
