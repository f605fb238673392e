"""What a player has anywhere in the house: checked before money is given, exchanged or closed.

Knows no game and no table: an app that holds money of players registers with `elsewhere`.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from django.conf import settings
from django.db.models import Q

from casino.ledger.models import Account
from casino.players.models import CashRequest


class Holding(StrEnum):
    """Money of a player, or a claim to some, that is in no account of their chips and cash."""

    STAKES = "stakes"
    """Chips that lie on a layout, or credits of a machine."""
    WINNINGS = "winnings"
    """Stakes of a round that is being settled."""
    COLOURS = "colours"
    """Colour chips in hand."""
    TICKETS = "tickets"
    HAND_PAYS = "hand_pays"
    """Wins of a machine that the house owes."""
    CLAIMS = "claims"
    """Jackpots that wait for approval."""
    DISPUTES = "disputes"
    """Disputes that wait for their decision."""
    REQUESTS = "requests"
    """Deposits and withdrawals that have no end yet."""


IN_PLAY: Final = frozenset({Holding.STAKES, Holding.WINNINGS})
"""What the end of a round gives back, or takes."""

elsewhere: Final[list[Callable[[int], Collection[Holding]]]] = []
"""Each returns what it holds of the player with this id; called without a lock."""


@dataclass(frozen=True)
class Holdings:
    """All that one player has."""

    player_id: int
    accounts: Sequence[Account]
    """Of their chips and cash in one currency, as one statement read them."""

    @property
    def balance(self) -> int:
        """Chips and cash, minor units, what a withdrawal reserves included."""
        return sum(each.balance for each in self.accounts)

    @cached_property
    def elsewhere(self) -> frozenset[Holding]:
        """The kinds of money and claims outside chips and cash; queried on first access.

        Chips that leave a layout between both queries are in neither: before giving money, read
        the balance again with the account locked.
        """
        found = {holding for query in elsewhere for holding in query(self.player_id)}
        requests = CashRequest.objects.filter(
            cash__player=self.player_id, state__in=CashRequest.UNFINISHED
        )
        return frozenset(found | ({Holding.REQUESTS} if requests.exists() else set()))


def holdings_of(player_id: int, currency: str = "") -> Holdings:
    """Return what a player has, with chips and cash in this currency, by default the house's."""
    currency = currency or settings.HOUSE_CURRENCY
    chips = Q(wallet__player=player_id, wallet__currency=currency)
    cash = Q(cash__player=player_id, cash__currency=currency)
    return Holdings(player_id, list(Account.objects.filter(chips | cash).order_by("id")))
