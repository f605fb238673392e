"""Ask the databases of known vulnerabilities about every locked package, or write an SBOM.

Exit status 1 where a package has a known vulnerability, 2 where a database could not be reached:
then nothing is known.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
VENV: Final = ROOT / "var" / "audit"
LOCKS: Final = ("requirements.txt", "requirements-dev.txt")


class Unreached(Exception):
    """A database did not answer: its name."""


def main() -> int:
    """Audit, or write the SBOMs with `--sbom`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sbom", action="store_true", help="write var/sbom/*.cdx.json instead")
    sbom = parser.parse_args().sbom
    install()
    if sbom:
        write_sboms()
        return 0
    try:
        found = [*python_vulnerabilities(audited_python()), *npm_vulnerabilities(audited_page())]
    except Unreached as database:
        print(f"{database} could not be reached, so nothing is known: try again with a network.")
        return 2
    print("\n".join(found) or "No package has a known vulnerability.")
    return int(bool(found))


def install() -> None:
    """Install the programs into a virtual environment of their own."""
    uv = ROOT / ".venv" / "bin" / "uv"
    environment = (uv, "venv", "--quiet", "--allow-existing", VENV)
    python = ("--python", VENV / "bin" / "python", "--system-certs", "--quiet")
    locked = ("--require-hashes", "-r", ROOT / "scripts" / "audit.txt")
    for command in (environment, (uv, "pip", "install", *python, *locked)):
        subprocess.run(command, check=True)


def audited_python() -> dict[str, Any]:
    """Return pip-audit's report on the Python packages."""
    locks = [each for name in LOCKS for each in ("-r", ROOT / name)]
    command = (VENV / "bin" / "pip-audit", "--disable-pip", "--require-hashes", "-f", "json")
    return report("The database of Python's registry", *command, *locks)


def python_vulnerabilities(audited: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each vulnerability; raise Unreached where packages were not found."""
    for package in audited["dependencies"]:
        if "skip_reason" in package:
            raise Unreached("The database of Python's registry")
        for each in package["vulns"]:
            mended = ", ".join(each["fix_versions"]) or "no version"
            yield f"{package['name']} {package['version']}: {each['id']}, mended in {mended}."


def audited_page() -> dict[str, Any]:
    """Return npm's report on the packages of the page."""
    npm = (sys.executable, ROOT / "scripts" / "setup.py", "--npm")
    return report("The database of npm's registry", *npm, "audit", "--json")


def npm_vulnerabilities(audited: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each package with vulnerabilities; raise Unreached without a report."""
    if "vulnerabilities" not in audited:
        raise Unreached("The database of npm's registry")
    for name, each in audited["vulnerabilities"].items():
        yield f"{name} {each['range']}: severity {each['severity']}."


def report(database: str, *command: object) -> dict[str, Any]:
    """Run a command that writes JSON, whatever its exit status; raise Unreached without any."""
    arguments = [str(each) for each in command]
    said = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT).stdout
    try:
        found: dict[str, Any] = json.loads(said[said.index("{") :])
    except ValueError:
        raise Unreached(database) from None
    return found


def write_sboms() -> None:
    """Write what the house is made of, in CycloneDX: Python's packages, and the page's."""
    folder = ROOT / "var" / "sbom"
    folder.mkdir(parents=True, exist_ok=True)
    named = ("--pyproject", ROOT / "pyproject.toml", ROOT / LOCKS[0])
    cyclonedx = (VENV / "bin" / "cyclonedx-py", "requirements", *named)
    npm = (sys.executable, ROOT / "scripts" / "setup.py", "--npm", "--silent", "sbom")
    wanted = ("--sbom-format=cyclonedx", "--package-lock-only")
    for name, command in {"python": cyclonedx, "page": (*npm, *wanted)}.items():
        written = folder / f"{name}.cdx.json"
        arguments = [str(each) for each in command]
        said = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout
        written.write_text(said[said.index("{") :], encoding="utf-8")
        print(f"Wrote {written.relative_to(ROOT)}")


if __name__ == "__main__":
    sys.exit(main())
