"""Lock files hold what pyproject.toml names, with hashes; an audit that asked nobody says so."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from scripts import audit, lock

PROJECT = tomllib.loads((lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PROJECT["dependency-groups"]
NAMED = {
    "requirements.txt": PROJECT["project"]["dependencies"],
    "requirements-dev.txt": GROUPS["dev"],
    **{f"scripts/{name}.txt": GROUPS[name] for name in ("uv", "node", "audit")},
}


def locked(name: str) -> list[str]:
    """Return the packages of a lock file as requirements, with their hashes behind."""
    return lock.blocks(lock.ROOT / name)


def requirement(block: str) -> Requirement:
    """Return a locked package as a requirement."""
    return Requirement(re.split(r" \\\n", block)[0])


@pytest.mark.parametrize("name", lock.LOCKS)
def test_what_is_named_is_locked_at_that_version_for_the_same_machines(name: str) -> None:
    found = {each.name.lower(): each for each in map(requirement, locked(name))}
    for named in map(Requirement, NAMED[name]):
        same = found[named.name.lower().replace("_", "-")]
        assert (same.specifier, same.marker) == (named.specifier, named.marker), name


@pytest.mark.parametrize("name", lock.LOCKS)
def test_every_locked_package_is_exact_and_has_its_hashes(name: str) -> None:
    for block in locked(name):
        assert re.fullmatch(r"==[^*]+", str(requirement(block).specifier)), block
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", block), block


def test_a_lock_keeps_no_package_twice_and_says_where_it_comes_from(tmp_path: Path) -> None:
    written = tmp_path / "requirements-dev.txt"
    first = locked("requirements.txt")[0]
    only = "ours==1 ; platform_python_implementation == 'CPython' and sys_platform != 'win32' \\\n"
    written.write_text(f"{first}\n{only}    --hash=sha256:0\n", encoding="utf-8")
    lock.complete(written)
    assert written.read_text(encoding="utf-8") == (
        "# Written by `make lock`, from pyproject.toml.\n-r requirements.txt\n"
        "ours==1 \\\n    --hash=sha256:0\n"
    )


def test_a_python_vulnerability_is_named_with_what_mends_it() -> None:
    hole = {"id": "PYSEC-1", "fix_versions": ["1.2"], "aliases": [], "description": ""}
    sound = {"name": "b", "version": "2", "vulns": []}
    audited = {"dependencies": [{"name": "a", "version": "1", "vulns": [hole]}, sound]}
    assert [*audit.python_vulnerabilities(audited)] == ["a 1: PYSEC-1, mended in 1.2."]


def test_an_npm_vulnerability_is_named_with_its_severity() -> None:
    audited = {"vulnerabilities": {"a": {"range": "<2", "severity": "high"}}}
    assert [*audit.npm_vulnerabilities(audited)] == ["a <2: severity high."]


@pytest.mark.parametrize(
    ("read", "answer"),
    [
        (
            audit.python_vulnerabilities,
            {"dependencies": [{"name": "a", "skip_reason": "Dependency not found"}]},
        ),
        (audit.npm_vulnerabilities, {"statusCode": 405, "body": ""}),
    ],
)
def test_a_package_that_no_database_was_asked_about_is_not_called_sound(
    read: Any, answer: dict[str, Any]
) -> None:
    with pytest.raises(audit.Unreached):
        list(read(answer))


def test_a_program_without_a_report_reached_nothing() -> None:
    with pytest.raises(audit.Unreached, match="Registry"):
        audit.report("Registry", "echo", "Failed to resolve")
