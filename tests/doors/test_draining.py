"""What holds a process that is told to end does not hold it for ever."""

import signal
import subprocess
import sys

from tests.house import ROOT

STUCK = """
import django
django.setup()
from django.conf import settings
from casino.asgi_servers import draining
draining.EXITS_WITHIN = 0.1
settings.DRAIN_SECONDS = 0.1
draining.begin()
draining.begin()
while True:
    pass
"""


def test_a_process_that_something_holds_ends_all_the_same() -> None:
    env = {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    command = [sys.executable, "-c", STUCK]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (-signal.SIGALRM, b"")
