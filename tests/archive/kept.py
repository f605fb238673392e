"""A release's archive: its database as plain SQL, its events and bundles; made and given back."""

import json
import lzma
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg

from casino.embedded.postgresql import binaries
from tests.house import fresh_database

if TYPE_CHECKING:
    from tables.models import Round

ARCHIVE: Final = Path(__file__).parent
_NOT_SQL: Final = re.compile(r"^(\\(un)?restrict .*|SET transaction_timeout = 0;)\n", re.MULTILINE)
"""What only `psql`, or only the newest server, understands."""


def releases() -> list[str]:
    """Return the releases that have an archive."""
    return sorted(path.parent.name for path in ARCHIVE.glob("*/house.sql.xz"))


@contextmanager
def restored(release: str) -> Iterator[dict[str, str]]:
    """Give the environment of a release's house: its database and its keys; dropped afterwards."""
    sql = lzma.decompress((ARCHIVE / release / "house.sql.xz").read_bytes()).decode()
    with tempfile.TemporaryDirectory() as var, loaded(sql) as url:
        (keys := Path(var) / "keys").mkdir(mode=0o700)
        for name, text in about(release)["keys"].items():
            (keys / name).write_text(text)
            (keys / name).chmod(0o600)
        yield {"DATABASE_URL": url, "SABOT_VAR": var}


def about(release: str) -> dict[str, Any]:
    """Return what is said of a release: its rounds by rule set, and the keys of its house."""
    said: dict[str, Any] = json.loads((ARCHIVE / release / "about.json").read_text())
    return said


@contextmanager
def loaded(sql: str) -> Iterator[str]:
    """Give the URL of a new database that has run this SQL, and drop it afterwards."""
    with fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(sql.encode())
        yield url


def set_up() -> None:
    """Set Django up as the environment says; what a worker is asked for is done at the commit."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    from casino.celery import app

    app.send_task = lambda name, args=(), **_: app.tasks[name](*args)
    app.loader.import_default_modules()


@contextmanager
def fresh_house() -> Iterator[tuple[str, Path]]:
    """Give a new house's database, ready to be dealt in, and its folder of keys."""
    with tempfile.TemporaryDirectory() as var, fresh_database() as url:
        os.environ |= {"DATABASE_URL": url, "SABOT_VAR": var}
        set_up()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0, interactive=False)
        yield url, Path(var) / "keys"
        connection.close()


def keep(release: str, url: str, keys: Path) -> Path:
    """Write the archive of a release from its house, which must be without a fault."""
    from tables.models import Round
    from tests.archive import audit

    folder = ARCHIVE / release
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "events").mkdir(parents=True)
    _write(folder / "bundles.jsonl", audit.made())
    assert not (found := audit.faults(folder / "bundles.jsonl")), found
    rounds = Round.objects.select_related("rules").exclude(status="running").order_by("pk")
    games = sorted({round_.rules.game for round_ in rounds})
    for game in games:
        lines = [_told(round_) for round_ in rounds if round_.rules.game == game]
        _write(folder / "events" / f"{game}.jsonl", lines)
    played = Counter(f"{round_.rules.game} {round_.rules_id}" for round_ in rounds)
    said = {
        "release": release,
        "rounds": dict(sorted(played.items())),
        # Of this house alone: without them nobody deals on from its shoes.
        "keys": {key.name: key.read_text() for key in sorted(keys.iterdir())},
    }
    (folder / "about.json").write_text(json.dumps(said, indent=1) + "\n")
    sql = dumped(url).encode()
    (folder / "house.sql.xz").write_bytes(lzma.compress(sql, preset=9 | lzma.PRESET_EXTREME))
    return folder


def _told(round_: "Round") -> dict[str, Any]:
    """Return a finished round as its events tell it, and what the ledger moved for each party."""
    from casino.ledger.services import net_by_account
    from casino.players.models import Wallet

    moved = net_by_account(round_.reference)
    wallets = Wallet.objects.filter(account__in=moved).order_by("player_id")
    return {
        "round": round_.pk,
        "book": round_.rules.book,
        "options": round_.rules.options,
        "result": round_.result,
        "left": round_.carried_out,
        "net": {str(each.player_id): moved[each.account_id] for each in wallets},
        "events": list(round_.events.order_by("seq").values_list("body", flat=True)),
    }


def _write(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text(
        "".join(
            json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
        )
    )


def dumped(url: str, *options: str) -> str:
    """Return a database as SQL that any connection to any server can run."""
    command = [str(binaries() / "pg_dump"), "--no-owner", "--no-privileges", *options, url]
    if "--schema-only" not in options:
        command[1:1] = ["--inserts", "--rows-per-insert=1000"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return _NOT_SQL.sub("", text)
