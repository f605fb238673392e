"""The files of `deploy/` are right by the tools of those who read them, and run what there is."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PROCESSES = {
    line.partition(":")[0] for line in (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
}
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
RESOURCES = list(
    yaml.safe_load_all((DEPLOY / "kubernetes" / "sabot.yaml").read_text(encoding="utf-8"))
)
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
EXPOSURE = 2.0
"""Of ten, as `systemd-analyze security` counts; a unit without hardening has 9.6."""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="hadolint is packaged for x86-64 only")
def test_hadolint_finds_nothing_in_the_containerfile() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    file = DEPLOY / "container" / "Containerfile"
    subprocess.run([hadolint, file], check=True)
    worse = file.read_text(encoding="utf-8") + "RUN cd /tmp\n"
    assert subprocess.run([hadolint, "-"], input=worse.encode(), capture_output=True).returncode


def test_the_compose_file_is_one_by_the_specification() -> None:
    schema = json.loads(Path(__file__).with_name("compose-spec.json").read_text(encoding="utf-8"))
    specification = jsonschema.Draft7Validator(schema)
    specification.validate(COMPOSE)
    worse = COMPOSE | {"services": {"web": {**COMPOSE["services"]["web"], "comand": ["web"]}}}
    with pytest.raises(jsonschema.ValidationError, match="comand"):
        specification.validate(worse)


@pytest.mark.parametrize(
    "resource", RESOURCES, ids=lambda each: f"{each['kind']} {each['metadata']['name']}"
)
def test_each_resource_is_one_of_kubernetes(resource: dict[str, Any]) -> None:
    kubernetes_validate.validate(resource, "1.37", strict=True)
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate({**resource, "specc": {}}, "1.37", strict=True)


def test_systemd_takes_the_units_and_calls_them_hardened(tmp_path: Path) -> None:
    for unit in (DEPLOY / "systemd").iterdir():
        here = unit.read_text(encoding="utf-8").replace("/opt/sabot", str(ROOT))
        (tmp_path / unit.name).write_text(here, encoding="utf-8")
    instances = [unit.name.replace("@.", "@1.") for unit in UNITS]
    verify = ("systemd-analyze", "verify", "--man=no", "./sabot.target")
    done = subprocess.run(
        [*verify, *(f"./{each}" for each in instances)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for unit in UNITS:
        assert exposure(unit) <= EXPOSURE, unit.name
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nExecStart=/bin/true\n")
    assert exposure(bare) > 9


def test_haproxy_takes_both_samples_which_differ_in_where_the_house_is(tmp_path: Path) -> None:
    alone, composed = (
        (DEPLOY / "haproxy" / name).read_text(encoding="utf-8").partition("\nbackend sabot\n")[0]
        for name in ("haproxy.cfg", "compose.cfg")
    )
    assert alone[alone.index("global\n") :] == composed[composed.index("global\n") :]
    certificate = tmp_path / "casino.pem"
    request = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost")
    subprocess.run([*request, "-keyout", certificate, "-out", tmp_path / "crt"], check=True)
    certificate.write_bytes(certificate.read_bytes() + (tmp_path / "crt").read_bytes())
    for name in ("haproxy.cfg", "compose.cfg"):
        here = (DEPLOY / "haproxy" / name).read_text(encoding="utf-8")
        here = here.replace("/etc/haproxy/casino.example.pem", str(certificate))
        (tmp_path / name).write_text(here, encoding="utf-8")
        subprocess.run([haproxy(), "-c", "-q", "-f", tmp_path / name], check=True)


def haproxy() -> str:
    """Return the program, which Debian keeps out of an ordinary user's PATH."""
    found = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    assert found
    return found


def exposure(unit: Path) -> float:
    """Return what systemd says of a unit's hardening: 0 is the best, 10 none."""
    security = ("systemd-analyze", "security", "--no-pager", "--offline=true")
    said = subprocess.run([*security, unit], capture_output=True, text=True, check=False)
    found = re.search(r"Overall exposure level for .*: ([\d.]+)", said.stdout)
    assert found, said.stderr
    return float(found[1])


def test_every_process_of_the_procfile_is_run_by_each_way() -> None:
    compose = {name: each.get("command") for name, each in COMPOSE["services"].items()}
    assert {name for name in PROCESSES if compose[name] == [name]} == PROCESSES
    deployed = {
        each["metadata"]["name"]: each["spec"]["template"]["spec"]["containers"][0]["args"]
        for each in RESOURCES
        if each["kind"] == "Deployment"
    }
    assert deployed == {name: [name] for name in PROCESSES}
    wanted = (DEPLOY / "systemd" / "sabot.target").read_text(encoding="utf-8")
    assert set(re.findall(r"sabot-([a-z]+)(?:@\w+)?\.service", wanted)) == PROCESSES


@pytest.mark.parametrize("process", sorted(PROCESSES))
def test_a_process_is_started_by_its_line(process: str, tmp_path: Path) -> None:
    lines = dict(
        line.split(": ", 1) for line in (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    )
    expected = lines[process].replace("$HOST", "::1").replace("$PORT", "8100")
    assert started(tmp_path, process, HOST="::1", PORT="8100") == f"{process} {expected[7:]}"


def test_another_word_is_a_command_of_manage(tmp_path: Path) -> None:
    assert started(tmp_path, "migrate", "--no-input") == " manage.py migrate --no-input"


def started(folder: Path, *words: str, **environment: str) -> str:
    """Return what a checkout with this `deploy/run` runs by its Python, its name in front."""
    (folder / "deploy").mkdir()
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "${SABOT_PROCESS-} $@"\n')
    python.chmod(0o755)
    shutil.copy(ROOT / "Procfile", folder)
    run = shutil.copy(DEPLOY / "run", folder / "deploy")
    command = [run, *words]
    return subprocess.check_output(
        command, env={"PATH": "/usr/bin:/bin", **environment}, text=True
    ).strip("\n")
