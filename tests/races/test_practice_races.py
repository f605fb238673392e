"""Somebody comes to practice tables in two tabs at once, and is given practice chips once."""

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import transaction

from casino.ledger import services as ledger
from casino.players import services as players
from casino.players.models import Player
from casino.players.services import ensure_demo_player, grant_practice_chips, wallet_of
from tests.races.test_floor_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch) -> Player:
    """A player of whom both tabs see that she has nothing before either gives her anything."""
    found = ensure_demo_player("ann", "pass")
    with transaction.atomic():
        # Whoever opens an account has others wait for it: these are open.
        assert (
            grant_practice_chips(ensure_demo_player("bob", "pass").pk, 1) == settings.PRACTICE_CHIPS
        )
        assert grant_practice_chips(found.pk, 0) is None
    both_have_looked, post = threading.Barrier(2), players.post

    def posted(*given: Any, **more: Any) -> ledger.Posted:
        both_have_looked.wait(300)
        return post(*given, **more)

    monkeypatch.setattr(players, "post", posted)
    return found


def come_twice(ann: Player) -> int:
    """Return what she has, minor units, after she came in two tabs at once."""

    def come() -> int | None:
        with transaction.atomic():
            return grant_practice_chips(ann.pk, 500)

    told = at_once(come, come)
    held = wallet_of(ann.pk, settings.PRACTICE_CURRENCY).account.balance
    assert max(told) == held
    return held


def test_two_tabs_that_come_at_once_are_given_chips_once(ann: Player) -> None:
    assert come_twice(ann) == settings.PRACTICE_CHIPS
    assert ledger.audit() == []


def test_control_an_entry_of_any_name_gives_them_twice(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "uuid5", lambda *_: uuid4())
    assert come_twice(ann) == 2 * settings.PRACTICE_CHIPS
