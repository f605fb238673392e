"""The players as a Django app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class PlayersConfig(AppConfig):
    name = "casino.players"
    label = "players"

    def ready(self) -> None:
        from casino.players import visits

        user_logged_in.connect(visits.note, dispatch_uid="players.visit")
