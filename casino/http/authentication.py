"""Authentication of a request by its session, which keeps its key while SECRET_KEY changes."""

from django.contrib import auth
from django.contrib.auth import middleware
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject


class AuthenticationMiddleware(middleware.AuthenticationMiddleware):
    """Django's, but a session that a former SECRET_KEY signed is signed anew under the same key.

    Django gives it another key, and deletes the one before: that would end the sign-in of every
    other request under way and the player's sockets, again and again while processes of both secret
    keys answer.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Set `request.user`, looked for when it is first asked for."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user(request))  # type: ignore[assignment]


def _user(request: HttpRequest) -> AbstractBaseUser | AnonymousUser:
    session = request.session
    session.cycle_key = _keep_key  # type: ignore[method-assign]
    try:
        return auth.get_user(request)
    finally:
        del session.cycle_key


def _keep_key() -> None:
    """Do nothing."""
