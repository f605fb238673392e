"""`manage.py divide_roles`: give owner, application and generator each what is its own."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino.database import roles


class Command(BaseCommand):
    help = (
        "Divides the database between the role that owns it, which runs this, the application's "
        "and the generator's (docs/servers.md). After each migration."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whom to give what."""
        parser.add_argument("--application", required=True)
        parser.add_argument("--generator", required=True)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Grant the privileges. Idempotent."""
        roles.grant_role_privileges(options["application"], options["generator"])
