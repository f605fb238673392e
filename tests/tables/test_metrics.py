"""What is counted of commands, rounds and clocks, and what a reading of the house finds."""

import socket
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.test import override_settings
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry

from casino.cashier import transfers
from casino.ledger.models import Account
from casino.players.models import PaymentAlarm
from casino.process import metrics, queues
from casino.rng.models import ErrorState, SelfCheck
from tables import queue
from tables.games.blackjack import messages
from tables.games.core.money import BoxNo
from tables.incidents import pauses
from tables.metrics.__main__ import main
from tables.metrics.audits import AUDITS, AuditCollector
from tables.metrics.house import APPROVALS, HouseCollector, read_disk
from tables.models import Table
from tables.operation.croupier import Croupier
from tables.revenue import takings
from tables.rows import table_rows
from tables.rows.table_rows import NoSuchTable
from tables.sockets import dispatch
from tables.wire import codec, floor_commands
from tests.clock import StandingClock
from tests.floor import House
from tests.tables.test_queue import sent
from tests.tables.test_socket import browse, hub_of_this_test

__all__ = ["browse", "hub_of_this_test", "sent"]

pytestmark = pytest.mark.django_db(transaction=True)

Counted = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def counted() -> Counted:
    """Return every sample of this process."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in REGISTRY.collect()
        for sample in family.samples
    }


def grown(before: Counted, name: str, **labels: str) -> float:
    """Return by how much a sample has grown."""
    key = name, tuple(sorted(labels.items()))
    return counted().get(key, 0.0) - before.get(key, 0.0)


@pytest.mark.asyncio
async def test_commands_are_counted_by_kind_and_outcome(browse: Any, house: House) -> None:
    await sync_to_async(house.deal)("Th 9s Td 8c 4c")
    before = counted()
    async with browse("ann") as ann, browse("bob") as bob:
        await ann.done({"kind": "table.sit", "box": 1})
        assert await bob.refused({"kind": "table.sit", "box": 1}) == "box_taken"
        assert await bob.refused({"kind": "table.dance", "box": 1}) == "unknown_command"
        bet = {"box": 1, "main": 1000, "queen_of_hearts": 0}
        await ann.done({"kind": "blackjack.stake", "bets": [bet]})
        await ann.done({"kind": "blackjack.ready"})
        told = await ann.done({"kind": "blackjack.hit", "box": 1, "hand": "h"})
        assert told["view"]["phase"] == "closed"
        assert grown(before, "sabot_sockets") == 2
    commands = "sabot_commands_total"
    assert grown(before, commands, kind="table.sit", outcome="done") == 1
    assert grown(before, commands, kind="table.sit", outcome="refused") == 1
    assert grown(before, commands, kind="blackjack.hit", outcome="done") == 1
    assert grown(before, "sabot_command_duration_seconds_count", kind="blackjack.hit") == 1
    assert grown(before, "sabot_commands_turned_away_total", code="unknown_command") == 1
    assert grown(before, "sabot_rounds_total", game="blackjack", status="closed") == 1
    for event in ("published", "shown"):
        assert grown(before, "sabot_frames_total", event=event) >= 4
    assert grown(before, "sabot_frame_age_seconds_count") >= 4
    assert grown(before, "sabot_thread_wait_seconds_count") >= 5
    assert grown(before, "sabot_table_lock_wait_seconds_count") >= 5
    assert grown(before, "sabot_sockets") == 0
    # A kind that the wire does not know makes no series.
    assert not any("table.dance" in str(key) for key in counted())


def test_a_command_that_fails_is_counted_as_failed(house: House) -> None:
    before = counted()
    sit = codec.Sent(uuid4(), floor_commands.Sit(BoxNo(1)))
    with pytest.raises(NoSuchTable):
        dispatch.obey(player_id=house.player("ann").pk, table_id=0, sent=sit)
    assert grown(before, "sabot_commands_total", kind="table.sit", outcome="failed") == 1


def test_a_clock_that_the_croupier_ends_counts_with_its_lateness(house: House) -> None:
    before = counted()
    Table.objects.filter(pk=house.table_id).update(due_at=timezone.now() - timedelta(seconds=7))
    Croupier().keep_clocks()
    assert grown(before, "sabot_croupier_lateness_seconds_count") == 1
    assert 7 <= grown(before, "sabot_croupier_lateness_seconds_sum") < 300


def test_round_trips_are_counted_by_their_way(house: House) -> None:
    before = counted()
    with transaction.atomic():
        table_rows.lock_and_read(house.table_id)
        Table.objects.count()
    assert grown(before, "sabot_database_exchanges_total", way="pipeline") == 1
    assert grown(before, "sabot_database_exchanges_total", way="statement") == 1


Read = Callable[..., float | None]


@pytest.fixture
def read(house: House) -> Read:
    """Read the house anew and return a figure, None where it is not given."""
    registry, collector = CollectorRegistry(), HouseCollector()
    registry.register(collector)

    def reading(name: str, **labels: str) -> float | None:
        collector.refresh()
        return registry.get_sample_value(name, labels)

    return reading


def test_the_house_is_read_from_database_redis_and_disk(house: House, read: Read) -> None:
    for source in ("database", "redis", "disk"):
        assert read("sabot_source_up", source=source) == 1
    assert read("sabot_tables", status="open") == 1
    assert read("sabot_tables", status="paused") == 0
    assert read("sabot_process_heard", line="croupier") == 0
    assert read("sabot_tables_overdue") == 0
    Table.objects.update(due_at=timezone.now() - timedelta(minutes=5), no_chance=True)
    assert read("sabot_tables_overdue") == read("sabot_tables_without_chance") == 1
    pauses.pause_table(house.table_id, "croupier.expire", "test")
    assert read("sabot_tables", status="paused") == 1
    assert read("sabot_disk_free_bytes") == pytest.approx(read_disk()[1].samples[0].value, rel=0.5)


def test_the_generators_gate_and_error_are_read(house: House, read: Read) -> None:
    assert read("sabot_generator_gate_closed", reason="not_verified") == 1
    assert read("sabot_generator_self_test_passed") is None
    SelfCheck.objects.create(why="start", instance="worker", passed=True, said="2.0.0")
    assert read("sabot_generator_gate_closed", reason="not_verified") == 0
    assert read("sabot_generator_self_test_passed") == 1
    ErrorState.objects.create(cause="stuck source", instance="pid 1")
    assert read("sabot_generator_error_states") == 1
    assert read("sabot_generator_gate_closed", reason="error_state") == 1


def test_what_waits_for_a_person_is_read_with_its_age(
    house: House, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in APPROVALS:
        assert read("sabot_approvals_waiting", kind=kind) == 0
        assert read("sabot_approval_oldest_age_seconds", kind=kind) == 0
    with monkeypatch.context() as changed, transaction.atomic():
        changed.setattr(timezone, "now", StandingClock(timezone.now() - timedelta(hours=2)))
        transfers.raise_alarm("acme", "p-1", PaymentAlarm.Of.TOLD, "paid", "failed")
    assert read("sabot_approvals_waiting", kind="payment_alarm") == 1
    age = read("sabot_approval_oldest_age_seconds", kind="payment_alarm")
    assert age is not None
    assert 7200 <= age < 8000


def test_takings_are_read_by_game_in_units_of_the_currency(house: House, read: Read) -> None:
    house.deal("Th 9s Td 8c 4c")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", messages.Ready()) == ""
    assert house.do("ann", messages.Hit(BoxNo(1))) == ""
    takings.count_takings()
    labels = {"game": "blackjack", "currency": "PLAY"}
    assert read("sabot_takings", figure="staked", **labels) == 10
    assert read("sabot_takings", figure="paid", **labels) == 0
    assert read("sabot_takings", figure="won", **labels) == 10


def test_a_source_that_does_not_answer_is_told_and_its_figures_are_not_given(
    house: House, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read("sabot_tables", status="open") == 1
    away = {"REDIS_URL": "redis://127.0.0.1:1/0", "VAR": settings.VAR / "nowhere"}
    with monkeypatch.context() as changed, override_settings(**away):
        connection.close()
        changed.setitem(connection.settings_dict, "PORT", "1")
        for source in ("database", "redis", "disk"):
            assert read("sabot_source_up", source=source) == 0
        assert read("sabot_tables", status="open") is None
        assert read("sabot_process_heard", line="croupier") is None
        assert read("sabot_disk_free_bytes") is None
        connection.close()
    assert read("sabot_source_up", source="database") == 1
    assert read("sabot_tables", status="open") == 1


def test_what_was_read_long_ago_is_not_given(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    registry, collector = CollectorRegistry(), HouseCollector()
    registry.register(collector)
    collector.refresh()
    assert registry.get_sample_value("sabot_source_up", {"source": "database"}) == 1
    monkeypatch.setattr("tables.metrics.house.STALE", -1.0)
    assert registry.get_sample_value("sabot_source_up", {"source": "database"}) == 0
    assert registry.get_sample_value("sabot_tables_overdue") is None


def test_a_source_that_hangs_keeps_nobody_from_hearing_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    registry, collector, stop = CollectorRegistry(), HouseCollector(), threading.Event()
    registry.register(collector)
    monkeypatch.setattr("tables.metrics.house.EVERY", 0.01)
    hangs: dict[str, Callable[[], object]] = {"database": stop.wait, "redis": list, "disk": list}
    monkeypatch.setattr("tables.metrics.house.SOURCES", hangs)
    collector.keep_reading(stop)
    try:
        deadline = time.monotonic() + 60
        while registry.get_sample_value("sabot_source_up", {"source": "disk"}) != 1:
            assert time.monotonic() < deadline, "the disk is not read"
            time.sleep(0.02)
        assert registry.get_sample_value("sabot_source_up", {"source": "database"}) == 0
    finally:
        stop.set()


def test_a_queue_tells_its_length_and_the_age_of_the_oldest(
    sent: object, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert queues.waiting_tasks("rng") == queues.Waiting(0, 0.0)
    with monkeypatch.context() as changed:
        changed.setattr(timezone, "now", StandingClock(timezone.now() - timedelta(seconds=90)))
        queue.make_equipment(1, 1)
    # Taken before the other, and younger.
    queue.make_draw(1, 1)
    assert read("sabot_queue_length", queue="rng") == 2
    age = read("sabot_queue_oldest_age_seconds", queue="rng")
    assert age is not None
    assert 90 <= age < 300


def audited(name: str) -> float | None:
    registry, audits = CollectorRegistry(), AuditCollector()
    registry.register(audits)
    audits.run(name)
    return registry.get_sample_value("sabot_audit_faults", {"audit": name})


def test_audits_of_a_right_house_find_nothing_and_those_of_a_wrong_one_do(house: House) -> None:
    assert {name: audited(name) for name in AUDITS} == dict.fromkeys(AUDITS, 0)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        Account.objects.filter(pk=house.table.float_account_id).update(credits=F("credits") + 1)
    try:
        assert audited("ledger") == 2, "the account, and the sum of all"
    finally:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            Account.objects.filter(pk=house.table.float_account_id).update(credits=F("credits") - 1)


def test_an_audit_that_has_not_ended_grows_old_from_the_beginning() -> None:
    registry = CollectorRegistry()
    registry.register(AuditCollector())
    for name in AUDITS:
        began = registry.get_sample_value("sabot_audit_timestamp_seconds", {"audit": name})
        assert began is not None
        assert began <= time.time()
        assert registry.get_sample_value("sabot_audit_faults", {"audit": name}) is None


def test_audits_are_run_until_told_to_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.metrics.audits.FIRST", 0.0)
    registry, audits, stop = CollectorRegistry(), AuditCollector(), threading.Event()
    registry.register(audits)
    running = threading.Thread(target=audits.keep_running, args=[stop])
    running.start()
    try:
        deadline = time.monotonic() + 60
        while registry.get_sample_value("sabot_audit_faults", {"audit": "public_log"}) is None:
            assert time.monotonic() < deadline, "the audits have not run"
            time.sleep(0.02)
    finally:
        stop.set()
        running.join(60)
    assert not running.is_alive()


def test_no_port_and_one_that_is_taken_are_refused_in_a_sentence(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("METRICS_PORT", raising=False)
    with pytest.raises(SystemExit, match=r"^METRICS_PORT names no port: set it, for example"):
        main()
    monkeypatch.setenv("METRICS_PORT", "many")
    with pytest.raises(SystemExit, match=r"^METRICS_PORT must be a whole number from 0 to"):
        main()
    with pytest.raises(SystemExit, match=r"^METRICS_PORT must be a whole number from 0 to 65000"):
        metrics.serve.__wrapped__()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("METRICS_PORT", str(port))
        assert metrics.serve.__wrapped__() is False
