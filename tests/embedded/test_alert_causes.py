"""Each alert is provoked by its cause at a house that plays, and ends when the cause is gone.

By Debian's Prometheus, with the rules as they are but for their durations.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import yaml

from casino.embedded.supervisor import death_signal_setup
from tests import campaign
from tests.certificates import write_certificates
from tests.chaos.faults import small_disk
from tests.embedded.alert_causes import CAUSES, MailServer, Scene
from tests.embedded.conftest import ROOT, eventually
from tests.house import FORKS, House, open_folder, own_port, own_ports
from tests.houses import copy_prepared_folder
from tests.prometheus import (
    SAMPLE,
    answer,
    certificate_job,
    firing,
    program,
    prometheus,
    sample_config,
)
from tests.proxies import Proxy, nginx

PROCESSES: Final = ("metrics", "settlement", "rng", "croupier", "web")
SHORTER: Final = (
    (r"for: \d+[ms]\b", "for: 1s"),
    (r"\[5m\]", "[20s]"),
    (r"\[10m\]", "[60s]"),
    (r"(?<=_timestamp_seconds > )2 \* 86400", "90"),
    (r"(?<=age_seconds > )3600", "5"),
)
"""The durations of the rules, each with what stands for it; 30 seconds and 14 days stay."""
RULES: Final = (SAMPLE / "sabot.rules.yml").read_text()
ALERTS: Final = [
    rule["alert"] for group in yaml.safe_load(RULES)["groups"] for rule in group["rules"]
]
OF_AGE: Final = {"SabotGeneratorNotVerified", "SabotAuditOld"}
"""What fires by itself once its shortened time is over."""


def shortened(rules: str) -> str:
    """Return the rules with durations of seconds; fails where one has no place any more."""
    for pattern, instead in SHORTER:
        rules, count = re.subn(pattern, instead, rules)
        assert count, pattern
    return rules


def test_every_alert_has_a_cause_and_only_durations_are_shortened() -> None:
    assert list(CAUSES) == ALERTS
    for number in "0.01", "0.5", "20", "30", "14 * 86400":
        assert f"> {number}" in shortened(RULES) or f"< {number}" in shortened(RULES)
    assert "5m" not in shortened(RULES)


@contextlib.contextmanager
def running(*command: str, **env: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program; end it afterwards."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | env,
        stdout=subprocess.DEVNULL,
        preexec_fn=death_signal_setup(os.getpid(), signal.SIGKILL),
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(300)


@contextlib.contextmanager
def open_house(mail: MailServer) -> Iterator[House]:
    """Open a house whose folder is a small disk, with one thread for commands."""
    env = {
        "METRICS_PORT": str(own_ports(len(PROCESSES))),
        "SABOT_THREADS": "2",
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(mail.port),
        "STATE_CONTROL_MAIL": "control@example.org",
        "CONTROL_NOTICE_MINUTES": "0.05",
    }
    with open_folder() as folder, small_disk(folder / "var") as disk:
        assert disk, "a tmpfs cannot be mounted here: run it as root"
        disk.chmod(0o711)
        copy_prepared_folder(disk)
        house = House(disk, own_port(), database_url=None, env=env, forked=FORKS)
        house.open()
        try:
            yield house
        finally:
            house.stop()


@contextlib.contextmanager
def probed(folder: Path, proxy: Proxy) -> Iterator[str]:
    """Run the exporter that probes certificates; give its address."""
    config, address = folder / "blackbox.yml", f"127.0.0.1:{own_port()}"
    trusted = {"tls_config": {"ca_file": str(proxy.authority)}}
    config.write_text(
        yaml.safe_dump({"modules": {"http_2xx": {"prober": "http", "http": trusted}}})
    )
    words = (f"--config.file={config}", f"--web.listen-address={address}", "--log.level=error")
    with running(program("prometheus-blackbox-exporter"), *words):
        yield address


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, str]]:
    """A house at which five play, with all that watches it; and the address of Prometheus."""
    folder = tmp_path_factory.mktemp("alerts")
    rules = folder / "sabot.rules.yml"
    rules.write_text(shortened(RULES))
    mail = MailServer()
    with contextlib.ExitStack() as stack:
        mail.start()
        stack.callback(mail.stop)
        house = stack.enter_context(open_house(mail))
        proxy = nginx(folder, house.port, house.port)
        write_certificates(folder, "proxy", days=90)
        stack.enter_context(proxy.running())
        config = sample_config(house.var / "run" / "metrics.json", rules)
        exporter = stack.enter_context(probed(folder, proxy))
        config["scrape_configs"].append(certificate_job(f"{proxy.url}/healthz", exporter))
        address = stack.enter_context(prometheus(folder, config))
        bots = ("-m", "tests.load.bots", "--players", "5", "--game", "blackjack")
        stack.enter_context(
            running(sys.executable, *bots, "--url", house.base_url, SABOT_VAR=str(folder))
        )
        eventually(lambda: len(answer(address, 'up{job="sabot"} == 1')) == len(PROCESSES))
        eventually(lambda: answer(address, "rate(sabot_commands_total[20s]) > 0"))

        def reload() -> None:
            os.kill(int((folder / "nginx.pid").read_text()), signal.SIGHUP)

        yield Scene(house, mail, folder, reload), address


if campaign.SOAK:

    @pytest.mark.campaign
    @pytest.mark.parametrize("alert", ALERTS)
    def test_an_alert_fires_by_its_cause_and_ends_with_it(
        alert: str, scene: tuple[Scene, str]
    ) -> None:
        at, address = scene
        at.house.recover()
        if alert not in OF_AGE:
            eventually(lambda: not firing(address, alert))
        with CAUSES[alert](at):
            eventually(lambda: firing(address, alert))
        eventually(lambda: not firing(address, alert))
