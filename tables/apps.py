"""The gaming floor as a Django application."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"
    verbose_name = "Salle de jeu"

    def ready(self) -> None:
        user_logged_out.connect(_close_sockets, dispatch_uid="tables.close_sockets")


def _close_sockets(request: HttpRequest | None = None, **_: Any) -> None:
    """Close the sockets of a session that is about to end."""
    from tables import publish

    if request is not None and request.session.session_key:
        publish.signed_out(request.session.session_key)
