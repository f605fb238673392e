"""`manage.py audit_office`: one line; exit status 0 when the trail of the office is whole."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.rng import keys
from casino.rng.log import office
from casino.staff import audit_log


class Command(BaseCommand):
    help = (
        "Hashes the trail of the office anew, holds it against the heads in the public log, and"
        " writes its head there."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print how many acts there are and the last hash, or fail with what does not fit."""
        found = audit_log.verify_chain()
        if found.broken:
            numbers = ", ".join(map(str, found.broken[:20]))
            raise CommandError(
                f"office: {len(found.broken)} acts do not fit: {numbers}", returncode=1
            )
        if cut := office.missing_heads():
            numbers = "; ".join(
                f"act {each.last} of entry {each.index}, {each.acts} acts then" for each in cut[:20]
            )
            raise CommandError(
                f"office: the public log knows of other acts: {numbers}", returncode=1
            )
        try:
            logged = office.log_head()
        except keys.KeyMissing as error:
            raise CommandError(f"office: the head is not in the public log: {error}") from None
        where = f"entry {logged.index} of the public log" if logged else "no act yet"
        self.stdout.write(
            f"office: {found.acts} acts, each follows the one before; {found.head}; {where}"
        )
