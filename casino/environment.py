"""What the environment says: servers, secrets, choices; else what is usual, or lies in `var/`."""

import hashlib
import os
import re
import secrets
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def database_settings(var: Path) -> dict[str, Any]:
    """Return Django's settings for the database of DATABASE_URL, else of the embedded server."""
    return database_of(os.environ.get("DATABASE_URL") or _running(var, "database"))


def database_of(url: str) -> dict[str, Any]:
    """Return Django's settings for the database of a URL; `ImproperlyConfigured` for no URL."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(
            "DATABASE_URL must look like postgresql://user:password@host:5432/name."
        )
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    host = query.pop("host", None) or parts.hostname or ""
    return {
        "ENGINE": "casino.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or query.pop("port", "")),
        # A connection for every command would cost five times the command.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": query,
    }


def house_id(database: dict[str, Any]) -> str:
    """Return eight hex digits that tell this house's database from every other."""
    named = "\n".join(str(database[part]) for part in ("HOST", "PORT", "NAME"))
    return hashlib.sha256(named.encode()).hexdigest()[:8]


def redis_url(var: Path) -> str:
    """Return REDIS_URL, or the embedded server's."""
    return os.environ.get("REDIS_URL") or _running(var, "redis")


def _running(var: Path, server: str) -> str:
    """Return the URL that a running embedded server wrote below `var/run`."""
    try:
        return (var / "run" / f"{server}.url").read_text().strip()
    except FileNotFoundError:
        return {"database": "postgresql://sabot@localhost/sabot", "redis": "redis://localhost"}[
            server
        ]


def secret(var: Path, name: str) -> str:
    """Return a secret from the environment, or one generated once below `var/keys` (mode 600)."""
    if given := os.environ.get(name):
        return given
    path = var / "keys" / name
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text().strip()


def one_of(name: str, usual: str, *others: str) -> str:
    """Return what the environment says under this name, else what is usual; refuses other words."""
    said = os.environ.get(name) or usual
    if said not in (usual, *others):
        raise ImproperlyConfigured(f"{name} must be one of {', '.join((usual, *others))}.")
    return said


def web_urls(name: str, usual: str) -> list[str]:
    """Return the addresses that the environment lists behind commas, else the usual ones."""
    urls = [url.strip() for url in (os.environ.get(name) or usual).split(",") if url.strip()]
    for url in urls:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ImproperlyConfigured(f"{name} must list addresses like https://relay.example.")
    return urls


def named_classes(name: str) -> dict[str, str]:
    """Return the dotted paths that the environment lists behind commas, by key: `acme=pay.Acme`.

    Raises `ImproperlyConfigured` with one sentence.
    """
    found = {}
    for each in filter(None, map(str.strip, os.environ.get(name, "").split(","))):
        key, _, path = each.partition("=")
        if not (re.fullmatch(r"[a-z][a-z0-9_]{0,15}", key) and "." in path) or key in found:
            raise ImproperlyConfigured(f"{name} must list keys and classes like acme=pay.Acme.")
        found[key] = path
    return found


SECRET_LEAST: Final = 50
"""Characters of a secret of whoever serves strangers, as Django's own check wants."""


def refuse_open_doors(*, debug: bool, hosts: list[str], secret_key: str) -> None:
    """Refuse to serve strangers with pages that show the code, any host's name or a short secret.

    Raises `ImproperlyConfigured` with one sentence, which says no secret.
    """
    if debug:
        raise ImproperlyConfigured("DEBUG=1 shows strangers the code: not where BEHIND_TLS=1.")
    if "*" in hosts or "" in hosts:
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the house's hosts behind BEHIND_TLS=1.")
    if len(secret_key) < SECRET_LEAST:
        raise ImproperlyConfigured(f"SECRET_KEY must have {SECRET_LEAST} characters or more.")


def refuse_without_place(*, licensed: bool) -> None:
    """Refuse what other versions read: a licence is one of a place, and its profile says the rest.

    Raises `ImproperlyConfigured` with one sentence.
    """
    if os.environ.get("LICENSED") == "1" and not licensed:
        raise ImproperlyConfigured("LICENSED=1 needs a JURISDICTION whose profile is licensed.")
    if os.environ.get("CHAT_OF"):
        raise ImproperlyConfigured("CHAT_OF is said by the profile of the JURISDICTION: `chat`.")
