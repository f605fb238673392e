"""`make run`: the real processes, opened, killed, interrupted and opened again."""

import contextlib
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
from redis import Redis
from redis.exceptions import RedisError

from casino.embedded import serve
from tests import campaign
from tests.embedded.conftest import (
    ROOT,
    Start,
    clean_environment,
    eventually,
    processes_of,
)
from tests.house import House, own_port
from tests.houses import copy_prepared_folder, prepared_folder
from tests.relay import relay


@pytest.mark.parametrize(
    ("parts", "opens"),
    [
        ({"rng": "closed"}, True),
        ({"rng": "closed", "gate": {"code": "check_failed", "why": "è" * 900}}, True),
        ({"rng": "down"}, False),
        ({"rng": "closed", "croupier": "down"}, False),
        ({"rng": "unknown", "redis": "down"}, False),
    ],
)
def test_a_house_opens_whose_gate_is_closed_and_no_other_part_wanting(
    parts: dict[str, Any], opens: bool
) -> None:
    said = {"status": "impaired", "database": "ok", "redis": "ok", "croupier": "ok", **parts}
    with relay(lambda asked: asked.tell(json.dumps(said).encode(), status=503)) as house:
        assert (serve._unwell(f"{house.url}/healthz?all") == "") is opens


def test_an_answer_that_is_no_health_is_waited_for() -> None:
    with relay(lambda asked: asked.tell(b"not yet", status=503)) as house:
        assert serve._unwell(house.url) == "not yet"
    assert serve._unwell("http://127.0.0.1:9/")


@pytest.mark.parametrize(
    "name", ["web.1", "croupier", "rng.1", "settlement", "redis", "postgresql"]
)
def test_a_killed_process_comes_back_and_the_house_is_well_again(
    mortal_house: House, name: str
) -> None:
    killed = mortal_house.kill(name)
    eventually(lambda: mortal_house.pid(name) != killed)
    # What the dead one said last is not to count.
    with (
        contextlib.suppress(RedisError),
        Redis.from_url(mortal_house.running_urls()["REDIS_URL"]) as redis,
    ):
        redis.delete(f"sabot:alive:{name.partition('.')[0]}")
    eventually(lambda: mortal_house.health()[0] == 200)


def test_health_names_what_is_down(mortal_house: House) -> None:
    """Stopped rather than killed, as a dead one would be back too soon to be missed."""
    croupier = psutil.Process(mortal_house.pid("croupier"))
    croupier.suspend()
    try:
        eventually(lambda: mortal_house.health()[0] == 503)
        # A database that took too long on a busy machine may be what was down first.
        named = '"rng": "ok", "settlement": "ok", "croupier": "down"'
        eventually(lambda: named in mortal_house.health()[1])
    finally:
        croupier.resume()
    eventually(lambda: mortal_house.health()[0] == 200)


def test_a_second_house_in_the_same_folder_is_refused(mortal_house: House) -> None:
    second = House(mortal_house.var, own_port(), database_url=None)
    code, said = ended(second)
    assert code == 1
    assert said.endswith(
        f"Sabot is already running on {mortal_house.var} (process {mortal_house.process.pid}, "  # type: ignore[union-attr]
        f"{mortal_house.base_url}/): use it, or stop it first."
    )
    eventually(lambda: mortal_house.health()[0] == 200)


@pytest.mark.campaign
@pytest.mark.parametrize("served", campaign.sample(2, ["mortal_house", "mortal_uvicorn_house"]))
def test_a_house_killed_outright_leaves_nothing_and_opens_again(
    request: pytest.FixtureRequest, served: str
) -> None:
    house: House = request.getfixturevalue(served)
    with house.connect() as connection:
        connection.execute("create table kept (word text)")
        connection.execute("insert into kept values ('money')")
    house.stop(signal.SIGKILL)
    eventually(lambda: processes_of(house.var) == [])

    house.open()
    with house.connect() as connection:
        assert connection.execute("select word from kept").fetchone() == ("money",)


@pytest.mark.parametrize("wait_for", ["run/lock", "run/postgresql.pid"])
def test_ctrl_c_while_it_opens_leaves_nothing(tmp_path: Path, wait_for: str) -> None:
    house = House(tmp_path, own_port(), database_url=None)
    house.start()
    eventually((tmp_path / wait_for).exists)
    house.stop(signal.SIGINT)
    assert processes_of(tmp_path) == []


def test_ctrl_c_when_all_is_prepared_leaves_nothing_but_a_house_that_opens(
    mortal_house: House,
) -> None:
    """The house was opened from what the one that was closed as it opened has left."""
    assert processes_of(prepared_folder()) == []
    assert mortal_house.health()[0] == 200


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_make_alone_may_be_signalled(tmp_path: Path, how: signal.Signals) -> None:
    """Whoever started `make run` may know only make's process id."""
    makefile = tmp_path / "Makefile"
    makefile.write_text(f"run:\n\t@{sys.executable} -m casino.embedded serve\n")
    (var := tmp_path / "var").mkdir()
    copy_prepared_folder(var)
    make = subprocess.Popen(
        ["make", "-s", "-C", str(ROOT), "-f", str(makefile), "run"],
        env=clean_environment(SABOT_VAR=str(var), PORT=str(own_port())),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    eventually((var / "run" / "redis.pid").exists)
    make.send_signal(how)
    make.wait(300)
    eventually(lambda: processes_of(var) == [])


def test_a_taken_port_is_one_sentence(start: Start, var: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start("serve", PORT=str(port))
        out, err = process.communicate(timeout=300)
    assert process.returncode == 1
    assert err == f"Port {port} of 127.0.0.1 is taken: choose another with PORT=.\n"
    assert out == ""
    assert processes_of(var) == []


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({"PORT": "http"}, "PORT must be a whole number from 0 to 65535, not 'http'.\n"),
        ({"PORT": "70000"}, "PORT must be a whole number from 0 to 65535, not '70000'.\n"),
        ({"WEB_PROCESSES": "0"}, "WEB_PROCESSES must be a whole number from 1 to 16, not '0'.\n"),
        ({"RNG_WORKERS": "9"}, "RNG_WORKERS must be a whole number from 1 to 8, not '9'.\n"),
        (
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "collector"},
            "OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318.\n",
        ),
        ({"HOST": "203.0.113.9"}, "HOST=203.0.113.9 is no address of this machine.\n"),
        (
            {"PROCFILE": "gunicorn"},
            "PROCFILE=gunicorn names no file Procfile.gunicorn; PROCFILE=uvicorn does.\n",
        ),
    ],
)
def test_wrong_wishes_are_one_sentence(start: Start, env: dict[str, str], sentence: str) -> None:
    process = start("serve", **{"PORT": str(own_port()), **env})
    _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (1, sentence)


def ended(house: House) -> tuple[int, str]:
    house.start()
    assert house.process is not None
    return house.process.wait(300), house.log.read_text().strip()
