"""Reads a REDIS_URL that names Sentinels, which tell where a service's primary is."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, unquote

from django.core.exceptions import ImproperlyConfigured

EXAMPLE: Final = "sentinel://:password@host:26379,host:26379/service/0"
_HOST: Final = r"(?:\[[0-9A-Fa-f:.]+\]|[^,:/?#@\[\]]+)(?::\d{1,5})?"
_URL: Final = re.compile(
    rf"sentinel://((?P<userinfo>[^/?#@\[\]]*)@)?(?P<hosts>{_HOST}(,{_HOST})*)"
    r"/(?P<service>[^/?#@]+)(/(?P<database>\d{1,5})?)?(\?(?P<options>[^#]*))?"
)
_CREDENTIALS: Final = {"sentinel_username": "username", "sentinel_password": "password"}


@dataclass(frozen=True, slots=True)
class SentinelURL:
    """The parts of a URL that names Sentinels and a service."""

    sentinels: tuple[tuple[str, int], ...]
    """Host and port of each."""
    service: str
    credentials: dict[str, str]
    """User and password of the Sentinels, as redis-py names them."""
    userinfo: str
    """User and password of the Redis servers, percent-encoded, with the `@` behind them."""
    database: int

    @property
    def server(self) -> str:
        """The URL of the primary for redis-py, but for its address."""
        return f"redis://{self.userinfo}localhost/{self.database}"

    @property
    def broker(self) -> str:
        """The URL for Celery, which wants everything with each Sentinel."""
        named = (
            f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in self.sentinels
        )
        return ";".join(f"sentinel://{self.userinfo}{each}/{self.database}" for each in named)


def sentinel_url(url: str) -> SentinelURL | None:
    """Return the parts of a REDIS_URL that names Sentinels; `None` for one of a server.

    Raises `ImproperlyConfigured` with one sentence that holds nothing of the URL.
    """
    if not url.startswith("sentinel:"):
        return None
    found = _URL.fullmatch(url)
    options = dict(parse_qsl(found["options"] or "", keep_blank_values=True)) if found else {}
    if found is None or not options.keys() <= _CREDENTIALS.keys():
        raise ImproperlyConfigured(
            f"REDIS_URL must look like {EXAMPLE}, with / ? # @ [ ] percent-encoded in user and"
            " password; its options are sentinel_username and sentinel_password."
        )
    return SentinelURL(
        tuple(_address(each) for each in found["hosts"].split(",")),
        unquote(found["service"]),
        {_CREDENTIALS[name]: value for name, value in options.items()},
        f"{found['userinfo']}@" if found["userinfo"] else "",
        int(found["database"] or 0),
    )


def _address(named: str) -> tuple[str, int]:
    # A colon within brackets is IPv6's.
    host, _, port = named.rpartition(":") if re.search(r":\d+$", named) else (named, "", "26379")
    return host.strip("[]"), int(port)
