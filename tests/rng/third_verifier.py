"""The third verifier, `verify.pl`, asked from here."""

import itertools
import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("verify.pl")
BATCH = 1000


def command(*arguments: str) -> list[str]:
    """Return its command line; Perl must be there."""
    perl = shutil.which("perl")
    assert perl, "perl is missing: install it (`apt-get install perl`), or put it on the PATH"
    return [perl, str(SCRIPT), *arguments]


def verdicts(wholes: Iterable[Any]) -> list[str]:
    """Return what it says of each bundle: `ok`, or `wrong: ` and why."""
    said: list[str] = []
    left = iter(wholes)
    # A campaign has more of them than fit into memory as text.
    while some := [json.dumps(each) for each in itertools.islice(left, BATCH)]:
        done = subprocess.run(
            command("--lines"),
            input="".join(f"{each}\n" for each in some),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        said += done.stdout.splitlines()
    return said
