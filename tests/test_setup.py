"""What `scripts/setup.py` does where something is missing or fails."""

import json
import os
import stat
import sys
from functools import partial
from pathlib import Path

import pytest

from scripts import setup


def program(place: Path, script: str) -> Path:
    """Write a shell program."""
    place.write_text(f"#!/bin/sh\n{script}\n")
    place.chmod(place.stat().st_mode | stat.S_IXUSR)
    return place


@pytest.fixture
def nothing_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser, whose programs lie in the folder returned."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setattr(setup, "BROWSERS", ("first-browser", "second-browser"))
    return tmp_path


def test_each_step_that_failed_is_told_with_its_output_when_all_have_ended(tmp_path: Path) -> None:
    done: list[str] = []

    def fails(name: str) -> None:
        setup.run("sh", "-c", f"echo {name} wrote this; exit 3", otherwise=f"Mend {name}.")

    with pytest.raises(setup.Failed) as told:
        setup.side_by_side(lambda: fails("npm"), lambda: done.append("built"), lambda: fails("apt"))
    assert str(told.value) == "npm wrote this\nMend npm.\n\napt wrote this\nMend apt."
    assert done == ["built"]


@pytest.mark.parametrize(
    ("asked", "built"),
    [([], ["write_wire_types", "build_frontend"]), (["--packages"], [])],
    ids=["all", "packages"],
)
def test_packages_may_be_installed_without_the_browser_client(
    asked: list[str], built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The types are checked while it is built, by `make check`."""
    done: list[str] = []
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    for step in ("make_environment", "install_packages", "install_programs"):
        monkeypatch.setattr(setup, step, lambda: None)
    monkeypatch.setattr(setup, "install", lambda requirements: None)
    monkeypatch.setattr(setup, "node_of_the_machine", lambda: True)
    for step in ("write_wire_types", "build_frontend"):
        monkeypatch.setattr(setup, step, partial(done.append, step))
    monkeypatch.setattr(os, "umask", lambda mask: mask)
    monkeypatch.setattr(sys, "argv", ["setup.py", "--tests", *asked])
    setup.main()
    assert done == built


def test_a_step_with_an_error_of_its_own_raises_it() -> None:
    def breaks() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        setup.side_by_side(lambda: None, breaks)


def test_a_program_that_is_missing_is_named() -> None:
    with pytest.raises(setup.Failed, match=r"no-such-program'\nInstall it\."):
        setup.run("no-such-program", otherwise="Install it.")


@pytest.mark.parametrize("uv", ["exit 2", "exit 0"])
def test_pip_installs_what_uv_cannot(
    uv: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "UV", program(tmp_path / "uv", uv))
    python = program(tmp_path / "python", f'echo "$@" >>{tmp_path}/asked')
    monkeypatch.setattr(setup, "PYTHON", python)
    setup.uv_install(tmp_path / "lock.txt")
    asked = setup.read(tmp_path / "asked")
    assert ("--require-hashes -r" in asked and "lock.txt" in asked) == (uv == "exit 2")


def test_where_neither_installs_pips_words_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "UV", program(tmp_path / "uv", "echo uv is lost; exit 2"))
    python = program(tmp_path / "python", '[ "$3" = --version ] || { echo no network; exit 1; }')
    monkeypatch.setattr(setup, "PYTHON", python)
    with pytest.raises(setup.Failed, match=r"^no network\npip could not install"):
        setup.uv_install(tmp_path / "lock.txt")


def test_a_browser_of_the_machine_is_taken_and_the_first_of_several(nothing_at_hand: Path) -> None:
    assert setup.chromium() is None
    second = program(nothing_at_hand / "second-browser", "")
    assert setup.chromium() == str(second)
    first = program(nothing_at_hand / "first-browser", "")
    assert setup.chromium() == str(first)


def test_a_browser_that_is_named_is_taken_before_all(
    nothing_at_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(nothing_at_hand / "first-browser", "")
    monkeypatch.setenv("CHROMIUM", "/opt/mine")
    assert setup.chromium() == "/opt/mine"


@pytest.mark.parametrize("packaged", ["first-browser", "second-browser"])
def test_the_second_browser_is_installed_where_debian_has_no_first(
    packaged: str, nothing_at_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    installed = nothing_at_hand / "installed"
    program(
        nothing_at_hand / "apt-get",
        f'case "$*" in *update) ;; *" {packaged} "*) echo "$@" >>{installed};; *) exit 100;; esac',
    )
    setup.install_browser()
    assert len(setup.read(installed).splitlines()) == 1


def test_who_may_not_install_a_browser_is_told_the_command(
    nothing_at_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(setup.Failed, match=r"need Chromium.*apt-get install first-browser fonts-"):
        setup.install_browser()


def test_only_servers_that_are_not_there_are_installed(
    nothing_at_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(setup, "SERVERS", {"first-server": "first", "second-server": "second"})
    installed = nothing_at_hand / "installed"
    program(nothing_at_hand / "first-browser", "")
    program(nothing_at_hand / "first-server", "")
    program(nothing_at_hand / "apt-get", f'echo "$@" >>{installed}')
    setup.install_programs()
    assert setup.read(installed).splitlines()[-1].endswith("--no-install-recommends second")


def test_who_may_not_install_servers_is_told_the_command(
    nothing_at_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(setup, "SERVERS", {"a-server": "a-package", "b-server": "b-package"})
    program(nothing_at_hand / "first-browser", "")
    with pytest.raises(setup.Failed, match="`apt-get install a-package b-package`"):
        setup.install_programs()


def test_debians_headless_shell_is_wanted_before_the_whole_chromium() -> None:
    assert setup.BROWSERS[:2] == ("chromium-headless-shell", "chromium")


def test_no_script_of_the_page_calls_npm() -> None:
    # Where Node comes as a wheel its `npm` does not run by that name (`setup.npm`).
    scripts = json.loads((setup.FRONTEND / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert [name for name, script in scripts.items() if "npm" in script] == []
