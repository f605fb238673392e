"""Closes the accounts of the demo house, whose passwords are printed."""

from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.management.base import BaseCommand

from casino.players import login_sessions
from casino.players.models import Player
from tables.management.commands.seed_demo import PASSWORD, PLAYERS, STAFF

NO_OPERATOR = (
    "Nobody can sign in to the office yet: make its first operator with"
    " `.venv/bin/python manage.py createsuperuser`."
)


def with_printed_password() -> list[Player]:
    """Return the accounts of the demo house as which anybody could sign in."""
    known = ["operator", *STAFF, *(f"demo{number}" for number in range(1, PLAYERS + 1))]
    return [
        person
        for person in Player.objects.filter(username__in=known)
        if person.check_password(PASSWORD)
    ]


class Command(BaseCommand):
    help = (
        "Take the demo house's printed password from whoever still has it, and say how to make an"
        " operator where there is none."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for person in with_printed_password():
            person.set_unusable_password()
            person.save(update_fields=["password"])
            login_sessions.end_sessions(person)
        staff = Player.objects.filter(is_staff=True, is_active=True)
        if not staff.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists():
            self.stdout.write(NO_OPERATOR)
