"""Rules, dashboard and runbook: every alert can fire, has its page, and asks for what there is."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml
from prometheus_client import REGISTRY
from prometheus_client.metrics_core import Metric

from tables.metrics.audits import AuditCollector
from tables.operation import croupier
from tables.sockets import consumer

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "deploy" / "prometheus"
RULES: Final = FOLDER / "sabot.rules.yml"
PROVOKED: Final = FOLDER / "sabot.rules.test.yml"
DASHBOARD: Final = ROOT / "deploy" / "grafana" / "sabot.json"
RUNBOOK: Final = "docs/runbook.md"
COUNTED: Final = (croupier, consumer)
"""Modules with all that counts; whoever imports them has registered every metric."""


def promtool(*words: str, folder: Path = FOLDER) -> tuple[int, str]:
    """Run Prometheus' own tool in a folder; return its exit code and what it said."""
    program = shutil.which("promtool")
    assert program, "promtool is missing: `make setup-tests` as root, or install `prometheus`"
    done = subprocess.run(
        [program, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def alerts(rules: str) -> list[dict[str, Any]]:
    """Return the alerts of a file of rules."""
    return [rule for group in yaml.safe_load(rules)["groups"] for rule in group["rules"]]


def test_prometheus_accepts_the_sample_and_every_alert_fires_when_provoked() -> None:
    for words in (("check", "config", "prometheus.yml"), ("test", "rules", PROVOKED.name)):
        code, said = promtool(*words)
        assert code == 0, said
    names = {each["alert"] for each in alerts(RULES.read_text())}
    healthy, *provoked = yaml.safe_load(PROVOKED.read_text())["tests"]
    assert {each["alertname"] for each in healthy["alert_rule_test"]} == names
    assert not any("exp_alerts" in each for each in healthy["alert_rule_test"])
    fired = [each for test in provoked for each in test["alert_rule_test"]]
    assert {each["alertname"] for each in fired if each["exp_alerts"]} == names


def test_an_alert_that_never_fires_and_one_that_always_does_are_found(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    rules = RULES.read_text()
    for before, after in (
        ("sabot_process_heard == 0", "sabot_process_heard == 2"),
        ("sabot_disk_free_bytes < 0.1", "sabot_disk_free_bytes < 0.9"),
    ):
        assert rules.count(before) == 1
        (tmp_path / RULES.name).write_text(rules.replace(before, after))
        code, said = promtool("test", "rules", PROVOKED.name, folder=tmp_path)
        assert code != 0, said


def sections(page: str) -> list[str]:
    """Return the headings of the runbook that are an alert's."""
    return re.findall(r"^## (Sabot\w+)$", page, re.MULTILINE)


def test_every_alert_names_its_section_of_the_runbook_and_no_section_is_without_one() -> None:
    found = alerts(RULES.read_text())
    for each in found:
        assert each["annotations"]["runbook"] == f"{RUNBOOK}#{each['alert'].lower()}"
    page = (ROOT / RUNBOOK).read_text()
    assert sections(page) == [each["alert"] for each in found]
    assert sections(f"{page}\n## SabotPlanted\n")[-1] == "SabotPlanted"


def names_of(families: Iterator[Metric]) -> set[str]:
    """Return the names of all samples that these families may have."""
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}
    return {f"{family.name}{end}" for family in families for end in ends.get(family.type, ("",))}


def served() -> set[str]:
    """Return the name of every sample that a house gives.

    Those of a reading of database and Redis by its source: no server is asked here.
    """
    assert COUNTED
    source = (ROOT / "tables/metrics/house.py").read_text()
    found = names_of(iter([*REGISTRY.collect(), *AuditCollector().collect()]))
    return found | set(re.findall(r'"(sabot_\w+)"', source))


def asked(text: str) -> set[str]:
    """Return the metrics of the house that rules or a dashboard ask for."""
    return set(re.findall(r"\b(?:sabot|process)_[a-z_]+\b", text))


def test_rules_and_dashboard_ask_for_metrics_that_there_are() -> None:
    expressions = [each["expr"] for each in alerts(RULES.read_text())]
    board = json.loads(DASHBOARD.read_text())
    for panel in board["panels"]:
        expressions += [target["expr"] for target in panel.get("targets", ())]
    wanted = {name for each in expressions for name in asked(each)}
    assert len(wanted) > 30
    assert wanted - served() == set()
    assert asked('sum(rate(sabot_comands_total{kind="a"}[5m]))') - served() == {
        "sabot_comands_total"
    }


def test_every_metric_of_the_house_is_on_the_dashboard_or_in_a_rule() -> None:
    shown = DASHBOARD.read_text() + RULES.read_text()
    unused = {
        name
        for name in served()
        if name.startswith("sabot_") and re.sub("_(bucket|count|sum)$", "", name) not in shown
    }
    assert unused == set()


def test_the_dashboards_panels_lie_apart_and_ask_the_chosen_prometheus() -> None:
    board = json.loads(DASHBOARD.read_text())
    places: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        at = panel["gridPos"]
        covers = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not covers & places, panel["title"]
        assert at["x"] + at["w"] <= 24
        places |= covers
        if panel["type"] != "row":
            assert panel["datasource"]["uid"] == "${datasource}"
            assert panel["targets"]
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
