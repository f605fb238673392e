"""`manage.py verify_draw BUNDLE.json`: the independent verifier of draws as a command."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rng import verify


class Command(BaseCommand):
    """Verify a revealed draw from its bundle; needs no database."""

    help = (
        "Verify a revealed draw from its bundle: exit 0 when right, 1 when not, 2 for wrong usage."
    )
    requires_system_checks = []  # noqa: RUF012 - Django's own declaration of the option

    def add_arguments(self, parser: CommandParser) -> None:
        verify.add_draw_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        right, answer = verify.report_with_options(
            options,
            lambda known: verify.report_draw(options["bundle"], options["lang"], known=known),
        )
        if not right:
            raise CommandError(answer, returncode=1)
        self.stdout.write(answer)
