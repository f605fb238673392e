"""`manage.py forget_second_factor NAME`: for a person who lost phone and recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.players import login_sessions
from casino.players.models import Player
from casino.staff import second_factor, sign_ins


class Command(BaseCommand):
    help = "Takes a person's phone and recovery codes off the books, and signs him out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose it is, and why."""
        parser.add_argument("name")
        parser.add_argument("--reason", required=True)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Forget them, or fail with one sentence."""
        person = Player.objects.filter(username__iexact=options["name"], is_staff=True).first()
        if person is None:
            raise CommandError(f"Nobody of the staff is called {options['name']}.", returncode=2)
        if not second_factor.delete_second_factor(person):
            raise CommandError(f"{person.username} has enrolled no phone.", returncode=1)
        login_sessions.end_sessions(person)
        sign_ins.record_second_factor_removal(person, reason=options["reason"])
        self.stdout.write(f"{person.username} enrols a phone at the next sign-in to the office.")
