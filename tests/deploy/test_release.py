"""A release is a wheel and a source archive: what the house needs is in the wheel, and it opens."""

import os
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests import campaign

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "frontend" / "dist"
UV = Path(sys.executable).with_name("uv")
HOUSE = ("CHANGELOG.md", "Procfile", "Procfile.uvicorn", "conformity", "requirements.txt")
"""What lies beside the code in a checkout and is in the wheel's `casino/house`."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from the checkout."""
    return build(tmp_path_factory.mktemp("wheel"), "--wheel", ROOT)


def build(folder: Path, *what: str | Path) -> Path:
    """Build what the words say; return the one file."""
    command = (UV, "build", "--quiet", "--no-build-isolation", "--python", sys.executable)
    subprocess.run([*command, "--out-dir", folder, *what], check=True)
    (file,) = folder.glob("sabot-*")
    return file


def tracked(*folders: str) -> set[str]:
    """Return the files that are kept below these folders."""
    listed = subprocess.check_output(["git", "ls-files", "-z", *folders], cwd=ROOT, text=True)
    return set(listed.strip("\0").split("\0"))


def test_the_wheel_has_all_code_and_what_the_house_needs_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    page = {str(path.relative_to(ROOT)) for path in DIST.rglob("*") if path.is_file()}
    beside = tracked(*HOUSE, "frontend/templates") | page
    assert not tracked("casino", "tables") - held
    assert not {f"casino/house/{each}" for each in beside} - held
    assert len(page) > 100
    packages = {name.partition("/")[0] for name in held}
    assert packages == {"casino", "tables", f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"}


def test_what_is_in_the_wheel_runs_where_there_is_no_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    bare = {"PYTHONPATH": str(tmp_path / "site"), "HOME": str(tmp_path)}
    asked = (sys.executable, "-m", "casino.process.manage", "clauses", "--game", "boule")
    said = subprocess.check_output(asked, env=bare, cwd=tmp_path, text=True)
    assert "MC-BOU" in said
    assert (tmp_path / ".local/share/sabot/keys").is_dir()


@campaign.soak_only
def test_a_wheel_of_the_source_archive_opens_the_house(tmp_path: Path) -> None:
    """Without Node, and installed where there is no checkout."""
    source = build(tmp_path / "source", "--sdist", ROOT)
    made = build(tmp_path / "wheel", "--wheel", source)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([UV, "venv", "--quiet", python.parent.parent], check=True)
    install = (UV, "pip", "install", "--quiet", "--system-certs", "--python", python)
    subprocess.run([*install, "-r", ROOT / "requirements.txt"], check=True)
    subprocess.run([*install, "--no-deps", made], check=True)
    bare = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PORT": "0",
        "WEB_PROCESSES": "1",
    }
    house = subprocess.Popen(
        [python.with_name("sabot"), "serve"],
        env=bare,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert house.stdout
        url = next(line.split()[4] for line in house.stdout if "Sabot is open at" in line)
        with urllib.request.urlopen(url, timeout=60) as answer:  # noqa: S310
            assert answer.status == 200
    finally:
        house.send_signal(signal.SIGINT)
        house.communicate(timeout=60)
    assert house.returncode == 0
