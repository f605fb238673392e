"""The players as a Django app."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "casino.players"
    label = "players"
