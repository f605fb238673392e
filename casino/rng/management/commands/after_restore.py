"""`manage.py after_restore`: makes a restored database safe to open, and audits it.

Exit status 1 when an audit finds something.
"""

import hashlib
import json
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from casino.connections.redis_options import connect_options
from casino.database import identity as database_identity
from casino.players.models import DatabaseIdentity, Player
from casino.rng.keys import KeyMissing
from casino.rng.log import serializers, tree
from casino.rng.log.models import Checkpoint, LogEntry
from casino.rng.seal import SealBroken
from casino.rng.verify import log as verify_log

AUDITS: Final = (
    *("audit_ledger", "audit_cash", "audit_takings", "audit_meters", "audit_machines"),
    "audit_office",
)
WAIT: Final = 30
"""Seconds to wait for the original's log."""
AT_ONCE: Final = 500
Way = DatabaseIdentity.Way


class Command(BaseCommand):
    help = (
        "Makes a database that was restored from a backup safe to open: closes tables, withdraws"
        " shoes and draws, ends sign-ins, gives the public log another name; then audits all."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who orders it, and what is known of the original."""
        parser.add_argument("--by", required=True, metavar="NAME", help="a member of the staff")
        parser.add_argument(
            "--checkpoint",
            metavar="FILE_OR_ADDRESS",
            help="the newest checkpoint of the original's public log, or the original's address",
        )
        parser.add_argument(
            "--moved",
            action="store_true",
            help="nothing was lost: the original was closed before the backup, and stays closed",
        )

    def handle(self, *_args: Any, **given: Any) -> None:
        """Take each step, tell what it did, and fail with what an audit finds."""
        by = Player.objects.filter(username=given["by"], is_staff=True, is_active=True).first()
        if by is None:
            raise CommandError(f"Nobody of the staff is called {given['by']}: name one by --by.")
        newest = DatabaseIdentity.objects.last()
        if newest is not None and not database_identity.is_copy():
            self.stdout.write("This is the database that the house opened last: nothing changes.")
        elif given["moved"]:
            database_identity.record_identity(Way.MOVED, {"operator": by.pk})
        else:
            self._secure(by, given["checkpoint"])
        self._audit()

    def _secure(self, by: Player, original: str | None) -> None:
        # Without the floor nothing would be ended, and the copy would open.
        assert database_identity.restored.has_listeners(Command)
        began = timezone.now()
        seen = _seen(original) if original else None
        with _empty_redis():
            try:
                self._rename_log(seen)
                for _, lines in database_identity.restored.send(sender=Command, operator=by):
                    self.stdout.write("\n".join(lines or ()))
            except KeyMissing as error:
                raise CommandError(f"Bring the keys of the house: {error}.") from None
            except SealBroken:
                raise CommandError(
                    "SHOE_KEY is not the one that sealed the shoes: bring the house's, or add the"
                    " former one to SHOE_KEY_FALLBACKS."
                ) from None
        facts = {"began": began.isoformat(), "operator": by.pk, "seen": seen}
        database_identity.record_identity(Way.RESTORED, facts)
        if settings.PAYMENT_MEANS:
            self.stdout.write(
                "payments: run `manage.py reconcile_payments DAY` for each day since the backup"
            )

    def _rename_log(self, seen: int | None) -> None:
        """Give the log a name of this database alone, the same at a second attempt."""
        first = tree.published_keys()[0].origin if tree.origin() else ""
        named = hashlib.sha256(database_identity.identity().encode()).hexdigest()[:8]
        logged = tree.rename_restored(f"{first}/restored-{named}", seen=seen)
        if logged is None:
            self.stdout.write("log: it has no entry yet")
            return
        lost = "how many are lost is not known"
        if seen is not None:
            lost = f"{max(0, seen - logged.index)} lost"
        self.stdout.write(f"log: {logged.index} entries, {lost}; it is {tree.origin()} now")

    def _audit(self) -> None:
        found = 0
        for name in (*AUDITS, ""):
            try:
                if name:
                    call_command(name, stdout=self.stdout)
                else:
                    self.stdout.write(_verified_log())
            except CommandError as fault:
                self.stdout.write(str(fault))
                found += 1
        if found:
            raise CommandError(
                f"{found} audits find something: keep the house closed.", returncode=1
            )


def _seen(original: str) -> int:
    """Return the size of the original's checkpoint in a file or at its address.

    It must be signed by the log's key, and of the log that the backup is of.
    """
    try:
        if urlsplit(original).scheme in ("http", "https"):
            address = f"{original.rstrip('/')}/api/log/checkpoint/"
            with urllib.request.urlopen(address, timeout=WAIT) as answer:  # noqa: S310
                text = str(json.load(answer)["note"])
        else:
            text = Path(original).read_text(encoding="utf-8")
        note = verify_log.note(text)
    except (OSError, ValueError, KeyError, TypeError):
        raise CommandError(
            f"{original} is no checkpoint: give its file, or the original's address."
        ) from None
    known = [
        verify_log.Key(each.origin, 1, bytes.fromhex(each.public))
        for each in tree.published_keys()
        if each.use == "log"
    ]
    here = Checkpoint.objects.filter(pk=note.size).values_list("text", flat=True).first()
    if not any(key.name == note.origin and key.signed(note) for key in known) or (
        here not in (None, note.text)
    ):
        raise CommandError(f"{original} is of another log than this backup: give the original's.")
    return note.size


@contextmanager
def _empty_redis() -> Iterator[None]:
    """Lend the Redis of REDIS_URL, which must hold nothing, and leave it so.

    Tasks and sign-in limits of the original would be taken for the copy's.
    """
    with Redis.from_url(**connect_options(settings.REDIS_URL)) as redis:
        try:
            used = redis.dbsize()
        except RedisError as error:
            raise CommandError(f"REDIS_URL cannot be used: {error}.") from None
        if used:
            raise CommandError(
                "REDIS_URL names a Redis that holds keys, maybe the original's: name an empty one,"
                " or empty it (FLUSHDB)."
            )
        try:
            yield
        finally:
            redis.flushdb()


def _verified_log() -> str:
    """Return a line on the whole public log; raises `CommandError` with its fault."""
    if tree.origin() is None:
        return "log: no entry"
    try:
        found = verify_log.verify(_rows())
    except verify_log.Wrong as wrong:
        said = verify_log.sentence(wrong.code, "en", **wrong.detail)
        raise CommandError(f"log: {said}", returncode=1) from None
    return f"log: {found.entries} entries are right, each signed"


def _rows() -> Iterator[object]:
    first = 0
    while entries := list(LogEntry.objects.filter(index__gte=first).order_by("index")[:AT_ONCE]):
        yield from serializers.rows(entries)
        first = entries[-1].index + 1
