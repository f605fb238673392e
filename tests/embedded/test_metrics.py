"""A house that plays is seen from outside: by each process's metrics, and by a real Prometheus."""

import asyncio
import json
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import psutil
import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from casino.embedded import serve
from casino.embedded.supervisor import Program
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.wire import floor_commands
from tests import campaign
from tests.embedded.conftest import eventually
from tests.house import House
from tests.house_console import open_table
from tests.load.client import Client
from tests.load.door import Door, KeyRing
from tests.prometheus import answer, firing, prometheus, sample_config

LINES: Final = ("metrics", "settlement", "rng", "croupier", "web")
"""Of the Procfile; each has a process, at least, that serves metrics."""
PLAYERS: Final = ("Quentin-Corneille", "Rosalinde")
# Neither `process`, `job` nor `instance`: Prometheus would rename what a target says by them.
LABELS: Final = {
    *("kind", "outcome", "code", "state", "event", "game", "status", "way", "le", "source"),
    *("line", "queue", "reason", "currency", "figure", "audit"),
    # Of the library, about Python.
    *("generation", "implementation", "major", "minor", "patchlevel", "version"),
}


def targets(house: House) -> dict[str, str]:
    """Return the address of each process's metrics, by its name."""
    written = json.loads((house.var / "run" / "metrics.json").read_text())
    return {each["labels"]["process"]: each["targets"][0] for each in written}


def scraped(house: House) -> dict[str, str]:
    """Return what each process serves; waits for one that is only starting."""
    found = {}
    for name, address in targets(house).items():
        deadline = time.monotonic() + 300
        while True:
            try:
                with urlopen(f"http://{address}/metrics", timeout=30) as answer:
                    found[name] = answer.read().decode()
                break
            except OSError:
                assert time.monotonic() < deadline, f"{name} serves no metrics"
                time.sleep(0.1)
    return found


def families(house: House) -> Iterator[tuple[str, Metric]]:
    """Yield the families of all processes, as Prometheus' own parser of the library reads them."""
    for name, text in scraped(house).items():
        for family in text_string_to_metric_families(text):
            yield name, family


def total(house: House, sample: str, process: str = "", **labels: str) -> float:
    """Return the sum of a sample over the processes whose name begins so."""
    return sum(
        each.value
        for name, family in families(house)
        for each in family.samples
        if each.name == sample
        and name.startswith(process)
        and labels.items() <= each.labels.items()
    )


def test_what_is_played_is_counted_by_web_processes_and_croupier(mortal_house: House) -> None:
    house = mortal_house
    assert {name.partition(".")[0] for name in targets(house)} == set(LINES)
    figures: list[Callable[[], float]] = [
        lambda: total(house, "sabot_commands_total", "web", kind="table.sit", outcome="done"),
        lambda: total(house, "sabot_commands_total", "web", kind="table.sit", outcome="refused"),
        lambda: total(house, "sabot_frames_total", "web", event="shown"),
        lambda: total(house, "sabot_database_exchanges_total", "web", way="pipeline"),
        lambda: total(house, "sabot_croupier_lateness_seconds_count", "croupier"),
        lambda: total(house, "sabot_database_exchanges_total", "rng", way="statement"),
    ]
    before = [figure() for figure in figures]
    table = open_table(house, betting_seconds=5, decision_seconds=3)
    asyncio.run(_play(house, table))
    # The croupier ends the clocks, as nobody does; workers have made the shoe.
    for figure, was in zip(figures, before, strict=True):
        eventually(lambda figure=figure, was=was: figure() > was)  # type: ignore[misc]
    eventually(lambda: total(house, "sabot_source_up", "metrics") == 3)
    eventually(lambda: total(house, "sabot_process_heard", "metrics") == 3)
    assert total(house, "sabot_tables", "metrics", status="open") > 1
    assert total(house, "sabot_audit_faults", "metrics") == 0
    assert total(house, "process_resident_memory_bytes", "web") > 10_000_000
    _holds_nothing_of_anybody(house, f"Table {table}")


@campaign.soak_only
def test_processes_that_uvicorn_serves_and_nobody_forks_are_measured(
    mortal_uvicorn_house: House,
) -> None:
    found = scraped(mortal_uvicorn_house)
    assert {name.partition(".")[0] for name in found} == set(LINES)
    assert all("\nsabot_database_exchanges_total" in text for text in found.values())


async def _play(house: House, table: int) -> None:
    door = Door(house.base_url)
    keys = KeyRing(house.var / "players.json", door)
    for name in PLAYERS:
        async with Client(door, table, await keys.cookie(name)) as client:
            await client.ready()
            answer = await client.ask(floor_commands.Sit(BoxNo(1)))
            sits = getattr(answer, "refused", None) is None
            assert sits == (name == PLAYERS[0])
            if sits:
                await client.ask(bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),)))


def _holds_nothing_of_anybody(house: House, table: str) -> None:
    """Look for names, keys and labels that are no closed set in all that is served."""
    text = "\n".join(scraped(house).values())
    keys = [path.read_text().strip() for path in (house.var / "keys").iterdir() if path.is_file()]
    secrets = [each for each in keys if len(each) > 20]
    assert secrets
    for unwanted in (*PLAYERS, *secrets, "demo1", table, "Dauphine"):
        assert unwanted not in text
    samples = [each for _, family in families(house) for each in family.samples]
    assert {label for each in samples for label in each.labels} <= LABELS
    assert max(len(value) for each in samples for value in each.labels.values()) < 40


def test_the_ports_follow_each_other_and_prometheus_is_told(tmp_path: Path) -> None:
    groups = [
        [Program("metrics", ("m",))],
        [Program("web.1", ("w",)), Program("web.2", ("w",), {"A": "b"})],
    ]
    file = tmp_path / "metrics.json"
    measured = serve._measured(groups, ("0.0.0.0", 9400), file)  # noqa: S104
    assert [each.env for group in measured for each in group] == [
        {"METRICS_PORT": "9400"},
        {"METRICS_PORT": "9401"},
        {"A": "b", "METRICS_PORT": "9402"},
    ]
    assert json.loads(file.read_text()) == [
        {"targets": [f"127.0.0.1:{9400 + nth}"], "labels": {"process": name}}
        for nth, name in enumerate(("metrics", "web.1", "web.2"))
    ]
    serve._measured(groups, ("::1", 9400), file)
    assert json.loads(file.read_text())[0]["targets"] == ["[::1]:9400"]
    assert serve._measured(groups, ("127.0.0.1", 0), file) == groups[1:]
    assert not file.exists()


# Prometheus waits as long as the alert does.
if campaign.SOAK:

    @pytest.mark.campaign
    def test_a_real_prometheus_sees_the_house_and_raises_the_alert_of_a_standing_croupier(
        mortal_house: House, tmp_path: Path
    ) -> None:
        house = mortal_house
        alert = "SabotProcessNotHeard"
        config = sample_config(house.var / "run" / "metrics.json")
        with prometheus(tmp_path, config) as address:
            eventually(lambda: len(answer(address, 'up{job="sabot"} == 1')) == len(targets(house)))
            assert firing(address, alert) == []
            # Killed, it would be there again before anybody has looked.
            croupier = psutil.Process(house.pid("croupier"))
            croupier.send_signal(signal.SIGSTOP)
            try:
                eventually(lambda: firing(address, alert))
            finally:
                croupier.send_signal(signal.SIGCONT)
            assert {each["line"] for each in firing(address, alert)} == {"croupier"}
            eventually(lambda: not firing(address, alert))
