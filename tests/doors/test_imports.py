"""What a web process loads before it answers: a killed one serves no sooner than it has."""

import os
import subprocess
import sys
from importlib.util import find_spec

from tests.house import ROOT

HEAVY = (
    "PIL",
    "casino.site.views",
    "casino.urls",
    "drf_spectacular.openapi",
    "drf_spectacular.utils",
    "numpy",
    "py_ecc",
    "reportlab",
    "requests",
    "rest_framework.fields",
    "scipy",
    "segno",
    "tables.admin",
    "tables.dashboard.home",
    "zxcvbn",
)
"""Pages, papers, the API's schema and the office: loaded by the first request that wants them."""


def test_the_application_loads_nothing_heavy() -> None:
    code = f"import casino.asgi, sys; print(*sorted(sys.modules.keys() & {set(HEAVY)!r}))"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_the_names_are_of_modules_that_there_are() -> None:
    assert [each for each in HEAVY if find_spec(each) is None] == []
