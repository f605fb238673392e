"""A new administrator's first day in a bare Debian: `python -m tests.deploy.bare_debian ROOT`.

Runs the blocks of docs/operating.md in a root that has the house's sources and servers of its own,
as the first process of namespaces of its own, so that every port and name is the document's.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from uuid import uuid4

import psutil

from tests.form_browser import ORIGIN, Browser, enter_office
from tests.house import ROOT
from tests.operating_page import adapted, blocks
from tests.prometheus import answer, firing

WITHIN: Final = 600
"""Seconds until anything must come true, on a busy machine."""
SERVICES: Final = ("postgresql", "redis-server", "prometheus")
"""Debian starts them when they are installed."""
HOSTS: Final = "127.0.0.1 localhost db.internal redis.internal casino.example\n"
PASSWORD: Final = "seven boxes on the green felt"
PROMETHEUS: Final = "http://127.0.0.1:9090"
ALERTS: Final = ("SabotProcessDown", "SabotProcessNotHeard")
ROUNDS: Final = "SELECT count(*) FROM tables_round WHERE status = 'closed'"


def eventually(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(1)


def say(text: str) -> None:
    """Print what has been done, and when."""
    print(f"{time.monotonic():.0f} {text}", flush=True)  # noqa: T201


class Shell:
    """The administrator's shell in the root: it keeps what a block exports and starts."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._log = root / "root" / "shell.log"
        self._step = 0
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                ["chroot", str(root), "bash", "-eu"],
                env={"PATH": path, "HOME": "/root", "SSL_CERT_FILE": "/etc/ssl/authority.crt"},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        self.run("cd /opt/sabot")

    def run(self, block: str) -> str:
        """Run a block; return what it, and all that it started, have written meanwhile."""
        self._step += 1
        script = self._root / "root" / f"step{self._step}"
        script.write_text(block)
        done, began = script.with_suffix(".done"), self._log.stat().st_size
        assert self._process.stdin
        line = f". /root/{script.name} </dev/null; : >/root/{done.name}\n"
        self._process.stdin.write(line.encode())
        self._process.stdin.flush()
        deadline = time.monotonic() + WITHIN
        while not done.exists():
            ended = self._process.poll() is not None
            assert not ended, f"{block}\n{self._written(began)}"
            assert time.monotonic() < deadline, f"{block}\n{self._written(began)}"
            time.sleep(0.1)
        return self._written(began)

    def _written(self, since: int) -> str:
        with self._log.open("rb") as log:
            log.seek(since)
            return log.read().decode(errors="replace")

    def sql(self, statements: str, database: str = "postgres") -> str:
        """Run SQL as PostgreSQL's superuser; return the values that it gives."""
        file = self._root / "tmp" / "statements.sql"
        file.write_text(statements)
        file.chmod(0o644)
        psql = f"psql -XAtq -v ON_ERROR_STOP=1 -d {database} -f /tmp/statements.sql"
        return self.run(f"su postgres -c '{psql}' >/root/told 2>&1; cat /root/told")

    def rounds(self, database: str = "sabot") -> int:
        """Return how many rounds have been closed."""
        self.sql(ROUNDS, database)
        return int((self._root / "root" / "told").read_text())


def name_hosts(root: Path) -> None:
    """Name the document's machines, here and in the root; have the loopback interface up."""
    (root / "etc" / "hosts").write_text(HOSTS)
    subprocess.run(["mount", "--bind", root / "etc" / "hosts", "/etc/hosts"], check=True)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for kind, place in (("proc", "proc"), ("tmpfs", "run"), ("tmpfs", "dev/shm")):
        subprocess.run(["mount", "-t", kind, kind, root / place], check=True)


def found(shell: Shell, root: Path) -> None:
    """Found the house; have the operator open a table with the second factor."""
    (sql,) = blocks("Found a house", "sql")
    shell.sql(sql)
    (root / "root" / "password").write_text(PASSWORD)
    script = adapted(
        "\n".join(blocks("Found a house", "sh")),
        # As the page says for a script.
        {"--operator alice": "--operator alice --password-file /root/password"},
    )
    said = shell.run(script)
    assert "operator: alice created" in said, said
    assert "System check identified no issues (0 silenced)." in said, said
    assert said.count(": ok\n") > 5, said
    say("founded; the doctor finds nothing")
    proxy, _ = blocks("Behind a proxy, and restarts", "sh")
    shell.run(proxy)
    (watch,) = blocks("Metrics and alerts", "sh")
    shell.run(watch)
    office = Browser(ORIGIN)
    enter_office(office, "alice", PASSWORD, said)
    order = "/admin/tables/table/order/open_table/?tables=1"
    office.post(order, order=str(uuid4()), reason="first evening")
    tables = {each["name"]: each["status"] for each in json.loads(office.get("/api/tables/"))}
    assert tables["Blackjack 1"] == "open", tables
    say("the operator has opened a table over TLS, with a second factor")


@contextlib.contextmanager
def strangers(folder: Path) -> Iterator[None]:
    """Let three play over TLS meanwhile."""
    bots = (sys.executable, "-m", "tests.load.bots", "--players", "3", "--game", "blackjack")
    env = os.environ | {"SABOT_VAR": str(folder)}
    playing = subprocess.Popen([*bots, "--url", ORIGIN, "--with-permission"], cwd=ROOT, env=env)
    try:
        yield
    finally:
        playing.terminate()
        playing.wait(WITHIN)


def watch_croupier_die(shell: Shell) -> None:
    """Kill the croupier, see its alerts, and start it again."""
    eventually(lambda: len(answer(PROMETHEUS, 'up{job="sabot"} == 1')) == 7, "all are scraped")
    eventually(lambda: answer(PROMETHEUS, "sum(sabot_rounds_total) > 0"), "rounds are counted")
    assert not any(firing(PROMETHEUS, each) for each in ALERTS)
    say("Prometheus sees seven processes and the rounds, and no alert")
    running = psutil.process_iter(["cmdline"])
    # Of a process that has just ended there is no command.
    croupier = [each for each in running if "croupier" in (each.info["cmdline"] or ())]
    assert croupier
    for each in croupier:
        each.kill()
    for alert in ALERTS:
        eventually(lambda alert=alert: firing(PROMETHEUS, alert), alert)  # type: ignore[misc]
    say(f"the killed croupier has raised {' and '.join(ALERTS)}")
    (start,) = (
        line
        for block in blocks("Found a house", "sh")
        for line in block.splitlines()
        if "deploy/run croupier" in line
    )
    shell.run(start)
    for alert in ALERTS:
        eventually(lambda alert=alert: not firing(PROMETHEUS, alert), alert)  # type: ignore[misc]
    say("a new one has ended them")


def restore(shell: Shell, kept: int) -> None:
    """Open the backup as another house, and audit it."""
    section = "Back up and restore"
    (database,) = blocks(section, "sql")
    shell.sql(database)
    again, serve = (
        each for each in blocks(section, "sh") if "restore /backup" in each or "serve &" in each
    )
    said = shell.run(again)
    for audit in ("ledger: ", "cash: ", "takings: ", "meters: ", "machines: ", "office: ", "log: "):
        assert f"\n{audit}" in said, said
    say("the backup is restored, and every audit is clean")
    shell.run(serve)
    shell.run("curl -sS --retry 300 --retry-all-errors --retry-delay 1 -f localhost:8000/readyz")
    assert "the books agree" in shell.run(".venv/bin/python manage.py audit_ledger")
    assert kept <= shell.rounds("sabot_restored") < shell.rounds()
    say("it is open beside the other house, and its books agree")


def main(root: Path) -> None:
    """Do everything of the first day, and of the day after."""
    name_hosts(root)
    shell = Shell(root)
    for each in SERVICES:
        shell.run(f"service {each} start")
    found(shell, root)
    with strangers(root.parent):
        eventually(lambda: shell.rounds() > 2, "three rounds have been played")
        say("strangers play over TLS behind nginx")
        kept = shell.rounds()
        shell.run(blocks("Back up and restore", "sh")[0])
        watch_croupier_die(shell)
        eventually(lambda: shell.rounds() > kept + 2, "they play on")
    restore(shell, kept)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
