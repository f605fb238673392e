"""`manage.py rng_report`: run the registered battery and sign what came out."""

import hashlib
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rng.conformity import report as conformity
from casino.rng.core.constants import VERSION

BAR = 30


class Command(BaseCommand):
    """Write `<version>.json` and `.html`, signed; --full takes about an hour, --quick seconds.

    Whose signature counts is the configuration's to say: nothing here adds a key to it.
    --requirements prints the table of `docs/fairness.md` and measures nothing.
    """

    help = (
        "Measure the generator and sign the conformity report without which nothing is dealt. "
        "A self-assessment, not a laboratory certificate."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        size = parser.add_mutually_exclusive_group()
        size.add_argument("--quick", action="store_const", const="quick", dest="mode")
        size.add_argument("--full", action="store_const", const="full", dest="mode")
        size.add_argument("--requirements", action="store_const", const="requirements", dest="mode")
        parser.set_defaults(mode="quick")
        parser.add_argument("--out", type=Path, default=settings.CONFORMITY)

    def handle(self, *args: Any, **options: Any) -> None:
        # Here, as numpy and scipy take half a second that no other command should wait for.
        from casino.rng.stats import page, report, requirements

        if options["mode"] == "requirements":
            self.stdout.write(requirements.table())
            return
        mode, folder = options["mode"], Path(options["out"])
        began = time.monotonic()
        made = report.make(mode, self._show_progress)
        self.stderr.write("")
        path = folder / (f"{VERSION}.json" if mode == "quick" else f"{VERSION}.full.json")
        conformity.write(path, made)
        whole, key, _ = conformity.unchecked(path)
        digest = hashlib.sha256(conformity.signed_bytes(whole)).hexdigest()
        path.with_suffix(".html").write_text(page.page(whole, key, digest), encoding="utf-8")
        counted = len(made["battery"]["measures"])
        self.stdout.write(f"{path}: {counted} mesures / measures, {time.monotonic() - began:.0f} s")
        if key not in conformity.trusted_keys():
            self.stdout.write(
                f"La clé {key} n'est pas dans la configuration : ce rapport n'ouvre rien. "
                "The configuration does not name this key: the report opens nothing "
                "(CONFORMITY_TRUST; docs/fairness.md)."
            )
        if not made["passed"]:
            raise CommandError(
                "L'essai a échoué : rien ne sera distribué. It failed: nothing will be dealt. "
                + ", ".join(made["battery"]["failed"])
            )

    def _show_progress(self, what: str, share: float) -> None:
        if sys.stderr.isatty():
            done = round(BAR * min(share, 1))
            self.stderr.write(f"\r{'#' * done:.<{BAR}} {what:<12}", ending="")
            self.stderr.flush()
