"""How `/healthz` asks a database: by all that its URL says, on one connection, never for long.

The database is behind a PgBouncer that wants TLS and a certificate of whoever connects: the bundled
PostgreSQL is built without TLS.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import psutil
import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader
from pytest_django import Settings

from casino.embedded import account
from casino.embedded.supervisor import death_signal_setup
from casino.process import healthz, upgrade
from casino.process.environment import database_settings_of_url
from tests.certificates import write_certificates
from tests.house import fresh_database, migrated_database, open_folder, own_port

WITHIN: Final = 300.0
CONFIGURATION: Final = """[databases]
* = host={host}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
pool_mode = session
auth_type = cert
auth_file = {folder}/users.txt
client_tls_sslmode = verify-full
client_tls_ca_file = {folder}/authority.crt
client_tls_key_file = {folder}/server.key
client_tls_cert_file = {folder}/server.crt
"""


@dataclass
class Guarded:
    """The tests' PostgreSQL, behind a PgBouncer that wants certificates."""

    folder: Path
    port: int
    database: str
    """A migrated one of its own."""
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def _log(self) -> Path:
        return self.folder / "pgbouncer.log"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        user = account.server_account(self.folder / "pgbouncer")
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [_PROGRAM, self.folder / "pgbouncer.ini"],
                user=user and user[0],
                group=user and user[1],
                extra_groups=None if user is None else [],
                stdout=log,
                stderr=log,
                preexec_fn=death_signal_setup(os.getpid(), signal.SIGKILL),
            )
        eventually(self._listens)

    def _listens(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self._log.read_text()
        return "process up" in self._log.read_text()

    def stop(self) -> None:
        """End it and all of its sessions."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(WITHIN)

    def url(self, database: str, **more: str) -> str:
        """Return the URL of a database, with a certificate."""
        options = {
            "sslmode": "verify-full",
            "sslrootcert": str(self.folder / "authority.crt"),
            "sslcert": str(self.folder / "sabot.crt"),
            "sslkey": str(self.folder / "sabot.key"),
            **more,
        }
        query = "&".join(f"{name}={value}" for name, value in options.items())
        return f"postgresql://sabot@127.0.0.1:{self.port}/{database}?{query}"

    def log_ins(self) -> int:
        """Return how many connections it has let in since its start."""
        return self._log.read_text().count("login attempt")


_PROGRAM: Final = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin") or "pgbouncer"


def eventually(holds: Callable[[], object]) -> None:
    """Wait until something holds, on a busy machine."""
    deadline = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def guarded(servers_at_hand: None) -> Iterator[Guarded]:
    """Lend a server for this module's tests."""
    with open_folder() as folder, fresh_database(migrated_database()) as database:
        server_url = urlsplit(database)
        write_certificates(folder, "server", "sabot")
        (folder / "users.txt").write_text('"sabot" ""\n')
        guarded = Guarded(folder, own_port(), server_url.path.lstrip("/"))
        host = parse_qs(server_url.query)["host"][0]
        text = CONFIGURATION.format(host=host, port=guarded.port, folder=folder)
        (folder / "pgbouncer.ini").write_text(text)
        if (user := account.server_account(folder / "pgbouncer")) is not None:
            os.chown(folder / "server.key", *user)
        guarded.start()
        try:
            yield guarded
        finally:
            guarded.stop()


def named(settings: Settings, url: str) -> None:
    """Have the house's database be that of a URL."""
    settings.DATABASES = {"default": database_settings_of_url(url)}


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no server for down because the machine is busy."""
    monkeypatch.setattr(healthz, "PATIENCE", WITHIN)


async def asked(probe: healthz.DatabaseProbe) -> str:
    """Return what one more probe says of the database."""
    return (await probe.ask())[0]


@pytest.mark.usefixtures("patient")
@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_a_probe_connects_as_the_url_says_once_and_again_after_a_restart(
    guarded: Guarded, settings: Settings
) -> None:
    named(settings, guarded.url(guarded.database, target_session_attrs="read-write"))

    async def run() -> None:
        probe = healthz.DatabaseProbe()
        assert [await asked(probe) for _ in range(4)] == ["ok"] * 4
        assert guarded.log_ins() == 1
        guarded.stop()
        assert await asked(probe) == "down"
        guarded.start()
        assert await asked(probe) == "ok"
        guarded.stop()
        guarded.start()
        assert await asked(probe) == "ok", "it was not asked while it was away"
        assert guarded.log_ins() == 1
        await probe.close()

    asyncio.run(run())


@pytest.mark.usefixtures("patient")
@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
@pytest.mark.parametrize(
    "wrong", [{"sslcert": "/nowhere"}, {"sslmode": "disable"}, {"target_session_attrs": "standby"}]
)
def test_a_url_by_which_django_does_not_connect_is_down(
    guarded: Guarded, settings: Settings, wrong: dict[str, str]
) -> None:
    named(settings, guarded.url(guarded.database, **wrong))
    assert asyncio.run(asked(healthz.DatabaseProbe())) == "down"


@pytest.mark.usefixtures("patient")
@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_a_database_that_is_not_migrated_is_told_from_one_that_is_down(
    guarded: Guarded, settings: Settings
) -> None:
    async def state(database: str) -> str:
        named(settings, guarded.url(database))
        probe = healthz.DatabaseProbe()
        try:
            return await asked(probe)
        finally:
            await probe.close()

    assert asyncio.run(state("postgres")) == "not_migrated"
    assert asyncio.run(state("nowhere")) == "down"
    newest = ["tables", healthz._newest_migrations()["tables"]]
    with psycopg.connect(guarded.url(guarded.database), autocommit=True) as connection:
        connection.execute("DELETE FROM django_migrations WHERE app = %s AND name = %s", newest)
        assert asyncio.run(state(guarded.database)) == "not_migrated"
        connection.execute("INSERT INTO django_migrations VALUES (DEFAULT, %s, %s, now())", newest)
    assert asyncio.run(state(guarded.database)) == "ok"


def test_the_last_migrations_are_those_that_nothing_follows() -> None:
    leaves = dict(MigrationLoader(None).graph.leaf_nodes())
    assert healthz._newest_migrations() == {app: leaves[app] for app in upgrade.OURS}


@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_a_session_that_stands_still_is_waited_for_no_longer_than_a_new_one(
    guarded: Guarded, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(settings, guarded.url(guarded.database))

    async def run() -> None:
        probe = healthz.DatabaseProbe()
        monkeypatch.setattr(healthz, "PATIENCE", WITHIN)
        assert await asked(probe) == "ok"
        assert guarded.process is not None
        still = psutil.Process(guarded.process.pid)
        still.suspend()
        try:
            monkeypatch.setattr(healthz, "PATIENCE", 0.1)
            began = time.monotonic()
            assert [await asked(probe) for _ in range(8)] == ["down"] * 8
            # psycopg waits five seconds for a query to be cancelled, each time.
            assert time.monotonic() - began < 40
        finally:
            still.resume()
        monkeypatch.setattr(healthz, "PATIENCE", WITHIN)
        assert await asked(probe) == "ok"
        await probe.close()

    asyncio.run(run())
