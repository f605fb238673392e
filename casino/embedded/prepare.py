"""Brings the database and the static files up to date, and the demo house if asked; repeatable."""

import argparse
import fcntl
import io
import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from casino.embedded import roles
from casino.process import upgrade
from casino.process.environment import CODE, database_settings_of_url, text
from casino.rng.conformity import report


def main(words: Sequence[str] | None = None) -> None:
    """Prepare everything; print who can sign in to the office."""
    parser = argparse.ArgumentParser(prog="python -m casino.embedded.prepare", description=__doc__)
    parser.add_argument("--demo", action="store_true", help="set up the demo house")
    demo = parser.parse_args(words).demo
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    owner = text("OWNER_DATABASE_URL")
    try:
        django.setup()
        application = connection.settings_dict["USER"]
        if owner:
            _sign_in(owner)
    except ImproperlyConfigured as error:
        _refuse(str(error))
    # Its models are there only now.
    from casino.database import identity as database_identity
    from casino.rng.conformity import trust

    try:
        if problem := upgrade.upgrade_error():
            _refuse(problem)
        database_identity.refuse_copy()
        if not _knows_zone():
            _refuse(f"TIME_ZONE={settings.TIME_ZONE} is unknown to this PostgreSQL: name another.")
        call_command("migrate", verbosity=0, interactive=False)
        if owner:
            generator = text("GENERATOR_ROLE", roles.GENERATOR)
            call_command("divide_roles", application=application, generator=generator)
        database_identity.record_first_identity()
        call_command("file_machines", stdout=io.StringIO())
        collect_static()
        log_ins = io.StringIO()
        call_command("seed_demo" if demo else "close_demo", stdout=log_ins)
    except (ImproperlyConfigured, CommandError) as error:
        _refuse(str(error))
    except DatabaseError as error:
        _refuse(f"The database cannot be prepared: {str(error).strip().partition(chr(10))[0]}")
    print(log_ins.getvalue().strip())
    try:
        trust.chosen(report.speaking())
    except report.NotConform as error:
        print(f"\nAucun sabot, aucun tirage / no shoe and no draw will be made: {error}")


def _knows_zone() -> bool:
    """Tell whether the database, which counts days too, knows the house's time zone."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = %s)", [settings.TIME_ZONE]
        )
        ((known,),) = cursor.fetchall()
        return bool(known)


def _sign_in(url: str) -> None:
    """Have the database prepared by another role of the same server."""
    named = database_settings_of_url(url, "OWNER_DATABASE_URL")
    connection.settings_dict |= {name: named[name] for name in ("USER", "PASSWORD")}


def _refuse(problem: str) -> NoReturn:
    """End with a sentence on standard output, which `serve` reads and prints as its own."""
    print(problem)
    sys.exit(1)


def collect_static() -> None:
    """Collect static files, unless nothing they come from has changed."""
    # A build may change a file and keep its name. An old copy fails the page's integrity check.
    built = (path for path in settings.FRONTEND_DIST.rglob("*") if path.suffix != ".map")
    sources = [
        settings.ROOT / "requirements.txt",
        *sorted(built),
        *sorted((CODE / "tables" / "static").rglob("*.css")),
    ]
    wanted = "\n".join(
        f"{sha256(path.read_bytes()).hexdigest()} {path.name}" for path in sources if path.is_file()
    )
    root = Path(settings.STATIC_ROOT)
    done = root / ".collected"

    def is_done() -> bool:
        return done.exists() and done.read_text(encoding="utf-8") == wanted

    # First without the lock: a checkout may be read-only.
    if is_done():
        return
    try:
        root.mkdir(parents=True, exist_ok=True)
        with root.with_suffix(".lock").open("w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if is_done():
                return
            # Source maps take most of the time to compress, and no page asks for them.
            options = {"verbosity": 0, "interactive": False, "ignore_patterns": ["*.map"]}
            call_command("collectstatic", clear=True, **options)
            done.write_text(wanted, encoding="utf-8")
    except OSError as error:
        _refuse(
            f"Static files cannot be collected into {root} ({error.strerror}): make the folder"
            " writable, or open the house once before the checkout becomes read-only."
        )


if __name__ == "__main__":
    main()
