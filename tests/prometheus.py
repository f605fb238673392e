"""Debian's Prometheus on a configuration of a test, and what it answers."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from urllib.request import urlopen

import yaml

from tests.house import ROOT, own_port

SAMPLE: Final = ROOT / "deploy" / "prometheus"


def sample_config(targets: Path, rules: Path = SAMPLE / "sabot.rules.yml") -> dict[str, Any]:
    """Return the sample's configuration for the house whose processes this file names.

    It asks each second, and probes no certificate.
    """
    config: dict[str, Any] = yaml.safe_load((SAMPLE / "prometheus.yml").read_text())
    config["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    config["rule_files"] = [str(rules)]
    job = config["scrape_configs"][0]
    job["file_sd_configs"][0]["files"] = [str(targets)]
    config["scrape_configs"] = [job]
    return config


def certificate_job(target: str, exporter: str) -> dict[str, Any]:
    """Return the sample's job that has an exporter probe the certificate of this address."""
    config = yaml.safe_load((SAMPLE / "prometheus.yml").read_text())
    job: dict[str, Any] = config["scrape_configs"][1]
    job["static_configs"] = [{"targets": [target]}]
    assert job["relabel_configs"][-1]["target_label"] == "__address__"
    job["relabel_configs"][-1]["replacement"] = exporter
    return job


def program(name: str) -> str:
    """Return the path of a program; fails where it is not installed."""
    path = shutil.which(name)
    assert path, f"{name} is missing: `make setup-tests` as root, or install it"
    return path


@contextmanager
def prometheus(folder: Path, config: dict[str, Any]) -> Iterator[str]:
    """Run it with its files in a folder; give its address."""
    (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
    port = own_port()
    words = (
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address=127.0.0.1:{port}",
        "--log.level=error",
    )
    process = subprocess.Popen([program("prometheus"), *words], cwd=folder)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(300)


def answer(address: str, expression: str) -> list[dict[str, Any]]:
    """Return what Prometheus answers to an expression; nothing before it listens."""
    try:
        query = urlencode({"query": expression})
        with urlopen(f"{address}/api/v1/query?{query}", timeout=30) as told:  # noqa: S310
            result: list[dict[str, Any]] = json.load(told)["data"]["result"]
            return result
    except OSError:
        return []


def firing(address: str, alert: str) -> list[dict[str, Any]]:
    """Return the labels of each firing instance of an alert."""
    selector = f'ALERTS{{alertname="{alert}", alertstate="firing"}}'
    return [each["metric"] for each in answer(address, selector)]
