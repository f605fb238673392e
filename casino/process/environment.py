"""Reads settings from the environment, with defaults, and servers and secrets from `var/`.

Each function has one type and one sentence for what is wrong. environs and pydantic-settings were
weighed: they cost each start of a process 0.1 and 0.25 s of CPU, and know no `var/`.
"""

import difflib
import math
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

from casino.connections.sentinels import sentinel_url
from casino.connections.session_names import session_name

CODE: Final = Path(__file__).resolve().parent.parent.parent
"""The folder of the packages `casino` and `tables`: the checkout, or `site-packages`."""
CHECKED_OUT: Final = (CODE / "manage.py").is_file()
ROOT: Final = CODE if CHECKED_OUT else CODE / "casino" / "house"
"""The folder of the Procfile, the built page, templates and signed reports."""

BESIDE: Final[Mapping[str, tuple[str, str]]] = {
    "DATABASE_URL": (
        "the embedded server",
        "PostgreSQL 14 or newer, as `postgresql://user:password@host:5432/name`; options of libpq"
        " follow a `?`, also `prepare_threshold=none` behind a pooler that moves transactions;"
        " `/ ? # @ [ ]` in user and password are percent-encoded.",
    ),
    "OWNER_DATABASE_URL": (
        "",
        "The same database as the role that owns its tables, where roles are divided: `serve`"
        " migrates by it, and passes it to no other process.",
    ),
    "GENERATOR_ROLE": (
        "sabot_generator",
        "The role that owns the functions that read sealed columns.",
    ),
    "REDIS_URL": (
        "the embedded server",
        "Redis, as `redis://:password@host:6379/0`, or `rediss://` with `?ssl_cert_reqs=`"
        " (`required`, `optional`, `none`) and `ssl_ca_certs=`, or"
        " `sentinel://:password@host:26379,host:26379/service/0`.",
    ),
    "HOST": ("127.0.0.1", "The address that the house listens at; `0.0.0.0` is all of IPv4."),
    "PORT": ("8000", "The port that it listens at; 0 takes any free one."),
    "WEB_PROCESSES": (
        "one for each core, four at the most",
        "How many web processes `serve` starts behind the port, 1 to 16.",
    ),
    "RNG_WORKERS": (
        "2, or 1 on a single core",
        "How many workers that make chance `serve` starts, 1 to 8.",
    ),
    "PROCFILE": ("", "`uvicorn` serves by uvicorn instead of Daphne."),
    "METRICS_PORT": (
        "",
        "Processes serve metrics for Prometheus, `metrics` at this port, the others from the next"
        " one on; without it none does.",
    ),
    "METRICS_HOST": ("127.0.0.1", "The address at which they serve them."),
    "OTEL_EXPORTER_OTLP_ENDPOINT": (
        "",
        "Traces are sent to this collector, by OTLP over HTTP, as `http://collector:4318`; without"
        " it none are made. Of OpenTelemetry's other variables the SDK reads its own, such as"
        " `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_…` and `OTEL_SERVICE_NAME`.",
    ),
    "OTEL_EXPORTER_OTLP_PROTOCOL": (
        "http/protobuf",
        "No other: mostly at port 4318.",
    ),
    "OTEL_SDK_DISABLED": ("false", "`true` makes no traces, whatever else is set."),
    "OTEL_TRACES_SAMPLER": (
        "parentbased_always_on",
        "Which traces are recorded: `parentbased_traceidratio` takes a part of them.",
    ),
    "OTEL_TRACES_SAMPLER_ARG": ("1", "That part, from 0 to 1."),
    "WAL_ARCHIVE": (
        "",
        "The folder into which the embedded PostgreSQL archives its WAL; its account may write"
        " there.",
    ),
    "LOG_KEY": ("made once below `var/keys`", "Signs the public log; of several the last signs."),
    "RECEIPTS_KEY": ("made once below `var/keys`", "Signs receipts and dossiers, likewise."),
    "CONFORMITY_KEY": ("made once below `var/keys`", "Signs conformity reports, likewise."),
    "SABOT_VAR": (
        "`var` of the checkout; of a wheel `~/.local/share/sabot`",
        "Everything the program writes on this machine: embedded servers, keys, bench results.",
    ),
    "SABOT_PROCESS": (
        "command",
        "What lines of the log and its sessions in PostgreSQL call this process; `serve` sets it.",
    ),
}
"""Variables that are read beside the settings: the default, and what each means."""
_PREFIX: Final = "SABOT_"
_OF_TESTS: Final = "SABOT_SOAK"
_KUBERNETES: Final = re.compile(r"SABOT_(\w+_)?(SERVICE_HOST|SERVICE_PORT\w*|PORT|PORT_\d+_\w+)")
"""What Kubernetes sets in every container beside a service whose name begins with sabot."""
_read: Final[set[str]] = set()
"""The names of the variables that were read."""


def unknown_variables() -> list[str]:
    """Return a sentence for each variable `SABOT_…` that the settings, once read, do not know."""
    known = _read | BESIDE.keys() | {_OF_TESTS}
    unknown = [
        name
        for name in sorted(os.environ.keys() - known)
        if name.startswith(_PREFIX) and not _KUBERNETES.fullmatch(name)
    ]
    return [f"Nothing reads the variable {name}{_nearest(name, known)}" for name in unknown]


def _nearest(name: str, known: set[str]) -> str:
    bare = {each.removeprefix(_PREFIX): each for each in known}
    found = difflib.get_close_matches(name.removeprefix(_PREFIX), bare, 1, 0.75)
    return f": is {bare[found[0]]} meant?" if found else "."


def var_folder() -> Path:
    """Return SABOT_VAR, else `var` of the checkout, else `~/.local/share/sabot`."""
    if named := text("SABOT_VAR"):
        return Path(named)
    if CHECKED_OUT:
        return ROOT / "var"
    return Path.home() / ".local" / "share" / "sabot"


def database_settings(var: Path) -> dict[str, Any]:
    """Return Django's settings for the database of DATABASE_URL, else of the embedded server."""
    return database_settings_of_url(os.environ.get("DATABASE_URL") or _running(var, "database"))


def database_settings_of_url(url: str, name: str = "DATABASE_URL") -> dict[str, Any]:
    """Return Django's settings for a database URL; `name` is the variable named in errors.

    `prepare_threshold` is psycopg's: after so many runs a statement is prepared, and never where it
    is `none`, as behind a pooler that serves each transaction by another connection. Raises
    `ImproperlyConfigured` with one sentence.
    """
    example = "postgresql://user:password@host:5432/name"
    parts = _server(name, url, example, "postgres", "postgresql")
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    if "server_side_binding" in query:
        raise ImproperlyConfigured(f"{name} must not say server_side_binding: it is always on.")
    threshold = _prepare_threshold(name, query.pop("prepare_threshold", "3"))
    host = query.pop("host", None) or parts.hostname or ""
    return {
        "ENGINE": "casino.database.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or query.pop("port", "")),
        # A connection for every command would cost five times the command.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        # They too outlive a transaction on its connection.
        "DISABLE_SERVER_SIDE_CURSORS": threshold is None,
        # Statements that come again are prepared: planning is half of a short one's cost.
        "OPTIONS": {"application_name": session_name()}
        | query
        | {"server_side_binding": True, "prepare_threshold": threshold},
    }


def _prepare_threshold(name: str, value: str) -> int | None:
    """Return after how many runs psycopg prepares a statement; `None` is never."""
    if value != "none" and not re.fullmatch("[0-9]{1,4}", value):
        raise ImproperlyConfigured(
            f"prepare_threshold in {name} must be none or a whole number, not {value!r}."
        )
    return None if value == "none" else int(value)


def redis_url(var: Path) -> str:
    """Return REDIS_URL, or the embedded server's; `ImproperlyConfigured` with one sentence.

    It names a server, or Sentinels. `ssl_cert_reqs` may be spelt as Celery does (CERT_REQUIRED) or
    as redis-py does (required).
    """
    url = os.environ.get("REDIS_URL") or _running(var, "redis")
    if sentinel_url(url):
        return url
    parts = _server("REDIS_URL", url, "redis://:password@host:6379/0", "redis", "rediss")
    requirement = parse_qs(parts.query).get("ssl_cert_reqs", ["required"])[-1]
    wanted = requirement.removeprefix("CERT_").lower()
    if wanted not in ("required", "optional", "none"):
        raise ImproperlyConfigured(
            f"ssl_cert_reqs in REDIS_URL must be required, optional or none, not {requirement!r}."
        )
    return url.replace(f"ssl_cert_reqs={requirement}", f"ssl_cert_reqs={wanted}")


def _server(name: str, url: str, example: str, *schemes: str) -> SplitResult:
    """Return the parts of a server's URL.

    Raises `ImproperlyConfigured` with one sentence that holds nothing of the URL: of one that is
    not percent-encoded each part may be a piece of the password.
    """
    rest = url.partition("://")[2]
    # These end a URL's user and password (RFC 3986, 3.2), or begin what no server's URL has.
    if "#" in rest or set(rest.rpartition("@")[0]) & set("/?@[]"):
        raise ImproperlyConfigured(
            f"{name} must have / ? # @ [ ] percent-encoded in its user and password:"
            " %2F %3F %23 %40 %5B %5D."
        )
    try:
        parts = urlsplit(url)
        fits = parts.scheme in schemes and (parts.port is None or parts.port > 0)
    except ValueError:
        fits = False
    if not fits:
        raise ImproperlyConfigured(f"{name} must look like {example}.")
    return parts


def _running(var: Path, server: str) -> str:
    """Return the URL that a running embedded server wrote below `var/run`."""
    try:
        return (var / "run" / f"{server}.url").read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return {"database": "postgresql://sabot@localhost/sabot", "redis": "redis://localhost"}[
            server
        ]


def secret(var: Path, name: str) -> str:
    """Return a secret from the environment, or one generated once below `var/keys` (mode 600)."""
    _read.add(name)
    if given := os.environ.get(name):
        return given
    path = var / "keys" / name
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with open(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text(encoding="utf-8").strip()


def fallback_secrets(var: Path, name: str) -> list[str]:
    """Return a variable as a list of secrets, else those of the file below `var/keys`, if any."""
    path = var / "keys" / name
    if (given := string_list(name)) or not path.is_file():
        return given
    return path.read_text(encoding="utf-8").split()


def text(name: str, usual: str = "") -> str:
    """Return a variable of the environment, stripped; `usual` where it is unset or empty."""
    _read.add(name)
    return os.environ.get(name, "").strip() or usual


def one_of(name: str, usual: str, *others: str) -> str:
    """Return a variable that must be one of these words; `usual` where it is unset.

    Raises `ImproperlyConfigured` with one sentence, as all of these do.
    """
    value = text(name, usual)
    if value not in (usual, *others):
        known = ", ".join((usual, *others))
        raise ImproperlyConfigured(f"{name} must be one of {known}, not {value!r}.")
    return value


def flag(name: str, *, usual: bool = False) -> bool:
    """Return whether a variable is 1; refuses other values than 0 and 1."""
    return one_of(name, *(("1", "0") if usual else ("0", "1"))) == "1"


def integer(name: str, usual: int, *, least: int = 0, most: int | None = None) -> int:
    """Return a variable as a whole number from `least` to `most`."""
    value = text(name, str(usual))
    if re.fullmatch("[0-9]{1,18}", value) and _within(int(value), least, most):
        return int(value)
    raise _no_number(name, "a whole number", value, least, most)


def number(name: str, usual: float, *, least: float = 0, most: float | None = None) -> float:
    """Return a variable as a number from `least` to `most`."""
    value = text(name, str(usual))
    try:
        found = float(value)
    except ValueError:
        found = math.nan
    if math.isfinite(found) and _within(found, least, most):
        return found
    raise _no_number(name, "a number", value, least, most)


def _within(found: float, least: float, most: float | None) -> bool:
    return least <= found and (most is None or found <= most)


def _no_number(
    name: str, what: str, value: str, least: float, most: float | None
) -> ImproperlyConfigured:
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
    return ImproperlyConfigured(f"{name} must be {what} {bounds}, not {value!r}.")


def metrics_address() -> tuple[str, int]:
    """Return METRICS_HOST, by default 127.0.0.1, and METRICS_PORT: 0 where none is set."""
    # The launcher gives each process a port from there on.
    return text("METRICS_HOST", "127.0.0.1"), integer("METRICS_PORT", 0, most=65000)


_SAMPLERS: Final = (
    "parentbased_always_on",
    *("parentbased_always_off", "parentbased_traceidratio"),
    *("always_on", "always_off", "traceidratio"),
)


def traces_endpoint() -> str:
    """Return where traces are sent, empty where they are not wanted.

    Raises `ImproperlyConfigured` with one sentence where an address, sampler or protocol is not one
    that the SDK knows: it would take another.
    """
    endpoint = text("OTEL_EXPORTER_OTLP_ENDPOINT")
    if not endpoint or text("OTEL_SDK_DISABLED").lower() == "true":
        return ""
    if not re.fullmatch(r"https?://[^/?#\s]+\S*", endpoint):
        # Nothing of it is shown: it may hold a password.
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318."
        )
    one_of("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
    sampler = one_of("OTEL_TRACES_SAMPLER", *_SAMPLERS)
    if sampler.endswith("traceidratio"):
        number("OTEL_TRACES_SAMPLER_ARG", 1, most=1)
    return endpoint


def time_zone(name: str, usual: str) -> str:
    """Return a variable, `usual` where it is unset, as the name of a time zone.

    Raises `ImproperlyConfigured` for one that this machine does not know.
    """
    value = text(name, usual)
    try:
        return ZoneInfo(value).key
    # A name of a folder, or one that leads out of the zones' folder.
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"{name} must be a time zone like Europe/Paris, not {value!r}."
        ) from None


def string_list(name: str, usual: str = "") -> list[str]:
    """Return a variable split at commas, blanks and quotes.

    Quotes that a file of the environment keeps are not meant.
    """
    _read.add(name)
    return [each for each in re.split(r"""[\s,'"]+""", os.environ.get(name, usual)) if each]


def hosts(name: str, usual: str) -> list[str]:
    """Return a variable as a list of hosts for Django's ALLOWED_HOSTS."""
    found = string_list(name, usual)
    for each in found:
        if not re.fullmatch(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\]", each):
            raise ImproperlyConfigured(
                f"{name} must list hosts like casino.example, without scheme, port and path,"
                f" not {each!r}."
            )
    return found


def web_urls(name: str, usual: str = "") -> list[str]:
    """Return a variable as a list of `http` or `https` addresses."""
    found = string_list(name) or [each for each in usual.split(",") if each]
    for each in found:
        parts = urlsplit(each)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ImproperlyConfigured(f"{name} must list addresses like https://relay.example.")
    return found


def origins(name: str) -> list[str]:
    """Return a variable as a list of origins: addresses without a path."""
    found = web_urls(name)
    for each in found:
        if each.count("/") > 2:
            raise ImproperlyConfigured(
                f"{name} must list origins like https://casino.example, without a path,"
                f" not {each!r}."
            )
    return found


def class_paths(name: str) -> dict[str, str]:
    """Return a variable as dotted class paths by key: `acme=pay.Acme`."""
    found = {}
    for each in string_list(name):
        key, _, path = each.partition("=")
        if not (re.fullmatch(r"[a-z][a-z0-9_]{0,15}", key) and "." in path) or key in found:
            raise ImproperlyConfigured(f"{name} must list keys and classes like acme=pay.Acme.")
        found[key] = path
    return found


def keyed_secrets(name: str) -> dict[str, list[str]]:
    """Return a variable as secrets by key, several of one in their order: `acme=secret`."""
    found: dict[str, list[str]] = {}
    for each in string_list(name):
        key, _, given = each.partition("=")
        if not (re.fullmatch(r"[a-z][a-z0-9_]{0,15}", key) and given):
            # Not what it is: a part of it may be a secret.
            raise ImproperlyConfigured(f"{name} must list keys and secrets like acme=secret.")
        found.setdefault(key, []).append(given)
    return found


SECRET_LEAST: Final = 50
"""The least length of SECRET_KEY behind TLS, in characters, as Django's own check wants."""


def refuse_insecure_settings(*, debug: bool, hosts: list[str], secret_key: str) -> None:
    """Refuse DEBUG, any host, or a short SECRET_KEY where BEHIND_TLS=1.

    Raises `ImproperlyConfigured` with one sentence, which says no secret.
    """
    if debug:
        raise ImproperlyConfigured("DEBUG=1 shows strangers the code: not where BEHIND_TLS=1.")
    if "*" in hosts or not hosts:
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the house's hosts behind BEHIND_TLS=1.")
    if len(secret_key) < SECRET_LEAST:
        raise ImproperlyConfigured(f"SECRET_KEY must have {SECRET_LEAST} characters or more.")


def refuse_former_settings(*, licensed: bool) -> None:
    """Refuse variables of earlier releases that the profile of the JURISDICTION replaced.

    Raises `ImproperlyConfigured` with one sentence.
    """
    if os.environ.get("LICENSED") == "1" and not licensed:
        raise ImproperlyConfigured("LICENSED=1 needs a JURISDICTION whose profile is licensed.")
    if os.environ.get("CHAT_OF"):
        raise ImproperlyConfigured("CHAT_OF is said by the profile of the JURISDICTION: `chat`.")
