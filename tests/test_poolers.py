"""Behind a real PgBouncer: refused where it moves transactions, unless nothing is prepared."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.core.checks import Tags, run_checks
from django.db import DatabaseError, connections, transaction

from casino.database.postgresql.base import DatabaseWrapper
from casino.embedded import servers
from casino.embedded.errors import Trouble
from casino.ledger.models import Account
from casino.process.environment import database_settings_of_url
from tests import campaign
from tests.house import open_folder
from tests.poolers import pooled

pytestmark = pytest.mark.django_db(transaction=True)

Pooler = Callable[..., str]
SENTENCE: Final = "serves each transaction by another connection: add ?prepare_threshold=none to"
CROWD: Final = 4


@pytest.fixture
def pooler() -> Iterator[Pooler]:
    """Run a PgBouncer in some mode before the tests' database; return the URL behind it."""
    name = settings.DATABASES["default"]["NAME"]
    database = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
    with ExitStack() as stack:
        yield lambda mode, **options: stack.enter_context(
            pooled(database, stack.enter_context(open_folder()), mode, **options)
        )


def crowd(url: str) -> None:
    """Have the pooler open several connections at once, which then wait for somebody."""
    with ExitStack() as stack:
        for _ in range(CROWD):
            stack.enter_context(psycopg.connect(url)).execute("SELECT")


@pytest.mark.parametrize("in_turn", ["0", "1"])
def test_a_pooler_that_moves_transactions_is_refused(
    pooler: Pooler, monkeypatch: pytest.MonkeyPatch, in_turn: str
) -> None:
    url = pooler("transaction", server_round_robin=in_turn)
    crowd(url)
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(Trouble, match=re.escape(SENTENCE)):
        servers.check_database(Path())
    monkeypatch.setitem(settings.DATABASES, "default", database_settings_of_url(url))
    [error] = run_checks(tags=[Tags.database], databases=["default"])
    assert SENTENCE in error.msg
    monkeypatch.setenv("DATABASE_URL", f"{url}?prepare_threshold=none")
    servers.check_database(Path())


@pytest.mark.campaign
@pytest.mark.parametrize(
    "process",
    campaign.sample(3, ["-m casino.process.worker rng", "manage.py croupier", "-m casino.asgi"]),
)
def test_a_process_that_is_started_by_itself_ends_with_the_sentence(
    pooler: Pooler, process: str
) -> None:
    ended = subprocess.run(
        [sys.executable, *process.split()],
        cwd=settings.ROOT,
        env={**os.environ, "DATABASE_URL": pooler("transaction")},
        capture_output=True,
        timeout=300,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    [sentence] = ended.stderr.splitlines()
    assert SENTENCE in sentence


def test_a_pooler_that_keeps_a_connection_for_each_is_none(
    pooler: Pooler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", pooler("session"))
    servers.check_database(Path())


def test_a_pooler_without_transactions_is_refused(
    pooler: Pooler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"{pooler('statement')}?prepare_threshold=none")
    with pytest.raises(Trouble, match=r"cannot be used .*transaction"):
        servers.check_database(Path())


def test_what_the_house_does_with_a_connection_works_in_transaction_mode(pooler: Pooler) -> None:
    # Two connections for four clients: nobody has the same one for long.
    url = pooler("transaction", default_pool_size="2")
    Account.objects.create(code="wallet:1", kind="wallet", currency="PLAY")
    assert work(f"{url}?prepare_threshold=none") == []
    # The pooler does lose what is prepared.
    assert work(f"{url}?prepare_threshold=0")


def work(url: str) -> list[Exception]:
    """Have some clients work at the same time; return what failed."""
    given = database_settings_of_url(url)
    # What Django adds to each database of its settings.
    usual = {**connections["default"].settings_dict, **given}

    def one(_: int) -> list[Exception]:
        alias = "pooled"
        failed: list[Exception] = []
        wrapper = connections[alias] = DatabaseWrapper(usual, alias)
        try:
            for number in range(30):
                try:
                    exchange(wrapper, alias, number)
                # What Django does while it handles an error it does not wrap.
                except (DatabaseError, psycopg.Error) as error:
                    failed.append(error)
                    wrapper.close()
        finally:
            wrapper.close()
            del connections[alias]
        return failed

    with ThreadPoolExecutor(CROWD) as clients:
        return [error for failed in clients.map(one, range(CROWD)) for error in failed]


def exchange(wrapper: DatabaseWrapper, alias: str, number: int) -> None:
    """Do what a step of a round, a page and an audit do."""
    rows: list[Any] = []
    with transaction.atomic(using=alias):
        [(begun,)] = wrapper.run_with_begin("SELECT %s::bigint + %s::bigint", [number, 1])
        wrapper.run_with_commit(
            "SELECT %s::text, %s::bigint", ["last", begun], then=rows.extend, refusal=lambda _: None
        )
    assert rows == [("last", number + 1)]
    accounts = Account.objects.using(alias)
    assert accounts.get(code="wallet:1").kind == "wallet"
    assert [each.currency for each in accounts.order_by("pk").iterator(1)] == ["PLAY"]
