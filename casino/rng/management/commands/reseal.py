"""`manage.py reseal`: seals again, by SHOE_KEY, what a former key sealed.

Exit status 1 when something opens by no key.
"""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from casino.rng.rotation import resealing
from casino.rng.rotation.key_checks import ADD_FORMER

DONE: Final = (
    "Nothing is sealed by a former key: once every process was restarted with this SHOE_KEY,"
    " take SHOE_KEY_FALLBACKS away."
)


class Command(BaseCommand):
    help = (
        "Seals shoes and draws again, by SHOE_KEY, that a key of SHOE_KEY_FALLBACKS sealed, while"
        " the house plays; says when that may go. First restart every process with both keys"
        " (docs/rotating-keys.md)."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to change anything."""
        parser.add_argument("--check", action="store_true", help="only count")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print how many there are by key, and whether a former key may go."""
        found = resealing.count_sealed() if options["check"] else resealing.reseal_all()
        said = "sealed by a former key" if options["check"] else "sealed again"
        self.stdout.write(f"{found.present} sealed by SHOE_KEY, {found.former} {said}.")
        if found.broken:
            raise CommandError(
                f"{len(found.broken)} shoes and draws open by no key"
                f" ({', '.join(found.broken[:5])}): {ADD_FORMER}.",
                returncode=1,
            )
        if not (options["check"] and found.former):
            self.stdout.write(DONE)
