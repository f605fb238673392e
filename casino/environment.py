"""What the environment says: servers, secrets, choices; else what is usual, or lies in `var/`."""

import hashlib
import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def database_settings(var: Path) -> dict[str, Any]:
    """Return Django's settings for the database of DATABASE_URL, else of the embedded server."""
    url = os.environ.get("DATABASE_URL") or _running(var, "database")
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


def by_key(name: str, *words: str) -> dict[str, str]:
    """Return what the environment sets by key, as `MC=off,FR=signals`; refuses other words."""
    pairs = [each.strip().partition("=") for each in os.environ.get(name, "").split(",") if each]
    if any(not key or word not in words for key, _, word in pairs):
        raise ImproperlyConfigured(f"{name} must read like KEY={words[0]}, of {', '.join(words)}.")
    return {key: word for key, _, word in pairs}


def web_urls(name: str, usual: str) -> list[str]:
    """Return the addresses that the environment lists behind commas, else the usual ones."""
    urls = [url.strip() for url in (os.environ.get(name) or usual).split(",") if url.strip()]
    for url in urls:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ImproperlyConfigured(f"{name} must list addresses like https://relay.example.")
    return urls
