"""Every setting is one that somebody reads."""

import importlib.util
import re
from pathlib import Path
from typing import Any

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
        # These three are what settings are made of.
        if name.isupper() and name not in ("NONE", "SELF", "VAR"):
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
