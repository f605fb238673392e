"""A process of a house that runs management commands for tests, one after the other.

Starting Django costs more than most commands do, and a browser test gives half a dozen.
"""

import contextlib
import io
import json
import os
import select
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300
"""Seconds until a command must be done, on a busy machine."""


class CommandRunner:
    """The process, as a test sees it; it leaves when its house does, or its input ends."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self._taking_turns = threading.Lock()
        with log.open("ab") as written:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.command_runner"],
                cwd=ROOT,
                env=dict(environment),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=written,
            )

    def run(self, command: Sequence[str]) -> str:
        """Run a command; return what it printed. Refused, with its traceback, when it failed.

        The process ends with a command that takes too long.
        """
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        with self._taking_turns:
            asked.write(json.dumps(command).encode() + b"\n")
            asked.flush()
            answered, _, _ = select.select([answers], [], [], PATIENCE)
            if not answered:
                # Its answer would be read as the next command's.
                self.stop()
                raise AssertionError(f"{command} takes more than {PATIENCE} seconds")
            line = answers.readline()
        assert line, f"the process ended with {command}"
        answer = json.loads(line)
        assert not answer["failed"], answer["failed"]
        return str(answer["printed"])

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def main() -> None:
    """Answer each line of standard input, a command, with one line of standard output."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    # What else is written, by whomever, is no answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    for line in sys.stdin:
        failed, printed = "", io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                call_command(*json.loads(line))
        except (Exception, SystemExit):
            failed = traceback.format_exc()
        finally:
            connections.close_all()
        print(json.dumps({"failed": failed, "printed": printed.getvalue()}), file=answers)
        answers.flush()


if __name__ == "__main__":
    main()
