"""How a player's account is closed, by its owner: the names go, what the ledger holds stays."""

from contextlib import suppress
from typing import Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction

from casino.ledger.services import Overdrawn, post
from casino.players import names, visits
from casino.players.cash import WAIT
from casino.players.models import CashRequest, Player, Wallet
from casino.players.services import chips_lie, handed_back, money_waits, owned, wallet_of

_CLOSINGS: Final = UUID("3f0f7a0c-6d58-5c0e-9b55-8d1f7b6f5e21")


class ClosingRefused(Exception):
    """A closing that was refused; nothing has changed.

    `code` is stable: `account_serves_house`, `account_chips_lie`, `account_money_waits`, or
    `account_holds_money` where the house's money is no play money.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def close(player: Player) -> None:
    """Close a player's account for ever: nobody signs in by it, and its names are gone.

    Play money goes back to where it came from. Opens a transaction of its own. Raises
    `ClosingRefused`.
    """
    with transaction.atomic(durable=True):
        leaver = Player.objects.select_for_update().get(pk=player.pk)
        if leaver.is_staff:
            raise ClosingRefused("account_serves_house")
        waiting = CashRequest.objects.filter(cash__player=leaver, state__in=WAIT)
        if waiting.exists():
            raise ClosingRefused("account_money_waits")
        with suppress(Wallet.DoesNotExist):
            _empty(wallet_of(leaver.pk))
        # Money is neither staked nor bought for any more: the wallet is empty, and locked.
        if any(asked(leaver.pk) for asked in chips_lie):
            raise ClosingRefused("account_chips_lie")
        if any(asked(leaver.pk) for asked in money_waits):
            raise ClosingRefused("account_money_waits")
        # No name that a sign-up takes has this form.
        leaver.username = f"closed:{leaver.pk}"
        leaver.display_name = names.neutral(leaver.pk, leaver.language, staff=False)
        leaver.is_active = False
        leaver.set_unusable_password()
        leaver.save()
        visits.end(leaver)


def _empty(wallet: Wallet) -> None:
    held = [each for each in owned(wallet) if each.balance]
    if not held:
        return
    if settings.LICENSED:
        raise ClosingRefused("account_holds_money")
    try:
        posted = post(
            uuid5(_CLOSINGS, str(wallet.player_id)),
            [handed_back(each) for each in held],
            cause="close",
            reference=f"player:{wallet.player_id}",
        )
    except Overdrawn:
        raise ClosingRefused("account_chips_lie") from None
    if any(posted.balances[each.pk] for each in held):
        raise ClosingRefused("account_chips_lie")
