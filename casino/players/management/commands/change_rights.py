"""`manage.py change_rights NAME`: for a house where nobody is left who could approve it."""

from argparse import ArgumentParser, BooleanOptionalAction
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.core.management.base import BaseCommand, CommandError

from casino.players.models import Player
from casino.staff import rights


class Command(BaseCommand):
    help = (
        "Changes somebody's rights alone, as no page of the office does: the trail of the office"
        " says so. Signs him out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, what, and why."""
        parser.add_argument("name")
        parser.add_argument("--reason", required=True)
        parser.add_argument("--staff", action=BooleanOptionalAction)
        parser.add_argument("--superuser", action=BooleanOptionalAction)
        parser.add_argument("--groups", nargs="*", metavar="GROUP", help="all of his groups")
        parser.add_argument("--permissions", nargs="*", metavar="APP.NAME", help="all of his own")

    def handle(self, *_args: Any, **given: Any) -> None:
        """Change them, or fail with one sentence."""
        person = Player.objects.filter(username__iexact=given["name"]).first()
        if person is None:
            raise CommandError(f"Nobody is called {given['name']}.", returncode=2)
        before = rights.rights_of_person(person)
        named = {
            "is_staff": given["staff"],
            "is_superuser": given["superuser"],
            "groups": given["groups"],
            "permissions": given["permissions"],
        }
        wanted = before | {
            key: sorted(set(value)) if isinstance(value, list) else value
            for key, value in named.items()
            if value is not None
        }
        groups = set(Group.objects.values_list("name", flat=True))
        known = set(rights.permission_names(Permission.objects.select_related("content_type")))
        unknown = {*wanted["groups"]} - groups | {*wanted["permissions"]} - known
        if unknown:
            raise CommandError(f"There is no {', no '.join(sorted(unknown))}.", returncode=2)
        if wanted == before:
            raise CommandError("Nothing would change.", returncode=1)
        rights.change_rights_alone(person, wanted, reason=given["reason"])
        self.stdout.write(
            f"{person.username}: changed by one person alone, which the trail of the office says."
        )
