"""`manage.py verify_dossier FILE`: the independent verifier of signed dossiers as a command."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.disputes import verify_dossier


class Command(BaseCommand):
    """Verify a signed dossier from its file; needs no database."""

    help = "Verify a signed dossier: exit 0 when right, 1 when not, 2 for wrong usage."
    requires_system_checks = []  # noqa: RUF012 - Django's own declaration of the option

    def add_arguments(self, parser: CommandParser) -> None:
        verify_dossier.arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        right, answer = verify_dossier.report(options["file"], options["lang"], options["key"])
        if not right:
            raise CommandError(answer, returncode=1)
        self.stdout.write(answer)
