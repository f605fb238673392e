"""What is done once a transaction has committed."""

import pytest
from django.db import transaction

from casino.database.on_commit import run_on_commit

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_called_after_the_commit_with_what_it_was_given() -> None:
    told: list[tuple[int, str]] = []

    def tell(number: int, *, word: str) -> None:
        told.append((number, word))

    with transaction.atomic():
        run_on_commit(tell, 7, word="seven")
        assert told == []
    assert told == [(7, "seven")]


def test_a_failure_reaches_the_log_and_not_the_caller(caplog: pytest.LogCaptureFixture) -> None:
    with transaction.atomic():
        run_on_commit([].index, "the broker is away")
    assert "on_commit" in caplog.text
