"""Every setting is one that somebody reads."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from celery.app.defaults import DEFAULTS as CELERY
from django.conf import global_settings
from django.core import checks
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.settings import SPECTACULAR_DEFAULTS
from rest_framework.views import APIView

from casino import settings

PACKAGES = (
    "casino",
    "channels",
    "csp",
    "django_otp",
    "django",
    "drf_spectacular",
    "rest_framework",
    "tables",
    "whitenoise",
)
"""Where a setting may be read that has no default in Django or Celery."""

OF_A_VIEW = {
    "DEFAULT_AUTHENTICATION_CLASSES": "authentication_classes",
    "DEFAULT_PERMISSION_CLASSES": "permission_classes",
    "DEFAULT_SCHEMA_CLASS": "schema",
}
"""Settings of the REST framework, and the attribute of a view that each is the default of."""


def sources() -> str:
    return "".join(
        path.read_text()
        for name in PACKAGES
        for folder in importlib.util.find_spec(name).submodule_search_locations  # type: ignore[union-attr]
        for path in Path(folder).rglob("*.py")
        if path != Path(settings.__file__)
    )


def api_views(patterns: Any) -> list[type[APIView]]:
    found = []
    for each in patterns:
        if isinstance(each, URLResolver):
            found += api_views(each.url_patterns)
        elif isinstance(each, URLPattern) and hasattr(each.callback, "cls"):
            found.append(each.callback.cls)
    return found


def test_every_setting_is_read_by_django_celery_a_package_or_the_house() -> None:
    read = set(re.findall(r"[A-Z][A-Z_]{2,}", sources()))
    for name in dir(settings):
        # These four are what settings are made of.
        if name.isupper() and name not in ("DEVELOPMENT_KEYS", "NONE", "SELF", "VAR"):
            of_celery = name.removeprefix("CELERY_").lower() in CELERY
            assert hasattr(global_settings, name) or of_celery or name in read, name


def test_every_setting_of_the_api_reaches_each_of_its_views() -> None:
    views = api_views(get_resolver().url_patterns)
    assert len(views) > 20
    for name in settings.REST_FRAMEWORK:
        assert all(hasattr(view, OF_A_VIEW[name]) for view in views), name
    assert set(settings.SPECTACULAR_SETTINGS) <= set(SPECTACULAR_DEFAULTS)


def test_djangos_own_checks_find_nothing() -> None:
    """No process of the house runs them: they look at code alone."""
    assert checks.run_checks() == []


STRANGERS: dict[str, str] = {
    "BEHIND_TLS": "1",
    "JURISDICTION": "mc",
    "ALLOWED_HOSTS": "casino.example",
    "TRUSTED_ORIGINS": "https://casino.example",
    "SECRET_KEY": "".join(chr(65 + 7 * each % 57) for each in range(64)),
    "SHOE_KEY": "s" * 64,
    "DATABASE_URL": "postgresql://sabot:secret@db.internal/sabot",
    "REDIS_URL": "redis://redis.internal:6379/0",
}
"""What docs/security.md has a house for strangers set."""


def deployed(**changed: str) -> subprocess.CompletedProcess[str]:
    """Have Django check a house for strangers, with some settings changed; no server is asked."""
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.ROOT,
        env=os.environ | STRANGERS | changed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_house_for_strangers_is_deployed_without_a_warning() -> None:
    found = deployed()
    assert (found.returncode, found.stderr) == (0, "")
    assert "no issues (0 silenced)" in found.stdout
    page = (settings.ROOT / "docs/security.md").read_text()
    assert [name for name in STRANGERS if f"{name}=" not in page] == []
    # A house at home, as the tests run, is told what it lacks.
    told = {
        each.id for each in checks.run_checks(tags=["security"], include_deployment_checks=True)
    }
    assert {"security.W004", "security.W008", "security.W012"} <= told


@pytest.mark.parametrize(
    ("name", "value"), [("DEBUG", "1"), ("ALLOWED_HOSTS", "*"), ("SECRET_KEY", "short-secret")]
)
def test_a_house_for_strangers_does_not_start_with_an_open_door(name: str, value: str) -> None:
    found = deployed(**{name: value})
    assert found.returncode != 0
    (sentence,) = found.stderr.splitlines()
    assert sentence.startswith(name)
    assert "short-secret" not in sentence
