"""What the environment says is read, or refused with one sentence that names the variable."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.exceptions import ImproperlyConfigured
from structlog.testing import capture_logs

from casino import settings
from casino.connections.postgresql import connect_parameters
from casino.connections.session_names import session_name
from casino.process import environment, logs
from casino.rng.keys import USES
from scripts import list_settings
from scripts.list_settings import PAGE
from tests.embedded.conftest import clean_environment

NAME: Final = "SABOT_TEST"
ESCAPES: Final = "percent-encoded in its user and password: %2F %3F %23 %40 %5B %5D."
Read = Callable[[str], Any]


def whole(name: str) -> int:
    return environment.integer(name, 7, least=1, most=16)


def number(name: str) -> float:
    return environment.number(name, 7.5)


def zone(name: str) -> str:
    return environment.time_zone(name, "Europe/Paris")


def hosts(name: str) -> list[str]:
    return environment.hosts(name, "localhost,[::1]")


@pytest.mark.parametrize(
    ("read", "said", "found"),
    [
        (whole, None, 7),
        (whole, "", 7),
        (whole, " 16 ", 16),
        (number, None, 7.5),
        (number, "1e-4", 0.0001),
        (environment.flag, None, False),
        (environment.flag, "1", True),
        (zone, None, "Europe/Paris"),
        (zone, "America/Argentina/La_Rioja", "America/Argentina/La_Rioja"),
        (hosts, None, ["localhost", "[::1]"]),
        (
            hosts,
            "127.0.0.1, casino.example,\t.b.example",
            ["127.0.0.1", "casino.example", ".b.example"],
        ),
        (hosts, '"casino.example, *"', ["casino.example", "*"]),
        (hosts, "'a.example' 'b.example'", ["a.example", "b.example"]),
        (hosts, "", []),
        (
            environment.origins,
            "https://casino.example, 'https://*.casino.example:8443'",
            ["https://casino.example", "https://*.casino.example:8443"],
        ),
        (environment.class_paths, "a=b.C d=e.F", {"a": "b.C", "d": "e.F"}),
        (environment.keyed_secrets, "a=new=, b=x a=old", {"a": ["new=", "old"], "b": ["x"]}),
    ],
)
def test_what_is_said_is_read(
    monkeypatch: pytest.MonkeyPatch, read: Read, said: str | None, found: object
) -> None:
    if said is not None:
        monkeypatch.setenv(NAME, said)
    assert read(NAME) == found


@pytest.mark.parametrize(
    ("read", "said", "wanted"),
    [
        (whole, "8s", "a whole number from 1 to 16, not '8s'"),
        (whole, "17", "a whole number from 1 to 16, not '17'"),
        (whole, "1_0", "a whole number from 1 to 16, not '1_0'"),
        (whole, "9" * 5000, "a whole number from 1 to 16, not '9"),
        (number, "8s", "a number of 0 or more, not '8s'"),
        (number, "nan", "a number of 0 or more, not 'nan'"),
        (number, "inf", "a number of 0 or more, not 'inf'"),
        (number, "-1", "a number of 0 or more, not '-1'"),
        (environment.flag, "true", "one of 0, 1, not 'true'"),
        (zone, "Europe/Pariss", "a time zone like Europe/Paris, not 'Europe/Pariss'"),
        (zone, "Europe", "a time zone like Europe/Paris, not 'Europe'"),
        (zone, "../etc/passwd", "a time zone like Europe/Paris, not '../etc/passwd'"),
        (hosts, "https://casino.example", "hosts like casino.example, without scheme"),
        (hosts, "casino.example:8000", "without scheme, port and path, not 'casino.example:8000'"),
        (environment.origins, "casino.example", "addresses like https://"),
        (environment.origins, "https://casino.example/", "without a path, not 'https://casino"),
        (environment.keyed_secrets, "secret", "keys and secrets like acme=secret."),
        (environment.keyed_secrets, "a=", "keys and secrets like acme=secret."),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_is_expected(
    monkeypatch: pytest.MonkeyPatch, read: Read, said: str, wanted: str
) -> None:
    monkeypatch.setenv(NAME, said)
    with pytest.raises(ImproperlyConfigured) as refused:
        read(NAME)
    assert re.match(f"{NAME} must (be|list) ", str(refused.value))
    assert wanted in str(refused.value)


def test_fallbacks_are_those_of_the_environment_else_of_the_file_below_var(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert environment.fallback_secrets(tmp_path, NAME) == []
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / NAME).write_text("first\nsecond\n")
    assert environment.fallback_secrets(tmp_path, NAME) == ["first", "second"]
    monkeypatch.setenv(NAME, "third,fourth")
    assert environment.fallback_secrets(tmp_path, NAME) == ["third", "fourth"]


DATABASE: Final = "postgresql://{}@127.0.0.1:1/sabot?sslmode=require"
REDIS: Final = "rediss://{}@127.0.0.1:1/0?ssl_cert_reqs=none"


@pytest.mark.parametrize(
    "password", ["pa/ss", "pa#ss", "pa?ss", "pa@ss", "12#34", "p@ss/w:rd#1", "p[ss"]
)
@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL"])
def test_a_password_that_is_not_percent_encoded_is_refused_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, password: str
) -> None:
    url = {"DATABASE_URL": DATABASE, "REDIS_URL": REDIS}[name].format(f"sabot:{password}")
    monkeypatch.setenv(name, url)
    read = {"DATABASE_URL": environment.database_settings, "REDIS_URL": environment.redis_url}[name]
    with pytest.raises(ImproperlyConfigured) as refused:
        read(tmp_path)
    assert str(refused.value) == f"{name} must have / ? # @ [ ] {ESCAPES}"


def test_a_percent_encoded_password_is_the_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", DATABASE.format("sabot:p%40ss%2Fw:rd%231"))
    assert environment.database_settings(tmp_path)["PASSWORD"] == "p@ss/w:rd#1"


@pytest.mark.parametrize(("said", "read"), [("none", None), ("0", 0), ("7", 7), ("", 3)])
def test_whether_statements_are_prepared_is_said_by_the_url(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str, read: int | None
) -> None:
    option = f"?prepare_threshold={said}" if said else ""
    monkeypatch.setenv("DATABASE_URL", f"postgresql://h/sabot{option}")
    found = environment.database_settings(tmp_path)
    options = found["OPTIONS"]
    assert options.pop("application_name") == session_name()
    assert options == {"server_side_binding": True, "prepare_threshold": read}
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is (read is None)
    parameters = connect_parameters(found)
    assert parameters["prepare_threshold"] == read
    assert "server_side_binding" not in parameters


def test_sessions_are_named_after_the_process_unless_the_url_names_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SABOT_PROCESS", "croupier")
    monkeypatch.setenv("DATABASE_URL", "postgresql://h/sabot")
    named = environment.database_settings(tmp_path)["OPTIONS"]["application_name"]
    assert re.fullmatch(r"sabot/\d+ croupier", named)
    monkeypatch.setenv("DATABASE_URL", "postgresql://h/sabot?application_name=mine")
    assert environment.database_settings(tmp_path)["OPTIONS"]["application_name"] == "mine"


@pytest.mark.parametrize("option", ["prepare_threshold=off", "server_side_binding=false"])
def test_an_option_of_the_database_that_cannot_be_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, option: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://h/sabot?{option}")
    with pytest.raises(ImproperlyConfigured, match=r"DATABASE_URL must (be|not)"):
        environment.database_settings(tmp_path)


@pytest.mark.parametrize(
    ("said", "read"),
    [("CERT_REQUIRED", "required"), ("required", "required"), ("CERT_NONE", "none")],
)
def test_how_redis_certificate_is_looked_at_may_be_spelt_as_celery_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str, read: str
) -> None:
    monkeypatch.setenv("REDIS_URL", f"rediss://h/0?ssl_cert_reqs={said}&ssl_ca_certs=/ca")
    url = environment.redis_url(tmp_path)
    assert url == f"rediss://h/0?ssl_cert_reqs={read}&ssl_ca_certs=/ca"
    monkeypatch.setenv("REDIS_URL", "rediss://h/0?ssl_cert_reqs=CERT_MAYBE")
    with pytest.raises(ImproperlyConfigured, match="required, optional or none, not 'CERT_MAYBE'"):
        environment.redis_url(tmp_path)


def test_settings_read_the_environment_in_one_place() -> None:
    assert "environ[" not in (source := Path(settings.__file__).read_text(encoding="utf-8"))
    assert "environ." not in source
    assert "getenv" not in source


def names_read(source: str) -> set[str]:
    """Return the variables of the environment that a module names where it reads or sets them."""
    readers = (*list_settings.TAKES, "os.environ.get", "os.environ.pop", "os.environ.setdefault")
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in readers:
            found |= {each.value for each in node.args[:2] if isinstance(each, ast.Constant)}
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            found |= {node.slice.value} if isinstance(node.slice, ast.Constant) else set()
    return {str(each) for each in found if re.fullmatch("[A-Z][A-Z_]+", str(each))}


OF_OTHERS: Final = {
    *("CELERY_SKIP_CHECKS", "DJANGO_SETTINGS_MODULE", "MAKELEVEL"),
    *("CHAT_OF", "LICENSED"),
}
"""Variables of other programs, and of earlier releases, which are refused."""


def test_every_variable_is_on_the_page_of_settings_with_its_meaning() -> None:
    listed = list_settings.variables()
    assert PAGE.read_text(encoding="utf-8") == list_settings.page(), (
        "`python -m scripts.list_settings` writes it anew"
    )
    assert [each.name for each in listed if not each.meaning.endswith(".")] == []
    names = {each.name for each in listed}
    assert len(names) == len(listed)
    read = set().union(
        *(
            names_read(text)
            for folder in ("casino", "tables")
            for path in (settings.ROOT / folder).rglob("*.py")
            if "environ" in (text := path.read_text(encoding="utf-8"))
        )
    )
    # The signing keys' names are made of their uses.
    keys = {"LOG_KEY", "RECEIPTS_KEY", "CONFORMITY_KEY"}
    assert read - OF_OTHERS == names - keys
    assert {f"{each.upper()}_KEY" for each in USES} == keys


def test_a_variable_with_the_houses_prefix_that_nothing_reads_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [*os.environ]:
        if name.startswith("SABOT_"):
            monkeypatch.delenv(name)
    known = ("SABOT_VAR", "SABOT_THREADS", "SABOT_PROCESS", "SABOT_SOAK")
    kubernetes = ("SABOT_PORT", "SABOT_PORT_8000_TCP", "SABOT_WEB_SERVICE_HOST")
    for name in (*known, *kubernetes):
        monkeypatch.setenv(name, "1")
    assert environment.unknown_variables() == []
    for name in ("SABOT_THREAD", "SABOT_CUT_SECOND", "SABOT_WEATHER"):
        monkeypatch.setenv(name, "secret")
    told = [
        "Nothing reads the variable SABOT_CUT_SECOND: is CUT_SECONDS meant?",
        "Nothing reads the variable SABOT_THREAD: is SABOT_THREADS meant?",
        "Nothing reads the variable SABOT_WEATHER.",
    ]
    assert environment.unknown_variables() == told
    with capture_logs() as lines:
        logs.warn_of_unknown_variables()
    assert [each["remedy"] for each in lines] == told


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "casino.embedded.prepare"],
        ["-m", "casino.process.worker", "rng"],
        ["-m", "casino.asgi"],
    ],
)
def test_processes_end_with_the_sentence_alone(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=settings.ROOT,
        env=clean_environment(CUT_SECONDS="8s", PYTHONPATH=str(settings.ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    said = "CUT_SECONDS must be a number of 0 or more, not '8s'.\n"
    assert (done.returncode, done.stdout + done.stderr) == (1, said)
