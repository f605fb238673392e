"""Fixtures that all tests share."""

import gc
import os
import time
from collections.abc import Generator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.utils import translation
from pytest_django import DjangoDbBlocker
from whitenoise.base import WhiteNoise
from xdist.remote import Producer

from casino.process import startup
from tests import houses
from tests.house import House, run_house
from tests.houses import house_group
from tests.ledger_flush import django_db_modify_db_settings

__all__ = ["django_db_modify_db_settings"]

lender = houses.HousePool()

TESTS = Path(__file__).parent
OF_HOUSES = frozenset({"bench", "browser", "chaos", "embedded", "load", "secrets"})
"""Folders of tests that open houses of processes."""
LAST_SECONDS = timedelta(seconds=30)
"""So long before midnight a test that has not begun waits for the next day."""


def pytest_configure() -> None:
    """Loosen what would slow every test down; the tests of these very things set them back.

    Shoes and draws are made at once, without players' contributions. Many players may come from one
    address. Passwords are hashed by a cheap hasher, except in houses of real processes.
    """
    # Read by scripted players, those in processes of their own too, before any of them is imported.
    os.environ.setdefault("LOAD_PATIENCE", "300")
    # The application is imported before there is a test database; no other process asks for less.
    check = startup.check_house
    startup.check_house = lambda *, migrated=True: check() if migrated else None
    settings.SHOE_CONTRIBUTIONS = settings.DRAW_CONTRIBUTIONS = "none"
    settings.PLAY_MONEY_PER_ADDRESS = 1_000_000_00
    settings.SIGN_UPS_PER_ADDRESS = settings.SIGN_UPS_PER_NETWORK = 1_000_000
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        # The workers share a Redis: each has queues of its own there.
        settings.CELERY_BROKER_TRANSPORT_OPTIONS |= {"global_keyprefix": f"{worker}:"}
    # For tests without a database too; processes beside this one are told it.
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"test.{uuid4().hex[:8]}"
    list_static_files_once()


def list_static_files_once() -> None:
    """Keep what WhiteNoise has listed: each browser of Django's test client listed it anew.

    That was most of what a short request costs. Houses list for themselves, in their processes.
    """
    usual: Any = WhiteNoise.update_files_dictionary
    listed: dict[tuple[str, str], dict[str, Any]] = {}

    def once(self: Any, root: str, prefix: str) -> None:
        if (root, prefix) not in listed:
            usual(self, root, prefix)
            listed[root, prefix] = dict(self.files)
        self.files |= listed[root, prefix]

    WhiteNoise.update_files_dictionary = once


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out tests of chance and prices, and all that need servers, houses or browsers",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what `--quick` leaves out whole."""
    if not config.getoption("--quick") or collection_path == TESTS:
        return None
    folder = collection_path.relative_to(TESTS).parts[0]
    return folder in OF_HOUSES | {"rng"} or collection_path.name == "test_theory.py" or None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the tests that wait most, and keep those together that share a house."""
    if config.getoption("--quick"):
        left_out = [item for item in items if _needs_servers(item)]
        items[:] = [item for item in items if not _needs_servers(item)]
        config.hook.pytest_deselected(items=left_out)
    items.sort(key=lambda item: houses.start_rank(item.path))


def _needs_servers(item: pytest.Item) -> bool:
    """Tell whether a test needs PostgreSQL and Redis."""
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not {
        "servers_at_hand",
        "db",
        "transactional_db",
    }.isdisjoint(fixtures)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> houses.Scheduling:
    """Give each process whole files, as `--dist loadfile` does, with an eye on the houses."""
    return houses.Scheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Count visitors anew: no test is turned away for what those before it did from its address.

    None begins in the last seconds of a day, of the house or of UTC: it may count by days. None is
    in the language of a request that a test before it has made.
    """
    translation.deactivate()
    from casino.throttling import rate_limit
    from tables.sockets import admission

    house = f"test.{uuid4().hex}"
    rate_limit.house_id = admission.house_id = lambda: house
    while any(_ends(datetime.now(zone)) for zone in (ZoneInfo(settings.TIME_ZONE), UTC)):
        time.sleep(0.5)


def _ends(day: datetime) -> bool:
    return (day + LAST_SECONDS).date() != day.date()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the houses that the next test has nothing to do with: idle ones cost, too."""
    if nextitem is None or house_group(nextitem.nodeid) != house_group(item.nodeid):
        lender.close_all()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile: nothing of what is loaded becomes any."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Keep what is loaded by now out of garbage collections: they were a fifth of a law's time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def servers_at_hand() -> None:
    """Refuse tests that need servers, in one sentence, when pytest was started without any."""
    if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        pytest.exit(
            "These tests need PostgreSQL and Redis: run `make test`, "
            "or `python -m casino.embedded run -- pytest`.",
            returncode=4,
        )


@pytest.fixture(scope="session")
def django_db_setup(
    servers_at_hand: None, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Make the test database, and have this process verify itself, as a worker does at its start.

    What that writes is taken away again, so that no test finds a row it did not make. At the end
    the connections of other threads are ended, for the database is dropped then.
    """
    from django.db import connection

    from casino.rng.conformity import gate, report

    try:
        report.find()
    except report.NotConform as error:
        pytest.exit(f"These tests deal cards: {error}", returncode=4)
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        gate.check(gate.Why.START)
        cursor.execute(
            "TRUNCATE rng_selfcheck, rng_conformityreport,"
            " rng_logentry, rng_checkpoint, rng_cosignature"
        )
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture
def shared_house(servers_at_hand: None, tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house of real processes; its players are `demo1` to `demo7`.

    Whoever kills its processes asks for `mortal_house`. Served by Daphne, or by the Procfile that
    HOUSE_PROCFILE names: `make test HOUSE_PROCFILE=uvicorn`.
    """
    served = {"PROCFILE": name} if (name := os.environ.get("HOUSE_PROCFILE")) else {}
    return lender.lend(
        "shared_house", lambda: run_house(tmp_path_factory.mktemp("house"), **served)
    )


@pytest.fixture
def house(shared_house: House) -> House:
    """The shared house; folders that need no processes have another one under this name."""
    return shared_house


@pytest.fixture
def mortal_house() -> House:
    """A house whose processes, PostgreSQL and supervisor included, may be killed."""
    return lender.lend("mortal_house", houses.open_embedded_house)


@pytest.fixture
def mortal_uvicorn_house() -> House:
    """The same, served by uvicorn, of processes that are started one by one as `make run` does."""
    return lender.lend("mortal_uvicorn_house", lambda: houses.open_embedded_house("uvicorn"))


@pytest.fixture
def ceremonial_house(servers_at_hand: None, tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house in which players take part in the making of shoes, with time to think."""
    return lender.lend(
        "ceremonial_house",
        lambda: run_house(tmp_path_factory.mktemp("ceremonies"), **houses.CEREMONIAL),
    )
