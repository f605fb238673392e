"""The gaming floor as a Django application."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError
from django.http import HttpRequest

from casino.i18n import both_lazy

if TYPE_CHECKING:
    from casino.players.holdings import Holding
    from casino.players.models import Player


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"
    verbose_name = both_lazy("Salle de jeu", "Gaming floor")

    def ready(self) -> None:
        _check_profile()
        from casino.database import identity
        from casino.players import holdings, login_sessions
        from casino.players import services as players
        from casino.staff import work_changes

        register(check_printed_passwords, Tags.security, Tags.database, deploy=True)
        user_logged_out.connect(_close_sockets, dispatch_uid="tables.close_sockets")
        players.balance_changed.connect(_show_balance, dispatch_uid="tables.show_balance")
        work_changes.changed.connect(_office_changed, dispatch_uid="tables.office_changed")
        login_sessions.ended.connect(_visit_ended, dispatch_uid="tables.visit_ended")
        identity.restored.connect(_restored, dispatch_uid="tables.restored")
        holdings.elsewhere.append(_holdings)


def check_printed_passwords(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Django check of `check --deploy --database default`: accounts with the printed password."""
    from tables.management.commands.close_demo import with_printed_password

    try:
        found = with_printed_password() if databases else []
    except DatabaseError as error:
        why = str(error).partition("\n")[0]
        return [Error(f"Passwords cannot be looked at ({why}).", id="sabot.E003")]
    hint = "Run `manage.py close_demo`, which locks them out."
    said = "{} has the password that the README prints."
    return [Error(said.format(each), hint=hint, obj=each, id="sabot.E002") for each in found]


def _check_profile() -> None:
    """Refuse a profile that names a game or a text which the house has not."""
    from tables.games import GAMES

    profile = settings.PROFILE
    for game in (*(profile.games or ()), *profile.paces):
        if game not in GAMES:
            known = ", ".join(GAMES)
            raise ImproperlyConfigured(
                f"The profile {profile.key} names the game {game}; the house has {known}."
            )
    for game, books in (profile.games or {}).items():
        for book in books - GAMES[game].books.keys():
            known = ", ".join(GAMES[game].books)
            raise ImproperlyConfigured(
                f"The profile {profile.key} names the text {book} of {game}, which has {known}."
            )


def _close_sockets(request: HttpRequest | None = None, **_: Any) -> None:
    """Close the sockets of a session that is about to end."""
    from tables.realtime import publish

    if request is not None and request.session.session_key:
        publish.signed_out(request.session.session_key)


def _visit_ended(session: str, **_: Any) -> None:
    """Close the sockets of a session that its owner, or the office, has ended."""
    from tables.realtime import publish

    publish.signed_out(session)


def _office_changed(**_: Any) -> None:
    """Have the office's live pages look again."""
    from tables.realtime import publish

    publish.office_changed()


def _restored(operator: "Player", **_: Any) -> list[str]:
    """Make the floor of a restored database safe to open."""
    from tables.operation import restoration

    return restoration.make_safe(operator)


def _show_balance(player_id: int, balance: int, **_: Any) -> None:
    """Publish a player's new balance to their open tables."""
    from tables.realtime import publish
    from tables.rows import parties
    from tables.wire import codec, outgoing

    publish.purse(parties.party_of(player_id), codec.encode(outgoing.WalletShown(balance, 0)))


def _holdings(player_id: int) -> "Collection[Holding]":
    from tables.seating import snapshots

    return snapshots.holdings_of(player_id)
