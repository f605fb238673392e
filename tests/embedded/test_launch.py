"""`python -m casino.embedded run -- COMMAND`: two servers for as long as the command lasts."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests import campaign
from tests.embedded.conftest import ASCII, Start, eventually, processes_of

USE_BOTH = """
import os, psycopg, redis
with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
    connection.execute("create table if not exists visits (n int)")
    connection.execute("insert into visits values (1)")
    visits = connection.execute("select count(*) from visits").fetchone()[0]
    settings = [
        connection.execute(f"show {name}").fetchone()[0]
        for name in ("fsync", "synchronous_commit", "listen_addresses", "server_encoding")
    ]
client = redis.Redis.from_url(os.environ["REDIS_URL"])
print(visits, *settings, client.incr("visits"))
"""

WAIT = "import time; print('here', flush=True); time.sleep(600)"


def said(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=300)
    return process.returncode, out.strip(), err.strip()


def test_the_database_is_kept_and_redis_starts_empty(start: Start, var: Path) -> None:
    runs = [said(start("run", "--", sys.executable, "-c", USE_BOTH)) for _ in range(2)]
    assert runs == [(0, "1 on on  UTF8 1", ""), (0, "2 on on  UTF8 1", "")]
    assert processes_of(var) == []


@pytest.mark.usefixtures("founded")
def test_a_fragile_database_waits_for_no_disk_and_is_never_the_houses(start: Start) -> None:
    lent = start("run", "--fragile", "--", sys.executable, "-c", USE_BOTH)
    assert said(lent) == (0, "1 off off  UTF8 1", "")
    code, _, refused = said(start("run", "--fragile", "--", "true", SABOT_VAR=""))
    assert (code, "SABOT_VAR" in refused) == (2, True)


@pytest.mark.usefixtures("founded")
def test_the_exit_code_is_the_commands(start: Start) -> None:
    assert said(start("run", "--", "sh", "-c", "exit 7"))[0] == 7


@pytest.mark.usefixtures("founded")
def test_a_command_that_does_not_exist_is_one_sentence(start: Start, var: Path) -> None:
    assert said(start("run", "--", "no-such-program")) == (
        1,
        "",
        "no-such-program cannot be run: No such file or directory.",
    )
    assert processes_of(var) == []


@pytest.mark.usefixtures("founded")
def test_nobody_else_may_enter_the_servers(start: Start, var: Path) -> None:
    """The socket's folder is its owner's, Redis asks for a password, keys are private."""
    ask = (
        "import os, stat, urllib.parse as u, redis\n"
        "run = os.environ['SABOT_VAR'] + '/run/'\n"
        "mode = lambda name: oct(stat.S_IMODE(os.stat(run + name).st_mode))\n"
        "port = u.urlsplit(os.environ['REDIS_URL']).port\n"
        "try: redis.Redis(port=port).ping()\n"
        "except redis.AuthenticationError: print('password', end=' ')\n"
        "print(mode('postgresql'), mode('redis.conf'), mode('redis.url'))\n"
    )
    assert said(start("run", "--", sys.executable, "-c", ask)) == (
        0,
        "password 0o700 0o600 0o600",
        "",
    )


@pytest.mark.usefixtures("founded")
def test_sigterm_ends_command_and_servers(start: Start, var: Path) -> None:
    process = start("run", "--", sys.executable, "-c", WAIT)
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGTERM)
    assert said(process)[0] == 128 + signal.SIGTERM
    assert processes_of(var) == []


@campaign.soak_only
@pytest.mark.usefixtures("founded")
def test_a_signal_reaches_a_command_that_has_just_begun(start: Start, var: Path) -> None:
    process = start("run", "--", "sh", "-c", "kill -TERM $PPID; exec sleep 600")
    assert said(process)[0] == 128 + signal.SIGTERM
    assert processes_of(var) == []


@campaign.soak_only
def test_ctrl_c_while_the_servers_start_leaves_nothing(start: Start, var: Path) -> None:
    process = start("run", "--", "true")
    eventually(lambda: (var / "run" / "lock").exists())
    process.send_signal(signal.SIGINT)
    assert said(process)[0] in (0, 130)
    assert processes_of(var) == []
    assert said(start("run", "--", "true"))[0] == 0


@pytest.mark.usefixtures("founded")
def test_a_killed_launcher_leaves_nothing_and_loses_nothing(start: Start, var: Path) -> None:
    keep = f"{USE_BOTH}\nimport time; print(flush=True); time.sleep(600)"
    process = start("run", "--", sys.executable, "-c", keep)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("1 ")
    process.kill()
    # At once: the next one has to wait for what the dead one left.
    assert said(start("run", "--", sys.executable, "-c", USE_BOTH))[1].startswith("2 ")
    eventually(lambda: processes_of(var) == [])


@pytest.mark.usefixtures("founded")
def test_a_server_that_a_dead_run_left_is_stopped(start: Start, var: Path) -> None:
    """As on a system whose kernel does not tell children of their parent's death."""
    process = start("run", "--", sys.executable, "-c", WAIT)
    eventually(lambda: (var / "run" / "redis.url").exists())
    supervisor = psutil.Process(process.pid)
    postgres = next(each for each in supervisor.children() if each.name() == "postgres")
    # Stopped, it cannot act on the kernel's signal until it is continued.
    postgres.suspend()
    process.kill()
    process.wait()
    second = start("run", "--", "true")
    eventually(lambda: second.poll() is None and postgres.is_running())
    postgres.resume()
    assert said(second)[0] == 0
    assert processes_of(var) == []


@pytest.mark.usefixtures("founded")
def test_one_folder_has_one_owner(start: Start, var: Path) -> None:
    first = start("run", "--", sys.executable, "-c", WAIT)
    eventually(lambda: (var / "run" / "redis.url").exists())
    code, out, err = said(start("run", "--", "true"))
    assert (code, out) == (1, "")
    assert err == (
        f"Sabot is already running on {var} (process {first.pid}): use it, or stop it first."
    )


@campaign.soak_only
def test_a_long_path_has_its_socket_elsewhere(start: Start, tmp_path: Path) -> None:
    far = tmp_path / ("long" * 30)
    code, out, _ = said(start("run", "--", sys.executable, "-c", USE_BOTH, SABOT_VAR=str(far)))
    assert (code, out.split()[0]) == (0, "1")


@campaign.soak_only
@pytest.mark.usefixtures("founded")
def test_a_folder_of_any_name_in_a_locale_that_cannot_write_it(
    start: Start, var: Path, founded: None
) -> None:
    odd = var.with_name("a house à part")
    var.rename(odd)
    look = "import os, psycopg; print(psycopg.connect(os.environ['DATABASE_URL']).info.dbname)"
    process = start("run", "--", sys.executable, "-c", look, SABOT_VAR=str(odd), **ASCII)
    said, wrong = process.communicate(timeout=300)
    assert (process.returncode, said) == (0, "sabot\n"), wrong


@campaign.soak_only
def test_unusable_urls_are_one_sentence_without_secrets(start: Start, var: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        cases = {
            ("DATABASE_URL", "mysql://ann:hush@db/x"): "DATABASE_URL must look like postgresql://",
            ("DATABASE_URL", "postgresql://ann:hush@[::1/x"): "DATABASE_URL must look like",
            ("DATABASE_URL", "postgresql://ann:p@hush/1@db/x"): "DATABASE_URL must have / ?",
            ("DATABASE_URL", f"postgresql://ann:hush@127.0.0.1:{port}/x"): (
                f"DATABASE_URL cannot be used (PostgreSQL at 127.0.0.1:{port})"
            ),
            ("REDIS_URL", "http://ann:hush@127.0.0.1"): "REDIS_URL must look like redis://",
            ("REDIS_URL", f"redis://ann:hush@127.0.0.1:{port}/0"): (
                f"REDIS_URL cannot be used (Redis at 127.0.0.1:{port})"
            ),
        }
        for (name, url), sentence in cases.items():
            code, out, err = said(start("run", "--", "true", **{name: url}))
            assert (code, out) == (1, ""), url
            assert err.startswith(sentence), err
            assert "\n" not in err
            assert "hush" not in err
    assert processes_of(var) == []


def test_given_servers_are_used_and_none_is_started(
    servers_at_hand: None, start: Start, var: Path
) -> None:
    given = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    show = "import os; print(os.environ['DATABASE_URL'], os.environ['REDIS_URL'])"
    code, out, _ = said(start("run", "--", sys.executable, "-c", show, **given))
    assert (code, out) == (0, f"{given['DATABASE_URL']} {given['REDIS_URL']}")
    assert not (var / "postgres").exists()
