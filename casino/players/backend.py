"""Authentication backend: Django's, without excluded players and the demo's printed password."""

from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend

from casino.players.models import Player
from casino.players.passwords import PRINTED
from casino.responsible_gaming.limits import is_excluded


class Backend(ModelBackend):
    """Refuses sign-ins and sessions of excluded players.

    A licensed house, or one behind TLS, refuses the demo's password, whoever has it.
    """

    def authenticate(
        self,
        request: Any,
        username: str | None = None,
        password: str | None = None,
        **credentials: Any,
    ) -> Any:
        """Return the person of a name and password, or None."""
        if password == PRINTED and (settings.LICENSED or settings.BEHIND_TLS):
            return None
        return super().authenticate(request, username, password, **credentials)

    def user_can_authenticate(self, user: Any) -> bool:
        """Tell whether a player is active and not excluded."""
        excluded = isinstance(user, Player) and is_excluded(user)
        return super().user_can_authenticate(user) and not excluded
