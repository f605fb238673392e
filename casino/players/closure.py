"""Closing of a player's account: the names are deleted, the ledger stays."""

from typing import Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction

from casino.ledger.services import Overdrawn, post
from casino.players import holdings, login_sessions, names
from casino.players.holdings import IN_PLAY, Holding, Holdings
from casino.players.models import Player
from casino.players.services import return_leg

_CLOSINGS: Final = UUID("3f0f7a0c-6d58-5c0e-9b55-8d1f7b6f5e21")


class ClosingRefused(Exception):
    """A closing that was refused; nothing has changed.

    `code` is stable: `account_serves_house`, `account_chips_lie`, `account_money_waits`, or
    `account_holds_money` where the house's money is no play money.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def close_account(player: Player) -> None:
    """Close a player's account for ever: no sign-in any more, and its names are deleted.

    Play money goes back to where it came from. Opens a transaction of its own. Raises
    `ClosingRefused`.
    """
    with transaction.atomic(durable=True):
        leaver = Player.objects.select_for_update().get(pk=player.pk)
        if leaver.is_staff:
            raise ClosingRefused("account_serves_house")
        if Holding.REQUESTS in (has := holdings.holdings_of(leaver.pk)).elsewhere:
            raise ClosingRefused("account_money_waits")
        _empty(has)
        # Money is neither staked nor bought for any more: the wallet is empty, and locked.
        left = holdings.holdings_of(leaver.pk).elsewhere
        if left:
            raise ClosingRefused("account_chips_lie" if left & IN_PLAY else "account_money_waits")
        # No name that a sign-up takes has this form.
        leaver.username = f"closed:{leaver.pk}"
        leaver.display_name = names.neutral_name(leaver.pk, leaver.language, staff=False)
        leaver.is_active = False
        leaver.set_unusable_password()
        leaver.save()
        login_sessions.end_sessions(leaver)


def _empty(has: Holdings) -> None:
    held = [each for each in has.accounts if each.balance]
    if not held:
        return
    if settings.LICENSED:
        raise ClosingRefused("account_holds_money")
    try:
        posted = post(
            uuid5(_CLOSINGS, str(has.player_id)),
            [return_leg(each) for each in held],
            cause="close",
            reference=f"player:{has.player_id}",
        )
    except Overdrawn:
        raise ClosingRefused("account_chips_lie") from None
    if any(posted.balances[each.pk] for each in held):
        raise ClosingRefused("account_chips_lie")
