"""The services of players: sign up, open a wallet, grant play money.

The only writers of players and wallets outside Django's own sign-in. Knows no game and no table:
an app that shows balances connects to `balance_changed`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Q
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import salted_hmac

from casino.database.on_commit import run_on_commit
from casino.http.downloads import is_formula
from casino.i18n import Words
from casino.ledger.models import Account, JournalEntry, Kind
from casino.ledger.services import EntryMismatch, Leg, open_account, post
from casino.players import days, holdings, names
from casino.players.holdings import IN_PLAY, Holding
from casino.players.models import Given, Player, Wallet
from casino.responsible_gaming import limits
from casino.responsible_gaming.jurisdiction import PLAY_MONEY

NAME_LENGTH: Final = (3, 24)
"""Fewest and most characters of a username; a display name has the same most."""
NAME: Final = re.compile(r"(?!-)[A-Za-z0-9._-]*")
_GRANTS: Final = UUID("5a29b1a6-57d1-5a0e-8f0b-0f4c7f8d3c11")
_REFILLS: Final = UUID("0c3f8f6e-4a0b-5d59-9a7e-6f1f6b0f2b7d")
_PRACTICE: Final = UUID("8f0c2a57-0d0b-5f7c-8a55-6d1f0c9b4e21")
_KEPT_DAYS: Final = 7
"""How long it is remembered what an address was given."""

balance_changed: Final = Signal()
"""Sent after the commit when something outside a round moved a wallet's money: `player_id`,
`balance` in minor units."""

REASONS: Final[Mapping[str, Words]] = {
    "grant": Words("Jetons offerts", "Chips granted"),
    "refill": Words("Jetons du jour", "Chips of the day"),
    "practice": Words("Jetons d’entraînement", "Practice chips"),
    "handed_back": Words("Compte fermé, jetons rendus", "Account closed, chips handed back"),
    "to_chips": Words("Espèces changées en jetons", "Cash changed into chips"),
    "to_cash": Words("Jetons changés en espèces", "Chips changed into cash"),
    "deposit": Words("Dépôt à la caisse", "Deposit at the cage"),
    "withdrawal": Words("Retrait à la caisse", "Withdrawal at the cage"),
}
"""What its postings are for, in French and English, as a statement says it."""


class SignUpRefused(Exception):
    """A sign-up, or a new name, that was refused; nothing has changed.

    `code` is snake_case and stable: `name_length`, `name_characters`, `name_reserved`,
    `name_taken`, the same of `display_name_`, `language_unknown`, or the code of the first of the
    password validators that refused (`password_too_short`, ...).
    """

    def __init__(self, code: str, **detail: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.detail: Mapping[str, int | str] = detail


def sign_up(
    *,
    username: str,
    password: str,
    language: str = "fr",
    display_name: str = "",
    address: str | None = None,
) -> Player:
    """Enrol a player with a wallet and the house's grant of play money: all of it, or nothing.

    An address gets only so many chips a day; after that the wallet opens empty. None stands for
    the house itself, which has no such limit. Raises `SignUpRefused`. A name is taken when another
    looks like it, see `names`.
    """
    check_username(username)
    display_name = display_name.strip()
    check_display_name(display_name)
    refuse_reserved(username, display_name)
    if names.is_neutral(display_name):
        raise SignUpRefused("display_name_reserved")
    if language not in dict(settings.LANGUAGES):
        raise SignUpRefused("language_unknown")
    player = Player(username=username, language=language, display_name=display_name)
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise SignUpRefused(error.error_list[0].code or "password_refused") from None
    return _enrol(player, password, address)


def check_username(username: str) -> None:
    """Refuse a name that is not 3 to 24 ASCII letters, digits or any of `-_.`, first no `-`."""
    fewest, most = NAME_LENGTH
    if not NAME.fullmatch(username):
        raise SignUpRefused("name_characters")
    if not fewest <= len(username) <= most:
        raise SignUpRefused("name_length", fewest=fewest, most=most)


def check_display_name(name: str) -> None:
    """Refuse more than 24 characters, any that is not seen, piles of marks, and formulas."""
    if len(name) > NAME_LENGTH[1]:
        raise SignUpRefused("display_name_length", most=NAME_LENGTH[1])
    if not names.is_legible(name):
        raise SignUpRefused("display_name_characters")
    if is_formula(name):
        raise SignUpRefused("display_name_formula")


def refuse_reserved(username: str, display_name: str) -> None:
    """Refuse names that say that their bearer serves the house."""
    if names.is_reserved(username):
        raise SignUpRefused("name_reserved")
    if names.is_reserved(display_name):
        raise SignUpRefused("display_name_reserved")


def rename(player: Player, display_name: str) -> None:
    """Change a player's display name; an empty one becomes a neutral name.

    Opens a transaction. Raises `SignUpRefused` with a code that begins with `display_name`.
    """
    display_name = display_name.strip()
    if display_name == player.display_name:
        return
    check_display_name(display_name)
    if not player.is_staff:
        refuse_reserved("", display_name)
    neutral = names.neutral_name(player.pk, player.language, staff=player.is_staff)
    if names.is_neutral(display_name) and display_name != neutral:
        raise SignUpRefused("display_name_reserved")
    player.display_name = display_name or neutral
    with transaction.atomic():
        refuse_taken(player)
        player.save(update_fields=["display_name"])


def refuse_taken(player: Player) -> None:
    """Refuse a username or display name that looks like either name of another player.

    Needs a transaction: it holds a lock on the keys of both names until it ends.
    """
    keys = {
        "name_taken": names.name_key(player.username),
        "display_name_taken": names.name_key(player.display_name),
    }
    with connection.cursor() as cursor:
        for key in sorted({key for key in keys.values() if key}):
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 7))", [key])
    others = Player.objects.exclude(pk=player.pk)
    for code, key in keys.items():
        if key and others.filter(Q(username_key=key) | Q(display_key=key)).exists():
            raise SignUpRefused(code)


def ensure_demo_player(username: str, password: str) -> Player:
    """Return the player of this name, with a wallet and the grant; enrolled when there was none.

    For seeding: a weak password is accepted, except in a licensed house. A player who exists keeps
    theirs.
    """
    check_username(username)
    player = Player.objects.filter(username__iexact=username).first()
    if player is None:
        if settings.LICENSED:
            validate_password(password, Player(username=username))
        return _enrol(Player(username=username), password)
    with transaction.atomic():
        grant_play_money(player)
    return player


def _enrol(player: Player, password: str, address: str | None = None) -> Player:
    # Hashing takes a fraction of a second, so it is done before anything is locked; and the grant
    # comes last, because every grant of the house waits for the mint's row.
    player.set_password(password)
    with transaction.atomic():
        refuse_taken(player)
        try:
            with transaction.atomic():
                player.save(force_insert=True)
        except IntegrityError:
            raise SignUpRefused("name_taken") from None
        limits.begin_limits(player)
        if address is None or _take(_today()[0], address, settings.PLAY_MONEY_GRANT):
            grant_play_money(player)
        else:
            open_wallet(player)
    return player


def may_be_granted(address: str) -> bool:
    """Tell whether an account that is opened from this address now would be given chips."""
    if settings.LICENSED:
        return False
    given = Given.objects.filter(day=_today()[0], address=_hidden(address)).first()
    return (given.amount if given else 0) + settings.PLAY_MONEY_GRANT <= _most_per_address()


def grant_play_money(player: Player) -> None:
    """Grant a player PLAY_MONEY_GRANT minor units from the mint, once for ever.

    Needs the caller's transaction. Idempotent, also when the house's grant has changed since. A
    licensed house gives nothing: the wallet opens empty.
    """
    wallet = open_wallet(player)
    if settings.LICENSED:
        return
    leg = Leg(_mint(wallet.currency).pk, wallet.account_id, settings.PLAY_MONEY_GRANT, "grant")
    try:
        post(uuid5(_GRANTS, str(player.pk)), [leg], cause="grant", reference=f"player:{player.pk}")
    except EntryMismatch:
        # Granted before, when the house's grant was another amount.
        return


def open_wallet(player: Player) -> Wallet:
    """Return the player's wallet in the house's currency, opened empty unless there was one."""
    currency = settings.HOUSE_CURRENCY
    # Recorded events name the account of play money for ever; money has another.
    code = f"wallet:{player.pk}"
    return _open(player.pk, currency, code if currency == PLAY_MONEY else f"{code}:{currency}")


def open_at_sign_in(user: AbstractBaseUser | None, **_: object) -> None:
    """Open the wallet of a player who had one in another currency, before the house had another."""
    if (
        isinstance(user, Player)
        and user.wallets.exclude(currency=settings.PRACTICE_CURRENCY).exists()
    ):
        open_wallet(user)


def _open(player_id: int, currency: str, code: str) -> Wallet:
    wallet = Wallet.objects.filter(player=player_id, currency=currency).first()
    if wallet is None:
        account: Account = open_account(code, Kind.WALLET, currency)
        Wallet.objects.bulk_create(
            [Wallet(player_id=player_id, currency=currency, account=account)],
            ignore_conflicts=True,
        )
        wallet = Wallet.objects.get(player=player_id, currency=currency)
    return wallet


def wallet_of(player_id: int, currency: str = "") -> Wallet:
    """Return the player's wallet in a currency, the house's by default.

    With its account. Raises `Wallet.DoesNotExist` for one who has none, such as an operator.
    """
    return Wallet.objects.select_related("account").get(
        player=player_id, currency=currency or settings.HOUSE_CURRENCY
    )


def grant_practice_chips(player_id: int, least: int) -> int | None:
    """Grant PRACTICE_CHIPS to a player with fewer practice chips than `least`, minor units.

    Returns the new balance, or None where they had enough. Needs the caller's transaction. Two
    calls at the same time give once: the entry's id is made of the account's totals.
    """
    wallet = _open(player_id, settings.PRACTICE_CURRENCY, f"practice:{player_id}")
    account = Account.objects.get(pk=wallet.account_id)
    if account.balance >= least:
        return None
    moved = account.credits + account.debits
    leg = Leg(_mint(wallet.currency).pk, account.pk, settings.PRACTICE_CHIPS, "practice")
    entry, reference = uuid5(_PRACTICE, f"{player_id}:{moved}"), f"player:{player_id}"
    return post(entry, [leg], cause="practice", reference=reference).balances[account.pk]


class RefillRefused(Exception):
    """A refill that was refused; nothing has changed.

    `code` is stable: `refill_not_offered`, `refill_not_needed`, `refill_taken`, `refill_capped`,
    `refill_chips_lie`, `refill_money_waits`. `again_at` is when the next day begins, where waiting
    for it helps.
    """

    def __init__(self, code: str, again_at: datetime | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.again_at = again_at


@dataclass(frozen=True, slots=True)
class Refilled:
    """What a refill gave."""

    granted: int
    """Minor units."""
    balance: int
    """Minor units in the wallet afterwards."""
    again_at: datetime
    """When the next day begins."""


def refill(wallet: Wallet, address: str) -> Refilled:
    """Give a player who is nearly out of chips PLAY_MONEY_REFILL minor units, once a day.

    Opens a transaction of its own. Raises `RefillRefused`.
    """
    day, again_at = _today()
    amount: int = settings.PLAY_MONEY_REFILL
    with transaction.atomic(durable=True):
        _check_refill(wallet, address, day, again_at)
        if not _take(day, address, amount):
            raise RefillRefused("refill_capped", again_at)
        leg = Leg(_mint(wallet.currency).pk, wallet.account_id, amount, "refill")
        reference = f"player:{wallet.player_id}"
        try:
            posted = post(_refill_id(wallet, day), [leg], cause="refill", reference=reference)
        except EntryMismatch:
            raise RefillRefused("refill_taken", again_at) from None
        if posted.already:
            raise RefillRefused("refill_taken", again_at)
        held = posted.balances[wallet.account_id]
        # A win may have come after the first look; from here on the account is locked.
        if held - amount >= settings.REFILL_BELOW:
            raise RefillRefused("refill_not_needed")
        run_on_commit(balance_changed.send, sender=Wallet, player_id=wallet.player_id, balance=held)
    return Refilled(amount, held, again_at)


def check_refill(wallet: Wallet, address: str) -> None:
    """Raise `RefillRefused` where `refill` would refuse now; changes nothing."""
    _check_refill(wallet, address, *_today())


def _check_refill(wallet: Wallet, address: str, day: date, again_at: datetime) -> None:
    if settings.LICENSED:
        raise RefillRefused("refill_not_offered")
    has = holdings.holdings_of(wallet.player_id, wallet.currency)
    if has.balance >= settings.REFILL_BELOW:
        raise RefillRefused("refill_not_needed")
    if has.elsewhere & IN_PLAY:
        raise RefillRefused("refill_chips_lie")
    # Nobody can put chips aside in a dispute: those that it is about are lost.
    if has.elsewhere - {Holding.DISPUTES}:
        raise RefillRefused("refill_money_waits")
    if JournalEntry.objects.filter(pk=_refill_id(wallet, day)).exists():
        raise RefillRefused("refill_taken", again_at)
    given = Given.objects.filter(day=day, address=_hidden(address)).first()
    if (given.amount if given else 0) + settings.PLAY_MONEY_REFILL > _most_per_address():
        raise RefillRefused("refill_capped", again_at)


def return_leg(account: Account) -> Leg:
    """Return the leg that gives all play money of an account back to where it came from."""
    return Leg(account.pk, _mint(account.currency).pk, account.balance, "handed_back")


def _today() -> tuple[date, datetime]:
    """Return the day in the house's time zone, and when the next one begins."""
    day = timezone.localdate()
    return day, days.start_of_day(day + timedelta(days=1))


def _refill_id(wallet: Wallet, day: date) -> UUID:
    return uuid5(_REFILLS, f"{wallet.player_id}:{day}")


def _mint(currency: str) -> Account:
    return open_account(f"mint:{currency}", Kind.MINT, currency, unbounded=True)


def _take(day: date, address: str, amount: int) -> bool:
    """Count what an address is given on a day; return False, uncounted, above the day's most.

    Holds the lock of the address's row until the caller's transaction ends.
    """
    hidden = _hidden(address)
    Given.objects.bulk_create([Given(day=day, address=hidden)], ignore_conflicts=True)
    taken = Given.objects.filter(
        day=day, address=hidden, amount__lte=_most_per_address() - amount
    ).update(amount=F("amount") + amount)
    old = Given.objects.filter(day__lt=day - timedelta(days=_KEPT_DAYS))
    Given.objects.filter(
        pk__in=list(old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:100])
    ).delete()
    return bool(taken)


def _most_per_address() -> int:
    most: int = settings.PLAY_MONEY_PER_ADDRESS
    return most


def _hidden(address: str) -> str:
    return salted_hmac("players.given", address, algorithm="sha256").hexdigest()
