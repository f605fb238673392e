"""Runs the tests by each Python that the README names, and keeps when and with what result.

For each of them that is on this machine (in PATH, below pyenv, known to uv) a fresh clone of the
last commit is set up and tested; the browser's tests are left out, since they try the page and not
Python. What was seen is written to docs/pythons.json, beside what was seen elsewhere.
"""

import argparse
import datetime
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEN = ROOT / "docs" / "pythons.json"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
LEFT_OUT = (
    "tests --ignore=tests/browser --ignore=tests/bench"
    # Compares the README with what this run writes.
    " --deselect=tests/test_docs.py::test_the_readme_says_when_each_python_was_last_tested"
)
CLOSING = re.compile(r"^=* ?(?:\d+ failed, )?(\d+) passed.* in [\d.]+s")


def main() -> int:
    """Test by every interpreter that is found; return 1 where one fails or none is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", metavar="VERSION", help=f"of {', '.join(VERSIONS)}")
    versions = parser.parse_args().versions or VERSIONS
    if unknown := sorted({*versions} - {*VERSIONS}):
        parser.error(f"Sabot runs on {', '.join(VERSIONS)}, not on {', '.join(unknown)}")
    found = {version: python for version in versions if (python := interpreter(version))}
    for version in versions:
        if version not in found:
            print(
                f"Python {version} is not on this machine: install it by your system's packages,"
                " pyenv or uv."
            )
    passed = [tested(version, python) for version, python in found.items()]
    return 0 if passed and all(passed) else 1


def interpreter(version: str) -> str | None:
    """Return the path of a Python of this version, or None."""
    candidates = [
        shutil.which(f"python{version}"),
        *map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python3")),
        printed("uv", "python", "find", "--no-python-downloads", version),
    ]
    # A shim of pyenv is there for versions, too, that it then refuses to run.
    ask = "import sys; print('{}.{}'.format(*sys.version_info))"
    return next((each for each in candidates if each and printed(each, "-c", ask) == version), None)


def printed(*command: str) -> str | None:
    """Return what a command prints, or None where it is not there or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def tested(version: str, python: str) -> bool:
    """Run the tests of a fresh clone by an interpreter, and keep the result where they pass."""
    log = ROOT / "var" / f"python{version}.log"
    log.parent.mkdir(exist_ok=True)
    print(f"Python {version} ({python}): see {log.relative_to(ROOT)}", flush=True)
    with tempfile.TemporaryDirectory(prefix="sabot-") as place, log.open("wb") as out:
        # PostgreSQL runs as another user where we are root, and must reach its files.
        os.chmod(place, 0o755)  # noqa: S103
        clone = Path(place) / "sabot"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        command = ["make", "test", f"PYTHON={python}", f"ARGS={LEFT_OUT}"]
        code = subprocess.run(command, cwd=clone, stdout=out, stderr=subprocess.STDOUT).returncode
        lines = log.read_text(encoding="utf-8").splitlines()
    closing = [found for line in lines if (found := CLOSING.match(line))]
    if code or not closing:
        print(f"Python {version}: FAILED")
        return False
    row = {
        "python": printed(python, "-c", "import platform; print(platform.python_version())"),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),  # noqa: TID251
        "commit": printed("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"),
        "machine": platform.machine(),
        "passed": int(closing[-1][1]),
    }
    seen = json.loads(SEEN.read_text(encoding="utf-8")) if SEEN.exists() else {}
    seen[version] = row
    whole = json.dumps(dict(sorted(seen.items())), indent=2)
    SEEN.write_text(whole + "\n", encoding="utf-8")
    print(f"Python {version}: {row['passed']} passed", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
