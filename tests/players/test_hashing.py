"""How passwords are hashed: by argon2, beside what plays, and few at once."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.conf import LazySettings
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connections
from django.test import AsyncClient, Client

from casino.http import request_limits
from casino.players import hashing
from casino.players.models import Player

PASSWORD = "queen of hearts, twice"
HOUSE = ["casino.players.hashing.Argon2", "casino.players.hashing.Pbkdf2"]
OLD = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]


@pytest.fixture(autouse=True)
def as_the_house_hashes(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = HOUSE


def test_a_password_is_hashed_by_argon2id() -> None:
    encoded = make_password(PASSWORD)
    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert len(encoded) <= 128
    assert check_password(PASSWORD, encoded)
    assert not check_password(PASSWORD + " ", encoded)


@pytest.mark.django_db
def test_an_older_hash_still_opens_and_is_made_anew_at_sign_in(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = OLD
    player = Player.objects.create_user("ann", password=PASSWORD)
    assert player.password.startswith("pbkdf2_sha256$")
    settings.PASSWORD_HASHERS = HOUSE
    assert authenticate(username="ann", password="wrong") is None
    player.refresh_from_db()
    assert player.password.startswith("pbkdf2_sha256$"), "a wrong guess changes nothing"
    assert authenticate(username="ann", password=PASSWORD) == player
    player.refresh_from_db()
    assert player.password.startswith("argon2$")
    assert authenticate(username="ann", password=PASSWORD) == player


class Watched:
    """Work that notes how many do it at the same time, and in which threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.now = self.most = 0
        self.threads: set[str] = set()
        self.nice: set[int] = set()

    def __call__(self, seconds: float = 0.02) -> None:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
            self.threads.add(threading.current_thread().name.rpartition("_")[0])
            if sys.platform == "linux":
                self.nice.add(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        time.sleep(seconds)
        with self.lock:
            self.now -= 1


def test_few_are_hashed_at_once_in_threads_that_stand_back() -> None:
    watched = Watched()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: hashing.run_in_hashing_thread(watched), range(24)))
    assert watched.most == hashing.AT_ONCE
    assert watched.threads == {"hash"}
    here = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert set(watched.nice) == {min(here + hashing.NICE, 19)}, "no other thread stands back"


@pytest.fixture
def full() -> Iterator[None]:
    """Let as many passwords wait as may."""
    taken = [hashing._places.acquire(blocking=False) for _ in range(hashing.WAITING)]
    assert all(taken)
    yield
    for _ in taken:
        hashing._places.release()


@pytest.mark.django_db
@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("path", ["/sign-in/", "/admin/login/", "/sign-up/"])
def test_where_too_many_wait_one_is_told_to_come_back(path: str) -> None:
    fields = {"username": "ann", "password": PASSWORD, "language": "en", "adult": "on"}
    answer = Client(REMOTE_ADDR=f"test {uuid4()}").post(path, fields)
    assert answer.status_code == 503
    assert answer["Retry-After"] == str(request_limits.RETRY_AFTER)
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_the_office_too_is_told_to_come_back(full: None, settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *HOUSE]
    root = Client()
    root.force_login(Player.objects.create_superuser("root", password=PASSWORD))
    settings.PASSWORD_HASHERS = HOUSE
    ann = Player.objects.create(username="ann")
    given = {"password": PASSWORD, "reason": "lost", "order": str(uuid4())}
    answer = root.post(f"/admin/players/rightschange/ask/password/{ann.pk}/", given)
    assert answer.status_code == 503


@pytest.mark.asyncio
async def test_no_password_is_hashed_on_an_event_loop() -> None:
    with pytest.raises(SynchronousOnlyOperation):
        make_password(PASSWORD)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_while_one_signs_in_the_event_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view runs in a thread, as under ASGI, and hands the hashing on to another."""
    hashing_began, loop_went_on = threading.Event(), threading.Event()
    threads: list[str] = []
    encode = Argon2PasswordHasher.encode

    def slowly(self: Any, password: str, salt: str) -> str:
        threads.append(threading.current_thread().name.rpartition("_")[0])
        hashing_began.set()
        assert loop_went_on.wait(300), "the loop stood still meanwhile"
        return encode(self, password, salt)

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slowly)
    client = AsyncClient(headers={"host": "localhost"})
    fields = {"username": f"n{uuid4()}", "password": "wrong"}
    answer = asyncio.create_task(client.post("/sign-in/", fields))
    assert await asyncio.to_thread(hashing_began.wait, 300)
    assert not answer.done()
    loop_went_on.set()
    assert (await answer).status_code == 200
    assert threads == ["hash"]
    await sync_to_async(connections.close_all)()
