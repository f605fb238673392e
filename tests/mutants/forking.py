"""Runs pytest many times in a tree, each time in a fork that has the packages already.

A script, whose working directory is the tree and whose arguments are the packages. Reads a line of
JSON for each run, pytest's arguments and the seconds that it may take; answers in one with its exit
code, none where it took longer.
"""

import importlib
import json
import os
import signal
import sys
import time


def main() -> None:
    """Import, then run whatever is asked for until the input ends."""
    sys.path[0] = os.getcwd()
    for name in ("pytest", *sys.argv[1:]):
        importlib.import_module(name)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        answers.write(json.dumps(_run(asked["arguments"], asked["seconds"])) + "\n")
        answers.flush()


def _run(arguments: list[str], seconds: float) -> int | None:
    child = os.fork()
    if not child:
        os.setsid()
        import pytest

        code = 3
        try:
            code = int(pytest.main(arguments))
        finally:
            sys.stdout.flush()
            os._exit(code)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


if __name__ == "__main__":
    main()
