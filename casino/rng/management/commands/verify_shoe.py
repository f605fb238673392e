"""`manage.py verify_shoe BUNDLE.json`: the independent verifier as a management command."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rng import verify


class Command(BaseCommand):
    """Verify a finished shoe from its bundle; needs no database."""

    help = (
        "Verify a finished shoe from its bundle: exit 0 when right, 1 when not, 2 for wrong usage."
    )
    requires_system_checks = []  # noqa: RUF012 - Django's own declaration of the option

    def add_arguments(self, parser: CommandParser) -> None:
        verify.add_shoe_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        right, answer = verify.report_with_options(
            options,
            lambda known: verify.report(
                options["bundle"],
                options["lang"],
                cards=options["cards"],
                hands=options["hands"],
                known=known,
            ),
        )
        if not right:
            raise CommandError(answer, returncode=1)
        self.stdout.write(answer)
