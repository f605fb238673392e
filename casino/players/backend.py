"""Authentication backend: Django's, without players who are excluded."""

from typing import Any

from django.contrib.auth.backends import ModelBackend

from casino.players.models import Player
from casino.responsible_gaming.limits import is_excluded


class Backend(ModelBackend):
    """Refuses sign-ins and sessions of excluded players."""

    def user_can_authenticate(self, user: Any) -> bool:
        """Tell whether a player is active and not excluded."""
        excluded = isinstance(user, Player) and is_excluded(user)
        return super().user_can_authenticate(user) and not excluded
