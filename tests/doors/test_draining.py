"""What holds a process that is told to end does not hold it for ever."""

import json
import subprocess
import sys

from tests.house import ROOT

STUCK = """
import threading, django
django.setup()
from django.conf import settings
from casino.asgi_servers import draining
draining.EXITS_WITHIN = 0.1
settings.DRAIN_SECONDS = 0.1
draining.begin()
draining.begin()
threading.Event().wait()
"""


def test_a_process_that_something_holds_exits_all_the_same() -> None:
    env = {"DJANGO_SETTINGS_MODULE": "casino.settings", "SABOT_PROCESS": "web"}
    done = subprocess.run(
        [sys.executable, "-c", STUCK],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (1, "")
    [line] = [json.loads(each) for each in done.stdout.splitlines()]
    assert (line["event"], line["process"], line["level"]) == ("drain_cut_short", "web", "warning")
