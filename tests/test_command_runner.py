"""A command of a test that takes too long does not spoil the answers to those after it."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import command_runner
from tests.house import House


def test_the_answer_to_a_command_that_took_too_long_is_not_the_next_ones(
    servers_at_hand: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, 1, os.environ["DATABASE_URL"], os.environ["REDIS_URL"])
    try:
        with monkeypatch.context() as hurried:
            hurried.setattr(command_runner, "PATIENCE", 0)
            with pytest.raises(AssertionError, match="takes more than 0 seconds"):
                house.manage("shell", "-v0", "-c", "print('late')")
        assert house.manage("shell", "-v0", "-c", "print('mine')").split() == ["mine"]
    finally:
        assert house.command_runner is not None
        house.command_runner.stop()


def test_it_outlasts_the_thread_that_gave_its_first_command(
    servers_at_hand: None, tmp_path: Path
) -> None:
    house = House(tmp_path, 1, os.environ["DATABASE_URL"], os.environ["REDIS_URL"])
    try:
        for said in ("first", "second"):
            # The pool ends with its one thread, which the kernel tells from the whole process.
            with ThreadPoolExecutor(1) as pool:
                command = ("shell", "-v0", "-c", f"print({said!r})")
                assert pool.submit(house.manage, *command).result().split() == [said]
    finally:
        assert house.command_runner is not None
        house.command_runner.stop()
