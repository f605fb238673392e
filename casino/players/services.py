"""The doors of the players: sign up, open a wallet, grant play money.

The only writers of players and wallets outside Django's own sign-in. Knows no game and no table.
"""

import re
from collections.abc import Mapping
from typing import Final
from uuid import UUID, uuid5

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from casino.ledger.models import Account, Kind
from casino.ledger.services import EntryMismatch, Leg, open_account, post
from casino.players.models import Player, Wallet

NAME_LENGTH: Final = (3, 24)
"""Fewest and most characters of a username; a display name has the same most."""
NAME: Final = re.compile(r"[A-Za-z0-9._-]*")
_GRANTS: Final = UUID("5a29b1a6-57d1-5a0e-8f0b-0f4c7f8d3c11")


class SignUpRefused(Exception):
    """A sign-up that the house does not take; nothing has changed.

    `code` is snake_case and stable: `name_length`, `name_characters`, `name_taken`,
    `display_name_length`, `display_name_characters`, `language_unknown`, or the code of the first
    of Django's password validators that refused (`password_too_short`, ...).
    """

    def __init__(self, code: str, **detail: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.detail: Mapping[str, int | str] = detail


def sign_up(
    *, username: str, password: str, language: str = "fr", display_name: str = ""
) -> Player:
    """Enrol a player with a wallet and the house's grant of play money: all of it, or nothing.

    Raises `SignUpRefused`. A name is taken when another differs from it by case alone.
    """
    check_username(username)
    display_name = display_name.strip()
    check_display_name(display_name)
    if language not in dict(settings.LANGUAGES):
        raise SignUpRefused("language_unknown")
    player = Player(username=username, language=language, display_name=display_name)
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise SignUpRefused(error.error_list[0].code or "password_refused") from None
    return _enrol(player, password)


def check_username(username: str) -> None:
    """Refuse a name that is not 3 to 24 ASCII letters, digits or any of `-_.`."""
    fewest, most = NAME_LENGTH
    if not NAME.fullmatch(username):
        raise SignUpRefused("name_characters")
    if not fewest <= len(username) <= most:
        raise SignUpRefused("name_length", fewest=fewest, most=most)


def check_display_name(name: str) -> None:
    """Refuse more than 24 characters, or any that is not printed (line ends, text direction)."""
    if not name.isprintable():
        raise SignUpRefused("display_name_characters")
    if len(name) > NAME_LENGTH[1]:
        raise SignUpRefused("display_name_length", most=NAME_LENGTH[1])


def ensure_demo_player(username: str, password: str) -> Player:
    """Return the player of this name, with a wallet and the grant; enrolled when there was none.

    For seeding: a weak password is taken, and a player who exists keeps theirs.
    """
    check_username(username)
    player = Player.objects.filter(username__iexact=username).first()
    if player is None:
        return _enrol(Player(username=username), password)
    with transaction.atomic():
        grant(player)
    return player


def _enrol(player: Player, password: str) -> Player:
    # Hashing takes a fraction of a second, so it is done before anything is locked; and the grant
    # comes last, because every grant of the house waits for the mint's row.
    player.set_password(password)
    with transaction.atomic():
        try:
            with transaction.atomic():
                player.save(force_insert=True)
        except IntegrityError:
            raise SignUpRefused("name_taken") from None
        grant(player)
    return player


def grant(player: Player) -> None:
    """Give the player PLAY_MONEY_GRANT minor units of the mint's money, once for ever.

    Needs the caller's transaction. Does nothing when the grant was given, whatever it was then.
    """
    wallet = open_wallet(player)
    mint = open_account(f"mint:{wallet.currency}", Kind.MINT, wallet.currency, unbounded=True)
    leg = Leg(mint.pk, wallet.account_id, settings.PLAY_MONEY_GRANT, "grant")
    try:
        post(uuid5(_GRANTS, str(player.pk)), [leg], cause="grant", reference=f"player:{player.pk}")
    except EntryMismatch:
        # Granted before, when the house's grant was another amount.
        return


def open_wallet(player: Player) -> Wallet:
    """Return the player's wallet in the house's play money, opened empty unless there was one."""
    currency = settings.PLAY_MONEY_CURRENCY
    wallet = Wallet.objects.filter(player=player, currency=currency).first()
    if wallet is None:
        account: Account = open_account(f"wallet:{player.pk}", Kind.WALLET, currency)
        Wallet.objects.bulk_create(
            [Wallet(player=player, currency=currency, account=account)], ignore_conflicts=True
        )
        wallet = Wallet.objects.get(player=player, currency=currency)
    return wallet


def wallet_of(player_id: int) -> Wallet:
    """Return the player's wallet in the house's play money, its account with it.

    Raises `Wallet.DoesNotExist` for one who never signed up to play, as an operator.
    """
    return Wallet.objects.select_related("account").get(
        player=player_id, currency=settings.PLAY_MONEY_CURRENCY
    )
