"""Closes the accounts of the demo house, whose passwords are printed."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.players import login_sessions
from casino.players.models import Player
from casino.staff.first_operator import find_operator
from tables.management.commands.seed_demo import PASSWORD, PLAYERS
from tables.staff.groups import GROUPS

NO_OPERATOR = (
    "Nobody can sign in to the office yet: make its first operator with"
    " `.venv/bin/python manage.py setup_house`."
)


def with_printed_password() -> list[Player]:
    """Return the accounts of the demo house as which anybody could sign in."""
    known = ["operator", *GROUPS, *(f"demo{number}" for number in range(1, PLAYERS + 1))]
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
        if find_operator() is None:
            self.stdout.write(NO_OPERATOR)
