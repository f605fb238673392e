"""Who may be signed in: Django's own backend, without those who are shut out."""

from typing import Any

from django.contrib.auth.backends import ModelBackend

from casino.players.models import Player
from casino.responsible_gaming.limits import is_excluded


class Backend(ModelBackend):
    """Signs nobody in who is excluded, and answers no session of his."""

    def user_can_authenticate(self, user: Any) -> bool:
        """Tell whether the house lets somebody in."""
        excluded = isinstance(user, Player) and is_excluded(user)
        return super().user_can_authenticate(user) and not excluded
